//! Boundary rules of tensors that are passed on.
//!
//! `t.with_boundary(Boundary::Clamp)` says what a read finds where there is no data. It is code at each access, so a kernel is made for it:
//! one that takes tensors with a rule declares which, `#[boundary(Clamp, Mirror, Reflect, Wrap, Constant)]` before the parameter.
//!
//! ```
//! use unite::{Block, kernel};
//!
//! /// The sums of neighbours along a row.
//! #[kernel]
//! fn pairs(out: &mut Tensor<[u8]>, #[boundary(Clamp, Constant)] row: &Tensor<[u8]>) {
//!     out[[!x]] = row[[!x - 1]] + row[[!x + 1]];
//! }
//!
//! /// The same of each row above, where the first one is above itself.
//! #[kernel]
//! fn above(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
//!     let p = plane.with_boundary(Boundary::Clamp);
//!     for y in 0..out.extent(0) {
//!         pairs(&mut out[[y, ..]], p[[y - 1, ..]]);
//!     }
//! }
//!
//! let plane = Block::from([[1u8, 2, 3], [10, 20, 30]]);
//! let mut out = Block::<u8>::zeros([2, 3]);
//! above(&mut out, &plane);
//! assert_eq!(out.as_slice(), [3, 4, 5, 3, 4, 5]);
//! assert!(above::fits(&out, &plane).is_ok());
//! ```
//!
//! The rule goes with every view: parts, slices, other orders of axes, `p[out]`. It leads where it would in the kernel that gave it, in
//! the block that the view is of; which slice a rule leads to is decided before the call, and the slice stays where it is. Where the
//! kernel passes the tensor on itself, the rule is passed on, too.
//!
//! Inside, the kernel is written as if there was no rule, and is one more kernel for each rule that it declares; for two tensors that
//! declare two each, nine in all. What is compiled of them is what is called. Called by a program, with a tensor as it is, or with a rule
//! that stands for none, `Boundary::Error`, it is the kernel without a rule, and so are its `fits` and `plan`. A program that has a rule
//! says it in a kernel of one line.
//!
//! What is left out between the points of a view, by a step or by `coarsen`, rules that lead to elements may lead to, and the called kernel
//! does not have it: such a view is not passed on with one of them. A parameter that is written, stored, or `Refined` declares no rules.
//! Policies for coarse points are not passed on.
//!
//! ```
//! # use unite::{Block, kernel};
//! # #[kernel]
//! # fn pairs(out: &mut Tensor<[u8]>, #[boundary(Clamp, Constant)] row: &Tensor<[u8]>) {
//! #     out[[!x]] = row[[!x - 1]] + row[[!x + 1]];
//! # }
//! #[kernel]
//! fn pairs_in_a_frame(out: &mut Tensor<[u8]>, row: &Tensor<[u8]>, outside: u8) {
//!     pairs(out, row.with_boundary(Boundary::Constant(outside)));
//! }
//!
//! let mut out = Block::from([0u8; 3]);
//! pairs_in_a_frame(&mut out, &Block::from([1u8, 2, 3]), 50);
//! assert_eq!(out.as_slice(), [52, 4, 52]);
//! ```
