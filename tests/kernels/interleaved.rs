//! Sums of products of samples that lie side by side, and of samples that do not: the same numbers, at every level.

use crate::EVERY;
use crate::at_every_level;
use unite::{Block, Dyn, kernel};

/// Sums of three samples: constants of 16 bits and of 17, the largest that has none of 16, and both signs.
#[kernel]
fn sums(a: &Tensor<[u8]>, b: &Tensor<[u8]>, c: &Tensor<[u8]>, out: &mut Tensor<[[i32]; 4]>) {
    #[vectorize(x, 32)]
    for x in 0..a.extent(0) {
        let (a, b, c) = (a[[x]], b[[x]], c[[x]]);
        out[[0, x]] = 19_595 * a + 38_470 * b + 7_471 * c + 32_768;
        out[[1, x]] = 32_768 * c - 11_058 * a - 21_710 * b;
        out[[2, x]] = 32_768 * a - 27_439 * b - 5_329 * c - 1;
        out[[3, x]] = -32_768 * b + 65_534 * a;
    }
}

/// Of sixteen lanes, and of eight.
#[kernel]
fn fewer(a: &Tensor<[u8]>, b: &Tensor<[u8]>, out: &mut Tensor<[[i32]; 2]>) {
    #[vectorize(x, 16)]
    for x in 0..a.extent(0) {
        out[[0, x]] = 1_000 * a[[x]] - 32_768 * b[[x]];
    }
    #[vectorize(x, 8)]
    for x in 0..a.extent(0) {
        out[[1, x]] = 32_768 * b[[x]] - 1_000 * a[[x]];
    }
}

/// Of the samples of pixels, in two orders.
#[kernel]
fn of_pixels<const N: usize>(
    pixels: &Tensor<[[u8; N]]>,
    out: &mut Tensor<[[i32]; 4]>,
    back: &mut Tensor<[[i32]; 4]>,
    few: &mut Tensor<[[i32]; 2]>,
) {
    sums(pixels[[.., 0]], pixels[[.., 1]], pixels[[.., 2]], out);
    sums(pixels[[.., 2]], pixels[[.., 1]], pixels[[.., 0]], back);
    fewer(pixels[[.., 2]], pixels[[.., 0]], few);
}

/// In place: what is read after it was written is what was written.
#[kernel]
fn in_place(pixels: &mut Tensor<[[u8; 3]]>, out: &mut Tensor<[i32]>) {
    #[vectorize(x, 16)]
    for x in 0..pixels.extent(0) {
        let a = pixels[[x, 0]];
        pixels[[x, 1]] = 255 - a;
        out[[x]] = 300 * a + 500 * pixels[[x, 1]] - 7;
    }
}

fn expected(pixels: &[[i32; 3]]) -> [Vec<i32>; 4] {
    let each = |of: fn([i32; 3]) -> i32| pixels.iter().copied().map(of).collect();
    [
        each(|[a, b, c]| 19_595 * a + 38_470 * b + 7_471 * c + 32_768),
        each(|[a, b, c]| 32_768 * c - 11_058 * a - 21_710 * b),
        each(|[a, b, c]| 32_768 * a - 27_439 * b - 5_329 * c - 1),
        each(|[a, b, _]| 65_534 * a - 32_768 * b),
    ]
}

/// Values of which extremes are as many as all others.
fn sample(at: usize) -> u8 {
    let bits = (at as u32 + 1).wrapping_mul(2_654_435_761) >> 8;
    [0, 255, bits as u8, (bits >> 8) as u8][bits as usize >> 16 & 3]
}

fn check<const N: usize>(width: usize) {
    // Nothing lies behind the last sample.
    let memory: Vec<u8> = (0..width * N).map(sample).collect();
    let pixels: Block<Dyn<[u8; N]>> = Block::from_vec(memory.clone(), [width, N]).unwrap().fixed().unwrap();
    let numbers: Vec<[i32; 3]> =
        memory.chunks(N).map(|pixel| std::array::from_fn(|k| i32::from(pixel[k]))).collect();
    let planes = |rows: usize| Block::<i32>::zeros([rows, width]);
    let mut out: Block<[Dyn<i32>; 4]> = planes(4).fixed().unwrap();
    let mut back: Block<[Dyn<i32>; 4]> = planes(4).fixed().unwrap();
    let mut few: Block<[Dyn<i32>; 2]> = planes(2).fixed().unwrap();
    of_pixels(&pixels, &mut out, &mut back, &mut few);
    assert_eq!(out.as_slice(), expected(&numbers).concat(), "{width} pixels of {N}");
    let turned: Vec<[i32; 3]> = numbers.iter().map(|&[a, b, c]| [c, b, a]).collect();
    assert_eq!(back.as_slice(), expected(&turned).concat(), "{width} pixels of {N}, turned");
    let row = |sign: i32| numbers.iter().map(move |&[a, _, c]| sign * (1_000 * c - 32_768 * a));
    assert_eq!(few.as_slice(), row(1).chain(row(-1)).collect::<Vec<_>>(), "{width} pixels of {N}");

    // Planes by themselves.
    let plane =
        |k: usize| Block::from_vec(memory.iter().copied().skip(k).step_by(N).collect(), [width]).unwrap();
    sums(&plane(0), &plane(1), &plane(2), &mut back);
    assert_eq!(back.as_slice(), out.as_slice(), "{width} samples of planes");
}

#[test]
fn samples_side_by_side_are_pairs() {
    at_every_level(|| {
        for width in (1..=70).chain([96, 97, 131]).step_by(EVERY) {
            check::<3>(width);
            check::<4>(width);
            check::<5>(width);
        }
    });
}

#[test]
fn what_was_written_is_read() {
    at_every_level(|| {
        for width in [1, 15, 16, 17, 40] {
            let memory: Vec<u8> = (0..3 * width).map(sample).collect();
            let mut pixels: Block<Dyn<[u8; 3]>> =
                Block::from_vec(memory.clone(), [width, 3]).unwrap().fixed().unwrap();
            let mut out = Block::<i32>::zeros([width]);
            in_place(&mut pixels, &mut out);
            let numbers = memory.chunks(3).map(|pixel| i32::from(pixel[0]));
            let want: Vec<i32> = numbers.map(|a| 300 * a + 500 * (255 - a) - 7).collect();
            assert_eq!(out.as_slice(), want);
        }
    });
}
