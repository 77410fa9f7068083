use unite::kernel;
use unite::stored::{Coo, Csr, StoredBlock};

#[kernel]
fn rows(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], Csr>) {
    y[[!i]] = sum(|j| a[[!i, j]]);
}

fn call(y: &mut unite::Block<unite::Dyn<f64>>, a: &StoredBlock<f64, Coo, 2>) {
    rows(y, a);
}

fn main() {}
