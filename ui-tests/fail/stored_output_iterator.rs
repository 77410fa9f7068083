use unite::kernel;

#[kernel]
fn rows(c: &mut Tensor<[[f64]], _>, v: &Tensor<[f64], _>) {
    c[[!i, !j]] = v[[!i]];
}

fn main() {}
