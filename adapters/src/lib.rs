//! Tensors of `unite` as matrices of `sprs` and arrays of `ndarray`, and the other way round, without a copy.
//!
//! | | of `sprs` ([`sparse`]) | of `ndarray` ([`mod@array`]) |
//! |---|---|---|
//! | theirs is seen here | [`borrow_rows`](sparse::borrow_rows), [`borrow_columns`](sparse::borrow_columns) | [`borrow`](array::borrow), [`borrow_mut`](array::borrow_mut), [`borrow_stored`](array::borrow_stored) |
//! | theirs becomes ours | [`take_rows`](sparse::take_rows), [`take_columns`](sparse::take_columns) | [`take`](array::take) |
//! | ours is seen there | [`lend_rows`](sparse::lend_rows), [`lend_columns`](sparse::lend_columns) | [`lend`](array::lend), [`lend_mut`](array::lend_mut) |
//! | ours becomes theirs | [`give_rows`](sparse::give_rows), [`give_columns`](sparse::give_columns) | [`give`](array::give) |
//!
//! What comes from there is checked once, as arrays from anywhere are. What goes there is checked by them.
//!
//! ```
//! use unite::{Block, kernel};
//! use unite_adapters::{array, sparse};
//!
//! #[kernel]
//! fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
//!     y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
//! }
//!
//! let a = sprs::CsMat::new((2, 3), vec![0, 2, 3], vec![0, 2, 1], vec![1.0, 2.0, 3.0]);
//! let x = ndarray::arr1(&[1.0, 10.0, 100.0]);
//! let mut y: ndarray::Array1<f64> = ndarray::Array1::zeros(2);
//! times(&mut array::borrow_mut(&mut y)?, sparse::borrow_rows(&a)?, &array::borrow(&x)?);
//! assert_eq!(y, ndarray::arr1(&[201.0, 30.0]));
//! # Ok::<(), unite_adapters::AdapterError>(())
//! ```

pub mod array;
mod error;
pub mod sparse;

pub use error::AdapterError;
