//! Clips made from the project's pictures: a camera that moves over one and comes closer, a second one that moves in front of
//! it, and grain, which no two pictures share.

// What the encoder's example makes its clip with.
#[path = "../../../../codecs/h264/encoder/examples/12_clip/camera.rs"]
mod camera;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use camera::{Picture, between, planes};
use unite_y4m::{write_header, write_picture};

/// Writes a clip of a size and a number of pictures, 25 in a second, as Y4M.
///
/// # Errors
/// If a picture cannot be read or the file not written, as text.
pub fn make(path: &Path, size: [usize; 2], count: usize) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pictures");
    let open = |name: &str| Picture::open(&folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let (behind, before) = (open("astronaut.png")?, open("chelsea.png")?);
    write(path, size, count, &behind, &before).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, size: [usize; 2], count: usize, behind: &Picture, before: &Picture) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write_header(&mut file, size, [25, 1], false)?;
    let mut grain = Grain(1);
    for time in 0..count {
        let time = time as f64 / 100.0;
        let colour =
            |x, y| at(behind, before, size, time, x as f64 / size[0] as f64, y as f64 / size[1] as f64);
        let mut planes = planes(size, colour);
        for sample in &mut planes[0] {
            *sample = sample.saturating_add_signed(grain.next());
        }
        write_picture(&mut file, &planes)?;
    }
    file.flush()
}

/// The colour that the camera sees in a place, from 0 to 1 across and down.
fn at(
    behind: &Picture,
    before: &Picture,
    [width, height]: [usize; 2],
    time: f64,
    x: f64,
    y: f64,
) -> [f64; 3] {
    let ratio = width as f64 / height as f64;
    // What moves in front: an ellipse of the second picture, which swings and turns into another direction.
    let (u, v) = (x - 0.3 - 0.35 * time, y - 0.6 + 0.2 * (4.0 * time).sin());
    if (u * ratio / 0.3).powi(2) + (v / 0.22).powi(2) < 1.0 {
        return share(before, 0.55 + u * ratio * 0.7, 0.45 + v * 0.9);
    }
    let zoom = 0.62 - 0.2 * time;
    share(behind, 0.1 + 0.2 * time + zoom * x, 0.05 + 0.1 * time + zoom * y / ratio)
}

/// A colour of a picture, in a place from 0 to 1 across and down.
fn share(picture: &Picture, x: f64, y: f64) -> [f64; 3] {
    between(picture, x * (picture.width - 1) as f64, y * (picture.height - 1) as f64)
}

/// Numbers about 0, the sums of three dice.
struct Grain(u64);

impl Grain {
    fn next(&mut self) -> i8 {
        let mut die = || {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 40) as f64 / f64::from(1 << 24) - 0.5
        };
        (2.0 * (die() + die() + die())).round() as i8
    }
}
