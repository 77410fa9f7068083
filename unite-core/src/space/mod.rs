//! The executable specification: spaces and the mappings between them, written as the definitions read.
//!
//! [`ReferenceSpace`]s form a tree (a *trie*) under a universe. Sets of [`Points`] move up it with
//! [`upstream`](ReferenceSpace::upstream), down with [`downstream`](ReferenceSpace::downstream), and between any
//! two spaces of one trie with [`map`](ReferenceSpace::map). Everything here favours being plainly right over
//! being fast: the library and the staged code are tested against it.
//!
//! A [`ReferenceTensor`] is a tensor of the specification, a block or a view; it has the operations on tensors. A
//! [`ReferenceStored`] is one of which only some elements are kept: all others are the fill.
//!
//! Divisions round towards negative infinity throughout, because negative coordinates are ordinary.
//!
//! ```
//! use unite_core::space::{Points, ReferenceSpace};
//! let picture = ReferenceSpace::universe(2);
//! let macroblocks = picture.coarsened(&[16, 16])?;                      // one point for each macroblock
//! let block = picture.translated(&[16, 32])?;                           // a block in the second row
//! let corner = Points::from([[0, 0]]);
//! assert_eq!(block.map(&corner, &macroblocks), Points::from([[1, 2]]));
//! assert_eq!(block.map(&Points::from([[-1, 0]]), &macroblocks), Points::from([[0, 2]]));
//! # Ok::<(), unite_core::space::SpaceError>(())
//! ```
// An axis indexes several vectors at once, here as in the definitions.
#![allow(clippy::needless_range_loop)]

mod data;
mod error;
mod location;
mod mapping;
mod operations;
mod permutation;
mod point;
mod points;
mod reference;
mod stored;
mod tensor;

pub use data::ReferenceTensor;
pub use error::SpaceError;
pub use location::MappingType;
pub use permutation::PartialPermutation;
use point::Point;
pub use points::Points;
pub use reference::ReferenceSpace;
pub use stored::ReferenceStored;
pub use tensor::TensorSpace;
