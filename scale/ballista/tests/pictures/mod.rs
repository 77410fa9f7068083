//! Pictures for tests, and the files that the encoder itself makes of them.

use unite_jpeg::{Encoder, EncoderConfig, HuffmanTables, ImageView, Sampling};

/// A picture of slopes and edges that no other `number` has: its samples, RGB.
pub fn samples(number: u32, width: u32, height: u32) -> Vec<u8> {
    let sample = |x: u32, y: u32, channel: u32| {
        let (a, b) = (1 + number % 7 + channel, 1 + number % 5);
        let edge = 60 * ((x / (8 + number % 13) + y / 11) % 2);
        let noise = (x * 7919 + y * 104_729 + number * 31 + channel) % 9;
        ((a * x + b * y + number) % 180 + edge + noise) as u8
    };
    (0..height)
        .flat_map(|y| (0..width).flat_map(move |x| [0, 1, 2].map(|channel| sample(x, y, channel))))
        .collect()
}

/// The same as a PPM file.
pub fn ppm(number: u32, width: u32, height: u32) -> Vec<u8> {
    let mut file = format!("P6 {width} {height} 255\n").into_bytes();
    file.extend(samples(number, width, height));
    file
}

/// The same as a JPEG file.
pub fn jpeg(
    number: u32,
    width: u32,
    height: u32,
    quality: u8,
    sampling: Sampling,
    progressive: bool,
) -> Vec<u8> {
    let tables = if progressive { HuffmanTables::Optimized } else { HuffmanTables::Standard };
    let config = EncoderConfig::new().quality(quality).sampling(sampling).force_baseline(true);
    let config = config.progressive(progressive).huffman(tables);
    let samples = samples(number, width, height);
    let view = ImageView::rgb(&samples, width, height).expect("a picture");
    Encoder::new(config).expect("settings").encode_to_vec(&view).expect("a file")
}
