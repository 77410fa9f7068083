use unite::kernel;

#[kernel]
fn diagonal(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    for [i] in y.indices() {
        y[[i]] = a[[i, i]];
    }
}

fn main() {}
