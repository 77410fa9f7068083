//! A called kernel writes no storage.

use unite::kernel;

#[kernel]
fn doubled(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = 2.0 * a[[!i, !j]];
}

#[kernel]
fn twice(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    doubled(c, a);
}

fn main() {}
