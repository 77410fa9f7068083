//! What can be wrong with a block or a view, and with an access.

use core::fmt;

use super::LIMIT;
use crate::space::SpaceError;

/// Why a block cannot be made.
///
/// ```
/// use unite_core::{Block, BlockError};
/// let error = Block::from_vec(vec![0u8; 7], [2, 4]).unwrap_err();
/// assert_eq!(error, BlockError::Memory { needed: 8, found: 7 });
/// assert_eq!(error.to_string(), "the extents need memory for 8 elements, and it has 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockError {
    /// An axis has no point.
    Empty {
        /// The axis.
        axis: usize,
    },
    /// An extent, or the number of elements up to this axis, is beyond what a block may have.
    TooLarge {
        /// The axis.
        axis: usize,
        /// Its extent.
        extent: usize,
    },
    /// The memory does not have the number of elements that the extents need.
    Memory {
        /// What the extents need.
        needed: usize,
        /// What the memory has.
        found: usize,
    },
    /// An extent differs from the constant of the shape.
    Extent {
        /// The axis.
        axis: usize,
        /// The constant of the shape.
        expected: usize,
        /// The extent.
        found: usize,
    },
    /// The strides lead outside the memory.
    Reach {
        /// The lowest position of an element.
        first: isize,
        /// The highest position of an element.
        last: isize,
        /// How many elements the memory has.
        len: usize,
    },
    /// Two indices of a block that is written share an element.
    Overlap {
        /// The axis whose neighbours overlap.
        axis: usize,
        /// Its stride.
        stride: isize,
    },
    /// A coordinate or a factor is beyond [`LIMIT`].
    Coordinate {
        /// The axis.
        axis: usize,
        /// The coordinate.
        value: isize,
    },
    /// A cut does not lie within the block.
    Cut {
        /// Where to cut.
        at: usize,
        /// The extent of the axis.
        extent: usize,
    },
    /// A block cannot be cut along its first axis where other axes are slower in memory.
    Interleaved {
        /// A slower axis.
        axis: usize,
    },
    /// The location is none.
    Space(SpaceError),
}

impl From<SpaceError> for BlockError {
    fn from(error: SpaceError) -> Self {
        BlockError::Space(error)
    }
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BlockError::Empty { axis } => write!(f, "the extent of axis {axis} is 0, and must be at least 1"),
            BlockError::TooLarge { axis, extent } => {
                write!(
                    f,
                    "extent {extent} of axis {axis} makes the block too large (an extent may be {LIMIT})"
                )
            }
            BlockError::Memory { needed, found } => {
                write!(f, "the extents need memory for {needed} elements, and it has {found}")
            }
            BlockError::Extent { axis, expected, found } => {
                write!(f, "the extent of axis {axis} is {found}, and the shape says {expected}")
            }
            BlockError::Reach { first, last, len } => {
                write!(f, "the strides reach elements {first}..={last} of a memory of {len}")
            }
            BlockError::Overlap { axis, stride } => write!(
                f,
                "stride {stride} of axis {axis} puts two indices on one element, and the block is written"
            ),
            BlockError::Coordinate { axis, value } => {
                write!(f, "{value} on axis {axis} is beyond the largest coordinate, {LIMIT}")
            }
            BlockError::Cut { at, extent } => {
                write!(f, "a cut at {at} does not lie within axis 0, whose extent is {extent}")
            }
            BlockError::Interleaved { axis } => {
                write!(f, "the block cannot be cut along axis 0: axis {axis} is slower in memory")
            }
            BlockError::Space(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BlockError {}

/// An index that has no data: its location lies outside the nearest block.
///
/// ```
/// use unite_core::Block;
/// let block = Block::<u8>::zeros([2, 4]);
/// let error = block.get([0, -1]).unwrap_err();
/// assert_eq!(error.to_string(), "index -1 of axis 1 of the block, which has indices 0..4 only");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessError {
    /// The axis of the nearest block.
    pub axis: usize,
    /// The index on that axis.
    pub index: isize,
    /// The extent of the nearest block on that axis.
    pub extent: usize,
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AccessError { axis, index, extent } = self;
        write!(f, "index {index} of axis {axis} of the block, which has indices 0..{extent} only")
    }
}

impl core::error::Error for AccessError {}
