//! Modes of intra prediction tried at once.

use super::{cost, intra, intra_8x8, scalar};
use unite_h264_c::{Compare, IntraX3, IntraX9, IntraX9By8, Predict, Predict8x8};

/// The rows of samples to encode.
const FENC: isize = 16;
/// The rows of macroblocks that are reconstructed.
const FDEC: usize = 32;

/// What modes cost, each predicted in a copy of the picture.
#[inline(always)]
unsafe fn tried<const MODES: usize>(
    modes: [Predict; MODES],
    compare: Compare,
    samples: *mut u8,
    at: *mut u8,
) -> [i32; MODES] {
    modes.map(|predict| {
        // SAFETY: the caller vouches for the samples, and for those of the picture around a block.
        unsafe {
            let mut copy: [u8; 17 * FDEC] = *at.sub(FDEC + 1).cast();
            let at = copy.as_mut_ptr().add(FDEC + 1);
            predict(at);
            compare(at, FDEC as isize, samples, FENC)
        }
    })
}

/// What modes of 8x8 blocks cost.
#[inline(always)]
unsafe fn tried_8x8<const MODES: usize>(
    modes: [Predict8x8; MODES],
    compare: Compare,
    samples: *mut u8,
    edge: *mut u8,
) -> [i32; MODES] {
    modes.map(|predict| {
        let mut pred = [0; 8 * FDEC];
        // SAFETY: the caller vouches for the samples and for the line of neighbours.
        unsafe {
            predict(pred.as_mut_ptr(), edge);
            compare(pred.as_mut_ptr(), FDEC as isize, samples, FENC)
        }
    })
}

/// The best of nine modes, which is predicted.
#[inline(always)]
unsafe fn best(compare: Compare, samples: *mut u8, at: *mut u8, extra: *mut u16) -> i32 {
    let [modes @ .., _, _, _] = intra::MODES_4X4;
    // SAFETY: the caller vouches for the samples, for those around the block and for what modes cost besides.
    unsafe {
        let costs = tried(modes, compare, samples, at);
        let all = (0..9).map(|mode| costs[mode] + i32::from(*extra.add(mode)) + ((mode as i32) << 16));
        let best = all.min_by_key(|cost| cost & 0xffff).unwrap_or(0);
        modes[best as usize >> 16](at);
        best
    }
}

/// The same of 8x8 blocks; what each costs is kept.
#[inline(always)]
unsafe fn best_8x8(
    compare: Compare,
    samples: *mut u8,
    at: *mut u8,
    edge: *mut u8,
    extra: *mut u16,
    kept: *mut u16,
) -> i32 {
    let [modes @ .., _, _, _] = intra_8x8::MODES;
    // SAFETY: as for 4x4 blocks; the caller vouches for the line of neighbours and for room for nine costs.
    unsafe {
        let costs = tried_8x8(modes, compare, samples, edge);
        let costs: [i32; 9] = std::array::from_fn(|mode| costs[mode] + i32::from(*extra.add(mode)));
        *kept.cast() = costs.map(|cost| cost as u16);
        let best = (0..9).min_by_key(|&mode| costs[mode]).unwrap_or(0);
        modes[best](at, edge);
        costs[best] + ((best as i32) << 16)
    }
}

/// Vertical, horizontal and DC.
const FIRST_16X16: [Predict; 3] = [intra::MODES_16X16[0], intra::MODES_16X16[1], intra::MODES_16X16[2]];
const FIRST_4X4: [Predict; 3] = [intra::MODES_4X4[0], intra::MODES_4X4[1], intra::MODES_4X4[2]];
const FIRST_8X8: [Predict8x8; 3] = [intra_8x8::MODES[0], intra_8x8::MODES[1], intra_8x8::MODES[2]];
/// DC, horizontal and vertical.
const FIRST_CHROMA: [Predict; 3] = [intra::MODES_CHROMA[0], intra::MODES_CHROMA[1], intra::MODES_CHROMA[2]];

scalar! {
    fn satd_16x16(samples: *mut u8, at: *mut u8, costs: *mut i32) {
        *costs.cast() = tried(FIRST_16X16, cost::SATD[0], samples, at);
    }

    fn satd_4x4(samples: *mut u8, at: *mut u8, costs: *mut i32) {
        *costs.cast() = tried(FIRST_4X4, cost::SATD[6], samples, at);
    }

    fn satd_chroma(samples: *mut u8, at: *mut u8, costs: *mut i32) {
        *costs.cast() = tried(FIRST_CHROMA, cost::SATD[3], samples, at);
    }

    fn sa8d_8x8(samples: *mut u8, edge: *mut u8, costs: *mut i32) {
        *costs.cast() = tried_8x8(FIRST_8X8, cost::SA8D[1], samples, edge);
    }

    fn sad_16x16(samples: *mut u8, at: *mut u8, costs: *mut i32) {
        *costs.cast() = tried(FIRST_16X16, cost::SAD[0], samples, at);
    }

    fn sad_4x4(samples: *mut u8, at: *mut u8, costs: *mut i32) {
        *costs.cast() = tried(FIRST_4X4, cost::SAD[6], samples, at);
    }

    fn sad_chroma(samples: *mut u8, at: *mut u8, costs: *mut i32) {
        *costs.cast() = tried(FIRST_CHROMA, cost::SAD[3], samples, at);
    }

    fn sad_8x8(samples: *mut u8, edge: *mut u8, costs: *mut i32) {
        *costs.cast() = tried_8x8(FIRST_8X8, cost::SAD[3], samples, edge);
    }

    fn sa8d_of_nine_8x8(samples: *mut u8, at: *mut u8, edge: *mut u8, extra: *mut u16, costs: *mut u16) -> i32 {
        best_8x8(cost::SA8D[1], samples, at, edge, extra, costs)
    }

    fn sad_of_nine_8x8(samples: *mut u8, at: *mut u8, edge: *mut u8, extra: *mut u16, costs: *mut u16) -> i32 {
        best_8x8(cost::SAD[3], samples, at, edge, extra, costs)
    }

    fn satd_of_nine(samples: *mut u8, at: *mut u8, extra: *mut u16) -> i32 {
        best(cost::SATD[6], samples, at, extra)
    }

    fn sad_of_nine(samples: *mut u8, at: *mut u8, extra: *mut u16) -> i32 {
        best(cost::SAD[6], samples, at, extra)
    }
}

/// Of 16x16, 4x4, chrominance and 8x8.
pub const SATD_X3: [IntraX3; 4] = [satd_16x16, satd_4x4, satd_chroma, sa8d_8x8];
/// Of 16x16, 4x4, chrominance and 8x8.
pub const SAD_X3: [IntraX3; 4] = [sad_16x16, sad_4x4, sad_chroma, sad_8x8];
/// By the Hadamard transform and by absolute differences.
pub const X9: [Option<IntraX9>; 2] = [Some(satd_of_nine), Some(sad_of_nine)];
/// The same of 8x8 blocks.
pub const X9_8X8: [Option<IntraX9By8>; 2] = [Some(sa8d_of_nine_8x8), Some(sad_of_nine_8x8)];
