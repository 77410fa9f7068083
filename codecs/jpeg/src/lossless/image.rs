//! Pictures of 2 to 16 bits a sample, as the lossless encoder takes them.

use crate::frame::Stored;
use crate::image::check;
use crate::{Error, PixelFormat};

/// The samples of a picture, as they lie in memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Data<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
}

/// What is kept of the samples of a pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    /// Samples of a pixel in the file, the first of those in memory.
    pub components: usize,
    /// Identifiers of the components.
    pub identifiers: [u8; 4],
    /// What they mean.
    pub stored: Option<Stored>,
    /// The last of them comes first.
    pub reversed: bool,
}

/// A borrowed picture of 1 to 4 components and 2 to 16 bits a sample.
///
/// ```
/// use unite_jpeg::{LosslessImage, PixelFormat};
///
/// // A picture of 12 bits a sample, 4 by 2 pixels.
/// let samples = [4095u16; 8];
/// let picture = LosslessImage::from_u16(&samples, 4, 2, PixelFormat::Gray, 4)?.precision(12)?;
/// assert_eq!((picture.width(), picture.components()), (4, 1));
/// assert!(picture.precision(11).is_err());
/// # Ok::<(), unite_jpeg::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LosslessImage<'a> {
    pub(super) data: Data<'a>,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The row that memory begins with.
    pub(super) top: usize,
    /// Samples from the start of one row to the start of the next.
    pub(super) stride: usize,
    /// Samples of a pixel in memory.
    pub(super) pixel: usize,
    pub(super) kept: Kept,
    /// Bits of a sample, P.
    pub(super) bits: u8,
}

impl<'a> LosslessImage<'a> {
    /// Samples of 8 bits, pixels side by side. `stride` is in samples. Alpha is dropped.
    ///
    /// # Errors
    /// [`Error::Stride`], [`Error::ShortBuffer`].
    pub fn from_u8(
        data: &'a [u8],
        width: u32,
        height: u32,
        format: PixelFormat,
        stride: usize,
    ) -> Result<Self, Error> {
        Self::new(Data::U8(data), width, height, stride, format.bytes(), identity(format), 8)
    }

    /// Samples of 16 bits, pixels side by side. `stride` is in samples. Alpha is dropped.
    ///
    /// # Errors
    /// [`Error::Stride`], [`Error::ShortBuffer`].
    pub fn from_u16(
        data: &'a [u16],
        width: u32,
        height: u32,
        format: PixelFormat,
        stride: usize,
    ) -> Result<Self, Error> {
        Self::new(Data::U16(data), width, height, stride, format.bytes(), identity(format), 16)
    }

    /// Samples of 8 bits of 1 to 4 components of any meaning, side by side. `stride` is in samples.
    ///
    /// # Errors
    /// [`Error::Components`], [`Error::Stride`], [`Error::ShortBuffer`].
    pub fn components_u8(
        data: &'a [u8],
        width: u32,
        height: u32,
        components: usize,
        stride: usize,
    ) -> Result<Self, Error> {
        Self::new(Data::U8(data), width, height, stride, components, unnamed(components), 8)
    }

    /// Samples of 16 bits of 1 to 4 components of any meaning, side by side. `stride` is in samples.
    ///
    /// # Errors
    /// [`Error::Components`], [`Error::Stride`], [`Error::ShortBuffer`].
    pub fn components_u16(
        data: &'a [u16],
        width: u32,
        height: u32,
        components: usize,
        stride: usize,
    ) -> Result<Self, Error> {
        Self::new(Data::U16(data), width, height, stride, components, unnamed(components), 16)
    }

    fn new(
        data: Data<'a>,
        width: u32,
        height: u32,
        stride: usize,
        pixel: usize,
        kept: Kept,
        bits: u8,
    ) -> Result<Self, Error> {
        if !(1..=4).contains(&kept.components) {
            return Err(Error::Components(kept.components));
        }
        let row = (width as usize).saturating_mul(pixel);
        match data {
            Data::U8(data) => check(data.len(), row, height, stride)?,
            Data::U16(data) => check(data.len(), row, height, stride)?,
        }
        Ok(Self { data, width, height, top: 0, stride, pixel, kept, bits })
    }

    /// The same picture, whose samples have `bits` bits: 2 to 8, or 2 to 16.
    ///
    /// # Errors
    /// [`Error::Precision`] if memory holds no such samples, [`Error::Sample`] if one of them is larger.
    pub fn precision(mut self, bits: u8) -> Result<Self, Error> {
        let most = match self.data {
            Data::U8(_) => 8,
            Data::U16(_) => 16,
        };
        if !(2..=most).contains(&bits) {
            return Err(Error::Precision { bits, most });
        }
        let largest = match self.data {
            Data::U8(data) => self.largest(data),
            Data::U16(data) => self.largest(data),
        };
        if largest >> bits != 0 {
            return Err(Error::Sample { sample: largest as u16, bits });
        }
        self.bits = bits;
        Ok(self)
    }

    fn largest<T: Copy + Ord + Default + Into<u32>>(&self, data: &[T]) -> u32 {
        let row = self.width as usize * self.pixel;
        let rows = data.chunks(self.stride.max(1)).take(self.height as usize);
        let largest = |row: &[T]| row.iter().copied().fold(T::default(), T::max);
        rows.map(|samples| largest(&samples[..row])).fold(T::default(), T::max).into()
    }

    /// Pixels in a row.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Samples of a pixel in the file.
    pub const fn components(&self) -> usize {
        self.kept.components
    }
}

/// What is kept of a format.
fn identity(format: PixelFormat) -> Kept {
    let (components, identifiers, stored) = match format {
        PixelFormat::Gray | PixelFormat::GrayAlpha => (1, [1, 0, 0, 0], Stored::Gray),
        PixelFormat::Rgb | PixelFormat::Rgba | PixelFormat::Bgr | PixelFormat::Bgra => {
            (3, *b"RGB\0", Stored::Rgb)
        }
        PixelFormat::YCbCr => (3, [1, 2, 3, 0], Stored::YCbCr),
        PixelFormat::Cmyk => (4, *b"CMYK", Stored::Cmyk),
        PixelFormat::Ycck => (4, [1, 2, 3, 4], Stored::Ycck),
    };
    let reversed = matches!(format, PixelFormat::Bgr | PixelFormat::Bgra);
    Kept { components, identifiers, stored: Some(stored), reversed }
}

/// Components that mean nothing in particular.
fn unnamed(components: usize) -> Kept {
    Kept { components, identifiers: [1, 2, 3, 4], stored: None, reversed: false }
}

/// What a sample is in memory: `u8` or `u16`.
pub trait LosslessSample: Copy + Default + private::Sealed {
    /// A picture of such samples, of as many bits as they have.
    ///
    /// # Errors
    /// [`Error::Stride`], [`Error::ShortBuffer`].
    fn image(
        data: &[Self],
        width: u32,
        height: u32,
        format: PixelFormat,
        stride: usize,
    ) -> Result<LosslessImage<'_>, Error>;
}

impl LosslessSample for u8 {
    fn image(
        data: &[Self],
        width: u32,
        height: u32,
        format: PixelFormat,
        stride: usize,
    ) -> Result<LosslessImage<'_>, Error> {
        LosslessImage::from_u8(data, width, height, format, stride)
    }
}

impl LosslessSample for u16 {
    fn image(
        data: &[Self],
        width: u32,
        height: u32,
        format: PixelFormat,
        stride: usize,
    ) -> Result<LosslessImage<'_>, Error> {
        LosslessImage::from_u16(data, width, height, format, stride)
    }
}

mod private {
    /// No other samples are to come.
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
}
