//! What goes in besides red, green and blue, and what comes out besides pixels: against libjpeg-turbo in the process, and
//! against decoders that are independent of it.

mod support;

use std::ops::ControlFlow;

use support::pictures::{bundled, generated};
use support::turbo::{compress_pixels, compress_planes, lossy};
use turbojpeg_sys as sys;
use unite_jpeg::{
    Density, Encoder, EncoderConfig, Error, HuffmanTable, HuffmanTables, ImageView, LosslessConfig,
    LosslessEncoder, LosslessImage, Metadata, PixelFormat, Quantization, Restart, Sampling,
};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

const SIZES: [[u32; 2]; 5] = [[1, 1], [7, 9], [17, 31], [33, 16], [70, 35]];

/// Pixels of any format: those of the generated picture, and for a fourth sample noise.
fn pixels([width, height]: [u32; 2], format: PixelFormat) -> Vec<u8> {
    let picture = generated(width, height);
    let mut pixels = Vec::new();
    for (i, pixel) in picture.pixels().enumerate() {
        let [r, g, b] = pixel.0;
        let fourth = (i * i / 7) as u8;
        match format {
            PixelFormat::Gray => pixels.push(r),
            PixelFormat::GrayAlpha => pixels.extend([r, fourth]),
            PixelFormat::Rgb | PixelFormat::YCbCr => pixels.extend([r, g, b]),
            PixelFormat::Bgr => pixels.extend([b, g, r]),
            PixelFormat::Bgra => pixels.extend([b, g, r, fourth]),
            PixelFormat::Rgba | PixelFormat::Cmyk | PixelFormat::Ycck => pixels.extend([r, g, b, fourth]),
        }
    }
    pixels
}

fn encode(config: &EncoderConfig, view: &ImageView<'_>) -> Vec<u8> {
    Encoder::new(config.clone()).unwrap().encode_to_vec(view).unwrap()
}

/// The same pixels in rows that are further apart, with noise between.
fn padded(pixels: &[u8], row: usize, gap: usize) -> Vec<u8> {
    pixels.chunks(row).flat_map(|row| row.iter().copied().chain((0..gap).map(|i| (i * 91) as u8))).collect()
}

#[test]
fn pixels_of_every_format_are_those_of_libjpeg_turbo() {
    use PixelFormat::{Bgr, Bgra, Cmyk, Gray, Rgb, Rgba};
    for size @ [width, height] in SIZES {
        for format in [Gray, Rgb, Rgba, Bgr, Bgra, Cmyk] {
            let pixels = pixels(size, format);
            for sampling in Sampling::ALL {
                if format == Cmyk && sampling == Sampling::Gray {
                    continue;
                }
                for (optimized, progressive) in [(false, false), (true, false), (false, true)] {
                    let huffman = if optimized { HuffmanTables::Optimized } else { HuffmanTables::Standard };
                    let config = EncoderConfig::new()
                        .sampling(sampling)
                        .huffman(huffman)
                        .progressive(progressive)
                        .restart(Restart::McuRows(1));
                    // Grey is never sampled.
                    let theirs = if format == Gray { Sampling::Gray } else { sampling };
                    let parameters = lossy(75, theirs, Restart::McuRows(1), optimized, progressive);
                    let theirs = compress_pixels(&pixels, size, format, &[], &parameters);
                    let row = width as usize * format.bytes();
                    for gap in [0, 5] {
                        let memory = padded(&pixels, row, gap);
                        let view = ImageView::interleaved(&memory, width, height, format, row + gap).unwrap();
                        let what = format!("{size:?} {format:?} {config:?}");
                        assert!(encode(&config, &view) == theirs, "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn components_are_stored_as_they_come_if_asked_to() {
    for size @ [width, height] in SIZES {
        for (format, space) in [
            (PixelFormat::Rgb, sys::TJCS_TJCS_RGB),
            (PixelFormat::Bgra, sys::TJCS_TJCS_RGB),
            (PixelFormat::Cmyk, sys::TJCS_TJCS_CMYK),
        ] {
            let pixels = pixels(size, format);
            for progressive in [false, true] {
                let config = EncoderConfig::new().transform(false).quality(90).progressive(progressive);
                let mut parameters = lossy(90, Sampling::S444, Restart::Never, false, progressive).to_vec();
                parameters.push((sys::TJPARAM_TJPARAM_COLORSPACE, space as i32));
                let theirs = compress_pixels(&pixels, size, format, &[], &parameters);
                let stride = width as usize * format.bytes();
                let view = ImageView::interleaved(&pixels, width, height, format, stride).unwrap();
                assert!(encode(&config, &view) == theirs, "{size:?} {format:?}");
            }
        }
    }
}

#[test]
fn alpha_is_dropped_and_luminance_is_taken_as_it_is() {
    let size @ [width, height] = [33, 20];
    let view = |data, format: PixelFormat| {
        ImageView::interleaved(data, width, height, format, width as usize * format.bytes()).unwrap()
    };
    let config = EncoderConfig::new();
    let (gray, alpha) = (pixels(size, PixelFormat::Gray), pixels(size, PixelFormat::GrayAlpha));
    assert!(
        encode(&config, &view(&gray, PixelFormat::Gray))
            == encode(&config, &view(&alpha, PixelFormat::GrayAlpha))
    );
    // Luminance and chrominance, stored as grey, are their luminance.
    let ycc = pixels(size, PixelFormat::YCbCr);
    let only_gray = config.clone().sampling(Sampling::Gray);
    assert!(
        encode(&only_gray, &view(&ycc, PixelFormat::YCbCr))
            == encode(&config, &view(&gray, PixelFormat::Gray))
    );
    // YCCK as it comes is what CMYK becomes: here inks that are all alike, so that chrominance is 128.
    let inks: Vec<u8> = gray.iter().flat_map(|&ink| [ink, ink, ink, 255 - ink]).collect();
    let ycck: Vec<u8> = gray.iter().flat_map(|&ink| [255 - ink, 128, 128, 255 - ink]).collect();
    assert!(
        encode(&config, &view(&inks, PixelFormat::Cmyk)) == encode(&config, &view(&ycck, PixelFormat::Ycck))
    );
}

#[test]
fn planes_of_luminance_and_chrominance_are_those_of_libjpeg_turbo() {
    for [width, height] in SIZES {
        for sampling in Sampling::ALL.into_iter().filter(|&sampling| sampling != Sampling::Gray) {
            let [h, v] = sampling.factors().map(u32::from);
            let (columns, rows) = (width.div_ceil(h), height.div_ceil(v));
            // libjpeg-turbo wants luminance for whole groups: here its last column and row are repeated.
            let (full, lines) = (h * columns, v * rows);
            let noise = |x: u32, y: u32, seed: u32| {
                (x.wrapping_mul(3) + y * 2 + seed + ((x * y * seed / 13) & 31)) as u8
            };
            let plane = |width: u32, height: u32, columns: u32, rows: u32, seed, gap: usize| -> Vec<u8> {
                let row = |y: u32| {
                    let samples = (0..columns).map(move |x| noise(x.min(width - 1), y.min(height - 1), seed));
                    samples.chain((0..gap).map(|i| i as u8))
                };
                (0..rows).flat_map(row).collect()
            };
            let y = plane(width, height, full, lines, 5, 3);
            let cb = plane(columns, rows, columns, rows, 90, 1);
            let cr = plane(columns, rows, columns, rows, 170, 0);
            let strides = [full as usize + 3, columns as usize + 1, columns as usize];
            let parameters = lossy(75, sampling, Restart::Never, false, false);
            let theirs = compress_planes([&y, &cb, &cr], strides, [width, height], sampling, &parameters);
            let view = ImageView::planar_ycbcr([&y, &cb, &cr], strides, width, height, sampling).unwrap();
            let config = EncoderConfig::new().sampling(sampling);
            assert!(encode(&config, &view) == theirs, "{width}x{height} {sampling:?}");
            assert!(encode(&config.clone().threads(3), &view) == theirs, "{width}x{height} {sampling:?}");
            // Some rows at a time.
            let mut encoder = Encoder::new(config).unwrap();
            let mut push = encoder.start(Vec::new(), width, height, view.color()).unwrap();
            let mut at = 0;
            while at < height {
                let count = (5 * v).min(height - at);
                let [y, cb, cr] = [(&y, 0, at), (&cb, 1, at / v), (&cr, 2, at / v)]
                    .map(|(plane, i, row): (&Vec<u8>, usize, u32)| &plane[row as usize * strides[i]..]);
                push.push_rows(
                    &ImageView::planar_ycbcr([y, cb, cr], strides, width, count, sampling).unwrap(),
                )
                .unwrap();
                at += count;
            }
            assert!(push.finish().unwrap() == theirs, "{width}x{height} {sampling:?}");
        }
    }
}

#[test]
fn planes_at_full_resolution_are_reduced() {
    let [width, height] = [37, 21];
    let ycc = pixels([width, height], PixelFormat::YCbCr);
    let planes: [Vec<u8>; 3] = [0, 1, 2].map(|i| ycc.iter().skip(i).step_by(3).copied().collect());
    for sampling in Sampling::ALL {
        let config = EncoderConfig::new().sampling(sampling);
        let interleaved =
            ImageView::interleaved(&ycc, width, height, PixelFormat::YCbCr, 3 * width as usize).unwrap();
        let planar = ImageView::planar_ycbcr(
            planes.each_ref().map(Vec::as_slice),
            [width as usize; 3],
            width,
            height,
            Sampling::S444,
        );
        assert!(encode(&config, &planar.unwrap()) == encode(&config, &interleaved), "{sampling:?}");
    }
    // Red, green and blue in planes, not transformed.
    let config = EncoderConfig::new().transform(false);
    let rgb =
        ImageView::planar_rgb(planes.each_ref().map(Vec::as_slice), width, height, width as usize).unwrap();
    assert!(encode(&config, &rgb) == encode(&config, &ImageView::rgb(&ycc, width, height).unwrap()));
}

/// The pixels that a decoder independent of libjpeg reads.
fn decoded(file: &[u8]) -> Vec<u8> {
    JpegDecoder::new(ZCursor::new(file)).decode().expect("a file that is read")
}

#[test]
fn inks_are_read_by_another_decoder() {
    let size @ [width, height] = [40, 30];
    let inks = pixels(size, PixelFormat::Cmyk);
    let smooth: Vec<u8> = (0..inks.len()).map(|i| (i / 4 % 40 * 3 + i % 4 * 20) as u8).collect();
    for transform in [false, true] {
        let config = EncoderConfig::new().quality(100).sampling(Sampling::S444).transform(transform);
        let view =
            ImageView::interleaved(&smooth, width, height, PixelFormat::Cmyk, 4 * width as usize).unwrap();
        let file = encode(&config, &view);
        let mut decoder = jpeg_decoder::Decoder::new(&file[..]);
        let read = decoder.decode().unwrap();
        assert_eq!(decoder.info().unwrap().pixel_format, jpeg_decoder::PixelFormat::CMYK32);
        // That decoder turns inks of Adobe's files over.
        let far = read.iter().zip(&smooth).filter(|&(&a, &b)| a.abs_diff(b) > 6 && (255 - a).abs_diff(b) > 6);
        assert_eq!(far.count(), 0, "transform {transform}");
    }
}

#[test]
fn quantisation_tables_of_ones_own() {
    let picture = bundled("chelsea.png");
    let (width, height) = picture.dimensions();
    let view = ImageView::rgb(picture.as_raw(), width, height).unwrap();
    let own = Box::new([[7u16; 64], std::array::from_fn(|i| 3 + i as u16)]);
    let exact =
        encode(&EncoderConfig::new().quality(3).quantization(Quantization::Exact(own.clone())), &view);
    let parts = support::file::parse(&exact);
    assert_eq!(parts.quantization[0][1..], [7; 64]);
    assert_eq!(parts.quantization[1][..4], [1, 3, 4, 11]);
    // At quality 50 scaling changes nothing; at 25 steps are twice as large.
    let scaled = Quantization::Scaled(own);
    assert!(encode(&EncoderConfig::new().quality(50).quantization(scaled.clone()), &view) == exact);
    let coarser = encode(&EncoderConfig::new().quality(25).quantization(scaled), &view);
    assert_eq!(support::file::parse(&coarser).quantization[0][1..], [14; 64]);
    // Steps of 16 bits: libjpeg-turbo reads them.
    let large = Quantization::Exact(Box::new([[300; 64], [8191; 64]]));
    let file = encode(&EncoderConfig::new().quantization(large), &view);
    assert_eq!(support::file::parse(&file).frame.0, 0xC1);
    decoded(&file);
    for step in [0, 8192] {
        let mut tables = [[1; 64]; 2];
        tables[1][63] = step;
        let config = EncoderConfig::new().quantization(Quantization::Exact(Box::new(tables)));
        assert!(matches!(Encoder::new(config), Err(Error::QuantizationStep(wrong)) if wrong == step));
    }
}

/// A table with codes of 8 bits and more for all AC symbols, or of 4 bits for all DC symbols.
fn flat_tables() -> [HuffmanTable; 2] {
    let runs = (0..16).flat_map(|run| (1..=10).map(move |category| run << 4 | category));
    let ac: Vec<u8> = runs.chain([0x00, 0xF0]).collect();
    let dc: Vec<u8> = (0..=11).collect();
    let mut bits = [[0; 16]; 2];
    (bits[0][3], bits[1][7]) = (12, 162);
    [HuffmanTable::new(bits[0], &dc).unwrap(), HuffmanTable::new(bits[1], &ac).unwrap()]
}

#[test]
fn huffman_tables_of_ones_own() {
    let picture = generated(100, 60);
    let view = ImageView::rgb(picture.as_raw(), 100, 60).unwrap();
    let tables = [flat_tables(), flat_tables()];
    let own = encode(&EncoderConfig::new().custom_huffman(tables.clone()), &view);
    assert!(decoded(&own) == decoded(&encode(&EncoderConfig::new(), &view)));
    let parts = support::file::parse(&own);
    assert_eq!(parts.huffman[1][17..], *tables[0][1].values());
    // Tables that lack something, or are none.
    let lacking = HuffmanTable::new(
        {
            let mut bits = [0; 16];
            bits[0] = 1;
            bits
        },
        &[5],
    )
    .unwrap();
    let config = EncoderConfig::new().custom_huffman([[lacking.clone(), lacking], flat_tables()]);
    assert!(matches!(Encoder::new(config), Err(Error::MissingSymbol)));
    let mut bits = [0; 16];
    bits[0] = 2;
    for (bits, values) in [(bits, &[1, 2][..]), (bits, &[1][..]), ([0; 16], &[1][..]), (bits, &[3, 3][..])] {
        assert!(matches!(HuffmanTable::new(bits, values), Err(Error::HuffmanTable)), "{values:?}");
    }
}

#[test]
fn tables_and_pictures_apart() {
    let picture = generated(64, 40);
    let view = ImageView::rgb(picture.as_raw(), 64, 40).unwrap();
    for (huffman, progressive) in
        [(HuffmanTables::Standard, false), (HuffmanTables::Optimized, false), (HuffmanTables::Standard, true)]
    {
        let config = EncoderConfig::new().huffman(huffman).progressive(progressive);
        let whole = encode(&config, &view);
        let mut encoder = Encoder::new(config.abbreviated(true)).unwrap();
        let (tables, picture) = (encoder.tables(), encoder.encode_to_vec(&view).unwrap());
        assert!(
            picture.len() < whole.len()
                && tables.starts_with(&[0xFF, 0xD8])
                && tables.ends_with(&[0xFF, 0xD9])
        );
        assert!(JpegDecoder::new(ZCursor::new(&picture)).decode().is_err(), "nothing is missing");
        // One after the other, without end and start between, they are a whole file.
        let joined = [&tables[..tables.len() - 2], &picture[2..]].concat();
        assert!(decoded(&joined) == decoded(&whole), "{huffman:?}");
    }
}

#[test]
fn metadata_is_read_by_another_decoder() {
    let pixels = [77; 40 * 30];
    let view = ImageView::gray(&pixels, 40, 30).unwrap();
    let profile: Vec<u8> = (0..200_000u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
    let (exif, xmp) = (b"II*\0\x08\0\0\0\0\0".to_vec(), b"<x:xmpmeta/>".to_vec());
    let metadata = Metadata::new()
        .exif(exif.clone())
        .xmp(xmp.clone())
        .icc(profile.clone())
        .application(9, *b"nine")
        .comment("one")
        .comment("two");
    for progressive in [false, true] {
        let config = EncoderConfig::new()
            .metadata(metadata.clone())
            .progressive(progressive)
            .density(Density::dpi(300));
        let file = encode(&config, &view);
        read_back(&file, &exif, &xmp, &profile);
    }
    let lossless = LosslessImage::from_u8(&pixels, 40, 30, PixelFormat::Gray, 40).unwrap();
    let mut encoder = LosslessEncoder::new(LosslessConfig::new().metadata(metadata)).unwrap();
    let file = encoder.encode_to_vec(&lossless).unwrap();
    assert!(file.windows(6).any(|bytes| bytes == b"\xFF\xFE\0\x05on"));
    assert_eq!(jpeg_decoder::Decoder::new(&file[..]).decode().unwrap(), pixels);
}

fn read_back(file: &[u8], exif: &[u8], xmp: &[u8], profile: &[u8]) {
    let mut decoder = JpegDecoder::new_with_options(
        ZCursor::new(file),
        DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::Luma),
    );
    decoder.decode().unwrap();
    assert_eq!(decoder.icc_profile().as_deref(), Some(profile));
    assert_eq!(decoder.exif().map(Vec::as_slice), Some(exif));
    assert_eq!(decoder.xmp().map(Vec::as_slice), Some(xmp));
    for bytes in [
        &b"\xFF\xE9\0\x06nine"[..],
        b"\xFF\xFE\0\x05one\xFF\xFE\0\x05two",
        b"JFIF\0\x01\x01\x01\x01\x2C\x01\x2C",
    ] {
        assert!(file.windows(bytes.len()).any(|window| window == bytes), "{bytes:?}");
    }
}

#[test]
fn profiles_are_split_as_libjpeg_turbo_splits_them() {
    let pixels = [9; 16 * 16];
    for len in [1, 65519, 65520, 140_000] {
        let profile: Vec<u8> = (0..len).map(|i| i as u8).collect();
        let parameters = lossy(75, Sampling::Gray, Restart::Never, false, false);
        let theirs = compress_pixels(&pixels, [16, 16], PixelFormat::Gray, &profile, &parameters);
        let config = EncoderConfig::new().metadata(Metadata::new().icc(profile));
        assert!(encode(&config, &ImageView::gray(&pixels, 16, 16).unwrap()) == theirs, "{len}");
    }
}

#[test]
fn metadata_that_does_not_fit_is_refused() {
    let too_long = [
        (Metadata::new().exif(vec![0; 65528]), "EXIF"),
        (Metadata::new().xmp(vec![0; 65505]), "XMP"),
        (Metadata::new().icc(vec![0; 255 * 65519 + 1]), "an ICC profile"),
        (Metadata::new().comment(vec![0; 65534]), "a comment"),
        (Metadata::new().application(3, vec![0; 65534]), "an application segment"),
    ];
    for (metadata, name) in too_long {
        let config = EncoderConfig::new().metadata(metadata);
        assert!(matches!(Encoder::new(config), Err(Error::Metadata { what, .. }) if what == name));
    }
    let mut encoder = Encoder::new(EncoderConfig::new()).unwrap();
    let wrong = encoder.set_metadata(Metadata::new().application(16, [0]));
    assert!(matches!(wrong, Err(Error::ApplicationSegment(16))));
    let longest = Metadata::new().exif(vec![1; 65527]).xmp(vec![2; 65504]).comment(vec![3; 65533]);
    encoder.set_metadata(longest).unwrap();
    decoded(&encoder.encode_to_vec(&ImageView::gray(&[0; 64], 8, 8).unwrap()).unwrap());
}

#[test]
fn progress_grows_to_the_end_and_can_be_stopped() {
    let picture = bundled("chelsea.png");
    let (width, height) = picture.dimensions();
    let view = ImageView::rgb(picture.as_raw(), width, height).unwrap();
    for (huffman, progressive) in
        [(HuffmanTables::Standard, false), (HuffmanTables::Optimized, false), (HuffmanTables::Standard, true)]
    {
        for threads in [1, 2] {
            let config = EncoderConfig::new().huffman(huffman).progressive(progressive).threads(threads);
            let mut encoder = Encoder::new(config.clone()).unwrap();
            let (mut file, mut last) = (Vec::new(), 0.0);
            let watch = |done| {
                assert!((last..=1.0).contains(&done), "{last}, then {done}");
                last = done;
                ControlFlow::Continue(())
            };
            encoder.encode_with_progress(&view, &mut file, watch).unwrap();
            assert_eq!(last, 1.0);
            assert!(file == encode(&config, &view));
            let stop = |_| ControlFlow::Break(());
            assert!(matches!(encoder.encode_with_progress(&view, Vec::new(), stop), Err(Error::Cancelled)));
            // And the encoder is as good as new.
            assert!(file == encoder.encode_to_vec(&view).unwrap());
        }
    }
    let lossless =
        LosslessImage::from_u8(picture.as_raw(), width, height, PixelFormat::Rgb, 3 * width as usize)
            .unwrap();
    let mut encoder = LosslessEncoder::new(LosslessConfig::new()).unwrap();
    let stop = |done| if done < 0.5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    assert!(matches!(encoder.encode_with_progress(&lossless, Vec::new(), stop), Err(Error::Cancelled)));
}

#[test]
fn what_does_not_go_together_is_told() {
    let inks = [0; 64 * 4];
    let view = ImageView::interleaved(&inks, 8, 8, PixelFormat::Cmyk, 32).unwrap();
    let gray = EncoderConfig::new().sampling(Sampling::Gray);
    assert!(matches!(Encoder::new(gray).unwrap().encode_to_vec(&view), Err(Error::GrayInks)));
    let planes = || ImageView::planar_ycbcr([&inks; 3], [16, 8, 8], 16, 5, Sampling::S420).unwrap();
    let other = EncoderConfig::new().sampling(Sampling::S422);
    assert!(matches!(
        Encoder::new(other).unwrap().encode_to_vec(&planes()),
        Err(Error::PlaneSampling { expected: Sampling::S422, actual: Sampling::S420 })
    ));
    let mut encoder = Encoder::new(EncoderConfig::new()).unwrap();
    let mut rows = encoder.start(Vec::new(), 16, 8, planes().color()).unwrap();
    assert!(matches!(rows.push_rows(&planes()), Err(Error::RowGroup { rows: 5, group: 2 })));
    assert!(matches!(
        ImageView::planar_ycbcr([&inks, &inks[..7], &inks], [16, 8, 8], 16, 2, Sampling::S420),
        Err(Error::ShortBuffer { needed: 8, actual: 7 })
    ));
}

#[test]
fn the_encoder_trait_of_image_takes_more_than_pixels() {
    use image::{ExtendedColorType, ImageEncoder, Rgb};
    use unite_jpeg::{ImageWriter, LosslessWriter};
    let mut file = Vec::new();
    let mut writer = ImageWriter::new(&mut file, EncoderConfig::new());
    writer.set_icc_profile(vec![5; 100]).unwrap();
    writer.set_exif_metadata(b"II*\0\x08\0\0\0\0\0".to_vec()).unwrap();
    writer.write_image(&[7; 4 * 16], 4, 4, ExtendedColorType::Bgra8).unwrap();
    let mut decoder = JpegDecoder::new(ZCursor::new(&file));
    decoder.decode().unwrap();
    assert_eq!(decoder.icc_profile(), Some(vec![5; 100]));
    assert!(decoder.exif().is_some());
    // And 16 bits without loss.
    let picture =
        image::ImageBuffer::from_fn(21, 9, |x, y| Rgb([(x * 3000) as u16, (y * 7000) as u16, 65535]));
    let mut file = Vec::new();
    picture.write_with_encoder(LosslessWriter::new(&mut file, LosslessConfig::new())).unwrap();
    assert_eq!(support::turbo::decompress(&file, 3), support::turbo::Samples::U16(picture.into_raw()));
}
