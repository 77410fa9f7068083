//! Intra prediction in the picture, whose rows are 32 samples apart.

use unite::kernel;
use unite_h264::kernels::high::intra_4x4::ABOVE_RIGHT;
use unite_h264::kernels::high::{intra_4x4, intra_16x16, intra_chroma, intra_chroma_422};
use unite_h264_c::levels::levels;
use unite_h264_c::memory::at_pitch_mut;
use unite_h264_c::tables::{FDEC_STRIDE, fill};

use crate::BIT_DEPTH;

/// `predict_4x4`, `predict_16x16`, `predict_8x8c` or `predict_8x16c`: a mode, in place.
pub type Predict = unsafe extern "C" fn(at: *mut u16);

/// Planes, which are clipped to the samples of the bit depth.
mod planes {
    use super::*;

    #[kernel]
    pub fn of_16x16(pred: &mut Tensor<[[u16; 16]; 16]>, recon: &Tensor<[[u16]]>) {
        intra_16x16::plane(&mut pred, recon, BIT_DEPTH);
    }

    #[kernel]
    pub fn of_chroma(pred: &mut Tensor<[[u16; 8]; 8]>, recon: &Tensor<[[u16]]>) {
        intra_chroma::plane(&mut pred, recon, BIT_DEPTH);
    }

    #[kernel]
    pub fn of_chroma_422(pred: &mut Tensor<[[u16; 8]; 16]>, recon: &Tensor<[[u16]]>) {
        intra_chroma_422::plane(&mut pred, recon, BIT_DEPTH);
    }
}

/// Modes in a window of the picture, in which the block begins at `[Y, X]`. It is predicted in memory of its own, so that the compiler
/// knows that nothing that is written is a neighbour.
mod windows {
    use super::*;

    #[kernel]
    #[instance(vertical_4x4: H = 4, W = 4, Y = 1, X = 0, mode = intra_4x4::vertical)]
    #[instance(horizontal_4x4: H = 4, W = 4, Y = 0, X = 1, mode = intra_4x4::horizontal)]
    #[instance(dc_4x4: H = 4, W = 4, Y = 1, X = 1, mode = intra_4x4::dc)]
    #[instance(dc_left_4x4: H = 4, W = 4, Y = 0, X = 1, mode = intra_4x4::dc_left)]
    #[instance(dc_above_4x4: H = 4, W = 4, Y = 1, X = 0, mode = intra_4x4::dc_above)]
    #[instance(diagonal_down_left_4x4: H = 4, W = 4, Y = 1, X = 0, mode = intra_4x4::diagonal_down_left::<ABOVE_RIGHT>)]
    #[instance(diagonal_down_right_4x4: H = 4, W = 4, Y = 1, X = 1, mode = intra_4x4::diagonal_down_right)]
    #[instance(vertical_right_4x4: H = 4, W = 4, Y = 1, X = 1, mode = intra_4x4::vertical_right)]
    #[instance(horizontal_down_4x4: H = 4, W = 4, Y = 1, X = 1, mode = intra_4x4::horizontal_down)]
    #[instance(vertical_left_4x4: H = 4, W = 4, Y = 1, X = 0, mode = intra_4x4::vertical_left::<ABOVE_RIGHT>)]
    #[instance(horizontal_up_4x4: H = 4, W = 4, Y = 0, X = 1, mode = intra_4x4::horizontal_up)]
    #[instance(vertical_16x16: H = 16, W = 16, Y = 1, X = 0, mode = intra_16x16::vertical)]
    #[instance(horizontal_16x16: H = 16, W = 16, Y = 0, X = 1, mode = intra_16x16::horizontal)]
    #[instance(dc_16x16: H = 16, W = 16, Y = 1, X = 1, mode = intra_16x16::dc)]
    #[instance(dc_left_16x16: H = 16, W = 16, Y = 0, X = 1, mode = intra_16x16::dc_left)]
    #[instance(dc_above_16x16: H = 16, W = 16, Y = 1, X = 0, mode = intra_16x16::dc_above)]
    #[instance(plane_16x16: H = 16, W = 16, Y = 1, X = 1, mode = planes::of_16x16)]
    #[instance(dc_chroma: H = 8, W = 8, Y = 1, X = 1, mode = intra_chroma::dc)]
    #[instance(horizontal_chroma: H = 8, W = 8, Y = 0, X = 1, mode = intra_chroma::horizontal)]
    #[instance(vertical_chroma: H = 8, W = 8, Y = 1, X = 0, mode = intra_chroma::vertical)]
    #[instance(dc_left_chroma: H = 8, W = 8, Y = 0, X = 1, mode = intra_chroma::dc_left)]
    #[instance(dc_above_chroma: H = 8, W = 8, Y = 1, X = 0, mode = intra_chroma::dc_above)]
    #[instance(plane_chroma: H = 8, W = 8, Y = 1, X = 1, mode = planes::of_chroma)]
    #[instance(dc_chroma_422: H = 16, W = 8, Y = 1, X = 1, mode = intra_chroma_422::dc)]
    #[instance(horizontal_chroma_422: H = 16, W = 8, Y = 0, X = 1, mode = intra_chroma_422::horizontal)]
    #[instance(vertical_chroma_422: H = 16, W = 8, Y = 1, X = 0, mode = intra_chroma_422::vertical)]
    #[instance(dc_left_chroma_422: H = 16, W = 8, Y = 0, X = 1, mode = intra_chroma_422::dc_left)]
    #[instance(dc_above_chroma_422: H = 16, W = 8, Y = 1, X = 0, mode = intra_chroma_422::dc_above)]
    #[instance(plane_chroma_422: H = 16, W = 8, Y = 1, X = 1, mode = planes::of_chroma_422)]
    pub fn within<const H: usize, const W: usize, const Y: usize, const X: usize>(
        window: &mut Tensor<[[u16]]>,
        mode: impl Fn(&mut Tensor<[[u16; W]; H]>, &Tensor<[[u16]]>),
    ) {
        let here = window[[Y..Y + H, X..X + W]];
        let block = here.block_copy();
        mode(&mut block, window);
        here[[!j, !i]] = block[[!j, !i]];
    }
}

/// Slots: `name after [rows, columns] in [rows, columns]` of a window.
macro_rules! modes {
    ($($name:ident after [$y:literal, $x:literal] in [$h:literal, $w:literal];)*) => {levels! {$(
        fn $name(level; at: *mut u16) where (at: *mut u16 = at) {
            let window = at.wrapping_offset(-($y * FDEC_STRIDE + $x));
            windows::$name::staged(level, at_pitch_mut::<u16, $h, $w, FDEC_STRIDE>(window));
        }
    )*}};
}

modes! {
    vertical_4x4 after [1, 0] in [5, 4];
    horizontal_4x4 after [0, 1] in [4, 5];
    dc_4x4 after [1, 1] in [5, 5];
    dc_left_4x4 after [0, 1] in [4, 5];
    dc_above_4x4 after [1, 0] in [5, 4];
    diagonal_down_left_4x4 after [1, 0] in [5, 8];
    diagonal_down_right_4x4 after [1, 1] in [5, 5];
    vertical_right_4x4 after [1, 1] in [5, 5];
    horizontal_down_4x4 after [1, 1] in [5, 5];
    vertical_left_4x4 after [1, 0] in [5, 8];
    horizontal_up_4x4 after [0, 1] in [4, 5];
    vertical_16x16 after [1, 0] in [17, 16];
    horizontal_16x16 after [0, 1] in [16, 17];
    dc_16x16 after [1, 1] in [17, 17];
    plane_16x16 after [1, 1] in [17, 17];
    dc_left_16x16 after [0, 1] in [16, 17];
    dc_above_16x16 after [1, 0] in [17, 16];
    dc_chroma after [1, 1] in [9, 9];
    horizontal_chroma after [0, 1] in [8, 9];
    vertical_chroma after [1, 0] in [9, 8];
    plane_chroma after [1, 1] in [9, 9];
    dc_left_chroma after [0, 1] in [8, 9];
    dc_above_chroma after [1, 0] in [9, 8];
    dc_chroma_422 after [1, 1] in [17, 9];
    horizontal_chroma_422 after [0, 1] in [16, 9];
    vertical_chroma_422 after [1, 0] in [17, 8];
    plane_chroma_422 after [1, 1] in [17, 9];
    dc_left_chroma_422 after [0, 1] in [16, 9];
    dc_above_chroma_422 after [1, 0] in [17, 8];
}

levels! {
    fn dc_none_4x4(level; at: *mut u16) where (at: *mut u16 = at) {
        intra_4x4::dc_none::staged(level, at_pitch_mut::<u16, 4, 4, FDEC_STRIDE>(at), BIT_DEPTH);
    }

    fn dc_none_16x16(level; at: *mut u16) where (at: *mut u16 = at) {
        intra_16x16::dc_none::staged(level, at_pitch_mut::<u16, 16, 16, FDEC_STRIDE>(at), BIT_DEPTH);
    }

    fn dc_none_chroma(level; at: *mut u16) where (at: *mut u16 = at) {
        intra_chroma::dc_none::staged(level, at_pitch_mut::<u16, 8, 8, FDEC_STRIDE>(at), BIT_DEPTH);
    }

    fn dc_none_chroma_422(level; at: *mut u16) where (at: *mut u16 = at) {
        intra_chroma_422::dc_none::staged(level, at_pitch_mut::<u16, 16, 8, FDEC_STRIDE>(at), BIT_DEPTH);
    }
}

/// The nine modes of 4x4 blocks, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 12 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_predict_4x4(table: *mut Predict) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Predict, 12>(
            table,
            [
                vertical_4x4::current(),
                horizontal_4x4::current(),
                dc_4x4::current(),
                diagonal_down_left_4x4::current(),
                diagonal_down_right_4x4::current(),
                vertical_right_4x4::current(),
                horizontal_down_4x4::current(),
                vertical_left_4x4::current(),
                horizontal_up_4x4::current(),
                dc_left_4x4::current(),
                dc_above_4x4::current(),
                dc_none_4x4::current(),
            ],
        );
    }
}

/// The four modes of macroblocks of luminance, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_predict_16x16(table: *mut Predict) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Predict, 7>(
            table,
            [
                vertical_16x16::current(),
                horizontal_16x16::current(),
                dc_16x16::current(),
                plane_16x16::current(),
                dc_left_16x16::current(),
                dc_above_16x16::current(),
                dc_none_16x16::current(),
            ],
        );
    }
}

/// The four modes of macroblocks of chrominance at 4:2:0, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_predict_8x8c(table: *mut Predict) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Predict, 7>(
            table,
            [
                dc_chroma::current(),
                horizontal_chroma::current(),
                vertical_chroma::current(),
                plane_chroma::current(),
                dc_left_chroma::current(),
                dc_above_chroma::current(),
                dc_none_chroma::current(),
            ],
        );
    }
}

/// The four modes of macroblocks of chrominance at 4:2:2, and DC of the left, above and nothing.
///
/// # Safety
/// `table` has 7 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_predict_8x16c(table: *mut Predict) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Predict, 7>(
            table,
            [
                dc_chroma_422::current(),
                horizontal_chroma_422::current(),
                vertical_chroma_422::current(),
                plane_chroma_422::current(),
                dc_left_chroma_422::current(),
                dc_above_chroma_422::current(),
                dc_none_chroma_422::current(),
            ],
        );
    }
}
