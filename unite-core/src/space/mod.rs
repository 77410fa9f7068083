//! The executable specification.

mod error;

pub use error::SpaceError;
