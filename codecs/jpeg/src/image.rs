//! Pictures, or some of their rows, as the encoder takes them.

use crate::{Error, Sampling};

/// What the samples of a pixel mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// One component.
    Gray,
    /// Red, green and blue.
    Rgb,
    /// Luminance and chrominance, as JFIF has them.
    YCbCr,
    /// Cyan, magenta, yellow and black. They are stored as they come; files of Adobe's programs have 255 for no ink.
    Cmyk,
    /// Cyan, magenta and yellow, as 255 less red, green and blue, transformed to luminance and chrominance; and black.
    Ycck,
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
    /// Blue, green, red.
    Bgr,
    /// Blue, green, red, alpha. Alpha is dropped: the pixel is coded as if it were opaque.
    Bgra,
    /// Luminance and chrominance.
    YCbCr,
    /// Cyan, magenta, yellow, black.
    Cmyk,
    /// Luminance, chrominance, black.
    Ycck,
}

impl PixelFormat {
    /// Every format, in the order above.
    pub const ALL: [Self; 9] = [
        Self::Gray,
        Self::GrayAlpha,
        Self::Rgb,
        Self::Rgba,
        Self::Bgr,
        Self::Bgra,
        Self::YCbCr,
        Self::Cmyk,
        Self::Ycck,
    ];

    /// Bytes per pixel.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Gray => 1,
            Self::GrayAlpha => 2,
            Self::Rgb | Self::Bgr | Self::YCbCr => 3,
            Self::Rgba | Self::Bgra | Self::Cmyk | Self::Ycck => 4,
        }
    }

    /// What the samples of pixels of this format mean.
    pub const fn color(self) -> Color {
        match self {
            Self::Gray | Self::GrayAlpha => Color::Gray,
            Self::Rgb | Self::Rgba | Self::Bgr | Self::Bgra => Color::Rgb,
            Self::YCbCr => Color::YCbCr,
            Self::Cmyk => Color::Cmyk,
            Self::Ycck => Color::Ycck,
        }
    }
}

/// Rows of samples in memory, from some row on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Samples<'a> {
    /// Pixels side by side, rows `stride` bytes apart.
    Interleaved { data: &'a [u8], format: PixelFormat, stride: usize },
    /// A plane each of red, green and blue, or of luminance and chrominance at full resolution.
    Planes { planes: [Plane<'a>; 3], color: Color },
    /// Luminance, and chrominance that is sampled as the file has it.
    Reduced { planes: [Plane<'a>; 3], sampling: Sampling },
}

/// One component in a slice of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane<'a> {
    pub data: &'a [u8],
    /// Bytes from the start of one row to the start of the next.
    pub stride: usize,
}

impl<'a> Plane<'a> {
    fn from(&self, row: usize) -> Self {
        Self { data: &self.data[row * self.stride..], ..*self }
    }
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
        Ok(Self { width, height, samples: Samples::Interleaved { data, format, stride } })
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
        let planes = planes.map(|data| Plane { data, stride });
        Ok(Self { width, height, samples: Samples::Planes { planes, color: Color::Rgb } })
    }

    /// Luminance and chrominance each in a slice of its own, with a stride in bytes for each.
    ///
    /// `sampling` says how densely the planes of chrominance are sampled. At [`Sampling::S444`] they are full, and the encoder
    /// reduces them; otherwise they have the width and height of the picture divided by
    /// [`factors`](Sampling::factors), rounded up, and the encoder must have the same sampling. At [`Sampling::Gray`]
    /// there is luminance only.
    ///
    /// ```
    /// use unite_jpeg::{Encoder, EncoderConfig, ImageView, Sampling};
    ///
    /// // As decoders of video have it: 5 by 3 pixels, chrominance 3 by 2.
    /// let (y, cb, cr) = ([100; 15], [90; 6], [170; 6]);
    /// let view = ImageView::planar_ycbcr([&y, &cb, &cr], [5, 3, 3], 5, 3, Sampling::S420)?;
    /// let mut encoder = Encoder::new(EncoderConfig::new().sampling(Sampling::S420))?;
    /// encoder.encode_to_vec(&view)?;
    /// # Ok::<(), unite_jpeg::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`interleaved`](Self::interleaved), for any of the three.
    pub fn planar_ycbcr(
        planes: [&'a [u8]; 3],
        strides: [usize; 3],
        width: u32,
        height: u32,
        sampling: Sampling,
    ) -> Result<Self, Error> {
        if sampling == Sampling::Gray {
            return Self::interleaved(planes[0], width, height, PixelFormat::Gray, strides[0]);
        }
        let [h, v] = sampling.factors().map(u32::from);
        check(planes[0].len(), width as usize, height, strides[0])?;
        for (plane, stride) in planes.into_iter().zip(strides).skip(1) {
            check(plane.len(), width.div_ceil(h) as usize, height.div_ceil(v), stride)?;
        }
        let [y, cb, cr] = [0, 1, 2].map(|i| Plane { data: planes[i], stride: strides[i] });
        let planes = [y, cb, cr];
        let samples = match sampling {
            Sampling::S444 => Samples::Planes { planes, color: Color::YCbCr },
            _ => Samples::Reduced { planes, sampling },
        };
        Ok(Self { width, height, samples })
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

    /// What the samples mean.
    pub const fn color(&self) -> Color {
        match self.samples {
            Samples::Interleaved { format, .. } => format.color(),
            Samples::Planes { color, .. } => color,
            Samples::Reduced { .. } => Color::YCbCr,
        }
    }

    /// How chrominance is sampled in memory, if it has planes of its own that are smaller.
    pub(crate) fn reduced(&self) -> Option<Sampling> {
        match self.samples {
            Samples::Reduced { sampling, .. } => Some(sampling),
            _ => None,
        }
    }

    /// The samples from row `y`, which must be less than the height, on. Where planes are smaller, `y` must be the first row of
    /// a group that has one row of chrominance.
    pub(crate) fn rows_from(&self, y: usize) -> Samples<'a> {
        match self.samples {
            Samples::Interleaved { data, format, stride } => {
                Samples::Interleaved { data: &data[y * stride..], format, stride }
            }
            Samples::Planes { planes, color } => {
                Samples::Planes { planes: planes.map(|plane| plane.from(y)), color }
            }
            Samples::Reduced { planes: [luminance, cb, cr], sampling } => {
                let group = y / usize::from(sampling.factors()[1]);
                let planes = [luminance.from(y), cb.from(group), cr.from(group)];
                Samples::Reduced { planes, sampling }
            }
        }
    }

    /// `count` rows from row `y` on, as [`rows_from`](Self::rows_from).
    pub(crate) fn part(&self, y: u32, count: u32) -> Self {
        Self { height: count, samples: self.rows_from(y as usize), ..*self }
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
