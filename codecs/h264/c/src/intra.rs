//! Intra prediction: each mode as a kernel on a window of the picture, and as functions for C. In a window the block lies
//! behind as many rows and columns as the mode looks back at.

use unite_h264::kernels::{intra_4x4, intra_16x16, intra_chroma};

use crate::intra_windows::*;
use crate::levels::levels;
use crate::memory::{array_mut, at as rectangle, at_pitch_mut, read, tight_mut, write};
use crate::tables::FDEC_STRIDE;

/// A mode of prediction that writes where it reads, in the layout of x264: rows are 32 samples apart.
pub type InPlace = unsafe extern "C" fn(at: *mut u8);

/// A mode of prediction in the layout of openh264: the block without gaps, and where it belongs in the picture.
pub type Apart = unsafe extern "C" fn(pred: *mut u8, at: *const u8, stride: i32);

/// The forms of a mode, for strides of the caller's.
#[derive(Clone, Copy)]
pub struct Mode {
    /// Into memory of its own.
    pub apart: unsafe fn(pred: *mut u8, pred_stride: isize, at: *const u8, stride: isize),
    /// In the picture.
    pub in_place: unsafe fn(at: *mut u8, stride: isize),
    /// In the picture, rows 32 samples apart: the function for the level in force.
    pub x264: fn() -> InPlace,
    /// Into a block without gaps: the function for the level in force.
    pub openh264: fn() -> Apart,
}

/// From a sample to the one `y` rows above and `x` columns to the left of it.
fn behind(y: isize, x: isize, stride: isize) -> isize {
    -(y * stride + x)
}

/// A module for each mode, with its forms: `name = kernels after [rows, columns] in [rows, columns]` of a window.
macro_rules! modes {
    ($n:literal: $($name:ident = $kernels:ident after [$y:literal, $x:literal] in [$h:literal, $w:literal];)*) => {$(
        pub mod $name {
            use super::*;

            unsafe fn apart(pred: *mut u8, pred_stride: isize, at: *const u8, stride: isize) {
                // SAFETY: the caller vouches for the block and for the samples around `at` that the mode uses.
                unsafe {
                    let window = at.offset(behind($y, $x, stride));
                    $kernels::beside(&mut write::<u8, $n, $n>(pred, pred_stride), &read::<u8, $h, $w>(window, stride));
                }
            }

            unsafe fn in_place(at: *mut u8, stride: isize) {
                // SAFETY: the caller vouches for the samples around `at` that the mode uses.
                unsafe { $kernels::within(&mut write::<u8, $h, $w>(at.offset(behind($y, $x, stride)), stride)) }
            }

            levels! {
                fn x264(level; at: *mut u8) where (at: *mut u8 = at) {
                    let window = at.offset(behind($y, $x, FDEC_STRIDE));
                    $kernels::within::staged(level, at_pitch_mut::<u8, $h, $w, FDEC_STRIDE>(window));
                }

                fn openh264(level; pred: *mut u8, at: *const u8, stride: i32)
                where (
                    pred: &mut [u8; $n * $n] = array_mut(pred),
                    window: *const u8 = at.offset(behind($y, $x, stride as isize)),
                    stride: isize = stride as isize,
                ) {
                    let window = rectangle::<u8, $h, $w>(window, stride);
                    $kernels::beside::staged(level, tight_mut::<u8, $n, $n>(pred.as_mut_ptr()).exclusive(), window);
                }
            }

            pub const MODE: Mode = Mode { apart, in_place, x264: x264::current, openh264: openh264::current };
        }
    )*};
}

/// A module for a mode that looks at nothing.
macro_rules! none {
    ($n:literal: $name:ident = $module:ident) => {
        pub mod $name {
            use super::*;

            unsafe fn apart(pred: *mut u8, pred_stride: isize, _: *const u8, _: isize) {
                // SAFETY: the caller vouches for the block.
                unsafe { $module::dc_none(&mut write::<u8, $n, $n>(pred, pred_stride)) }
            }

            unsafe fn in_place(at: *mut u8, stride: isize) {
                // SAFETY: the caller vouches for the block.
                unsafe { $module::dc_none(&mut write::<u8, $n, $n>(at, stride)) }
            }

            levels! {
                fn x264(level; at: *mut u8) where (at: *mut u8 = at) {
                    $module::dc_none::staged(level, at_pitch_mut::<u8, $n, $n, FDEC_STRIDE>(at));
                }

                fn openh264(level; pred: *mut u8, _at: *const u8, _stride: i32) where (pred: *mut u8 = pred) {
                    $module::dc_none::staged(level, tight_mut::<u8, $n, $n>(pred).exclusive());
                }
            }

            pub const MODE: Mode = Mode { apart, in_place, x264: x264::current, openh264: openh264::current };
        }
    };
}

/// 4x4 blocks.
mod of_4x4 {
    use super::*;

    modes! { 4:
        vertical = vertical_4x4 after [1, 0] in [5, 4];
        horizontal = horizontal_4x4 after [0, 1] in [4, 5];
        dc = dc_4x4 after [1, 1] in [5, 5];
        dc_left = dc_left_4x4 after [0, 1] in [4, 5];
        dc_above = dc_above_4x4 after [1, 0] in [5, 4];
        diagonal_down_left = diagonal_down_left_4x4 after [1, 0] in [5, 8];
        diagonal_down_left_short = diagonal_down_left_short_4x4 after [1, 0] in [5, 4];
        diagonal_down_right = diagonal_down_right_4x4 after [1, 1] in [5, 5];
        vertical_right = vertical_right_4x4 after [1, 1] in [5, 5];
        horizontal_down = horizontal_down_4x4 after [1, 1] in [5, 5];
        vertical_left = vertical_left_4x4 after [1, 0] in [5, 8];
        vertical_left_short = vertical_left_short_4x4 after [1, 0] in [5, 4];
        horizontal_up = horizontal_up_4x4 after [0, 1] in [4, 5];
    }
    none! { 4: dc_none = intra_4x4 }
}

/// Macroblocks of luminance.
mod of_16x16 {
    use super::*;

    modes! { 16:
        vertical = vertical_16x16 after [1, 0] in [17, 16];
        horizontal = horizontal_16x16 after [0, 1] in [16, 17];
        dc = dc_16x16 after [1, 1] in [17, 17];
        plane = plane_16x16 after [1, 1] in [17, 17];
        dc_left = dc_left_16x16 after [0, 1] in [16, 17];
        dc_above = dc_above_16x16 after [1, 0] in [17, 16];
    }
    none! { 16: dc_none = intra_16x16 }
}

/// Macroblocks of one component of chrominance.
mod of_chroma {
    use super::*;

    modes! { 8:
        dc = dc_chroma after [1, 1] in [9, 9];
        horizontal = horizontal_chroma after [0, 1] in [8, 9];
        vertical = vertical_chroma after [1, 0] in [9, 8];
        plane = plane_chroma after [1, 1] in [9, 9];
        dc_left = dc_left_chroma after [0, 1] in [8, 9];
        dc_above = dc_above_chroma after [1, 0] in [9, 8];
    }
    none! { 8: dc_none = intra_chroma }
}

/// By their numbers: those of table 8-2, DC of the left, above and of nothing, and two without samples above and to the
/// right.
pub const MODES_4X4: [Mode; 14] = [
    of_4x4::vertical::MODE,
    of_4x4::horizontal::MODE,
    of_4x4::dc::MODE,
    of_4x4::diagonal_down_left::MODE,
    of_4x4::diagonal_down_right::MODE,
    of_4x4::vertical_right::MODE,
    of_4x4::horizontal_down::MODE,
    of_4x4::vertical_left::MODE,
    of_4x4::horizontal_up::MODE,
    of_4x4::dc_left::MODE,
    of_4x4::dc_above::MODE,
    of_4x4::dc_none::MODE,
    of_4x4::diagonal_down_left_short::MODE,
    of_4x4::vertical_left_short::MODE,
];

/// By their numbers: those of table 8-4, DC of the left, above and of nothing.
pub const MODES_16X16: [Mode; 7] = [
    of_16x16::vertical::MODE,
    of_16x16::horizontal::MODE,
    of_16x16::dc::MODE,
    of_16x16::plane::MODE,
    of_16x16::dc_left::MODE,
    of_16x16::dc_above::MODE,
    of_16x16::dc_none::MODE,
];

/// By their numbers: those of table 8-5, DC of the left, above and of nothing.
pub const MODES_CHROMA: [Mode; 7] = [
    of_chroma::dc::MODE,
    of_chroma::horizontal::MODE,
    of_chroma::vertical::MODE,
    of_chroma::plane::MODE,
    of_chroma::dc_left::MODE,
    of_chroma::dc_above::MODE,
    of_chroma::dc_none::MODE,
];

/// Runs the form of a mode if there is such a mode.
macro_rules! run {
    ($modes:ident, $mode:expr, $form:ident($($argument:expr),*)) => {
        match $modes.get($mode as usize) {
            Some(mode) => {
                // SAFETY: what the mode needs of memory is what the function asks of its caller.
                unsafe { (mode.$form)($($argument),*) };
                true
            }
            None => false,
        }
    };
}

/// Intra_4x4 prediction (8.3.1.2) of the block at `at` in a picture, into `pred`, which must not be part of the picture.
///
/// `mode` is that of table 8-2: 0 vertical, 1 horizontal, 2 DC, 3 diagonal down left, 4 diagonal down right, 5 vertical
/// right, 6 horizontal down, 7 vertical left, 8 horizontal up. Of samples that are not available: 9 DC of those to the left,
/// 10 DC of those above, 11 DC of none, 12 and 13 are 3 and 7 without samples above and to the right. The result is
/// whether there is such a mode.
///
/// # Safety
/// `pred` is 4 rows of 4 samples; around `at` are the samples that the mode uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_intra_4x4(
    mode: u32,
    pred: *mut u8,
    pred_stride: isize,
    at: *const u8,
    stride: isize,
) -> bool {
    run!(MODES_4X4, mode, apart(pred, pred_stride, at, stride))
}

/// As `unite_h264_intra_4x4`, into the picture itself.
///
/// # Safety
/// At `at` are 4 rows of 4 samples, and around it the samples that the mode uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_intra_4x4_in_place(mode: u32, at: *mut u8, stride: isize) -> bool {
    run!(MODES_4X4, mode, in_place(at, stride))
}

/// Intra_16x16 prediction (8.3.3) of the macroblock at `at` in a picture, into `pred`, which must not be part of the
/// picture.
///
/// `mode` is that of table 8-4: 0 vertical, 1 horizontal, 2 DC, 3 plane; then 4 DC of the samples to the left, 5 DC of those
/// above, 6 DC of none. The result is whether there is such a mode.
///
/// # Safety
/// `pred` is 16 rows of 16 samples; around `at` are the samples that the mode uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_intra_16x16(
    mode: u32,
    pred: *mut u8,
    pred_stride: isize,
    at: *const u8,
    stride: isize,
) -> bool {
    run!(MODES_16X16, mode, apart(pred, pred_stride, at, stride))
}

/// As `unite_h264_intra_16x16`, into the picture itself.
///
/// # Safety
/// At `at` are 16 rows of 16 samples, and around it the samples that the mode uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_intra_16x16_in_place(mode: u32, at: *mut u8, stride: isize) -> bool {
    run!(MODES_16X16, mode, in_place(at, stride))
}

/// Intra prediction of a component of chrominance at 4:2:0 (8.3.4) of the macroblock at `at` in a picture, into `pred`,
/// which must not be part of the picture.
///
/// `mode` is that of table 8-5: 0 DC, 1 horizontal, 2 vertical, 3 plane; then 4 DC of the samples to the left, 5 DC of those
/// above, 6 DC of none. The result is whether there is such a mode.
///
/// # Safety
/// `pred` is 8 rows of 8 samples; around `at` are the samples that the mode uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_intra_chroma(
    mode: u32,
    pred: *mut u8,
    pred_stride: isize,
    at: *const u8,
    stride: isize,
) -> bool {
    run!(MODES_CHROMA, mode, apart(pred, pred_stride, at, stride))
}

/// As `unite_h264_intra_chroma`, into the picture itself.
///
/// # Safety
/// At `at` are 8 rows of 8 samples, and around it the samples that the mode uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_intra_chroma_in_place(mode: u32, at: *mut u8, stride: isize) -> bool {
    run!(MODES_CHROMA, mode, in_place(at, stride))
}
