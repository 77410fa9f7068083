//! The executable specification.
