//! The encoder trait of the crate `image`.

use std::io::Write;

use ::image::error::UnsupportedErrorKind;
use ::image::error::{EncodingError, ImageFormatHint, ParameterError, ParameterErrorKind, UnsupportedError};
use ::image::{ExtendedColorType, ImageEncoder, ImageError, ImageFormat, ImageResult};

use crate::{
    Encoder, EncoderConfig, Error, ImageView, LosslessConfig, LosslessEncoder, LosslessImage, PixelFormat,
};

/// Writes one picture of the crate `image`.
///
/// Takes `L8`, `La8`, `Rgb8`, `Rgba8`, `Bgr8`, `Bgra8` and `Cmyk8`. Alpha is dropped: pixels are coded as if they were opaque.
/// Other colour types are an error; convert them first, for example by `DynamicImage::to_rgb8`.
///
/// ```
/// use image::{Rgb, RgbImage};
/// use unite_jpeg::{EncoderConfig, ImageWriter};
///
/// let picture = RgbImage::from_pixel(32, 20, Rgb([200, 100, 0]));
/// let mut file = Vec::new();
/// picture.write_with_encoder(ImageWriter::new(&mut file, EncoderConfig::new().quality(80)))?;
/// # assert!(file.ends_with(&[0xFF, 0xD9]));
/// # Ok::<(), image::ImageError>(())
/// ```
#[derive(Debug)]
pub struct ImageWriter<W> {
    writer: W,
    config: EncoderConfig,
}

impl<W: Write> ImageWriter<W> {
    /// Will write a JPEG file with the settings of `config` to `writer`.
    pub fn new(writer: W, config: EncoderConfig) -> Self {
        Self { writer, config }
    }
}

impl<W: Write> ImageEncoder for ImageWriter<W> {
    fn write_image(
        self,
        buf: &[u8],
        width: u32,
        height: u32,
        color_type: ExtendedColorType,
    ) -> ImageResult<()> {
        let format = match color_type {
            ExtendedColorType::L8 => PixelFormat::Gray,
            ExtendedColorType::La8 => PixelFormat::GrayAlpha,
            ExtendedColorType::Rgb8 => PixelFormat::Rgb,
            ExtendedColorType::Rgba8 => PixelFormat::Rgba,
            ExtendedColorType::Bgr8 => PixelFormat::Bgr,
            ExtendedColorType::Bgra8 => PixelFormat::Bgra,
            ExtendedColorType::Cmyk8 => PixelFormat::Cmyk,
            other => return Err(unsupported(other)),
        };
        let view = ImageView::packed(buf, width, height, format)?;
        Encoder::new(self.config)?.encode(&view, self.writer)?;
        Ok(())
    }

    fn set_icc_profile(&mut self, profile: Vec<u8>) -> Result<(), UnsupportedError> {
        self.config.metadata = std::mem::take(&mut self.config.metadata).icc(profile);
        Ok(())
    }

    fn set_exif_metadata(&mut self, exif: Vec<u8>) -> Result<(), UnsupportedError> {
        self.config.metadata = std::mem::take(&mut self.config.metadata).exif(exif);
        Ok(())
    }
}

/// Writes one picture of the crate `image` without loss.
///
/// Takes `L8`, `La8`, `Rgb8`, `Rgba8`, `Cmyk8`, `L16`, `La16`, `Rgb16` and `Rgba16`. Alpha is dropped.
///
/// ```
/// use image::{ImageBuffer, Luma};
/// use unite_jpeg::{LosslessConfig, LosslessWriter};
///
/// let picture = ImageBuffer::from_fn(32, 20, |x, y| Luma([(1000 * x + y) as u16]));
/// let mut file = Vec::new();
/// picture.write_with_encoder(LosslessWriter::new(&mut file, LosslessConfig::new()))?;
/// # assert!(file.ends_with(&[0xFF, 0xD9]));
/// # Ok::<(), image::ImageError>(())
/// ```
#[derive(Debug)]
pub struct LosslessWriter<W> {
    writer: W,
    config: LosslessConfig,
}

impl<W: Write> LosslessWriter<W> {
    /// Will write a JPEG file with the settings of `config` to `writer`.
    pub fn new(writer: W, config: LosslessConfig) -> Self {
        Self { writer, config }
    }
}

impl<W: Write> ImageEncoder for LosslessWriter<W> {
    fn write_image(
        self,
        buf: &[u8],
        width: u32,
        height: u32,
        color_type: ExtendedColorType,
    ) -> ImageResult<()> {
        let (format, wide) = match color_type {
            ExtendedColorType::L8 => (PixelFormat::Gray, false),
            ExtendedColorType::La8 => (PixelFormat::GrayAlpha, false),
            ExtendedColorType::Rgb8 => (PixelFormat::Rgb, false),
            ExtendedColorType::Rgba8 => (PixelFormat::Rgba, false),
            ExtendedColorType::Cmyk8 => (PixelFormat::Cmyk, false),
            ExtendedColorType::L16 => (PixelFormat::Gray, true),
            ExtendedColorType::La16 => (PixelFormat::GrayAlpha, true),
            ExtendedColorType::Rgb16 => (PixelFormat::Rgb, true),
            ExtendedColorType::Rgba16 => (PixelFormat::Rgba, true),
            other => return Err(unsupported(other)),
        };
        let stride = (width as usize).saturating_mul(format.bytes());
        let mut encoder = LosslessEncoder::new(self.config)?;
        if wide {
            let samples: Vec<u16> =
                buf.as_chunks().0.iter().map(|&bytes| u16::from_ne_bytes(bytes)).collect();
            let view = LosslessImage::from_u16(&samples, width, height, format, stride)?;
            encoder.encode(&view, self.writer)?;
        } else {
            let view = LosslessImage::from_u8(buf, width, height, format, stride)?;
            encoder.encode(&view, self.writer)?;
        }
        Ok(())
    }

    fn set_icc_profile(&mut self, profile: Vec<u8>) -> Result<(), UnsupportedError> {
        self.config.metadata = std::mem::take(&mut self.config.metadata).icc(profile);
        Ok(())
    }

    fn set_exif_metadata(&mut self, exif: Vec<u8>) -> Result<(), UnsupportedError> {
        self.config.metadata = std::mem::take(&mut self.config.metadata).exif(exif);
        Ok(())
    }
}

/// The colours are none that can be written.
fn unsupported(color_type: ExtendedColorType) -> ImageError {
    ImageError::Unsupported(UnsupportedError::from_format_and_kind(
        ImageFormat::Jpeg.into(),
        UnsupportedErrorKind::Color(color_type),
    ))
}

impl From<Error> for ImageError {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => Self::IoError(error),
            Error::Empty { .. } | Error::TooLarge { .. } | Error::ShortBuffer { .. } => {
                Self::Parameter(ParameterError::from_kind(ParameterErrorKind::Generic(error.to_string())))
            }
            other => Self::Encoding(EncodingError::new(ImageFormatHint::Exact(ImageFormat::Jpeg), other)),
        }
    }
}
