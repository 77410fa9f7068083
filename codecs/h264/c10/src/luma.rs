//! Prediction of luminance: quarters of a sample from planes of full and half samples, and weights.

use unite::staged::lanes::Simd;
use unite_h264::kernels::high;
use unite_h264_c::levels::levels;
use unite_h264_c::memory::{at, at_mut};
use unite_h264_c::{Weight, copy_of, samples_of};

use crate::{BIT_DEPTH, fill};

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
            average_at::<_, 1, W>(
                level, pred.offset(y * pred_stride), W as isize, [a.offset(y * stride), b.offset(y * stride)], W as isize,
            );
        }
    }
}

/// The average of two partitions of `H` rows of `W` samples, at the level of the caller.
///
/// # Safety
/// There are these of all three.
#[inline(always)]
unsafe fn average_at<S: Simd, const H: usize, const W: usize>(
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

/// The average of two partitions of a plane, at the level of the caller.
///
/// # Safety
/// There are `height` rows of `width` samples of all three.
#[inline(always)]
unsafe fn average_of<S: Simd>(
    level: S,
    pred: *mut u16,
    pred_stride: isize,
    [a, b]: [*const u16; 2],
    stride: isize,
    width: i32,
    height: i32,
) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        match (width, height) {
            (16, 16) => average_at::<S, 16, 16>(level, pred, pred_stride, [a, b], stride),
            (16, 8) => average_at::<S, 8, 16>(level, pred, pred_stride, [a, b], stride),
            (8, 16) => average_at::<S, 16, 8>(level, pred, pred_stride, [a, b], stride),
            (8, 8) => average_at::<S, 8, 8>(level, pred, pred_stride, [a, b], stride),
            (8, 4) => average_at::<S, 4, 8>(level, pred, pred_stride, [a, b], stride),
            (4, 8) => average_at::<S, 8, 4>(level, pred, pred_stride, [a, b], stride),
            (4, 4) => average_at::<S, 4, 4>(level, pred, pred_stride, [a, b], stride),
            _ => average_in_parts(pred, pred_stride, [a, b], stride, width, height),
        }
    }
}

/// The average of two partitions of any size, which no encoder asks for.
///
/// # Safety
/// As for [`average_of`].
#[cold]
unsafe fn average_in_parts(
    pred: *mut u16,
    pred_stride: isize,
    [a, b]: [*const u16; 2],
    stride: isize,
    width: i32,
    height: i32,
) {
    let mut x = 0;
    while x < width.max(0) as usize {
        let (columns, rows) = match width as usize - x {
            16.. => (16, average_rows::current::<16>()),
            8.. => (8, average_rows::current::<8>()),
            4.. => (4, average_rows::current::<4>()),
            _ => (1, average_rows::current::<1>()),
        };
        // SAFETY: the caller vouches for all three, of which these are columns.
        unsafe { rows(pred.add(x), pred_stride, a.add(x), b.add(x), stride, height) }
        x += columns;
    }
}

/// A weighted partition, which may be weighted where it lies: its columns by powers of two, so that no vector of a row ends over
/// samples that were weighted before.
///
/// # Safety
/// There are `height` rows of `width` samples of both.
unsafe fn weigh_all(
    pred: *mut u16,
    pred_stride: isize,
    p: *const u16,
    stride: isize,
    weight: *const Weight,
    width: i32,
    height: i32,
) {
    let mut x = 0;
    while x < width.max(0) as usize {
        let (columns, weigh) = match width as usize - x {
            16.. => (16, weigh::current::<16>()),
            8.. => (8, weigh::current::<8>()),
            4.. => (4, weigh::current::<4>()),
            2.. => (2, weigh::current::<2>()),
            _ => (1, weigh::current::<1>()),
        };
        // SAFETY: the caller vouches for both, of which these are columns.
        unsafe { weigh(pred.add(x), pred_stride, p.add(x).cast_mut(), stride, weight, height) }
        x += columns;
    }
}

/// Rows of `W` samples, as [`weigh_all`] takes them apart.
unsafe extern "C" fn weigh_in_parts<const W: i32>(
    pred: *mut u16,
    pred_stride: isize,
    p: *mut u16,
    stride: isize,
    weight: *const Weight,
    height: i32,
) {
    // SAFETY: the caller vouches for as many rows of `W` samples of both.
    unsafe { weigh_all(pred, pred_stride, p, stride, weight, W, height) }
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
        let weighted = !(*weight).functions.is_null();
        match samples_of(planes, stride, mv) {
            (a, Some(b)) => {
                average_of(level, pred, pred_stride, [a, b], stride, width, height);
                if weighted {
                    weigh_all(pred, pred_stride, pred, pred_stride, weight, width, height);
                }
            }
            (p, None) if weighted => weigh_all(pred, pred_stride, p, stride, weight, width, height),
            (p, None) => copy_of(pred, pred_stride, p, stride, width, height),
        }
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
        let weighted = !(*weight).functions.is_null();
        match samples_of(planes, stride, mv) {
            (a, Some(b)) => {
                average_of(level, pred, *pred_stride, [a, b], stride, width, height);
                if weighted {
                    weigh_all(pred, *pred_stride, pred, *pred_stride, weight, width, height);
                }
                pred
            }
            (p, None) if weighted => {
                weigh_all(pred, *pred_stride, p, stride, weight, width, height);
                pred
            }
            (p, None) => {
                *pred_stride = stride;
                p.cast_mut()
            }
        }
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
                weigh_in_parts::<12>,
                weigh::current::<16>(),
                weigh_in_parts::<20>,
            ],
        );
    }
}
