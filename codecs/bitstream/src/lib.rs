//! Bit writers for codecs.
//!
//! A writer packs codes, most significant bit first, into a growing vector of bytes. Draining that vector to a file
//! is the business of the caller, so the writers know nothing of input, output or errors.
//!
//! * [`StuffedBitWriter`]: the entropy-coded segments of JPEG (ITU-T T.81), where a zero byte follows each `0xFF`.

mod stuffed;

pub use stuffed::{PendingBits, StuffedBitWriter};
