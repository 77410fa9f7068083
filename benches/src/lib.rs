//! Measurements: kernels beside their hand-written twins ([`twins`]).
#![deny(missing_docs)]

pub mod twins;
