//! Kernels that are only measured; others are those of `unite-beyond`.

use unite::kernel;

/// The products of the elements of three matrices.
#[kernel]
pub fn product_of_three(
    d: &mut Tensor<[[f64]], _>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
    c: &Tensor<[[f64]], _>,
) {
    d[[!i, !j]] = a[[!i, !j]] * b[[!i, !j]] * c[[!i, !j]];
}

/// The same of a matrix and the sum of two.
#[kernel]
pub fn product_with_sum(
    d: &mut Tensor<[[f64]], _>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
    c: &Tensor<[[f64]], _>,
) {
    d[[!i, !j]] = a[[!i, !j]] * (b[[!i, !j]] + c[[!i, !j]]);
}

/// TTV: a tensor of three axes times a vector along the last.
#[kernel]
pub fn times_vector(c: &mut Tensor<[[f64]], _>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[f64]>) {
    c[[!i, !j]] = sum(|k| t[[!i, !j, k]] * x[[k]]);
}

/// TTM: the same times a matrix.
#[kernel]
pub fn times_matrix(c: &mut Tensor<[[[f64]]], _>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[[f64]], _>) {
    c[[!i, !j, !r]] = sum(|k| t[[!i, !j, k]] * x[[k, !r]]);
}

/// PLUS: the sum of two tensors.
#[kernel]
pub fn sum_of(c: &mut Tensor<[[[f64]]], _>, a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) {
    c[[!i, !j, !k]] = a[[!i, !j, !k]] + b[[!i, !j, !k]];
}

/// MTTKRP: a tensor times a column of each of two matrices, for each of their columns.
#[kernel]
pub fn factored(m: &mut Tensor<[[f64]]>, t: &Tensor<[[[f64]]], _>, c: &Tensor<[[f64]]>, d: &Tensor<[[f64]]>) {
    m[[!i, !r]] = sum(|k, l| t[[!i, k, l]] * c[[k, !r]] * d[[l, !r]]);
}

/// INNERPROD: the sum of the products of the elements of two tensors.
#[kernel]
pub fn inner(a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) -> f64 {
    sum(|i, j, k| a[[i, j, k]] * b[[i, j, k]])
}
