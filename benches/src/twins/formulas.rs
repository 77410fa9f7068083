//! Kernels as they are written who has only read the tutorial, by their formulas, and their twins over raw pointers: rows of a
//! picture side by side, with a loop of its own for the edges.

use super::pair::{Data, by_hand, pair};
use super::samples::{bytes, samples};
use unite::library::Heap;
use unite::{Block, Dyn};

/// Rows and columns of pictures.
const ROWS: usize = 32;
const COLUMNS: usize = 101;

/// Bytes, and bytes that are made of them.
struct Picture {
    plane: Heap<u8, 2>,
    other: Heap<u8, 2>,
    weights: Block<[i32; 256]>,
    out: Heap<u8, 2>,
    counts: Block<[u32; 256]>,
}

impl Picture {
    fn new() -> Self {
        let plane = |skipped: usize| {
            let all = bytes(ROWS * COLUMNS + skipped).split_off(skipped);
            Block::from_vec(all, [ROWS, COLUMNS]).expect("a picture")
        };
        Picture {
            plane: plane(0),
            other: plane(9),
            weights: Block::from_vec((0..256).map(|k| 256 - k).collect(), [256])
                .and_then(|weights| weights.fixed())
                .expect("256 weights"),
            out: Block::<u8>::zeros([ROWS, COLUMNS]),
            counts: Block::<u32>::zeros([256]).fixed().expect("256 numbers"),
        }
    }

    /// The plane, and what is made of it.
    fn both(&mut self) -> (&[u8], &mut [u8]) {
        (self.plane.as_slice(), self.out.as_mut_slice())
    }
}

impl Data for Picture {
    fn output(&self) -> Vec<i64> {
        let counts = self.counts.as_slice().iter().map(|&count| i64::from(count));
        self.out.as_slice().iter().copied().map(i64::from).chain(counts).collect()
    }
}

/// An index that is repeated past its ends.
#[inline(always)]
fn clamped(at: isize, extent: usize) -> usize {
    at.clamp(0, extent as isize - 1) as usize
}

/// An index that is reflected at its ends.
#[inline(always)]
fn mirrored(at: isize, extent: usize) -> usize {
    let last = extent as isize - 1;
    (if at < 0 { -at } else { last - (last - at).abs() }) as usize
}

/// What `point` makes of each element of a picture and those around it, up to `reach` columns away: in the middle of a row it
/// reads rows by their pointers, which `lead` has found, and at the edges each element where `lead` says.
#[inline(always)]
fn stencil(
    plane: &[u8],
    out: &mut [u8],
    reach: usize,
    lead: impl Fn(isize, usize) -> usize,
    edge: impl Fn(&dyn Fn(isize, isize) -> u8) -> u8,
    middle: impl Fn(&[*const u8; 7], usize) -> u8,
) {
    assert!(plane.len() == ROWS * COLUMNS && out.len() == ROWS * COLUMNS);
    for y in 0..ROWS {
        let row = |k: usize| plane[lead(y as isize + k as isize - 3, ROWS) * COLUMNS..].as_ptr();
        let rows: [*const u8; 7] = std::array::from_fn(row);
        let at = |x: usize| {
            edge(&|i, j| plane[lead(y as isize + i, ROWS) * COLUMNS + lead(x as isize + j, COLUMNS)])
        };
        let out = &mut out[y * COLUMNS..][..COLUMNS];
        for (x, out) in out.iter_mut().enumerate().take(reach) {
            *out = at(x);
        }
        for (x, out) in out[reach..COLUMNS - reach].iter_mut().enumerate() {
            *out = middle(&rows, x + reach);
        }
        for (x, out) in out.iter_mut().enumerate().skip(COLUMNS - reach) {
            *out = at(x);
        }
    }
}

/// Reads element `x + j` of row `i` of those around a row.
///
/// # Safety
/// It is in the picture: `x` is in the middle of a row, and `j` no further than the reach.
#[inline(always)]
unsafe fn near(rows: &[*const u8; 7], x: usize, i: isize, j: isize) -> u8 {
    // SAFETY: the caller's promise; `rows` has the three rows before and after.
    unsafe { *rows[(i + 3) as usize].offset(x as isize + j) }
}

/// A stencil whose body is one expression over `read(i, j)`.
macro_rules! stencil {
    ($plane:expr, $out:expr, $reach:literal, $lead:expr, |$read:ident| $value:expr) => {
        stencil(
            $plane,
            $out,
            $reach,
            $lead,
            |read| {
                let $read = |i: isize, j: isize| read(i, j);
                $value
            },
            |rows, x| {
                // SAFETY: bodies read no further than the reach that they are given.
                let $read = |i: isize, j: isize| unsafe { near(rows, x, i, j) };
                $value
            },
        )
    };
}

/// Seven weighted elements.
#[inline(always)]
fn weighted(read: impl Fn(isize) -> u8) -> u8 {
    let read = |j: isize| i32::from(read(j));
    let sum = read(-3) + 6 * read(-2) + 15 * read(-1) + 20 * read(0) + 15 * read(1) + 6 * read(2) + read(3);
    ((sum + 32) >> 6) as u8
}

by_hand! {
    #[inline(never)]
    fn binomial_by_hand(plane: &[u8], out: &mut [u8]) {
        let mut between = vec![0u8; ROWS * COLUMNS];
        stencil!(plane, &mut between, 3, mirrored, |read| weighted(|j| read(0, j)));
        stencil!(&between, out, 0, mirrored, |read| weighted(|i| read(i, 0)));
    }

    #[inline(never)]
    fn bilateral_by_hand(plane: &[u8], out: &mut [u8], weights: &[i32; 256]) {
        stencil!(plane, out, 1, clamped, |read| {
            let here = i32::from(read(0, 0));
            let (mut sum, mut all) = (0, 0);
            for i in -1..=1 {
                for j in -1..=1 {
                    let there = i32::from(read(i, j));
                    let weight = weights[(there - here).unsigned_abs() as usize];
                    sum += weight * there;
                    all += weight;
                }
            }
            (sum / all) as u8
        });
    }

    #[inline(never)]
    fn census_by_hand(plane: &[u8], out: &mut [u8]) {
        stencil!(plane, out, 1, clamped, |read| {
            let mut bits = 0u8;
            for i in -1..=1 {
                for j in -1..=1 {
                    if i != 0 || j != 0 {
                        bits = (bits << 1) + u8::from(read(i, j) < read(0, 0));
                    }
                }
            }
            bits
        });
    }

    #[inline(never)]
    fn opening_by_hand(plane: &[u8], out: &mut [u8]) {
        // What is repeated changes neither the least nor the greatest.
        let mut eroded = vec![0u8; ROWS * COLUMNS];
        let nine = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)];
        stencil!(plane, &mut eroded, 1, clamped, |read| nine.iter().fold(255, |v, &(i, j)| v.min(read(i, j))));
        stencil!(&eroded, out, 1, clamped, |read| nine.iter().fold(0, |v, &(i, j)| v.max(read(i, j))));
    }

    #[inline(never)]
    fn differences_by_hand(a: &[u8], b: &[u8], counts: &mut [u32; 256]) {
        for (a, b) in a.iter().zip(b) {
            counts[usize::from(a.abs_diff(*b))] += 1;
        }
    }
}

pair!(
    binomial,
    Picture,
    Picture::new(),
    |p| unite_beyond::binomial(&mut p.out, &p.plane),
    |p: &mut Picture| {
        let (plane, out) = p.both();
        binomial_by_hand(plane, out)
    }
);
pair!(
    bilateral,
    Picture,
    Picture::new(),
    |p| unite_beyond::bilateral(&mut p.out, &p.plane, &p.weights),
    |p: &mut Picture| {
        let weights = p.weights.as_slice().try_into().expect("256");
        bilateral_by_hand(p.plane.as_slice(), p.out.as_mut_slice(), weights)
    }
);
pair!(census, Picture, Picture::new(), |p| unite_beyond::census(&mut p.out, &p.plane), |p: &mut Picture| {
    let (plane, out) = p.both();
    census_by_hand(plane, out)
});
pair!(
    opening,
    Picture,
    Picture::new(),
    |p| unite_beyond::opening(&mut p.out, &p.plane),
    |p: &mut Picture| {
        let (plane, out) = p.both();
        opening_by_hand(plane, out)
    }
);
pair!(
    differences,
    Picture,
    Picture::new(),
    |p| {
        p.counts.as_mut_slice().fill(0);
        unite_beyond::differences(&mut p.counts, &p.plane, &p.other)
    },
    |p: &mut Picture| {
        p.counts.as_mut_slice().fill(0);
        let counts = p.counts.as_mut_slice().try_into().expect("256");
        differences_by_hand(p.plane.as_slice(), p.other.as_slice(), counts)
    }
);

/// Pixels, colours, vectors, and numbers that are made of them.
struct Points {
    pixels: Block<Dyn<Dyn<[u8; 3]>>>,
    colours: Block<[[u8; 3]; 16]>,
    plane: Heap<u8, 2>,
    field: Block<Dyn<Dyn<[i16; 2]>>>,
    out: Heap<u8, 2>,
}

impl Points {
    fn new() -> Self {
        let pixels = Block::from_vec(bytes(3 * ROWS * COLUMNS), [ROWS, COLUMNS, 3]).expect("pixels");
        let colours = Block::from_vec(bytes(1048).split_off(1000), [16, 3]).expect("sixteen colours");
        let vectors = samples(2 * ROWS * COLUMNS, 17).map(|v| v as i16 - 8).collect();
        let field = Block::from_vec(vectors, [ROWS, COLUMNS, 2]).expect("vectors");
        Points {
            pixels: pixels.fixed().expect("three samples each"),
            colours: colours.fixed().expect("sixteen colours"),
            plane: Block::from_vec(bytes(ROWS * COLUMNS), [ROWS, COLUMNS]).expect("a picture"),
            field: field.fixed().expect("two numbers each"),
            out: Block::<u8>::zeros([ROWS, COLUMNS]),
        }
    }
}

impl Data for Points {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().copied().map(i64::from).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn nearest_colour_by_hand(pixels: &[[u8; 3]], colours: &[[u8; 3]; 16], out: &mut [u8]) {
        for (pixel, out) in pixels.iter().zip(out) {
            let (mut least, mut chosen) = (i32::MAX, 0);
            for (k, colour) in colours.iter().enumerate() {
                let mut distance = 0;
                for c in 0..3 {
                    let d = i32::from(pixel[c]) - i32::from(colour[c]);
                    distance += d * d;
                }
                if distance < least {
                    least = distance;
                    chosen = k;
                }
            }
            *out = chosen as u8;
        }
    }

    #[inline(never)]
    fn warp_by_hand(plane: &[u8], field: &[[i16; 2]], out: &mut [u8]) {
        assert!(plane.len() == ROWS * COLUMNS);
        for (y, (out, field)) in out.chunks_exact_mut(COLUMNS).zip(field.chunks_exact(COLUMNS)).enumerate() {
            for (x, (out, [v, h])) in out.iter_mut().zip(field).enumerate() {
                let y = clamped(y as isize + isize::from(*v), ROWS);
                let x = clamped(x as isize + isize::from(*h), COLUMNS);
                // SAFETY: both were clamped to the plane.
                *out = unsafe { *plane.get_unchecked(y * COLUMNS + x) };
            }
        }
    }
}

pair!(
    nearest_colour,
    Points,
    Points::new(),
    |p| unite_beyond::nearest_colour(&mut p.out, &p.pixels, &p.colours),
    |p: &mut Points| {
        let colours = p.colours.as_slice().as_chunks().0.try_into().expect("sixteen");
        nearest_colour_by_hand(p.pixels.as_slice().as_chunks().0, colours, p.out.as_mut_slice())
    }
);
pair!(
    warp,
    Points,
    Points::new(),
    |p| unite_beyond::warp(&mut p.out, &p.plane, &p.field),
    |p: &mut Points| warp_by_hand(p.plane.as_slice(), p.field.as_slice().as_chunks().0, p.out.as_mut_slice())
);
