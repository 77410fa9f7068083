//! Pictures as they are read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};

use image::{DynamicImage, ImageReader, ImageResult};
use unite_jpeg::{Error, ImageView, PixelFormat};

use crate::plan::Source;

/// A picture of 8-bit samples, rows without gaps.
#[derive(Debug)]
pub struct Picture {
    width: u32,
    height: u32,
    format: PixelFormat,
    samples: Vec<u8>,
}

impl Picture {
    /// Reads a picture of any format that the command knows; its content tells which.
    pub fn read(source: &Source) -> ImageResult<Self> {
        match source {
            Source::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                Self::decode(Cursor::new(bytes))
            }
            Source::File(path) => Self::decode(BufReader::new(File::open(path)?)),
        }
    }

    fn decode(reader: impl BufRead + Seek) -> ImageResult<Self> {
        let mut reader = ImageReader::new(reader).with_guessed_format()?;
        // A picture may be as large as the memory: the user has chosen it.
        reader.no_limits();
        Ok(Self::new(reader.decode()?))
    }

    /// Samples of 8 bits stay as they are, others are rounded to 8 bits.
    fn new(image: DynamicImage) -> Self {
        let (width, height) = (image.width(), image.height());
        let (format, samples) = match image {
            DynamicImage::ImageLuma8(image) => (PixelFormat::Gray, image.into_raw()),
            DynamicImage::ImageLumaA8(image) => (PixelFormat::GrayAlpha, image.into_raw()),
            DynamicImage::ImageRgb8(image) => (PixelFormat::Rgb, image.into_raw()),
            DynamicImage::ImageRgba8(image) => (PixelFormat::Rgba, image.into_raw()),
            image if image.color().has_color() => (PixelFormat::Rgb, image.into_rgb8().into_raw()),
            image => (PixelFormat::Gray, image.into_luma8().into_raw()),
        };
        Self { width, height, format, samples }
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    pub fn format(&self) -> PixelFormat {
        self.format
    }

    pub fn samples(&self) -> &[u8] {
        &self.samples
    }

    pub fn view(&self) -> Result<ImageView<'_>, Error> {
        let stride = self.width as usize * self.format.bytes();
        ImageView::interleaved(&self.samples, self.width, self.height, self.format, stride)
    }
}
