use unite::kernel;

#[kernel]
fn largest(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>) {
    c[[!i]] = max(|j| a[[!i, j]]);
}

fn main() {}
