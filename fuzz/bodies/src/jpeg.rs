//! The JPEG encoder: a typed error, or a file that another decoder reads.

use unite_jpeg::{
    Color, Density, DensityUnit, Encoder, EncoderConfig, Error, HuffmanTable, HuffmanTables, ImageView,
    Metadata, PixelFormat, Quantization, Restart, Sampling,
};
use zune_core::bytestream::ZCursor;
use zune_jpeg::JpegDecoder;

use crate::bytes::Bytes;

/// Pictures of any size up to 70 by 70, of any format, stride and settings, in buffers that may be too short.
///
/// # Panics
/// If the encoder does not do what it says.
pub fn jpeg(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let config = config(&mut bytes);
    let (width, height) = (bytes.below(71), bytes.below(71));
    let layout = match bytes.below(6) {
        4 => Layout::PlanarRgb,
        5 => Layout::PlanarYcc(bytes.choice(&Sampling::ALL)),
        _ => Layout::Pixels(bytes.choice(&PixelFormat::ALL)),
    };
    let row = match layout {
        Layout::Pixels(format) => width * format.bytes(),
        Layout::PlanarRgb | Layout::PlanarYcc(_) => width,
    };
    let stride = (row + bytes.below(8)).saturating_sub(bytes.below(3));
    let needed = if height == 0 { 0 } else { stride * (height - 1) + row };
    let len = (needed + bytes.below(8)).saturating_sub(bytes.below(3));
    let memory = samples(&mut bytes, len);

    let fits = stride >= row && len >= needed;
    let picture = Picture { memory: &memory, width: width as u32, stride, layout };
    let view = match picture.rows(0, height as u32) {
        Ok(view) => view,
        Err(error) => return assert!(!fits, "{width} by {height}, {stride}, {len}: {error}"),
    };
    assert!(fits, "{width} by {height}: stride {stride} or length {len} does not do");

    let mut encoder = match Encoder::new(config.clone()) {
        Ok(encoder) => encoder,
        Err(Error::Quality(quality)) => return assert!(!(1..=100).contains(&quality)),
        Err(error) => panic!("{error}"),
    };
    let file = match encoder.encode_to_vec(&view) {
        Ok(file) => file,
        Err(Error::GrayInks) => return assert!(matches!(view.color(), Color::Cmyk | Color::Ycck)),
        Err(Error::PlaneSampling { expected, actual }) => return assert_ne!(expected, actual),
        Err(error) => {
            assert!(width == 0 || height == 0, "{width} by {height}: {error}");
            return;
        }
    };
    match config.clone().abbreviated(false) == config {
        true => decodes(&file, width, height),
        // Tables and picture, one after the other, are a whole file.
        false => {
            let tables = encoder.tables();
            decodes(&[&tables[..tables.len() - 2], &file[2..]].concat(), width, height);
        }
    }
    assert_eq!(by_rows(&mut encoder, &picture, &view), Ok(file.clone()), "row by row");
    let several = Encoder::new(config.threads(3)).and_then(|mut encoder| encoder.encode_to_vec(&view));
    assert_eq!(several.ok(), Some(file), "on three threads");
}

/// Any settings.
fn config(bytes: &mut Bytes<'_>) -> EncoderConfig {
    let mut config = EncoderConfig::new()
        .quality(bytes.below(103) as u8)
        .force_baseline(bytes.flag())
        .sampling(bytes.choice(&Sampling::ALL))
        .huffman(bytes.choice(&[HuffmanTables::Standard, HuffmanTables::Optimized]))
        .restart(match bytes.below(3) {
            0 => Restart::Never,
            1 => Restart::Mcus(bytes.below(9) as u16),
            _ => Restart::McuRows(bytes.below(4) as u16),
        })
        .density(Density { unit: DensityUnit::Inch, x: bytes.below(600) as u16, y: 72 })
        .progressive(bytes.below(3) == 2)
        .transform(bytes.below(4) != 3);
    if bytes.below(6) == 5 {
        config = config.chrominance_quality(1 + bytes.below(100) as u8);
    }
    if bytes.below(8) == 7 {
        let step = 1 + bytes.below(300) as u16;
        let tables = [[step; 64], std::array::from_fn(|i| 1 + i as u16 * (step % 20))];
        let tables = Box::new(tables);
        config = config.quantization(match bytes.flag() {
            true => Quantization::Exact(tables),
            false => Quantization::Scaled(tables),
        });
    }
    if bytes.below(6) == 5 {
        config = config.abbreviated(true);
    }
    if bytes.below(8) == 7 {
        config = config.custom_huffman([flat_tables(), flat_tables()]);
    }
    if bytes.below(8) == 7 {
        let noise: Vec<u8> = (0..bytes.below(70_000)).map(|i| (i * 31) as u8).collect();
        config = config.metadata(Metadata::new().icc(noise).exif(*b"II*\0").comment("fuzz"));
    }
    config
}

/// Codes of 4 bits for all DC symbols, and of 8 bits for all AC symbols.
fn flat_tables() -> [HuffmanTable; 2] {
    let runs = (0..16).flat_map(|run| (1..=10).map(move |category| run << 4 | category));
    let (dc, ac): (Vec<u8>, Vec<u8>) = ((0..=11).collect(), runs.chain([0x00, 0xF0]).collect());
    let mut bits = [[0; 16]; 2];
    (bits[0][3], bits[1][7]) = (12, 162);
    [(bits[0], dc), (bits[1], ac)].map(|(bits, values)| HuffmanTable::new(bits, &values).expect("a table"))
}

/// How samples lie in memory.
#[derive(Clone, Copy)]
enum Layout {
    Pixels(PixelFormat),
    /// All planes are the same memory.
    PlanarRgb,
    PlanarYcc(Sampling),
}

/// A picture in memory that may be too short for it.
struct Picture<'a> {
    memory: &'a [u8],
    width: u32,
    stride: usize,
    layout: Layout,
}

impl Picture<'_> {
    /// `count` rows from row `y` on, which begins a group.
    fn rows(&self, y: u32, count: u32) -> Result<ImageView<'_>, Error> {
        let from = |y: u32| self.memory.get(y as usize * self.stride..).unwrap_or_default();
        let (width, stride) = (self.width, self.stride);
        match self.layout {
            Layout::Pixels(format) => ImageView::interleaved(from(y), width, count, format, stride),
            Layout::PlanarRgb => ImageView::planar_rgb([from(y); 3], width, count, stride),
            Layout::PlanarYcc(sampling) => {
                let group = u32::from(sampling.factors()[1]);
                let planes = [from(y), from(y / group), from(y / group)];
                ImageView::planar_ycbcr(planes, [stride; 3], width, count, sampling)
            }
        }
    }
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
fn by_rows(encoder: &mut Encoder, picture: &Picture<'_>, whole: &ImageView<'_>) -> Result<Vec<u8>, String> {
    let text = |error: Error| error.to_string();
    let (width, height) = (whole.width(), whole.height());
    let mut rows = encoder.start(Vec::new(), width, height, whole.color()).map_err(text)?;
    let mut y = 0;
    while y < height {
        // Whole groups of rows, where chrominance has fewer.
        let count = (2 * (1 + y % 5)).min(height - y);
        rows.push_rows(&picture.rows(y, count).map_err(text)?).map_err(text)?;
        y += count;
    }
    rows.finish().map_err(text)
}
