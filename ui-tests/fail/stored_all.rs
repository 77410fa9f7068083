//! A condition that does not hold where nothing is stored.

use unite::kernel;

#[kernel]
fn are_positive(y: &mut Tensor<[bool]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = all(|j| a[[!i, j]] > 0.0);
}

fn main() {}
