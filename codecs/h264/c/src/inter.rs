//! Prediction from other pictures for C, by the size of a partition.

use unite::kernel;
use unite_h264::kernels::{self, inter_luma};

use crate::memory::{read, write};

#[kernel]
#[instance(of_16x16: H = 16, W = 16)]
#[instance(of_16x8: H = 8, W = 16)]
#[instance(of_8x16: H = 16, W = 8)]
#[instance(of_8x8: H = 8, W = 8)]
#[instance(of_8x4: H = 4, W = 8)]
#[instance(of_4x8: H = 8, W = 4)]
#[instance(of_4x4: H = 4, W = 4)]
#[instance(of_4x2: H = 2, W = 4)]
#[instance(of_2x4: H = 4, W = 2)]
#[instance(of_2x2: H = 2, W = 2)]
#[instance(of_1x1: H = 1, W = 1)]
#[allow(dead_code, reason = "the largest sizes are of luminance only, the smallest of chrominance")]
pub mod partitions {
    use super::*;

    #[kernel]
    pub fn luma<const H: usize, const W: usize>(
        pred: &mut Tensor<[[u8; W]; H]>,
        window: &Tensor<[[u8]]>,
        x_frac: u8,
        y_frac: u8,
    ) {
        inter_luma::interpolate(&mut pred, window[[2..H + 2, 2..W + 2]], x_frac, y_frac);
    }

    #[kernel]
    pub fn chroma<const H: usize, const W: usize>(
        pred: &mut Tensor<[[u8; W]; H]>,
        window: &Tensor<[[u8]]>,
        x_frac: i32,
        y_frac: i32,
    ) {
        kernels::interpolate_chroma(&mut pred, window[[0..H, 0..W]], x_frac, y_frac);
    }
}

/// Does something for a size of a partition, with `H`, `W` and kernels of its module. Whether there is such a size.
macro_rules! for_size {
    ($width:expr, $height:expr, $do:expr, [$($name:ident: [$h:literal, $w:literal]),*]) => {
        match ($width as usize, $height as usize) {
            $(($w, $h) => {
                const H: usize = $h;
                const W: usize = $w;
                #[allow(unused_imports, reason = "what is done needs one of the kernels, or none")]
                use $name::{chroma, luma};
                $do;
                true
            })*
            _ => false,
        }
    };
}

/// Luma sample interpolation (8.4.2.2.1) of a partition of 16x16 to 4x4 samples: `p` is the reference picture where the
/// vector's full samples point, `x_frac` and `y_frac` are its quarters, 0 to 3. The result is whether there is such a
/// partition.
///
/// The picture has to be padded with copies of its border, as far as vectors reach, two samples more before and three more
/// after.
///
/// # Safety
/// `pred` is `height` rows of `width` samples and no part of the reference picture, which has samples around `p`, two
/// before and three after on each axis. Fractions are at most 3: the process ends otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_inter_luma(
    width: u32,
    height: u32,
    pred: *mut u8,
    pred_stride: isize,
    p: *const u8,
    stride: isize,
    x_frac: u8,
    y_frac: u8,
) -> bool {
    for_size!(
        width,
        height,
        // SAFETY: the caller vouches for the partition and for the samples around `p`.
        unsafe {
            let window = read::<u8, { H + 5 }, { W + 5 }>(p.offset(-2 * stride - 2), stride);
            luma(&mut write::<u8, H, W>(pred, pred_stride), &window, x_frac, y_frac);
        },
        [
            of_16x16: [16, 16],
            of_16x8: [8, 16],
            of_8x16: [16, 8],
            of_8x8: [8, 8],
            of_8x4: [4, 8],
            of_4x8: [8, 4],
            of_4x4: [4, 4]
        ]
    )
}

/// Chroma sample interpolation (8.4.2.2.2) of a partition of 8x8 to 2x2 samples: `p` is the reference picture where the
/// vector's full samples point, `x_frac` and `y_frac` are its eighths, 0 to 7. The result is whether there is such a
/// partition.
///
/// # Safety
/// `pred` is `height` rows of `width` samples and no part of the reference picture, which has one sample more after `p` on
/// each axis.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_inter_chroma(
    width: u32,
    height: u32,
    pred: *mut u8,
    pred_stride: isize,
    p: *const u8,
    stride: isize,
    x_frac: u8,
    y_frac: u8,
) -> bool {
    for_size!(
        width,
        height,
        // SAFETY: the caller vouches for the partition and for the samples around `p`.
        unsafe {
            let window = read::<u8, { H + 1 }, { W + 1 }>(p, stride);
            chroma(&mut write::<u8, H, W>(pred, pred_stride), &window, x_frac.into(), y_frac.into());
        },
        [
            of_8x8: [8, 8],
            of_8x4: [4, 8],
            of_4x8: [8, 4],
            of_4x4: [4, 4],
            of_4x2: [2, 4],
            of_2x4: [4, 2],
            of_2x2: [2, 2]
        ]
    )
}

/// The average of two predictions (8.4.2.3.1) of 16x16 to 2x2 samples. The result is whether there is such a partition.
///
/// # Safety
/// `pred`, `a` and `b` are `height` rows of `width` samples, `pred` apart from both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_average(
    width: u32,
    height: u32,
    pred: *mut u8,
    pred_stride: isize,
    a: *const u8,
    a_stride: isize,
    b: *const u8,
    b_stride: isize,
) -> bool {
    for_size!(
        width,
        height,
        // SAFETY: the caller vouches for all three.
        unsafe {
            let (a, b) = (read::<u8, H, W>(a, a_stride), read::<u8, H, W>(b, b_stride));
            kernels::average(&mut write::<u8, H, W>(pred, pred_stride), &a, &b);
        },
        [
            of_16x16: [16, 16],
            of_16x8: [8, 16],
            of_8x16: [16, 8],
            of_8x8: [8, 8],
            of_8x4: [4, 8],
            of_4x8: [8, 4],
            of_4x4: [4, 4],
            of_4x2: [2, 4],
            of_2x4: [4, 2],
            of_2x2: [2, 2]
        ]
    )
}
