//! Weighted sums that fit 16 bits because the weights are a constant together, sums of neighbours, and the nearest bytes,
//! against naive loops; at every level.

// The least and the greatest one after the other, which kernels read as one step.
#![allow(clippy::manual_clamp)]

use unite::staged::Outcome;
use unite::{Block, kernel};

#[kernel]
fn faded(out: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>, weight: u8) {
    let weight = weight as i32;
    out[[!y, !x]] = (a[[!y, !x]] * weight + (256 - weight) * b[[!y, !x]] + 128) >> 8;
}

#[kernel]
fn masked(out: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>, weights: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let t = a[[y, x]] * (255 - weights[[y, x]]) + b[[y, x]] * weights[[y, x]] + 128;
        out[[y, x]] = (t + (t >> 8)) >> 8;
    }
}

/// The weights are no mixture: their sum is more than the constant if the first is.
#[kernel]
fn overdrawn(out: &mut Tensor<[[i32; 16]; 1]>, a: &Tensor<[[u8; 16]; 1]>, weight: i32) {
    out[[!y, !x]] = a[[!y, !x]] * weight + a[[!y, !x]] * (256 - weight);
}

#[kernel]
fn halved(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane;
    out[[!y, !x]] = (p[[2 * !y, 2 * !x]]
        + p[[2 * !y, 2 * !x + 1]]
        + p[[2 * !y + 1, 2 * !x]]
        + p[[2 * !y + 1, 2 * !x + 1]]
        + 1
        + (!x & 1))
        >> 2;
}

/// Elements that are no bytes, and a second read of one of the neighbours.
#[kernel]
fn sharpened(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[i16]]>) {
    let p = plane;
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = (p[[y, 2 * x]] + p[[y, 2 * x + 1]]) * 3 - p[[y, 2 * x]];
    }
}

/// What is clamped is written, and used once more.
#[kernel]
fn clamped(out: &mut Tensor<[[u8]]>, rest: &mut Tensor<[[i16]]>, a: &Tensor<[[i16]]>) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        let nearest = (a[[y, x]] - 3).clamp(0, 255);
        out[[y, x]] = nearest;
        rest[[y, x]] = a[[y, x]] - 3 - nearest;
    }
}

/// Quotients of numbers with a sign and without.
#[kernel]
fn thirds(out: &mut Tensor<[[i16]]>, a: &Tensor<[[i16]]>) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = (a[[y, x]] - 3) / 3 + (a[[y, x]] & 255) / 7;
    }
}

#[kernel]
fn nearest(out: &mut Tensor<[[u8]]>, a: &Tensor<[[i16]]>) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = a[[y, x]].min(255).max(0);
    }
}

const WIDTHS: [usize; 12] = [1, 2, 15, 16, 17, 31, 32, 33, 47, 64, 65, 100];
const HEIGHT: usize = 2;

fn numbers(seed: u32, count: usize) -> impl Iterator<Item = u32> {
    let mut state = seed.wrapping_mul(747_796_405) | 1;
    (0..count).map(move |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Extremes are as frequent as all else.
        [0, u32::MAX, state >> 8, state >> 16][(state >> 12) as usize % 4]
    })
}

fn bytes(seed: u32, count: usize) -> Vec<u8> {
    numbers(seed, count).map(|n| n as u8).collect()
}

/// Numbers of a bit less than 16 bits, so that a few of them added up have no more.
fn words(seed: u32, count: usize) -> Vec<i16> {
    numbers(seed, count).map(|n| (n % 10_000) as i16 - 5000).collect()
}

fn at_every_level(test: impl Fn(usize)) {
    super::at_every_level(|| WIDTHS.into_iter().for_each(&test));
}

#[test]
fn weights_that_are_a_constant_together_fit_16_bits() {
    let bits = |outcome: Outcome| match outcome {
        Outcome::Lanes { bits, .. } => bits,
        Outcome::Plain { .. } => 0,
    };
    assert_eq!(bits(faded::remarks()[0].outcome), 16);
    assert_eq!(bits(masked::remarks()[0].outcome), 16);
    assert_ne!(bits(overdrawn::remarks()[0].outcome), 16);
    at_every_level(|width| {
        let (shape, count) = ([HEIGHT, width], HEIGHT * width);
        let [a, b, weights] = [1, 2, 3].map(|seed| bytes(seed + 10 * width as u32, count));
        let tensor = |v| Block::external_ref(v, shape).unwrap();
        for weight in [0, 1, 128, 255] {
            let mut out = Block::<u8>::zeros(shape);
            faded(&mut out, &tensor(&a), &tensor(&b), weight);
            let w = u32::from(weight);
            let want: Vec<u8> = (0..count)
                .map(|i| ((u32::from(a[i]) * w + u32::from(b[i]) * (256 - w) + 128) >> 8) as u8)
                .collect();
            assert_eq!(out.as_slice(), want, "{width}, {weight}");
        }
        let mut out = Block::<u8>::zeros(shape);
        masked(&mut out, &tensor(&a), &tensor(&b), &tensor(&weights));
        let want: Vec<u8> = (0..count)
            .map(|i| {
                let [a, b, w] = [a[i], b[i], weights[i]].map(u32::from);
                let t = a * (255 - w) + b * w + 128;
                ((t + (t >> 8)) >> 8) as u8
            })
            .collect();
        assert_eq!(out.as_slice(), want, "{width}");
    });
    let mut out = Block::<[[i32; 16]; 1]>::stack();
    overdrawn(&mut out, &Block::from([[255u8; 16]]), 100_000);
    assert_eq!(out.as_slice(), [255 * 256; 16]);
}

#[test]
fn sums_of_neighbours() {
    at_every_level(|width| {
        let plane = bytes(width as u32, 4 * HEIGHT * width);
        let mut out = Block::<u8>::zeros([HEIGHT, width]);
        halved(&mut out, &Block::external_ref(&plane, [2 * HEIGHT, 2 * width]).unwrap());
        let at = |y: usize, x: usize| u32::from(plane[2 * width * y + x]);
        for (i, &got) in out.as_slice().iter().enumerate() {
            let (y, x) = (i / width, i % width);
            let sum =
                at(2 * y, 2 * x) + at(2 * y, 2 * x + 1) + at(2 * y + 1, 2 * x) + at(2 * y + 1, 2 * x + 1);
            assert_eq!(u32::from(got), (sum + 1 + (x as u32 & 1)) >> 2, "{width}: {y}, {x}");
        }
        let plane = words(width as u32, 2 * HEIGHT * width);
        let mut out = Block::<i16>::zeros([HEIGHT, width]);
        sharpened(&mut out, &Block::external_ref(&plane, [HEIGHT, 2 * width]).unwrap());
        let want: Vec<i16> = plane.chunks(2).map(|p| (p[0] + p[1]) * 3 - p[0]).collect();
        assert_eq!(out.as_slice(), want, "{width}");
    });
}

#[test]
fn nearest_bytes_and_quotients() {
    at_every_level(|width| {
        let (shape, all) = ([HEIGHT, width], words(width as u32, HEIGHT * width));
        let a = Block::external_ref(&all, shape).unwrap();
        let (mut out, mut rest) = (Block::<u8>::zeros(shape), Block::<i16>::zeros(shape));
        clamped(&mut out, &mut rest, &a);
        for (i, &a) in all.iter().enumerate() {
            let nearest = (a - 3).clamp(0, 255);
            assert_eq!((i16::from(out.as_slice()[i]), rest.as_slice()[i]), (nearest, a - 3 - nearest));
        }
        thirds(&mut rest, &a);
        let want: Vec<i16> = all.iter().map(|a| (a - 3) / 3 + (a & 255) / 7).collect();
        assert_eq!(rest.as_slice(), want, "{width}");
        nearest(&mut out, &a);
        let want: Vec<u8> = all.iter().map(|a| (*a).clamp(0, 255) as u8).collect();
        assert_eq!(out.as_slice(), want, "{width}");
    });
}
