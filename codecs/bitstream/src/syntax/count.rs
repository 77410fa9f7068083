//! How many bits something takes.

use super::Bits;

/// Counts bits, and keeps none.
///
/// ```
/// use unite_bitstream::syntax::{BitCount, put_unsigned};
///
/// let mut count = BitCount::default();
/// put_unsigned(&mut count, 3);
/// assert_eq!(count.bits(), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BitCount(u64);

impl BitCount {
    /// How many bits were put.
    pub fn bits(self) -> u64 {
        self.0
    }
}

impl Bits for BitCount {
    #[inline(always)]
    fn put(&mut self, _code: u64, length: u32) {
        self.0 += u64::from(length);
    }
}
