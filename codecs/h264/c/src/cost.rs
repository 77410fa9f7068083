//! Costs for C, by the size of a partition.

use unite_h264::kernels;

use crate::memory::read;

/// Chooses a kernel by the size of a partition: `H` and `W` are the rows and columns in the call.
macro_rules! by_size {
    ($w:expr, $h:expr, $call:expr, [$(($width:literal, $height:literal)),*]) => {
        match ($w, $h) {
            $(($width, $height) => {
                const H: usize = $height;
                const W: usize = $width;
                $call
            })*
            _ => -1,
        }
    };
}

/// The call of a kernel on two rectangles.
macro_rules! compared {
    ($kernel:ident, $width:expr, $height:expr, $a:expr, $a_stride:expr, $b:expr, $b_stride:expr, $sizes:tt) => {
        by_size!(
            $width,
            $height,
            // SAFETY: the caller vouches for both rectangles.
            unsafe { kernels::$kernel(&read::<u8, H, W>($a, $a_stride), &read::<u8, H, W>($b, $b_stride)) },
            $sizes
        )
    };
}

/// The sum of absolute differences of partitions of 16x16 to 4x4; -1 for other sizes.
///
/// # Safety
/// `a` and `b` are `height` rows of `width` samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_sad(
    width: u32,
    height: u32,
    a: *const u8,
    a_stride: isize,
    b: *const u8,
    b_stride: isize,
) -> i32 {
    compared!(
        sad,
        width,
        height,
        a,
        a_stride,
        b,
        b_stride,
        [(16, 16), (16, 8), (8, 16), (8, 8), (8, 4), (4, 8), (4, 4)]
    )
}

/// The sum of squared differences of partitions of 16x16 to 4x4; -1 for other sizes.
///
/// # Safety
/// `a` and `b` are `height` rows of `width` samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_ssd(
    width: u32,
    height: u32,
    a: *const u8,
    a_stride: isize,
    b: *const u8,
    b_stride: isize,
) -> i32 {
    compared!(
        ssd,
        width,
        height,
        a,
        a_stride,
        b,
        b_stride,
        [(16, 16), (16, 8), (8, 16), (8, 8), (8, 4), (4, 8), (4, 4)]
    )
}

/// Half the sum of absolute values of the 4x4 Hadamard transforms of the differences of partitions of 16x16 to 4x4; -1
/// for other sizes.
///
/// # Safety
/// `a` and `b` are `height` rows of `width` samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_satd(
    width: u32,
    height: u32,
    a: *const u8,
    a_stride: isize,
    b: *const u8,
    b_stride: isize,
) -> i32 {
    compared!(
        satd,
        width,
        height,
        a,
        a_stride,
        b,
        b_stride,
        [(16, 16), (16, 8), (8, 16), (8, 8), (8, 4), (4, 8), (4, 4)]
    )
}

/// A quarter of the sum of absolute values of the 8x8 Hadamard transforms of the differences of partitions of 16x16 to
/// 8x8; -1 for other sizes.
///
/// # Safety
/// `a` and `b` are `height` rows of `width` samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_sa8d(
    width: u32,
    height: u32,
    a: *const u8,
    a_stride: isize,
    b: *const u8,
    b_stride: isize,
) -> i32 {
    compared!(sa8d, width, height, a, a_stride, b, b_stride, [(16, 16), (16, 8), (8, 16), (8, 8)])
}
