//! The pictures that encoders are measured on, from 0.03 to 30 megapixels: the two of the repository as they are, cut, enlarged
//! and tiled, and one drawn by formula; and small ones, as thumbnails are.

use image::RgbImage;
use image::imageops::{FilterType, crop_imm, resize};
use std::path::Path;

/// A picture in memory, rows without gaps.
pub struct Picture {
    /// What it is called in tables.
    pub name: &'static str,
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green and blue of each pixel.
    pub rgb: Vec<u8>,
    /// The same picture in grey.
    pub gray: Vec<u8>,
}

impl Picture {
    /// How many pixels it has.
    pub fn pixels(&self) -> usize {
        self.width * self.height
    }

    pub(crate) fn new(name: &'static str, image: RgbImage) -> Picture {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let gray = image.pixels().map(|pixel| pixel.0[1]).collect();
        Picture { name, width, height, rgb: image.into_raw(), gray }
    }
}

/// The names of all pictures, small ones first.
pub const NAMES: [&str; 7] = ["eye", "chelsea", "astronaut", "rings", "portrait", "poster", "mosaic"];

/// The names of those that were photographed, small ones first.
pub const PHOTOGRAPHS: [&str; 6] = ["eye", "chelsea", "astronaut", "portrait", "poster", "mosaic"];

/// Sizes of small pictures: of the icon of a page, and of thumbnails, with what they are called in tables.
pub const SMALL: [(&str, [u32; 2]); 4] =
    [("16x16", [16, 16]), ("64x64", [64, 64]), ("128x96", [128, 96]), ("320x240", [320, 240])];

/// The picture of that name.
///
/// # Panics
/// If there is none, or if its file cannot be read.
pub fn load(name: &str) -> Picture {
    match name {
        // 227 by 149.
        "eye" => Picture::new("eye", crop_imm(&bundled("chelsea.png"), 100, 60, 227, 149).to_image()),
        // 451 by 300.
        "chelsea" => Picture::new("chelsea", bundled("chelsea.png")),
        // 512 by 512.
        "astronaut" => Picture::new("astronaut", bundled("astronaut.png")),
        "rings" => Picture::new("rings", rings(1024)),
        "portrait" => {
            let side = 1640;
            Picture::new("portrait", resize(&bundled("astronaut.png"), side, side, FilterType::CatmullRom))
        }
        "poster" => {
            let image = resize(&bundled("chelsea.png"), 3608, 2400, FilterType::CatmullRom);
            Picture::new("poster", grained(image))
        }
        "mosaic" => Picture::new("mosaic", mosaic(5500)),
        other => panic!("no picture `{other}`: there are {NAMES:?}"),
    }
}

pub(crate) fn bundled(file: &str) -> RgbImage {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pictures").join(file);
    image::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).into_rgb8()
}

/// So many small pictures: parts of the two photographs, made small. What is in one does not foretell what is in the next, as
/// branches of an encoder learn a picture that comes again and again by heart.
///
/// # Panics
/// If the files of the photographs cannot be read.
pub fn small(name: &'static str, size: [u32; 2], count: usize) -> Vec<Picture> {
    let photographs = ["astronaut.png", "chelsea.png"].map(bundled);
    (0..count).map(|number| Picture::new(name, part(&photographs[number % 2], number, size))).collect()
}

/// A part of a photograph, made small. Numbers give different parts.
pub(crate) fn part(photograph: &RgbImage, number: usize, [width, height]: [u32; 2]) -> RgbImage {
    let half = [photograph.width() / 2, photograph.height() / 2];
    let [x, y] = [(number as u32 * 37) % half[0], (number as u32 * 53) % half[1]];
    resize(&crop_imm(photograph, x, y, half[0], half[1]).to_image(), width, height, FilterType::Triangle)
}

/// Drawn without noise: a smooth ramp in each channel, crossed by rings with hard edges.
fn rings(side: u32) -> RgbImage {
    RgbImage::from_fn(side, side, |x, y| {
        let squared = (x * x + y * y) / (side * 16);
        let inside = if squared.is_multiple_of(4) { 96 } else { 0 };
        image::Rgb([x * 159 / side + inside, y * 159 / side + inside, (x + y) * 127 / side].map(|v| v as u8))
    })
}

/// The same picture with the grain of a film, which enlarging takes away: -3 to 3, the same in all channels.
fn grained(mut image: RgbImage) -> RgbImage {
    let mut state = 1u32;
    for pixel in image.pixels_mut() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let grain = (state >> 30) as i16 + (state >> 28 & 3) as i16 - 3;
        pixel.0 = pixel.0.map(|channel| (i16::from(channel) + grain).clamp(0, 255) as u8);
    }
    image
}

/// The astronaut over and over, every other tile mirrored, so that nothing breaks off at the seams.
fn mosaic(side: u32) -> RgbImage {
    let tile = bundled("astronaut.png");
    let (width, height) = tile.dimensions();
    let mirrored =
        |at: u32, size: u32| if (at / size).is_multiple_of(2) { at % size } else { size - 1 - at % size };
    RgbImage::from_fn(side, side, |x, y| *tile.get_pixel(mirrored(x, width), mirrored(y, height)))
}
