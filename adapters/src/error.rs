//! Why a tensor was not seen.

use std::fmt;

use sprs::errors::StructureErrorKind;
use unite::BlockError;
use unite::stored::StorageError;

/// Why a tensor of another library is none here, or the other way round.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AdapterError {
    /// A matrix is stored by columns where rows are asked for, or the other way round.
    Order {
        /// Whether it is stored by rows.
        by_rows: bool,
    },
    /// The elements of an array do not lie side by side in memory: make one where they do, as by `as_standard_layout`.
    Apart,
    /// The elements of an array are not in the order of its indices, the last axis fastest.
    Layout,
    /// What is stored is no tensor here.
    Storage(StorageError),
    /// A dense array is no tensor here.
    Block(BlockError),
    /// What is stored is no matrix there.
    Structure(StructureErrorKind),
    /// What is dense is no array there.
    Shape(ndarray::ErrorKind),
}

impl fmt::Display for AdapterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stored, asked) = ("rows", "columns");
        match self {
            Self::Order { by_rows: true } => {
                write!(f, "the matrix is stored by {stored}, and not by {asked}")
            }
            Self::Order { by_rows: false } => {
                write!(f, "the matrix is stored by {asked}, and not by {stored}")
            }
            Self::Apart => f.write_str("the elements of the array do not lie side by side in memory"),
            Self::Layout => {
                f.write_str("the last axis of the array is not the one whose neighbours lie side by side")
            }
            Self::Storage(error) => error.fmt(f),
            Self::Block(error) => error.fmt(f),
            Self::Structure(kind) => write!(f, "sprs does not take the arrays: {kind:?}"),
            Self::Shape(kind) => write!(f, "ndarray does not take the elements: {kind:?}"),
        }
    }
}

impl std::error::Error for AdapterError {}

impl From<StorageError> for AdapterError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl From<BlockError> for AdapterError {
    fn from(error: BlockError) -> Self {
        Self::Block(error)
    }
}

impl From<ndarray::ShapeError> for AdapterError {
    fn from(error: ndarray::ShapeError) -> Self {
        Self::Shape(error.kind())
    }
}
