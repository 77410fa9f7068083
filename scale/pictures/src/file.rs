//! Pictures that come as files.

use std::error::Error;
use std::io::{self, Cursor};

use image::error::{DecodingError, ImageError};
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
    let decoder = ImageReader::with_format(Cursor::new(bytes), format)
        .into_decoder()
        .map_err(|error| refusal(&error, "its header"))?;
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
    decoder.read_image(&mut samples).map_err(|error| refusal(&error, "its samples"))?;
    Ok(Samples { size: [width, height], channels, samples })
}

/// An error of the decoders while they read `part`, in the same words for every format.
fn refusal(error: &ImageError, part: &str) -> Refusal {
    match error {
        ImageError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => ends_in(part),
        // The decoder of PNM has an error of its own around that of the bytes, and that of PNG one that only says it.
        ImageError::Decoding(decoding) if ends_early(decoding) => ends_in(part),
        ImageError::Unsupported(_) => Refusal::new(
            Rule::Format,
            format!("{part} says that it is of a kind of PNG or PNM that is not read"),
        ),
        ImageError::Limits(_) => {
            Refusal::new(Rule::Size, format!("{part} asks for more memory than a picture may take"))
        }
        _ => Refusal::new(Rule::Damaged, format!("the file breaks the rules of its format in {part}")),
    }
}

fn ends_in(part: &str) -> Refusal {
    Refusal::new(Rule::Damaged, format!("the file ends in {part}"))
}

/// Whether an end that comes too early is what an error of a decoder is about.
fn ends_early(error: &DecodingError) -> bool {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::UnexpectedEof)
        {
            return true;
        }
        cause = inner.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::read;
    use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

    fn png() -> Vec<u8> {
        let mut file = Vec::new();
        let samples: Vec<u8> = (0..48u8).map(|sample| sample.wrapping_mul(37)).collect();
        PngEncoder::new(&mut file).write_image(&samples, 4, 4, ExtendedColorType::Rgb8).expect("a picture");
        file
    }

    fn sentence(bytes: &[u8]) -> String {
        read(bytes).err().map_or_else(|| "no error".into(), |refusal| refusal.to_string())
    }

    #[test]
    fn the_same_fault_has_the_same_words_in_each_format() {
        let (pnm, png) = (b"P5 2 2 255 abcd".as_slice(), png());
        assert_eq!((sentence(pnm), sentence(&png)), ("no error".into(), "no error".into()));
        for short in [&pnm[..pnm.len() - 1], b"P5 2 2 255 ", &png[..50]] {
            assert_eq!(sentence(short), "damaged: the file ends in its samples", "{}", short.escape_ascii());
        }
        for short in [&pnm[..6], &png[..20]] {
            assert_eq!(sentence(short), "damaged: the file ends in its header", "{}", short.escape_ascii());
        }
        let mut changed = png.clone();
        changed[45] ^= 0x55;
        // Where samples are digits, the decoder does not tell an early end from a missing digit.
        for broken in [b"P2 2 2 255 1 2 x 4".as_slice(), b"P2 2 2 255 1 2 3", &changed] {
            let said = "damaged: the file breaks the rules of its format in its samples";
            assert_eq!(sentence(broken), said, "{}", broken.escape_ascii());
        }
        let mut size = png;
        size[17] ^= 0x01;
        for broken in [b"P5 2 x 255 abcd".as_slice(), b"P7\nWIDTH 2\n", &size] {
            let said = "damaged: the file breaks the rules of its format in its header";
            assert_eq!(sentence(broken), said, "{}", broken.escape_ascii());
        }
    }

    /// Any beginning of a file, and a file with any byte changed, has one of a few sentences, or is a picture.
    #[test]
    fn all_words_are_ours() {
        let png = png();
        let files = [
            png.as_slice(),
            b"P6 2 1 255 abcdef",
            b"P4 9 1 ab",
            b"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\na",
        ];
        for file in files {
            for at in 0..file.len() {
                let mut changed = file.to_vec();
                changed[at] ^= 0x11;
                for bytes in [&file[..at], &changed] {
                    let said = sentence(bytes);
                    let known =
                        ["no error", "format: ", "depth: ", "size: ", "damaged: the file ", "damaged: "];
                    assert!(known.iter().any(|known| said.starts_with(known)), "{said}");
                    assert!(
                        !said.contains("ChunkType")
                            && !said.contains("buffer")
                            && !said.contains("Format error"),
                        "{said}"
                    );
                }
            }
        }
    }
}
