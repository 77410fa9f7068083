use unite::kernel;

#[kernel]
fn sums(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>) {
    y[[!i]] = sum(|i| a[[i]]);
}

fn main() {}
