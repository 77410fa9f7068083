use unite::kernel;
use unite::stored::Csr;

#[kernel]
#[export]
fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], Csr>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

fn main() {}
