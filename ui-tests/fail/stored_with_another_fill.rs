use unite::kernel;
use unite::stored::{Csr, One, StoredBlock};

#[kernel]
fn rows(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[!i, j]]);
}

fn call(y: &mut unite::Block<unite::Dyn<f64>>, a: &StoredBlock<f64, Csr, 2, One>) {
    rows(y, a);
}

fn main() {}
