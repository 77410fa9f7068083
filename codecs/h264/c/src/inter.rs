//! Prediction from other pictures for C, by the size of a partition.

use unite::kernel;
use unite_h264::kernels::{self, inter_luma};

use crate::levels::levels;
use crate::memory::{at, at_mut, rows_mut, span_mut};

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

    /// [`inter_luma::interpolate()`] of the positions above the full samples of the next row: [`predict_luma`] makes the others of these.
    #[kernel]
    pub fn luma<const H: usize, const W: usize>(
        pred: &mut Tensor<[[u8; W]; H]>,
        window: &Tensor<[[u8]]>,
        x_frac: u8,
        y_frac: u8,
    ) {
        let p = window[[2..H + 2, 2..W + 2]];
        match (x_frac, y_frac) {
            (0, 0) => inter_luma::full(&mut pred, p),
            (0, 1) => inter_luma::d(&mut pred, p),
            (0, 2) => inter_luma::h(&mut pred, p),
            (1, 0) => inter_luma::a(&mut pred, p),
            (1, 1) => inter_luma::e(&mut pred, p),
            (1, 2) => inter_luma::i(&mut pred, p),
            (2, 0) => inter_luma::b(&mut pred, p),
            (2, 1) => inter_luma::f(&mut pred, p),
            (2, 2) => inter_luma::j(&mut pred, p),
            (3, 0) => inter_luma::c(&mut pred, p),
            (3, 1) => inter_luma::g(&mut pred, p),
            (3, 2) => inter_luma::k(&mut pred, p),
            _ => panic!("a vector has no fraction of {x_frac} and {y_frac} quarters"),
        }
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

/// The prediction of a partition: `p` is where the vector's full samples point.
pub(crate) type PredictPartition = unsafe extern "C" fn(
    p: *const u8,
    p_stride: isize,
    pred: *mut u8,
    pred_stride: isize,
    x_frac: u8,
    y_frac: u8,
);

/// The average of two predictions.
pub(crate) type AveragePartitions = unsafe extern "C" fn(
    pred: *mut u8,
    pred_stride: isize,
    a: *const u8,
    a_stride: isize,
    b: *const u8,
    b_stride: isize,
);

/// Predictions by a kernel, on windows that begin so many samples before the partition on each axis: a function that gives the one for a
/// width and a height, if partitions have such, and one for a sample. Each has the sizes of its partition and of its window.
macro_rules! predictions {
    (
        $(#[$doc:meta])*
        $of:ident = $kernel:ident after $before:literal, {
            $($name:ident = $module:ident of [$h:literal, $w:literal] in [$wh:literal, $ww:literal];)*
        },
        $(#[$doc_of_sample:meta])*
        $of_sample:ident = $sample:ident in [$whs:literal, $wws:literal]
    ) => {
        predictions! {@levels $kernel after $before,
            $($name = $module of [$h, $w] in [$wh, $ww];)* $sample = of_1x1 of [1, 1] in [$whs, $wws];
        }

        $(#[$doc])*
        pub(crate) fn $of(width: i64, height: i64) -> Option<PredictPartition> {
            match (width, height) {
                $(($w, $h) => Some($name::current()),)*
                _ => None,
            }
        }

        $(#[$doc_of_sample])*
        pub(crate) fn $of_sample() -> PredictPartition {
            // Who asks for single samples does not ask for speed: it is compiled once.
            $sample::baseline
        }
    };
    (@levels $kernel:ident after $before:literal,
        $($name:ident = $module:ident of [$h:literal, $w:literal] in [$wh:literal, $ww:literal];)*
    ) => {levels! {$(
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
            $module::$kernel::staged(level, pred, window, x_frac.into(), y_frac.into());
        }
    )*}};
}

predictions! {
    /// The prediction of luminance of a width and a height, if partitions have such: two samples before it and three after it on each
    /// axis are read.
    luma_of = luma after 2, {
        luma_16x16 = of_16x16 of [16, 16] in [21, 21];
        luma_16x8 = of_16x8 of [8, 16] in [13, 21];
        luma_8x16 = of_8x16 of [16, 8] in [21, 13];
        luma_8x8 = of_8x8 of [8, 8] in [13, 13];
        luma_8x4 = of_8x4 of [4, 8] in [9, 13];
        luma_4x8 = of_4x8 of [8, 4] in [13, 9];
        luma_4x4 = of_4x4 of [4, 4] in [9, 9];
    },
    /// The prediction of one sample of luminance.
    luma_of_sample = luma_1x1 in [6, 6]
}

predictions! {
    /// The prediction of a component of chrominance of a width and a height, if partitions have such: one sample after it on each axis
    /// is read.
    chroma_of = chroma after 0, {
        chroma_8x8 = of_8x8 of [8, 8] in [9, 9];
        chroma_8x4 = of_8x4 of [4, 8] in [5, 9];
        chroma_4x8 = of_4x8 of [8, 4] in [9, 5];
        chroma_4x4 = of_4x4 of [4, 4] in [5, 5];
        chroma_4x2 = of_4x2 of [2, 4] in [3, 5];
        chroma_2x4 = of_2x4 of [4, 2] in [5, 3];
        chroma_2x2 = of_2x2 of [2, 2] in [3, 3];
    },
    /// The prediction of one sample of chrominance.
    chroma_of_sample = chroma_1x1 in [2, 2]
}

/// Predicts luminance. Seen upside down, `n`, `p`, `q` and `r` are `d`, `e`, `f` and `g`: their rows go up, from the one behind the
/// partition on.
///
/// # Safety
/// `predict` is for partitions of so many rows, and what it asks for is there.
#[inline(always)]
pub(crate) unsafe fn predict_luma(
    predict: PredictPartition,
    height: isize,
    (p, p_stride): (*const u8, isize),
    (pred, pred_stride): (*mut u8, isize),
    [x_frac, y_frac]: [u8; 2],
) {
    // SAFETY: the caller vouches for it, and rows are the same in either order.
    unsafe {
        if y_frac == 3 {
            let (p, pred) = (p.offset(height * p_stride), pred.offset((height - 1) * pred_stride));
            return predict(p, -p_stride, pred, -pred_stride, x_frac, 1);
        }
        predict(p, p_stride, pred, pred_stride, x_frac, y_frac);
    }
}

levels! {
    fn average<const H: usize, const W: usize>(
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

/// The average of predictions of a width and a height, if partitions have such.
pub(crate) fn average_of(width: i64, height: i64) -> Option<AveragePartitions> {
    Some(match (width, height) {
        (16, 16) => average::current::<16, 16>(),
        (16, 8) => average::current::<8, 16>(),
        (8, 16) => average::current::<16, 8>(),
        (8, 8) => average::current::<8, 8>(),
        (8, 4) => average::current::<4, 8>(),
        (4, 8) => average::current::<8, 4>(),
        (4, 4) => average::current::<4, 4>(),
        (4, 2) => average::current::<2, 4>(),
        (2, 4) => average::current::<4, 2>(),
        (2, 2) => average::current::<2, 2>(),
        _ => return None,
    })
}

/// The average of predictions of one sample.
pub(crate) fn average_of_sample() -> AveragePartitions {
    average::current::<1, 1>()
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
    let predict = luma_of(width.into(), height.into());
    // SAFETY: the caller vouches for the partition and for the samples around `p`.
    let predict = predict.map(|predict| unsafe {
        predict_luma(predict, height as isize, (p, stride), (pred, pred_stride), [x_frac, y_frac]);
    });
    predict.is_some()
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
    let predict = chroma_of(width.into(), height.into());
    // SAFETY: the caller vouches for the partition and for the samples after `p`.
    predict.map(|predict| unsafe { predict(p, stride, pred, pred_stride, x_frac, y_frac) }).is_some()
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
    let average = average_of(width.into(), height.into());
    // SAFETY: the caller vouches for all three.
    average.map(|average| unsafe { average(pred, pred_stride, a, a_stride, b, b_stride) }).is_some()
}
