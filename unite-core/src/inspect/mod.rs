//! Looking at tensors: where they are, as text and as pictures.
//!
//! A [`Chain`] is the path from the root to one tensor, in words. A [`Trie`] holds any number of tensors under the names
//! that you give them, and shows the tree of their spaces; its [`Regions`] are the parts of the root where they lie, one
//! over the other.
//!
//! What is a constant of a tensor's type is printed as it is, and what only this run knows with a question mark: `4` and
//! `4?`. Blocks and arguments of kernels have constants; of a run-time view nothing is constant.
//!
//! ```
//! use unite_core::{Block, inspect::Trie};
//! let frame = Block::<u8>::zeros([16, 16]);
//! let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 8])?;
//! let above = frame.view().colocate(&pred)?.partition([-1..0, 0..4])?;
//! let mut trie = Trie::new();
//! trie.argument("frame", &frame).argument("pred", &pred).tensor("above", &above);
//! assert_eq!(
//!     trie.to_string(),
//!     "universe of 2 axes\n\
//!      ├─ frame: at [0?, 0?], extents [16?, 16?], strides [16?, 1]\n\
//!      └─ pred: at [4?, 8?], extents [4, 4], strides [4, 1]\n\
//!      \x20  └─ above: at [-1?, 0?], extents [1?, 4?], in frame\n",
//! );
//! assert!(trie.to_svg().starts_with("<svg "));
//! assert!(trie.regions([0, 1]).to_svg().contains(">above</text>"));
//! # Ok::<(), unite_core::library::ViewError>(())
//! ```
// SVG is written plainly: a crate for it would be one more dependency of a crate without `std`, for four kinds of marks.

mod chain;
mod number;
mod regions;
mod svg;
mod tree;
mod trie;

pub use chain::Chain;
pub use number::Number;
pub use regions::Regions;
pub use trie::Trie;
