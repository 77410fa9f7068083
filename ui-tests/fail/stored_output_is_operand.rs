//! A storage is not written while it is read.

use unite::kernel;
use unite::stored::{Csr, StoredBlock};

#[kernel]
fn doubled(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = 2.0 * a[[!i, !j]];
}

fn main() {
    let mut a = StoredBlock::<f64, Csr, 2>::empty([2, 2]).unwrap();
    doubled(&mut a, &a);
}
