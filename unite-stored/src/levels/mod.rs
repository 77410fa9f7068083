//! The level formats of this crate, a file each.

mod appended;
mod banded;
mod compressed;
mod dense;
mod hashed;
mod positions;
mod singleton;
mod triangular;

pub use banded::{Banded, BandedArrays};
pub use compressed::{Compressed, CompressedArrays, CompressedLevel};
pub use dense::{Dense, DenseLevel};
pub use hashed::{Hashed, HashedArrays};
pub use singleton::Singleton;
pub use triangular::Triangular;
