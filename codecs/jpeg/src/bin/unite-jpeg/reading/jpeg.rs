//! JPEG, by the crate `zune-jpeg`, which wants all of a file and gives all of a picture.

use std::io::Read;

use unite_jpeg::PixelFormat;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::fault::{Fault, Place};
use super::input::Input;
use super::{Depth, Found, Picture, Rows, check_size};

/// Reads the whole file.
pub fn open(mut input: Input) -> Result<Picture, Fault> {
    let mut file = Vec::new();
    input.read_to_end(&mut file).map_err(|error| Fault::of_reading(error, Place::Header))?;
    let bytes = file.len();
    let mut decoder = decoder(file);
    decoder.decode_headers().map_err(|_| Fault::Damaged(Place::Header))?;
    let (width, height) = decoder.dimensions().ok_or(Fault::Damaged(Place::Header))?;
    let size = [width as u32, height as u32];
    check_size(size[0], size[1])?;
    // No coding makes less than a bit of a block in each of the many scans that there may be.
    if bytes < width.div_ceil(8) * height.div_ceil(8) / 64 {
        return Err(Fault::EndsIn(Place::Row(0, size[1])));
    }
    let found =
        Found { icc: decoder.icc_profile(), exif: decoder.exif().cloned(), xmp: decoder.xmp().cloned() };
    let format = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => PixelFormat::Gray,
        _ => PixelFormat::Rgb,
    };
    let stride = width * format.bytes();
    let rows = JpegRows { decoder: Some(decoder), samples: Vec::new(), stride, height: size[1] };
    let picture = Picture::new(size, format, Depth::Eight(u8::MAX), Box::new(rows))?;
    Ok(Picture { found, held: Some("it is a JPEG picture"), ..picture })
}

/// Grey samples, or red, green and blue, of a JPEG file.
pub fn decode(file: &[u8]) -> Option<(PixelFormat, Vec<u8>)> {
    samples(decoder(file.to_vec()))
}

fn samples(mut decoder: Decoder) -> Option<(PixelFormat, Vec<u8>)> {
    decoder.decode_headers().ok()?;
    let (color, format) = match decoder.input_colorspace()? {
        ColorSpace::Luma => (ColorSpace::Luma, PixelFormat::Gray),
        _ => (ColorSpace::RGB, PixelFormat::Rgb),
    };
    decoder.set_options(decoder.options().jpeg_set_out_colorspace(color));
    Some((format, decoder.decode().ok()?))
}

/// As the crate `tiff` has it: what is generic there is compiled once.
type Decoder = JpegDecoder<ZCursor<Vec<u8>>>;

fn decoder(file: Vec<u8>) -> Decoder {
    let most = usize::from(u16::MAX);
    let options = DecoderOptions::default().set_strict_mode(false);
    JpegDecoder::new_with_options(ZCursor::new(file), options.set_max_width(most).set_max_height(most))
}

struct JpegRows {
    /// Until it is decoded.
    decoder: Option<Decoder>,
    samples: Vec<u8>,
    stride: usize,
    height: u32,
}

impl Rows for JpegRows {
    fn read(&mut self, rows: &mut [u8], first: u32) -> Result<(), Fault> {
        if let Some(decoder) = self.decoder.take() {
            let (_, samples) = samples(decoder).ok_or(Fault::Damaged(Place::Row(first, self.height)))?;
            self.samples = samples;
        }
        let from = first as usize * self.stride;
        let samples = self.samples.get(from..from + rows.len());
        rows.copy_from_slice(samples.ok_or(Fault::EndsIn(Place::Row(first, self.height)))?);
        Ok(())
    }
}
