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
    small: Box<[[u32; 2 * SMALL as usize]; 16]>,
}

impl TableCodes {
    pub(crate) fn new([dc, ac]: &[HuffmanSpec; 2]) -> Self {
        let (dc, ac) = (SymbolCodes::new(dc), SymbolCodes::new(ac));
        let mut small = Box::new([[0; 2 * SMALL as usize]; 16]);
        for (run, entries) in (0..).zip(small.iter_mut()) {
            for (level, entry) in (-SMALL..).zip(entries) {
                let size = category(level);
                let bits = additional_bits(level, size) << SymbolCodes::LENGTH_BITS;
                *entry = ac.entry(symbol(run, size)) | bits;
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
        put_entry(&mut self.writer, entry, 0);
    }
}

/// Puts the code of an entry of [`SymbolCodes`], and in the room after it the bits `additional`.
#[inline(always)]
pub(super) fn put_entry(writer: &mut StuffedBitWriter<'_>, entry: u32, additional: u32) {
    let length = entry & ((1 << SymbolCodes::LENGTH_BITS) - 1);
    writer.put(entry >> SymbolCodes::LENGTH_BITS | additional, length);
}

impl SymbolSink for Coder<'_, '_> {
    #[inline(always)]
    fn dc(&mut self, table: usize, difference: i32) {
        let size = category(difference);
        let entry = self.tables[table].dc.entry(size as u8);
        put_entry(&mut self.writer, entry, additional_bits(difference, size));
    }

    #[inline(always)]
    fn ac(&mut self, table: usize, run: u32, level: i32) {
        let table = &self.tables[table];
        match table.small[run as usize & 15].get((level + SMALL) as usize) {
            Some(&entry) => self.put(entry),
            None => {
                let size = category(level);
                let entry = table.ac.entry(symbol(run, size));
                put_entry(&mut self.writer, entry, additional_bits(level, size));
            }
        }
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        self.put(self.tables[table].ac.entry(ZERO_RUN));
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.put(self.tables[table].ac.entry(END_OF_BLOCK));
    }

    #[inline(always)]
    fn restart(&mut self, code: u8) {
        self.writer.marker(code);
    }
}
