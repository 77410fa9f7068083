use unite::kernel;
use unite::stored::{Csr, Dia, HashedRows, StoredBlock};

#[kernel]
fn product(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !k]] = sum(|j| a[[j, !i]] * b[[j, !k]]);
}

fn main() {
    let a = StoredBlock::<f64, Csr, 2>::empty([2, 3]).unwrap();
    let mut tables = StoredBlock::<f64, HashedRows, 2>::empty([3, 3]).unwrap();
    product(&mut tables, &a, &a);
    let mut rows = StoredBlock::<f64, Csr, 2>::empty([3, 3]).unwrap();
    product(&mut rows, &a, &a);
    let mut diagonals = StoredBlock::<f64, Dia, 2>::empty([3, 3]).unwrap();
    product(&mut diagonals, &a, &a);
}
