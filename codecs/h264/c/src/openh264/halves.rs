//! Half a sample of luminance for partitions that are one sample larger, in the layout of openh264.

use unite::kernel;
use unite_h264::kernels;

use crate::levels::levels;
use crate::memory::{area, area_mut, list_mut};
use crate::tables::fill;

/// `pfLumaHalfpelHor`, `pfLumaHalfpelVer` or `pfLumaHalfpelCen`: half a sample to the right, downwards, and both.
pub type HalfSample = unsafe extern "C" fn(
    p: *const u8,
    p_stride: i32,
    pred: *mut u8,
    pred_stride: i32,
    width: i32,
    height: i32,
);

/// How many columns are made at a time of those that need memory for what is in between.
const COLUMNS: usize = 64;

/// Kernels on windows that begin two samples before, and end three samples after what is predicted.
mod within {
    use super::*;

    #[kernel]
    pub fn horizontal(window: &Tensor<[[u8]]>, pred: &mut Tensor<[[u8]]>) {
        kernels::half_horizontal(window[[.., 2..window.extent(1) - 3]], &mut pred);
    }

    #[kernel]
    pub fn vertical(window: &Tensor<[[u8]]>, pred: &mut Tensor<[[u8]]>) {
        kernels::half_vertical(window[[2..window.extent(0) - 3, ..]], &mut pred);
    }

    #[kernel]
    pub fn both(window: &Tensor<[[u8]]>, pred: &mut Tensor<[[u8]]>, line: &mut Tensor<[i16]>) {
        let p = window[[2..window.extent(0) - 3, 2..window.extent(1) - 3]];
        kernels::half_both(p, &mut pred, &mut line);
    }
}

/// What is read and written for a partition.
#[derive(Clone, Copy)]
struct Partition {
    p: *const u8,
    p_stride: isize,
    pred: *mut u8,
    pred_stride: isize,
    /// Its rows and columns.
    size: [usize; 2],
}

impl Partition {
    /// From the arguments of openh264's functions, if there is anything of it.
    fn new(
        (p, p_stride): (*const u8, i32),
        (pred, pred_stride): (*mut u8, i32),
        size: [i32; 2],
    ) -> Option<Self> {
        let [p_stride, pred_stride] = [p_stride, pred_stride].map(|stride| stride as isize);
        let size = size.map(|extent| extent.max(0) as usize);
        size.iter().all(|&extent| extent > 0).then_some(Self { p, p_stride, pred, pred_stride, size })
    }
}

levels! {
    fn horizontal(level; p: *const u8, p_stride: i32, pred: *mut u8, pred_stride: i32, width: i32, height: i32)
    where (
        part: Option<Partition> = Partition::new((p, p_stride), (pred, pred_stride), [height, width]),
    ) {
        if let Some(Partition { p, p_stride, pred, pred_stride, size: [h, w] }) = part {
            let window = area(p.sub(2), [h, w + 5], p_stride);
            within::horizontal::staged(level, window, area_mut(pred, [h, w], pred_stride));
        }
    }

    fn vertical(level; p: *const u8, p_stride: i32, pred: *mut u8, pred_stride: i32, width: i32, height: i32)
    where (
        part: Option<Partition> = Partition::new((p, p_stride), (pred, pred_stride), [height, width]),
    ) {
        if let Some(Partition { p, p_stride, pred, pred_stride, size: [h, w] }) = part {
            let window = area(p.offset(-2 * p_stride), [h + 5, w], p_stride);
            within::vertical::staged(level, window, area_mut(pred, [h, w], pred_stride));
        }
    }

    fn both(level; p: *const u8, p_stride: i32, pred: *mut u8, pred_stride: i32, width: i32, height: i32)
    where (
        part: Option<Partition> = Partition::new((p, p_stride), (pred, pred_stride), [height, width]),
    ) {
        if let Some(Partition { p, p_stride, pred, pred_stride, size: [h, w] }) = part {
            let mut line = [0i16; COLUMNS + 5];
            for x in (0..w).step_by(COLUMNS) {
                let columns = COLUMNS.min(w - x);
                let window = area(p.offset(-2 * p_stride - 2).add(x), [h + 5, columns + 5], p_stride);
                let line = list_mut(line.as_mut_ptr(), columns + 5);
                within::both::staged(level, window, area_mut(pred.add(x), [h, columns], pred_stride), line);
            }
        }
    }
}

/// Half a sample of luminance, to the right, downwards, and both.
///
/// # Safety
/// `table` has 3 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_openh264_halves(table: *mut HalfSample) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<HalfSample, 3>(table, [horizontal::current(), vertical::current(), both::current()]) }
}
