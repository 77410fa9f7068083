//! From samples to differences: some rows at a time, apart from all others.

use std::ops::Range;

use unite::{Block, Elem};

use super::image::{Data, LosslessImage};
use crate::kernels;

/// What the differences of a picture depend on besides its samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prediction {
    /// 1 to 7.
    pub selection: u8,
    /// Pt.
    pub point_transform: u8,
    /// Rows between restarts, 0 for no restarts.
    pub interval: usize,
}

/// The differences of some rows, in the order in which they are coded, and memory for what they are made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences {
    /// Row by row, pixel by pixel, component by component.
    values: Vec<i16>,
    /// How many there are.
    len: usize,
    staged_u8: Vec<u8>,
    staged_u16: Vec<u16>,
}

impl Differences {
    pub(super) fn values(&self) -> &[i16] {
        &self.values[..self.len]
    }

    /// Those of `rows`, of which there is at least one.
    pub(super) fn find(&mut self, image: &LosslessImage<'_>, rows: Range<usize>, prediction: Prediction) {
        let Self { values, len, staged_u8, staged_u16 } = self;
        *len = rows.len() * image.width() as usize * image.kept.components;
        if values.len() < *len {
            values.resize(*len, 0);
        }
        let values = &mut values[..*len];
        match image.data {
            Data::U8(data) => Source { image, data, prediction }.differences(rows, staged_u8, values),
            Data::U16(data) => Source { image, data, prediction }.differences(rows, staged_u16, values),
        }
    }
}

/// A picture of samples of one type.
struct Source<'a, T> {
    image: &'a LosslessImage<'a>,
    data: &'a [T],
    prediction: Prediction,
}

impl<T: Elem<Wide = i32> + Default> Source<'_, T> {
    /// Samples in a row of the file.
    fn row(&self) -> usize {
        self.image.width() as usize * self.image.kept.components
    }

    /// Whether the scan begins, or begins again, with row `y`.
    fn starts(&self, y: usize) -> bool {
        y == 0 || self.prediction.interval > 0 && y.is_multiple_of(self.prediction.interval)
    }

    fn differences(&self, rows: Range<usize>, staged: &mut Vec<T>, out: &mut [i16]) {
        // The row above the first belongs to it, if there is one.
        let first = if self.starts(rows.start) { rows.start } else { rows.start - 1 };
        let kept = &self.image.kept;
        let as_they_are =
            self.image.pixel == kept.components && !kept.reversed && self.prediction.point_transform == 0;
        let (samples, stride) = if as_they_are {
            (&self.data[(first - self.image.top) * self.image.stride..], self.image.stride)
        } else {
            self.stage(first..rows.end, staged);
            (&staged[..], self.row())
        };
        let mut y = rows.start;
        while y < rows.end {
            // The lines up to the next restart.
            let end = (y + 1..rows.end).find(|&y| self.starts(y)).unwrap_or(rows.end);
            let from = y - usize::from(!self.starts(y));
            let samples = &samples[(from - first) * stride..];
            let out = &mut out[(y - rows.start) * self.row()..(end - rows.start) * self.row()];
            self.lines(samples, stride, from..end, from == y, out);
            y = end;
        }
    }

    /// The differences of `lines`, of which the first begins the scan, or is only looked at.
    fn lines(&self, samples: &[T], stride: usize, lines: Range<usize>, begins: bool, out: &mut [i16]) {
        let (row, components) = (self.row(), self.image.kept.components as isize);
        let Prediction { selection, point_transform, .. } = self.prediction;
        let checked = "the rows of a picture were checked";
        let rest = if begins {
            let half = 1 << (self.image.bits - point_transform - 1);
            let (line, rest) = out.split_at_mut(row);
            let samples = Block::external_ref(samples, [1, row]).expect(checked);
            let mut line = Block::external(line, [1, row]).expect(checked);
            kernels::first_line(&samples, components, half, &mut line);
            rest
        } else {
            out
        };
        if lines.len() > 1 {
            let samples = Block::external_pitched_ref(samples, [lines.len(), row], stride).expect(checked);
            let mut rest = Block::external(rest, [lines.len() - 1, row]).expect(checked);
            kernels::following_lines(&samples, components, selection, &mut rest);
        }
    }

    /// Copies `rows`, without what is not coded.
    fn stage(&self, rows: Range<usize>, staged: &mut Vec<T>) {
        let LosslessImage { stride, pixel, kept, top, .. } = *self.image;
        let shift = self.prediction.point_transform.into();
        let (width, row) = (self.image.width() as usize, self.row());
        if staged.len() < rows.len() * row {
            staged.resize(rows.len() * row, T::default());
        }
        for (y, out) in rows.zip(staged.chunks_exact_mut(row)) {
            let samples = &self.data[(y - top) * stride..][..width * pixel];
            let checked = "a row has as many samples as its pixels";
            let samples = Block::external_ref(samples, [1, width, pixel]).expect(checked);
            let mut out = Block::external(out, [1, width, kept.components]).expect(checked);
            if kept.reversed {
                kernels::point_transform_reversed(&samples, shift, &mut out);
            } else {
                kernels::point_transform(&samples, shift, &mut out);
            }
        }
    }
}
