//! A camera over pictures: the colours that it sees, and video of them.

use image::RgbImage;

/// A colour of a picture between those of four pixels, by its column and row.
pub fn between(picture: &RgbImage, x: f64, y: f64) -> [f64; 3] {
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
