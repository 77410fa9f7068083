//! What a kernel declares of numbers and of elements.
//!
//! Lanes are as narrow as the values that they hold allow. What a kernel reads of `u8` is 0 to 255, and what comes of it is computed
//! when the kernel is compiled; nothing has to be declared for that. Where the author knows more than types say, `#[range(..)]` on a
//! parameter says it.
//!
//! # Of numbers
//!
//! `#[range(0..=64)] weight: i32` is checked when the kernel is called, in every build: a number outside is refused like an index
//! outside, and `fits` answers it.
//!
//! # Of elements
//!
//! `#[range(0..=1023)] samples: &Tensor<[[u16]]>` says that each element that is read is one of these. To look at all of them would
//! cost more than lanes save, so it is a promise of the caller's, which decides nothing but how wide lanes are: no check is left
//! out for it. Builds with debug assertions look at every element that is read, by any view, and end with a sentence at one outside.
//! Without them, what is computed of such an element is another number, as where arithmetic wraps around; nothing else.
//!
//! The ends are literals or constants; with a generic parameter of the kernel among them, elements are looked at, and lanes are those of
//! the type. Elements are `u8`, `i8`, `u16`, `i16` or `i32`. A kernel that is called with the tensor declares what it knows itself.
//!
//! ```
//! use unite::{Block, kernel};
//! use unite::staged::Outcome;
//!
//! /// The mean of each sample of ten bits and its neighbours.
//! #[kernel]
//! fn smooth(out: &mut Tensor<[[u16]]>, #[range(0..=1023)] samples: &Tensor<[[u16]]>) {
//!     let p = samples.with_boundary(Boundary::Clamp);
//!     out[[!y, !x]] = (p[[!y, !x - 1]] + 2 * p[[!y, !x]] + p[[!y, !x + 1]] + 2) >> 2;
//! }
//!
//! // Four times 1023 fits 16 bits; four times 65535 does not.
//! assert_eq!(smooth::remarks()[0].outcome, Outcome::Lanes { along: "x", lanes: 16, bits: 16 });
//!
//! let mut out = Block::from([[0u16; 3]]);
//! smooth(&mut out, &Block::from([[1000u16, 1020, 40]]));
//! assert_eq!(out.as_slice(), [1005, 770, 285]);
//! ```
