use unite::kernel;

#[kernel]
fn sums(y: &mut Tensor<[f64]>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|k| x[[k]] + sum(|l| t[[!i, k, l]]));
}

fn main() {}
