use unite::kernel;

#[kernel]
fn scale(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] *= a[[!i, !j]];
}

fn main() {}
