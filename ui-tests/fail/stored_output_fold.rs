use unite::kernel;

#[kernel]
fn largest(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = max(|k| a[[!i, k]] + b[[k, !j]]);
}

fn main() {}
