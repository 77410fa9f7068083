use unite::kernel;

#[kernel]
fn shifted(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[!i, j + 1]]);
}

fn main() {}
