//! Symbols kept and counted, for tables that are made when all are known.

use std::ops::Range;

use unite::kernel;
use unite_bitstream::BitSegments;

use super::{END_OF_BLOCK, Magnitude, McuBlock, ScanState, Stream, SymbolSink, ZERO_RUN, code_strip};
use crate::huffman::{HuffmanTable, SymbolCodes, optimal};
use crate::parallel;

/// Bits of a token below its additional bits.
const ADDITIONAL: u32 = 16;

/// Codes by the table of a token: twice the destination and the class.
pub(crate) type Codes = [SymbolCodes; 4];

/// The most tokens of one block: DC, 63 AC coefficients, and EOB.
const TOKENS_PER_BLOCK: usize = 65;

/// The symbols of a picture, one 32-bit token each, and how often each occurs.
///
/// A token has the symbol in bits 0 to 7, the class of its table (0 DC, 1 AC) in bit 8, the destination of the table
/// in bit 9 and the additional bits from bit 16 on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens {
    /// The tokens, and after them room for more.
    slots: Vec<u32>,
    /// How many tokens there are.
    filled: usize,
    frequencies: Box<Frequencies>,
    /// For each restart marker the number of tokens before it.
    restarts: Vec<usize>,
    /// What is being written, in pieces.
    pieces: Vec<BitSegments>,
}

#[derive(Clone, Debug)]
struct Frequencies([[u64; 256]; 4]);

impl Default for Frequencies {
    fn default() -> Self {
        Self([[0; 256]; 4])
    }
}

impl Tokens {
    /// Forgets all symbols, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.filled = 0;
        self.restarts.clear();
        *self.frequencies = Frequencies::default();
    }

    /// Adds the symbols that are in `other`.
    pub(crate) fn append(&mut self, other: &Self) {
        self.restarts.extend(other.restarts.iter().map(|position| self.filled + position));
        self.grow(other.filled);
        self.slots[self.filled..][..other.filled].copy_from_slice(&other.slots[..other.filled]);
        self.filled += other.filled;
        let counts = self.frequencies.0.as_flattened_mut().iter_mut();
        counts.zip(other.frequencies.0.as_flattened()).for_each(|(count, more)| *count += more);
    }

    /// Makes room for `more` tokens.
    pub(super) fn grow(&mut self, more: usize) {
        let needed = self.filled + more;
        if self.slots.len() < needed {
            // By steps, so that a picture is not copied at every strip.
            self.slots.resize(needed.max(self.slots.len() * 2), 0);
        }
    }

    /// Adds one symbol of table `index`, twice the destination and the class, with its additional bits. There must be
    /// [room](Self::grow) for it.
    #[inline(always)]
    pub(super) fn put(&mut self, index: usize, symbol: u8, additional: u32) {
        self.frequencies.0[index & 3][usize::from(symbol)] += 1;
        if let Some(slot) = self.slots.get_mut(self.filled) {
            *slot = additional << ADDITIONAL | (index as u32) << 8 | u32::from(symbol);
            self.filled += 1;
        }
    }

    /// There is a restart marker after the symbols so far.
    pub(super) fn restart(&mut self) {
        self.restarts.push(self.filled);
    }

    /// The best tables for the symbols of a scan of a progressive frame: of DC coefficients, for luminance and for
    /// chrominance, and of AC coefficients.
    pub(crate) fn progressive_tables(&self) -> ([HuffmanTable; 2], HuffmanTable) {
        let [y_dc, ac, c_dc, _] = &self.frequencies.0;
        ([optimal(y_dc), optimal(c_dc)], optimal(ac))
    }

    /// The codes of these, and of bits without a code.
    pub(crate) fn progressive_codes(dc: &[HuffmanTable; 2], ac: &HuffmanTable) -> Codes {
        let [y_dc, c_dc] = dc.each_ref().map(SymbolCodes::new);
        [y_dc, SymbolCodes::new(ac), c_dc, SymbolCodes::bits()]
    }

    /// The best tables for the symbols so far: DC and AC, for luminance and for chrominance.
    pub(crate) fn tables(&self) -> [[HuffmanTable; 2]; 2] {
        let [y_dc, y_ac, c_dc, c_ac] = &self.frequencies.0;
        [[optimal(y_dc), optimal(y_ac)], [optimal(c_dc), optimal(c_ac)]]
    }

    /// The codes of all tables.
    pub(crate) fn codes(tables: &[[HuffmanTable; 2]; 2]) -> Codes {
        [&tables[0][0], &tables[0][1], &tables[1][0], &tables[1][1]].map(SymbolCodes::new)
    }

    /// Writes all symbols with `codes`, on at most `threads` threads, handing the stream to `drain` now and then, with how
    /// much is done, from 0 to 1.
    pub(crate) fn write<E>(
        &mut self,
        codes: &Codes,
        threads: usize,
        stream: &mut Stream,
        mut drain: impl FnMut(&mut Stream, f32) -> Result<(), E>,
    ) -> Result<(), E> {
        /// Tokens that are written in one go: some 20 kB of bytes.
        const PIECE: usize = 1 << 15;
        let pieces = self.filled.div_ceil(PIECE);
        self.pieces.resize_with(if threads == 1 { 1 } else { 2 * threads }, BitSegments::default);
        let Self { slots, filled, restarts, pieces: buffers, .. } = self;
        let run = |piece, segments: &mut BitSegments| {
            let range = piece * PIECE..(*filled).min((piece + 1) * PIECE);
            let before = |position| restarts.partition_point(|&restart| restart < position);
            let restarts = &restarts[before(range.start)..before(range.end)];
            write_tokens(segments, codes, slots, range, restarts);
        };
        let mut done = 0;
        parallel::in_order(threads, buffers, 0..pieces, run, |segments| {
            stream.append(segments);
            done += 1;
            drain(stream, done as f32 / pieces as f32)
        })
    }
}

/// Writes the tokens in `range`; a segment ends before each of `restarts`. A kernel without tensors: for the instruction
/// sets.
#[kernel]
fn write_tokens(
    segments: &mut BitSegments,
    codes: &Codes,
    tokens: &[u32],
    range: Range<usize>,
    restarts: &[usize],
) {
    /// The most bytes of a token: 27 bits.
    const BYTES_PER_TOKEN: usize = 4;
    /// The most bytes that a segment leaves free.
    const BYTES_PER_SEGMENT: usize = 8;
    let room = range.len() * BYTES_PER_TOKEN + restarts.len() * BYTES_PER_SEGMENT;
    let mut writer = segments.group_writer(room);
    let code = |token: u32| {
        let codes = &codes[(token >> 8 & 3) as usize];
        SymbolCodes::unpack(codes.with_bits(token as u8, token >> ADDITIONAL))
    };
    let mut start = range.start;
    for end in restarts.iter().copied().chain([range.end]) {
        // Two tokens have 54 bits at most.
        let (pairs, last) = tokens[start..end].as_chunks();
        for &[first, second] in pairs {
            let ((first, more), (second, length)) = (code(first), code(second));
            writer.put(first << length | second, more + length);
        }
        for &token in last {
            let (code, length) = code(token);
            writer.put(code, length);
        }
        if end < range.end {
            writer.end_segment();
        }
        start = end;
    }
    writer.finish();
}

/// Keeps the symbols of some MCUs of a row for tables that are to be made. A kernel without tensors: for the instruction
/// sets.
#[kernel]
pub(crate) fn collect_strip(
    tokens: &mut Tokens,
    mcus: Range<usize>,
    blocks: &[McuBlock<'_>],
    scan: &mut ScanState,
) {
    tokens.grow(mcus.len() * blocks.len() * TOKENS_PER_BLOCK);
    let mut collector = Collector {
        slots: &mut tokens.slots,
        filled: tokens.filled,
        frequencies: &mut tokens.frequencies.0,
        restarts: &mut tokens.restarts,
    };
    code_strip(&mut collector, mcus, blocks, scan);
    tokens.filled = collector.filled;
}

/// Keeps and counts the symbols of a strip.
struct Collector<'a> {
    slots: &'a mut [u32],
    filled: usize,
    frequencies: &'a mut [[u64; 256]; 4],
    restarts: &'a mut Vec<usize>,
}

impl Collector<'_> {
    #[inline(always)]
    fn push(&mut self, table: usize, class: usize, run: usize, magnitude: Magnitude) {
        let destination = (table & 1) << 1 | class;
        let token = magnitude.0 | (run as u32) << 4;
        self.frequencies[destination][usize::from(token as u8)] += 1;
        // There is a slot for every symbol that a strip can have.
        if let Some(slot) = self.slots.get_mut(self.filled) {
            *slot = token | (destination as u32) << 8;
            self.filled += 1;
        }
    }
}

impl SymbolSink for Collector<'_> {
    #[inline(always)]
    fn dc(&mut self, table: usize, difference: i32) {
        self.push(table, 0, 0, Magnitude::of(difference));
    }

    #[inline(always)]
    fn ac(&mut self, table: usize, run: usize, level: i32) {
        self.push(table, 1, run, Magnitude::of(level));
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        self.push(table, 1, usize::from(ZERO_RUN >> 4), Magnitude(0));
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.push(table, 1, usize::from(END_OF_BLOCK), Magnitude(0));
    }

    fn restart(&mut self) {
        self.restarts.push(self.filled);
    }
}
