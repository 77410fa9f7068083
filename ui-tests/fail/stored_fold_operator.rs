use unite::kernel;

#[kernel]
fn larger(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] += max(|j| a[[!i, j]]);
}

fn main() {}
