use unite::kernel;

#[kernel]
fn add(
    out: &mut Tensor<[f64]>,
    a: &Tensor<[f64], _>,
    b: &Tensor<[f64], _>,
    c: &Tensor<[f64], _>,
    d: &Tensor<[f64], _>,
) {
    out[[!i]] = a[[!i]] + b[[!i]] + c[[!i]] + d[[!i]];
}

fn main() {}
