//! Colours by hand. Each twin takes rows that lie a width apart, as the kernels are given them.

use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
use crate::library;
use unite::library::Heap;
use unite::{Block, Dyn};
use unite_jpeg::kernels;

/// The strip that one call converts: the rows of an MCU, and a width that is no multiple of a vector's.
const ROWS: usize = 16;
const WIDTH: usize = 4000;
/// Rows of what is made begin this far apart: more than a width.
const PITCH: usize = 4016;

/// A plane of a strip.
type Plane = Heap<u8, 2>;

/// A strip of three colours, and of what they become.
struct Strip<C> {
    colors: C,
    y: Plane,
    cb: Plane,
    cr: Plane,
}

impl<C> Strip<C> {
    fn of(colors: C) -> Self {
        let [y, cb, cr] = [(); 3].map(|()| Block::<u8>::zeros([ROWS, PITCH]));
        Strip { colors, y, cb, cr }
    }
}

impl<C> Data for Strip<C> {
    fn output(&self) -> Vec<i64> {
        [&self.y, &self.cb, &self.cr].into_iter().flat_map(|p| p.as_slice()).copied().map(i64::from).collect()
    }
}

/// A plane for each colour.
type Planes = [Plane; 3];
/// All planes in one.
type Planar = Heap<u8, 3>;
/// Colours side by side.
type Pixels<const N: usize> = Block<Dyn<Dyn<[u8; N]>>>;

fn planar() -> Planar {
    Block::from_vec(bytes(3 * ROWS * WIDTH), [3, ROWS, WIDTH]).expect("three planes")
}

fn planes() -> Planes {
    let plane = |samples: &[u8]| Block::from_vec(samples.to_vec(), [ROWS, WIDTH]).expect("a plane");
    let planar = planar();
    let [r, g, b] = split(planar.as_slice());
    [plane(r), plane(g), plane(b)]
}

fn pixels<const N: usize>() -> Pixels<N> {
    let pixels = Block::from_vec(bytes(ROWS * WIDTH * N), [ROWS, WIDTH, N]).expect("whole pixels");
    pixels.fixed().expect("pixels of N samples")
}

/// The planes of a tensor of three.
fn split(planar: &[u8]) -> [&[u8]; 3] {
    let (r, rest) = planar.split_at(ROWS * WIDTH);
    let (g, b) = rest.split_at(ROWS * WIDTH);
    [r, g, b]
}

fn y(r: i32, g: i32, b: i32) -> u8 {
    ((19_595 * r + 38_470 * g + 7_471 * b + 32_768) >> 16) as u8
}

fn ycbcr(r: i32, g: i32, b: i32) -> [u8; 3] {
    let cb = (32_768 * b - 11_059 * r - 21_709 * g + (128 << 16) + 32_767) >> 16;
    let cr = (32_768 * r - 27_439 * g - 5_329 * b + (128 << 16) + 32_767) >> 16;
    [y(r, g, b), cb as u8, cr as u8]
}

/// As [`y`]. The colours are kept together as bytes for longer, which the compiler makes better loads of, except of
/// pixels of three samples.
fn y_of_bytes(r: u8, g: u8, b: u8) -> u8 {
    let [r, g, b] = [r, g, b].map(i32::from);
    y(r, g, b)
}

/// As [`ycbcr`], likewise.
fn ycbcr_of_bytes(r: u8, g: u8, b: u8) -> [u8; 3] {
    let y = y_of_bytes(r, g, b);
    let [r, g, b] = [r, g, b].map(i32::from);
    let [_, cb, cr] = ycbcr(r, g, b);
    [y, cb, cr]
}

/// Rows of a width, and how far apart they begin where they are read and where they are written.
#[derive(Clone, Copy)]
pub struct Rows {
    pub width: usize,
    pub from: usize,
    pub to: usize,
}

impl Rows {
    fn read<T>(self, plane: &[T]) -> impl Iterator<Item = &[T]> {
        plane.chunks_exact(self.from).map(move |row| &row[..self.width])
    }

    fn write(self, plane: &mut [u8]) -> impl Iterator<Item = &mut [u8]> {
        plane.chunks_exact_mut(self.to).map(move |row| &mut row[..self.width])
    }
}

/// The colours of a pixel. Four samples are loaded as one number, which vectors take apart in place.
#[inline(always)]
fn colors<const N: usize>(pixel: &[u8; N]) -> [i32; 3] {
    match pixel.first_chunk::<4>() {
        Some(four) => {
            let four = u32::from_le_bytes(*four);
            [four & 0xFF, four >> 8 & 0xFF, four >> 16 & 0xFF].map(|color| color as i32)
        }
        None => [i32::from(pixel[0]), i32::from(pixel[1]), i32::from(pixel[2])],
    }
}

by_hand! {
    #[inline(never)]
    fn ycbcr_of_planes(r: &[u8], g: &[u8], b: &[u8], y: &mut [u8], cb: &mut [u8], cr: &mut [u8], rows: Rows) {
        let colors = rows.read(r).zip(rows.read(g)).zip(rows.read(b));
        let out = rows.write(y).zip(rows.write(cb)).zip(rows.write(cr));
        for (((y, cb), cr), ((r, g), b)) in out.zip(colors) {
            let out = y.iter_mut().zip(cb).zip(cr);
            for (((y, cb), cr), ((&r, &g), &b)) in out.zip(r.iter().zip(g).zip(b)) {
                [*y, *cb, *cr] = ycbcr_of_bytes(r, g, b);
            }
        }
    }

    #[inline(never)]
    fn gray_of_planes(r: &[u8], g: &[u8], b: &[u8], y: &mut [u8], rows: Rows) {
        let colors = rows.read(r).zip(rows.read(g)).zip(rows.read(b));
        for (out, ((r, g), b)) in rows.write(y).zip(colors) {
            for (out, ((&r, &g), &b)) in out.iter_mut().zip(r.iter().zip(g).zip(b)) {
                *out = self::y(i32::from(r), i32::from(g), i32::from(b));
            }
        }
    }

    #[inline(never)]
    pub fn ycbcr_of_pixels<const N: usize>(pixels: &[[u8; N]], y: &mut [u8], cb: &mut [u8], cr: &mut [u8], rows: Rows) {
        let out = rows.write(y).zip(rows.write(cb)).zip(rows.write(cr));
        for (((y, cb), cr), pixels) in out.zip(rows.read(pixels)) {
            for (((y, cb), cr), pixel) in y.iter_mut().zip(cb).zip(cr).zip(pixels) {
                [*y, *cb, *cr] = if N == 3 {
                    ycbcr(i32::from(pixel[0]), i32::from(pixel[1]), i32::from(pixel[2]))
                } else {
                    ycbcr_of_bytes(pixel[0], pixel[1], pixel[2])
                };
            }
        }
    }

    #[inline(never)]
    fn gray_of_pixels<const N: usize>(pixels: &[[u8; N]], y: &mut [u8], rows: Rows) {
        for (out, pixels) in rows.write(y).zip(rows.read(pixels)) {
            for (out, pixel) in out.iter_mut().zip(pixels) {
                let [r, g, b] = colors(pixel);
                *out = self::y(r, g, b);
            }
        }
    }

    #[inline(never)]
    fn first_of_pixels<const N: usize>(pixels: &[[u8; N]], y: &mut [u8], rows: Rows) {
        for (out, pixels) in rows.write(y).zip(rows.read(pixels)) {
            for (out, pixel) in out.iter_mut().zip(pixels) {
                *out = pixel[0];
            }
        }
    }
}

pair!(
    planes_to_ycbcr,
    Strip<Planes>,
    Strip::of(planes()),
    |Strip { colors: [r, g, b], y, cb, cr }| kernels::planes_to_ycbcr(r, g, b, y, cb, cr),
    |strip: &mut Strip<Planes>| {
        let Strip { colors: [r, g, b], y, cb, cr } = strip;
        let width = r.extents()[1];
        let rows = Rows { width, from: r.extents()[1], to: y.extents()[1] };
        let [y, cb, cr] = [y, cb, cr].map(|plane| plane.as_mut_slice());
        ycbcr_of_planes(r.as_slice(), g.as_slice(), b.as_slice(), y, cb, cr, rows)
    }
);

pair!(
    rgb_to_ycbcr,
    Strip<Planar>,
    Strip::of(planar()),
    |Strip { colors, y, cb, cr }| kernels::rgb_to_ycbcr(colors, y, cb, cr),
    |strip: &mut Strip<Planar>| {
        let Strip { colors, y, cb, cr } = strip;
        let [_, _, width] = colors.extents();
        let rows = Rows { width, from: width, to: y.extents()[1] };
        let [y, cb, cr] = [y, cb, cr].map(|plane| plane.as_mut_slice());
        let [r, g, b] = split(colors.as_slice());
        ycbcr_of_planes(r, g, b, y, cb, cr, rows)
    },
    |Strip { colors, y, cb, cr }| {
        library::color::rgb_to_ycbcr(colors.view(), [y.view_mut(), cb.view_mut(), cr.view_mut()])
    },
);

pair!(
    pixels_to_ycbcr_3,
    Strip<Pixels<3>>,
    Strip::of(pixels()),
    |Strip { colors, y, cb, cr }| kernels::pixels_to_ycbcr(colors, y, cb, cr),
    |strip: &mut Strip<Pixels<3>>| {
        let Strip { colors, y, cb, cr } = strip;
        let width = colors.extents()[1];
        let rows = Rows { width, from: width, to: y.extents()[1] };
        let [y, cb, cr] = [y, cb, cr].map(|plane| plane.as_mut_slice());
        ycbcr_of_pixels(colors.as_slice().as_chunks::<3>().0, y, cb, cr, rows)
    }
);

pair!(
    pixels_to_ycbcr_4,
    Strip<Pixels<4>>,
    Strip::of(pixels()),
    |Strip { colors, y, cb, cr }| kernels::pixels_to_ycbcr(colors, y, cb, cr),
    |strip: &mut Strip<Pixels<4>>| {
        let Strip { colors, y, cb, cr } = strip;
        let width = colors.extents()[1];
        let rows = Rows { width, from: width, to: y.extents()[1] };
        let [y, cb, cr] = [y, cb, cr].map(|plane| plane.as_mut_slice());
        ycbcr_of_pixels(colors.as_slice().as_chunks::<4>().0, y, cb, cr, rows)
    }
);

pair!(
    planes_to_gray,
    Strip<Planes>,
    Strip::of(planes()),
    |Strip { colors: [r, g, b], y, .. }| kernels::planes_to_gray(r, g, b, y),
    |strip: &mut Strip<Planes>| {
        let Strip { colors: [r, g, b], y, .. } = strip;
        let width = r.extents()[1];
        let rows = Rows { width, from: r.extents()[1], to: y.extents()[1] };
        gray_of_planes(r.as_slice(), g.as_slice(), b.as_slice(), y.as_mut_slice(), rows)
    }
);

pair!(
    rgb_to_gray,
    Strip<Planar>,
    Strip::of(planar()),
    |Strip { colors, y, .. }| kernels::rgb_to_gray(colors, y),
    |strip: &mut Strip<Planar>| {
        let Strip { colors, y, .. } = strip;
        let [_, _, width] = colors.extents();
        let rows = Rows { width, from: width, to: y.extents()[1] };
        let [r, g, b] = split(colors.as_slice());
        gray_of_planes(r, g, b, y.as_mut_slice(), rows)
    }
);

pair!(
    pixels_to_gray_3,
    Strip<Pixels<3>>,
    Strip::of(pixels()),
    |Strip { colors, y, .. }| kernels::pixels_to_gray(colors, y),
    |strip: &mut Strip<Pixels<3>>| {
        let Strip { colors, y, .. } = strip;
        let width = colors.extents()[1];
        let rows = Rows { width, from: width, to: y.extents()[1] };
        gray_of_pixels(colors.as_slice().as_chunks::<3>().0, y.as_mut_slice(), rows)
    }
);

pair!(
    pixels_to_gray_4,
    Strip<Pixels<4>>,
    Strip::of(pixels()),
    |Strip { colors, y, .. }| kernels::pixels_to_gray(colors, y),
    |strip: &mut Strip<Pixels<4>>| {
        let Strip { colors, y, .. } = strip;
        let width = colors.extents()[1];
        let rows = Rows { width, from: width, to: y.extents()[1] };
        gray_of_pixels(colors.as_slice().as_chunks::<4>().0, y.as_mut_slice(), rows)
    }
);

pair!(
    first_samples_1,
    Strip<Pixels<1>>,
    Strip::of(pixels()),
    |Strip { colors, y, .. }| kernels::first_samples(colors, y),
    |strip: &mut Strip<Pixels<1>>| {
        let Strip { colors, y, .. } = strip;
        let width = colors.extents()[1];
        let rows = Rows { width, from: width, to: y.extents()[1] };
        first_of_pixels(colors.as_slice().as_chunks::<1>().0, y.as_mut_slice(), rows)
    }
);

pair!(
    first_samples_2,
    Strip<Pixels<2>>,
    Strip::of(pixels()),
    |Strip { colors, y, .. }| kernels::first_samples(colors, y),
    |strip: &mut Strip<Pixels<2>>| {
        let Strip { colors, y, .. } = strip;
        let width = colors.extents()[1];
        let rows = Rows { width, from: width, to: y.extents()[1] };
        first_of_pixels(colors.as_slice().as_chunks::<2>().0, y.as_mut_slice(), rows)
    }
);
