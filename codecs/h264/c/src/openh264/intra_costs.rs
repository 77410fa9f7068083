//! Modes of intra prediction predicted and compared at once, in the layout of openh264.

use unite::kernel;
use unite_h264::kernels::intra_4x4;

use crate::intra_costs::{sad_of_three_16x16, satd_of_three_4x4, satd_of_three_16x16, satd_of_three_chroma};
use crate::levels::levels;
use crate::memory::{array_mut, at as rectangle, tight_mut};

/// `pfIntra4x4Combined3Satd`: the block in the picture, the samples to encode, the prediction of the best mode, its number,
/// and what DC, horizontal and vertical cost besides.
pub type IntraCombined4x4 = unsafe extern "C" fn(
    at: *mut u8,
    stride: i32,
    samples: *mut u8,
    samples_stride: i32,
    pred: *mut u8,
    mode: *mut i32,
    dc: i32,
    horizontal: i32,
    vertical: i32,
) -> i32;

/// `pfIntra16x16Combined3Satd` or `..Sad`: the macroblock in the picture, the samples to encode, the number of the best mode,
/// half of what all modes but vertical cost besides, and memory for a prediction, which is not used.
pub type IntraCombined16x16 = unsafe extern "C" fn(
    at: *mut u8,
    stride: i32,
    samples: *mut u8,
    samples_stride: i32,
    mode: *mut i32,
    lambda: i32,
    pred: *mut u8,
) -> i32;

/// `pfIntra8x8Combined3Satd`: the same of both components of chrominance, where it is DC that costs nothing besides.
pub type IntraCombinedChroma = unsafe extern "C" fn(
    cb: *mut u8,
    stride: i32,
    samples_cb: *mut u8,
    samples_stride: i32,
    mode: *mut i32,
    lambda: i32,
    pred: *mut u8,
    cr: *mut u8,
    samples_cr: *mut u8,
) -> i32;

/// The least of three costs, the first of those that are alike, and its mode.
#[inline(always)]
fn least(costs: [(i32, i32); 3]) -> (i32, i32) {
    let [first, second, third] = costs;
    let best = if second.0 < first.0 { second } else { first };
    if third.0 < best.0 { third } else { best }
}

/// One of three predictions of a 4x4 block.
#[kernel]
fn predict(window: &Tensor<[[u8]]>, mode: i32, pred: &mut Tensor<[[u8; 4]; 4]>) {
    let block = window[[1..5, 1..5]].block_copy();
    match mode {
        0 => intra_4x4::vertical(&mut block, window),
        1 => intra_4x4::horizontal(&mut block, window),
        _ => intra_4x4::dc(&mut block, window),
    }
    pred[[!y, !x]] = block[[!y, !x]];
}

/// From a block to the beginning of its window.
fn before(at: *mut u8, stride: i32) -> *mut u8 {
    at.wrapping_offset(-(stride as isize) - 1)
}

levels! {
    fn combined_4x4(
        level; at: *mut u8, stride: i32, samples: *mut u8, samples_stride: i32, pred: *mut u8, mode: *mut i32, dc: i32,
        horizontal: i32, vertical: i32
    ) -> i32
    where (
        window: *const u8 = before(at, stride),
        stride: isize = stride as isize,
        samples: *const u8 = samples,
        samples_stride: isize = samples_stride as isize,
        pred: &mut [u8; 16] = array_mut(pred),
        mode: &mut [i32; 1] = array_mut(mode),
        extra: [i32; 3] = [vertical, horizontal, dc],
    ) {
        let window = rectangle::<u8, 5, 5>(window, stride);
        let samples = rectangle::<u8, 4, 4>(samples, samples_stride);
        let costs = satd_of_three_4x4::staged(level, window, samples);
        let cost = |mode: usize| (costs[mode] + extra[mode], mode as i32);
        let (best, best_mode) = least([cost(2), cost(1), cost(0)]);
        *mode = [best_mode];
        let pred = tight_mut::<u8, 4, 4>(pred.as_mut_ptr()).exclusive();
        predict::staged(level, window, best_mode, pred);
        best
    }

    fn combined_chroma(
        level; cb: *mut u8, stride: i32, samples_cb: *mut u8, samples_stride: i32, mode: *mut i32, lambda: i32,
        _pred: *mut u8, cr: *mut u8, samples_cr: *mut u8
    ) -> i32
    where (
        cb: *const u8 = before(cb, stride),
        cr: *const u8 = before(cr, stride),
        stride: isize = stride as isize,
        samples_cb: *const u8 = samples_cb,
        samples_cr: *const u8 = samples_cr,
        samples_stride: isize = samples_stride as isize,
        mode: &mut [i32; 1] = array_mut(mode),
        lambda: i32 = lambda,
    ) at most v3 {
        let (cb, cr) = (rectangle::<u8, 9, 9>(cb, stride), rectangle::<u8, 9, 9>(cr, stride));
        let samples_cb = rectangle::<u8, 8, 8>(samples_cb, samples_stride);
        let samples_cr = rectangle::<u8, 8, 8>(samples_cr, samples_stride);
        let costs_cb = satd_of_three_chroma::staged(level, cb, samples_cb);
        let costs_cr = satd_of_three_chroma::staged(level, cr, samples_cr);
        let cost = |mode: usize, extra: i32| (costs_cb[mode] + costs_cr[mode] + extra, mode as i32);
        let (best, best_mode) = least([cost(2, 2 * lambda), cost(1, 2 * lambda), cost(0, 0)]);
        *mode = [best_mode];
        best
    }
}

/// Macroblocks of luminance, for a cost.
macro_rules! combined_16x16 {
    ($($name:ident = $kernel:ident $(at most $highest:ident)?;)*) => {levels! {$(
        fn $name(
            level; at: *mut u8, stride: i32, samples: *mut u8, samples_stride: i32, mode: *mut i32, lambda: i32,
            _pred: *mut u8
        ) -> i32
        where (
            window: *const u8 = before(at, stride),
            stride: isize = stride as isize,
            samples: *const u8 = samples,
            samples_stride: isize = samples_stride as isize,
            mode: &mut [i32; 1] = array_mut(mode),
            lambda: i32 = lambda,
        ) $(at most $highest)? {
            let window = rectangle::<u8, 17, 17>(window, stride);
            let samples = rectangle::<u8, 16, 16>(samples, samples_stride);
            let [vertical, horizontal, dc] = $kernel::staged(level, window, samples);
            let (best, best_mode) = least([(vertical, 0), (horizontal + 2 * lambda, 1), (dc + 2 * lambda, 2)]);
            *mode = [best_mode];
            best
        }
    )*}};
}

combined_16x16! {
    combined_16x16_satd = satd_of_three_16x16 at most v3;
    combined_16x16_sad = sad_of_three_16x16;
}

/// The best of three modes: of 4x4 blocks, of macroblocks by the Hadamard transform and by absolute differences, and of
/// chrominance. openh264 has these on some machines only; without them it goes another way, so that they are for slots that are
/// not empty.
///
/// # Safety
/// All are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_intra_combined(
    of_4x4: *mut IntraCombined4x4,
    of_16x16_satd: *mut IntraCombined16x16,
    of_16x16_sad: *mut IntraCombined16x16,
    of_chroma: *mut IntraCombinedChroma,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        of_4x4.write(combined_4x4::current());
        of_16x16_satd.write(combined_16x16_satd::current());
        of_16x16_sad.write(combined_16x16_sad::current());
        of_chroma.write(combined_chroma::current());
    }
}
