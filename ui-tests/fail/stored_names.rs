use unite::kernel;

#[kernel]
fn trace(a: &Tensor<[[f64]], _>) -> f64 {
    sum(|i| a[[i, i]])
}

fn main() {}
