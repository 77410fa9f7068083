//! What is written is passed on to be written.

use unite::kernel;

#[kernel]
fn doubled(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = 2.0 * a[[!i, !j]];
}

#[kernel]
fn twice(c: &mut Tensor<[[f64]], _>, d: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    doubled(c, a);
    doubled(d, &c);
}

fn main() {}
