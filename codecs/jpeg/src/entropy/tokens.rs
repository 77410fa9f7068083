//! Symbols kept and counted, for tables that are made when all are known.

use unite_bitstream::StuffedBitWriter;

use super::{END_OF_BLOCK, SymbolSink, ZERO_RUN, additional_bits, category, symbol};
use crate::huffman::{HuffmanSpec, SymbolCodes, optimal};

/// Bits of a token below its additional bits.
const ADDITIONAL: u32 = 16;

/// The symbols of a picture, one 32-bit token each, and how often each occurs.
///
/// A token has the symbol in bits 0 to 7, the class of its table (0 DC, 1 AC) in bit 8, the destination of the table
/// in bit 9 and the additional bits from bit 16 on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens {
    tokens: Vec<u32>,
    frequencies: Box<Frequencies>,
    /// For each restart marker the number of tokens before it, and the second byte of the marker.
    restarts: Vec<(usize, u8)>,
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
        self.tokens.clear();
        self.restarts.clear();
        *self.frequencies = Frequencies::default();
    }

    /// The best tables for the symbols so far: DC and AC, for luminance and for chrominance.
    pub(crate) fn tables(&self) -> [[HuffmanSpec; 2]; 2] {
        let [y_dc, y_ac, c_dc, c_ac] = &self.frequencies.0;
        [[optimal(y_dc), optimal(y_ac)], [optimal(c_dc), optimal(c_ac)]]
    }

    /// Writes all symbols with `tables`, handing the writer's bytes to `drain` now and then.
    pub(crate) fn write<E>(
        &self,
        tables: &[[HuffmanSpec; 2]; 2],
        bytes: &mut Vec<u8>,
        mut drain: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        /// Tokens between two drains: at most some 100 kB of bytes.
        const BATCH: usize = 1 << 15;
        let codes = [&tables[0][0], &tables[0][1], &tables[1][0], &tables[1][1]].map(SymbolCodes::new);
        let mut pending = Default::default();
        let mut start = 0;
        let end = (self.tokens.len(), None);
        let restarts = self.restarts.iter().map(|&(position, marker)| (position, Some(marker)));
        for (position, marker) in restarts.chain([end]) {
            for batch in self.tokens[start..position].chunks(BATCH) {
                let mut writer = StuffedBitWriter::resume(pending, bytes);
                for &token in batch {
                    let codes = &codes[(token >> 8 & 3) as usize];
                    let entry = codes.with_bits(token as u8, token >> ADDITIONAL);
                    let (code, length) = SymbolCodes::unpack(entry);
                    writer.put(code, length);
                }
                pending = writer.suspend();
                drain(bytes)?;
            }
            start = position;
            let mut writer = StuffedBitWriter::resume(pending, bytes);
            match marker {
                Some(marker) => writer.marker(marker),
                None => writer.pad_with_ones(),
            }
            pending = writer.suspend();
        }
        drain(bytes)
    }

    #[inline(always)]
    fn push(&mut self, table: usize, class: usize, symbol: u8, additional: u32) {
        let destination = (table & 1) << 1 | class;
        self.frequencies.0[destination][usize::from(symbol)] += 1;
        self.tokens.push(u32::from(symbol) | (destination as u32) << 8 | additional << ADDITIONAL);
    }
}

impl SymbolSink for Tokens {
    #[inline(always)]
    fn dc(&mut self, table: usize, difference: i32) {
        let size = category(difference);
        self.push(table, 0, size as u8, additional_bits(difference, size));
    }

    #[inline(always)]
    fn ac(&mut self, table: usize, run: u32, level: i32) {
        let size = category(level);
        self.push(table, 1, symbol(run, size), additional_bits(level, size));
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        self.push(table, 1, ZERO_RUN, 0);
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.push(table, 1, END_OF_BLOCK, 0);
    }

    fn restart(&mut self, code: u8) {
        self.restarts.push((self.tokens.len(), code));
    }
}
