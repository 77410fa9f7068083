//! How the samples of an array become those of a picture, copied only where no view of the encoder can say how they lie.

use std::io::Write;
use std::slice;

use pyo3::prelude::*;
use unite_jpeg::{Color, Encoder, Error, ImageView, PixelFormat, Sampling};

use crate::array::Array;
use crate::color;
use crate::error::refused;

/// A picture of 8 bits a sample, ready to be encoded without Python.
pub struct Picture {
    array: Array,
    width: u32,
    height: u32,
    layout: Layout,
}

/// How samples lie.
enum Layout {
    /// Those of a pixel side by side, in this order, the first of them so many bytes after the start of the array.
    Interleaved(PixelFormat, isize),
    /// In planes, which begin so many bytes after the start.
    Planar([isize; 3], Color),
    /// Otherwise: this is a copy.
    Copied(PixelFormat, Vec<u8>),
}

impl Picture {
    /// The picture that `object` holds, whose channels are as `colorspace` says.
    ///
    /// # Errors
    /// Those of [`Array::borrow`] and [`color::format`], and `JpegError` for samples of 16 bits.
    pub fn borrow(object: &Bound<'_, PyAny>, colorspace: Option<&str>) -> PyResult<Self> {
        let array = Array::borrow(object)?;
        if array.bytes() != 1 {
            return Err(refused(
                "samples have 16 bits: encode_lossless takes them, or convert them to uint8",
            ));
        }
        let format = color::format(colorspace, &array)?;
        let [height, width, _] = array.shape();
        let extent = |extent: usize| u32::try_from(extent).unwrap_or(u32::MAX);
        let layout = Layout::of(&array, format);
        Ok(Self { width: extent(width), height: extent(height), layout, array })
    }

    /// How many pixels there are.
    pub fn pixels(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// What the samples mean.
    pub fn color(&self) -> Color {
        match &self.layout {
            Layout::Interleaved(format, _) | Layout::Copied(format, _) => format.color(),
            Layout::Planar(_, color) => *color,
        }
    }

    /// Calls `take` with all rows in their order: with all at once if they follow each other in memory, with one at a time if
    /// they go up, or share samples.
    ///
    /// # Errors
    /// The first of `take`.
    pub fn each_part(&self, mut take: impl FnMut(&ImageView<'_>) -> Result<(), Error>) -> Result<(), Error> {
        if let Layout::Copied(format, samples) = &self.layout {
            let row = self.width as usize * format.bytes();
            return take(&ImageView::interleaved(samples, self.width, self.height, *format, row)?);
        }
        match self.row_stride() {
            Some(stride) => take(&self.part(0, self.height, stride)?),
            None => (0..self.height).try_for_each(|y| take(&self.part(y, 1, self.row_bytes())?)),
        }
    }

    /// Bytes in a row of one plane.
    fn row_bytes(&self) -> usize {
        match &self.layout {
            Layout::Interleaved(format, _) | Layout::Copied(format, _) => {
                self.width as usize * format.bytes()
            }
            Layout::Planar(..) => self.width as usize,
        }
    }

    /// Bytes from row to row, if each begins after the one before it has ended.
    fn row_stride(&self) -> Option<usize> {
        if self.height <= 1 {
            return Some(self.row_bytes());
        }
        usize::try_from(self.array.strides()[0]).ok().filter(|&stride| stride >= self.row_bytes())
    }

    /// `count` rows from `y` on, `stride` bytes apart.
    fn part(&self, y: u32, count: u32, stride: usize) -> Result<ImageView<'_>, Error> {
        let row = y as isize * self.array.strides()[0];
        match &self.layout {
            Layout::Interleaved(format, first) => {
                let samples = self.rows_at(row + first, count, stride);
                ImageView::interleaved(samples, self.width, count, *format, stride)
            }
            Layout::Planar(planes, color) => {
                let planes = planes.map(|plane| self.rows_at(row + plane, count, stride));
                match color {
                    Color::YCbCr => {
                        ImageView::planar_ycbcr(planes, [stride; 3], self.width, count, Sampling::S444)
                    }
                    _ => ImageView::planar_rgb(planes, self.width, count, stride),
                }
            }
            Layout::Copied(..) => unreachable!("copies are taken whole"),
        }
    }

    /// The samples of `count` rows from `offset` bytes after the start of the array on.
    fn rows_at(&self, offset: isize, count: u32, stride: usize) -> &[u8] {
        if self.width == 0 || count == 0 {
            return &[];
        }
        let len = (count as usize - 1) * stride + self.row_bytes();
        // SAFETY: `Layout::of` has found that the bytes of a row are elements of the array, each of them; rows begin `stride`
        // apart, which is the stride of the array where there are several. So the first and the last byte are elements, all
        // between lie in the memory of the same exporter, and it stays as long as `self.array` does.
        unsafe { slice::from_raw_parts(self.array.start().offset(offset), len) }
    }
}

impl Layout {
    fn of(array: &Array, format: PixelFormat) -> Self {
        let [_, width, channels] = array.shape();
        let [_, pixel, channel] = array.strides();
        let side_by_side =
            |step: isize| (channels == 1 || channel == step) && (width <= 1 || pixel == channels as isize);
        let reversed = match format {
            PixelFormat::Rgb => Some(PixelFormat::Bgr),
            PixelFormat::Bgr => Some(PixelFormat::Rgb),
            _ => None,
        };
        match (format, reversed) {
            _ if side_by_side(1) => Self::Interleaved(format, 0),
            (_, Some(reversed)) if side_by_side(-1) => Self::Interleaved(reversed, -2),
            (PixelFormat::Rgb | PixelFormat::YCbCr, _) if width <= 1 || pixel == 1 => {
                Self::Planar([0, channel, 2 * channel], format.color())
            }
            (PixelFormat::Bgr, _) if width <= 1 || pixel == 1 => {
                Self::Planar([2 * channel, channel, 0], Color::Rgb)
            }
            _ => Self::Copied(format, array.packed()),
        }
    }
}

/// Encodes `picture` to `writer`.
///
/// # Errors
/// Those of [`Encoder::encode`].
pub fn encode(encoder: &mut Encoder, picture: &Picture, writer: impl Write) -> Result<(), Error> {
    let mut rows = encoder.start(writer, picture.width, picture.height, picture.color())?;
    picture.each_part(|part| rows.push_rows(part))?;
    rows.finish()?;
    Ok(())
}
