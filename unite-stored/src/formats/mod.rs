//! Formats by name: those that are stacks of levels, and those that are not, a file each.

mod bcsr;
mod dia;
mod diagonals;
mod dok;
mod ell;
mod interleaved;

pub use bcsr::Bcsr;
pub use dia::Dia;
pub use diagonals::{Diagonals, OffsetLevel, RangeLevel};
pub use dok::Dok;
pub use ell::Ell;
pub use interleaved::{FirstOfEntries, Interleaved, InterleavedLevels, NextOfEntries};

use crate::levels::{Banded, Compressed, Dense, Hashed, Singleton, Triangular};
use crate::permuted::{Permuted, Reversed};

/// Compressed sparse rows.
pub type Csr<I = u32> = (Dense, Compressed<I>);
/// Compressed sparse columns.
pub type Csc<I = u32> = Permuted<(Dense, Compressed<I>), Reversed>;
/// Compressed sparse rows, empty ones left out.
pub type Dcsr<I = u32> = (Compressed<I>, Compressed<I>);
/// A list of the entries of a matrix, in order.
pub type Coo<I = u32> = (Compressed<I, false>, Singleton<I>);
/// A list of the entries of a tensor of three axes, in order.
pub type Coo3<I = u32> = (Compressed<I, false>, Singleton<I>, Singleton<I>);
/// Compressed sparse fibres of a tensor of three axes.
pub type Csf<I = u32> = (Compressed<I>, Compressed<I>, Compressed<I>);
/// A hash table a row.
pub type HashedRows = (Dense, Hashed);
/// A band around the diagonal of a matrix.
pub type Band = (Dense, Banded);
/// The lower triangle of a matrix, packed row by row.
pub type Lower = (Dense, Triangular);
