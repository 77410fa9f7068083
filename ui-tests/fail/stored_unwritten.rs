use unite::kernel;

#[kernel]
fn copy(c: &Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]];
}

fn main() {}
