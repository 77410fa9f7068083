//! Other kinds of files: optimised tables, several scans, and no loss.

use crate::encoders::Encode;
use unite_jpeg::{
    Encoder, EncoderConfig, HuffmanTables, ImageView, LosslessConfig, LosslessEncoder, LosslessImage,
    PixelFormat, Sampling,
};

/// A kind of file. Quality is 75.
#[derive(Clone, Copy)]
pub enum Kind {
    /// One scan, tables made for the picture, 4:4:4.
    Optimized444,
    /// The same at 4:2:0.
    Optimized420,
    /// Several scans, 4:2:0.
    Progressive420,
    /// No loss, predictor 1, red, green and blue as they are.
    Lossless,
}

impl Kind {
    /// All that are measured.
    pub const ALL: [Kind; 4] = [Kind::Optimized444, Kind::Optimized420, Kind::Progressive420, Kind::Lossless];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Optimized444 => "optimised 444-75",
            Kind::Optimized420 => "optimised 420-75",
            Kind::Progressive420 => "progressive 420-75",
            Kind::Lossless => "lossless, predictor 1",
        }
    }

    /// The peer.
    pub fn libjpeg_turbo(self) -> Encode {
        let mut compressor = turbojpeg::Compressor::new().expect("a compressor");
        let sampling = match self {
            Kind::Optimized444 | Kind::Lossless => turbojpeg::Subsamp::None,
            Kind::Optimized420 | Kind::Progressive420 => turbojpeg::Subsamp::Sub2x2,
        };
        compressor.set_quality(75).expect("a valid quality");
        compressor.set_subsamp(sampling).expect("a valid sampling");
        match self {
            Kind::Optimized444 | Kind::Optimized420 => compressor.set_optimize(true).expect("a setting"),
            Kind::Progressive420 => compressor.set_progressive(true).expect("a setting"),
            Kind::Lossless => compressor.set_lossless(true).expect("a setting"),
        }
        let mut file = Vec::new();
        Box::new(move |picture| {
            let (width, height) = (picture.width, picture.height);
            // A lossless file may be larger than its picture.
            file.resize(compressor.buf_len(width, height).expect("a size") + 2 * picture.rgb.len(), 0);
            let format = turbojpeg::PixelFormat::RGB;
            let image =
                turbojpeg::Image { pixels: &picture.rgb[..], width, pitch: width * 3, height, format };
            compressor.compress_to_slice(image, &mut file).expect("encoded")
        })
    }

    /// Ours, on so many threads.
    pub fn unite_jpeg(self, threads: usize) -> Encode {
        let mut file = Vec::new();
        if let Kind::Lossless = self {
            let config = LosslessConfig::new().threads(threads);
            let mut encoder = LosslessEncoder::new(config).expect("valid settings");
            return Box::new(move |picture| {
                file.clear();
                file.reserve(2 * picture.rgb.len());
                let (width, height) = (picture.width as u32, picture.height as u32);
                let stride = 3 * picture.width;
                let image = LosslessImage::from_u8(&picture.rgb, width, height, PixelFormat::Rgb, stride);
                encoder.encode(&image.expect("enough bytes"), &mut file).expect("encoded");
                file.len()
            });
        }
        let sampling = if let Kind::Optimized444 = self { Sampling::S444 } else { Sampling::S420 };
        let config = EncoderConfig::new().sampling(sampling).threads(threads);
        let mut encoder = Encoder::new(match self {
            Kind::Progressive420 => config.progressive(true),
            _ => config.huffman(HuffmanTables::Optimized),
        })
        .expect("valid settings");
        Box::new(move |picture| {
            file.clear();
            file.reserve(picture.rgb.len() + 4096);
            let (width, height) = (picture.width as u32, picture.height as u32);
            let view = ImageView::rgb(&picture.rgb, width, height).expect("enough bytes");
            encoder.encode(&view, &mut file).expect("encoded");
            file.len()
        })
    }
}
