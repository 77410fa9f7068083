//! Every construct on rectangles inside larger ones with random borders: what is around must not change. At every
//! level of the machine.

use crate::EVERY;
use unite::level::{self, Level};
use unite::library::Strides;
use unite::{Block, kernel};

/// A random number generator.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    pub fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.next() as u8).collect()
    }
}

/// How a rectangle of `h` by `w` lies in memory.
#[derive(Clone, Copy, Debug)]
enum Storage {
    Tight,
    Pitched,
    Flipped,
    Transposed,
    Sparse,
}

const STORAGES: [Storage; 5] =
    [Storage::Tight, Storage::Pitched, Storage::Flipped, Storage::Transposed, Storage::Sparse];

/// Where in memory element `y, x` is, and how much memory there is.
fn strides(storage: Storage, h: usize, w: usize) -> (Strides<2>, usize) {
    let (hi, wi) = (h as isize, w as isize);
    let margin = 3;
    match storage {
        Storage::Tight => (Strides { stride: [wi, 1], offset: margin }, h * w + 6),
        Storage::Pitched => (Strides { stride: [wi + 5, 1], offset: margin }, h * (w + 5) + 6),
        Storage::Flipped => {
            (Strides { stride: [-(wi + 2), 1], offset: margin + (hi - 1) * (wi + 2) }, h * (w + 2) + 6)
        }
        Storage::Transposed => (Strides { stride: [1, hi + 1], offset: margin }, (h + 1) * w + 6),
        Storage::Sparse => (Strides { stride: [3 * wi, 2], offset: margin }, 3 * h * w + 6),
    }
}

fn position(s: &Strides<2>, y: usize, x: usize) -> usize {
    (s.offset + s.stride[0] * y as isize + s.stride[1] * x as isize) as usize
}

/// Runs `run` on every pair of storages, at every level, and compares with `want`, given the values of the input.
pub fn everywhere(
    [h, w]: [usize; 2],
    run: impl Fn(
        &mut Block<unite::Dyn<unite::Dyn<u8>>, &mut [u8], unite::staged::Strided<unite::Dyn<unite::Dyn<u8>>>>,
        &Block<unite::Dyn<unite::Dyn<u8>>, &[u8], unite::staged::Strided<unite::Dyn<unite::Dyn<u8>>>>,
    ),
    want: impl Fn(&dyn Fn(usize, usize) -> u8, usize, usize, u8) -> u8,
) {
    let mut random = Random(h as u64 * 1000 + w as u64);
    let pairs = STORAGES.into_iter().flat_map(|to| STORAGES.map(|from| (to, from)));
    for (to, from) in pairs.step_by(EVERY) {
        let ((ts, tn), (fs, fn_)) = (strides(to, h, w), strides(from, h, w));
        let (before, input) = (random.bytes(tn), random.bytes(fn_));
        let read = |y: usize, x: usize| input[position(&fs, y, x)];
        let mut expected = before.clone();
        for y in 0..h {
            for x in 0..w {
                let at = position(&ts, y, x);
                expected[at] = want(&read, y, x, before[at]);
            }
        }
        for level in Level::available() {
            level::limit(level);
            let mut memory = before.clone();
            let mut out = Block::external_strided(&mut memory, [h, w], ts).unwrap();
            run(&mut out, &Block::external_strided_ref(&input, [h, w], fs).unwrap());
            assert_eq!(memory, expected, "{h} by {w}, {to:?} from {from:?}, {level:?}");
        }
        level::limit(Level::V4);
    }
}

const SIZES: [[usize; 2]; 6] = [[1, 1], [1, 17], [9, 1], [4, 4], [7, 33], [16, 64]];

#[kernel]
fn average(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    out[[!y, !x]] = (out[[!y, !x]] + plane[[!y, !x]] + 1) >> 1;
}

#[kernel]
fn vertical_edges(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let h = plane.extent(0);
    for [y, x] in out.indices() {
        let up = if y > 0 { plane[[y - 1, x]] } else { 0 };
        let down = if y + 1 < h { plane[[y + 1, x]] } else { 0 };
        out[[y, x]] = (up - down).abs();
    }
}

#[kernel]
fn clamped(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            out[[y, x]] = plane[[(y - 1).max(0), (x + 1).min(plane.extent(1) - 1)]];
        }
    }
}

#[kernel]
fn permuted(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let (o, p) = (0, 0);
    let _ = (o, p);
    let columns = out.permute([1, 0]);
    let from = plane.permute([1, 0]);
    columns[[!x, !y]] = from[[!x, !y]] ^ 255;
}

#[kernel]
fn even_columns(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let half = out[[.., (0..out.extent(1)).step_by(2)]];
    let source = plane[[.., (0..plane.extent(1)).step_by(2)]];
    half[[!y, !x]] = source[[!y, !x]];
}

#[kernel]
fn even_points(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let coarse = out.coarsen([2, 2]);
    let source = plane.coarsen([2, 2]);
    for [y, x] in coarse.indices() {
        coarse[[y, x]] = source[[y, x]] / 2;
    }
}

#[kernel]
fn rows_apart(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for y in (0..out.extent(0)).rev().step_by(2) {
        let (row, source) = (y, y);
        let to = out[[row, ..]];
        let from = plane[[source, ..]];
        to[[!x]] = from[[!x]];
    }
}

#[kernel]
fn one_row(to: &mut Tensor<[u8]>, from: &Tensor<[u8]>) {
    to[[!x]] = 255 - from[[!x]];
}

#[kernel]
fn called_by_row(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for y in 0..out.extent(0) {
        one_row(&mut out[[y, ..]], &plane[[y, ..]]);
    }
}

#[kernel]
fn called_by_column(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let to = out.permute([1, 0]);
    let from = plane.permute([1, 0]);
    for x in 0..out.extent(1) {
        one_row(&mut to[[x, ..]], &from[[x, ..]]);
    }
}

#[kernel]
fn with_copy(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let copy = plane.to_block();
    copy[[!y, !x]] = copy[[!y, !x]] ^ 1;
    out[[!y, !x]] = copy[[!y, !x]];
}

#[kernel]
fn with_located_copy(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let tmp = out.block_copy();
    let seen = plane[tmp];
    tmp[[!y, !x]] = seen[[!y, !x]];
    out[[!y, !x]] = tmp[[!y, !x]];
}

#[test]
fn elementwise() {
    for size in SIZES {
        everywhere(
            size,
            |o, p| average(o, p),
            |p, y, x, old| ((u32::from(old) + u32::from(p(y, x)) + 1) >> 1) as u8,
        );
        everywhere(size, |o, p| permuted(o, p), |p, y, x, _| p(y, x) ^ 255);
    }
}

#[test]
fn neighbours() {
    for [h, w] in SIZES {
        everywhere(
            [h, w],
            |o, p| vertical_edges(o, p),
            |p, y, x, _| {
                let up = if y > 0 { p(y - 1, x) } else { 0 };
                up.abs_diff(if y + 1 < h { p(y + 1, x) } else { 0 })
            },
        );
        everywhere([h, w], |o, p| clamped(o, p), |p, y, x, _| p(y.saturating_sub(1), (x + 1).min(w - 1)));
    }
}

#[test]
fn parts() {
    for [h, w] in SIZES {
        everywhere([h, w], |o, p| even_columns(o, p), |p, y, x, old| if x % 2 == 0 { p(y, x) } else { old });
        everywhere(
            [h, w],
            |o, p| even_points(o, p),
            |p, y, x, old| if x % 2 == 0 && y % 2 == 0 { p(y, x) / 2 } else { old },
        );
        everywhere(
            [h, w],
            |o, p| rows_apart(o, p),
            |p, y, x, old| if (h - 1 - y) % 2 == 0 { p(y, x) } else { old },
        );
    }
}

#[test]
fn calls() {
    for size in SIZES {
        everywhere(size, |o, p| called_by_row(o, p), |p, y, x, _| 255 - p(y, x));
        everywhere(size, |o, p| called_by_column(o, p), |p, y, x, _| 255 - p(y, x));
    }
}

#[test]
fn copies() {
    for size in SIZES {
        everywhere(size, |o, p| with_copy(o, p), |p, y, x, _| p(y, x) ^ 1);
        everywhere(size, |o, p| with_located_copy(o, p), |p, y, x, _| p(y, x));
    }
}
