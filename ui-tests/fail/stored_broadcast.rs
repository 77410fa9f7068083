use unite::kernel;

#[kernel]
fn add(out: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, v: &Tensor<[f64], _>) {
    out[[!i, !j]] = a[[!i, !j]] + v[[!j]];
}

fn main() {}
