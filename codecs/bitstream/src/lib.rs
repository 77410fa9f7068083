//! Bit writers for codecs.
//!
//! Codes are packed, most significant bit first, into memory. Getting them into a file is the business of the caller, so
//! the writers know nothing of input, output or errors.
//!
//! * [`BitWriter`] writes to [`BitSegments`]: bits as they are, before a format hides false start codes in them. It can
//!   be used before it is known where in a byte the bits will start, so that parts of a stream are coded side by side.
//! * [`GroupWriter`] does the same for groups of short codes that are put at once.
//! * [`StuffedBitWriter`] joins such segments to the entropy-coded segments of JPEG (ITU-T T.81), where a zero byte
//!   follows each `0xFF`.
//! * [`escape()`] hides false start codes in the NAL units of H.264, and [`unescape()`] takes away what it has put there.
//! * [`mod@syntax`] has syntax tables of video standards: a declaration in the standard's notation writes, counts, checks, prints
//!   and reads.

mod escaped;
mod groups;
mod segments;
mod stuffed;
pub mod syntax;
#[cfg(test)]
mod testing;

pub use escaped::{escape, unescape};
pub use groups::GroupWriter;
pub use segments::{BitSegments, BitWriter, PausedWriter, Segment};
pub use stuffed::{PendingBits, StuffedBitWriter};
