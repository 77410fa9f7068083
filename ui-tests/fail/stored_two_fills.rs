use unite::kernel;

#[kernel]
fn spread(a: &Tensor<[[f64]], _>) -> f64 {
    max(|i, j| a[[i, j]]) - sum(|i, j| a[[i, j]])
}

fn main() {}
