//! The type that parameters of kernels are written with.

use core::convert::Infallible;
use core::marker::PhantomData;

/// What a kernel takes: `&Tensor<shape>` is read, `&mut Tensor<shape>` is written.
///
/// The shape is one of Rust's array types, the outermost axis first: `[[u8]]` is any number of rows of any length,
/// `[[u8; 8]; 4]` four rows of eight, `[[[u8; 3]]]` a picture of pixels of three bytes. Ranks are 1 to 4. Lengths are literals,
/// constants and const generics.
///
/// [`kernel`](crate::kernel) replaces it by what the caller has: a [`Block`](crate::Block) or a view. So there are no values
/// of this type, and it need not be imported; it is here so that a path to it resolves.
///
/// ```
/// use unite::*;
///
/// #[kernel]
/// fn invert(rows: &mut Tensor<[[u8; 4]]>) {
///     rows[[!y, !x]] = 255 - rows[[!y, !x]];
/// }
///
/// let mut rows = Block::from([[0u8, 1, 2, 3]]);
/// invert(&mut rows);
/// assert_eq!(rows.as_slice(), [255, 254, 253, 252]);
/// ```
pub struct Tensor<Shape: ?Sized>(PhantomData<Shape>, Infallible);
