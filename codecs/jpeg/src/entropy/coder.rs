//! Symbols written at once, with tables that are known beforehand.

use std::ops::Range;

use unite::kernel;
use unite_bitstream::{BitSegments, BitWriter};

use super::{
    END_OF_BLOCK, Magnitude, McuBlock, ScanState, SymbolSink, ZERO_RUN, code_strip, symbol, unlikely,
};
use crate::huffman::{HuffmanTable, SymbolCodes};

/// Levels from `-SMALL` up to `SMALL - 1` have entries of their own.
const SMALL: i32 = 32;

/// The codes of one destination: DC, AC, and code with additional bits for every run and every small level.
///
/// The entries are those of [`SymbolCodes`]; small levels need at most 16 + 6 bits, so that 32 bits do.
#[derive(Clone, Debug)]
pub(crate) struct TableCodes {
    dc: SymbolCodes,
    ac: SymbolCodes,
    small: [[u32; 2 * SMALL as usize]; 16],
}

impl TableCodes {
    pub(crate) fn new([dc, ac]: &[HuffmanTable; 2]) -> Self {
        let (dc, ac) = (SymbolCodes::new(dc), SymbolCodes::new(ac));
        let mut small = [[0; 2 * SMALL as usize]; 16];
        for (run, entries) in (0..).zip(small.iter_mut()) {
            for (level, entry) in (-SMALL..).zip(entries) {
                *entry = ac_entry(&ac, run, level) as u32;
            }
        }
        Self { dc, ac, small }
    }
}

/// The entry of an AC coefficient, additional bits included.
#[inline(always)]
fn ac_entry(codes: &SymbolCodes, run: usize, level: i32) -> u64 {
    let magnitude = Magnitude::of(level);
    codes.with_bits(symbol(run, magnitude.category()), magnitude.additional_bits())
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
    fn ac(&mut self, table: usize, run: usize, level: i32) {
        let table = &self.tables[table & 1];
        let entry = match table.small[run & 15].get((level + SMALL) as u32 as usize) {
            Some(&entry) => entry.into(),
            None => {
                unlikely();
                ac_entry(&table.ac, run, level)
            }
        };
        self.put(entry);
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        let (code, length) = SymbolCodes::unpack(self.tables[table & 1].ac.entry(ZERO_RUN));
        self.writer.put(code, length);
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.put(self.tables[table & 1].ac.entry(END_OF_BLOCK));
    }

    #[inline(always)]
    fn restart(&mut self) {
        self.writer.end_segment();
    }
}
