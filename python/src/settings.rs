//! Settings, from the words of Python to those of the encoder.

use pyo3::prelude::*;
use unite_jpeg::{Density, DensityUnit, EncoderConfig, Metadata, Restart, Sampling};

use crate::error::{integer, refused};

/// How chrominance is sampled: `"420"` or `"4:2:0"`, `"gray"`.
pub fn sampling(name: &str) -> PyResult<Sampling> {
    let digits: String = name.chars().filter(|&letter| letter != ':').collect();
    let named = Sampling::named(&digits.to_ascii_lowercase());
    named.ok_or_else(|| refused(format!("subsampling '{name}' is not one of 444, 440, 422, 411, 420, gray")))
}

/// The number of threads; 0 is one for each processor.
pub fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(integer(value, "threads", 0, EncoderConfig::MAX_THREADS as i64)? as usize)
}

/// The distance of restart markers, in units that the encoder names.
pub fn restart(value: &Bound<'_, PyAny>) -> PyResult<Restart> {
    Ok(match integer(value, "restart", 0, 65535)? {
        0 => Restart::Never,
        units => Restart::Mcus(units as u16),
    })
}

/// One density for both directions, or one for each, in pixels per inch.
pub fn density(dpi: Option<&Bound<'_, PyAny>>) -> PyResult<Density> {
    let Some(dpi) = dpi else { return Ok(Density::default()) };
    let (x, y) = dpi.extract().unwrap_or_else(|_| (dpi.clone(), dpi.clone()));
    let number = |value| Ok::<_, PyErr>(integer(value, "dpi", 1, 65535)? as u16);
    Ok(Density { unit: DensityUnit::Inch, x: number(&x)?, y: number(&y)? })
}

/// What is said of a picture besides its pixels.
#[derive(Default)]
pub struct Said {
    /// A TIFF structure, with or without the identifier before it.
    pub exif: Option<Vec<u8>>,
    /// A colour profile.
    pub icc: Option<Vec<u8>>,
    /// A packet of XML.
    pub xmp: Option<Vec<u8>>,
    /// Bytes, or text.
    pub comment: Option<Text>,
}

/// Bytes, or text that is written as UTF-8.
#[derive(FromPyObject)]
pub enum Text {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl From<Said> for Metadata {
    fn from(said: Said) -> Self {
        let mut metadata = Self::new();
        if let Some(exif) = said.exif {
            // Pillow and piexif have the identifier, files of cameras have it outside.
            metadata = metadata.exif(exif.strip_prefix(b"Exif\0\0").unwrap_or(&exif));
        }
        if let Some(icc) = said.icc {
            metadata = metadata.icc(icc);
        }
        if let Some(xmp) = said.xmp {
            metadata = metadata.xmp(xmp);
        }
        match said.comment {
            Some(Text::Text(text)) => metadata.comment(text.into_bytes()),
            Some(Text::Bytes(bytes)) => metadata.comment(bytes),
            None => metadata,
        }
    }
}
