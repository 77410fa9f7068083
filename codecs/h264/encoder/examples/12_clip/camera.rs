//! A camera over pictures: the colours that it sees, and video of them.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A picture in red, green and blue.
pub struct Picture {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    samples: Vec<u8>,
}

impl Picture {
    /// Reads a PNG file of three bytes a pixel, as the project's are.
    ///
    /// # Errors
    /// If it cannot be read, or is another one.
    pub fn open(path: &Path) -> Result<Picture, Box<dyn Error>> {
        let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
        if reader.output_color_type() != (png::ColorType::Rgb, png::BitDepth::Eight) {
            return Err("its pixels are not three bytes".into());
        }
        let mut samples = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
        let info = reader.next_frame(&mut samples)?;
        Ok(Picture { width: info.width as usize, height: info.height as usize, samples })
    }
}

/// A colour of a picture between those of four pixels, by its column and row.
pub fn between(picture: &Picture, x: f64, y: f64) -> [f64; 3] {
    let last = [picture.width - 1, picture.height - 1];
    let (x, y) = (x.clamp(0.0, last[0] as f64), y.clamp(0.0, last[1] as f64));
    let (left, top) = (x.floor() as usize, y.floor() as usize);
    let (right, bottom) = ((left + 1).min(last[0]), (top + 1).min(last[1]));
    let (fx, fy) = (x - left as f64, y - top as f64);
    std::array::from_fn(|channel| {
        let at = |x, y| f64::from(picture.samples[3 * (y * picture.width + x) + channel]);
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

/// The planes of a picture of video, at 4:2:0, by the colour of each of its pixels, which are given by column and row.
pub fn planes([width, height]: [usize; 2], colour: impl Fn(usize, usize) -> [f64; 3]) -> Vec<Vec<u8>> {
    let mut planes = [vec![0.0; width * height], vec![0.0; width * height], vec![0.0; width * height]];
    for y in 0..height {
        for x in 0..width {
            for (plane, value) in planes.iter_mut().zip(to_video(colour(x, y))) {
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
