//! Symbols written at once, with tables that are known beforehand.

use unite_bitstream::StuffedBitWriter;

use super::{END_OF_BLOCK, SymbolSink, ZERO_RUN, additional_bits, category, symbol};
use crate::huffman::{HuffmanSpec, SymbolCodes};

/// Levels from `-SMALL` up to `SMALL - 1` have entries of their own.
const SMALL: i32 = 32;

/// The codes of one destination: DC, AC, and code with additional bits for every run and every small level.
///
/// The entries are those of [`SymbolCodes`].
#[derive(Clone, Debug)]
pub(crate) struct TableCodes {
    dc: SymbolCodes,
    ac: SymbolCodes,
    small: [[u32; 2 * SMALL as usize]; 16],
}

impl TableCodes {
    pub(crate) fn new([dc, ac]: &[HuffmanSpec; 2]) -> Self {
        let (dc, ac) = (SymbolCodes::new(dc), SymbolCodes::new(ac));
        let mut small = [[0; 2 * SMALL as usize]; 16];
        for (run, entries) in (0..).zip(small.iter_mut()) {
            for (level, entry) in (-SMALL..).zip(entries) {
                let size = category(level);
                *entry = ac.with_bits(symbol(run, size), additional_bits(level, size));
            }
        }
        Self { dc, ac, small }
    }
}

/// Writes symbols to an entropy-coded segment.
pub(crate) struct Coder<'a, 'b> {
    writer: StuffedBitWriter<'b>,
    tables: &'a [TableCodes; 2],
}

impl<'a, 'b> Coder<'a, 'b> {
    #[inline(always)]
    pub(crate) fn new(writer: StuffedBitWriter<'b>, tables: &'a [TableCodes; 2]) -> Self {
        Self { writer, tables }
    }

    /// The writer, as the last symbol left it.
    #[inline(always)]
    pub(crate) fn into_writer(self) -> StuffedBitWriter<'b> {
        self.writer
    }

    #[inline(always)]
    fn put(&mut self, entry: u32) {
        let (code, length) = SymbolCodes::unpack(entry);
        self.writer.put(code, length);
    }
}

impl SymbolSink for Coder<'_, '_> {
    #[inline(always)]
    fn dc(&mut self, table: usize, difference: i32) {
        let size = category(difference);
        self.put(self.tables[table & 1].dc.with_bits(size as u8, additional_bits(difference, size)));
    }

    #[inline(always)]
    fn ac(&mut self, table: usize, run: u32, level: i32) {
        let table = &self.tables[table & 1];
        let entry = match table.small[run as usize & 15].get((level + SMALL) as usize) {
            Some(&entry) => entry,
            None => {
                let size = category(level);
                table.ac.with_bits(symbol(run, size), additional_bits(level, size))
            }
        };
        self.put(entry);
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        let (code, length) = SymbolCodes::unpack(self.tables[table & 1].ac.entry(ZERO_RUN));
        self.writer.put_rare(code, length);
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.put(self.tables[table & 1].ac.entry(END_OF_BLOCK));
    }

    #[inline(always)]
    fn restart(&mut self, code: u8) {
        self.writer.marker(code);
    }
}
