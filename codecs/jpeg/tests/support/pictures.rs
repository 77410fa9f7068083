//! Pictures to encode.

use std::path::PathBuf;

use image::imageops::{FilterType, resize};
use image::{DynamicImage, GrayImage, RgbImage};

/// Widths and heights with every kind of rest: pixels, blocks, MCUs.
pub const SIZES: [[u32; 2]; 10] =
    [[1, 1], [1, 17], [17, 1], [7, 9], [8, 8], [15, 17], [16, 16], [17, 31], [33, 65], [227, 149]];

/// A picture of the folder `pictures` of the repository.
pub fn bundled(name: &str) -> RgbImage {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../pictures").join(name);
    image::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).to_rgb8()
}

/// A photograph of more than two megapixels: the bundled portrait, enlarged.
pub fn photograph() -> RgbImage {
    resize(&bundled("astronaut.png"), 1801, 1207, FilterType::CatmullRom)
}

/// A picture with smooth parts, hard edges, noise and saturated colours, made from integers only, so that it is the
/// same everywhere.
pub fn generated(width: u32, height: u32) -> RgbImage {
    let mut state = width.wrapping_mul(65_599).wrapping_add(height);
    RgbImage::from_fn(width, height, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = state >> 27;
        let channels = match (x / 11 + y / 7) % 5 {
            0 => [3 * x + y, 2 * y, 255 - x.min(255)],
            1 => [200 + noise, 100 + x % 3 + noise, 20],
            2 => [255 * (x & 1), 255 * (y & 1), 255 * ((x ^ y) & 1)],
            3 => [state >> 24, state >> 16 & 255, state >> 8 & 255],
            _ => [128; 3],
        };
        image::Rgb(channels.map(|channel| (channel & 255) as u8))
    })
}

/// The luminance of the picture, as the crate `image` sees it.
pub fn gray(picture: &RgbImage) -> GrayImage {
    DynamicImage::from(picture.clone()).to_luma8()
}
