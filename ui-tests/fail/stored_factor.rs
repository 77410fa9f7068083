use unite::kernel;

#[kernel]
fn affine(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] + x[[j]]);
}

fn main() {}
