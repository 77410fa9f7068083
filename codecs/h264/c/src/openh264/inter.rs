//! Prediction from other pictures in the layout of openh264. The functions look up the size of a partition, and then call
//! the one for it.

use crate::inter;
use crate::levels::levels;
use crate::memory::copy_rows;

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
    let Some(predict) = inter::luma_of(width.into(), height.into()) else {
        let predict = inter::luma_of_sample();
        return sample_by_sample(width, height, |y, x| {
            // SAFETY: as below, of one sample.
            unsafe {
                let (p, pred) = (p.offset(y * p_stride + x), pred.offset(y * pred_stride + x));
                inter::predict_luma(predict, 1, (p, p_stride), (pred, pred_stride), [x_frac, y_frac]);
            }
        });
    };
    // SAFETY: the caller vouches for the partition and for the samples around `p`.
    unsafe {
        inter::predict_luma(predict, height as isize, (p, p_stride), (pred, pred_stride), [x_frac, y_frac]);
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
        inter::chroma_of(width.into(), height.into()).unwrap_or_else(inter::chroma_of_sample)
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
    let Some(average) = inter::average_of(width.into(), height.into()) else {
        let average = inter::average_of_sample();
        return sample_by_sample(width, height, |y, x| {
            let [pred_at, a_at, b_at] = strides.map(|stride| y * stride + x);
            // SAFETY: as below, of one sample.
            unsafe { average(pred.offset(pred_at), 1, a.offset(a_at), 1, b.offset(b_at), 1) }
        });
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
