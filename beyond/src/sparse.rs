//! Sparse linear algebra: one kernel for every storage.

use unite::kernel;

/// A matrix, stored in any format, times a vector: `y = A x`.
///
/// ```
/// use unite::Block;
/// use unite::stored::{Coo, Csr, StoredBlock};
///
/// // [5 0 1], [0 0 0], [0 7 0]
/// let a = StoredBlock::<f64, Csr, 2>::csr([3, 3], vec![0, 2, 2, 3], vec![0, 2, 1], vec![5.0, 1.0, 7.0])?;
/// let x = Block::from([1.0, 2.0, 3.0]);
/// let mut y = Block::<f64>::zeros([3]);
/// unite_beyond::matrix_times_vector(&mut y, &a, &x);
/// assert_eq!(y.as_slice(), [8.0, 0.0, 14.0]);
/// unite_beyond::matrix_times_vector(&mut y, &a.to::<Coo>()?, &x);
/// assert_eq!(y.as_slice(), [8.0, 0.0, 14.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `y` has not as many elements as `a` has rows, or `x` fewer than `a` has columns.
#[kernel]
pub fn matrix_times_vector(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// The same for matrices whose rows are long: four terms of a row are added at a time, instead of each after the one before. Which terms
/// go together depends on the format; of compressed rows it is every fourth one.
///
/// ```
/// use unite::Block;
/// use unite::stored::{Csr, StoredBlock};
/// let a = StoredBlock::<f64, Csr, 2>::from_entries([1, 9], (0..9).map(|column| ([0, column], 1.0)))?;
/// let mut y = Block::<f64>::zeros([1]);
/// unite_beyond::long_rows_times_vector(&mut y, &a, &Block::from([0.5; 9]));
/// assert_eq!(y.as_slice(), [4.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// As [`matrix_times_vector()`].
#[kernel]
pub fn long_rows_times_vector(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    #[accumulators(4)]
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// A matrix, stored in any format, times a dense one: `C = A B`.
///
/// # Panics
/// If `c` has not as many rows as `a`, `b` fewer than `a` has columns, or fewer columns than `c`.
#[kernel]
pub fn matrix_times_matrix(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>) {
    c[[!i, !k]] = sum(|j| a[[!i, j]] * b[[j, !k]]);
}

/// A tensor of three axes, stored in any format, times a vector along its last axis.
///
/// # Panics
/// If `c` has not the extents of the first two axes of `t`, or `x` fewer elements than its third.
#[kernel]
pub fn tensor_times_vector(c: &mut Tensor<[[f64]]>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[f64]>) {
    c[[!i, !j]] = sum(|k| t[[!i, !j, k]] * x[[k]]);
}

/// The sum of the products of the elements of two matrices, of which the first is stored.
///
/// # Panics
/// If `b` is smaller than `a`.
#[kernel]
pub fn inner_product(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[i, j]])
}

/// The sum of the products of the elements of two matrices, both stored.
///
/// # Panics
/// If they are not equally large.
#[kernel]
pub fn stored_inner_product(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[i, j]])
}

/// The sum of two matrices, all of them stored: `C = A + B`.
///
/// ```
/// use unite::stored::{Coo, Csr, StoredBlock};
///
/// let a = StoredBlock::<f64, Csr, 2>::from_entries([2, 3], [([0, 1], 5.0), ([1, 2], 7.0)])?;
/// let b = StoredBlock::<f64, Coo, 2>::from_entries([2, 3], [([0, 1], 1.0), ([1, 0], 2.0)])?;
/// let mut c = StoredBlock::<f64, Csr, 2>::empty([2, 3])?;
/// unite_beyond::stored_sum(&mut c, &a, &b);
/// assert_eq!(c.to_entries(), [([0, 1], 6.0), ([1, 0], 2.0), ([1, 2], 7.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// What is not in order cannot be walked side by side:
///
/// ```compile_fail,E0080
/// use unite::stored::{Csr, HashedRows, StoredBlock};
///
/// let a = StoredBlock::<f64, HashedRows, 2>::empty([2, 3]).unwrap();
/// let b = StoredBlock::<f64, Csr, 2>::empty([2, 3]).unwrap();
/// let mut c = StoredBlock::<f64, Csr, 2>::empty([2, 3]).unwrap();
/// // stored tensors that are added are walked side by side, and have to be in order: convert them, as by `to::<Csr>()`
/// unite_beyond::stored_sum(&mut c, &a, &b);
/// ```
///
/// Nor what is stored by columns beside what is stored by rows:
///
/// ```compile_fail,E0080
/// use unite::stored::{Csc, Csr, StoredBlock};
///
/// let a = StoredBlock::<f64, Csc, 2>::empty([2, 3]).unwrap();
/// let b = StoredBlock::<f64, Csr, 2>::empty([2, 3]).unwrap();
/// let mut c = StoredBlock::<f64, Csr, 2>::empty([2, 3]).unwrap();
/// // a stored tensor is walked in another order of its axes than it is stored: convert it, as by `to::<Csr>()`
/// unite_beyond::stored_sum(&mut c, &a, &b);
/// ```
///
/// # Panics
/// If they are not equally large.
#[kernel]
pub fn stored_sum(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

/// The products of the elements of two matrices, all of them stored.
///
/// A format without a level for each axis is walked alone:
///
/// ```compile_fail,E0080
/// use unite::stored::{Csr, Dia, StoredBlock};
///
/// let a = StoredBlock::<f64, Dia, 2>::empty([2, 3]).unwrap();
/// let b = StoredBlock::<f64, Csr, 2>::empty([2, 3]).unwrap();
/// let mut c = StoredBlock::<f64, Csr, 2>::empty([2, 3]).unwrap();
/// // a format without a level for each axis is not walked beside others: convert it, as by `to::<Csr>()`
/// unite_beyond::stored_product(&mut c, &a, &b);
/// ```
///
/// # Panics
/// If they are not equally large.
#[kernel]
pub fn stored_product(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] * b[[!i, !j]];
}

/// The sum of `a (b + c)` over the elements of three matrices, all of them stored.
///
/// # Panics
/// If they are not equally large.
#[kernel]
pub fn stored_mixture(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>, c: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * (b[[i, j]] + c[[i, j]]))
}

/// A matrix, stored in any format, times a number, where it is: `A = A b`.
#[kernel]
pub fn scale(a: &mut Tensor<[[f64]], _>, by: f64) {
    a[[!i, !j]] *= by;
}

/// Each row of a matrix, stored in any format, times a number of its own, where it is.
///
/// ```
/// use unite::Block;
/// use unite::stored::{Csr, StoredBlock};
///
/// let mut a = StoredBlock::<f64, Csr, 2>::from_entries([2, 3], [([0, 1], 5.0), ([1, 2], 7.0)])?;
/// unite_beyond::scale_rows(&mut a, &Block::from([2.0, 10.0]));
/// assert_eq!(a.to_entries(), [([0, 1], 10.0), ([1, 2], 70.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `d` has fewer elements than `a` has rows.
#[kernel]
pub fn scale_rows(a: &mut Tensor<[[f64]], _>, d: &Tensor<[f64]>) {
    a[[!i, !j]] *= d[[!i]];
}

/// What a matrix stores, in any format, divided by the sum of the exponentials of its row, after these: attention under a mask, which is
/// where something is stored. What is not stored has no part in it.
///
/// ```
/// use unite::Block;
/// use unite::stored::{Csr, StoredBlock};
///
/// let mut a = StoredBlock::<f64, Csr, 2>::from_entries([1, 3], [([0, 0], 1.0), ([0, 2], 1.0)])?;
/// unite_beyond::masked_softmax(&mut a, &mut Block::<f64>::zeros([1]));
/// assert_eq!(a.to_dense(), [0.5, 0.0, 0.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `sums` has fewer elements than `a` has rows.
#[kernel]
pub fn masked_softmax(a: &mut Tensor<[[f64]], _>, sums: &mut Tensor<[f64]>) {
    sums[[!i]] = 0.0;
    for ([i, j], element) in a.stored() {
        let exponential = element.exp();
        a[[i, j]] = exponential;
        sums[[i]] += exponential;
    }
    a[[!i, !j]] /= sums[[!i]];
}

/// Adds numbers to elements that a matrix stores, as finite elements are put together. Into hash tables, and maps, they are put.
///
/// ```
/// use unite::Block;
/// use unite::stored::{Csr, StoredBlock};
///
/// let mut a = StoredBlock::<f64, Csr, 2>::from_entries([2, 2], [([0, 0], 0.0), ([1, 0], 5.0)])?;
/// let (rows, columns) = (Block::from([1, 0, 1]), Block::from([0, 0, 0]));
/// unite_beyond::add_to_stored(&mut a, &rows, &columns, &Block::from([1.0, 2.0, 3.0]));
/// assert_eq!(a.to_entries(), [([0, 0], 2.0), ([1, 0], 9.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there is no such element, or there are fewer rows or columns than values.
#[kernel]
pub fn add_to_stored(
    a: &mut Tensor<[[f64]], _>,
    rows: &Tensor<[i32]>,
    columns: &Tensor<[i32]>,
    values: &Tensor<[f64]>,
) {
    for [at] in values.indices() {
        a[[rows[[at]], columns[[at]]]] += values[[at]];
    }
}

/// The product of two matrices, all of them stored: `C = A B`. Each row is summed in a workspace, and appended in order.
///
/// ```
/// use unite::stored::{Csr, StoredBlock};
///
/// // [1 2], [0 3] times [0 0 5], [7 0 1]
/// let a = StoredBlock::<f64, Csr, 2>::from_entries([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 1], 3.0)])?;
/// let b = StoredBlock::<f64, Csr, 2>::from_entries([2, 3], [([0, 2], 5.0), ([1, 0], 7.0), ([1, 2], 1.0)])?;
/// let mut c = StoredBlock::<f64, Csr, 2>::empty([2, 3])?;
/// unite_beyond::stored_times_stored(&mut c, &a, &b);
/// assert_eq!(c.to_entries(), [([0, 0], 14.0), ([0, 2], 7.0), ([1, 0], 21.0), ([1, 2], 3.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `c` has not as many rows as `a`, or as many columns as `b`, or `b` not as many rows as `a` has columns.
#[kernel]
pub fn stored_times_stored(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]]);
}

/// The same of the first one transposed, `C = A' B`: a sum of products of rows with rows, whose elements come in any order. It is put into
/// hash tables, maps, and what is dense.
///
/// ```
/// use unite::stored::{Csr, HashedRows, StoredBlock};
///
/// // [1 2], [0 3] transposed times [0 0 5], [7 0 1]
/// let a = StoredBlock::<f64, Csr, 2>::from_entries([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 1], 3.0)])?;
/// let b = StoredBlock::<f64, Csr, 2>::from_entries([2, 3], [([0, 2], 5.0), ([1, 0], 7.0), ([1, 2], 1.0)])?;
/// let mut c = StoredBlock::<f64, HashedRows, 2>::empty([2, 3])?;
/// unite_beyond::transposed_times_stored(&mut c, &a, &b);
/// assert_eq!(c.to::<Csr>()?.to_entries(), [([0, 2], 5.0), ([1, 0], 21.0), ([1, 2], 13.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `c` has not as many rows and columns as `a` and `b` have columns, or these not equally many rows.
#[kernel]
pub fn transposed_times_stored(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = sum(|k| a[[k, !i]] * b[[k, !j]]);
}
