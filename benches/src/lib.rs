//! Measurements: kernels beside their hand-written twins ([`twins`]), and kernels in four forms ([`gallery`]).
#![deny(missing_docs)]

pub mod gallery;
pub mod library;
pub mod twins;
