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
//! | [`Interleaved`] | the same as of `Coo` | a list of entries, the coordinates of each side by side |
//! | [`Dia`] | | diagonals |
//! | [`Diagonals`] | dense, a range, an offset | the same as a tensor of axes diagonal, row and column |
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
//! A [`StoredView`] is a tensor over arrays of somebody else, and a [`Window`] a part of one, or of a block: nobody copies them.
//!
//! A kernel takes a block, or a part, in any format: see [`Stored`], and `&Tensor<[[f64]], _>` in the reference of the language.
//!
//! What is [selected](StoredBlock::select) of a block may have fewer axes, or new ones. To an [`EntryList`] elements are put one by one,
//! through views too.
//!
//! [`StoredBlock::picture`] draws the arrays of a small one.
//!
//! [`files`] reads and writes Matrix Market files (`.mtx`) and lists of entries (`.tns`).

mod assembly;
mod block;
mod changed;
mod coordinate;
mod elements;
mod error;
mod fibre;
pub mod files;
mod fill;
mod format;
mod formats;
mod growing;
mod inserting;
mod lent;
mod level;
mod levelled;
mod levels;
mod list;
mod located;
mod merge;
mod pack;
mod part;
mod permuted;
mod picture;
mod replaced;
mod rows;
mod seen;
mod selected;
mod selection;
mod stack;
#[doc(hidden)]
pub mod staged;
mod stepped;
mod stored;
mod strided;
mod tally;
#[doc(hidden)]
pub mod told;
mod window;
mod workspace;

pub use assembly::{Append, Assembly, Element, Elements, Leaf, LevelAssembly};
pub use block::StoredBlock;
pub use changed::{Changed, Inserted};
pub use coordinate::Coordinate;
pub use error::{Fault, StorageError};
pub use fibre::{Below, Cursor, Fibre, Levels, Merged, NoLevel, Unwalked, Walk};
pub use fill::{Fill, Least, Most, One, Zero};
pub use format::{AppendFormat, Drawn, Format, InsertFormat};
pub use formats::{
    Band, Bcsr, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dia, Diagonals, Dok, Ell, FirstOfEntries, HashedRows,
    Interleaved, InterleavedLevels, Lower, NextOfEntries, OffsetLevel, RangeLevel,
};
pub use inserting::{Above, Inserting};
pub use lent::StoredView;
pub use level::{Insert, Level, LevelFormat, NOWHERE, Properties};
pub use levels::{
    Banded, BandedArrays, Compressed, CompressedArrays, CompressedLevel, Dense, DenseLevel, Hashed,
    HashedArrays, Singleton, Triangular,
};
pub use list::{EntryList, ListView};
pub use merge::{Coordinates, Follow, Intersection};
pub use pack::Fibres;
pub use part::{Part, PartCursor, PartWalk, Parts, Windowed};
pub use permuted::{AxisOrder, Permuted, Reversed};
pub use picture::Picture;
pub use seen::{Seen, Steps};
pub use selected::Selected;
pub use selection::{Pick, Selection};
pub use stack::Stack;
pub use stepped::{Stepped, SteppedCursor, SteppedPart, SteppedWalk};
pub use stored::{Assembled, Stored};
pub use strided::Strided;
pub use tally::{Mark, Room, Tally};
pub use window::Window;
pub use workspace::Workspace;
