//! What conditions on data cost, and what is checked under them.
//!
//! A condition on the numbers of a tensor is known where it stands, and nowhere before. What it leads to must not be asked for when the
//! kernel is called: the element may never be touched. So it is checked under the condition, unless it is touched anyway: without the
//! condition, between two elements that are, or on both sides of an `if` with `else` and in all arms of a `match`. Then its check is one
//! with those, at entry.
//!
//! A loop with elements that only a condition leads to looks before it begins whether all of them would lie inside, whatever the
//! conditions say. If so it checks nothing in its iterations; otherwise it checks where each condition leads. Both is decided by the
//! kernel; nothing is to be written for it.
//!
//! ```
//! use unite::{Block, kernel};
//! /// Where `mask` is not 0, what is in `fine`, and elsewhere what was there.
//! #[kernel]
//! fn patch(out: &mut Tensor<[f32]>, mask: &Tensor<[u8]>, fine: &Tensor<[f32]>) {
//!     for x in 0..out.extent(0) {
//!         if mask[[x]] != 0 {
//!             out[[x]] = fine[[x]];
//!         }
//!     }
//! }
//!
//! let mut out = Block::from([0.0f32; 4]);
//! // There is no third element of `fine`, and nothing asks for one.
//! patch(&mut out, &Block::from([0u8, 1, 0, 0]), &Block::from([5.0f32, 6.0]));
//! assert_eq!(out.as_slice(), [0.0, 6.0, 0.0, 0.0]);
//! ```
//!
//! Conditions on the variables of loops that ask for one of their ends, `x == 0`, `x < w - 1` or `y >= r && y < h - r`, are known between the ends: the
//! points there ask nothing, and are taken several at a time, and those around them run one by one. What such a condition leaves out is not touched.
//!
//! ```
//! # use unite::{Block, kernel};
//! /// Means of four neighbours, and at the border what is there.
//! #[kernel]
//! fn smoothed(out: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
//!     let (h, w) = (a.extent(0), a.extent(1));
//!     for [y, x] in out.indices() {
//!         out[[y, x]] = if x == 0 || y == 0 || x == w - 1 || y == h - 1 {
//!             a[[y, x]]
//!         } else {
//!             (a[[y - 1, x]] + a[[y + 1, x]] + a[[y, x - 1]] + a[[y, x + 1]] + 2) >> 2
//!         };
//!     }
//! }
//!
//! let a = Block::from_vec(vec![1u8, 2, 3, 4, 50, 6, 7, 8, 9], [3, 3]).expect("nine elements");
//! let mut out = Block::<u8>::zeros([3, 3]);
//! smoothed(&mut out, &a);
//! assert_eq!(out.as_slice(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
//! # assert!(smoothed::plan().contains("lanes along x"), "{}", smoothed::plan());
//! ```
//!
//! Statements that write under conditions are lanes where nothing is left to check: each lane chooses what it writes.
//!
//! ```
//! # use unite::{Block, kernel};
//! #[kernel]
//! fn clip(out: &mut Tensor<[u8]>) {
//!     for x in 0..out.extent(0) {
//!         if out[[x]] > 200 {
//!             out[[x]] = 255;
//!         } else if out[[x]] > 100 {
//!             out[[x]] = 100;
//!         }
//!     }
//! }
//!
//! let mut out = Block::from([1u8, 99, 100, 101, 201]);
//! clip(&mut out);
//! assert_eq!(out.as_slice(), [1, 99, 100, 100, 255]);
//! # assert!(clip::plan().contains("lanes along x"), "{}", clip::plan());
//! ```
//!
//! Sums of bits are masks, of which all lanes set theirs at once. A mask has 32 bits: where there may be more elements, the loop asks.
//!
//! ```
//! # use unite::{Block, kernel};
//! /// Which elements are not 0: bit `k` for element `k`.
//! #[kernel]
//! fn nonzero(a: &Tensor<[i16; 16]>) -> i32 {
//!     let mut mask = 0;
//!     for k in 0..16 {
//!         mask += if a[[k]] != 0 { 1 << k } else { 0 };
//!     }
//!     mask
//! }
//!
//! assert_eq!(nonzero(&Block::from([7i16, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])), 0x8005);
//! # assert!(nonzero::plan().contains("lanes along k"), "{}", nonzero::plan());
//! ```
