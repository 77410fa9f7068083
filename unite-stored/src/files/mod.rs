//! Matrix Market files (`.mtx`) and lists of entries (`.tns`), read and written.
//!
//! ```
//! use unite_stored::{Csr, StoredBlock, files};
//!
//! let text = "%%MatrixMarket matrix coordinate real symmetric\n% two of three\n3 3 2\n1 1 0.5\n3 1 -2\n";
//! let entries = files::read_mtx::<f64>(text.as_bytes())?;
//! let block = StoredBlock::<f64, Csr, 2>::from_entries(entries.extents, entries.list)?;
//! assert_eq!(block.to_dense(), [0.5, 0.0, -2.0, 0.0, 0.0, 0.0, -2.0, 0.0, 0.0]);
//!
//! let error = files::read_mtx::<f64>("%%MatrixMarket matrix coordinate real general\n3 3 1\n4 1 1\n".as_bytes());
//! assert_eq!(error.unwrap_err().to_string(), "line 3: row 4 is not one of 1 to 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lines;
mod mtx;
mod numeral;
mod tns;

pub use lines::FileError;
pub use mtx::{read_mtx, write_mtx};
pub use numeral::Numeral;
pub use tns::{read_tns, write_tns};

/// What a file lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries<T, const N: usize> {
    /// The extents that the file says, or the least that hold all entries.
    pub extents: [usize; N],
    /// The entries in the order of the file, indices from 0 on. An index may stand several times.
    pub list: Vec<([usize; N], T)>,
}
