use unite::kernel;

#[kernel]
fn pack(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]]>) {
    c[[!i, !j]] = a[[!i, !j]];
}

fn main() {}
