//! Means of boxes by hand, rows of output one by one.

use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
use crate::library;
use unite::Block;
use unite::library::Heap;
use unite_jpeg::kernels;

/// The strip that one call makes: the rows of an MCU, and a width that is no multiple of a vector's.
const ROWS: usize = 16;
const WIDTH: usize = 2008;

/// A strip, and what is made of it.
struct Strip {
    plane: Heap<u8, 2>,
    out: Heap<u8, 2>,
}

impl Strip {
    /// A strip of boxes of `h` by `v`.
    fn of(h: usize, v: usize) -> Strip {
        let extents = [ROWS * v, WIDTH * h];
        let plane = Block::from_vec(bytes(extents[0] * extents[1]), extents).expect("a plane");
        Strip { plane, out: Block::<u8>::zeros([ROWS, WIDTH]) }
    }

    /// What is read, what is written, and the width of that.
    fn parts(&mut self) -> (&[u8], &mut [u8], usize) {
        let width = self.out.extents()[1];
        (self.plane.as_slice(), self.out.as_mut_slice(), width)
    }
}

impl Data for Strip {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// Pairs of what a row of output is made of, `length` samples, and that row.
fn rows<'a>(
    plane: &'a [u8],
    length: usize,
    out: &'a mut [u8],
    width: usize,
) -> impl Iterator<Item = (&'a [u8], &'a mut [u8])> {
    plane.chunks_exact(length).zip(out.chunks_exact_mut(width))
}

by_hand! {
    #[inline(never)]
    fn mean_of_2(plane: &[u8], out: &mut [u8], width: usize) {
        for (row, out) in rows(plane, 2 * width, out, width) {
            for (x, (out, &[a, b])) in out.iter_mut().zip(row.as_chunks::<2>().0).enumerate() {
                *out = ((u16::from(a) + u16::from(b) + (x as u16 & 1)) >> 1) as u8;
            }
        }
    }

    #[inline(never)]
    fn mean_of_2_by_2(plane: &[u8], out: &mut [u8], width: usize) {
        for (rows, out) in rows(plane, 4 * width, out, width) {
            let (above, below) = rows.split_at(2 * width);
            let boxes = above.as_chunks::<2>().0.iter().zip(below.as_chunks::<2>().0);
            for (x, (out, (&[a, b], &[c, d]))) in out.iter_mut().zip(boxes).enumerate() {
                let sum = u16::from(a) + u16::from(b) + u16::from(c) + u16::from(d);
                *out = ((sum + 1 + (x as u16 & 1)) >> 2) as u8;
            }
        }
    }

    #[inline(never)]
    fn mean_of_1_by_2(plane: &[u8], out: &mut [u8], width: usize) {
        for (rows, out) in rows(plane, 2 * width, out, width) {
            let (above, below) = rows.split_at(width);
            for ((out, &a), &b) in out.iter_mut().zip(above).zip(below) {
                *out = ((u16::from(a) + u16::from(b) + 1) >> 1) as u8;
            }
        }
    }

    #[inline(never)]
    fn mean_of_4(plane: &[u8], out: &mut [u8], width: usize) {
        for (row, out) in rows(plane, 4 * width, out, width) {
            for (out, samples) in out.iter_mut().zip(row.as_chunks::<4>().0) {
                *out = ((samples.iter().copied().map(u16::from).sum::<u16>() + 2) >> 2) as u8;
            }
        }
    }
}

pair!(h2v1, Strip, Strip::of(2, 1), |Strip { plane, out }| kernels::h2v1(plane, out), |strip: &mut Strip| {
    let (plane, out, width) = strip.parts();
    mean_of_2(plane, out, width)
});

pair!(
    h2v2,
    Strip,
    Strip::of(2, 2),
    |Strip { plane, out }| kernels::h2v2(plane, out),
    |strip: &mut Strip| {
        let (plane, out, width) = strip.parts();
        mean_of_2_by_2(plane, out, width)
    },
    |Strip { plane, out }| library::color::h2v2(plane.view(), out.view_mut())
);

pair!(
    box_mean_1_2,
    Strip,
    Strip::of(1, 2),
    |Strip { plane, out }| kernels::box_mean::<1, 2>(plane, out),
    |strip: &mut Strip| {
        let (plane, out, width) = strip.parts();
        mean_of_1_by_2(plane, out, width)
    }
);

pair!(
    box_mean_4_1,
    Strip,
    Strip::of(4, 1),
    |Strip { plane, out }| kernels::box_mean::<4, 1>(plane, out),
    |strip: &mut Strip| {
        let (plane, out, width) = strip.parts();
        mean_of_4(plane, out, width)
    }
);
