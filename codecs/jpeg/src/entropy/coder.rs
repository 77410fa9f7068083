//! Symbols written at once, with tables that are known beforehand.

use std::ops::Range;

use unite::kernel;
use unite_bitstream::{BitSegments, GroupWriter};

use super::{
    END_OF_BLOCK, Magnitude, McuBlock, ScanState, SymbolSink, ZERO_RUN, code_strip, symbol, unlikely,
};
use crate::huffman::{HuffmanTable, STANDARD, SymbolCodes};
use crate::kernels::SMALL;

/// Runs of zeros that one symbol has: 0 to 15.
const RUNS: usize = 16;
/// How many small levels there are.
const SPAN: usize = 2 * SMALL as usize;
/// Entries for each run with each small level.
const ENTRIES: usize = RUNS * SPAN;
/// Entries for every difference of DC coefficients.
const DIFFERENCES: usize = 1 << 12;
/// Bits of such an entry that hold the length: of at most 16 bits of a code and 11 more.
const LENGTH_BITS: u32 = 5;

/// The codes of one destination, those of coefficients and differences with their additional bits. Few bytes for what most pictures
/// consist of: they stay in the fastest cache beside the levels.
#[derive(Clone, Debug)]
pub(crate) struct TableCodes {
    /// By the 12 low bits of the difference: its code, and below that its length.
    dc: [u32; DIFFERENCES],
    ac: SymbolCodes,
    /// By [`place`], the code; at [`END`] that of the symbol EOB. Apart from their lengths: two loads are less than taking two
    /// numbers apart.
    small: [u32; ENTRIES],
    /// How many bits these are.
    lengths: [u8; ENTRIES],
}

/// Where the entry of a distance, from 1 to 16, and of a small level is. Entries of levels below zero lie before the others.
#[inline(always)]
const fn place(distance: usize, level: i32) -> usize {
    (SPAN * distance).wrapping_add(level as usize) % ENTRIES
}

/// A place that no level has: that of a zero after 15 zeros.
const END: usize = place(RUNS, 0);

impl TableCodes {
    // Written with `while`, as the codes of the standard's tables are constants.
    pub(crate) const fn new([dc, ac]: &[HuffmanTable; 2]) -> Self {
        let ac = SymbolCodes::new(ac);
        let (mut small, mut lengths) = ([0; ENTRIES], [0; ENTRIES]);
        let mut level = -SMALL;
        while level < SMALL {
            let magnitude = Magnitude::of(level);
            let mut run = 0;
            while run < RUNS {
                let symbol = symbol(run, magnitude.category());
                let (code, length) = SymbolCodes::unpack(ac.with_bits(symbol, magnitude.additional_bits()));
                let at = place(run + 1, level);
                (small[at], lengths[at]) = (code as u32, length as u8);
                run += 1;
            }
            level += 1;
        }
        let (code, length) = SymbolCodes::unpack(ac.entry(END_OF_BLOCK));
        (small[END], lengths[END]) = (code as u32, length as u8);
        Self { dc: differences(&SymbolCodes::new(dc)), ac, small, lengths }
    }
}

/// The entries of all differences.
const fn differences(codes: &SymbolCodes) -> [u32; DIFFERENCES] {
    let mut entries = [0; DIFFERENCES];
    let mut difference = -2047;
    while difference <= 2047 {
        let magnitude = Magnitude::of(difference);
        let entry = codes.with_bits(magnitude.category() as u8, magnitude.additional_bits());
        let (code, length) = SymbolCodes::unpack(entry);
        entries[difference as usize % DIFFERENCES] = (code as u32) << LENGTH_BITS | length;
        difference += 1;
    }
    entries
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
    let writer = segments.group_writer(mcus.len() * blocks.len() * BYTES_PER_BLOCK);
    let mut coder = Coder { writer, codes: 0, length: 0, tables };
    code_strip(&mut coder, mcus, blocks, scan);
    coder.writer.finish();
}

/// Writes symbols as bits.
struct Coder<'a, 'b> {
    writer: GroupWriter<'b>,
    /// Codes that are not written yet, right-aligned.
    codes: u64,
    /// How many bits they have.
    length: u32,
    tables: &'a [TableCodes; 2],
}

impl Coder<'_, '_> {
    /// Adds to the group.
    #[inline(always)]
    fn append(&mut self, code: u64, length: u32) {
        self.codes = self.codes << (length & 63) | code;
        self.length += length;
    }

    /// Adds a code for which there is more than one load.
    #[inline(always)]
    fn append_symbol(&mut self, entry: u64) {
        let (code, length) = SymbolCodes::unpack(entry);
        self.append(code, length);
    }

    /// Adds what is at a place of the small coefficients.
    #[inline(always)]
    fn append_from(&mut self, table: usize, at: usize) {
        let codes = &self.tables[table & 1];
        self.append(codes.small[at].into(), codes.lengths[at].into());
    }
}

impl SymbolSink for Coder<'_, '_> {
    #[inline(always)]
    fn dc(&mut self, table: usize, difference: i32) {
        let entry = self.tables[table & 1].dc[difference as usize % DIFFERENCES];
        self.append((entry >> LENGTH_BITS).into(), entry & ((1 << LENGTH_BITS) - 1));
    }

    #[inline(always)]
    fn small(&mut self, table: usize, distance: usize, level: i32) {
        if distance <= RUNS {
            // 22 bits at most, beside 27.
            return self.append_from(table, place(distance, level));
        }
        unlikely();
        let mut distance = distance;
        while distance > RUNS {
            self.end_group();
            self.zero_run(table);
            distance -= RUNS;
        }
        self.append_from(table, place(distance, level));
        self.end_group();
    }

    #[inline(always)]
    fn ac(&mut self, table: usize, run: usize, level: i32) {
        let magnitude = Magnitude::of(level);
        let symbol = symbol(run, magnitude.category());
        self.append_symbol(self.tables[table & 1].ac.with_bits(symbol, magnitude.additional_bits()));
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        self.append_symbol(self.tables[table & 1].ac.entry(ZERO_RUN));
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.append_from(table, END);
    }

    #[inline(always)]
    fn end_group(&mut self) {
        self.writer.put(self.codes, self.length);
        (self.codes, self.length) = (0, 0);
    }

    #[inline(always)]
    fn restart(&mut self) {
        self.writer.end_segment();
    }
}
