//! Several codes at once, without a branch.

use std::mem;

use crate::BitSegments;

/// Writes to [`BitSegments`] groups of codes that the caller has joined, up to 56 bits each. A group costs no branch
/// that is hard to foresee: the word that it is in is stored after each, and the next begins at the last whole byte.
///
/// ```
/// use unite_bitstream::BitSegments;
///
/// let mut segments = BitSegments::default();
/// let mut writer = segments.group_writer(16);
/// writer.put(0b101 << 12 | 0xABC, 15);
/// writer.end_segment();
/// writer.put(0x123, 12);
/// writer.finish();
/// let segments: Vec<_> = segments.iter().map(|segment| (segment.bytes(), segment.bits())).collect();
/// assert_eq!(segments, [(&[0b1011_0101, 0b0111_1000][..], 15), (&[0x12, 0x30][..], 12)]);
/// ```
#[derive(Debug)]
pub struct GroupWriter<'a> {
    /// What is not written yet: the next word goes to its begin.
    room: &'a mut [u8],
    ends: &'a mut Vec<(usize, usize)>,
    /// How many bytes there are.
    bytes: usize,
    /// Where the segment starts.
    start: usize,
    /// The bits that do not fill a byte yet, left-aligned, and zeros after them.
    bits: u64,
    /// How many there are: 0 to 7.
    held: u32,
}

/// Bytes that are stored at once.
const WORD: usize = size_of::<u64>();

impl BitSegments {
    /// Forgets the segments that there are, keeps the memory, and starts a first segment. All segments together have at
    /// most `bytes` bytes, those of each rounded up; what goes beyond is lost.
    pub fn group_writer(&mut self, bytes: usize) -> GroupWriter<'_> {
        let (memory, ends) = self.cleared(bytes + WORD);
        GroupWriter { bytes: memory.len(), room: memory, ends, start: 0, bits: 0, held: 0 }
    }
}

impl GroupWriter<'_> {
    /// The most bits that one [`put`](Self::put) takes.
    pub const MAX_LENGTH: u32 = 56;

    /// Appends the `length` low bits of `codes`.
    ///
    /// `length` is 0 to 56, and the bits of `codes` above it are zero; debug builds panic otherwise, release builds
    /// write meaningless bits.
    #[inline(always)]
    pub fn put(&mut self, codes: u64, length: u32) {
        debug_assert!(length <= Self::MAX_LENGTH && codes >> length == 0, "{codes:#x} in {length} bits");
        let held = self.held + length;
        // A group of no bits is zero, whatever it is shifted by.
        let word = self.bits | codes << (u64::BITS.wrapping_sub(held) & 63);
        if let Some(slot) = self.room.first_chunk_mut() {
            *slot = word.to_be_bytes();
            // At most seven bytes are whole, as a group and what was held have 63 bits.
            self.skip((held / 8) as usize % WORD);
        } else {
            debug_assert!(false, "more bits than were announced");
        }
        self.bits = word << (held & !7 & 63);
        self.held = held & 7;
    }

    /// Goes on so many bytes later.
    #[inline(always)]
    fn skip(&mut self, bytes: usize) {
        self.room = mem::take(&mut self.room).get_mut(bytes..).unwrap_or_default();
    }

    /// Ends a segment, and starts the next.
    #[inline(always)]
    pub fn end_segment(&mut self) {
        // The bits held are in memory already: every group stores them.
        let at = self.bytes - self.room.len();
        self.ends.push((self.start, (at - self.start) * 8 + self.held as usize));
        let whole = usize::from(self.held > 0);
        self.skip(whole);
        (self.start, self.bits, self.held) = (at + whole, 0, 0);
    }

    /// Ends the last segment.
    #[inline(always)]
    pub fn finish(mut self) {
        self.end_segment();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Segment;
    use crate::testing::{codes, pack};

    #[test]
    fn random_groups_match_the_definition() {
        let mut segments = BitSegments::default();
        for (case, codes) in codes().enumerate() {
            let mut writer = segments.group_writer(4 * codes.len());
            // One code at a time, or two where they fit.
            for pair in codes.chunks(1 + case % 2) {
                let length: u32 = pair.iter().map(|&(_, length)| length).sum();
                if length <= GroupWriter::MAX_LENGTH {
                    let bits = pair.iter().fold(0, |bits, &(code, length)| bits << length | u64::from(code));
                    writer.put(bits, length);
                } else {
                    pair.iter().for_each(|&(code, length)| writer.put(code.into(), length));
                }
            }
            writer.finish();
            let written: Vec<_> = segments.iter().map(Segment::bytes).collect();
            assert_eq!(written, [&pack(&codes, 0)[..]], "case {case}");
        }
    }

    #[test]
    fn segments_end_where_they_are_told_to() {
        let all: Vec<_> = codes().collect();
        let mut segments = BitSegments::default();
        let mut writer = segments.group_writer(all.iter().map(|codes| 4 * codes.len() + 1).sum());
        for (i, codes) in all.iter().enumerate() {
            if i > 0 {
                writer.end_segment();
            }
            codes.iter().for_each(|&(code, length)| writer.put(code.into(), length));
        }
        writer.finish();
        assert_eq!(segments.iter().len(), all.len());
        for (segment, codes) in segments.iter().zip(&all) {
            assert_eq!(segment.bytes(), pack(codes, 0));
        }
    }
}
