//! Symbols written at once, with tables that are known beforehand.

use std::ops::Range;

use unite::kernel;
use unite_bitstream::{BitSegments, BitWriter};

use super::{END_OF_BLOCK, Magnitude, McuBlock, ScanState, SymbolSink, ZERO_RUN, code_strip, symbol};
use crate::huffman::{HuffmanTable, STANDARD, SymbolCodes};
use crate::kernels::SMALL;

/// Entries for every run of zeros and every small level.
const ENTRIES: usize = 64 * SPAN;
/// How many small levels there are.
const SPAN: usize = 2 * SMALL as usize;

/// The codes of one destination: DC, AC, and code with additional bits for every run and every small level.
#[derive(Clone, Debug)]
pub(crate) struct TableCodes {
    dc: SymbolCodes,
    ac: SymbolCodes,
    /// As those of [`SymbolCodes`], by [`place`]. What sixteens of zeros take is in front.
    small: [u64; ENTRIES],
    /// Whether an entry has not the room for a code.
    has_no_small: bool,
}

/// Where the entry of a run and a small level is: negative levels come before the run, round the corner for the first.
#[inline(always)]
const fn place(run: usize, level: i32) -> usize {
    (SPAN * run).wrapping_add(level as usize) % ENTRIES
}

impl TableCodes {
    // Written with `while`, as the codes of the standard's tables are constants.
    pub(crate) const fn new([dc, ac]: &[HuffmanTable; 2]) -> Self {
        let (dc, ac) = (SymbolCodes::new(dc), SymbolCodes::new(ac));
        let mut small = [0; ENTRIES];
        let (zeros, more) = SymbolCodes::unpack(ac.entry(ZERO_RUN));
        let mut has_no_small = false;
        let mut level = -SMALL;
        while level < SMALL {
            let magnitude = Magnitude::of(level);
            let mut run = 0;
            while run < 16 {
                let symbol = symbol(run, magnitude.category());
                small[place(run, level)] = ac.with_bits(symbol, magnitude.additional_bits());
                run += 1;
            }
            while run < 64 {
                let (code, length) = SymbolCodes::unpack(small[place(run - 16, level)]);
                has_no_small |= length + more > BitWriter::MAX_LENGTH;
                small[place(run, level)] = SymbolCodes::pack(zeros << (length % 64) | code, length + more);
                run += 1;
            }
            level += 1;
        }
        Self { dc, ac, small, has_no_small }
    }
}

/// Huffman tables that are known before the picture is, for luminance and for chrominance, and their codes.
#[derive(Clone, Debug)]
pub(crate) struct KnownTables {
    pub tables: [[HuffmanTable; 2]; 2],
    pub codes: [TableCodes; 2],
}

impl KnownTables {
    /// Those that T.81 prints: made when the encoder is compiled, so that no picture pays for them.
    pub(crate) fn standard() -> &'static Self {
        static TABLES: KnownTables = KnownTables::new(STANDARD);
        &TABLES
    }

    /// Those of the user. Apart from what calls it: they are made on the stack, which few pictures need that much of.
    #[cold]
    #[inline(never)]
    pub(crate) fn boxed(tables: [[HuffmanTable; 2]; 2]) -> Box<Self> {
        Box::new(Self::new(tables))
    }

    const fn new(tables: [[HuffmanTable; 2]; 2]) -> Self {
        let codes = [TableCodes::new(&tables[0]), TableCodes::new(&tables[1])];
        Self { tables, codes }
    }
}

/// The most bytes of a block: 27 bits for DC, 26 for each of 63 AC coefficients, and what a new segment leaves free.
const BYTES_PER_BLOCK: usize = (27 + 63 * 26usize).div_ceil(8) + 8;

/// Writes the symbols of some MCUs of a row with tables that are known; a segment ends where a restart marker comes. A
/// kernel without tensors: for the instruction sets.
#[kernel]
pub(crate) fn write_strip(
    segments: &mut BitSegments,
    tables: &[TableCodes; 2],
    mcus: Range<usize>,
    blocks: &[McuBlock<'_>],
    scan: &mut ScanState,
) {
    let writer = segments.writer(mcus.len() * blocks.len() * BYTES_PER_BLOCK);
    let mut coder = Coder { writer, tables };
    code_strip(&mut coder, mcus, blocks, scan);
    coder.writer.finish();
}

/// Writes symbols as bits.
struct Coder<'a, 'b> {
    writer: BitWriter<'b>,
    tables: &'a [TableCodes; 2],
}

impl Coder<'_, '_> {
    #[inline(always)]
    fn put(&mut self, entry: u64) {
        let (code, length) = SymbolCodes::unpack(entry);
        self.writer.put(code, length);
    }
}

impl SymbolSink for Coder<'_, '_> {
    #[inline(always)]
    fn dc(&mut self, table: usize, difference: i32) {
        let magnitude = Magnitude::of(difference);
        let codes = &self.tables[table & 1].dc;
        self.put(codes.with_bits(magnitude.category() as u8, magnitude.additional_bits()));
    }

    #[inline(always)]
    fn small(&mut self, table: usize, run: usize, level: i32) {
        self.put(self.tables[table & 1].small[place(run, level)]);
    }

    #[inline(always)]
    fn ac(&mut self, table: usize, run: usize, level: i32) {
        let magnitude = Magnitude::of(level);
        let symbol = symbol(run, magnitude.category());
        self.put(self.tables[table & 1].ac.with_bits(symbol, magnitude.additional_bits()));
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        self.put(self.tables[table & 1].ac.entry(ZERO_RUN));
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.put(self.tables[table & 1].ac.entry(END_OF_BLOCK));
    }

    #[inline(always)]
    fn restart(&mut self) {
        self.writer.end_segment();
    }

    #[inline(always)]
    fn has_no_small(&self, table: usize) -> bool {
        self.tables[table & 1].has_no_small
    }
}
