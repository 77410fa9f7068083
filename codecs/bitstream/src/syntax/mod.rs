//! Syntax tables in the notation of the video coding standards, declared once with [`syntax!`](macro@crate::syntax).
//!
//! A table says for each syntax element its name, its descriptor, the range of its values, and under which condition it is
//! there. A declaration makes a struct with a field for each element, and one traversal, `code`, which a [`Coder`] follows:
//!
//! | coder | what it does with an element |
//! |---|---|
//! | [`Writer`] | writes it to any [`Bits`]; debug builds check its range |
//! | [`BitCount`], as the `Bits` of a writer | counts its bits |
//! | [`Group`], as the same | joins what fits into one code |
//! | [`Printer`] | prints it as a line of the standard's table |
//! | [`Reader`] | reads it, and refuses values out of range |

mod count;
mod golomb;
mod group;
mod print;
mod read;
mod table;
mod write;

use std::fmt;
use std::ops::RangeInclusive;

pub use count::BitCount;
pub use golomb::{mapped_unsigned, put_signed, put_unsigned, signed_length, unsigned_length};
pub use group::Group;
pub use print::{Printer, Tee};
pub use read::{BitReader, ReadError, Reader};
pub use write::{Bits, Writer};

/// How a syntax element becomes bits (H.264 7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// `u(n)`, and `f(n)`: an unsigned number of so many bits, 0 to 32.
    U(u32),
    /// `ue(v)`: an unsigned Exp-Golomb code.
    Ue,
    /// `se(v)`: a signed one.
    Se,
    /// `te(v)`: a truncated one, for values up to this one.
    Te(i64),
    /// `me(v)`: an unsigned one for the number that the table has for the value.
    Me(&'static [u8]),
    /// `ae(v)`: arithmetic coding. The number says to the coder which element it is.
    Ae(u32),
}

impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Descriptor::U(length) => write!(f, "u({length})"),
            Descriptor::Ue => f.write_str("ue(v)"),
            Descriptor::Se => f.write_str("se(v)"),
            Descriptor::Te(_) => f.write_str("te(v)"),
            Descriptor::Me(_) => f.write_str("me(v)"),
            Descriptor::Ae(_) => f.write_str("ae(v)"),
        }
    }
}

/// What follows the traversal of a syntax table.
pub trait Coder {
    /// What may go wrong: nothing, for coders that write.
    type Error;

    /// Whether elements with two descriptors have the second one, `ae(v)`: the standard's `entropy_coding_mode_flag`.
    const ARITHMETIC: bool = false;

    /// Codes an element: takes `value`, or finds another one, which is the result.
    ///
    /// # Errors
    /// If the coder reads, and there is no such element.
    fn element(
        &mut self,
        name: &'static str,
        descriptor: Descriptor,
        range: RangeInclusive<i64>,
        value: i64,
    ) -> Result<i64, Self::Error>;

    /// A table begins.
    fn begin(&mut self, _name: &'static str) {}

    /// A table ends.
    fn end(&mut self) {}
}
