//! A slice, and every second row, of a stored tensor that another kernel is given.

use unite::kernel;

#[kernel]
fn total(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[!i, j]]);
}

#[kernel]
fn sliced(y: &mut Tensor<[f64]>, t: &Tensor<[[[f64]]], _>) {
    total(y, t[[3, .., ..]]);
}

#[kernel]
fn stepped(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    total(y, a[[(0..8).step_by(2), ..]]);
}

fn main() {}
