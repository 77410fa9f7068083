//! What is wrong is said, in types, and nothing panics.

mod support;

use std::error::Error as _;
use std::io::{self, Write};

use support::cjpeg::view;
use support::pictures::generated;
use unite_jpeg::{Color, Encoder, EncoderConfig, Error, HuffmanTables, ImageView, PixelFormat};

fn encoder() -> Encoder {
    Encoder::new(EncoderConfig::new()).expect("the defaults are fine")
}

#[test]
fn qualities() {
    for quality in [0, 101, 255] {
        let error = Encoder::new(EncoderConfig::new().quality(quality)).unwrap_err();
        assert!(matches!(error, Error::Quality(q) if q == quality), "{error:?}");
        assert_eq!(error.to_string(), format!("quality {quality} is not in 1..=100"));
    }
}

#[test]
fn threads() {
    for threads in [EncoderConfig::MAX_THREADS + 1, usize::MAX] {
        let error = Encoder::new(EncoderConfig::new().threads(threads)).unwrap_err();
        assert!(matches!(error, Error::Threads(t) if t == threads), "{error:?}");
        assert_eq!(error.to_string(), format!("{threads} threads are more than 1024"));
    }
    assert!(Encoder::new(EncoderConfig::new().threads(EncoderConfig::MAX_THREADS)).is_ok());
}

#[test]
fn sizes() {
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
        let error = encoder().encode_to_vec(&ImageView::rgb(&[], width, height).unwrap()).unwrap_err();
        assert!(
            matches!(error, Error::Empty { width: w, height: h } if (w, h) == (width, height)),
            "{error:?}"
        );
    }
    for (width, height) in [(65536, 1), (1, 65536), (u32::MAX, u32::MAX)] {
        let mut file = Vec::new();
        let error = encoder().start(&mut file, width, height, Color::Rgb).unwrap_err();
        assert!(matches!(error, Error::TooLarge { width: w, height: h } if (w, h) == (width, height)));
        assert!(file.is_empty());
    }
    let line = [7; 65535];
    assert!(encoder().encode_to_vec(&ImageView::gray(&line, 65535, 1).unwrap()).is_ok());
    assert!(encoder().encode_to_vec(&ImageView::gray(&line, 1, 65535).unwrap()).is_ok());
}

#[test]
fn buffers_and_strides() {
    let data = [0; 100];
    let error = ImageView::rgb(&data, 7, 5).unwrap_err();
    assert!(matches!(error, Error::ShortBuffer { needed: 105, actual: 100 }), "{error:?}");
    assert!(ImageView::rgb(&data, 11, 3).is_ok());
    let error = ImageView::interleaved(&data, 7, 2, PixelFormat::Rgba, 27).unwrap_err();
    assert!(matches!(error, Error::Stride { stride: 27, row: 28 }), "{error:?}");
    let error = ImageView::planar_rgb([&data, &data, &data[..99]], 10, 10, 10).unwrap_err();
    assert!(matches!(error, Error::ShortBuffer { needed: 100, actual: 99 }), "{error:?}");
    // Sizes that do not fit a machine word are short buffers as well.
    assert!(matches!(ImageView::gray(&data, u32::MAX, u32::MAX), Err(Error::ShortBuffer { .. })));
    assert!(matches!(
        ImageView::interleaved(&data, 1, u32::MAX, PixelFormat::Gray, usize::MAX),
        Err(Error::ShortBuffer { .. })
    ));
}

#[test]
fn rows_that_do_not_fit() {
    let mut encoder = encoder();
    let mut rows = encoder.start(Vec::new(), 10, 4, Color::Rgb).unwrap();
    let data = [0; 300];
    let error = rows.push_rows(&ImageView::rgb(&data, 11, 1).unwrap()).unwrap_err();
    assert!(matches!(error, Error::RowWidth { expected: 10, actual: 11 }), "{error:?}");
    let error = rows.push_rows(&ImageView::gray(&data, 10, 1).unwrap()).unwrap_err();
    assert!(matches!(error, Error::ColorMismatch), "{error:?}");
    rows.push_rows(&ImageView::rgb(&data, 10, 3).unwrap()).unwrap();
    let error = rows.push_rows(&ImageView::rgb(&data, 10, 2).unwrap()).unwrap_err();
    assert!(matches!(error, Error::TooManyRows { height: 4, pushed: 5 }), "{error:?}");
    // None of the refused rows was taken.
    rows.push_rows(&ImageView::rgb(&data, 10, 1).unwrap()).unwrap();
    let expected = encoder_file(&data);
    assert_eq!(rows.finish().unwrap(), expected);

    let mut rows = encoder.start(Vec::new(), 10, 4, Color::Rgb).unwrap();
    rows.push_rows(&ImageView::rgb(&data, 10, 3).unwrap()).unwrap();
    let error = rows.finish().unwrap_err();
    assert!(matches!(error, Error::MissingRows { height: 4, pushed: 3 }), "{error:?}");
}

fn encoder_file(data: &[u8]) -> Vec<u8> {
    encoder().encode_to_vec(&ImageView::rgb(data, 10, 4).unwrap()).unwrap()
}

/// Fails when more than a number of bytes have been written.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn writers_that_fail() {
    let picture = generated(600, 400);
    for huffman in [HuffmanTables::Standard, HuffmanTables::Optimized] {
        for threads in [1, 3] {
            let config = EncoderConfig::new().quality(98).huffman(huffman).threads(threads);
            let mut encoder = Encoder::new(config).unwrap();
            for room in [0, 70_000] {
                let error = encoder.encode(&view(&picture), Full(room)).unwrap_err();
                let full = |error: &io::Error| error.kind() == io::ErrorKind::StorageFull;
                assert!(matches!(&error, Error::Io(e) if full(e)), "{error:?}");
                assert!(error.source().is_some());
            }
            // The encoder itself is as good as new.
            assert!(encoder.encode(&view(&picture), Full(usize::MAX)).is_ok());
        }
    }
}

#[test]
fn a_broken_picture_stays_broken() {
    let picture = generated(600, 400);
    let mut encoder = Encoder::new(EncoderConfig::new().quality(98)).unwrap();
    let mut rows = encoder.start(Full(0), 600, 800, Color::Rgb).unwrap();
    assert!(matches!(rows.push_rows(&view(&picture)), Err(Error::Io(_))));
    assert!(matches!(rows.push_rows(&view(&picture)), Err(Error::Broken)));
    assert!(matches!(rows.finish(), Err(Error::Broken)));
}

#[cfg(feature = "image")]
#[test]
fn color_types_of_the_crate_image() {
    use image::{DynamicImage, ImageEncoder, ImageError};
    use unite_jpeg::ImageWriter;

    let picture = DynamicImage::from(generated(20, 10));
    let write = |picture: &DynamicImage| {
        let mut file = Vec::new();
        picture.write_with_encoder(ImageWriter::new(&mut file, EncoderConfig::new())).map(|()| file)
    };
    let expected = write(&picture).unwrap();
    assert_eq!(expected, encoder().encode_to_vec(&view(&picture.to_rgb8())).unwrap());
    assert_eq!(write(&picture.to_rgba8().into()).unwrap(), expected);
    assert_eq!(write(&picture.to_luma_alpha8().into()).unwrap(), write(&picture.to_luma8().into()).unwrap());
    assert!(matches!(write(&picture.to_rgb16().into()), Err(ImageError::Unsupported(_))));
    let short = ImageWriter::new(Vec::new(), EncoderConfig::new()).write_image(
        &[0; 10],
        5,
        5,
        image::ExtendedColorType::L8,
    );
    assert!(matches!(short, Err(ImageError::Parameter(_))));
}
