//! A short clip from one of the project's pictures: the camera moves over the astronaut, and comes closer. It is written as Y4M, for
//! the command:
//!
//! ```sh
//! cargo run --release -p unite-h264-encoder --example 12_clip -- clip.y4m
//! cargo run --release -p unite-h264-encoder -- clip.y4m -o clip.mp4 --progress --stats
//! ```

mod camera;

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use camera::{Picture, between, planes};
use unite_y4m::{write_header, write_picture};

/// Columns and rows.
const SIZE: [usize; 2] = [352, 288];
/// Pictures in a second.
const RATE: [u32; 2] = [25, 1];
/// How many pictures there are.
const PICTURES: usize = 100;

/// A picture of the clip: where the camera is goes from 0 to 1.
fn look(picture: &Picture, time: f64) -> Vec<Vec<u8>> {
    let zoom = 1.15 - 0.5 * time;
    let (start_x, start_y) = (20.0 + 110.0 * time, 10.0 + 40.0 * time);
    planes(SIZE, |x, y| between(picture, start_x + zoom * x as f64, start_y + zoom * y as f64))
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("the name of the file to write is missing")?;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../pictures/astronaut.png");
    let picture = Picture::open(&source)?;
    let mut file = BufWriter::new(File::create(&path)?);
    write_header(&mut file, SIZE, RATE, false)?;
    for time in 0..PICTURES {
        write_picture(&mut file, &look(&picture, time as f64 / PICTURES as f64))?;
    }
    file.flush()?;
    println!("{path}: {PICTURES} pictures of {}x{}", SIZE[0], SIZE[1]);
    Ok(())
}
