//! Entropy coding of quantised blocks (T.81 F.1.2): which symbols a strip consists of, and in which order.
//!
//! What becomes of the symbols is the business of a [`SymbolSink`]: the one of [`coder`] writes them with given tables,
//! the one of [`tokens`] keeps and counts them until the tables for them are made, and [`TokenWriter`] writes them. Both can begin in the middle of a
//! scan; [`Stream`] joins what they made.

mod coder;
mod kinds;
mod pieces;
mod progressive;
mod stream;
mod token_writer;
mod tokens;

use std::ops::{Deref, Range};

pub(crate) use coder::{KnownTables, TableCodes, write_strip};
pub(crate) use progressive::{Progression, collect_scan, end_of_scan};
pub(crate) use stream::{Stream, WRITE_SIZE};
pub(crate) use token_writer::TokenWriter;
pub(crate) use tokens::{Tokens, collect_strip};

use crate::kernels::{SMALL, mask};

/// Takes the symbols of a scan. `table` is 0 for luminance and 1 for chrominance.
trait SymbolSink {
    /// The difference of two DC coefficients (F.1.2.1).
    fn dc(&mut self, table: usize, difference: i32);
    /// A [small](SMALL) coefficient other than zero (F.1.2.2), so many places behind the last such, or behind the first of the
    /// block. Of the zeros between them sixteens are symbols of their own.
    fn small(&mut self, table: usize, distance: usize, level: i32);
    /// A coefficient other than zero after `run` zeros, at most 15.
    fn ac(&mut self, table: usize, run: usize, level: i32);
    /// Sixteen zeros, with a coefficient to come: the symbol ZRL.
    fn zero_run(&mut self, table: usize);
    /// Zeros to the end of the block: the symbol EOB.
    fn end_of_block(&mut self, table: usize);
    /// A restart marker.
    fn restart(&mut self);
    /// At most two symbols came since the block began, or since this was called, the second a small coefficient or the end of
    /// the block. (Of a coefficient that is not small, its zero runs and itself come one by one.)
    fn end_group(&mut self) {}
}

/// One of the blocks of an MCU: where it is found for each MCU of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct McuBlock<'a> {
    /// The place of the component in the scan, 0 to 3.
    pub component: usize,
    /// Its tables: 0 for luminance, 1 for chrominance.
    pub table: usize,
    /// The row of blocks that it is in, in zig-zag order.
    pub levels: &'a [[i16; 64]],
    /// For each block of that row which levels are not zero, as [`nonzero`](crate::kernels::nonzero()) says it.
    pub masks: &'a [[u16; 4]],
    /// The block's place in the first MCU of the row.
    pub first: usize,
    /// H, the distance of that place from one MCU to the next.
    pub step: usize,
}

/// The blocks of an MCU in the order of A.2.3.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct McuBlocks<'a> {
    /// B.2.3 allows 10.
    blocks: [McuBlock<'a>; 10],
    count: usize,
}

impl<'a> McuBlocks<'a> {
    /// Adds the next, of which there are at most 10.
    pub(crate) fn push(&mut self, block: McuBlock<'a>) {
        self.blocks[self.count] = block;
        self.count += 1;
    }
}

impl<'a> Deref for McuBlocks<'a> {
    type Target = [McuBlock<'a>];

    fn deref(&self) -> &Self::Target {
        &self.blocks[..self.count]
    }
}

/// Where a scan stands between two MCUs.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScanState {
    /// PRED: the DC coefficient of the previous block of each component.
    prediction: [i16; 4],
    /// MCUs between restart markers, 0 for no markers.
    interval: u16,
    /// MCUs before the next marker.
    to_go: u16,
}

impl ScanState {
    /// Before the first MCU.
    pub(crate) fn new(restart_interval: u16) -> Self {
        Self { prediction: [0; 4], interval: restart_interval, to_go: restart_interval }
    }

    /// After MCU `number` of the scan, which is the first of a row that has `blocks`.
    pub(crate) fn after(restart_interval: u16, number: usize, blocks: &[McuBlock<'_>]) -> Self {
        let mut state = Self::new(restart_interval);
        if restart_interval > 0 {
            state.to_go -= 1 + (number % usize::from(restart_interval)) as u16;
        }
        for block in blocks {
            state.prediction[block.component] = block.levels[block.first][0];
        }
        state
    }

    /// Counts up to `mcus` MCUs, at least 1, and returns how many: those before which there is no marker, but for the
    /// first. If there is one before that, predictions start from zero (F.1.1.5.1).
    fn advance(&mut self, mcus: usize, sink: &mut impl SymbolSink) -> usize {
        if self.interval == 0 {
            return mcus;
        }
        if self.to_go == 0 {
            sink.restart();
            (self.prediction, self.to_go) = ([0; 4], self.interval);
        }
        let count = mcus.min(self.to_go.into());
        self.to_go -= count as u16;
        count
    }
}

/// Hands the symbols of some MCUs of a row to `sink`. `blocks` are the blocks of an MCU in the order of A.2.3.
#[inline(always)]
fn code_strip(
    sink: &mut impl SymbolSink,
    mcus: Range<usize>,
    blocks: &[McuBlock<'_>],
    state: &mut ScanState,
) {
    let mut start = mcus.start;
    while start < mcus.end {
        let end = start + state.advance(mcus.end - start, sink);
        let mut prediction = state.prediction;
        for mcu in start..end {
            for block in blocks {
                let at = block.first + mcu * block.step;
                let (levels, mask) = (&block.levels[at], mask(block.masks[at]));
                let prediction = &mut prediction[block.component & 3];
                let difference = i32::from(levels[0]) - i32::from(*prediction);
                *prediction = levels[0];
                code_block(sink, block.table, difference, levels, mask);
            }
        }
        state.prediction = prediction;
        start = end;
    }
}

/// The symbols of one block (figures F.1 to F.3), found from the positions of what is not zero.
#[inline(always)]
fn code_block(sink: &mut impl SymbolSink, table: usize, difference: i32, levels: &[i16; 64], mask: u64) {
    sink.dc(table, difference);
    if mask & 1 != 0 {
        unlikely();
        code_any(sink, table, levels, mask & !1);
    } else {
        let (mut ac, mut last) = (mask, 0);
        let mut next = |sink: &mut _, ac: &mut u64| {
            let k = ac.trailing_zeros() as usize;
            SymbolSink::small(sink, table, k - last, levels[k & 63].into());
            last = k;
            *ac &= *ac - 1;
        };
        while ac != 0 {
            next(sink, &mut ac);
            sink.end_group();
            if ac == 0 {
                break;
            }
            next(sink, &mut ac);
        }
    }
    if mask >> 63 == 0 {
        sink.end_of_block(table);
    }
    sink.end_group();
}

/// The AC coefficients of a block some of which may be large.
#[inline(always)]
fn code_any(sink: &mut impl SymbolSink, table: usize, levels: &[i16; 64], mut ac: u64) {
    sink.end_group();
    let mut last = 0;
    while ac != 0 {
        let k = ac.trailing_zeros() as usize;
        ac &= ac - 1;
        let (distance, level) = (k - last, i32::from(levels[k & 63]));
        last = k;
        if (-SMALL..SMALL).contains(&level) {
            sink.small(table, distance, level);
            sink.end_group();
            continue;
        }
        let mut run = distance - 1;
        while run > 15 {
            sink.zero_run(table);
            sink.end_group();
            run -= 16;
        }
        sink.ac(table, run, level);
        sink.end_group();
    }
}

/// Called where the program seldom comes, to keep that code off the path of the rest.
#[cold]
#[inline(always)]
fn unlikely() {}

/// A level or a difference as it is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Magnitude(u32);

impl Magnitude {
    /// For each value of 12 bits, found by its low 12 bits: the category, and from bit 16 on the additional bits.
    /// T.81 needs 11 bits and a sign at 8 bits a sample.
    const TABLE: [u32; 1 << 12] = Self::table();

    const fn table() -> [u32; 1 << 12] {
        let mut table = [0; 1 << 12];
        let mut value = -2047i32;
        while value <= 2047 {
            let category = u32::BITS - value.unsigned_abs().leading_zeros();
            let additional = (value + (value >> 31)) as u32 & ((1 << category) - 1);
            table[(value & 0xFFF) as usize] = additional << 16 | category;
            value += 1;
        }
        table
    }

    #[inline(always)]
    const fn of(value: i32) -> Self {
        static TABLE: [u32; 1 << 12] = Magnitude::TABLE;
        Self(TABLE[(value & 0xFFF) as usize])
    }

    /// SSSS (tables F.1 and F.2): the bits of the value without its sign.
    #[inline(always)]
    const fn category(self) -> u32 {
        self.0 & 15
    }

    /// The SSSS bits that tell the value from the others of its category: the value itself, less one if negative.
    #[inline(always)]
    const fn additional_bits(self) -> u32 {
        self.0 >> 16
    }
}

/// The symbol RRRRSSSS.
#[inline(always)]
const fn symbol(run: usize, category: u32) -> u8 {
    ((run as u32) << 4 | category) as u8
}

/// The symbol for sixteen zeros.
const ZERO_RUN: u8 = 0xF0;
/// The symbol for zeros to the end of the block.
const END_OF_BLOCK: u8 = 0x00;

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes symbols down as tuples of table, name and two numbers.
    #[derive(Default)]
    struct Names(Vec<(usize, &'static str, i32, i32)>);

    impl SymbolSink for Names {
        fn dc(&mut self, table: usize, difference: i32) {
            self.0.push((table, "dc", 0, difference));
        }
        fn small(&mut self, table: usize, distance: usize, level: i32) {
            self.0.push((table, "small", distance as i32, level));
        }
        fn ac(&mut self, table: usize, run: usize, level: i32) {
            self.0.push((table, "ac", run as i32, level));
        }
        fn zero_run(&mut self, table: usize) {
            self.0.push((table, "zrl", 0, 0));
        }
        fn end_of_block(&mut self, table: usize) {
            self.0.push((table, "eob", 0, 0));
        }
        fn restart(&mut self) {
            self.0.push((0, "rst", 0, 0));
        }
    }

    #[test]
    fn runs_before_large_coefficients_are_cut_into_sixteens() {
        let mut block = [0; 64];
        (block[0], block[1], block[18], block[50]) = (9, -3, 7, 1);
        let mask = 1 << 1 | 1 << 18 | 1 << 50;
        let mut names = Names::default();
        code_block(&mut names, 1, 2, &block, mask);
        let [dc, eob] = [(1, "dc", 0, 2), (1, "eob", 0, 0)];
        assert_eq!(names.0, [dc, (1, "small", 1, -3), (1, "small", 17, 7), (1, "small", 32, 1), eob]);
        block[50] = 32;
        let mut names = Names::default();
        code_block(&mut names, 1, 2, &block, mask | 1);
        let large = [(1, "zrl", 0, 0), (1, "ac", 15, 32)];
        let expected = [dc, (1, "small", 1, -3), (1, "small", 17, 7), large[0], large[1], eob];
        assert_eq!(names.0, expected);
    }

    #[test]
    fn a_scan_can_be_entered_after_any_mcu() {
        // One component; the levels are the numbers of the blocks.
        let levels: Vec<[i16; 64]> = (0..40).map(|i| [i; 64]).collect();
        let masks = vec![[0; 4]; levels.len()];
        let from = |first| {
            let (levels, masks) = (&levels[first..], &masks[first..]);
            [McuBlock { component: 0, table: 0, levels, masks, first: 0, step: 1 }]
        };
        for interval in [0, 1, 2, 3, 7, 39, 40, 41, u16::MAX] {
            let mut whole = Names::default();
            code_strip(&mut whole, 0..40, &from(0), &mut ScanState::new(interval));
            for first in 0..40 {
                let mut parts = Names::default();
                code_strip(&mut parts, 0..first + 1, &from(0), &mut ScanState::new(interval));
                let mut state = ScanState::after(interval, first, &from(first));
                code_strip(&mut parts, 1..40 - first, &from(first), &mut state);
                assert_eq!(parts.0, whole.0, "{first}, {interval}");
            }
        }
    }

    #[test]
    fn a_full_block_has_no_end() {
        let mut names = Names::default();
        code_block(&mut names, 0, 0, &[1; 64], !1);
        assert_eq!((names.0.len(), names.0[63]), (64, (0, "small", 1, 1)));
    }

    #[test]
    fn categories_are_those_of_table_f_1() {
        let categories = [0, 1, -1, 2, 3, -4, 7, 1023, -2047].map(|value| Magnitude::of(value).category());
        assert_eq!(categories, [0, 1, 1, 2, 2, 3, 3, 10, 11]);
        assert_eq!([-3, -2, 2, 3].map(|value| Magnitude::of(value).additional_bits()), [0, 1, 2, 3]);
    }
}
