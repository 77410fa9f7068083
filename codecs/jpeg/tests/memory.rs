//! What encoders allocate, counted: nothing once they have encoded a picture, and for a picture that is pushed row by row
//! no more the higher it is.

use std::io::{self, Write};

use unite_allocations::allocated;
use unite_jpeg::{
    Color, Encoder, EncoderConfig, HuffmanTables, ImageView, LosslessConfig, LosslessEncoder, LosslessImage,
    LosslessTables, PixelFormat, Predictor, Restart, Sampling,
};

fn pixels(width: usize, height: usize, samples: usize) -> Vec<u8> {
    (0..width * height * samples).map(|i| ((i * 7) ^ (i >> 5)) as u8).collect()
}

#[test]
fn an_encoder_that_is_used_again_allocates_nothing() {
    let pixels = pixels(331, 257, 4);
    let mut file = Vec::with_capacity(1 << 20);
    for format in PixelFormat::ALL {
        for sampling in [Sampling::S444, Sampling::S420, Sampling::S411] {
            for (huffman, progressive) in [
                (HuffmanTables::Standard, false),
                (HuffmanTables::Optimized, false),
                (HuffmanTables::Standard, true),
            ] {
                let config = EncoderConfig::new()
                    .sampling(sampling)
                    .huffman(huffman)
                    .progressive(progressive)
                    .restart(Restart::McuRows(2));
                let what = format!("{format:?}, {config:?}");
                let mut encoder = Encoder::new(config).unwrap();
                let view = ImageView::interleaved(&pixels, 331, 257, format, 331 * format.bytes()).unwrap();
                encoder.encode(&view, &mut file).unwrap();
                file.clear();
                assert_eq!(allocated(|| encoder.encode(&view, &mut file).unwrap()).calls, 0, "{what}");
                file.clear();
            }
        }
    }
}

#[test]
fn a_lossless_encoder_that_is_used_again_allocates_nothing() {
    let pixels = pixels(331, 257, 4);
    let mut file = Vec::with_capacity(1 << 21);
    for format in PixelFormat::ALL {
        for tables in [LosslessTables::Optimized, LosslessTables::Fixed] {
            for predictor in [Predictor::Plane, Predictor::Best] {
                let config =
                    LosslessConfig::new().tables(tables).predictor(predictor).restart(Restart::McuRows(5));
                let what = format!("{format:?}, {config:?}");
                let mut encoder = LosslessEncoder::new(config).unwrap();
                let view = LosslessImage::from_u8(&pixels, 331, 257, format, 331 * format.bytes()).unwrap();
                encoder.encode(&view, &mut file).unwrap();
                file.clear();
                assert_eq!(allocated(|| encoder.encode(&view, &mut file).unwrap()).calls, 0, "{what}");
                file.clear();
            }
        }
    }
}

/// Forgets what is written.
struct Sink;

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn memory_grows_with_the_width_only() {
    let rows = |width: u32, height: u32, config: &EncoderConfig| {
        let row = pixels(width as usize, 16, 3);
        let encoded = allocated(|| {
            let mut encoder = Encoder::new(config.clone()).unwrap();
            let mut rows = encoder.start(Sink, width, height, Color::Rgb).unwrap();
            for _ in 0..height / 16 {
                rows.push_rows(&ImageView::rgb(&row, width, 16).unwrap()).unwrap();
            }
            rows.finish().unwrap();
        });
        encoded.most
    };
    for sampling in [Sampling::S444, Sampling::S420] {
        let config = EncoderConfig::new().sampling(sampling).restart(Restart::McuRows(1));
        let (low, high) = (rows(640, 320, &config), rows(640, 16_000, &config));
        assert!(high <= low, "{sampling:?}: {low} bytes for 320 rows, {high} for 16000");
        // What a pixel of a row of MCUs takes, and what an encoder takes besides.
        let (narrow, wide) = (rows(2000, 320, &config), rows(20_000, 320, &config));
        assert!(narrow < 2000 * 16 * 40 + 200_000, "{sampling:?}: {narrow}");
        assert!(wide < 20_000 * 16 * 40 + 200_000, "{sampling:?}: {wide}");
    }
}

#[test]
fn lossless_memory_does_not_grow_with_the_height() {
    let pixels = pixels(500, 4000, 3);
    let of = |height: u32| {
        let view = LosslessImage::from_u8(&pixels, 500, height, PixelFormat::Rgb, 1500).unwrap();
        allocated(|| LosslessEncoder::new(LosslessConfig::new()).unwrap().encode(&view, Sink).unwrap()).most
    };
    let (low, high) = (of(400), of(4000));
    assert!(high <= low + 70_000, "{low} bytes for 400 rows, {high} for 4000");
}
