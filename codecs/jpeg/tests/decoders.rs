//! Every file decodes in two independent decoders, `jpeg-decoder` and `zune-jpeg`, to what `djpeg` gives from the file of
//! `cjpeg`.
//!
//! The standard leaves the inverse transform its rounding, and decoders choose their own filter to enlarge chrominance, so
//! no two of the three agree in every bit. What holds is stated by tolerances:
//!
//! * luminance, decoded alone, differs by at most [`LUMINANCE`] from that of `djpeg -dct int`, under every sampling;
//! * where chrominance is not enlarged (4:4:4), or by all three in the same way (4:1:1), no channel of any pixel differs
//!   by more than [`RGB`];
//! * under the other samplings chrominance filters differ, most of all at edges, and the channels of a photograph differ
//!   by no more than [`PHOTOGRAPH`] in the mean.
//!
//! What needs no `djpeg` runs everywhere: all files decode, and at quality 100 they decode to the picture.

mod support;

use image::RgbImage;
use support::cjpeg::{Settings, available, pipe, ppm, view};
use support::pictures::{SIZES, bundled, generated};
use unite_jpeg::{Encoder, Restart, Sampling};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;

const LUMINANCE: u8 = 1;
const RGB: u8 = 3;
const PHOTOGRAPH: f64 = 0.5;

/// A decoder: the luminance of a file, or its pixels (red, green and blue; or grey).
struct Decoder {
    name: &'static str,
    luminance: fn(&[u8]) -> Vec<u8>,
    pixels: fn(&[u8], Sampling) -> Vec<u8>,
}

const DECODERS: [Decoder; 2] = [
    Decoder {
        name: "jpeg-decoder",
        luminance: |file| {
            let mut decoder = jpeg_decoder::Decoder::new(file);
            // Components as they are, as if they were red, green and blue.
            decoder.set_color_transform(jpeg_decoder::ColorTransform::RGB);
            let samples = decoder.decode().expect("jpeg-decoder reads the file");
            let components = decoder.info().expect("it has").pixel_format.pixel_bytes();
            samples.into_iter().step_by(components).collect()
        },
        pixels: |file, _| jpeg_decoder::Decoder::new(file).decode().expect("jpeg-decoder reads the file"),
    },
    Decoder {
        name: "zune-jpeg",
        luminance: |file| zune(file, ColorSpace::Luma),
        pixels: |file, sampling| {
            zune(file, if sampling == Sampling::Gray { ColorSpace::Luma } else { ColorSpace::RGB })
        },
    },
];

fn zune(file: &[u8], color: ColorSpace) -> Vec<u8> {
    let options =
        DecoderOptions::default().jpeg_set_out_colorspace(color).set_max_width(65535).set_max_height(65535);
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode().expect("zune-jpeg reads the file")
}

/// What `djpeg` makes of a file.
fn djpeg(file: &[u8], switches: &[&str]) -> Vec<u8> {
    let arguments = [&["-dct", "int", "-pnm"], switches].concat();
    let netpbm = pipe("djpeg", &arguments.into_iter().map(String::from).collect::<Vec<_>>(), file);
    // Three lines, then the samples.
    netpbm.splitn(4, |&byte| byte == b'\n').nth(3).expect("a netpbm file").to_vec()
}

fn encode(picture: &RgbImage, settings: &Settings) -> Vec<u8> {
    Encoder::new(settings.config()).unwrap().encode_to_vec(&view(picture)).unwrap()
}

#[track_caller]
fn differences<'a>(a: &'a [u8], b: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
    assert_eq!(a.len(), b.len(), "number of samples");
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b))
}

#[test]
fn decoders_agree_with_djpeg_on_the_file_of_cjpeg() {
    if !available("cjpeg") || !available("djpeg") {
        return;
    }
    for [width, height] in SIZES {
        let picture = generated(width, height);
        let netpbm = ppm(&picture);
        for settings in Settings::all() {
            let ours = encode(&picture, &settings);
            let theirs = pipe("cjpeg", &settings.arguments(), &netpbm);
            let luminance = djpeg(&theirs, &["-grayscale"]);
            let pixels =
                matches!(settings.sampling, Sampling::S444 | Sampling::S411).then(|| djpeg(&theirs, &[]));
            for decoder in &DECODERS {
                let context = format!("{} {width}x{height} {settings:?}", decoder.name);
                let largest = differences(&(decoder.luminance)(&ours), &luminance).max().unwrap_or(0);
                assert!(largest <= LUMINANCE, "{context}: luminance differs by {largest}");
                let ours = (decoder.pixels)(&ours, settings.sampling);
                if let Some(pixels) = &pixels {
                    let largest = differences(&ours, pixels).max().unwrap_or(0);
                    assert!(largest <= RGB, "{context}: pixels differ by {largest}");
                }
            }
        }
    }
}

#[test]
fn a_photograph_decodes_as_in_djpeg() {
    if !available("djpeg") {
        return;
    }
    let picture = bundled("chelsea.png");
    for settings in Settings::all() {
        let file = encode(&picture, &settings);
        let expected = djpeg(&file, &[]);
        for decoder in &DECODERS {
            let pixels = (decoder.pixels)(&file, settings.sampling);
            let sum: f64 = differences(&pixels, &expected).map(f64::from).sum();
            let mean = sum / pixels.len() as f64;
            assert!(mean <= PHOTOGRAPH, "{} {settings:?}: pixels differ by {mean} in the mean", decoder.name);
        }
    }
}

#[test]
fn the_finest_quality_gives_the_picture_back() {
    for [width, height] in SIZES {
        let picture = generated(width, height);
        for settings in Settings::all() {
            if settings.sampling != Sampling::S444 || settings.quality != 100 {
                continue;
            }
            let file = encode(&picture, &settings);
            for decoder in &DECODERS {
                let pixels = (decoder.pixels)(&file, settings.sampling);
                let largest = differences(&pixels, picture.as_raw()).max().unwrap_or(0);
                assert!(largest <= 6, "{} {width}x{height} {settings:?}: off by {largest}", decoder.name);
            }
        }
    }
}

#[test]
fn the_longest_and_the_highest_picture_decode() {
    for [width, height] in [[65535, 3], [3, 65535]] {
        let picture = generated(width, height);
        // Full and half chrominance; the others differ in nothing that depends on the size.
        let some = |settings: &Settings| {
            settings.quality == 75
                && matches!(settings.sampling, Sampling::S444 | Sampling::S420)
                && matches!(settings.restart, Restart::Never)
        };
        for settings in Settings::all().filter(some) {
            let file = encode(&picture, &settings);
            // jpeg-decoder computes the padded height in 16 bits.
            let samples = zune(&file, ColorSpace::Luma);
            assert_eq!(samples.len(), 3 * 65535, "{settings:?}");
        }
    }
}
