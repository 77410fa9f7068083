//! Entropy-coded segments of JPEG: bits, stuffed bytes and markers (T.81 B.1.1.5, F.1.2.3).

use crate::Segment;

/// Bits that have been put but do not fill a byte yet: what a [`StuffedBitWriter`] holds besides its bytes.
///
/// A writer borrows its bytes. Between two borrows (say, while the bytes are written to a file) the state of the
/// segment is kept in this small value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PendingBits {
    /// The bits, left-aligned, and zeros after them.
    bits: u64,
    /// How many there are: 0 to 7.
    held: u32,
}

/// Writes a JPEG entropy-coded segment: most significant bit first, a zero byte stuffed after each `0xFF`.
///
/// ```
/// use unite_bitstream::{BitSegments, PendingBits, StuffedBitWriter};
///
/// let mut segments = BitSegments::default();
/// let mut bits = segments.writer(2);
/// bits.put(0xFF, 8);
/// bits.put(0b0110, 4);
/// bits.finish();
///
/// let mut bytes = Vec::new();
/// let mut writer = StuffedBitWriter::resume(PendingBits::default(), &mut bytes);
/// segments.iter().for_each(|segment| writer.append(segment));
/// writer.marker(0xD9);
/// assert_eq!(bytes, [0xFF, 0x00, 0b0110_1111, 0xFF, 0xD9]);
/// ```
#[derive(Debug)]
pub struct StuffedBitWriter<'a> {
    pending: PendingBits,
    bytes: &'a mut Vec<u8>,
}

impl<'a> StuffedBitWriter<'a> {
    /// Continues a segment whose complete bytes are appended to `bytes`.
    #[inline(always)]
    pub fn resume(pending: PendingBits, bytes: &'a mut Vec<u8>) -> Self {
        Self { pending, bytes }
    }

    /// Ends the borrow of the bytes and returns the bits that are still to be stored.
    #[inline(always)]
    pub fn suspend(self) -> PendingBits {
        self.pending
    }

    /// Appends the bits of `segment`, wherever in a byte the last ones ended.
    #[inline(always)]
    pub fn append(&mut self, segment: Segment<'_>) {
        let PendingBits { mut bits, held } = self.pending;
        self.bytes.reserve(segment.bytes().len() + size_of::<u64>());
        let (words, rest) = segment.bytes().split_at(segment.bits() / 64 * 8);
        for &word in words.as_chunks().0 {
            let word = u64::from_be_bytes(word);
            store_word(self.bytes, bits | word >> held);
            bits = after(word, held);
        }
        let mut last = [0; size_of::<u64>()];
        last[..rest.len()].copy_from_slice(rest);
        let word = u64::from_be_bytes(last);
        let total = held + (segment.bits() % 64) as u32;
        let (word, beyond) = (bits | word >> held, after(word, held));
        let whole = (total / 8).min(8) as usize;
        store_stuffed(self.bytes, &word.to_be_bytes()[..whole]);
        let bits = if whole < 8 { word << (8 * whole) } else { beyond };
        self.pending = PendingBits { bits, held: total % 8 };
    }

    /// Fills the last byte with one bits, as T.81 F.1.2.3 asks for at the end of a segment. Does nothing on a byte
    /// boundary.
    #[inline(always)]
    pub fn pad_with_ones(&mut self) {
        let PendingBits { bits, held } = self.pending;
        if held > 0 {
            let [first, ..] = (bits | u64::MAX >> held).to_be_bytes();
            store_stuffed(self.bytes, &[first]);
        }
        self.pending = PendingBits::default();
    }

    /// Ends the segment by [padding](Self::pad_with_ones) and appends the marker `0xFF`, `code`.
    #[inline(always)]
    pub fn marker(&mut self, code: u8) {
        self.pad_with_ones();
        self.bytes.extend_from_slice(&[0xFF, code]);
    }
}

/// The last `held` bits of `word`, left-aligned; `held` is at most 7.
#[inline(always)]
fn after(word: u64, held: u32) -> u64 {
    word << 1 << (u64::BITS - 1 - held)
}

/// Stores eight bytes: at once, unless one of them is `0xFF`.
#[inline(always)]
fn store_word(bytes: &mut Vec<u8>, word: u64) {
    if contains_ff(word) {
        store_stuffed(bytes, &word.to_be_bytes());
    } else {
        bytes.extend_from_slice(&word.to_be_bytes());
    }
}

/// Whether one of the eight bytes of `word` is `0xFF`: its complement has a zero byte, which alone borrows from the
/// byte's top bit without having had it set.
#[inline(always)]
fn contains_ff(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 0xFF;
    let complement = !word;
    complement.wrapping_sub(ONES) & word & (ONES << 7) != 0
}

/// Stores bytes one by one, each `0xFF` followed by a zero byte.
#[cold]
#[inline(never)]
fn store_stuffed(bytes: &mut Vec<u8>, segment: &[u8]) {
    for &byte in segment {
        bytes.push(byte);
        if byte == 0xFF {
            bytes.push(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BitSegments;
    use crate::testing::{codes, pack};

    fn stuffed(bytes: &[u8]) -> Vec<u8> {
        bytes.iter().flat_map(|&byte| if byte == 0xFF { vec![byte, 0] } else { vec![byte] }).collect()
    }

    #[test]
    fn strings_joined_at_any_bit_match_the_definition() {
        let mut segments = BitSegments::default();
        for codes in codes() {
            for pieces in [1, 2, 3, 7] {
                let mut bytes = Vec::new();
                let mut pending = PendingBits::default();
                for piece in codes.chunks(codes.len().div_ceil(pieces).max(1)) {
                    let mut writer = segments.writer(4 * piece.len());
                    piece.iter().for_each(|&(code, length)| writer.put(code.into(), length));
                    writer.finish();
                    let mut writer = StuffedBitWriter::resume(pending, &mut bytes);
                    segments.iter().for_each(|segment| writer.append(segment));
                    pending = writer.suspend();
                }
                let mut writer = StuffedBitWriter::resume(pending, &mut bytes);
                writer.pad_with_ones();
                assert_eq!(writer.suspend(), PendingBits::default());
                assert_eq!(bytes, stuffed(&pack(&codes, 1)), "{codes:x?} in {pieces} pieces");
            }
        }
    }

    #[test]
    fn ff_is_found_in_every_byte_and_nowhere_else() {
        for shift in (0..64).step_by(8) {
            assert!(contains_ff(0xFF << shift));
            assert!(contains_ff(0x0100_7F80_FE01_0080 | 0xFF << shift));
            for byte in 0..0xFF {
                assert!(!contains_ff(byte << shift), "{byte:#x} << {shift}");
                assert!(!contains_ff(!(0xFF << shift) & 0xFEFE_FEFE_FEFE_FEFE | byte << shift));
            }
        }
    }

    #[test]
    fn markers_start_on_a_byte() {
        let mut segments = BitSegments::default();
        let mut bits = segments.writer(1);
        bits.put(0, 1);
        bits.finish();
        let mut bytes = Vec::new();
        let mut writer = StuffedBitWriter::resume(PendingBits::default(), &mut bytes);
        writer.marker(0xD0);
        segments.iter().for_each(|segment| writer.append(segment));
        writer.marker(0xD1);
        assert_eq!(bytes, [0xFF, 0xD0, 0x7F, 0xFF, 0xD1]);
    }
}
