//! Bits as they are, in segments that each start on a byte.

use std::mem;

/// Strings of bits, one behind the other in one buffer, each starting on a byte boundary.
///
/// ```
/// use unite_bitstream::BitSegments;
///
/// let mut segments = BitSegments::default();
/// let mut writer = segments.writer(16);
/// writer.put(0b101, 3);
/// writer.end_segment();
/// writer.put(0xABC, 12);
/// writer.finish();
/// let segments: Vec<_> = segments.iter().map(|segment| (segment.bytes(), segment.bits())).collect();
/// assert_eq!(segments, [(&[0b1010_0000][..], 3), (&[0xAB, 0xC0][..], 12)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct BitSegments {
    /// The segments, and after them room for more.
    bytes: Vec<u8>,
    /// Where each segment starts, and how many bits it has.
    ends: Vec<(usize, usize)>,
}

/// One of the strings of [`BitSegments`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment<'a> {
    bytes: &'a [u8],
    bits: usize,
}

impl<'a> Segment<'a> {
    /// The bytes, of which the last is filled up with zeros.
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// How many bits there are.
    pub fn bits(self) -> usize {
        self.bits
    }
}

impl BitSegments {
    /// Forgets the segments that there are, keeps the memory, and starts a first segment. All segments together have at
    /// most `bytes` bytes, those of each rounded up to a multiple of eight; what goes beyond is lost.
    pub fn writer(&mut self, bytes: usize) -> BitWriter<'_> {
        let room = bytes.next_multiple_of(WORD);
        let (rest, ends) = self.cleared(room);
        BitWriter { rest, room, ends, start: 0, bits: 0, free: u64::BITS }
    }

    /// Goes on where a writer of these segments [paused](BitWriter::pause): bits may come from several places, one after the other.
    ///
    /// # Panics
    /// If that writer was one of other segments, which have less room.
    ///
    /// ```
    /// use unite_bitstream::BitSegments;
    ///
    /// let mut segments = BitSegments::default();
    /// let mut writer = segments.writer(16);
    /// writer.put(0b101, 3);
    /// let paused = writer.pause();
    /// let mut writer = segments.resume(paused);
    /// writer.put(0b11, 2);
    /// writer.finish();
    /// assert_eq!(segments.iter().next().map(|segment| segment.bytes()), Some(&[0b1011_1000][..]));
    /// ```
    pub fn resume(&mut self, paused: PausedWriter) -> BitWriter<'_> {
        let PausedWriter { written, room, start, bits, free } = paused;
        BitWriter { rest: &mut self.bytes[written..room], room, ends: &mut self.ends, start, bits, free }
    }

    /// Room for new segments instead of those that there are: `bytes` bytes, and where each segment is.
    pub(crate) fn cleared(&mut self, bytes: usize) -> (&mut [u8], &mut Vec<(usize, usize)>) {
        if self.bytes.len() < bytes {
            self.bytes = vec![0; bytes];
        }
        self.ends.clear();
        (&mut self.bytes[..bytes], &mut self.ends)
    }

    /// The segments in the order in which they were written.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Segment<'_>> {
        self.ends
            .iter()
            .map(|&(start, bits)| Segment { bytes: &self.bytes[start..start + bits.div_ceil(8)], bits })
    }
}

/// Bytes that are stored at once.
const WORD: usize = size_of::<u64>();

/// Writes to [`BitSegments`]. Sixty-four bits are collected before anything is stored.
#[derive(Debug)]
pub struct BitWriter<'a> {
    /// Where the next word goes, and all after it.
    rest: &'a mut [u8],
    /// How many bytes there were at first.
    room: usize,
    ends: &'a mut Vec<(usize, usize)>,
    /// Where the segment starts.
    start: usize,
    /// The last bits put, left-aligned, and zeros after them.
    bits: u64,
    /// How many more bits fit: 64 when empty, 0 when full.
    free: u32,
}

/// Where a [`BitWriter`] paused, with the bits that it had not stored yet.
#[derive(Clone, Copy, Debug)]
pub struct PausedWriter {
    written: usize,
    room: usize,
    start: usize,
    bits: u64,
    free: u32,
}

impl BitWriter<'_> {
    /// The longest code, in bits, that one [`put`](Self::put) takes.
    pub const MAX_LENGTH: u32 = 56;

    /// Appends the `length` low bits of `code`.
    ///
    /// `length` is 0 to 56, and the bits of `code` above it are zero; debug builds panic otherwise, release builds
    /// write meaningless bits.
    #[inline(always)]
    pub fn put(&mut self, code: u64, length: u32) {
        debug_assert!(length <= Self::MAX_LENGTH && code >> length == 0, "{code:#x} in {length} bits");
        // How many bits fit after these; negative if not even these do.
        let free = self.free as i32 - length as i32;
        let placed = code << (free & 63);
        if free >= 0 {
            self.bits |= placed;
            self.free = free as u32;
        } else {
            self.store(self.bits | code >> (free.wrapping_neg() & 63));
            self.bits = placed;
            self.free = (free + u64::BITS as i32) as u32;
        }
    }

    /// Ends a segment, and starts the next.
    // Inlined, like all that is used beside `put`, so that the state can live in registers.
    #[inline(always)]
    pub fn end_segment(&mut self) {
        let held = u64::BITS - self.free;
        let mut bits = (self.room - self.rest.len() - self.start) * 8;
        // Held bits beyond the room are lost, as the others are.
        if held > 0 && self.store(self.bits) {
            bits += held as usize;
        }
        self.ends.push((self.start, bits));
        (self.start, self.bits, self.free) = (self.room - self.rest.len(), 0, u64::BITS);
    }

    /// How many bits the segment has so far.
    ///
    /// ```
    /// use unite_bitstream::BitSegments;
    ///
    /// let mut segments = BitSegments::default();
    /// let mut bits = segments.writer(16);
    /// bits.put(5, 3);
    /// bits.put(0, 40);
    /// assert_eq!(bits.len(), 43);
    /// ```
    #[inline(always)]
    pub fn len(&self) -> u64 {
        8 * (self.room - self.rest.len() - self.start) as u64 + u64::from(u64::BITS - self.free)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lets the segments go, to go on later: [`BitSegments::resume()`].
    #[inline(always)]
    pub fn pause(self) -> PausedWriter {
        let BitWriter { rest, room, start, bits, free, .. } = self;
        PausedWriter { written: room - rest.len(), room, start, bits, free }
    }

    /// Ends the last segment.
    #[inline(always)]
    pub fn finish(mut self) {
        self.end_segment();
    }

    /// Stores a word if there is room for it.
    #[inline(always)]
    fn store(&mut self, word: u64) -> bool {
        match mem::take(&mut self.rest).split_first_chunk_mut() {
            Some((slot, rest)) => {
                *slot = word.to_be_bytes();
                self.rest = rest;
                true
            }
            None => {
                debug_assert!(false, "more bits than were announced");
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{codes, pack};

    #[test]
    fn random_codes_match_the_definition() {
        let mut segments = BitSegments::default();
        for (case, codes) in codes().enumerate() {
            let mut writer = segments.writer(4 * codes.len());
            for &(code, length) in &codes {
                writer.put(code.into(), length);
            }
            writer.finish();
            let expected = pack(&codes, 0);
            let written: Vec<_> = segments.iter().map(Segment::bytes).collect();
            assert_eq!(written, [&expected[..]], "case {case}");
            let bits = codes.iter().map(|&(_, length)| length as usize).sum();
            assert_eq!(segments.iter().next().map(Segment::bits), Some(bits));
        }
    }

    #[test]
    fn writers_that_pause_write_the_same() {
        let mut segments = BitSegments::default();
        for (case, codes) in codes().filter(|codes| !codes.is_empty()).enumerate() {
            let mut paused = segments.writer(8 * codes.len()).pause();
            for (at, &(code, length)) in codes.iter().enumerate() {
                let mut writer = segments.resume(paused);
                writer.put(code.into(), length);
                if at == codes.len() / 2 {
                    writer.end_segment();
                }
                paused = writer.pause();
            }
            segments.resume(paused).finish();
            let written: Vec<_> = segments.iter().map(Segment::bytes).collect();
            let (first, last) = codes.split_at(codes.len() / 2 + 1);
            assert_eq!(written, [first, last].map(|codes| pack(codes, 0)), "case {case}");
        }
    }

    #[test]
    fn pairs_of_codes_are_put_at_once() {
        let mut segments = BitSegments::default();
        for codes in codes() {
            let mut writer = segments.writer(4 * codes.len());
            for pair in codes.chunks(2) {
                let length: u32 = pair.iter().map(|&(_, length)| length).sum();
                if length <= BitWriter::MAX_LENGTH {
                    let bits = pair.iter().fold(0, |bits, &(code, length)| bits << length | u64::from(code));
                    writer.put(bits, length);
                } else {
                    pair.iter().for_each(|&(code, length)| writer.put(code.into(), length));
                }
            }
            writer.finish();
            assert!(segments.iter().map(Segment::bytes).eq([&pack(&codes, 0)[..]]));
        }
    }

    #[test]
    fn segments_end_where_they_are_told_to() {
        let all: Vec<_> = codes().collect();
        let mut segments = BitSegments::default();
        let mut writer = segments.writer(all.iter().map(|codes| 4 * codes.len() + 8).sum());
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

    #[test]
    fn exactly_the_announced_bytes_fit() {
        for bytes in 0..40 {
            let mut segments = BitSegments::default();
            let mut writer = segments.writer(bytes);
            (0..bytes).for_each(|i| writer.put(i as u64, 8));
            writer.finish();
            assert!(segments.iter().map(Segment::bytes).eq([&(0..bytes as u8).collect::<Vec<_>>()[..]]));
        }
    }
}
