//! Prediction of luminance: quarters of a sample from planes of full and half samples, and weights.

use unite::staged::lanes::Simd;
use unite_h264::kernels::high;
use unite_h264_c::Weight;
use unite_h264_c::levels::levels;
use unite_h264_c::memory::{at, at_mut};
use unite_h264_c::partitions::{self, AverageRows, Depth, WeighRows, samples_of, weigh_in_parts};
use unite_h264_c::tables::fill;

use crate::BIT_DEPTH;

/// `weight`, `offsetadd` and `offsetsub`: rows of a width.
pub type Weigh = unsafe extern "C" fn(
    pred: *mut u16,
    pred_stride: isize,
    p: *mut u16,
    stride: isize,
    weight: *const Weight,
    height: i32,
);

/// `mc_luma`: a partition, from the planes of full samples and of those half a sample to the right, downwards, and both.
pub type Luma = unsafe extern "C" fn(
    pred: *mut u16,
    pred_stride: isize,
    planes: *const *mut u16,
    stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
    weight: *const Weight,
);

/// `get_ref`: the same, or where it is in a plane already, with the distance of rows there.
pub type Reference = unsafe extern "C" fn(
    pred: *mut u16,
    pred_stride: *mut isize,
    planes: *const *mut u16,
    stride: isize,
    mv_x: i32,
    mv_y: i32,
    width: i32,
    height: i32,
    weight: *const Weight,
) -> *mut u16;

levels! {
    fn weigh<const W: usize>(
        level; pred: *mut u16, pred_stride: isize, p: *mut u16, stride: isize, weight: *const Weight, height: i32
    )
    where (
        pred: *mut u16 = pred, pred_stride: isize = pred_stride,
        p: *const u16 = p, stride: isize = stride,
        weights: [i32; 3] = [(*weight).log_wd, (*weight).scale, (*weight).offset],
        height: i32 = height,
    ) {
        let [log_wd, w, o] = weights;
        let o = o.clamp(-128, 127) << (BIT_DEPTH - 8);
        for y in 0..height as isize {
            let (pred, p) = (pred.offset(y * pred_stride), p.offset(y * stride));
            let (pred, p) = (at_mut::<u16, 1, W>(pred, W as isize), at::<u16, 1, W>(p, W as isize));
            high::weighted::staged(level, pred, p, log_wd, w, o, BIT_DEPTH);
        }
    }

    fn average_rows<const W: usize>(
        level; pred: *mut u16, pred_stride: isize, a: *const u16, b: *const u16, stride: isize, height: i32
    )
    where (
        pred: *mut u16 = pred, pred_stride: isize = pred_stride,
        a: *const u16 = a, b: *const u16 = b, stride: isize = stride,
        height: i32 = height,
    ) {
        for y in 0..height as isize {
            let of = [a.offset(y * stride), b.offset(y * stride)];
            TenBits::average::<_, 1, W>(level, pred.offset(y * pred_stride), W as isize, of, W as isize);
        }
    }
}

/// Samples of 10 bits.
enum TenBits {}

impl Depth for TenBits {
    type Sample = u16;

    #[inline(always)]
    unsafe fn average<S: Simd, const H: usize, const W: usize>(
        level: S,
        pred: *mut u16,
        pred_stride: isize,
        [a, b]: [*const u16; 2],
        stride: isize,
    ) {
        // SAFETY: the caller vouches for all three.
        unsafe {
            let (a, b) = (at::<u16, H, W>(a, stride), at::<u16, H, W>(b, stride));
            high::average::staged(level, at_mut::<u16, H, W>(pred, pred_stride), a, b);
        }
    }

    fn average_rows<const W: usize>() -> AverageRows<u16> {
        average_rows::current::<W>()
    }

    fn weigh_rows<const W: usize>() -> WeighRows<u16> {
        weigh::current::<W>()
    }
}

levels! {
    fn luma(
        level; pred: *mut u16, pred_stride: isize, planes: *const *mut u16, stride: isize, mv_x: i32, mv_y: i32, width: i32,
        height: i32, weight: *const Weight
    )
    where (
        pred: *mut u16 = pred, pred_stride: isize = pred_stride,
        planes: *const *mut u16 = planes, stride: isize = stride,
        mv: [i32; 2] = [mv_x, mv_y],
        width: i32 = width, height: i32 = height,
        weight: *const Weight = weight,
    ) {
        partitions::luma::<TenBits, _>(level, pred, pred_stride, samples_of(planes, stride, mv), stride, [width, height], weight);
    }

    fn reference(
        level; pred: *mut u16, pred_stride: *mut isize, planes: *const *mut u16, stride: isize, mv_x: i32, mv_y: i32,
        width: i32, height: i32, weight: *const Weight
    ) -> *mut u16
    where (
        pred: *mut u16 = pred, pred_stride: *mut isize = pred_stride,
        planes: *const *mut u16 = planes, stride: isize = stride,
        mv: [i32; 2] = [mv_x, mv_y],
        width: i32 = width, height: i32 = height,
        weight: *const Weight = weight,
    ) {
        partitions::reference::<TenBits, _>(level, pred, pred_stride, samples_of(planes, stride, mv), stride, [width, height], weight)
    }
}

/// Prediction of luminance: `mc_luma` and `get_ref`.
///
/// # Safety
/// Both are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_luma(luma_slot: *mut Luma, reference_slot: *mut Reference) {
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
pub unsafe extern "C" fn unite_h264_x264_10_weights(table: *mut Weigh) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Weigh, 6>(
            table,
            [
                weigh::current::<2>(),
                weigh::current::<4>(),
                weigh::current::<8>(),
                weigh_in_parts::<TenBits, 12>,
                weigh::current::<16>(),
                weigh_in_parts::<TenBits, 20>,
            ],
        );
    }
}
