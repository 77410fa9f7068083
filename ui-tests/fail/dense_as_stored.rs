use unite::kernel;

#[kernel]
fn rows(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[!i, j]]);
}

fn call(y: &mut unite::Block<unite::Dyn<f64>>, a: &unite::Block<unite::Dyn<unite::Dyn<f64>>>) {
    rows(y, a);
}

fn main() {}
