//! Pictures, or some of their rows, as the encoder takes them.

use crate::Error;

/// Whether a picture has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// One component.
    Gray,
    /// Red, green and blue.
    Rgb,
}

/// The order of the samples of one pixel in memory, one byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PixelFormat {
    /// Grey.
    Gray,
    /// Grey, alpha. Alpha is dropped: the pixel is coded as if it were opaque.
    GrayAlpha,
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue, alpha. Alpha is dropped: the pixel is coded as if it were opaque.
    Rgba,
}

impl PixelFormat {
    /// Bytes per pixel.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Gray => 1,
            Self::GrayAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }

    /// Whether pixels of this format have colours.
    pub const fn color(self) -> Color {
        match self {
            Self::Gray | Self::GrayAlpha => Color::Gray,
            Self::Rgb | Self::Rgba => Color::Rgb,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Samples<'a> {
    Interleaved { data: &'a [u8], format: PixelFormat },
    PlanarRgb([&'a [u8]; 3]),
}

/// Borrowed rows of 8-bit samples: a whole picture, or the next rows of one.
///
/// ```
/// use unite_jpeg::{ImageView, PixelFormat};
///
/// // The left half of a picture four pixels wide and two high.
/// let pixels = [0u8; 4 * 2 * 3];
/// let left = ImageView::interleaved(&pixels, 2, 2, PixelFormat::Rgb, 4 * 3).unwrap();
/// assert_eq!((left.width(), left.height()), (2, 2));
/// assert!(ImageView::interleaved(&pixels, 5, 2, PixelFormat::Rgb, 4 * 3).is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ImageView<'a> {
    width: u32,
    height: u32,
    stride: usize,
    samples: Samples<'a>,
}

impl<'a> ImageView<'a> {
    /// Rows whose pixels lie side by side.
    ///
    /// `width` and `height` are in pixels; `stride` is in bytes, from the start of one row to the start of the next.
    /// The last row need not be followed by padding.
    ///
    /// # Errors
    /// [`Error::Stride`] if rows overlap, [`Error::ShortBuffer`] if `data` ends before the last row does.
    pub fn interleaved(
        data: &'a [u8],
        width: u32,
        height: u32,
        format: PixelFormat,
        stride: usize,
    ) -> Result<Self, Error> {
        let row = (width as usize).saturating_mul(format.bytes());
        check(data.len(), row, height, stride)?;
        Ok(Self { width, height, stride, samples: Samples::Interleaved { data, format } })
    }

    /// Grey rows without gaps.
    ///
    /// # Errors
    /// As [`interleaved`](Self::interleaved).
    pub fn gray(data: &'a [u8], width: u32, height: u32) -> Result<Self, Error> {
        Self::packed(data, width, height, PixelFormat::Gray)
    }

    /// Rows of red, green and blue without gaps.
    ///
    /// # Errors
    /// As [`interleaved`](Self::interleaved).
    pub fn rgb(data: &'a [u8], width: u32, height: u32) -> Result<Self, Error> {
        Self::packed(data, width, height, PixelFormat::Rgb)
    }

    /// Rows of red, green, blue and alpha without gaps. Alpha is dropped.
    ///
    /// # Errors
    /// As [`interleaved`](Self::interleaved).
    pub fn rgba(data: &'a [u8], width: u32, height: u32) -> Result<Self, Error> {
        Self::packed(data, width, height, PixelFormat::Rgba)
    }

    /// Red, green and blue each in a slice of its own, all with the same `stride` in bytes.
    ///
    /// # Errors
    /// As [`interleaved`](Self::interleaved), for any of the three.
    pub fn planar_rgb(planes: [&'a [u8]; 3], width: u32, height: u32, stride: usize) -> Result<Self, Error> {
        for plane in planes {
            check(plane.len(), width as usize, height, stride)?;
        }
        Ok(Self { width, height, stride, samples: Samples::PlanarRgb(planes) })
    }

    /// Rows of `format` without gaps.
    pub(crate) fn packed(
        data: &'a [u8],
        width: u32,
        height: u32,
        format: PixelFormat,
    ) -> Result<Self, Error> {
        Self::interleaved(data, width, height, format, (width as usize).saturating_mul(format.bytes()))
    }

    /// Pixels in a row.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Whether the pixels have colours.
    pub const fn color(&self) -> Color {
        match self.samples {
            Samples::Interleaved { format, .. } => format.color(),
            Samples::PlanarRgb(_) => Color::Rgb,
        }
    }

    /// The samples from row `y`, which must be less than the height, on, and the bytes from one row to the next.
    pub(crate) fn rows_from(&self, y: usize) -> (Samples<'a>, usize) {
        let start = y * self.stride;
        let samples = match self.samples {
            Samples::Interleaved { data, format } => Samples::Interleaved { data: &data[start..], format },
            Samples::PlanarRgb(planes) => Samples::PlanarRgb(planes.map(|plane| &plane[start..])),
        };
        (samples, self.stride)
    }
}

/// Whether `height` rows of `row` samples, `stride` samples apart, lie in memory of `len` samples.
pub(crate) fn check(len: usize, row: usize, height: u32, stride: usize) -> Result<(), Error> {
    if stride < row {
        return Err(Error::Stride { stride, row });
    }
    let needed = match height {
        0 => 0,
        _ => stride.saturating_mul(height as usize - 1).saturating_add(row),
    };
    if len < needed {
        return Err(Error::ShortBuffer { needed, actual: len });
    }
    Ok(())
}
