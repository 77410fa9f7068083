//! Constants and numbers of any integer type, wherever they come from.

use unite::{Block, kernel};

const STEP: i32 = 2;
const WIDE: isize = 3;
const SIZE: usize = 2;

mod m {
    pub const K: i64 = 2;
}

#[kernel]
fn strided(o: &mut Tensor<[i32; 8]>) {
    for i in 0..4 {
        o[[i * STEP]] = 1;
    }
    let k = STEP;
    for i in 0..3 {
        o[[i * k + 1]] += 10;
    }
}

#[kernel]
fn strided_by_others(o: &mut Tensor<[i32; 8]>, p: &Tensor<[i32; 8]>) {
    for i in 0..3 {
        o[[i * WIDE]] = 1;
    }
    for i in 0..4 {
        o[[i * SIZE]] += 10;
    }
    for i in 0..4 {
        o[[i * m::K]] += 100;
    }
    o[[0..3]][[!y]] += 1000 * p[[!y * STEP]];
}

/// A planar prediction as the clause has it, `N` of type `usize`.
#[kernel]
fn planar<const N: usize>(pred: &mut Tensor<[[u8; N]; N]>, top: &Tensor<[u8]>, left: &Tensor<[u8]>) {
    let log2 = N.trailing_zeros();
    pred[[!y, !x]] = ((N - 1 - !x) * left[[!y]]
        + (!x + 1) * top[[N]]
        + (N - 1 - !y) * top[[!x]]
        + (!y + 1) * left[[N]]
        + N)
        >> (log2 + 1);
}

#[kernel]
fn scaled(out: &mut Tensor<[u8; 4]>, by: usize, offset: usize) {
    let twice = 2 * by;
    out[[!i]] = !i * twice + offset;
    if out[[3]] > by {
        out[[0]] = by;
    }
    for [i] in out.indices() {
        out[[i]] += (i + offset).min(by);
    }
}

#[test]
fn module_constants_times_variables() {
    let mut o = Block::from([0; 8]);
    strided(&mut o);
    assert_eq!(o.as_slice(), [1, 10, 1, 10, 1, 10, 1, 0]);
    let p = Block::from([1, 2, 3, 4, 5, 6, 7, 8]);
    strided_by_others(&mut o, &p);
    assert_eq!(o.as_slice(), [1111, 3010, 5111, 1, 111, 10, 111, 0]);
}

#[test]
fn sizes_are_numbers() {
    fn run<const N: usize>() {
        let line =
            |by: usize| Block::from_vec((0..=N).map(|i| (i * by % 256) as u8).collect(), [N + 1]).unwrap();
        let (top, left) = (line(37), line(91));
        let mut pred = Block::<[[u8; N]; N]>::stack();
        planar(&mut pred, &top, &left);
        let log2 = N.trailing_zeros() as usize;
        for y in 0..N {
            for x in 0..N {
                let (t, l) = (|i: usize| i * 37 % 256, |i: usize| i * 91 % 256);
                let sum = (N - 1 - x) * l(y) + (x + 1) * t(N) + (N - 1 - y) * t(x) + (y + 1) * l(N) + N;
                assert_eq!(pred.read([y as isize, x as isize]) as usize, sum >> (log2 + 1));
            }
        }
    }
    run::<4>();
    run::<8>();
    let mut out = Block::from([0u8; 4]);
    scaled(&mut out, 5, 1);
    assert_eq!(out.as_slice(), [5 + 1, 11 + 2, 21 + 3, 31 + 4]);
}
