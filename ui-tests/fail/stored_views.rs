use unite::kernel;

#[kernel]
fn stepped(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, n: usize) {
    y[[!i]] = sum(|j| a[[(0..9).step_by(n), ..]][[!i, j]]);
}

#[kernel]
fn not_stepped(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[(0..9).step_by(0), ..]][[!i, j]]);
}

#[kernel]
fn clamped(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    let a = a.with_boundary(Boundary::Clamp);
    y[[!i]] = 0.0;
}

#[kernel]
fn beyond(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    let a = a.with_boundary(Boundary::Constant(1.0));
    y[[!i]] = sum(|j| a[[!i, j - 1]] * x[[j]]);
}

#[kernel]
fn placed(y: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>) {
    let b = a.permute([1, 0]);
    y[[!i, !j]] = b[y][[!i, !j]];
}

#[kernel]
fn cut(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[f64], _>) {
    c[[!j]] = a[[3, ..]][[!j]] + b[[!j]];
}

#[kernel]
fn endless(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[!i, j + 1]]);
}

#[kernel]
fn turned(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    endless(y, a.permute([1, 0]));
}

#[kernel]
fn written(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    let part = c[[1..2, ..]];
    c[[!i, !j]] = a[[!i, !j]];
}

fn main() {}
