//! A short clip from one of the project's pictures: the camera moves over the astronaut, and comes closer. It is written as Y4M, for
//! the command:
//!
//! ```sh
//! cargo run --release -p unite-h264-encoder --example 12_clip -- clip.y4m
//! cargo run --release -p unite-h264-encoder -- clip.y4m -o clip.mp4 --progress --stats
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use image::RgbImage;
use unite_h264_encoder::y4m::{write_header, write_picture};

/// Columns and rows.
const SIZE: [usize; 2] = [352, 288];
/// Pictures in a second.
const RATE: [u32; 2] = [25, 1];
/// How many pictures there are.
const PICTURES: usize = 100;

/// A colour between those of four pixels.
fn between(picture: &RgbImage, x: f64, y: f64) -> [f64; 3] {
    let last = [picture.width() - 1, picture.height() - 1];
    let (x, y) = (x.clamp(0.0, f64::from(last[0])), y.clamp(0.0, f64::from(last[1])));
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

/// Y, Cb and Cr of video (BT.601, 16 to 235 and 240).
fn to_video([r, g, b]: [f64; 3]) -> [f64; 3] {
    [
        16.0 + (65.481 * r + 128.553 * g + 24.966 * b) / 255.0,
        128.0 + (-37.797 * r - 74.203 * g + 112.0 * b) / 255.0,
        128.0 + (112.0 * r - 93.786 * g - 18.214 * b) / 255.0,
    ]
}

/// A picture of the clip: where the camera is goes from 0 to 1.
fn look(picture: &RgbImage, time: f64) -> Vec<Vec<u8>> {
    let [width, height] = SIZE;
    let zoom = 1.15 - 0.5 * time;
    let (start_x, start_y) = (20.0 + 110.0 * time, 10.0 + 40.0 * time);
    let mut planes = [vec![0.0; width * height], vec![0.0; width * height], vec![0.0; width * height]];
    for y in 0..height {
        for x in 0..width {
            let colour = between(picture, start_x + zoom * x as f64, start_y + zoom * y as f64);
            for (plane, value) in planes.iter_mut().zip(to_video(colour)) {
                plane[y * width + x] = value;
            }
        }
    }
    let [luma, chroma @ ..] = planes;
    // The mean of two by two samples.
    let halved = |plane: &Vec<f64>| {
        let mean = |at: usize| {
            let (x, y) = (at % (width / 2) * 2, at / (width / 2) * 2);
            let sum: f64 =
                [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[v, h]| plane[(y + v) * width + x + h]).iter().sum();
            (sum / 4.0).round() as u8
        };
        (0..width * height / 4).map(mean).collect()
    };
    let luma = luma.into_iter().map(|value| value.round() as u8).collect();
    std::iter::once(luma).chain(chroma.iter().map(halved)).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("the name of the file to write is missing")?;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../pictures/astronaut.png");
    let picture = image::open(source)?.into_rgb8();
    let mut file = BufWriter::new(File::create(&path)?);
    write_header(&mut file, SIZE, RATE)?;
    for time in 0..PICTURES {
        write_picture(&mut file, &look(&picture, time as f64 / PICTURES as f64))?;
    }
    file.flush()?;
    println!("{path}: {PICTURES} pictures of {}x{}", SIZE[0], SIZE[1]);
    Ok(())
}
