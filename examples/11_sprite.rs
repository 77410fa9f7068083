//! A sprite that is blended into a frame: where it is, is a property of the sprite.
//!
//! The kernel asks for the part of the frame where the sprite is. Where the sprite reaches over the border of the frame, its
//! footprint does not fit; then the part that is inside is blended, which is a view of the sprite and knows its own place.

mod drawing;

use drawing::Picture;
use unite::library::Heap;
use unite::{Block, Dyn, kernel};

/// Blends red, green and blue by alpha: the sample of the frame, as far as the sprite is transparent.
#[kernel]
fn blend(frame: &mut Tensor<[[[u8; 3]]]>, sprite: &Tensor<[[[u8; 4]]]>) {
    let under = frame[sprite]; // where the sprite is, in the frame
    for y in 0..sprite.extent(0) {
        for x in 0..sprite.extent(1) {
            let alpha = sprite[[y, x, 3]];
            for c in 0..3 {
                under[[y, x, c]] = (sprite[[y, x, c]] * alpha + under[[y, x, c]] * (255 - alpha) + 127) / 255;
            }
        }
    }
}

type Rgb = Dyn<Dyn<[u8; 3]>>;
type Rgba = Dyn<Dyn<[u8; 4]>>;

const HEIGHT: isize = 40;
const WIDTH: isize = 64;

/// A ball with a soft border and a light on it.
fn ball(radius: isize) -> Heap<u8, 3> {
    let side = 2 * radius as usize + 1;
    let mut sprite = Block::<u8>::zeros([side, side, 4]);
    for y in 0..side as isize {
        for x in 0..side as isize {
            let distance = |dy: isize, dx: isize| (((y - dy).pow(2) + (x - dx).pow(2)) as f64).sqrt();
            let inside = (radius as f64 - distance(radius, radius)).clamp(0.0, 3.0) / 3.0;
            let light = (1.0 - distance(radius * 2 / 3, radius * 2 / 3) / (1.6 * radius as f64)).max(0.0);
            let samples = [200.0 + 55.0 * light, 60.0 + 180.0 * light, 40.0 + 190.0 * light, 235.0 * inside];
            for (c, sample) in samples.into_iter().enumerate() {
                sprite.write([y, x, c as isize], sample as u8);
            }
        }
    }
    sprite
}

/// Blends all that lies in the frame; how many points that are.
fn draw_sprite(
    frame: &mut Block<Rgb>,
    sprite: &Heap<u8, 3>,
    [y, x]: [isize; 2],
) -> Result<usize, Box<dyn std::error::Error>> {
    let sprite = sprite.clone().fixed::<Rgba>()?.with_origin([y, x, 0])?;
    if blend::fits(frame, &sprite).is_ok() {
        blend(frame, &sprite);
        return Ok(sprite.extents()[0] * sprite.extents()[1]);
    }
    let [h, w, _] = sprite.extents().map(|extent| extent as isize);
    let (rows, columns) = ((-y).max(0)..h.min(HEIGHT - y), (-x).max(0)..w.min(WIDTH - x));
    if rows.is_empty() || columns.is_empty() {
        return Ok(0);
    }
    let visible = sprite.view().partition((rows, columns, ..))?;
    blend(frame, &visible.tensor()?.fixed::<Rgba>()?);
    Ok(visible.extents()[0] * visible.extents()[1])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Meadow and sky.
    let mut frame = Block::<u8>::zeros([HEIGHT as usize, WIDTH as usize, 3]).fixed::<Rgb>()?;
    for [y, x, c] in frame.indices() {
        let colour =
            if y < 24 { [150 + 3 * y, 190 + 2 * y, 240] } else { [90, 170 - y, 60 + (x * 7 + y * 3) % 20] };
        frame.write([y, x, c], colour[c as usize] as u8);
    }
    let background = frame.clone();

    // One whole, one over two borders, one of which nothing is seen.
    let sprite = ball(9);
    let places = [[9, 14], [25, 50], [-30, 8]];
    let counts = places.map(|place| draw_sprite(&mut frame, &sprite, place));
    let counts = counts.into_iter().collect::<Result<Vec<_>, _>>()?;
    println!("points blended: {counts:?}");
    assert_eq!(counts, [19 * 19, 15 * 14, 0]);

    check(&background.view(), &frame.view(), &sprite, &places);
    const SIDE: f64 = 9.0;
    let mut picture = Picture::default();
    picture.text([8.0, 18.0], "one sprite at two places, and the boxes in which it is");
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let colour = [0, 1, 2].map(|c| frame.read([y, x, c]));
            picture.square([8.0 + SIDE * x as f64, 28.0 + SIDE * y as f64], SIDE, colour);
        }
    }
    for [y, x] in &places[..2] {
        picture.outline([8.0 + SIDE * *x as f64, 28.0 + SIDE * *y as f64], [SIDE * 19.0; 2], 1.0);
    }
    picture.save("sprite.svg")?;
    Ok(())
}

/// Every sample again, from where it is in each sprite.
fn check(
    before: &unite::View<'_, u8, 3>,
    after: &unite::View<'_, u8, 3>,
    sprite: &Heap<u8, 3>,
    places: &[[isize; 2]],
) {
    for [y, x, c] in before.indices() {
        let mut sample = u32::from(before.read([y, x, c]));
        for [top, left] in places {
            if let Ok(alpha) = sprite.get([y - top, x - left, 3]) {
                let (colour, alpha) = (u32::from(sprite.read([y - top, x - left, c])), u32::from(alpha));
                sample = (colour * alpha + sample * (255 - alpha) + 127) / 255;
            }
        }
        assert_eq!(u32::from(after.read([y, x, c])), sample, "at {y}, {x}, sample {c}");
    }
}
