use unite::kernel;

#[kernel]
fn diagonal(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    for [i] in y.indices() {
        y[[i]] = a[[1.., ..]][[i, i]];
    }
}

#[kernel]
fn of_a_name(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    let b = a[[1.., ..]];
    for [i] in y.indices() {
        y[[i]] = b[[i, i]] + a[[i]];
    }
}

fn main() {}
