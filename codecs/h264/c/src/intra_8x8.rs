//! Intra prediction of 8x8 blocks for C.

use unite::kernel;
use unite_h264::kernels::intra_8x8;
use unite_h264::kernels::neighbours_8x8::NOTHING_BESIDE;

use crate::levels::levels;
use crate::memory::{array, array_mut, at_pitch, at_pitch_mut, line, line_mut, span_mut, write};
use crate::tables::FDEC_STRIDE;

/// Samples at the left of a block are available.
pub const UNITE_H264_LEFT: u32 = 1;
/// Samples above a block are available.
pub const UNITE_H264_ABOVE: u32 = 2;
/// Samples above and to the right of a block are available.
pub const UNITE_H264_ABOVE_RIGHT: u32 = 4;
/// The sample above and to the left of a block is available.
pub const UNITE_H264_CORNER: u32 = 8;

/// A mode of prediction into memory whose rows are `stride` apart, or 32 as x264 has it, from filtered neighbours.
#[derive(Clone, Copy)]
pub struct Mode {
    /// For strides of the caller's.
    pub strided: unsafe fn(pred: *mut u8, stride: isize, filtered: *const u8),
    /// For x264, for the level in force: rows 32 samples apart, and its line of neighbours, of which 7 elements come first.
    pub x264: fn() -> unsafe extern "C" fn(pred: *mut u8, edge: *const u8),
}

/// Modes in rows of the caller's.
mod in_rows {
    use super::*;

    #[kernel]
    #[instance(vertical: mode = intra_8x8::vertical)]
    #[instance(horizontal: mode = intra_8x8::horizontal)]
    #[instance(dc: mode = intra_8x8::dc)]
    #[instance(dc_left: mode = intra_8x8::dc_left)]
    #[instance(dc_above: mode = intra_8x8::dc_above)]
    #[instance(diagonal_down_left: mode = intra_8x8::diagonal_down_left)]
    #[instance(diagonal_down_right: mode = intra_8x8::diagonal_down_right)]
    #[instance(vertical_right: mode = intra_8x8::vertical_right)]
    #[instance(horizontal_down: mode = intra_8x8::horizontal_down)]
    #[instance(vertical_left: mode = intra_8x8::vertical_left)]
    #[instance(horizontal_up: mode = intra_8x8::horizontal_up)]
    pub fn in_rows(
        pred: &mut Tensor<[[u8]]>,
        filtered: &Tensor<[u8; 25]>,
        mode: impl Fn(&mut Tensor<[[u8; 8]; 8]>, &Tensor<[u8; 25]>),
    ) {
        mode(&mut pred[[0..8, 0..8]], filtered);
    }
}

/// A module for each mode.
macro_rules! modes {
    ($($name:ident)*) => {$(
        mod $name {
            use super::*;

            unsafe fn strided(pred: *mut u8, stride: isize, filtered: *const u8) {
                // SAFETY: the caller vouches for the block and for 25 neighbours.
                unsafe { in_rows::$name(&mut write::<u8, 8, 8>(pred, stride), &line::<u8, 25>(filtered)) }
            }

            levels! {
                fn x264(level; pred: *mut u8, edge: *const u8)
                where (
                    pred: &mut [u8] = span_mut::<u8, 8, 8>(pred, FDEC_STRIDE),
                    filtered: &[u8; 25] = array(edge.add(7)),
                ) {
                    let filtered = line::<u8, 25>(filtered.as_ptr()).shared();
                    in_rows::$name::staged(level, at_pitch_mut::<u8, 8, 8, FDEC_STRIDE>(pred.as_mut_ptr()), filtered);
                }
            }

            pub const MODE: Mode = Mode { strided, x264: x264::current };
        }
    )*};
}

modes! {
    vertical horizontal dc dc_left dc_above diagonal_down_left diagonal_down_right vertical_right horizontal_down
    vertical_left horizontal_up
}

mod dc_none {
    use super::*;

    unsafe fn strided(pred: *mut u8, stride: isize, _: *const u8) {
        // SAFETY: the caller vouches for the block.
        unsafe { intra_8x8::dc_none(&mut write::<u8, 8, 8>(pred, stride)) }
    }

    levels! {
        fn x264(level; pred: *mut u8, _edge: *const u8) where (pred: *mut u8 = pred) {
            intra_8x8::dc_none::staged(level, at_pitch_mut::<u8, 8, 8, FDEC_STRIDE>(pred));
        }
    }

    pub const MODE: Mode = Mode { strided, x264: x264::current };
}

/// By their numbers: those of table 8-3, DC of the left, above and of nothing.
pub const MODES: [Mode; 12] = [
    vertical::MODE,
    horizontal::MODE,
    dc::MODE,
    diagonal_down_left::MODE,
    diagonal_down_right::MODE,
    vertical_right::MODE,
    horizontal_down::MODE,
    vertical_left::MODE,
    horizontal_up::MODE,
    dc_left::MODE,
    dc_above::MODE,
    dc_none::MODE,
];

/// The filter of neighbours in samples of a type, by the kernels of a module: that of x264, and its parts.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_neighbours {
    ($Sample:ident, $kernels:ident) => {
        use $crate::memory::read;
        use ::unite_h264::kernels::neighbours_8x8::{ABOVE_RIGHT, BESIDE, CORNER, NO_ABOVE_RIGHT, NO_CORNER};
        use $crate::kernels::neighbours::$kernels::{above, all, corner, eight_above, left};

        /// What is filtered of the neighbours for x264 where it is not everything: to the left with the corner, above, above and to the
        /// right; of what is available it is asked for the corner and for the samples above and to the right.
        ///
        /// # Safety
        /// Around `at` are the samples that are filtered, and one more at the ends, for those that are available.
        #[cold]
        unsafe fn filter_some(at: *const $Sample, edge: &mut [$Sample; 36], neighbours: u32, filters: u32) {
            let stride = FDEC_STRIDE;
            let has_corner = neighbours & UNITE_H264_CORNER != 0;
            let has_above_right = neighbours & UNITE_H264_ABOVE_RIGHT != 0;
            // SAFETY: each window has the samples of its kernel, and no others but those of the block itself.
            unsafe {
                if filters & UNITE_H264_LEFT != 0 {
                    let mut filtered = line_mut::<$Sample, 25>(edge[7..].as_mut_ptr());
                    corner::<BESIDE, BESIDE>(&read::<$Sample, 2, 2>(at.offset(-stride - 1), stride), &mut filtered);
                    if has_corner {
                        left::<1, CORNER>(&read::<$Sample, 9, 2>(at.offset(-stride - 1), stride), &mut filtered);
                    } else {
                        left::<0, NO_CORNER>(&read::<$Sample, 8, 2>(at.sub(1), stride), &mut filtered);
                    }
                    edge[6] = edge[7];
                }
                if filters & UNITE_H264_ABOVE == 0 {
                    return;
                }
                // Where nothing is above, the row may lie before the memory.
                let behind = at.wrapping_offset(-stride);
                if filters & UNITE_H264_ABOVE_RIGHT == 0 {
                    let mut filtered = line_mut::<$Sample, 8>(edge[16..].as_mut_ptr());
                    match (has_corner, has_above_right) {
                        (true, true) => {
                            eight_above::<1, -1, 8>(&read::<$Sample, 2, 10>(behind.sub(1), stride), &mut filtered);
                        }
                        (true, false) => {
                            eight_above::<1, -1, 7>(&read::<$Sample, 2, 9>(behind.sub(1), stride), &mut filtered);
                        }
                        (false, true) => eight_above::<0, 0, 8>(&read::<$Sample, 2, 9>(behind, stride), &mut filtered),
                        (false, false) => eight_above::<0, 0, 7>(&read::<$Sample, 2, 8>(behind, stride), &mut filtered),
                    }
                    return;
                }
                let mut filtered = line_mut::<$Sample, 25>(edge[7..].as_mut_ptr());
                match (has_corner, has_above_right) {
                    (true, true) => {
                        above::<1, CORNER, ABOVE_RIGHT>(&read::<$Sample, 2, 17>(behind.sub(1), stride), &mut filtered);
                    }
                    (true, false) => {
                        above::<1, CORNER, NO_ABOVE_RIGHT>(&read::<$Sample, 2, 9>(behind.sub(1), stride), &mut filtered);
                    }
                    (false, true) => {
                        above::<0, NO_CORNER, ABOVE_RIGHT>(&read::<$Sample, 2, 16>(behind, stride), &mut filtered);
                    }
                    (false, false) => {
                        above::<0, NO_CORNER, NO_ABOVE_RIGHT>(&read::<$Sample, 2, 8>(behind, stride), &mut filtered);
                    }
                }
                edge[32] = edge[31];
            }
        }

        $crate::levels! {
            /// `predict_8x8_filter` of x264: neighbours and filters are its flags, which are those above; its line of 36 has 7
            /// elements before ours, and what lies at its ends once more beside it.
            fn x264_filter(level; at: *mut $Sample, edge: *mut $Sample, neighbours: i32, filters: i32)
            where (at: *const $Sample = at, edge: &mut [$Sample; 36] = array_mut(edge), neighbours: i32 = neighbours, filters: i32 = filters) {
                let (neighbours, filters) = (neighbours as u32, filters as u32);
                const FILTERS: u32 = UNITE_H264_LEFT | UNITE_H264_ABOVE | UNITE_H264_ABOVE_RIGHT;
                const NEIGHBOURS: u32 = UNITE_H264_CORNER | UNITE_H264_ABOVE_RIGHT;
                if filters & FILTERS == FILTERS && neighbours & NEIGHBOURS == NEIGHBOURS {
                    let window = at_pitch::<$Sample, 9, 17, FDEC_STRIDE>(at.offset(-FDEC_STRIDE - 1));
                    all::staged::<ABOVE_RIGHT>(level, window, line_mut::<$Sample, 25>(edge[7..].as_mut_ptr()).exclusive());
                    edge[6] = edge[7];
                    edge[32] = edge[31];
                } else {
                    filter_some(at, edge, neighbours, filters);
                }
            }
        }
    };
}

x264_neighbours!(u8, of_8_bits);

/// The filter of the neighbours of the block at `at` in a picture (8.3.2.2.1). `available` is a sum of `UNITE_H264_LEFT`,
/// `UNITE_H264_ABOVE`, `UNITE_H264_ABOVE_RIGHT` and `UNITE_H264_CORNER`; only samples that are available are looked at.
///
/// `filtered` becomes the line of neighbours p' from `p'[-1, 7]` over the corner, `filtered[8]`, to `p'[15, -1]`; what is not
/// available stays as it was.
///
/// # Safety
/// `filtered` is 25 samples; around `at` are the samples that are said to be available.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_intra_8x8_filter(
    filtered: *mut u8,
    at: *const u8,
    stride: isize,
    available: u32,
) {
    let has = |flag: u32| available & flag != 0;
    let (has_left, has_above) = (has(UNITE_H264_LEFT), has(UNITE_H264_ABOVE));
    // SAFETY: each window has the samples that are said to be available, and no others but those of the block itself.
    unsafe {
        let mut filtered = line_mut::<u8, 25>(filtered);
        match (has_left, has(UNITE_H264_CORNER)) {
            (true, true) => {
                left::<1, CORNER>(&read::<u8, 9, 2>(at.offset(-stride - 1), stride), &mut filtered);
            }
            (true, false) => left::<0, NO_CORNER>(&read::<u8, 8, 2>(at.sub(1), stride), &mut filtered),
            (false, _) => {}
        }
        if has(UNITE_H264_CORNER) {
            let window = read::<u8, 2, 2>(at.offset(-stride - 1), stride);
            match (has_above, has_left) {
                (true, true) => corner::<BESIDE, BESIDE>(&window, &mut filtered),
                (true, false) => corner::<BESIDE, NOTHING_BESIDE>(&window, &mut filtered),
                (false, true) => corner::<NOTHING_BESIDE, BESIDE>(&window, &mut filtered),
                (false, false) => corner::<NOTHING_BESIDE, NOTHING_BESIDE>(&window, &mut filtered),
            }
        }
        // Where nothing is above, the row may lie before the memory.
        let behind = at.wrapping_offset(-stride);
        match (has_above, has(UNITE_H264_CORNER), has(UNITE_H264_ABOVE_RIGHT)) {
            (true, true, true) => {
                above::<1, CORNER, ABOVE_RIGHT>(&read::<u8, 2, 17>(behind.sub(1), stride), &mut filtered);
            }
            (true, true, false) => {
                above::<1, CORNER, NO_ABOVE_RIGHT>(&read::<u8, 2, 9>(behind.sub(1), stride), &mut filtered);
            }
            (true, false, true) => {
                above::<0, NO_CORNER, ABOVE_RIGHT>(&read::<u8, 2, 16>(behind, stride), &mut filtered);
            }
            (true, false, false) => {
                above::<0, NO_CORNER, NO_ABOVE_RIGHT>(&read::<u8, 2, 8>(behind, stride), &mut filtered);
            }
            (false, ..) => {}
        }
    }
}

/// Intra_8x8 prediction (8.3.2.2) into `pred`, from neighbours as `unite_h264_intra_8x8_filter` leaves them.
///
/// `mode` is that of table 8-3: 0 vertical, 1 horizontal, 2 DC, 3 diagonal down left, 4 diagonal down right, 5 vertical
/// right, 6 horizontal down, 7 vertical left, 8 horizontal up; then 9 DC of the samples to the left, 10 DC of those above,
/// 11 DC of none. The result is whether there is such a mode.
///
/// # Safety
/// `pred` is 8 rows of 8 samples, `filtered` is 25 samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_intra_8x8(
    mode: u32,
    pred: *mut u8,
    stride: isize,
    filtered: *const u8,
) -> bool {
    match MODES.get(mode as usize) {
        Some(mode) => {
            // SAFETY: the caller vouches for the block and its neighbours.
            unsafe { (mode.strided)(pred, stride, filtered) };
            true
        }
        None => false,
    }
}
