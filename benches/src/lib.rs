//! Measurements: kernels beside their hand-written twins ([`twins`]), kernels in four forms ([`gallery`]), and, with the
//! feature `peers`, our encoders beside those of others.
#![deny(missing_docs)]

#[cfg(feature = "peers")]
pub mod encoders;
pub mod gallery;
pub mod library;
#[cfg(feature = "peers")]
pub mod pictures;
#[cfg(feature = "peers")]
pub mod plot;
pub mod rounds;
pub mod rows;
pub mod twins;
