//! Entropy coding of quantised blocks (T.81 F.1.2): which symbols a strip consists of, and in which order.
//!
//! What becomes of the symbols is the business of a [`SymbolSink`]: [`Coder`] writes them with given tables,
//! [`Tokens`] keeps and counts them until the tables for them are made.

mod coder;
mod tokens;

pub(crate) use coder::{Coder, TableCodes};
pub(crate) use tokens::Tokens;

use crate::frame::Frame;
use crate::markers::code::RST0;

/// Takes the symbols of a scan. `table` is 0 for luminance and 1 for chrominance.
pub(crate) trait SymbolSink {
    /// The difference of two DC coefficients (F.1.2.1).
    fn dc(&mut self, table: usize, difference: i32);
    /// A coefficient other than zero after `run` zeros, at most 15 (F.1.2.2).
    fn ac(&mut self, table: usize, run: u32, level: i32);
    /// Sixteen zeros, with a coefficient to come: the symbol ZRL.
    fn zero_run(&mut self, table: usize);
    /// Zeros to the end of the block: the symbol EOB.
    fn end_of_block(&mut self, table: usize);
    /// A restart marker, of which `code` is the second byte.
    fn restart(&mut self, code: u8);
}

/// Where a scan stands between two MCUs.
#[derive(Clone, Debug)]
pub(crate) struct ScanState {
    /// PRED: the DC coefficient of the previous block of each component.
    prediction: [i16; 3],
    /// MCUs between restart markers, 0 for no markers.
    interval: u16,
    /// MCUs before the next marker.
    to_go: u16,
    /// The number of the next marker, modulo 8.
    marker: u8,
}

impl ScanState {
    pub(crate) fn new(restart_interval: u16) -> Self {
        Self { prediction: [0; 3], interval: restart_interval, to_go: restart_interval, marker: 0 }
    }

    /// What comes before an MCU: a marker if the interval is over, after which predictions start from zero (F.1.1.5.1).
    #[inline(always)]
    fn before_mcu(&mut self, sink: &mut impl SymbolSink) {
        if self.interval == 0 {
            return;
        }
        if self.to_go == 0 {
            sink.restart(RST0 + self.marker);
            self.marker = (self.marker + 1) % 8;
            self.prediction = [0; 3];
            self.to_go = self.interval;
        }
        self.to_go -= 1;
    }
}

/// Hands the symbols of one row of MCUs to `sink`, in the order of A.2.3.
///
/// `levels` has for each component its V rows of blocks, each as long as the row of MCUs.
#[inline(always)]
pub(crate) fn code_strip(
    sink: &mut impl SymbolSink,
    frame: &Frame,
    levels: &[Vec<[i16; 64]>],
    state: &mut ScanState,
) {
    for mcu in 0..frame.mcus_per_row {
        state.before_mcu(sink);
        for ((component, levels), prediction) in
            frame.components.iter().zip(levels).zip(&mut state.prediction)
        {
            for row in levels.chunks_exact(frame.mcus_per_row * component.h) {
                for block in &row[mcu * component.h..(mcu + 1) * component.h] {
                    let difference = i32::from(block[0]) - i32::from(*prediction);
                    *prediction = block[0];
                    code_block(sink, component.table, difference, block);
                }
            }
        }
    }
}

/// The symbols of one block (figures F.1 to F.3), found from the positions of what is not zero.
#[inline(always)]
fn code_block(sink: &mut impl SymbolSink, table: usize, difference: i32, block: &[i16; 64]) {
    sink.dc(table, difference);
    let mut ac = nonzero(block) & !1;
    let mut previous = 0;
    while ac != 0 {
        let k = ac.trailing_zeros();
        ac &= ac - 1;
        let mut run = k - previous - 1;
        previous = k;
        while run > 15 {
            sink.zero_run(table);
            run -= 16;
        }
        sink.ac(table, run, i32::from(block[k as usize & 63]));
    }
    if previous != 63 {
        sink.end_of_block(table);
    }
}

/// Bit `k` is set where `levels[k]` is not zero.
#[inline(always)]
fn nonzero(levels: &[i16; 64]) -> u64 {
    // One byte a level, 1 << k % 8 or 0; the eight bytes of a group then add up to eight bits.
    let mut flags = [0u8; 64];
    for (k, (flag, &level)) in flags.iter_mut().zip(levels).enumerate() {
        *flag = if level != 0 { 1 << (k % 8) } else { 0 };
    }
    let mut mask = 0;
    for (group, flags) in flags.as_chunks::<8>().0.iter().enumerate() {
        let sum = u64::from_le_bytes(*flags).wrapping_mul(u64::MAX / 0xFF) >> 56;
        mask |= sum << (8 * group);
    }
    mask
}

/// SSSS, the category of `value` (tables F.1 and F.2): the bits of its magnitude.
#[inline(always)]
fn category(value: i32) -> u32 {
    u32::BITS - value.unsigned_abs().leading_zeros()
}

/// The SSSS bits that tell `value` from the others of its category: the value itself, less one if negative.
#[inline(always)]
fn additional_bits(value: i32, category: u32) -> u32 {
    (value + (value >> 31)) as u32 & ((1 << category) - 1)
}

/// The symbol RRRRSSSS.
#[inline(always)]
fn symbol(run: u32, category: u32) -> u8 {
    (run << 4 | category) as u8
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
        fn ac(&mut self, table: usize, run: u32, level: i32) {
            self.0.push((table, "ac", run as i32, level));
        }
        fn zero_run(&mut self, table: usize) {
            self.0.push((table, "zrl", 0, 0));
        }
        fn end_of_block(&mut self, table: usize) {
            self.0.push((table, "eob", 0, 0));
        }
        fn restart(&mut self, code: u8) {
            self.0.push((0, "rst", 0, code.into()));
        }
    }

    #[test]
    fn runs_are_cut_into_sixteens() {
        let mut block = [0; 64];
        (block[0], block[1], block[18], block[50]) = (9, -3, 7, 1);
        let mut names = Names::default();
        code_block(&mut names, 1, 2, &block);
        let expected = [
            (1, "dc", 0, 2),
            (1, "ac", 0, -3),
            (1, "zrl", 0, 0),
            (1, "ac", 0, 7),
            (1, "zrl", 0, 0),
            (1, "ac", 15, 1),
            (1, "eob", 0, 0),
        ];
        assert_eq!(names.0, expected);
    }

    #[test]
    fn a_full_block_has_no_end() {
        let mut names = Names::default();
        code_block(&mut names, 0, 0, &[1; 64]);
        assert_eq!((names.0.len(), names.0[63]), (64, (0, "ac", 0, 1)));
    }

    #[test]
    fn categories_are_those_of_table_f_1() {
        assert_eq!([0, 1, -1, 2, 3, -4, 7, 1023, -2047].map(category), [0, 1, 1, 2, 2, 3, 3, 10, 11]);
        assert_eq!([-3, -2, 2, 3].map(|value| additional_bits(value, 2)), [0, 1, 2, 3]);
    }

    #[test]
    fn every_level_has_its_bit() {
        for k in 0..64 {
            let mut levels = [0; 64];
            levels[k] = if k % 2 == 0 { -256 } else { 1 };
            assert_eq!(nonzero(&levels), 1 << k);
        }
        assert_eq!(nonzero(&[-1; 64]), u64::MAX);
    }
}
