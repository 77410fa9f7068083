//! Prediction from other pictures in the layout of openh264. The functions look up the size of a partition, and then call
//! the one for it.

use unite_h264::kernels;

use crate::inter;
use crate::levels::levels;
use crate::memory::{read, span, span_mut, write};

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
            window: &[u8] = span::<u8, $wh, $ww>(p.offset(-$before * (p_stride + 1)), p_stride),
            p_stride: isize = p_stride,
            pred: &mut [u8] = span_mut::<u8, $h, $w>(pred, pred_stride),
            pred_stride: isize = pred_stride,
            x_frac: u8 = x_frac,
            y_frac: u8 = y_frac,
        ) {
            let window = read::<u8, $wh, $ww>(window.as_ptr(), p_stride).shared();
            let pred = write::<u8, $h, $w>(pred.as_mut_ptr(), pred_stride).exclusive();
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
    chroma_8x8 = of_8x8::chroma of [8, 8] in [9, 9] after 0;
    chroma_8x4 = of_8x4::chroma of [4, 8] in [5, 9] after 0;
    chroma_4x8 = of_4x8::chroma of [8, 4] in [9, 5] after 0;
    chroma_4x4 = of_4x4::chroma of [4, 4] in [5, 5] after 0;
    chroma_4x2 = of_4x2::chroma of [2, 4] in [3, 5] after 0;
    chroma_2x4 = of_2x4::chroma of [4, 2] in [5, 3] after 0;
    chroma_2x2 = of_2x2::chroma of [2, 2] in [3, 3] after 0;
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
    let predict = match (width, height) {
        (16, 16) => luma_16x16::current(),
        (16, 8) => luma_16x8::current(),
        (8, 16) => luma_8x16::current(),
        (8, 8) => luma_8x8::current(),
        (8, 4) => luma_8x4::current(),
        (4, 8) => luma_4x8::current(),
        (4, 4) => luma_4x4::current(),
        _ => panic!("no partition of luminance has {width} by {height} samples"),
    };
    // SAFETY: the caller vouches for the partition and for the samples around `p`.
    unsafe {
        predict(p, p_stride as isize, pred, pred_stride as isize, (mv_x & 3) as u8, (mv_y & 3) as u8);
    }
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
    let predict = match (width, height) {
        (8, 8) => chroma_8x8::current(),
        (8, 4) => chroma_8x4::current(),
        (4, 8) => chroma_4x8::current(),
        (4, 4) => chroma_4x4::current(),
        (4, 2) => chroma_4x2::current(),
        (2, 4) => chroma_2x4::current(),
        (2, 2) => chroma_2x2::current(),
        _ => panic!("no partition of chrominance at 4:2:0 has {width} by {height} samples"),
    };
    // SAFETY: the caller vouches for the partition and for the samples around `p`.
    unsafe {
        predict(p, p_stride as isize, pred, pred_stride as isize, (mv_x & 7) as u8, (mv_y & 7) as u8);
    }
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
        pred: &mut [u8] = span_mut::<u8, H, W>(pred, pred_stride),
        pred_stride: isize = pred_stride,
        a: &[u8] = span::<u8, H, W>(a, a_stride),
        a_stride: isize = a_stride,
        b: &[u8] = span::<u8, H, W>(b, b_stride),
        b_stride: isize = b_stride,
    ) {
        let (a, b) = (read::<u8, H, W>(a.as_ptr(), a_stride), read::<u8, H, W>(b.as_ptr(), b_stride));
        let pred = write::<u8, H, W>(pred.as_mut_ptr(), pred_stride).exclusive();
        kernels::average::staged(level, pred, a.shared(), b.shared());
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
    let average = match (width, height) {
        (16, 16) => average_of::current::<16, 16>(),
        (16, 8) => average_of::current::<8, 16>(),
        (8, 16) => average_of::current::<16, 8>(),
        (8, 8) => average_of::current::<8, 8>(),
        (8, 4) => average_of::current::<4, 8>(),
        (4, 8) => average_of::current::<8, 4>(),
        (4, 4) => average_of::current::<4, 4>(),
        _ => panic!("no partition of luminance has {width} by {height} samples"),
    };
    // SAFETY: the caller vouches for all three, `pred` apart from the others.
    unsafe { average(pred, pred_stride as isize, a, a_stride as isize, b, b_stride as isize) }
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
