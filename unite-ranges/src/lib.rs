//! The interval that a value lies in, and the lanes that hold it.
//!
//! The macro of `unite` decides with this arithmetic what it can, and the code that it makes decides with it, in constants, what
//! depends on constants of the user's. So all of it is `const`, and stands here once.
#![no_std]

mod decide;
mod division;
mod linear;
mod range;

pub use decide::{I16, I32, U8, U16, are_narrow, are_signed, lane, pairs, single_pairs, widest};
pub use division::Division;
pub use linear::Linear;
pub use range::Range;
