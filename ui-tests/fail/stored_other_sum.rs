use unite::kernel;

#[kernel]
fn products(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>) {
    y[[!i]] = sum(|j, k| a[[!i, j]] * b[[j, k]]);
}

fn main() {}
