//! One kernel, made for a list.
//!
//! A kernel that is generic in types of elements, in sizes or in what it calls says what it is made for, each under a name:
//!
//! ```
//! use unite::{Block, kernel};
//! #[kernel]
//! /// Half the sum, of bytes.
//! #[instance(half_of_bytes: Sample = u8, Sum = i16, bit_depth = 8)]
//! /// Half the sum, of samples of up to 14 bits.
//! #[instance(half: Sample = u16, Sum = i32)]
//! fn half_sum<Sample, Sum>(out: &mut Tensor<[Sample; 4]>, t: &Tensor<[[Sample; 4]; 3]>, bit_depth: i32) {
//!     let sums = Block::<[Sum; 4]>::stack();
//!     sums[[!x]] = t[[0, !x]] + t[[1, !x]] + t[[2, !x]];
//!     out[[!x]] = (sums[[!x]] >> 1).clamp(0, (1 << bit_depth) - 1);
//! }
//!
//! let mut out = Block::from([0u8; 4]);
//! half_of_bytes(&mut out, &Block::from([[100u8, 2, 200, 255]; 3]));
//! assert_eq!(out.as_slice(), [150, 3, 255, 255]);
//! let mut out = Block::from([0u16; 4]);
//! half(&mut out, &Block::from([[100u16, 2, 200, 900]; 3]), 10);
//! assert_eq!(out.as_slice(), [150, 3, 300, 1023]);
//! ```
//!
//! Where a parameter stands that an instance fixes, its value stands: a type, a number, an order of axes (`ORDER = [1, 0]` for
//! `const ORDER: [usize; 2]`, for `t.permute(ORDER)`), a constant by its name, or for a parameter
//! `transform: impl Fn(&mut Tensor<[i32; 4]>)` the path of a kernel. The instance does not take it. So `(1 << bit_depth) - 1` above is
//! 255, and the lanes are those of the literal. Types without a bound are fixed by every instance, and what stands in angle brackets by
//! all or none; a parameter in parentheses may stay one. Attributes and documentation above an `#[instance]` are its own, those below the
//! last are everyone's. There is no kernel of the function's own name.
//!
//! `#[kernel]` and `#[instance(name: ..)]` above `mod kernels { .. }` make one module `name` each, of the kernels in it that stand under
//! `#[kernel]`, and of all else that is there. Each kernel has the parameters of the list that it declares. Inside, kernels call those of
//! their own instance, and pass on what may be fixed by its name: `clip(out, t, bit_depth)`, `clip::<Sample, W>(..)`.
