use unite::kernel;

#[kernel]
fn three(a: &Tensor<[f32]>) -> f32 {
    #[accumulators(3)]
    let s = sum(|k| a[[k]]);
    s
}

#[kernel]
fn none(a: &Tensor<[f32]>) -> f32 {
    #[accumulators]
    let s = sum(|k| a[[k]]);
    s
}

#[kernel]
fn of_no_sum(a: &Tensor<[f32]>) -> f32 {
    #[accumulators(16)]
    let s = a[[0]];
    s
}

#[kernel]
fn of_a_loop(a: &Tensor<[f32]>) -> f32 {
    let mut s = 0.0;
    #[accumulators(16)]
    for k in 0..a.extent(0) {
        s += a[[k]];
    }
    s
}

#[kernel]
fn not_the_innermost(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    #[accumulators(16)]
    y[[!j]] = sum(|i| a[[i, !j]] * x[[i]]);
}

#[kernel]
fn of_two_that_are_stored(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    #[accumulators(16)]
    y[[!i]] = sum(|j| a[[!i, j]] * b[[!i, j]]);
}

fn main() {}
