//! What can be wrong with a block or a view, and with an access.

use core::fmt;

use crate::geometry::LIMIT;
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
    /// Rows of one block differ in length.
    Ragged {
        /// The row.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this one.
        found: usize,
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
            BlockError::Ragged { row, expected, found } => {
                write!(f, "row {row} has {found} elements, and row 0 has {expected}")
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

/// Why a view cannot be made, or not be handed to a kernel.
///
/// ```
/// use unite_core::Block;
/// let row = Block::<u8>::zeros([8]);
/// let error = row.view().refine([2])?.tensor().unwrap_err();
/// assert_eq!(error.to_string(), "refinement leaves axis 0 without a stride in memory: copy the view to a block");
/// # Ok::<(), unite_core::library::ViewError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViewError {
    /// The view has no such extents.
    Block(BlockError),
    /// The parameters define no space.
    Space(SpaceError),
    /// An element of the view has no data.
    Access(AccessError),
    /// There is no such axis.
    Axis {
        /// The axis.
        axis: usize,
        /// The rank of the view.
        rank: usize,
    },
    /// A coordinate or a factor, composed over a chain of views, is beyond [`LIMIT`].
    Coordinate,
    /// The two tensors live in universes of different rank.
    Universe {
        /// The rank of the universe of the tensor that is indexed.
        this: usize,
        /// The rank of the universe of the tensor that it is indexed by.
        other: usize,
    },
    /// A tensor is indexed by one that runs along an axis which it does not have.
    Projection {
        /// The axis of the tensor that it is indexed by.
        axis: usize,
    },
    /// The two tensors share no location.
    Elsewhere,
    /// Data is copied between tensors of different extents.
    Extent {
        /// The axis.
        axis: usize,
        /// The extent of the tensor that is written.
        expected: usize,
        /// The extent of the tensor that is read.
        found: usize,
    },
    /// No stride in memory leads from one element to the next.
    NotAffine {
        /// The axis of the view.
        axis: usize,
    },
    /// Neighbours along an axis are not neighbours in memory.
    Stride {
        /// The axis.
        axis: usize,
        /// Its stride.
        stride: isize,
    },
}

impl From<BlockError> for ViewError {
    fn from(error: BlockError) -> Self {
        ViewError::Block(error)
    }
}

impl From<SpaceError> for ViewError {
    fn from(error: SpaceError) -> Self {
        ViewError::Space(error)
    }
}

impl From<AccessError> for ViewError {
    fn from(error: AccessError) -> Self {
        ViewError::Access(error)
    }
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ViewError::Block(error) => error.fmt(f),
            ViewError::Space(error) => error.fmt(f),
            ViewError::Access(error) => error.fmt(f),
            ViewError::Axis { axis, rank } => write!(f, "there is no axis {axis} in a view of rank {rank}"),
            ViewError::Coordinate => write!(f, "the view lies beyond the largest coordinate, {LIMIT}"),
            ViewError::Universe { this, other } => {
                write!(f, "the tensors live in universes of ranks {this} and {other}")
            }
            ViewError::Projection { axis } => {
                write!(
                    f,
                    "the tensor has no axis that axis {axis} of the one that it is indexed by runs along"
                )
            }
            ViewError::Elsewhere => write!(f, "the tensors share no location"),
            ViewError::Extent { axis, expected, found } => {
                write!(
                    f,
                    "the extent of axis {axis} is {found}, and that of the tensor written is {expected}"
                )
            }
            ViewError::NotAffine { axis } => {
                write!(
                    f,
                    "refinement leaves axis {axis} without a stride in memory: copy the view to a block"
                )
            }
            ViewError::Stride { axis, stride } => {
                write!(f, "neighbours along axis {axis} lie {stride} elements apart, not 1")
            }
        }
    }
}

impl core::error::Error for ViewError {}

/// An index that has no data.
///
/// ```
/// use unite_core::Block;
/// let block = Block::<u8>::zeros([2, 4]);
/// let error = block.get([0, -1]).unwrap_err();
/// assert_eq!(error.to_string(), "index -1 of axis 1 of the block, which has indices 0..4 only");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AccessError {
    /// Its location lies outside the nearest block.
    Outside {
        /// The axis of the nearest block.
        axis: usize,
        /// The index on that axis.
        index: isize,
        /// The extent of the nearest block on that axis.
        extent: usize,
    },
    /// The view was colocated with a tensor that shares no location with it.
    Elsewhere,
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AccessError::Outside { axis, index, extent } => {
                write!(f, "index {index} of axis {axis} of the block, which has indices 0..{extent} only")
            }
            AccessError::Elsewhere => write!(f, "the view shares no location with its block"),
        }
    }
}

impl core::error::Error for AccessError {}
