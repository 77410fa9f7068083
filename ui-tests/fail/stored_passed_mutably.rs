//! A called kernel writes a storage that this one reads.

use unite::kernel;

#[kernel]
fn doubled(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = 2.0 * a[[!i, !j]];
}

#[kernel]
fn twice(c: &Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    doubled(&mut c, a);
}

fn main() {}
