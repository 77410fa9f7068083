use unite::kernel;
use unite::stored::{Csr, Dia, StoredBlock};

#[kernel]
fn negative(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = -a[[!i, !j]];
}

fn main() {
    let a = StoredBlock::<f64, Csr, 2>::empty([3, 3]).unwrap();
    let mut c = StoredBlock::<f64, Dia, 2>::empty([3, 3]).unwrap();
    negative(&mut c, &a);
}
