use unite::kernel;

#[kernel]
fn turned(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    let b = a.refine([1, 2]);
    y[[!i]] = 0.0;
}

fn main() {}
