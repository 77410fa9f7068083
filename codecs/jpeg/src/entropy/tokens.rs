//! Symbols kept and counted, for tables that are made when all are known.

use std::ops::Range;

use unite::kernel;
use unite_bitstream::{BitSegments, GroupWriter};

use super::kinds::{Entries, Frequencies};
use super::{
    END_OF_BLOCK, Magnitude, McuBlock, ScanState, Stream, SymbolSink, ZERO_RUN, code_strip, kinds, unlikely,
};
use crate::huffman::{HuffmanTable, optimal};
use crate::parallel;

/// The most tokens of one block: three of DC, and 63 AC coefficients of two tokens each, or EOB for the last of them.
const TOKENS_PER_BLOCK: usize = 3 + 2 * 63;

/// The symbols of a picture, with their additional bits, and how often each occurs. What the tokens are, is in [`kinds`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens {
    /// The tokens, and after them room for more.
    slots: Vec<u16>,
    /// How many tokens there are.
    filled: usize,
    /// Made when the first are counted.
    frequencies: Option<Box<Frequencies>>,
    /// Made when they are written.
    entries: Option<Box<Entries>>,
    /// For each restart marker the number of tokens before it.
    restarts: Vec<usize>,
    /// What is being written, in pieces.
    pieces: Vec<BitSegments>,
}

impl Tokens {
    /// Forgets all symbols, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.forget_tokens();
        if let Some(frequencies) = &mut self.frequencies {
            frequencies.clear();
        }
    }

    /// Forgets all symbols, but not how often they occurred.
    pub(crate) fn forget_tokens(&mut self) {
        self.filled = 0;
        self.restarts.clear();
    }

    /// Adds the symbols that are in `other`, where they are counted.
    pub(crate) fn append(&mut self, other: &Self) {
        self.restarts.extend(other.restarts.iter().map(|position| self.filled + position));
        self.grow(other.filled);
        self.slots[self.filled..][..other.filled].copy_from_slice(&other.slots[..other.filled]);
        self.filled += other.filled;
    }

    /// Adds how often symbols occurred in `other`, which forgets it.
    pub(crate) fn take_counts(&mut self, other: &mut Self) {
        if let Some(other) = &mut other.frequencies {
            self.frequencies.get_or_insert_with(Frequencies::boxed).take(other);
        }
    }

    /// Makes room for `more` tokens.
    fn grow(&mut self, more: usize) {
        let needed = self.filled + more;
        if self.slots.len() < needed {
            // By steps, so that a picture is not copied at every strip.
            self.slots.resize(needed.max(self.slots.len() * 2), 0);
        }
    }

    /// Adds what `collect` collects: at most `most` tokens.
    #[inline(always)]
    pub(super) fn collect(&mut self, most: usize, collect: impl FnOnce(&mut Collector<'_>)) {
        self.grow(most);
        let frequencies = self.frequencies.get_or_insert_with(Frequencies::boxed);
        frequencies.expect(most);
        let mut collector = Collector {
            slots: &mut self.slots,
            filled: self.filled,
            frequencies,
            restarts: &mut self.restarts,
        };
        collect(&mut collector);
        self.filled = collector.filled;
    }

    /// The best tables for the symbols so far: DC and AC, for luminance and for chrominance.
    pub(crate) fn tables(&mut self) -> [[HuffmanTable; 2]; 2] {
        self.frequencies.get_or_insert_with(Frequencies::boxed).of_symbols().map(|table| table.map(optimal))
    }

    /// The best tables for the symbols of a scan of a progressive frame: of DC coefficients, for luminance and for
    /// chrominance, and of AC coefficients, which are all counted as those of luminance.
    pub(crate) fn progressive_tables(&mut self) -> ([HuffmanTable; 2], HuffmanTable) {
        let [[y_dc, ac], [c_dc, _]] = self.tables();
        ([y_dc, c_dc], ac)
    }

    /// Writes all symbols with the codes of `tables`, on at most `threads` threads, handing the stream to `drain` now and
    /// then, with how much is done, from 0 to 1.
    pub(crate) fn write<E>(
        &mut self,
        tables: [[&HuffmanTable; 2]; 2],
        threads: usize,
        stream: &mut Stream,
        mut drain: impl FnMut(&mut Stream, f32) -> Result<(), E>,
    ) -> Result<(), E> {
        /// Tokens that are written in one go: some 20 kB of bytes.
        const PIECE: usize = 1 << 15;
        let pieces = self.filled.div_ceil(PIECE);
        self.pieces.resize_with(if threads == 1 { 1 } else { 2 * threads }, BitSegments::default);
        let Self { slots, filled, restarts, pieces: buffers, entries, .. } = self;
        let entries = entries.get_or_insert_with(Entries::boxed);
        entries.fill(tables);
        let run = |piece, segments: &mut BitSegments| {
            let range = piece * PIECE..(*filled).min((piece + 1) * PIECE);
            let before = |position| restarts.partition_point(|&restart| restart < position);
            let restarts = &restarts[before(range.start)..before(range.end)];
            write_tokens(segments, entries, slots, range, restarts);
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
    entries: &Entries,
    tokens: &[u16],
    range: Range<usize>,
    restarts: &[usize],
) {
    /// The most bytes of a token: 27 bits.
    const BYTES_PER_TOKEN: usize = 4;
    /// The most bytes that a segment leaves free.
    const BYTES_PER_SEGMENT: usize = 8;
    let room = range.len() * BYTES_PER_TOKEN + restarts.len() * BYTES_PER_SEGMENT;
    let mut writer = segments.group_writer(room);
    let mut start = range.start;
    for end in restarts.iter().copied().chain([range.end]) {
        let pair = |first, second| {
            let ((first, more), (second, length)) = (entries.code(first), entries.code(second));
            // 54 bits at most.
            (first << length | second, more + length)
        };
        let (fours, last) = tokens[start..end].as_chunks();
        for &[a, b, c, d] in fours {
            let ((first, more), (second, length)) = (pair(a, b), pair(c, d));
            if more + length <= GroupWriter::MAX_LENGTH {
                writer.put(first << length | second, more + length);
            } else {
                unlikely();
                writer.put(first, more);
                writer.put(second, length);
            }
        }
        for &token in last {
            let (code, length) = entries.code(token);
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
    let most = mcus.len() * blocks.len() * TOKENS_PER_BLOCK;
    tokens.collect(most, |collector| code_strip(collector, mcus, blocks, scan));
}

/// Keeps and counts symbols.
pub(super) struct Collector<'a> {
    slots: &'a mut [u16],
    filled: usize,
    frequencies: &'a mut Frequencies,
    restarts: &'a mut Vec<usize>,
}

impl Collector<'_> {
    /// Adds a token.
    #[inline(always)]
    fn put(&mut self, token: u16) {
        // There is a slot for every symbol that a strip can have.
        if let Some(slot) = self.slots.get_mut(self.filled) {
            *slot = token;
            self.filled += 1;
        }
    }

    /// A symbol of AC coefficients, without its additional bits.
    #[inline(always)]
    pub(super) fn symbol(&mut self, table: usize, symbol: u8) {
        self.frequencies.count_symbol(table, symbol);
        self.put(kinds::symbol(table, symbol));
    }

    /// The `length` low bits of `bits`, at most 18, without a code.
    #[inline(always)]
    pub(super) fn raw(&mut self, bits: u32, length: u32) {
        const LONGEST: u32 = kinds::LONGEST_RAW;
        if length > LONGEST {
            self.put(kinds::raw(bits >> LONGEST, length - LONGEST));
            self.put(kinds::raw(bits & ((1 << LONGEST) - 1), LONGEST));
        } else if length > 0 {
            self.put(kinds::raw(bits, length));
        }
    }

    /// An AC coefficient other than zero after `run` zeros, at most 15.
    #[inline(always)]
    pub(super) fn coefficient(&mut self, table: usize, run: usize, level: i32) {
        if kinds::is_small(level) {
            self.small(table, run, level);
        } else {
            self.ac(table, run, level);
        }
    }
}

impl SymbolSink for Collector<'_> {
    #[inline(always)]
    fn dc(&mut self, table: usize, difference: i32) {
        self.frequencies.count_dc(table, difference);
        if kinds::is_small_difference(difference) {
            self.put(kinds::dc(table, difference));
        } else {
            unlikely();
            let magnitude = Magnitude::of(difference);
            self.put(kinds::dc_symbol(table, magnitude.category()));
            self.raw(magnitude.additional_bits(), magnitude.category());
        }
    }

    #[inline(always)]
    fn small(&mut self, table: usize, mut run: usize, level: i32) {
        while run > 15 {
            unlikely();
            self.zero_run(table);
            run -= 16;
        }
        self.frequencies.count_small(table, run, level);
        self.put(kinds::small(table, run, level));
    }

    #[inline(always)]
    fn ac(&mut self, table: usize, run: usize, level: i32) {
        let magnitude = Magnitude::of(level);
        self.symbol(table, super::symbol(run, magnitude.category()));
        self.raw(magnitude.additional_bits(), magnitude.category());
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        self.symbol(table, ZERO_RUN);
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.symbol(table, END_OF_BLOCK);
    }

    fn restart(&mut self) {
        self.restarts.push(self.filled);
    }
}
