//! The interactive library: blocks that own memory, and views that refer to it, as run-time values.
//!
//! Extents are `usize`, as sizes are; indices, origins and locations are `isize`. A negative index is a
//! *neighbour*, the element before the first one at that location; it never counts from the end.
// An axis indexes several vectors at once.
#![allow(clippy::needless_range_loop)]

mod access;
mod block;
mod error;
mod external;
mod layout;
mod locate;
mod memory;

pub use block::{Block, Heap};
pub use error::{AccessError, BlockError};
pub use external::{External, ExternalPitched, ExternalStrided, Strides};
pub use layout::Layout;
pub use memory::{Inline, Memory, MemoryMut};

/// The largest extent, stride, step and coordinate that a tensor may have, so that index arithmetic cannot overflow.
pub const LIMIT: isize = if isize::BITS >= 64 { i32::MAX as isize } else { 1 << 26 };
