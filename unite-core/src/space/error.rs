//! Why a five-tuple is not a reference space.

use core::fmt;

/// Why parameters do not define a reference space, or extents no tensor space.
///
/// ```
/// use unite_core::space::{ReferenceSpace, SpaceError};
/// let root = ReferenceSpace::universe(2);
/// let error = root.child(&[0, 0], &[0, 0], &[1, 1], &[1, 1]).unwrap_err();
/// assert_eq!(error, SpaceError::Permutation { axis: 1, value: 0 });
/// assert_eq!(error.to_string(), "axis 1 runs along axis 0 of the parent, which an earlier axis runs along already");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError {
    /// A vector has not one entry for each axis.
    Length {
        /// Which vector.
        vector: &'static str,
        /// How many entries it needs.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A child has more dimensions than its parent.
    Rank {
        /// The rank of the child.
        rank: usize,
        /// The rank of the parent.
        parent: usize,
    },
    /// An axis runs along a parent axis that does not exist.
    Axis {
        /// The axis of the child.
        axis: usize,
        /// The axis of the parent that it names.
        value: usize,
        /// The rank of the parent.
        parent: usize,
    },
    /// Two axes run along the same parent axis.
    Permutation {
        /// The later axis of the child.
        axis: usize,
        /// The axis of the parent that both name.
        value: usize,
    },
    /// A refinement, a coarsening or an extent is below one.
    Below {
        /// Which vector.
        vector: &'static str,
        /// The axis.
        axis: usize,
        /// The entry.
        value: isize,
    },
    /// An axis is both refined and coarsened.
    RefinedAndCoarsened {
        /// The axis of the child.
        axis: usize,
        /// Its refinement.
        refinement: isize,
        /// Its coarsening.
        coarsening: isize,
    },
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SpaceError::Length { vector, expected, found } => {
                write!(f, "the {vector} needs {expected} entries, not {found}")
            }
            SpaceError::Rank { rank, parent } => {
                write!(f, "a space of rank {rank} does not fit a parent of rank {parent}")
            }
            SpaceError::Axis { axis, value, parent } => {
                write!(
                    f,
                    "axis {axis} runs along axis {value} of the parent, which has axes 0..{parent} only"
                )
            }
            SpaceError::Permutation { axis, value } => write!(
                f,
                "axis {axis} runs along axis {value} of the parent, which an earlier axis runs along already"
            ),
            SpaceError::Below { vector, axis, value } => {
                write!(f, "the {vector} of axis {axis} is {value}, and must be at least 1")
            }
            SpaceError::RefinedAndCoarsened { axis, refinement, coarsening } => {
                write!(f, "axis {axis} is both refined by {refinement} and coarsened by {coarsening}")
            }
        }
    }
}

impl core::error::Error for SpaceError {}
