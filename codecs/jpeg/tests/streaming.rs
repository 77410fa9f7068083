//! Pictures row by row, planes, strides, and encoders that are used again.

mod support;

use std::io::{self, Write};

use support::cjpeg::{Settings, view};
use support::pictures::{generated, gray};
use unite_jpeg::{Color, Encoder, EncoderConfig, Error, HuffmanTables, ImageView, PixelFormat, Sampling};

fn all_settings() -> impl Iterator<Item = Settings> {
    Settings::all().filter(|settings| settings.quality == 90)
}

fn encoder(settings: &Settings) -> Encoder {
    Encoder::new(settings.config()).expect("a quality in range")
}

#[test]
fn rows_in_any_portions_make_the_same_file() {
    let picture = generated(53, 37);
    let stride = 53 * 3;
    for settings in all_settings() {
        let mut encoder = encoder(&settings);
        let whole = encoder.encode_to_vec(&view(&picture)).unwrap();
        for portion in [1, 2, 7, 16, 36] {
            let mut rows = encoder.start(Vec::new(), 53, 37, Color::Rgb).unwrap();
            for data in picture.as_raw().chunks(stride * portion) {
                let height = (data.len() / stride) as u32;
                rows.push_rows(&ImageView::rgb(data, 53, height).unwrap()).unwrap();
                rows.push_rows(&ImageView::rgb(&[], 53, 0).unwrap()).unwrap();
            }
            assert!(rows.finish().unwrap() == whole, "portions of {portion}: {settings:?}");
        }
    }
}

#[test]
fn rows_that_are_asked_for() {
    for [width, height] in [[53u32, 37u32], [300, 1500]] {
        let picture = generated(width, height);
        let stride = width as usize * 3;
        for settings in all_settings().step_by(if height > 100 { 5 } else { 1 }) {
            let whole = encoder(&settings).encode_to_vec(&view(&picture)).unwrap();
            for threads in [1, 2, 5] {
                let mut encoder = Encoder::new(settings.config().threads(threads)).unwrap();
                // Twice, the second time after a picture that ended in the middle.
                for end in [height, height / 2, height] {
                    let (mut next, mut file) = (0, Vec::new());
                    let done =
                        encoder.encode_rows(&mut file, width, height, PixelFormat::Rgb, |rows, pixels| {
                            assert_eq!((rows.start, pixels.len()), (next, rows.len() * stride));
                            next = rows.end;
                            pixels.copy_from_slice(
                                &picture.as_raw()[rows.start as usize * stride..][..pixels.len()],
                            );
                            if rows.end > end { Err(Error::Cancelled) } else { Ok(()) }
                        });
                    match end == height {
                        true => assert!(done.is_ok() && file == whole, "{threads} threads: {settings:?}"),
                        false => {
                            assert!(matches!(done, Err(Error::Cancelled)), "{threads} threads: {settings:?}")
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn one_encoder_makes_many_pictures() {
    let sizes = [[200, 90], [5, 5], [300, 8], [64, 64], [1, 100]];
    for settings in all_settings() {
        let mut used = encoder(&settings);
        for [width, height] in sizes {
            let picture = generated(width, height);
            let fresh = encoder(&settings).encode_to_vec(&view(&picture)).unwrap();
            assert!(used.encode_to_vec(&view(&picture)).unwrap() == fresh, "{width}x{height}: {settings:?}");
            let grey = gray(&picture);
            let grey = ImageView::gray(grey.as_raw(), width, height).unwrap();
            let fresh = encoder(&settings).encode_to_vec(&grey).unwrap();
            assert!(used.encode_to_vec(&grey).unwrap() == fresh, "grey {width}x{height}: {settings:?}");
            // A picture given up in the middle leaves nothing behind.
            let mut rows = used.start(Vec::new(), width, height, Color::Rgb).unwrap();
            rows.push_rows(&ImageView::rgb(picture.as_raw(), width, height / 2).unwrap()).unwrap();
        }
    }
}

#[test]
fn layouts_of_the_same_pixels_make_the_same_file() {
    let picture = generated(45, 29);
    let pixels = || picture.pixels().map(|pixel| pixel.0);
    let rgba: Vec<u8> = pixels().enumerate().flat_map(|(i, [r, g, b])| [r, g, b, i as u8]).collect();
    let planes = [0, 1, 2].map(|channel| {
        // Seven more bytes a row, except after the last.
        let mut plane: Vec<u8> = Vec::new();
        for row in picture.rows() {
            plane.extend(row.map(|pixel| pixel.0[channel]));
            plane.extend([channel as u8; 7]);
        }
        plane.truncate(plane.len() - 7);
        plane
    });
    let mut padded = vec![99; 200 * 28 + 45 * 3];
    for (to, from) in padded.chunks_mut(200).zip(picture.as_raw().chunks(45 * 3)) {
        to[..from.len()].copy_from_slice(from);
    }
    let [r, g, b] = planes.each_ref().map(Vec::as_slice);
    let views = [
        ImageView::rgba(&rgba, 45, 29).unwrap(),
        ImageView::planar_rgb([r, g, b], 45, 29, 45 + 7).unwrap(),
        ImageView::interleaved(&padded, 45, 29, PixelFormat::Rgb, 200).unwrap(),
    ];
    for settings in all_settings() {
        let mut encoder = encoder(&settings);
        let expected = encoder.encode_to_vec(&view(&picture)).unwrap();
        for (i, view) in views.iter().enumerate() {
            assert!(encoder.encode_to_vec(view).unwrap() == expected, "view {i}: {settings:?}");
        }
    }
}

#[test]
fn grey_drops_alpha_and_ignores_sampling() {
    let grey = gray(&generated(45, 29));
    let with_alpha: Vec<u8> = grey.as_raw().iter().flat_map(|&y| [y, 255 - y]).collect();
    let with_alpha = ImageView::interleaved(&with_alpha, 45, 29, PixelFormat::GrayAlpha, 90).unwrap();
    let grey = ImageView::gray(grey.as_raw(), 45, 29).unwrap();
    let encode = |view: &ImageView<'_>, sampling| {
        Encoder::new(EncoderConfig::new().sampling(sampling)).unwrap().encode_to_vec(view).unwrap()
    };
    let expected = encode(&grey, Sampling::Gray);
    for sampling in Sampling::ALL {
        assert!(encode(&grey, sampling) == expected, "{sampling:?}");
        assert!(encode(&with_alpha, sampling) == expected, "{sampling:?} with alpha");
    }
}

/// Counts bytes and flushes.
#[derive(Default)]
struct Counter {
    bytes: usize,
    flushes: usize,
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.flushes += 1;
        Ok(())
    }
}

#[test]
fn standard_tables_are_written_while_rows_come_in() {
    let picture = generated(512, 256);
    for (huffman, early) in [(HuffmanTables::Standard, true), (HuffmanTables::Optimized, false)] {
        let config = EncoderConfig::new().quality(95).huffman(huffman);
        let mut encoder = Encoder::new(config).unwrap();
        let mut counter = Counter::default();
        let mut rows = encoder.start(&mut counter, 512, 256, Color::Rgb).unwrap();
        rows.push_rows(&view(&picture)).unwrap();
        assert_eq!(counter.bytes > 0, early, "{huffman:?}");

        let mut counter = Counter::default();
        encoder.encode(&view(&picture), &mut counter).unwrap();
        assert_eq!(counter.bytes, encoder.encode_to_vec(&view(&picture)).unwrap().len());
        assert_eq!(counter.flushes, 1);
    }
}
