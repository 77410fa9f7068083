use unite::kernel;
use unite::stored::HashedRows;

#[kernel]
fn dense(y: &mut Tensor<[f64]>, x: &Tensor<[f64]>) {
    #[count]
    y[[!i]] = x[[!i]];
}

#[kernel]
fn in_any_order(c: &mut Tensor<[[f64]], HashedRows>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    #[count]
    c[[!i, !j]] = sum(|k| a[[k, !i]] * b[[k, !j]]);
}

fn main() {}
