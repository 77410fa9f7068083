//! JPEG encoders, ours and others, each behind the same call: a picture in memory to bytes in memory.

use crate::pictures::Picture;

/// What is asked of an encoder. Huffman tables are always the standard ones.
#[derive(Clone, Copy)]
pub struct Setting {
    /// Whether chrominance is halved both ways (4:2:0), or kept (4:4:4).
    pub halved: bool,
    /// From 1 to 100, on the scale of the Independent JPEG Group.
    pub quality: u8,
}

impl Setting {
    /// All that are measured.
    pub const ALL: [Setting; 4] = [
        Setting { halved: false, quality: 75 },
        Setting { halved: false, quality: 90 },
        Setting { halved: true, quality: 75 },
        Setting { halved: true, quality: 90 },
    ];

    /// What it is called in tables: `420-75`.
    pub fn name(self) -> String {
        format!("{}-{}", if self.halved { "420" } else { "444" }, self.quality)
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

/// Every encoder. Ratios are against the first.
pub const ALL: &[Encoder] = &[
    Encoder { name: "libjpeg-turbo", prepare: libjpeg_turbo },
    Encoder { name: "unite-jpeg", prepare: unite_jpeg },
    Encoder { name: "jpeg-encoder", prepare: jpeg_encoder },
    Encoder { name: "image", prepare: image },
];

/// Bytes that are set aside for a file: more than any of the pictures needs.
fn capacity(picture: &Picture) -> usize {
    picture.rgb.len() + 4096
}

fn libjpeg_turbo(setting: Setting) -> Option<Encode> {
    let mut compressor = turbojpeg::Compressor::new().expect("a compressor");
    compressor.set_quality(i32::from(setting.quality)).expect("a valid quality");
    let sampling = if setting.halved { turbojpeg::Subsamp::Sub2x2 } else { turbojpeg::Subsamp::None };
    compressor.set_subsamp(sampling).expect("a valid sampling");
    let mut file = Vec::new();
    Some(Box::new(move |picture| {
        let Picture { width, height, ref rgb, .. } = *picture;
        file.resize(compressor.buf_len(width, height).expect("a size"), 0);
        let format = turbojpeg::PixelFormat::RGB;
        let image = turbojpeg::Image { pixels: &rgb[..], width, pitch: width * 3, height, format };
        compressor.compress_to_slice(image, &mut file).expect("encoded")
    }))
}

fn unite_jpeg(setting: Setting) -> Option<Encode> {
    use unite_jpeg::{Encoder, EncoderConfig, ImageView, Sampling};
    let sampling = if setting.halved { Sampling::S420 } else { Sampling::S444 };
    let config = EncoderConfig::new().quality(setting.quality).sampling(sampling);
    let mut encoder = Encoder::new(config).expect("a valid quality");
    let mut file = Vec::new();
    Some(Box::new(move |picture| {
        file.clear();
        file.reserve(capacity(picture));
        let (width, height) = (picture.width as u32, picture.height as u32);
        let view = ImageView::rgb(&picture.rgb, width, height).expect("enough bytes");
        encoder.encode(&view, &mut file).expect("encoded");
        file.len()
    }))
}

fn jpeg_encoder(setting: Setting) -> Option<Encode> {
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
    let mut file = Vec::new();
    Some(Box::new(move |picture| {
        file.clear();
        file.reserve(capacity(picture));
        let mut encoder = Encoder::new(&mut file, setting.quality);
        let sampling = if setting.halved { SamplingFactor::R_4_2_0 } else { SamplingFactor::R_4_4_4 };
        encoder.set_sampling_factor(sampling);
        let (width, height) = (picture.width as u16, picture.height as u16);
        encoder.encode(&picture.rgb, width, height, ColorType::Rgb).expect("encoded");
        file.len()
    }))
}

/// Has 4:4:4 only.
fn image(setting: Setting) -> Option<Encode> {
    if setting.halved {
        return None;
    }
    let mut file = Vec::new();
    Some(Box::new(move |picture| {
        file.clear();
        file.reserve(capacity(picture));
        let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut file, setting.quality);
        let (width, height) = (picture.width as u32, picture.height as u32);
        encoder.encode(&picture.rgb, width, height, image::ExtendedColorType::Rgb8).expect("encoded");
        file.len()
    }))
}
