//! Prediction from other pictures in the layout of openh264. The functions look up the size of a partition, and then call
//! the one for it.

use unite_h264::kernels;

use crate::inter;
use crate::levels::levels;
use crate::memory::{at, at_mut, copy_rows, rows_mut, span_mut};

/// `pMcLumaFunc` or `pMcChromaFunc`: `p` is where the vector's full samples point.
pub type Mc = unsafe extern "C" fn(
    p: *const u8,
    p_stride: i32,
    pred: *mut u8,
    pred_stride: i32,
    mv_x: i16,
    mv_y: i16,
    width: i32,
    height: i32,
);

/// `pfSampleAveraging`.
pub type SampleAveraging = unsafe extern "C" fn(
    pred: *mut u8,
    pred_stride: i32,
    a: *const u8,
    a_stride: i32,
    b: *const u8,
    b_stride: i32,
    width: i32,
    height: i32,
);

/// Kernels on windows: of luminance with two samples before the partition and three after it on each axis, of chrominance
/// with one more after it.
macro_rules! partitions {
    ($($name:ident = $module:ident::$kernel:ident of [$h:literal, $w:literal] in [$wh:literal, $ww:literal] after $before:literal;)*) => {levels! {$(
        fn $name(level; p: *const u8, p_stride: isize, pred: *mut u8, pred_stride: isize, x_frac: u8, y_frac: u8)
        where (
            window: *const u8 = p.offset(-$before * (p_stride + 1)),
            p_stride: isize = p_stride,
            pred: &mut [u8] = span_mut::<u8, $h, $w>(pred, pred_stride),
            pred_stride: isize = pred_stride,
            x_frac: u8 = x_frac,
            y_frac: u8 = y_frac,
        ) {
            let window = at::<u8, $wh, $ww>(window, p_stride);
            let pred = rows_mut::<u8, $h, $w>(pred, pred_stride).exclusive();
            inter::$module::$kernel::staged(level, pred, window, x_frac.into(), y_frac.into());
        }
    )*}};
}

partitions! {
    luma_16x16 = of_16x16::luma of [16, 16] in [21, 21] after 2;
    luma_16x8 = of_16x8::luma of [8, 16] in [13, 21] after 2;
    luma_8x16 = of_8x16::luma of [16, 8] in [21, 13] after 2;
    luma_8x8 = of_8x8::luma of [8, 8] in [13, 13] after 2;
    luma_8x4 = of_8x4::luma of [4, 8] in [9, 13] after 2;
    luma_4x8 = of_4x8::luma of [8, 4] in [13, 9] after 2;
    luma_4x4 = of_4x4::luma of [4, 4] in [9, 9] after 2;
    luma_1x1 = of_1x1::luma of [1, 1] in [6, 6] after 2;
    chroma_8x8 = of_8x8::chroma of [8, 8] in [9, 9] after 0;
    chroma_8x4 = of_8x4::chroma of [4, 8] in [5, 9] after 0;
    chroma_4x8 = of_4x8::chroma of [8, 4] in [9, 5] after 0;
    chroma_4x4 = of_4x4::chroma of [4, 4] in [5, 5] after 0;
    chroma_4x2 = of_4x2::chroma of [2, 4] in [3, 5] after 0;
    chroma_2x4 = of_2x4::chroma of [4, 2] in [5, 3] after 0;
    chroma_2x2 = of_2x2::chroma of [2, 2] in [3, 3] after 0;
    chroma_1x1 = of_1x1::chroma of [1, 1] in [2, 2] after 0;
}

levels! {
    /// A vector of full samples: no other sample is looked at.
    fn copied<const H: usize, const W: usize>(
        level; p: *const u8, p_stride: isize, pred: *mut u8, pred_stride: isize, _x_frac: u8, _y_frac: u8
    )
    where (p: *const u8 = p, p_stride: isize = p_stride, pred: *mut u8 = pred, pred_stride: isize = pred_stride) {
        let _ = level;
        copy_rows::<u8, H, W>(pred, pred_stride, p, p_stride);
    }
}

/// Does something for every sample of a partition, at its place: partitions have few sizes, and others, which no encoder asks for,
/// are made of such of one sample.
#[cold]
fn sample_by_sample(width: i32, height: i32, mut predict: impl FnMut(isize, isize)) {
    for y in 0..height as isize {
        for x in 0..width as isize {
            predict(y, x);
        }
    }
}

unsafe extern "C" fn luma(
    p: *const u8,
    p_stride: i32,
    pred: *mut u8,
    pred_stride: i32,
    mv_x: i16,
    mv_y: i16,
    width: i32,
    height: i32,
) {
    let (p_stride, pred_stride) = (p_stride as isize, pred_stride as isize);
    let (x_frac, y_frac) = ((mv_x & 3) as u8, (mv_y & 3) as u8);
    let predict = match (width, height) {
        (16, 16) => luma_16x16::current(),
        (16, 8) => luma_16x8::current(),
        (8, 16) => luma_8x16::current(),
        (8, 8) => luma_8x8::current(),
        (8, 4) => luma_8x4::current(),
        (4, 8) => luma_4x8::current(),
        (4, 4) => luma_4x4::current(),
        _ => {
            let predict = luma_1x1::current();
            return sample_by_sample(width, height, |y, x| {
                // SAFETY: as below, of one sample.
                unsafe {
                    let (p, pred) = (p.offset(y * p_stride + x), pred.offset(y * pred_stride + x));
                    predict(p, p_stride, pred, pred_stride, x_frac, y_frac);
                }
            });
        }
    };
    // SAFETY: the caller vouches for the partition and for the samples around `p`.
    unsafe { predict(p, p_stride, pred, pred_stride, x_frac, y_frac) }
}

unsafe extern "C" fn chroma(
    p: *const u8,
    p_stride: i32,
    pred: *mut u8,
    pred_stride: i32,
    mv_x: i16,
    mv_y: i16,
    width: i32,
    height: i32,
) {
    let (p_stride, pred_stride) = (p_stride as isize, pred_stride as isize);
    let (x_frac, y_frac) = ((mv_x & 7) as u8, (mv_y & 7) as u8);
    let predict = if x_frac | y_frac == 0 {
        match (width, height) {
            (8, 8) => copied::current::<8, 8>(),
            (8, 4) => copied::current::<4, 8>(),
            (4, 8) => copied::current::<8, 4>(),
            (4, 4) => copied::current::<4, 4>(),
            (4, 2) => copied::current::<2, 4>(),
            (2, 4) => copied::current::<4, 2>(),
            (2, 2) => copied::current::<2, 2>(),
            _ => copied::current::<1, 1>(),
        }
    } else {
        match (width, height) {
            (8, 8) => chroma_8x8::current(),
            (8, 4) => chroma_8x4::current(),
            (4, 8) => chroma_4x8::current(),
            (4, 4) => chroma_4x4::current(),
            (4, 2) => chroma_4x2::current(),
            (2, 4) => chroma_2x4::current(),
            (2, 2) => chroma_2x2::current(),
            _ => chroma_1x1::current(),
        }
    };
    if !matches!((width, height), (8, 8 | 4) | (4, 8 | 4 | 2) | (2, 4 | 2)) {
        return sample_by_sample(width, height, |y, x| {
            // SAFETY: as below, of one sample.
            unsafe {
                let (p, pred) = (p.offset(y * p_stride + x), pred.offset(y * pred_stride + x));
                predict(p, p_stride, pred, pred_stride, x_frac, y_frac);
            }
        });
    }
    // SAFETY: the caller vouches for the partition and for the samples around `p`.
    unsafe { predict(p, p_stride, pred, pred_stride, x_frac, y_frac) }
}

levels! {
    fn average_of<const H: usize, const W: usize>(
        level;
        pred: *mut u8,
        pred_stride: isize,
        a: *const u8,
        a_stride: isize,
        b: *const u8,
        b_stride: isize,
    )
    where (
        pred: *mut u8 = pred,
        pred_stride: isize = pred_stride,
        a: *const u8 = a,
        a_stride: isize = a_stride,
        b: *const u8 = b,
        b_stride: isize = b_stride,
    ) {
        let (a, b) = (at::<u8, H, W>(a, a_stride), at::<u8, H, W>(b, b_stride));
        kernels::average::staged(level, at_mut::<u8, H, W>(pred, pred_stride), a, b);
    }
}

unsafe extern "C" fn average(
    pred: *mut u8,
    pred_stride: i32,
    a: *const u8,
    a_stride: i32,
    b: *const u8,
    b_stride: i32,
    width: i32,
    height: i32,
) {
    let strides = [pred_stride, a_stride, b_stride].map(|stride| stride as isize);
    let average = match (width, height) {
        (16, 16) => average_of::current::<16, 16>(),
        (16, 8) => average_of::current::<8, 16>(),
        (8, 16) => average_of::current::<16, 8>(),
        (8, 8) => average_of::current::<8, 8>(),
        (8, 4) => average_of::current::<4, 8>(),
        (4, 8) => average_of::current::<8, 4>(),
        (4, 4) => average_of::current::<4, 4>(),
        _ => {
            let average = average_of::current::<1, 1>();
            return sample_by_sample(width, height, |y, x| {
                let [pred_at, a_at, b_at] = strides.map(|stride| y * stride + x);
                // SAFETY: as below, of one sample.
                unsafe { average(pred.offset(pred_at), 1, a.offset(a_at), 1, b.offset(b_at), 1) }
            });
        }
    };
    let [pred_stride, a_stride, b_stride] = strides;
    // SAFETY: the caller vouches for all three.
    unsafe { average(pred, pred_stride, a, a_stride, b, b_stride) }
}

/// Prediction of luminance and of a component of chrominance, and the average of two predictions.
///
/// # Safety
/// All are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_inter(
    luma_slot: *mut Mc,
    chroma_slot: *mut Mc,
    average_slot: *mut SampleAveraging,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        luma_slot.write(luma);
        chroma_slot.write(chroma);
        average_slot.write(average);
    }
}
