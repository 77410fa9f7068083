//! Measurements: kernels beside their hand-written twins ([`twins`]), and, with the feature `peers`, our encoders
//! beside those of others.
#![deny(missing_docs)]

#[cfg(feature = "peers")]
pub mod encoders;
#[cfg(feature = "peers")]
pub mod pictures;
#[cfg(feature = "peers")]
pub mod rounds;
pub mod twins;
