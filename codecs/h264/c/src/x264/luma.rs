//! Prediction of luminance in the layout of x264: quarters of a sample from planes of full and half samples, and weights.

use unite::staged::lanes::Simd;
use unite_h264::kernels;

use super::partitions::{self, AverageRows, Depth, WeighRows, Weight, samples_of, weigh_in_parts};
use crate::levels::levels;
use crate::memory::{at, at_mut, rows, rows_at_mut};
use crate::tables::fill;

/// `weight`, `offsetadd` and `offsetsub`: rows of a width.
pub type Weigh = unsafe extern "C" fn(
    pred: *mut u8,
    pred_stride: isize,
    p: *mut u8,
    stride: isize,
    weight: *const Weight,
    height: i32,
);

/// `mc_luma`: a partition, from the planes of full samples and of those half a sample to the right, downwards, and both.
pub type Luma = unsafe extern "C" fn(
    pred: *mut u8,
    pred_stride: isize,
    planes: *const *mut u8,
    stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
    weight: *const Weight,
);

/// `get_ref`: the same, or where it is in a plane already, with the distance of rows there.
pub type Reference = unsafe extern "C" fn(
    pred: *mut u8,
    pred_stride: *mut isize,
    planes: *const *mut u8,
    stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
    weight: *const Weight,
) -> *mut u8;

levels! {
    fn weigh<const W: usize>(
        level; pred: *mut u8, pred_stride: isize, p: *mut u8, stride: isize, weight: *const Weight, height: i32
    )
    where (
        pred: *mut u8 = pred, pred_stride: isize = pred_stride,
        p: *const u8 = p, stride: isize = stride,
        weights: [i32; 3] = [(*weight).log_wd, (*weight).scale, (*weight).offset],
        height: i32 = height,
    ) {
        if height < 1 {
            return;
        }
        let [log_wd, w, o] = weights;
        let (pred, p) = (rows_at_mut::<u8, W>(pred, height as usize, pred_stride), rows::<u8, W>(p, height as usize, stride));
        kernels::weighted_rows::staged(level, pred, p, log_wd, w, o);
    }

    fn average_rows<const W: usize>(
        level; pred: *mut u8, pred_stride: isize, a: *const u8, b: *const u8, stride: isize, height: i32
    )
    where (
        pred: *mut u8 = pred, pred_stride: isize = pred_stride,
        a: *const u8 = a, b: *const u8 = b, stride: isize = stride,
        height: i32 = height,
    ) {
        let h = height as usize;
        let (a, b) = (rows::<u8, W>(a, h, stride), rows::<u8, W>(b, h, stride));
        kernels::average_rows::staged(level, rows_at_mut::<u8, W>(pred, h, pred_stride), a, b);
    }
}

/// Samples of 8 bits.
enum EightBits {}

impl Depth for EightBits {
    type Sample = u8;

    #[inline(always)]
    unsafe fn average<S: Simd, const H: usize, const W: usize>(
        level: S,
        pred: *mut u8,
        pred_stride: isize,
        [a, b]: [*const u8; 2],
        stride: isize,
    ) {
        // SAFETY: the caller vouches for all three.
        unsafe {
            let (a, b) = (at::<u8, H, W>(a, stride), at::<u8, H, W>(b, stride));
            kernels::average::staged(level, at_mut::<u8, H, W>(pred, pred_stride), a, b);
        }
    }

    fn average_rows<const W: usize>() -> AverageRows<u8> {
        average_rows::current::<W>()
    }

    fn weigh_rows<const W: usize>() -> WeighRows<u8> {
        weigh::current::<W>()
    }
}

levels! {
    fn luma(
        level; pred: *mut u8, pred_stride: isize, planes: *const *mut u8, stride: isize, mv_x: i32, mv_y: i32, width: i32,
        height: i32, weight: *const Weight
    )
    where (
        pred: *mut u8 = pred, pred_stride: isize = pred_stride,
        planes: *const *mut u8 = planes, stride: isize = stride,
        mv: [i32; 2] = [mv_x, mv_y],
        width: i32 = width, height: i32 = height,
        weight: *const Weight = weight,
    ) {
        partitions::luma::<EightBits, _>(level, pred, pred_stride, samples_of(planes, stride, mv), stride, [width, height], weight);
    }

    fn reference(
        level; pred: *mut u8, pred_stride: *mut isize, planes: *const *mut u8, stride: isize, mv_x: i32, mv_y: i32,
        width: i32, height: i32, weight: *const Weight
    ) -> *mut u8
    where (
        pred: *mut u8 = pred, pred_stride: *mut isize = pred_stride,
        planes: *const *mut u8 = planes, stride: isize = stride,
        mv: [i32; 2] = [mv_x, mv_y],
        width: i32 = width, height: i32 = height,
        weight: *const Weight = weight,
    ) {
        partitions::reference::<EightBits, _>(level, pred, pred_stride, samples_of(planes, stride, mv), stride, [width, height], weight)
    }
}

/// Prediction of luminance: `mc_luma` and `get_ref`.
///
/// # Safety
/// Both are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_luma(luma_slot: *mut Luma, reference_slot: *mut Reference) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        luma_slot.write(luma::current());
        reference_slot.write(reference::current());
    }
}

/// The functions that weigh rows of 2, 4, 8, 12, 16 and 20 samples: x264 has a table of them, or one for each of `weight`,
/// `offsetadd` and `offsetsub`, to which its slots point.
///
/// # Safety
/// `table` has 6 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_weights(table: *mut Weigh) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Weigh, 6>(
            table,
            [
                weigh::current::<2>(),
                weigh::current::<4>(),
                weigh::current::<8>(),
                weigh_in_parts::<EightBits, 12>,
                weigh::current::<16>(),
                weigh_in_parts::<EightBits, 20>,
            ],
        );
    }
}
