use unite::kernel;

#[kernel]
fn step(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[!i, j]] * y[[j]]);
}

fn main() {}
