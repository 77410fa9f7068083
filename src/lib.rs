//! Facade.
#![deny(missing_docs)]
#![cfg_attr(not(feature = "std"), no_std)]
pub use unite_core::*;
pub use unite_macros::*;
