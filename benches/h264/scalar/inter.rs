//! Prediction from other pictures.

use super::scalar;
use unite_h264_c::Average;

#[inline(always)]
fn six_taps(p: impl Fn(isize) -> i32) -> i32 {
    p(-2) - 5 * p(-1) + 20 * p(0) + 20 * p(1) - 5 * p(2) + p(3)
}

#[inline(always)]
fn clipped(x: i32) -> u8 {
    x.clamp(0, 255) as u8
}

scalar! {
    fn average<const H: usize, const W: usize>(
        pred: *mut u8,
        pred_stride: isize,
        a: *mut u8,
        a_stride: isize,
        b: *mut u8,
        b_stride: isize,
        weight: i32
    ) {
        for y in 0..H as isize {
            let pred: &mut [u8; W] = &mut *pred.offset(y * pred_stride).cast();
            let (a, b): (&[u8; W], &[u8; W]) = (&*a.offset(y * a_stride).cast(), &*b.offset(y * b_stride).cast());
            for x in 0..W {
                let (a, b) = (i32::from(a[x]), i32::from(b[x]));
                pred[x] = if weight == 32 {
                    ((a + b + 1) >> 1) as u8
                } else {
                    clipped((a * weight + b * (64 - weight) + 32) >> 6)
                };
            }
        }
    }

    fn chroma(
        cb: *mut u8,
        cr: *mut u8,
        stride: isize,
        p: *mut u8,
        p_stride: isize,
        mv_x: i32,
        mv_y: i32,
        width: i32,
        height: i32
    ) {
        let p = p.offset((mv_y >> 3) as isize * p_stride + (mv_x >> 3) as isize * 2);
        let (x_frac, y_frac) = (mv_x & 7, mv_y & 7);
        let [a, b] = [8 - x_frac, x_frac].map(|x| x * (8 - y_frac));
        let [c, d] = [8 - x_frac, x_frac].map(|x| x * y_frac);
        for y in 0..height as isize {
            let (row, below) = (p.offset(y * p_stride), p.offset((y + 1) * p_stride));
            for x in 0..width as usize {
                for (k, pred) in [cb, cr].into_iter().enumerate() {
                    let sample = |row: *mut u8, x: usize| i32::from(*row.add(2 * x + k));
                    let sum = a * sample(row, x) + b * sample(row, x + 1) + c * sample(below, x) + d * sample(below, x + 1);
                    *pred.offset(y * stride).add(x) = ((sum + 32) >> 6) as u8;
                }
            }
        }
    }

    fn half_planes(
        b: *mut u8,
        h: *mut u8,
        j: *mut u8,
        p: *mut u8,
        stride: isize,
        width: i32,
        height: i32,
        line: *mut i16
    ) {
        let width = width as isize;
        for y in 0..height as isize {
            let row = p.offset(y * stride);
            for x in -2..width + 3 {
                let sum = six_taps(|i| i32::from(*row.offset(i * stride + x)));
                *line.offset(x + 2) = sum as i16;
                // What x264's C writes, too: two columns before and three after.
                *h.offset(y * stride + x) = clipped((sum + 16) >> 5);
            }
            for x in 0..width {
                let at = y * stride + x;
                *b.offset(at) = clipped((six_taps(|i| i32::from(*row.offset(x + i))) + 16) >> 5);
                *j.offset(at) = clipped((six_taps(|i| i32::from(*line.offset(x + 2 + i))) + 512) >> 10);
            }
        }
    }
}

/// By the size of a partition, in the order of x264.
pub const AVERAGE: [Average; 12] = [
    average::<16, 16>,
    average::<8, 16>,
    average::<16, 8>,
    average::<8, 8>,
    average::<4, 8>,
    average::<8, 4>,
    average::<4, 4>,
    average::<16, 4>,
    average::<2, 4>,
    average::<8, 2>,
    average::<4, 2>,
    average::<2, 2>,
];
