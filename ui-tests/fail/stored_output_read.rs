use unite::kernel;

#[kernel]
fn double(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + c[[!i, !j]];
}

fn main() {}
