//! The model of `unite`: tensors that know where they are.
//!
//! The model is held twice, on purpose.
//!
//! * As plain run-time values: [`space`] is the executable specification, written as the definitions read, and
//!   [`library`] is the interactive library on top of it: blocks that own memory and views that refer to it.
//! * As zero-cost typed carriers: [`staged`] is what kernels pass to each other. Its static parts are associated
//!   constants, so that the compiler folds them away.
//!
//! A negative index is a *neighbour*: the element before the first one, at that location. It never counts from
//! the end.
#![deny(missing_docs)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod elem;
mod frame;
mod geometry;
pub mod inspect;
pub mod lanes;
pub mod level;
pub mod library;
mod mean;
mod packed;
mod ptr;
mod shape;
mod slices;
pub mod space;
pub mod staged;

pub use elem::Elem;
pub use frame::Frame;
pub use library::{AccessError, Block, BlockError, Place, View, ViewError, ViewMut, span};
pub use mean::Mean;
pub use packed::Packed;
pub use shape::{Accepts, Dyn, Dynamic, Ranked, Shape, StaticShape};

/// The highest rank of a tensor, and of the universe that it is located in.
pub const MAX_RANK: usize = 6;
