use unite::kernel;

#[kernel]
fn first(y: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>) {
    y[[0, !i]] = sum(|j| a[[!i, j]]);
}

fn main() {}
