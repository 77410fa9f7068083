//! JPEG encoders, ours and others, each behind the same call: a picture in memory to bytes in memory.

use crate::pictures::Picture;

/// What is asked of an encoder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// The kind of file.
    pub kind: Kind,
    /// What is kept of the colours.
    pub colors: Colors,
    /// From 1 to 100, on the scale of the Independent JPEG Group; without loss it means nothing.
    pub quality: u8,
}

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One scan, with the Huffman tables that the standard prints.
    Standard,
    /// One scan, with tables made for the picture.
    Optimized,
    /// Several scans.
    Progressive,
    /// No loss, predictor 1, with a table made for the picture.
    Lossless,
}

/// What is kept of the colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Colors {
    /// Chrominance as it is (4:4:4), or red, green and blue without loss.
    Full,
    /// Chrominance is halved both ways (4:2:0).
    Halved,
    /// There are none: the picture is grey.
    Gray,
}

impl Setting {
    /// All that are measured.
    pub const ALL: [Setting; 12] = [
        Setting::new(Kind::Standard, Colors::Full, 75),
        Setting::new(Kind::Standard, Colors::Full, 90),
        Setting::new(Kind::Standard, Colors::Halved, 75),
        Setting::new(Kind::Standard, Colors::Halved, 90),
        Setting::new(Kind::Standard, Colors::Gray, 75),
        Setting::new(Kind::Optimized, Colors::Full, 75),
        Setting::new(Kind::Optimized, Colors::Full, 90),
        Setting::new(Kind::Optimized, Colors::Halved, 75),
        Setting::new(Kind::Optimized, Colors::Halved, 90),
        Setting::new(Kind::Optimized, Colors::Gray, 75),
        Setting::new(Kind::Progressive, Colors::Halved, 75),
        Setting::new(Kind::Lossless, Colors::Full, 100),
    ];

    const fn new(kind: Kind, colors: Colors, quality: u8) -> Setting {
        Setting { kind, colors, quality }
    }

    /// Whether it is what most programs ask for: chrominance halved, quality 75.
    pub fn is_usual(self) -> bool {
        self.colors == Colors::Halved && self.quality == 75
    }

    /// What it is called in tables: `420-75`, `gray-75-optimised`, `lossless`.
    pub fn name(self) -> String {
        let colors = match self.colors {
            Colors::Full => "444",
            Colors::Halved => "420",
            Colors::Gray => "gray",
        };
        match self.kind {
            Kind::Standard => format!("{colors}-{}", self.quality),
            Kind::Optimized => format!("{colors}-{}-optimised", self.quality),
            Kind::Progressive => format!("{colors}-{}-progressive", self.quality),
            Kind::Lossless => "lossless".to_string(),
        }
    }
}

/// Encodes a picture into memory that was prepared before, and returns the bytes that the file would have.
pub type Encode = Box<dyn FnMut(&Picture) -> usize>;

/// One encoder.
pub struct Encoder {
    /// What it is called in tables.
    pub name: &'static str,
    /// Ready to encode, or nothing if it does not have the setting.
    pub prepare: fn(Setting) -> Option<Encode>,
}

/// Every encoder, on one thread. Ratios are against the first.
pub const ALL: &[Encoder] = &[
    Encoder { name: "libjpeg-turbo", prepare: libjpeg_turbo },
    Encoder { name: "unite-jpeg", prepare: |setting| Some(unite_jpeg(setting, 1)) },
    Encoder { name: "libjpeg-turbo-rs", prepare: libjpeg_turbo_rs },
    Encoder { name: "jpeg-encoder", prepare: jpeg_encoder },
    Encoder { name: "image", prepare: image },
];

/// libjpeg-turbo, and ours, each with an encoder that is made for the picture and then dropped, and memory for the file
/// that it finds itself: what a program does that has one picture.
pub const MADE_ANEW: [Encoder; 2] = [
    Encoder { name: "libjpeg-turbo", prepare: libjpeg_turbo_anew },
    Encoder { name: "unite-jpeg", prepare: unite_jpeg_anew },
];

/// The same two with an encoder, and memory, that are used again.
pub const USED_AGAIN: [Encoder; 2] = [
    Encoder { name: "libjpeg-turbo", prepare: libjpeg_turbo },
    Encoder { name: "unite-jpeg", prepare: |setting| Some(unite_jpeg(setting, 1)) },
];

/// Bytes that are set aside for a file: more than any of the pictures needs, also without loss.
fn capacity(picture: &Picture) -> usize {
    2 * picture.rgb.len() + 4096
}

/// The samples that are encoded, and how many a pixel has.
fn samples(picture: &Picture, setting: Setting) -> (&[u8], usize) {
    if setting.colors == Colors::Gray { (&picture.gray, 1) } else { (&picture.rgb, 3) }
}

pub(crate) fn compressor(setting: Setting) -> (turbojpeg::Compressor, turbojpeg::PixelFormat) {
    use turbojpeg::{PixelFormat, Subsamp};
    let mut compressor = turbojpeg::Compressor::new().expect("a compressor");
    compressor.set_quality(i32::from(setting.quality)).expect("a valid quality");
    let (sampling, format) = match setting.colors {
        Colors::Full => (Subsamp::None, PixelFormat::RGB),
        Colors::Halved => (Subsamp::Sub2x2, PixelFormat::RGB),
        Colors::Gray => (Subsamp::Gray, PixelFormat::GRAY),
    };
    compressor.set_subsamp(sampling).expect("a valid sampling");
    match setting.kind {
        Kind::Standard => {}
        Kind::Optimized => compressor.set_optimize(true).expect("a setting"),
        Kind::Progressive => compressor.set_progressive(true).expect("a setting"),
        Kind::Lossless => compressor.set_lossless(true).expect("a setting"),
    }
    (compressor, format)
}

fn image_of(picture: &Picture, setting: Setting, format: turbojpeg::PixelFormat) -> turbojpeg::Image<&[u8]> {
    let Picture { width, height, .. } = *picture;
    let (pixels, components) = samples(picture, setting);
    turbojpeg::Image { pixels, width, pitch: width * components, height, format }
}

fn libjpeg_turbo(setting: Setting) -> Option<Encode> {
    let (mut compressor, format) = compressor(setting);
    let mut file = Vec::new();
    Some(Box::new(move |picture| {
        let bound = compressor.buf_len(picture.width, picture.height).expect("a size");
        file.resize(bound.max(capacity(picture)), 0);
        compressor.compress_to_slice(image_of(picture, setting, format), &mut file).expect("encoded")
    }))
}

fn libjpeg_turbo_anew(setting: Setting) -> Option<Encode> {
    Some(Box::new(move |picture| {
        let (mut compressor, format) = compressor(setting);
        compressor.compress_to_vec(image_of(picture, setting, format)).expect("encoded").len()
    }))
}

/// Ours, on so many threads.
pub fn unite_jpeg(setting: Setting, threads: usize) -> Encode {
    use unite_jpeg::{Encoder, LosslessConfig, LosslessEncoder, LosslessImage, PixelFormat};
    let mut file = Vec::new();
    if setting.kind == Kind::Lossless {
        let mut encoder =
            LosslessEncoder::new(LosslessConfig::new().threads(threads)).expect("valid settings");
        return Box::new(move |picture| {
            file.clear();
            file.reserve(capacity(picture));
            let (width, height) = (picture.width as u32, picture.height as u32);
            let image =
                LosslessImage::from_u8(&picture.rgb, width, height, PixelFormat::Rgb, 3 * picture.width);
            encoder.encode(&image.expect("enough bytes"), &mut file).expect("encoded");
            file.len()
        });
    }
    let mut encoder = Encoder::new(config(setting).threads(threads)).expect("valid settings");
    Box::new(move |picture| {
        file.clear();
        file.reserve(capacity(picture));
        encoder.encode(&view_of(picture, setting), &mut file).expect("encoded");
        file.len()
    })
}

fn config(setting: Setting) -> unite_jpeg::EncoderConfig {
    use unite_jpeg::{EncoderConfig, HuffmanTables, Sampling};
    let sampling = if setting.colors == Colors::Halved { Sampling::S420 } else { Sampling::S444 };
    let huffman = match setting.kind {
        Kind::Optimized => HuffmanTables::Optimized,
        _ => HuffmanTables::Standard,
    };
    EncoderConfig::new()
        .quality(setting.quality)
        .sampling(sampling)
        .huffman(huffman)
        .progressive(setting.kind == Kind::Progressive)
}

fn view_of(picture: &Picture, setting: Setting) -> unite_jpeg::ImageView<'_> {
    let (width, height) = (picture.width as u32, picture.height as u32);
    let view = match setting.colors {
        Colors::Gray => unite_jpeg::ImageView::gray(&picture.gray, width, height),
        _ => unite_jpeg::ImageView::rgb(&picture.rgb, width, height),
    };
    view.expect("enough bytes")
}

/// Of lossy settings.
fn unite_jpeg_anew(setting: Setting) -> Option<Encode> {
    if setting.kind == Kind::Lossless {
        return None;
    }
    Some(Box::new(move |picture| {
        let mut encoder = unite_jpeg::Encoder::new(config(setting)).expect("valid settings");
        encoder.encode_to_vec(&view_of(picture, setting)).expect("encoded").len()
    }))
}

fn libjpeg_turbo_rs(setting: Setting) -> Option<Encode> {
    use libjpeg_turbo_rs::{Encoder, PixelFormat, Subsampling};
    let (sampling, format) = match setting.colors {
        Colors::Full => (Subsampling::S444, PixelFormat::Rgb),
        Colors::Halved => (Subsampling::S420, PixelFormat::Rgb),
        Colors::Gray => (Subsampling::S444, PixelFormat::Grayscale),
    };
    Some(Box::new(move |picture| {
        let (pixels, _) = samples(picture, setting);
        let encoder = Encoder::new(pixels, picture.width, picture.height, format)
            .quality(setting.quality)
            .subsampling(sampling)
            .optimize_huffman(setting.kind == Kind::Optimized)
            .progressive(setting.kind == Kind::Progressive)
            .lossless(setting.kind == Kind::Lossless);
        encoder.encode().expect("encoded").len()
    }))
}

/// Its progressive files have other scans.
fn jpeg_encoder(setting: Setting) -> Option<Encode> {
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
    if matches!(setting.kind, Kind::Progressive | Kind::Lossless) {
        return None;
    }
    let mut file = Vec::new();
    Some(Box::new(move |picture| {
        file.clear();
        file.reserve(capacity(picture));
        let mut encoder = Encoder::new(&mut file, setting.quality);
        let halved = setting.colors == Colors::Halved;
        encoder.set_sampling_factor(if halved { SamplingFactor::R_4_2_0 } else { SamplingFactor::R_4_4_4 });
        encoder.set_optimized_huffman_tables(setting.kind == Kind::Optimized);
        let (width, height) = (picture.width as u16, picture.height as u16);
        let (pixels, components) = samples(picture, setting);
        let color = if components == 1 { ColorType::Luma } else { ColorType::Rgb };
        encoder.encode(pixels, width, height, color).expect("encoded");
        file.len()
    }))
}

/// Has 4:4:4 and grey only, and standard tables.
fn image(setting: Setting) -> Option<Encode> {
    if setting.colors == Colors::Halved || setting.kind != Kind::Standard {
        return None;
    }
    let mut file = Vec::new();
    Some(Box::new(move |picture| {
        file.clear();
        file.reserve(capacity(picture));
        let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut file, setting.quality);
        let (width, height) = (picture.width as u32, picture.height as u32);
        let (pixels, components) = samples(picture, setting);
        let color =
            if components == 1 { image::ExtendedColorType::L8 } else { image::ExtendedColorType::Rgb8 };
        encoder.encode(pixels, width, height, color).expect("encoded");
        file.len()
    }))
}
