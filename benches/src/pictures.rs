//! The pictures that encoders are measured on.

use image::imageops::{FilterType, resize};
use std::path::Path;

/// A picture in memory: red, green and blue of each pixel, rows without gaps.
pub struct Picture {
    /// What it is called in tables.
    pub name: &'static str,
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Three bytes a pixel.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// How many pixels it has.
    pub fn pixels(&self) -> usize {
        self.width * self.height
    }

    fn new(name: &'static str, image: image::RgbImage) -> Picture {
        let (width, height) = (image.width() as usize, image.height() as usize);
        Picture { name, width, height, rgb: image.into_raw() }
    }
}

/// The names of all pictures, small ones first.
pub const NAMES: [&str; 4] = ["chelsea", "astronaut", "rings", "astronaut-large"];

/// The picture of that name.
///
/// # Panics
/// If there is none, or if its file cannot be read.
pub fn load(name: &str) -> Picture {
    match name {
        "chelsea" => Picture::new("chelsea", bundled("chelsea.png")),
        "astronaut" => Picture::new("astronaut", bundled("astronaut.png")),
        "rings" => rings(1024),
        "astronaut-large" => {
            let side = 1640;
            Picture::new(
                "astronaut-large",
                resize(&bundled("astronaut.png"), side, side, FilterType::CatmullRom),
            )
        }
        other => panic!("no picture `{other}`: there are {NAMES:?}"),
    }
}

fn bundled(file: &str) -> image::RgbImage {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pictures").join(file);
    image::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).into_rgb8()
}

/// Drawn by formula, without noise: a smooth ramp in each channel, crossed by rings with hard edges.
fn rings(side: usize) -> Picture {
    let mut rgb = Vec::with_capacity(side * side * 3);
    for y in 0..side {
        for x in 0..side {
            let squared = (x * x + y * y) / (side * 16);
            let inside = if squared.is_multiple_of(4) { 96 } else { 0 };
            rgb.extend(
                [x * 159 / side + inside, y * 159 / side + inside, (x + y) * 127 / side].map(|v| v as u8),
            );
        }
    }
    Picture { name: "rings", width: side, height: side, rgb }
}
