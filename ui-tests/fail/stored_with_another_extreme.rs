use unite::kernel;
use unite::stored::{Csr, StoredBlock};

#[kernel]
fn largest(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = max(|j| a[[!i, j]]);
}

fn call(y: &mut unite::Block<unite::Dyn<f64>>, a: &StoredBlock<f64, Csr, 2>) {
    largest(y, a);
}

fn main() {}
