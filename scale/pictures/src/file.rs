//! Pictures that come as files.

use std::io::Cursor;

use image::error::ImageError;
use image::{ColorType, ImageDecoder, ImageFormat, ImageReader};

use crate::refusal::{Refusal, Rule};

/// Samples, pixel by pixel.
pub struct Samples {
    /// Width and height.
    pub size: [u32; 2],
    /// Of a pixel.
    pub channels: u64,
    /// All of them.
    pub samples: Vec<u8>,
}

/// Bytes that deflate makes of one, at most (RFC 1951: 258 from two bits), and pixels of a bitmap in one.
const MOST_FROM_A_BYTE: u64 = 1032;

/// The samples of the picture in `bytes`.
///
/// Memory is asked for only after the header, and never more than so many bytes could hold.
pub fn read(bytes: &[u8]) -> Result<Samples, Refusal> {
    let format = match bytes {
        [0x89, b'P', b'N', b'G', ..] => ImageFormat::Png,
        [b'P', b'1'..=b'7', ..] => ImageFormat::Pnm,
        _ => {
            let start = bytes.get(..4).unwrap_or(bytes).escape_ascii();
            return Err(Refusal::new(Rule::Format, format!("'{start}' begins no PNG or PNM file")));
        }
    };
    let damaged = |error: ImageError| Refusal::new(Rule::Damaged, error.to_string());
    let decoder = ImageReader::with_format(Cursor::new(bytes), format).into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    let channels = match decoder.color_type() {
        ColorType::L8 => 1,
        ColorType::La8 => 2,
        ColorType::Rgb8 => 3,
        ColorType::Rgba8 => 4,
        other => {
            return Err(Refusal::new(
                Rule::Depth,
                format!("samples of {other:?} have more than 8 bits: scale them down first"),
            ));
        }
    };
    let total = decoder.total_bytes();
    let most = (bytes.len() as u64).saturating_mul(MOST_FROM_A_BYTE);
    if total > most {
        return Err(Refusal::new(
            Rule::Damaged,
            format!("{width}x{height} pixels cannot be in {} bytes", bytes.len()),
        ));
    }
    let mut samples = vec![0; total as usize];
    decoder.read_image(&mut samples).map_err(damaged)?;
    Ok(Samples { size: [width, height], channels, samples })
}
