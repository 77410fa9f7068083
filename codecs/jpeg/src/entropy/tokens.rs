//! Symbols kept and counted, for tables that are made when all are known.

use unite_bitstream::StuffedBitWriter;

use super::{END_OF_BLOCK, Magnitude, SymbolSink, ZERO_RUN};
use crate::huffman::{HuffmanSpec, SymbolCodes, optimal};

/// Bits of a token below its additional bits.
const ADDITIONAL: u32 = 16;

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
        self.filled = 0;
        self.restarts.clear();
        *self.frequencies = Frequencies::default();
    }

    /// Adds the symbols of at most `blocks` blocks, which `collect` hands to the collector.
    #[inline(always)]
    pub(crate) fn extend(&mut self, blocks: usize, collect: impl FnOnce(&mut Collector<'_>)) {
        let needed = self.filled + blocks * TOKENS_PER_BLOCK;
        if self.slots.len() < needed {
            self.slots.resize(needed, 0);
        }
        let mut collector = Collector {
            slots: &mut self.slots,
            filled: self.filled,
            frequencies: &mut self.frequencies.0,
            restarts: &mut self.restarts,
        };
        collect(&mut collector);
        self.filled = collector.filled;
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
        let end = (self.filled, None);
        let restarts = self.restarts.iter().map(|&(position, marker)| (position, Some(marker)));
        for (position, marker) in restarts.chain([end]) {
            for batch in self.slots[start..position].chunks(BATCH) {
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
}

/// Keeps and counts the symbols of a strip.
pub(crate) struct Collector<'a> {
    slots: &'a mut [u32],
    filled: usize,
    frequencies: &'a mut [[u64; 256]; 4],
    restarts: &'a mut Vec<(usize, u8)>,
}

impl Collector<'_> {
    #[inline(always)]
    fn push(&mut self, table: usize, class: usize, run: u32, magnitude: Magnitude) {
        let destination = (table & 1) << 1 | class;
        let token = magnitude.0 | run << 4;
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
    fn ac(&mut self, table: usize, run: u32, level: i32) {
        self.push(table, 1, run, Magnitude::of(level));
    }

    #[inline(always)]
    fn zero_run(&mut self, table: usize) {
        self.push(table, 1, u32::from(ZERO_RUN >> 4), Magnitude(0));
    }

    #[inline(always)]
    fn end_of_block(&mut self, table: usize) {
        self.push(table, 1, u32::from(END_OF_BLOCK), Magnitude(0));
    }

    fn restart(&mut self, code: u8) {
        self.restarts.push((self.filled, code));
    }
}
