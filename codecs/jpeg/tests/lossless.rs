//! Lossless files: the bytes that libjpeg-turbo writes, and the samples that it and another decoder read.

mod support;

use jpeg_decoder::Decoder;
use support::turbo::{Samples, compress, decompress, lossless};
use unite_jpeg::{
    Error, LosslessConfig, LosslessEncoder, LosslessImage, LosslessTables, PixelFormat, Predictor, Restart,
};

/// Samples of `bits` bits: ramps, flat parts, and noise over the whole range, which makes every difference that there is.
fn samples([width, height]: [u32; 2], components: u32, bits: u8) -> Samples {
    let mut state = width * 65_599 + height * 31 + components + u32::from(bits);
    let most = (1u32 << bits) - 1;
    let value = |i: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (i / components % width, i / components / width);
        let noise = state >> 16;
        match (x / 7 + y / 5) % 4 {
            0 => (x * 3 + y * 2 + i % components) & most,
            1 => most,
            2 => (most / 2 + (noise & 3)) & most,
            _ => [0, most, noise & most, noise & most][(noise >> 13) as usize % 4],
        }
    };
    let values = (0..width * height * components).map(value);
    match bits {
        ..=8 => Samples::U8(values.map(|value| value as u8).collect()),
        _ => Samples::U16(values.map(|value| value as u16).collect()),
    }
}

fn view(samples: &Samples, [width, height]: [u32; 2], components: usize, bits: u8) -> LosslessImage<'_> {
    let stride = width as usize * components;
    let format = match components {
        1 => Some(PixelFormat::Gray),
        3 => Some(PixelFormat::Rgb),
        _ => None,
    };
    let view = match (samples, format) {
        (Samples::U8(data), Some(format)) => LosslessImage::from_u8(data, width, height, format, stride),
        (Samples::U16(data), Some(format)) => LosslessImage::from_u16(data, width, height, format, stride),
        (Samples::U8(data), None) => LosslessImage::components_u8(data, width, height, components, stride),
        (Samples::U16(data), None) => LosslessImage::components_u16(data, width, height, components, stride),
    };
    view.and_then(|view| view.precision(bits)).expect("a picture that fits its buffer")
}

/// The entropy-coded data and the headers of table and scan: all from the first DHT on.
fn from_tables(file: &[u8]) -> &[u8] {
    let at = file.windows(2).position(|marker| marker == [0xFF, 0xC4]).expect("a table");
    &file[at..]
}

/// DHT, DRI and SOS may come in another order: what is in them, and the scan.
fn parts(file: &[u8]) -> (Vec<(u8, Vec<u8>)>, &[u8]) {
    let mut rest = from_tables(file);
    let mut segments = Vec::new();
    loop {
        let length = usize::from(u16::from_be_bytes([rest[2], rest[3]]));
        segments.push((rest[1], rest[4..2 + length].to_vec()));
        let scan = rest[1] == 0xDA;
        rest = &rest[2 + length..];
        if scan {
            break;
        }
    }
    // Identifiers of components are free.
    if let Some((_, scan)) = segments.last_mut() {
        let components = usize::from(scan[0]);
        (0..components).for_each(|i| scan[1 + 2 * i] = 0);
    }
    segments.sort();
    (segments, rest)
}

fn shifted(samples: &Samples, shift: u8) -> Samples {
    match samples {
        Samples::U8(samples) => Samples::U8(samples.iter().map(|sample| sample >> shift << shift).collect()),
        Samples::U16(samples) => {
            Samples::U16(samples.iter().map(|sample| sample >> shift << shift).collect())
        }
    }
}

fn encode(config: LosslessConfig, image: &LosslessImage<'_>) -> Vec<u8> {
    LosslessEncoder::new(config).unwrap().encode_to_vec(image).unwrap()
}

const SIZES: [[u32; 2]; 7] = [[1, 1], [1, 9], [9, 1], [2, 2], [17, 31], [33, 20], [150, 227]];

#[test]
fn files_are_those_of_libjpeg_turbo() {
    let mut files = 0;
    for bits in 2..=16 {
        for components in [1, 3, 4] {
            for (i, size) in SIZES.into_iter().enumerate() {
                let samples = samples(size, components, bits);
                let components = components as usize;
                let image = view(&samples, size, components, bits);
                for selection in 1..=7 {
                    let shift = [0, 0, 1, bits - 1][(i + usize::from(selection)) % 4];
                    let rows = [0, 1, 0, 3][(i + usize::from(selection + bits)) % 4];
                    let config = LosslessConfig::new()
                        .predictor(Predictor::from_selection(selection).unwrap())
                        .point_transform(shift)
                        .restart(Restart::McuRows(rows));
                    let ours = encode(config.clone(), &image);
                    let parameters = lossless(selection, shift, bits, rows);
                    let theirs = compress(&samples, size, components, bits, &parameters);
                    assert!(
                        parts(&ours) == parts(&theirs),
                        "{size:?}, {components} components of {bits} bits: {config:?}"
                    );
                    assert_eq!(decompress(&ours, components), shifted(&samples, shift));
                    files += 1;
                }
            }
        }
    }
    assert_eq!(files, 15 * 3 * 7 * 7);
}

#[test]
fn another_decoder_reads_the_samples() {
    for bits in 2..=16 {
        for components in [1, 3] {
            for (i, size) in SIZES.into_iter().enumerate() {
                let samples = samples(size, components, bits);
                let components = components as usize;
                let image = view(&samples, size, components, bits);
                for tables in [LosslessTables::Optimized, LosslessTables::Fixed] {
                    for rows in [0, 2] {
                        let config = LosslessConfig::new()
                            .predictor(Predictor::ALL[(i + usize::from(bits)) % 7])
                            .tables(tables)
                            .restart(Restart::McuRows(rows));
                        let file = encode(config.clone(), &image);
                        assert_eq!(decompress(&file, components), samples, "{size:?}: {config:?}");
                        // This one has grey only above 8 bits, and does not begin anew after restarts.
                        if (components == 1 || bits == 8) && rows == 0 {
                            assert_eq!(decoded(&file, bits), samples, "{size:?}, {bits} bits: {config:?}");
                        }
                    }
                }
            }
        }
    }
}

/// The samples that the crate `jpeg-decoder` reads.
fn decoded(file: &[u8], bits: u8) -> Samples {
    let bytes = Decoder::new(file).decode().expect("a file that is read");
    if bits == 8 {
        return Samples::U8(bytes);
    }
    // All but 8 bits take two bytes each.
    let samples = bytes.as_chunks().0.iter().map(|&bytes| u16::from_ne_bytes(bytes));
    match bits {
        ..=8 => Samples::U8(samples.map(|sample| sample as u8).collect()),
        _ => Samples::U16(samples.collect()),
    }
}

#[test]
fn the_best_predictor_is_the_smallest() {
    for components in [1, 3] {
        let size = [150, 227];
        let samples = samples(size, components, 10);
        let image = view(&samples, size, components as usize, 10);
        for tables in [LosslessTables::Optimized, LosslessTables::Fixed] {
            // Stuffed zeros are not foreseen.
            let size_of = |predictor| {
                let file = encode(LosslessConfig::new().tables(tables).predictor(predictor), &image);
                file.len() - file.windows(2).filter(|pair| *pair == [0xFF, 0]).count()
            };
            assert_eq!(Some(size_of(Predictor::Best)), Predictor::ALL.into_iter().map(size_of).min());
        }
    }
}

#[test]
fn threads_write_the_same_file() {
    let size = [701, 311];
    let samples = samples(size, 3, 8);
    let image = view(&samples, size, 3, 8);
    for restart in [Restart::Never, Restart::McuRows(1), Restart::McuRows(17)] {
        for tables in [LosslessTables::Optimized, LosslessTables::Fixed] {
            let config = LosslessConfig::new().predictor(Predictor::Plane).tables(tables).restart(restart);
            let one = encode(config.clone(), &image);
            for threads in [0, 2, 3, 8] {
                assert!(encode(config.clone().threads(threads), &image) == one, "{threads}: {config:?}");
            }
        }
    }
}

#[test]
fn two_components_and_strides_and_alpha() {
    // Two components: no decoder here takes them, so the frame header is looked at, and that one encoder does many.
    let two: Vec<u8> = (0..200).collect();
    let view = LosslessImage::components_u8(&two, 10, 10, 2, 20).unwrap();
    let mut encoder = LosslessEncoder::new(LosslessConfig::new()).unwrap();
    let file = encoder.encode_to_vec(&view).unwrap();
    assert_eq!(file[2..19], [0xFF, 0xC3, 0, 14, 8, 0, 10, 0, 10, 2, 1, 0x11, 0, 2, 0x11, 0, 0xFF]);
    // Padded rows, and alpha, are not seen.
    let padded: Vec<u8> = (0..7 * 30).map(|i| (i * i % 251) as u8).collect();
    let rgb: Vec<u8> = (0..7)
        .flat_map(|y| padded[y * 30..y * 30 + 24].chunks(4).flat_map(|pixel| &pixel[..3]))
        .copied()
        .collect();
    let rgba = LosslessImage::from_u8(&padded, 6, 7, PixelFormat::Rgba, 30).unwrap();
    let rgb = LosslessImage::from_u8(&rgb, 6, 7, PixelFormat::Rgb, 18).unwrap();
    assert_eq!(encoder.encode_to_vec(&rgba).unwrap(), encoder.encode_to_vec(&rgb).unwrap());
}

#[test]
fn mistakes_are_told() {
    let data = [5u16; 300];
    let image =
        |width, height| LosslessImage::from_u16(&data, width, height, PixelFormat::Gray, width as usize);
    let encode = |config, image| LosslessEncoder::new(config).unwrap().encode_to_vec(&image).unwrap_err();
    let new = LosslessConfig::new;
    assert!(matches!(image(301, 1), Err(Error::ShortBuffer { needed: 301, actual: 300 })));
    assert!(matches!(LosslessImage::components_u16(&data, 1, 1, 5, 5), Err(Error::Components(5))));
    let small = image(10, 10).unwrap();
    assert!(matches!(small.precision(17), Err(Error::Precision { bits: 17, most: 16 })));
    assert!(matches!(small.precision(2), Err(Error::Sample { sample: 5, bits: 2 })));
    assert!(matches!(encode(new(), image(0, 3).unwrap()), Error::Empty { .. }));
    let eight = small.precision(8).unwrap();
    assert!(matches!(encode(new().point_transform(8), eight), Error::PointTransform { shift: 8, bits: 8 }));
    assert!(matches!(LosslessEncoder::new(new().point_transform(16)), Err(Error::PointTransform { .. })));
    for restart in [Restart::Mcus(15), Restart::McuRows(6554)] {
        assert!(matches!(encode(new().restart(restart), small), Error::RestartInterval { .. }));
    }
    let long = vec![0u8; 65536];
    let long = LosslessImage::from_u8(&long, 65536, 1, PixelFormat::Gray, 65536).unwrap();
    assert!(matches!(encode(new(), long), Error::TooLarge { .. }));
}

#[test]
fn rows_that_are_asked_for() {
    let [width, height] = [701u32, 401];
    let samples: Vec<u16> =
        (0..width * height * 4).map(|i| ((i >> 4).wrapping_mul(40_503) >> 7 & 0xFFF) as u16).collect();
    for format in [PixelFormat::Gray, PixelFormat::Rgb, PixelFormat::Bgra] {
        let stride = width as usize * format.bytes();
        let samples = &samples[..stride * height as usize];
        for (tables, predictor, restart, shift, threads) in [
            (LosslessTables::Fixed, Predictor::Left, Restart::Never, 0, 1),
            (LosslessTables::Fixed, Predictor::Mean, Restart::McuRows(7), 0, 3),
            (LosslessTables::Fixed, Predictor::Plane, Restart::McuRows(1), 3, 1),
            (LosslessTables::Optimized, Predictor::Above, Restart::McuRows(50), 0, 2),
            (LosslessTables::Fixed, Predictor::Best, Restart::Never, 0, 1),
        ] {
            let config = LosslessConfig::new()
                .tables(tables)
                .predictor(predictor)
                .restart(restart)
                .point_transform(shift)
                .threads(threads);
            let what = format!("{format:?}, {config:?}");
            let mut encoder = LosslessEncoder::new(config).unwrap();
            let view = LosslessImage::from_u16(samples, width, height, format, stride).unwrap();
            let whole = encoder.encode_to_vec(&view.precision(12).unwrap()).unwrap();
            let mut file = Vec::new();
            let done =
                encoder.encode_rows(&mut file, width, height, format, Some(12), |rows, out: &mut [u16]| {
                    out.copy_from_slice(&samples[rows.start as usize * stride..][..out.len()]);
                    Ok::<_, Error>(())
                });
            assert!(done.is_ok() && file == whole, "{what}");
            let ended = encoder.encode_rows(Vec::new(), width, height, format, None, |rows, _: &mut [u8]| {
                if rows.end == height { Err(Error::Cancelled) } else { Ok(()) }
            });
            assert!(matches!(ended, Err(Error::Cancelled)), "{what}");
        }
    }
}
