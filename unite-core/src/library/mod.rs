//! The interactive library: blocks that own memory, and views that refer to it, as run-time values.
//!
//! Extents are `usize`, as sizes are; indices, origins and locations are `isize`. A negative index is a
//! *neighbour*, the element before the first one at that location; it never counts from the end.
//!
//! | what | how |
//! |---|---|
//! | blocks | [`Block::zeros`], [`Block::stack`], [`Block::external`], [`Block::external_rows`], ...; placed by [`Block::with_origin`] and its siblings |
//! | views of them | [`permute`](BaseView::permute), [`slice`](BaseView::slice), [`partition`](BaseView::partition), [`refine`](BaseView::refine), [`coarsen`](BaseView::coarsen) |
//! | where another tensor is | [`colocate`](BaseView::colocate), [`region_of`](BaseView::region_of), [`coverage`](BaseView::coverage) |
//! | copies | [`block_copy`](BaseView::block_copy), [`to_block`](BaseView::to_block), [`copy_from`](BaseView::copy_from) |
//! | elements | [`get`](BaseView::get), [`set`](BaseView::set), [`read`](BaseView::read), [`write`](BaseView::write) |
//! | outside the block | [`climb`](BaseView::climb) to the blocks above, or [`with_boundary`](BaseView::with_boundary) |
//! | several points at once | [`with_coarse_read`](BaseView::with_coarse_read), [`with_coarse_write`](BaseView::with_coarse_write), [`elements_at`](BaseView::elements_at) |
//! | on to kernels | [`tensor`](BaseView::tensor), [`tensor_mut`](BaseView::tensor_mut) |
// An axis indexes several vectors at once.
#![allow(clippy::needless_range_loop)]

mod access;
mod affine;
mod bands;
mod base;
mod block;
mod boundary;
mod climb;
mod coarse;
mod copied;
mod correspondence;
mod error;
mod external;
mod floor;
mod indices;
mod layout;
mod locate;
mod memory;
mod operations;
mod place;
mod placement;
mod refined;
mod rows;
mod span;
mod view;

pub use crate::geometry::LIMIT;
pub use affine::{Affine, Argument};
pub use base::{BaseView, View, ViewMut};
pub use block::{Block, Heap, Placed};
pub use boundary::{Boundary, Bounded};
pub use climb::Climb;
pub use coarse::{Coarse, CoarseRead, CoarseWrite, Covered};
pub use copied::{Copied, CopiedMemory};
pub use error::{AccessError, BlockError, ViewError};
pub use external::{External, ExternalPitched, ExternalStrided, Strides};
pub use indices::Indices;
pub use layout::Layout;
pub use memory::{Inline, Memory, MemoryMut, Storage, StorageMut};
pub use place::Place;
pub use refined::{Refined, RefinedArgument};
pub use rows::{RowPointers, RowPointersMut, Rows};
pub use span::{Span, Spans, span};
