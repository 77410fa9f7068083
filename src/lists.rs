//! Elements that are named together, and written together; kernels that are called one after the other.
//!
//! # Rows as lists
//!
//! A transform of a few elements reads like its formulas where the elements have names. `let [a, b, .., z] = t[[i, ..]];` names those of
//! a row, of a column, `t[[.., j]]`, of a part, `t[[i, 4 * k..4 * k + 4]]`, and of any other view with one axis. With more axes, what
//! is named are views of one axis fewer, or lists again: `let [[a, b], [c, d]] = t[[0..2, 0..2]];`. A view is written by a list of its
//! elements, by a list of lists, by `[value; 4]`, or by any array if it has one axis of a literal length. All that is listed is computed
//! before anything is written.
//!
//! The list and the row are equally long; with `..`, the row may be longer. What is known not to be is an error; where only the run
//! knows, the kernel refuses the call, like one whose footprint does not fit, or ends with that sentence where the length is known only
//! inside.
//!
//! ```
//! use unite::{Block, kernel};
//! /// The Hadamard transform of each row.
//! #[kernel]
//! fn hadamard(block: &mut Tensor<[[i32]]>) {
//!     for y in 0..block.extent(0) {
//!         let [x0, x1, x2, x3] = block[[y, ..]];
//!         let (s01, s23, d01, d23) = (x0 + x1, x2 + x3, x0 - x1, x2 - x3);
//!         block[[y, ..]] = [s01 + s23, d01 + d23, s01 - s23, d01 - d23];
//!     }
//! }
//!
//! let mut block = Block::from([[1, 2, 3, 4], [0, 0, 1, 0]]);
//! hadamard(&mut block);
//! assert_eq!(block.as_slice(), [10, -2, -4, 0, 1, 1, -1, -1]);
//!
//! let error = hadamard::fits(&Block::<i32>::zeros([2, 5])).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "kernel hadamard needs 4 elements along axis 1 of block, whose extent is 5",
//! );
//! ```
//!
//! # Several targets
//!
//! `(a[[!y, !x]], b[[!y, !x]]) = right;` writes several tensors, of equal extents along each iterator. What is on the right is any tuple, and all
//! of it is computed before anything is written. In an iteration what the targets had at that place may be read; a read of what
//! another iteration writes is an error.
//!
//! ```
//! use unite::{Block, kernel};
//! /// Sums and differences of pairs: one step of a wavelet.
//! #[kernel]
//! fn split(low: &mut Tensor<[[i16]]>, high: &mut Tensor<[[i16]]>, samples: &Tensor<[[u8]]>) {
//!     let step = |a: i32, b: i32| ((a + b) >> 1, b - a);
//!     (low[[!y, !x]], high[[!y, !x]]) = step(samples[[!y, 2 * !x]], samples[[!y, 2 * !x + 1]]);
//! }
//!
//! let (mut low, mut high) = (Block::from([[0i16, 0]]), Block::from([[0i16, 0]]));
//! split(&mut low, &mut high, &Block::from([[10u8, 20, 7, 6]]));
//! assert_eq!((low.as_slice(), high.as_slice()), (&[15, 6][..], &[10, -1][..]));
//! ```
//!
//! # Several kernels
//!
//! `for predict in [vertical, horizontal] { predict(&mut pred, frame); .. }` calls one kernel after the other. Which kernels they are has to
//! be known when this one is compiled, so the list stands in the loop, and the loop is written out: `predict` is the name of a kernel
//! wherever it stands, `predict::plan()` too. With `.iter().enumerate()` passes are counted, as an `usize`. Tuples have numbers beside
//! their kernels, which are literals or constants: `for (predict, bits) in [(vertical, 1), (horizontal, 3)]`. What all of them touch is
//! the footprint, whatever `break` and `continue` leave out.
//!
//! ```
//! use unite::{Block, kernel};
//! #[kernel]
//! fn vertical(pred: &mut Tensor<[[u8; 4]; 4]>, frame: &Tensor<[[u8]]>) {
//!     pred[[!y, !x]] = frame[pred][[-1, !x]];
//! }
//!
//! #[kernel]
//! fn horizontal(pred: &mut Tensor<[[u8; 4]; 4]>, frame: &Tensor<[[u8]]>) {
//!     pred[[!y, !x]] = frame[pred][[!y, -1]];
//! }
//!
//! /// The prediction with the least sum of differences.
//! #[kernel]
//! fn best(pred: &mut Tensor<[[u8; 4]; 4]>, frame: &Tensor<[[u8]]>) -> usize {
//!     let source = frame[pred];
//!     let (mut least, mut best) = (i32::MAX, 0);
//!     for (mode, predict) in [vertical, horizontal].iter().enumerate() {
//!         predict(&mut pred, frame);
//!         let mut sum = 0;
//!         for [y, x] in pred.indices() {
//!             sum += (pred[[y, x]] - source[[y, x]]).abs();
//!         }
//!         if sum < least {
//!             (least, best) = (sum, mode);
//!         }
//!     }
//!     best
//! }
//!
//! let frame = Block::<u8>::from_vec((0..64).map(|k| 9 * (k / 8) as u8).collect(), [8, 8])?;
//! let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([2, 3])?;
//! assert_eq!(best(&mut pred, &frame), 1); // rows differ, columns do not
//! # Ok::<(), unite::BlockError>(())
//! ```
