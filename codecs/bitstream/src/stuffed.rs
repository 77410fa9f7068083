//! Entropy-coded segments of JPEG: bits, stuffed bytes and markers (T.81 B.1.1.5, F.1.2.3).

/// Bits that have been put but do not fill a machine word yet: what a [`StuffedBitWriter`] holds besides its bytes.
///
/// A writer borrows its bytes. Between two borrows (say, while the bytes are written to a file) the state of the
/// segment is kept in this small value.
///
/// ```
/// use unite_bitstream::{PendingBits, StuffedBitWriter};
///
/// let mut bytes = Vec::new();
/// let mut writer = StuffedBitWriter::resume(PendingBits::default(), &mut bytes);
/// writer.put(0b101, 3);
/// let pending = writer.suspend();
///
/// let mut writer = StuffedBitWriter::resume(pending, &mut bytes);
/// writer.put(0b00000, 5);
/// writer.pad_with_ones();
/// assert_eq!(bytes, [0b1010_0000]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingBits {
    /// The last bits put, right-aligned; what is above them is of no meaning.
    bits: u64,
    /// How many more bits fit: 64 when empty, 0 when full.
    free: u32,
}

impl Default for PendingBits {
    /// No bits pending.
    fn default() -> Self {
        Self { bits: 0, free: u64::BITS }
    }
}

/// Writes a JPEG entropy-coded segment: most significant bit first, a zero byte stuffed after each `0xFF`.
///
/// Sixty-four bits are collected before anything is stored, and the eight bytes are stored at once unless one of them
/// is `0xFF`.
///
/// ```
/// use unite_bitstream::{PendingBits, StuffedBitWriter};
///
/// let mut bytes = Vec::new();
/// let mut writer = StuffedBitWriter::resume(PendingBits::default(), &mut bytes);
/// writer.put(0xFF, 8);
/// writer.put(0b0110, 4);
/// writer.marker(0xD9);
/// assert_eq!(bytes, [0xFF, 0x00, 0b0110_1111, 0xFF, 0xD9]);
/// ```
#[derive(Debug)]
pub struct StuffedBitWriter<'a> {
    pending: PendingBits,
    bytes: &'a mut Vec<u8>,
}

impl<'a> StuffedBitWriter<'a> {
    /// The longest code, in bits, that one [`put`](Self::put) takes.
    pub const MAX_LENGTH: u32 = 32;

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

    /// Appends the `length` low bits of `code`.
    ///
    /// `length` is 0 to 32, and the bits of `code` above it are zero; debug builds panic otherwise, release builds
    /// write meaningless bits.
    #[inline(always)]
    pub fn put(&mut self, code: u32, length: u32) {
        debug_assert!(
            length <= Self::MAX_LENGTH && u64::from(code) >> length == 0,
            "{code:#x} in {length} bits"
        );
        let code = u64::from(code);
        // How many bits fit after these; negative if not even these do.
        let free = self.pending.free as i32 - length as i32;
        if free >= 0 {
            self.pending =
                PendingBits { bits: (self.pending.bits << (length & 63)) | code, free: free as u32 };
        } else {
            let word = (self.pending.bits << (self.pending.free & 63)) | (code >> (free.wrapping_neg() & 63));
            self.store_word(word);
            self.pending = PendingBits { bits: code, free: (free + u64::BITS as i32) as u32 };
        }
    }

    /// The same as [`put`](Self::put), out of line: for codes so rare that they should not weigh on the code around.
    #[inline(always)]
    pub fn put_rare(&mut self, code: u32, length: u32) {
        // The state goes by value, so that it can live in registers wherever this is inlined.
        self.pending = put_out_of_line(self.pending, self.bytes, code, length);
    }

    /// Fills the last byte with one bits, as T.81 F.1.2.3 asks for at the end of a segment, and stores all that is
    /// pending. Does nothing on a byte boundary with nothing pending.
    #[inline(always)]
    pub fn pad_with_ones(&mut self) {
        end_segment(self.pending, self.bytes);
        self.pending = PendingBits::default();
    }

    /// Ends the segment by [padding](Self::pad_with_ones) and appends the marker `0xFF`, `code`.
    #[inline(always)]
    pub fn marker(&mut self, code: u8) {
        self.pad_with_ones();
        self.bytes.extend_from_slice(&[0xFF, code]);
    }

    #[inline(always)]
    fn store_word(&mut self, word: u64) {
        if contains_ff(word) {
            store_stuffed(self.bytes, &word.to_be_bytes());
        } else {
            self.bytes.extend_from_slice(&word.to_be_bytes());
        }
    }
}

#[cold]
#[inline(never)]
fn put_out_of_line(pending: PendingBits, bytes: &mut Vec<u8>, code: u32, length: u32) -> PendingBits {
    let mut writer = StuffedBitWriter::resume(pending, bytes);
    writer.put(code, length);
    writer.suspend()
}

/// Stores the bits that are pending, and ones up to a byte boundary.
#[inline(never)]
fn end_segment(pending: PendingBits, bytes: &mut Vec<u8>) {
    let held = u64::BITS - pending.free;
    if held > 0 {
        let ones = (1u64 << pending.free) - 1;
        let word = pending.bits << pending.free | ones;
        store_stuffed(bytes, &word.to_be_bytes()[..held.div_ceil(8) as usize]);
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

    /// The same segment, one bit at a time.
    fn bit_by_bit(codes: &[(u32, u32)]) -> Vec<u8> {
        let mut bits: Vec<u32> =
            codes.iter().flat_map(|&(code, length)| (0..length).rev().map(move |i| code >> i & 1)).collect();
        while !bits.len().is_multiple_of(8) {
            bits.push(1);
        }
        let mut bytes = Vec::new();
        for byte in bits.chunks(8) {
            let byte = byte.iter().fold(0, |byte, bit| byte << 1 | bit);
            bytes.push(byte as u8);
            if byte == 0xFF {
                bytes.push(0);
            }
        }
        bytes
    }

    fn word_by_word(codes: &[(u32, u32)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = StuffedBitWriter::resume(PendingBits::default(), &mut bytes);
        for &(code, length) in codes {
            writer.put(code, length);
        }
        writer.pad_with_ones();
        assert_eq!(writer.suspend(), PendingBits::default());
        bytes
    }

    #[test]
    fn random_codes_match_the_definition() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as u32
        };
        for length_limit in [1, 2, 8, 17, 27, 32] {
            for case in 0..200 {
                let codes: Vec<_> = (0..case)
                    .map(|_| {
                        let length = random() % (length_limit + 1);
                        // Every other run is nearly all ones, so that stuffing is frequent.
                        let code = if case % 2 == 0 { u64::from(random()) << 1 } else { u64::MAX };
                        ((code & ((1 << length) - 1)) as u32, length)
                    })
                    .collect();
                assert_eq!(
                    word_by_word(&codes),
                    bit_by_bit(&codes),
                    "lengths to {length_limit}, case {case}"
                );
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
        let mut bytes = Vec::new();
        let mut writer = StuffedBitWriter::resume(PendingBits::default(), &mut bytes);
        writer.marker(0xD0);
        writer.put(0, 1);
        writer.marker(0xD1);
        assert_eq!(bytes, [0xFF, 0xD0, 0x7F, 0xFF, 0xD1]);
    }
}
