//! Clips, made from the project's pictures: a camera that moves over one and comes closer, a second one that moves in front of
//! it, and grain, which no two pictures share.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use image::RgbImage;
use unite_h264_encoder::y4m::{Picture, Reader, write_header, write_picture};

/// A clip.
pub struct Clip {
    /// Its name.
    pub name: String,
    /// Columns and rows.
    pub size: [usize; 2],
    /// Pictures in a second: numerator and denominator.
    pub rate: [u32; 2],
    /// Its pictures.
    pub pictures: Vec<Picture>,
}

impl Clip {
    /// Reads a clip.
    ///
    /// # Errors
    /// If it cannot be read, as text.
    pub fn read(path: &Path) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| failed(&error))?;
        let mut reader = Reader::new(file).map_err(|error| failed(&error))?;
        let mut pictures = Vec::new();
        while let Some(picture) = reader.read().map_err(|error| failed(&error))? {
            pictures.push(picture);
        }
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let header = reader.header();
        Ok(Clip { name, size: header.size, rate: header.frame_rate.unwrap_or([25, 1]), pictures })
    }

    /// Samples of luminance of all pictures.
    pub fn luma(&self) -> Vec<u8> {
        self.pictures.iter().flat_map(|picture| picture.planes[0].iter().copied()).collect()
    }

    /// Seconds.
    pub fn seconds(&self) -> f64 {
        self.pictures.len() as f64 * f64::from(self.rate[1]) / f64::from(self.rate[0])
    }
}

/// Writes a clip of a size and a number of pictures, 25 in a second, as Y4M.
///
/// # Errors
/// If a picture cannot be read or the file not written, as text.
pub fn make(path: &Path, size: [usize; 2], count: usize) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pictures");
    let open = |name: &str| {
        let picture = image::open(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
        Ok::<RgbImage, String>(picture.into_rgb8())
    };
    let (behind, before) = (open("astronaut.png")?, open("chelsea.png")?);
    write(path, size, count, &behind, &before).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(
    path: &Path,
    size: [usize; 2],
    count: usize,
    behind: &RgbImage,
    before: &RgbImage,
) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write_header(&mut file, size, [25, 1])?;
    let mut grain = Grain(1);
    for time in 0..count {
        let time = time as f64 / 100.0;
        let pixel = |x, y| at(behind, before, size, time, x, y);
        write_picture(&mut file, &planes(size, &mut grain, pixel))?;
    }
    file.flush()
}

/// The colour that the camera sees in a place, from 0 to 1 across and down.
fn at(
    behind: &RgbImage,
    before: &RgbImage,
    [width, height]: [usize; 2],
    time: f64,
    x: f64,
    y: f64,
) -> [f64; 3] {
    let ratio = width as f64 / height as f64;
    // What moves in front: an ellipse of the second picture, which swings and turns into another direction.
    let (u, v) = (x - 0.3 - 0.35 * time, y - 0.6 + 0.2 * (4.0 * time).sin());
    if (u * ratio / 0.3).powi(2) + (v / 0.22).powi(2) < 1.0 {
        return sample(before, 0.55 + u * ratio * 0.7, 0.45 + v * 0.9);
    }
    let zoom = 0.62 - 0.2 * time;
    sample(behind, 0.1 + 0.2 * time + zoom * x, 0.05 + 0.1 * time + zoom * y / ratio)
}

/// A colour between those of four pixels.
fn sample(picture: &RgbImage, x: f64, y: f64) -> [f64; 3] {
    let last = [picture.width() - 1, picture.height() - 1];
    let (x, y) = (x.clamp(0.0, 1.0) * f64::from(last[0]), y.clamp(0.0, 1.0) * f64::from(last[1]));
    let (left, top) = (x.floor() as u32, y.floor() as u32);
    let (right, bottom) = ((left + 1).min(last[0]), (top + 1).min(last[1]));
    let (fx, fy) = (x - f64::from(left), y - f64::from(top));
    std::array::from_fn(|channel| {
        let at = |x, y| f64::from(picture.get_pixel(x, y)[channel]);
        let above = at(left, top) * (1.0 - fx) + at(right, top) * fx;
        let below = at(left, bottom) * (1.0 - fx) + at(right, bottom) * fx;
        above * (1.0 - fy) + below * fy
    })
}

/// Y, Cb and Cr of video (BT.601, 16 to 235 and 240) at 4:2:0: chrominance of every second pixel.
fn planes(
    [width, height]: [usize; 2],
    grain: &mut Grain,
    pixel: impl Fn(f64, f64) -> [f64; 3],
) -> Vec<Vec<u8>> {
    let mut planes = [Vec::new(), Vec::new(), Vec::new()];
    for y in 0..height {
        for x in 0..width {
            let [r, g, b] = pixel(x as f64 / width as f64, y as f64 / height as f64);
            let luma = 16.0 + (65.481 * r + 128.553 * g + 24.966 * b) / 255.0;
            planes[0].push((luma + grain.next()).round().clamp(0.0, 255.0) as u8);
            if x % 2 == 0 && y % 2 == 0 {
                planes[1].push((128.0 + (-37.797 * r - 74.203 * g + 112.0 * b) / 255.0).round() as u8);
                planes[2].push((128.0 + (112.0 * r - 93.786 * g - 18.214 * b) / 255.0).round() as u8);
            }
        }
    }
    planes.to_vec()
}

/// Numbers about 0, the sums of three dice.
struct Grain(u64);

impl Grain {
    fn next(&mut self) -> f64 {
        let mut die = || {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 40) as f64 / f64::from(1 << 24) - 0.5
        };
        2.0 * (die() + die() + die())
    }
}
