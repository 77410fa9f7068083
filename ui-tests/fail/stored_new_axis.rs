//! Stored tensors have no new axes in kernels: the other tensor is sliced, or a program selects one.

use unite::kernel;

#[kernel]
fn column(c: &mut Tensor<[[f64]]>, v: &Tensor<[f64], _>) {
    c[[!i, !j]] = v[[!i, !j]];
}

#[kernel]
fn repeated(c: &mut Tensor<[[f64]], _>, v: &Tensor<[f64], _>) {
    c[[!i, !j]] = v[[!i]];
}

fn main() {}
