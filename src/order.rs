//! In which order loops run, and what of it can be told.
//!
//! A loop over `indices()` and an elementwise statement have no order of their own where no iteration touches what another one writes:
//! they run in the order of the memory. A loop over a range says one, and has it wherever it could be told: where iterations touch what
//! others write, where something outside of the loop changes, where a function is called, or something is returned. Everywhere else the
//! loops of a nest, each of which is all of the body of the one around it, change places, so that elements that lie side by side follow
//! each other:
//!
//! ```
//! use unite::{Block, kernel};
//! /// As fast as row by row.
//! #[kernel]
//! fn halves(out: &mut Tensor<[[f32]]>, t: &Tensor<[[f32]]>) {
//!     for x in 0..out.extent(1) {
//!         for y in 0..out.extent(0) {
//!             out[[y, x]] = 0.5 * t[[y, x]];
//!         }
//!     }
//! }
//!
//! let mut out = Block::<f32>::zeros([2, 2]);
//! halves(&mut out, &Block::from([[1.0f32, 2.0], [3.0, 4.0]]));
//! assert_eq!(out.as_slice(), [0.5, 1.0, 1.5, 2.0]);
//! ```
//!
//! A sum of floating-point numbers is one of the things that tell; so is a value of a type of your own, whose operators, indices and
//! methods are functions, or an element of one, and a range that has the name of another loop of the nest. What is not told: how many
//! other iterations ran before one that panics; on the way to a sum of integers that can be had, whether one overflows that is no result,
//! where builds look at that; which constants (`LIKE_THIS`) are of a type that tells, and whether a method of numbers, which those of its
//! receiver do not have, is one of yours. An attribute on a loop keeps it where it is.
//!
//! # Calls in turns
//!
//! Two calls of kernels one after the other, with a block between them that nobody else has, are two passes over a picture. Where both kernels go
//! along the rows of that block, the calls are made in turns: some rows of the first one, then those of the second one that they
//! are enough for. The block has no more rows than the next turn needs, and they stay near the processor. So are longer chains. `plan` says so:
//!
//! ```
//! use unite::{Block, kernel};
//!
//! #[kernel]
//! fn rows(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
//!     let t = t.with_boundary(Boundary::Clamp);
//!     out[[!y, !x]] = (t[[!y, !x - 1]] + 2 * t[[!y, !x]] + t[[!y, !x + 1]] + 2) >> 2;
//! }
//!
//! #[kernel]
//! fn blur(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
//!     let between = t.block_copy();
//!     rows(&mut between, t);
//!     rows(&mut out.permute([1, 0]), between.permute([1, 0])); // the columns
//! }
//!
//! assert_eq!(blur::plan(), "calls of rows, rows: in turns, some rows of between at a time where they are many\n");
//! let mut out = Block::<u8>::zeros([2, 3]);
//! blur(&mut out, &Block::from([[0u8, 0, 64], [0, 0, 64]]));
//! assert_eq!(out.as_slice(), [0, 16, 48, 0, 16, 48]);
//! ```
//!
//! A kernel goes along an axis if it is one loop nest over the indices of what it writes, each index of which may be had alone: it reads other
//! tensors a constant number of indices away along that axis, or not along it at all. A boundary rule is one of the tensor, not of its
//! part; `Boundary::Wrap` needs the other end, and so do indices that are counted from the last one. Where one of the kernels does not,
//! or a number of a call is computed, the plan says that the calls are made one after the other.
//!
//! # Sums
//!
//! The terms of `sum(|k| ..)` are added one after the other, as a loop would: the same numbers to the last bit, whatever the machine is. Sums
//! of several points of a statement are taken at a time. A single sum of floats waits for each addition before the next one: four
//! cycles for each term. `#[accumulators(32)]` before a statement gives its sums so many totals. Term `k` of the last name goes to
//! total `k % 32`; at the end the second half of them is added to the first half, until one is left. That is an order, too, and the same at
//! every level of instructions, but vectors can take it, and the machine works on several at once:
//!
//! ```
//! # use unite::{Block, kernel};
//! #[kernel]
//! fn dot(a: &Tensor<[f32]>, b: &Tensor<[f32]>) -> f32 {
//!     #[accumulators(4)]
//!     let s = sum(|k| a[[k]] * b[[k]]);
//!     s
//! }
//!
//! let a = Block::from([1e8f32, 1.0, -1e8, 1.0, 1.0]);
//! // (1e8 + 1) + -1e8, and so on: the first 1 is lost if terms are added in order.
//! assert_eq!(dot(&a, &Block::from([1.0f32; 5])), 2.0);
//! ```
//!
//! Their number is a power of two from 2 to 64. 32 of `f32` are two vectors of AVX-512, and eight of the baseline: a sum of 100 terms takes
//! half as long with them, one of 1000 a tenth. The attribute holds for all sums in the statement, and for `product` and its like; a
//! loop is a statement. `max` and `min` of floats, which are the same in any order, have some unasked: of zeros with both signs either is
//! found.
//!
//! Of a tensor that is stored, `y[[!i]] = sum(|j| a[[!i, j]] * x[[j]])`, the terms are those of what it stores, in the order of its format.
//! With the attribute they are counted from the beginning of each of its rows, the innermost ones: the number of a term, and not its
//! index, says which total it goes to. Where rows do not lie together, as in lists of entries or by columns, each term is added to the
//! element as it comes, with the attribute and without.
//!
//! # By turns
//!
//! Where a condition of the innermost loop asks whether its variable is even, `x & 1` or `x % 2`, two iterations are
//! written one after the other, of each of which that is known; and where one asks it of the variable of a loop around, that is asked
//! before the innermost loop:
//!
//! ```
//! # use unite::{Block, kernel};
//! #[kernel]
//! fn interleave(out: &mut Tensor<[f32]>, even: &Tensor<[f32]>, odd: &Tensor<[f32]>) {
//!     for x in 0..out.extent(0) {
//!         out[[x]] = if x % 2 == 0 { even[[x]] } else { odd[[x]] };
//!     }
//! }
//!
//! let mut out = Block::<f32>::zeros([5]);
//! interleave(&mut out, &Block::from([1.0f32; 5]), &Block::from([2.0f32; 5]));
//! assert_eq!(out.as_slice(), [1.0, 2.0, 1.0, 2.0, 1.0]);
//! ```
