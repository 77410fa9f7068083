//! Prediction of luminance in the layout of x264: quarters of a sample from planes of full and half samples, and weights.

use core::ffi::c_void;

use unite::staged::lanes::Simd;
use unite_h264::kernels;

use crate::levels::levels;
use crate::memory::{at, at_mut, rows, rows_at_mut};

/// `x264_weight_t`: weights of a reference picture (8.4.2.3.2).
#[repr(C)]
pub struct Weight {
    /// What x264's own functions keep.
    pub cached: [[i16; 8]; 2],
    /// `logWD`.
    pub log_wd: i32,
    /// `w`.
    pub scale: i32,
    /// `o`.
    pub offset: i32,
    /// The functions for it; null where nothing is weighted.
    pub functions: *const c_void,
}

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

/// A plane of half samples, and how many rows and columns further a sample of it is.
type Sample = (usize, [isize; 2]);

/// Of which samples a quarter is the average (8.4.2.2.1), by its quarters downwards and to the right: `G`, `b`, `h` and `j` are those
/// of the planes. What is one of these is there once.
const QUARTERS: [[(Sample, Option<Sample>); 4]; 4] = {
    const G: Sample = (0, [0, 0]);
    const B: Sample = (1, [0, 0]);
    const H: Sample = (2, [0, 0]);
    const J: Sample = (3, [0, 0]);
    // The full samples to the right and below, the half ones to the right and below.
    const TO_THE_RIGHT: Sample = (0, [0, 1]);
    const BELOW: Sample = (0, [1, 0]);
    const M: Sample = (2, [0, 1]);
    const S: Sample = (1, [1, 0]);
    [
        [(G, None), (G, Some(B)), (B, None), (TO_THE_RIGHT, Some(B))],
        [(G, Some(H)), (B, Some(H)), (B, Some(J)), (B, Some(M))],
        [(H, None), (H, Some(J)), (J, None), (J, Some(M))],
        [(BELOW, Some(H)), (S, Some(H)), (S, Some(J)), (S, Some(M))],
    ]
};

/// Where the samples of a quarter are.
///
/// # Safety
/// There are four planes, with samples where the vector leads to.
#[doc(hidden)]
#[inline(always)]
pub unsafe fn samples_of<T>(
    planes: *const *mut T,
    stride: isize,
    [mv_x, mv_y]: [i32; 2],
) -> (*const T, Option<*const T>) {
    let (first, second) = QUARTERS[(mv_y & 3) as usize][(mv_x & 3) as usize];
    let [y, x] = [mv_y >> 2, mv_x >> 2].map(|full| full as isize);
    let at = |(plane, [down, right]): Sample| {
        // SAFETY: the caller vouches for the planes.
        unsafe { (*planes.add(plane)).offset((y + down) * stride + x + right).cast_const() }
    };
    (at(first), second.map(at))
}

/// The average of two partitions of a plane, at the level of the caller.
///
/// # Safety
/// There are `height` rows of `width` samples of all three.
#[inline(always)]
unsafe fn average_of<S: Simd>(
    level: S,
    pred: *mut u8,
    pred_stride: isize,
    [a, b]: [*const u8; 2],
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

/// The average of two partitions of `H` rows of `W` samples.
///
/// # Safety
/// There are these of all three.
#[inline(always)]
unsafe fn average_at<S: Simd, const H: usize, const W: usize>(
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

/// The average of two partitions of any size, which no encoder asks for.
///
/// # Safety
/// As for [`average_of`].
#[cold]
unsafe fn average_in_parts(
    pred: *mut u8,
    pred_stride: isize,
    [a, b]: [*const u8; 2],
    stride: isize,
    width: i32,
    height: i32,
) {
    let mut x = 0;
    while x < width.max(0) as usize && height > 0 {
        let left = width as usize - x;
        let (columns, rows) = match left {
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

/// A partition as it is.
///
/// # Safety
/// There are `height` rows of `width` samples of both.
#[doc(hidden)]
#[inline(always)]
pub unsafe fn copy_of<T: Copy>(
    pred: *mut T,
    pred_stride: isize,
    p: *const T,
    stride: isize,
    width: i32,
    height: i32,
) {
    /// Rows of so many samples.
    unsafe fn rows<T: Copy, const W: usize>(
        pred: *mut T,
        pred_stride: isize,
        p: *const T,
        stride: isize,
        height: i32,
    ) {
        for y in 0..height as isize {
            // SAFETY: the caller vouches for the rows of both.
            unsafe {
                let row = p.offset(y * stride).cast::<[T; W]>().read_unaligned();
                pred.offset(y * pred_stride).cast::<[T; W]>().write_unaligned(row);
            }
        }
    }
    // SAFETY: as above.
    unsafe {
        match width {
            16 => rows::<T, 16>(pred, pred_stride, p, stride, height),
            8 => rows::<T, 8>(pred, pred_stride, p, stride, height),
            4 => rows::<T, 4>(pred, pred_stride, p, stride, height),
            _ => {
                for y in 0..height as isize {
                    pred.offset(y * pred_stride).copy_from(p.offset(y * stride), width.max(0) as usize);
                }
            }
        }
    }
}

/// A weighted partition, which may be weighted where it lies: its columns by powers of two, so that no vector of a row ends over
/// samples that were weighted before.
///
/// # Safety
/// There are `height` rows of `width` samples of both.
unsafe fn weigh_all(
    pred: *mut u8,
    pred_stride: isize,
    p: *const u8,
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
    pred: *mut u8,
    pred_stride: isize,
    p: *mut u8,
    stride: isize,
    weight: *const Weight,
    height: i32,
) {
    // SAFETY: the caller vouches for as many rows of `W` samples of both.
    unsafe { weigh_all(pred, pred_stride, p, stride, weight, W, height) }
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
        super::fill::<Weigh, 6>(
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
