//! Codes that are joined before they are put.

use super::Bits;
use crate::BitWriter;

/// Joins codes, and puts them to others as many at a time as go together: in a function that has all of it in sight, the codes
/// of a block cost little more than one.
///
/// ```
/// use unite_bitstream::BitSegments;
/// use unite_bitstream::syntax::{Bits, Group};
///
/// let mut segments = BitSegments::default();
/// let mut writer = segments.writer(16);
/// let mut group = Group::new(&mut writer);
/// group.put(0b101, 3);
/// group.put(0xABC, 12);
/// group.end();
/// writer.finish();
/// let segment = segments.iter().next();
/// assert_eq!(segment.map(|segment| (segment.bytes(), segment.bits())), Some((&[0b1011_0101, 0b0111_1000][..], 15)));
/// ```
#[derive(Debug)]
pub struct Group<'a, B: Bits> {
    bits: &'a mut B,
    /// The codes that were not put yet, and how many bits they have.
    codes: u64,
    length: u32,
}

impl<'a, B: Bits> Group<'a, B> {
    /// Joins codes that go to `bits`.
    #[inline(always)]
    pub fn new(bits: &'a mut B) -> Self {
        Group { bits, codes: 0, length: 0 }
    }

    /// Puts what is left: without it the last codes are lost.
    #[inline(always)]
    pub fn end(self) {
        self.bits.put(self.codes, self.length);
    }
}

impl<B: Bits> Bits for Group<'_, B> {
    #[inline(always)]
    fn put(&mut self, code: u64, length: u32) {
        if self.length + length > BitWriter::MAX_LENGTH {
            self.bits.put(self.codes, self.length);
            (self.codes, self.length) = (code, length);
        } else {
            self.codes = self.codes << length | code;
            self.length += length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BitSegments;
    use crate::testing::{codes, pack};

    #[test]
    fn joined_codes_are_those_that_were_put() {
        let mut segments = BitSegments::default();
        for codes in codes() {
            let mut writer = segments.writer(4 * codes.len());
            for some in codes.chunks(7) {
                let mut group = Group::new(&mut writer);
                some.iter().for_each(|&(code, length)| group.put(code.into(), length));
                group.end();
            }
            writer.finish();
            assert!(segments.iter().map(|segment| segment.bytes()).eq([&pack(&codes, 0)[..]]));
        }
    }
}
