//! Stored tensors: tensors of which only some elements are kept, in any stack of level formats.
//!
//! A tensor has indices, and a storage says at which *position* the value of an index lies, if it lies anywhere. A storage is a
//! stack of *level formats*, one an axis: for each position of the level above, a level has *coordinates*, and for each of them a
//! position. What has no position is the *fill*, which is part of the type.
//!
//! ```
//! use unite_stored::{Csc, Csr, StoredBlock};
//!
//! // Three rows: [5 0 0 1], [0 0 0 0], [0 7 0 0].
//! let a = StoredBlock::<f64, Csr, 2>::csr([3, 4], vec![0, 2, 2, 3], vec![0, 3, 1], vec![5.0, 1.0, 7.0])?;
//! assert_eq!((a.get([0, 3]), a.get([1, 3]), a.get([9, 9])), (Some(1.0), Some(0.0), None));
//! let by_columns = a.to::<Csc>()?;
//! assert_eq!(by_columns.values(), [5.0, 7.0, 1.0]);
//! assert_eq!(by_columns.to_dense(), a.to_dense());
//! # Ok::<(), unite_stored::StorageError>(())
//! ```
//!
//! | format | levels, outermost first | is |
//! |---|---|---|
//! | [`Csr`] | [`Dense`], [`Compressed`] | compressed sparse rows |
//! | [`Csc`] | the same, axes reversed | compressed sparse columns |
//! | [`Dcsr`] | [`Compressed`], [`Compressed`] | the same, empty rows left out |
//! | [`Coo`], [`Coo3`] | [`Compressed`] with repeats, [`Singleton`] .. | a list of entries, in order |
//! | [`Csf`] | three of [`Compressed`] | compressed sparse fibres |
//! | [`HashedRows`] | [`Dense`], [`Hashed`] | a hash table a row |
//! | [`Band`] | [`Dense`], [`Banded`] | a band around the diagonal |
//! | [`Lower`] | [`Dense`], [`Triangular`] | the lower triangle, packed |
//! | [`Dia`] | | diagonals |
//! | [`Ell`] | | as many entries for each row |
//! | [`Bcsr`] | | dense blocks, compressed rows of them |
//! | [`Dok`] | | one map over all axes |
//!
//! Every tuple of level formats is a format, and level formats can be made elsewhere: [`LevelFormat`].
//!
//! A block is checked when it is made: each array keeps each promise of its level, or there is an error that names the level, the
//! place and the rule. So what runs over a block may leave checks out. A block has a location, as every block does: its
//! [origin](StoredBlock::origin) in the universe.
//!
//! A [`Window`] is a part of a block, which nobody copies.
//!
//! A kernel takes a block, or a part, in any format: see [`Stored`], and `&Tensor<[[f64]], _>` in the reference of the language.
//!
//! [`files`] reads and writes Matrix Market files (`.mtx`) and lists of entries (`.tns`).

mod assembly;
mod block;
mod coordinate;
mod error;
mod fibre;
pub mod files;
mod fill;
mod format;
mod formats;
mod growing;
mod level;
mod levels;
mod located;
mod merge;
mod pack;
mod part;
#[doc(hidden)]
pub mod staged;
mod stored;
mod window;
mod workspace;

pub use assembly::{Append, Assembly, Element, Elements, Leaf, LevelAssembly};
pub use block::StoredBlock;
pub use coordinate::Coordinate;
pub use error::{Fault, StorageError};
pub use fibre::{Below, Cursor, Fibre, Levels, Merged, NoLevel, Unwalked, Walk};
pub use fill::{Fill, Least, Most, One, Zero};
pub use format::{AppendFormat, AxisOrder, Format, Permuted, Properties, Reversed};
pub use formats::{Band, Bcsr, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dia, Dok, Ell, HashedRows, Lower};
pub use level::{Level, LevelFormat, NOWHERE};
pub use levels::{
    Banded, BandedArrays, Compressed, CompressedArrays, Dense, Hashed, HashedArrays, Singleton, Triangular,
};
pub use merge::{Coordinates, Follow, Intersection};
pub use pack::Fibres;
pub use part::{Part, PartCursor, PartWalk, Parts, Seen, Windowed};
pub use stored::{Assembled, Stored};
pub use window::Window;
pub use workspace::Workspace;
