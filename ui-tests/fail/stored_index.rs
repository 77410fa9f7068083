use unite::kernel;

#[kernel]
fn shifted(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[!i, 2 * j]]);
}

fn main() {}
