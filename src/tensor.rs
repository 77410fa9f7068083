//! The type that parameters of kernels are written with.

use core::convert::Infallible;
use core::marker::PhantomData;

/// What a kernel takes: `&Tensor<shape>` is read, `&mut Tensor<shape>` is written.
///
/// The shape is one of Rust's array types, the outermost axis first: `[[u8]]` is any number of rows of any length,
/// `[[u8; 8]; 4]` four rows of eight, `[[[u8; 3]]]` a picture of pixels of three bytes. Ranks are 1 to 4. Lengths are literals,
/// constants and const generics.
///
/// A second argument says that the tensor is *stored*: only some of its elements are kept, in the format of that name, such as
/// [`Csr`](crate::stored::Csr), or in any format if it is `_`. What is passed is a
/// [`StoredBlock`](crate::stored::StoredBlock).
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
pub struct Tensor<Shape: ?Sized, Format: ?Sized = ()>(PhantomData<Shape>, PhantomData<Format>, Infallible);

/// The shape of a tensor whose points may share elements, in the signature of a kernel: `&Tensor<Refined<[[u8]]>>`.
///
/// A kernel that takes such a tensor takes every tensor: blocks, views, and views that were refined, which other kernels refuse
/// because no stride leads from one of their points to the next. Each access to it divides by how many points share an element,
/// and loops over it are no lanes; that is why it is said. What a program passes is [`refined`](crate::library::BaseView::refined).
/// There are no values of this type.
///
/// ```
/// use unite::*;
///
/// /// Whether the samples to the left of a block are in use: `used` is a flag for each macroblock, as fine as samples.
/// #[kernel]
/// fn left_is_used(block: &Tensor<[[u8; 4]; 4]>, used: &Tensor<Refined<[[u8]]>>) -> bool {
///     used[block][[0, -1]] == 1
/// }
///
/// #[kernel]
/// fn ask(frame: &Tensor<[[u8]]>, used: &Tensor<[[u8]]>) -> bool {
///     left_is_used(frame[[4..8, 16..20]], used.refine([16, 16]))
/// }
///
/// let frame = Block::<u8>::zeros([32, 32]);
/// let used = Block::from([[1u8, 0], [0, 0]]).with_coarsening([16, 16])?;
/// assert!(ask(&frame, &used));
/// let block = frame.view().partition([4..8, 20..24])?;
/// assert!(!left_is_used(&block.tensor()?.fixed()?, &used.view().refine([16, 16])?.refined()?));
/// # Ok::<(), unite::library::ViewError>(())
/// ```
pub struct Refined<Shape: ?Sized>(PhantomData<Shape>, Infallible);
