//! A factor that is not one where nothing is stored.

use unite::kernel;

#[kernel]
fn weighted(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = product(|j| a[[!i, j]] + x[[j]]);
}

fn main() {}
