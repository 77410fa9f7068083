//! Lossless prediction by hand.

use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
use crate::library;
use std::hint::black_box;
use unite::Block;
use unite::library::Heap;
use unite_jpeg::kernels;

/// The size of the smallest picture of the thesis (table 8.2), in pixels of three samples.
const ROWS: usize = 149;
const WIDTH: usize = 3 * 227;

/// The selection value of T.81 table H.1: `a + b - c`.
const SELECTION: u8 = 4;

/// Samples, and the differences of all rows but the first.
struct Lines {
    samples: Heap<u8, 2>,
    difference: Heap<i16, 2>,
}

impl Data for Lines {
    fn output(&self) -> Vec<i64> {
        self.difference.as_slice().iter().copied().map(i64::from).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn differences(samples: &[u8], out: &mut [i16]) {
        let of = |sample: u8| i16::from(sample);
        let rows = samples.chunks_exact(WIDTH).zip(samples.chunks_exact(WIDTH).skip(1));
        for ((above, row), out) in rows.zip(out.chunks_exact_mut(WIDTH)) {
            for i in 0..3 {
                out[i] = of(row[i]) - of(above[i]);
            }
            let neighbours = row.iter().zip(&above[3..]).zip(above);
            for ((out, &x), ((&a, &b), &c)) in out[3..].iter_mut().zip(&row[3..]).zip(neighbours) {
                *out = of(x) - (of(a) + of(b) - of(c));
            }
        }
    }
}

pair!(
    following_lines,
    Lines,
    Lines {
        samples: Block::from_vec(bytes(ROWS * WIDTH), [ROWS, WIDTH]).expect("whole rows"),
        difference: Block::<i16>::zeros([ROWS - 1, WIDTH]),
    },
    // As a program calls it: a kernel for this selection value alone is not what is measured.
    |Lines { samples, difference }| {
        kernels::following_lines(samples, black_box(3), black_box(SELECTION), difference)
    },
    |Lines { samples, difference }: &mut Lines| differences(samples.as_slice(), difference.as_mut_slice()),
    |Lines { samples, difference }| {
        library::lossless::following_lines(samples.view(), 3, difference.view_mut())
    },
);
