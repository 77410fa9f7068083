//! The encoder trait of the crate `image`.

use std::io::Write;

use ::image::error::UnsupportedErrorKind;
use ::image::error::{EncodingError, ImageFormatHint, ParameterError, ParameterErrorKind, UnsupportedError};
use ::image::{ExtendedColorType, ImageEncoder, ImageError, ImageFormat, ImageResult};

use crate::{Encoder, EncoderConfig, Error, ImageView, PixelFormat};

/// Writes one picture of the crate `image`.
///
/// Takes `L8`, `La8`, `Rgb8` and `Rgba8`. Alpha is dropped: pixels are coded as if they were opaque. Other colour
/// types are an error; convert them first, for example by `DynamicImage::to_rgb8`.
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
            other => {
                return Err(ImageError::Unsupported(UnsupportedError::from_format_and_kind(
                    ImageFormat::Jpeg.into(),
                    UnsupportedErrorKind::Color(other),
                )));
            }
        };
        let view = ImageView::packed(buf, width, height, format)?;
        Encoder::new(self.config)?.encode(&view, self.writer)?;
        Ok(())
    }
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
