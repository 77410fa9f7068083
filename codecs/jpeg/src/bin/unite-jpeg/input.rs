//! Pictures as they are read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};

use image::{DynamicImage, ImageDecoder, ImageReader, ImageResult};
use unite_jpeg::{Error, ImageView, LosslessImage, Metadata, PixelFormat};

use crate::plan::Source;

/// A picture, rows without gaps.
#[derive(Debug)]
pub struct Picture {
    width: u32,
    height: u32,
    format: PixelFormat,
    samples: Samples,
    /// What it says besides pixels.
    icc: Option<Vec<u8>>,
    exif: Option<Vec<u8>>,
    xmp: Option<Vec<u8>>,
}

#[derive(Debug)]
enum Samples {
    U8(Vec<u8>),
    U16(Vec<u16>),
}

impl Picture {
    /// Reads a picture of any format that the command knows; its content tells which. Samples of more than 8 bits are kept
    /// if they are to be `deep`, and rounded to 8 otherwise.
    pub fn read(source: &Source, deep: bool) -> ImageResult<Self> {
        match source {
            Source::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                Self::decode(Cursor::new(bytes), deep)
            }
            Source::File(path) => Self::decode(BufReader::new(File::open(path)?), deep),
        }
    }

    fn decode(reader: impl BufRead + Seek, deep: bool) -> ImageResult<Self> {
        let mut reader = ImageReader::new(reader).with_guessed_format()?;
        // A picture may be as large as the memory: the user has chosen it.
        reader.no_limits();
        let mut decoder = reader.into_decoder()?;
        // Metadata that cannot be read is no reason not to read the picture.
        let icc = decoder.icc_profile().ok().flatten();
        let exif = decoder.exif_metadata().ok().flatten();
        let xmp = decoder.xmp_metadata().ok().flatten();
        let picture = Self::new(DynamicImage::from_decoder(decoder)?, deep);
        Ok(Self { icc, exif, xmp, ..picture })
    }

    fn new(image: DynamicImage, deep: bool) -> Self {
        let (width, height) = (image.width(), image.height());
        let (format, samples) = match image {
            DynamicImage::ImageLuma8(image) => (PixelFormat::Gray, Samples::U8(image.into_raw())),
            DynamicImage::ImageLumaA8(image) => (PixelFormat::GrayAlpha, Samples::U8(image.into_raw())),
            DynamicImage::ImageRgb8(image) => (PixelFormat::Rgb, Samples::U8(image.into_raw())),
            DynamicImage::ImageRgba8(image) => (PixelFormat::Rgba, Samples::U8(image.into_raw())),
            image if deep && image.color().has_color() => {
                (PixelFormat::Rgb, Samples::U16(image.into_rgb16().into_raw()))
            }
            image if deep => (PixelFormat::Gray, Samples::U16(image.into_luma16().into_raw())),
            image if image.color().has_color() => {
                (PixelFormat::Rgb, Samples::U8(image.into_rgb8().into_raw()))
            }
            image => (PixelFormat::Gray, Samples::U8(image.into_luma8().into_raw())),
        };
        Self { width, height, format, samples, icc: None, exif: None, xmp: None }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    pub fn format(&self) -> PixelFormat {
        self.format
    }

    /// The samples, if they have 8 bits.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.samples {
            Samples::U8(samples) => Some(samples),
            Samples::U16(_) => None,
        }
    }

    /// `metadata`, with what the picture brings where that has none.
    pub fn metadata(&self, mut metadata: Metadata) -> Metadata {
        if let Some(icc) = &self.icc {
            metadata = metadata.icc(icc.as_slice());
        }
        if let Some(exif) = &self.exif {
            metadata = metadata.exif(exif.as_slice());
        }
        if let Some(xmp) = &self.xmp {
            metadata = metadata.xmp(xmp.as_slice());
        }
        metadata
    }

    fn stride(&self) -> usize {
        self.width as usize * self.format.bytes()
    }

    /// For the lossy encoder, for which pictures are read with 8 bits.
    pub fn view(&self) -> Result<ImageView<'_>, Error> {
        let samples = self.bytes().unwrap_or_default();
        ImageView::interleaved(samples, self.width, self.height, self.format, self.stride())
    }

    /// For the lossless encoder, with `bits` bits a sample if that is given.
    pub fn lossless(&self, bits: Option<u8>) -> Result<LosslessImage<'_>, Error> {
        let (width, height, format, stride) = (self.width, self.height, self.format, self.stride());
        let image = match &self.samples {
            Samples::U8(samples) => LosslessImage::from_u8(samples, width, height, format, stride)?,
            Samples::U16(samples) => LosslessImage::from_u16(samples, width, height, format, stride)?,
        };
        match bits {
            Some(bits) => image.precision(bits),
            None => Ok(image),
        }
    }
}
