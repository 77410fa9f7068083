use unite::kernel;

#[kernel]
fn turned(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = a.permute([1, 0])[[!i, 0]];
}

fn main() {}
