//! The JPEG encoder: a typed error, or a file that another decoder reads.

use unite_jpeg::{Color, Density, DensityUnit, Encoder, EncoderConfig, Error, HuffmanTables};
use unite_jpeg::{ImageView, PixelFormat, Restart, Sampling};
use zune_core::bytestream::ZCursor;
use zune_jpeg::JpegDecoder;

use crate::bytes::Bytes;

/// Pictures of any size up to 70 by 70, of any format, stride and settings, in buffers that may be too short.
///
/// # Panics
/// If the encoder does not do what it says.
pub fn jpeg(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let config = EncoderConfig::new()
        .quality(bytes.below(103) as u8)
        .force_baseline(bytes.flag())
        .sampling(bytes.choice(&Sampling::ALL))
        .huffman(bytes.choice(&[HuffmanTables::Standard, HuffmanTables::Optimized]))
        .restart(match bytes.below(3) {
            0 => Restart::Never,
            1 => Restart::Mcus(bytes.below(9) as u16),
            _ => Restart::McuRows(bytes.below(4) as u16),
        })
        .density(Density { unit: DensityUnit::Inch, x: bytes.below(600) as u16, y: 72 });
    let (width, height) = (bytes.below(71), bytes.below(71));
    let planar = bytes.below(5) == 4;
    let formats = [PixelFormat::Gray, PixelFormat::GrayAlpha, PixelFormat::Rgb, PixelFormat::Rgba];
    let format = bytes.choice(&formats);
    let row = width * if planar { 1 } else { format.bytes() };
    let stride = (row + bytes.below(8)).saturating_sub(bytes.below(3));
    let needed = if height == 0 { 0 } else { stride * (height - 1) + row };
    let len = (needed + bytes.below(8)).saturating_sub(bytes.below(3));
    let memory = samples(&mut bytes, len);

    let fits = stride >= row && len >= needed;
    let (w, h) = (width as u32, height as u32);
    let view = if planar {
        ImageView::planar_rgb([&memory; 3], w, h, stride)
    } else {
        ImageView::interleaved(&memory, w, h, format, stride)
    };
    let view = match view {
        Ok(view) => view,
        Err(error) => return assert!(!fits, "{width} by {height}, {stride}, {len}: {error}"),
    };
    assert!(fits, "{width} by {height}: stride {stride} or length {len} does not do");

    let mut encoder = match Encoder::new(config) {
        Ok(encoder) => encoder,
        Err(error) => return assert!(matches!(error, Error::Quality { .. }), "{error}"),
    };
    let file = match encoder.encode_to_vec(&view) {
        Ok(file) => file,
        Err(error) => {
            assert!(width == 0 || height == 0, "{width} by {height}: {error}");
            return;
        }
    };
    decodes(&file, width, height);
    assert_eq!(by_rows(&mut encoder, &memory, &view, (format, planar, stride)), Ok(file), "row by row");
}

/// Smooth, flat or noisy samples.
fn samples(bytes: &mut Bytes<'_>, len: usize) -> Vec<u8> {
    let (start, slope, noise) = (bytes.byte(), bytes.byte(), bytes.byte());
    (0..len)
        .map(|i| {
            let smooth = start.wrapping_add((i / 16) as u8 & slope);
            if bytes.is_empty() { smooth } else { smooth ^ (bytes.byte() & noise) }
        })
        .collect()
}

fn decodes(file: &[u8], width: usize, height: usize) {
    let mut decoder = JpegDecoder::new(ZCursor::new(file));
    let pixels = decoder.decode().unwrap_or_else(|error| panic!("{width} by {height}: {error:?}"));
    assert_eq!(decoder.dimensions(), Some((width, height)));
    let components = decoder.output_colorspace().map_or(0, |color| color.num_components());
    assert_eq!(pixels.len(), width * height * components);
}

/// The same picture, a few rows at a time.
fn by_rows(
    encoder: &mut Encoder,
    memory: &[u8],
    whole: &ImageView<'_>,
    (format, planar, stride): (PixelFormat, bool, usize),
) -> Result<Vec<u8>, String> {
    let text = |error: Error| error.to_string();
    let (width, height) = (whole.width(), whole.height());
    let color = if planar { Color::Rgb } else { format.color() };
    let mut rows = encoder.start(Vec::new(), width, height, color).map_err(text)?;
    let mut y = 0;
    while y < height {
        let count = (1 + y % 5).min(height - y);
        let part = &memory[y as usize * stride..];
        let view = if planar {
            ImageView::planar_rgb([part; 3], width, count, stride)
        } else {
            ImageView::interleaved(part, width, count, format, stride)
        };
        rows.push_rows(&view.map_err(text)?).map_err(text)?;
        y += count;
    }
    rows.finish().map_err(text)
}
