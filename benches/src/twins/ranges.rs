//! Loops over ranges, of elements that have no lanes of their own: under a condition on data, column by column, and by turns.

use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::library::Heap;
use unite::{Block, kernel};

/// The extents of what is made.
const ROWS: usize = 24;
const WIDTH: usize = 501;

/// Two planes of numbers and what is made of them.
struct Planes {
    a: Heap<f32, 2>,
    b: Heap<f32, 2>,
    out: Heap<f32, 2>,
}

impl Data for Planes {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().map(|value| i64::from(value.to_bits())).collect()
    }
}

impl Planes {
    fn new() -> Self {
        let plane = |bound: u32| -> Heap<f32, 2> {
            let numbers = samples(ROWS * WIDTH, bound).map(|number| number as f32).collect();
            Block::from_vec(numbers, [ROWS, WIDTH]).expect("a plane")
        };
        Planes { a: plane(1000), b: plane(700), out: Block::<f32>::zeros([ROWS, WIDTH]) }
    }

    /// Each row of `out`, with those of `a` and `b`.
    fn rows(&mut self) -> impl Iterator<Item = (&mut [f32], &[f32], &[f32])> {
        let rows = self.out.as_mut_slice().chunks_exact_mut(WIDTH);
        let from = self.a.as_slice().chunks_exact(WIDTH).zip(self.b.as_slice().chunks_exact(WIDTH));
        rows.zip(from).map(|(out, (a, b))| (out, a, b))
    }
}

/// Where `a` is large, `b` is in its place.
#[kernel]
fn replace_large(out: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            if a[[y, x]] > 500.0 {
                out[[y, x]] = b[[y, x]];
            } else {
                out[[y, x]] = a[[y, x]];
            }
        }
    }
}

/// Means, column by column.
#[kernel]
fn means_by_columns(out: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 0.5 * (a[[y, x]] + b[[y, x]]);
        }
    }
}

/// Of every two by two places, each has another formula.
#[kernel]
fn by_turns(out: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            out[[y, x]] = match (y & 1, x & 1) {
                (0, 0) => a[[y, x]],
                (0, _) => b[[y, x]],
                (_, 0) => a[[y, x]] + b[[y, x]],
                _ => a[[y, x]] - b[[y, x]],
            };
        }
    }
}

by_hand! {
    #[inline(never)]
    fn replace_large_by_hand(planes: &mut Planes) {
        for (out, a, b) in planes.rows() {
            for x in 0..WIDTH {
                out[x] = if a[x] > 500.0 { b[x] } else { a[x] };
            }
        }
    }

    #[inline(never)]
    fn means_by_hand(planes: &mut Planes) {
        for (out, a, b) in planes.rows() {
            for x in 0..WIDTH {
                out[x] = 0.5 * (a[x] + b[x]);
            }
        }
    }

    #[inline(never)]
    fn by_turns_by_hand(planes: &mut Planes) {
        for (y, (out, a, b)) in planes.rows().enumerate() {
            if y % 2 == 0 {
                for x in 0..WIDTH / 2 {
                    out[2 * x] = a[2 * x];
                    out[2 * x + 1] = b[2 * x + 1];
                }
                out[WIDTH - 1] = a[WIDTH - 1];
            } else {
                for x in 0..WIDTH / 2 {
                    out[2 * x] = a[2 * x] + b[2 * x];
                    out[2 * x + 1] = a[2 * x + 1] - b[2 * x + 1];
                }
                out[WIDTH - 1] = a[WIDTH - 1] + b[WIDTH - 1];
            }
        }
    }
}

pair!(replaced, Planes, Planes::new(), |p| replace_large(&mut p.out, &p.a, &p.b), |p: &mut Planes| {
    replace_large_by_hand(p)
});
pair!(columns, Planes, Planes::new(), |p| means_by_columns(&mut p.out, &p.a, &p.b), |p: &mut Planes| {
    means_by_hand(p)
});
pair!(turns, Planes, Planes::new(), |p| by_turns(&mut p.out, &p.a, &p.b), |p: &mut Planes| by_turns_by_hand(
    p
));
