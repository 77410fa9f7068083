//! Pictures of another size, order or meaning, by hand.

use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
use unite::library::Heap;
use unite::{Block, Dyn};

/// Rows and columns of the smaller picture.
const ROWS: usize = 16;
const WIDTH: usize = 501;

/// A picture and one that is made of it.
struct Sizes {
    plane: Heap<u8, 2>,
    out: Heap<u8, 2>,
}

impl Sizes {
    fn new(plane: [usize; 2], out: [usize; 2]) -> Self {
        let plane = Block::from_vec(bytes(plane[0] * plane[1]), plane).expect("a picture");
        Sizes { plane, out: Block::<u8>::zeros(out) }
    }
}

impl Data for Sizes {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().copied().map(i64::from).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn transpose_by_hand(plane: &[u8], out: &mut [u8], [height, width]: [usize; 2]) {
        for (x, out) in out.chunks_exact_mut(height).enumerate() {
            for (row, out) in plane.chunks_exact(width).zip(out) {
                *out = row[x];
            }
        }
    }

    #[inline(never)]
    fn nearest_by_hand(plane: &[u8], out: &mut [u8], [_, width]: [usize; 2]) {
        for (row, out) in plane.chunks_exact(width).zip(out.chunks_exact_mut(4 * width)) {
            let (upper, lower) = out.split_at_mut(2 * width);
            for (&element, out) in row.iter().zip(upper.as_chunks_mut::<2>().0) {
                *out = (u16::from(element) * 0x101).to_ne_bytes();
            }
            lower.copy_from_slice(upper);
        }
    }

    #[inline(never)]
    #[allow(clippy::needless_range_loop)]
    fn bilinear_by_hand(plane: &[u8], out: &mut [u8], [height, width]: [usize; 2]) {
        let mix = |near: u8, beside: u8, over: u8, far: u8| {
            let [near, beside, over, far] = [near, beside, over, far].map(u16::from);
            ((9 * near + 3 * beside + 3 * over + far + 8) >> 4) as u8
        };
        for (y, out) in out.chunks_exact_mut(4 * width).enumerate() {
            let row = |y: usize| &plane[y * width..][..width];
            let (above, here, below) = (row(y.saturating_sub(1)), row(y), row((y + 1).min(height - 1)));
            let (upper, lower) = out.split_at_mut(2 * width);
            for (out, over) in [(upper, above), (lower, below)] {
                let out = &mut out.as_chunks_mut::<2>().0[..width];
                let two = |x: usize, left: usize, right: usize| {
                    [
                        mix(here[x], here[left], over[x], over[left]),
                        mix(here[x], here[right], over[x], over[right]),
                    ]
                };
                out[0] = two(0, 0, 1);
                for x in 1..width - 1 {
                    out[x] = two(x, x - 1, x + 1);
                }
                out[width - 1] = two(width - 1, width - 2, width - 1);
            }
        }
    }

    #[inline(never)]
    fn demosaic_by_hand(mosaic: &[u8], pixels: &mut [u8], width: usize) {
        for (rows, pixels) in mosaic.chunks_exact(4 * width).zip(pixels.chunks_exact_mut(3 * width)) {
            let (upper, lower) = rows.split_at(2 * width);
            let cells = upper.as_chunks::<2>().0.iter().zip(lower.as_chunks::<2>().0);
            for ((&[red, right], &[below, blue]), pixel) in cells.zip(pixels.as_chunks_mut::<3>().0) {
                *pixel = [red, ((u16::from(right) + u16::from(below) + 1) >> 1) as u8, blue];
            }
        }
    }
}

pair!(
    transpose,
    Sizes,
    Sizes::new([ROWS, WIDTH], [WIDTH, ROWS]),
    |sizes| unite_beyond::transpose(&mut sizes.out, &sizes.plane),
    |sizes: &mut Sizes| {
        let extents = sizes.plane.extents();
        transpose_by_hand(sizes.plane.as_slice(), sizes.out.as_mut_slice(), extents)
    }
);

pair!(
    nearest,
    Sizes,
    Sizes::new([ROWS, WIDTH], [2 * ROWS, 2 * WIDTH]),
    |sizes| unite_beyond::nearest(&mut sizes.out, &sizes.plane),
    |sizes: &mut Sizes| {
        let extents = sizes.plane.extents();
        nearest_by_hand(sizes.plane.as_slice(), sizes.out.as_mut_slice(), extents)
    }
);

pair!(
    bilinear,
    Sizes,
    Sizes::new([ROWS, WIDTH], [2 * ROWS, 2 * WIDTH]),
    |sizes| unite_beyond::bilinear(&mut sizes.out, &sizes.plane),
    |sizes: &mut Sizes| {
        let extents = sizes.plane.extents();
        bilinear_by_hand(sizes.plane.as_slice(), sizes.out.as_mut_slice(), extents)
    }
);

/// What a sensor saw, and its pixels.
struct Sensor {
    mosaic: Heap<u8, 2>,
    pixels: Block<Dyn<Dyn<[u8; 3]>>>,
}

impl Data for Sensor {
    fn output(&self) -> Vec<i64> {
        self.pixels.as_slice().iter().copied().map(i64::from).collect()
    }
}

pair!(
    demosaic,
    Sensor,
    Sensor {
        mosaic: Block::from_vec(bytes(4 * ROWS * WIDTH), [2 * ROWS, 2 * WIDTH]).expect("a mosaic"),
        pixels: Block::<u8>::zeros([ROWS, WIDTH, 3]).fixed().expect("pixels"),
    },
    |sensor| unite_beyond::demosaic(&mut sensor.pixels, &sensor.mosaic),
    |sensor: &mut Sensor| {
        let width = sensor.pixels.extents()[1];
        demosaic_by_hand(sensor.mosaic.as_slice(), sensor.pixels.as_mut_slice(), width)
    }
);
