//! Stored tensors that kernels pass on to other kernels, as they are.

use unite::stored::{Coo, Csr, Dcsr, Dense, Dia, Fill, Format, HashedRows, Least, StoredBlock};
use unite::{Block, kernel};

#[kernel]
fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

#[kernel]
fn norm(a: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * a[[i, j]])
}

#[kernel]
fn largest(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = max(|j| a[[!i, j]]);
}

#[kernel]
fn doubled(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], Csr>, factor: f64) {
    c[[!i, !j]] = factor * a[[!i, !j]];
}

/// A vector that a kernel of its own makes is what another one gets: A (A x), so many times.
#[kernel]
fn power(y: &mut Tensor<[f64; 5]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64; 5]>, turns: i32) {
    let between = Block::<[f64; 5]>::stack();
    y[[!i]] = x[[!i]];
    for _ in 0..turns {
        times(&mut between, a, y);
        times(y, &a, between);
    }
}

/// Nothing but a stored tensor is passed, and the answer is computed with.
#[kernel]
fn scaled(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    let length = norm(a);
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]] / length);
}

/// What is not stored is what the kernel's own statement says.
#[kernel]
fn span_of_rows(y: &mut Tensor<[f64]>, z: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    largest(y, a);
    z[[!i]] = max(|j| a[[!i, j]] - 1.0);
}

#[kernel]
fn both(c: &mut Tensor<[[f64]], Dcsr>, d: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], Csr>) {
    doubled(c, a, 2.0);
    doubled(&mut d, &a, 3.0);
}

/// In a loop over what is stored, in other places than at the beginning.
#[kernel]
fn rows_times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    let one = Block::<[f64; 5]>::stack();
    y[[!i]] = 0.0;
    for ([i, _], element) in a.stored() {
        if element > 3.0 {
            times(&mut one, a, x);
            y[[i]] += one[[i]];
        }
    }
}

const ENTRIES: [([usize; 2], f64); 6] =
    [([0, 1], 2.0), ([0, 4], -1.0), ([1, 1], 3.0), ([3, 0], 4.0), ([4, 2], 0.5), ([4, 4], 5.0)];

fn stored<F: Format<2>, Z: Fill<f64>>() -> StoredBlock<f64, F, 2, Z> {
    StoredBlock::from_entries([5, 5], ENTRIES).expect("a matrix")
}

fn product(x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; 5];
    ENTRIES.iter().for_each(|&([i, j], value)| y[i] += value * x[j]);
    y
}

macro_rules! each_format {
    ($a:ident: $($format:ty),* => $check:block) => {$({
        let $a: StoredBlock<f64, $format, 2> = stored();
        $check
    })*};
}

#[test]
fn in_each_format() {
    let mut x = Block::<[f64; 5]>::stack();
    x.as_mut_slice().copy_from_slice(&[-1.5, -0.5, 0.5, 1.5, 2.5]);
    let once = product(x.as_slice());
    let length: f64 = ENTRIES.iter().map(|(_, value)| value * value).sum();
    each_format!(a: Csr, Coo, Dcsr, HashedRows, Dia, (Dense, Dense) => {
        let mut y = Block::<[f64; 5]>::stack();
        power(&mut y, &a, &x, 2);
        assert_eq!(y.as_slice(), product(&product(&product(&once))));
        scaled(&mut y, &a, &x);
        y.as_slice().iter().zip(&once).for_each(|(y, once)| assert!((y - once / length).abs() < 1e-9));
        // A part of it is passed on, too.
        let part = a.window([1..5, 0..5]).expect("a part");
        let mut y = Block::<f64>::zeros([4]);
        scaled(&mut y, part, &x);
        let length: f64 = ENTRIES[2..].iter().map(|(_, value)| value * value).sum();
        y.as_slice().iter().zip(&once[1..]).for_each(|(y, once)| assert!((y - once / length).abs() < 1e-9));
        let mut y = Block::<f64>::zeros([5]);
        rows_times(&mut y, &a, &x);
        assert_eq!(y.as_slice(), [0.0, 0.0, 0.0, once[3], once[4]]);
    });
}

#[test]
fn with_the_fill_of_a_statement() {
    let a: StoredBlock<f64, Csr, 2, Least> = stored();
    let (mut y, mut z) = (Block::<f64>::zeros([5]), Block::<f64>::zeros([5]));
    span_of_rows(&mut y, &mut z, &a);
    assert_eq!(y.as_slice(), [2.0, 3.0, f64::NEG_INFINITY, 4.0, 5.0]);
    assert_eq!(z.as_slice(), [1.0, 2.0, f64::NEG_INFINITY, 3.0, 4.0]);
}

#[test]
fn that_are_written() {
    let a: StoredBlock<f64, Csr, 2> = stored();
    let (mut c, mut d) =
        (StoredBlock::<f64, Dcsr, 2>::empty([5, 5]), StoredBlock::<f64, Coo, 2>::empty([5, 5]));
    let (c, d) = (c.as_mut().expect("a matrix"), d.as_mut().expect("a matrix"));
    both(c, d, &a);
    assert_eq!(c.to_entries(), ENTRIES.map(|(at, value)| (at, 2.0 * value)));
    assert_eq!(d.to_entries(), ENTRIES.map(|(at, value)| (at, 3.0 * value)));
}

/// What the called kernel refuses, it refuses where it is called.
#[test]
#[should_panic(expected = "times")]
fn too_short() {
    let a: StoredBlock<f64, Csr, 2> = stored();
    let mut y = Block::<f64>::zeros([5]);
    rows_times(&mut y, &a, &Block::<f64>::zeros([4]));
}
