//! Symbols written at once, with tables that are known beforehand.

use unite_bitstream::StuffedBitWriter;

use super::{END_OF_BLOCK, Magnitude, SymbolSink, ZERO_RUN, symbol};
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
                *entry = ac_entry(&ac, run, level);
            }
        }
        Self { dc, ac, small }
    }
}

/// The entry of an AC coefficient, additional bits included.
#[inline(always)]
fn ac_entry(codes: &SymbolCodes, run: u32, level: i32) -> u32 {
    let magnitude = Magnitude::of(level);
    codes.with_bits(symbol(run, magnitude.category()), magnitude.additional_bits())
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
        let magnitude = Magnitude::of(difference);
        let codes = &self.tables[table & 1].dc;
        self.put(codes.with_bits(magnitude.category() as u8, magnitude.additional_bits()));
    }

    #[inline(always)]
    fn ac(&mut self, table: usize, run: u32, level: i32) {
        let table = &self.tables[table & 1];
        let entry = match table.small[run as usize & 15].get((level + SMALL) as usize) {
            Some(&entry) => entry,
            None => ac_entry(&table.ac, run, level),
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
