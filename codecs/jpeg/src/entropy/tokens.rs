//! Symbols kept and counted, for tables that are made when all are known.

use std::ops::Range;

use unite::kernel;

use super::kinds::Frequencies;
use super::pieces::{Piece, Pieces};
use super::{
    END_OF_BLOCK, Magnitude, McuBlock, ScanState, SymbolSink, ZERO_RUN, code_strip, kinds, unlikely,
};
use crate::huffman::{HuffmanTable, optimal};

/// The most tokens of one block: three of DC, and 63 AC coefficients of two tokens each, or EOB for the last of them.
const TOKENS_PER_BLOCK: usize = 3 + 2 * 63;

/// The symbols of a scan, with their additional bits, and how often each occurs. What the tokens are, is in [`kinds`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens {
    pieces: Pieces,
    /// Made when the first are counted.
    frequencies: Option<Box<Frequencies>>,
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
        self.pieces.clear();
    }

    /// Adds the symbols that are in `other`, where they are counted.
    pub(crate) fn append(&mut self, other: &Self) {
        self.pieces.append(&other.pieces);
    }

    /// Adds how often symbols occurred in `other`, which forgets it.
    pub(crate) fn take_counts(&mut self, other: &mut Self) {
        if let Some(other) = &mut other.frequencies {
            self.frequencies.get_or_insert_with(Frequencies::boxed).take(other);
        }
    }

    /// All tokens, in their order.
    pub(super) fn pieces(&self) -> &[Piece] {
        self.pieces.used()
    }

    /// Adds what `collect` collects of `units`, some of them at a time: at most `most` tokens of each.
    #[inline(always)]
    pub(super) fn collect(
        &mut self,
        units: Range<usize>,
        most: usize,
        mut collect: impl FnMut(&mut Collector<'_>, Range<usize>),
    ) {
        let frequencies = self.frequencies.get_or_insert_with(Frequencies::boxed);
        let mut start = units.start;
        while start < units.end {
            let (piece, count) = self.pieces.with_room(units.end - start, most);
            frequencies.expect(count * most);
            let Piece { slots, filled, restarts } = piece;
            let mut collector = Collector { slots, filled: *filled, frequencies, restarts };
            collect(&mut collector, start..start + count);
            *filled = collector.filled;
            start += count;
        }
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
    let most = blocks.len() * TOKENS_PER_BLOCK;
    tokens.collect(mcus, most, |collector, mcus| code_strip(collector, mcus, blocks, scan));
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
    fn small(&mut self, table: usize, distance: usize, level: i32) {
        let mut run = distance - 1;
        while run > 15 {
            unlikely();
            self.zero_run(table);
            run -= 16;
        }
        self.frequencies.count_small(table, run, level);
        self.put(kinds::small(table, run, level));
    }

    /// Most of the coefficients beside a large one are small: one token for each of these.
    #[inline(always)]
    fn ac(&mut self, table: usize, run: usize, level: i32) {
        if kinds::is_small(level) {
            return self.small(table, run + 1, level);
        }
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
