//! Residuals by arithmetic coding (H.264 7.3.5.3.3, 9.3.3.1.3).

use unite_bitstream::syntax::Bits;
use unite_h264::cabac::{LAST_INC_8X8, SIGNIFICANT_INC_8X8};

use super::cabac::Cabac;
use super::cabac_tables::{LAST_8X8, LEVEL_8X8, SIGNIFICANT_8X8};

/// What a block of levels is: `ctxBlockCat` (table 9-42).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// `Intra16x16DCLevel`.
    Luma16Dc = 0,
    /// `Intra16x16ACLevel`.
    Luma16Ac = 1,
    /// `LumaLevel4x4`.
    Luma4 = 2,
    /// `ChromaDCLevel`.
    ChromaDc = 3,
    /// `ChromaACLevel`.
    ChromaAc = 4,
    /// `LumaLevel8x8`, for which no `coded_block_flag` is written.
    Luma8 = 5,
}

/// The first contexts of `coded_block_flag`, `significant_coeff_flag`, `last_significant_coeff_flag` and
/// `coeff_abs_level_minus1` (table 9-34), and `ctxBlockCatOffset` by category (table 9-40).
const CODED: usize = 85;
const SIGNIFICANT: usize = 105;
const LAST: usize = 166;
const LEVEL: usize = 227;
const CODED_OFFSET: [usize; 5] = [0, 4, 8, 12, 16];
const MAP_OFFSET: [usize; 5] = [0, 15, 29, 44, 47];
const LEVEL_OFFSET: [usize; 5] = [0, 10, 20, 30, 39];

/// `uCoff` of `coeff_abs_level_minus1`.
const PREFIX: u32 = 14;

impl Cabac {
    /// Codes `residual_block_cabac` of the levels of a block; `context` is `ctxIdxInc` of its `coded_block_flag`.
    pub fn residual_block(&mut self, bits: &mut impl Bits, category: Category, context: u8, levels: &[i16]) {
        let cat = category as usize;
        let last = levels.iter().rposition(|&level| level != 0);
        self.bin(bits, CODED + CODED_OFFSET[cat] + usize::from(context), last.is_some());
        if last.is_none() {
            return;
        }
        let inc = |at: usize| if category == Category::ChromaDc { at.min(2) } else { at };
        let significant = |at| SIGNIFICANT + MAP_OFFSET[cat] + inc(at);
        self.significance_map(bits, levels, significant, |at| LAST + MAP_OFFSET[cat] + inc(at));
        let most = 4 - usize::from(category == Category::ChromaDc);
        self.levels(bits, levels, LEVEL + LEVEL_OFFSET[cat], most);
    }

    /// The same for an 8x8 block that has levels.
    pub fn residual_block_8x8(&mut self, bits: &mut impl Bits, levels: &[i16]) {
        let significant = |at: usize| SIGNIFICANT_8X8 + usize::from(SIGNIFICANT_INC_8X8[0][at]);
        self.significance_map(bits, levels, significant, |at| LAST_8X8 + usize::from(LAST_INC_8X8[at]));
        self.levels(bits, levels, LEVEL_8X8, 4);
    }

    /// `significant_coeff_flag` and `last_significant_coeff_flag`, whose contexts depend on where a level is.
    fn significance_map(
        &mut self,
        bits: &mut impl Bits,
        levels: &[i16],
        significant: impl Fn(usize) -> usize,
        is_last: impl Fn(usize) -> usize,
    ) {
        let last = levels.iter().rposition(|&level| level != 0).unwrap_or(0);
        // The last one that there may be is there if no other was the last one.
        for (at, &level) in levels[..=last].iter().enumerate().take(levels.len() - 1) {
            self.bin(bits, significant(at), level != 0);
            if level != 0 {
                self.bin(bits, is_last(at), at == last);
            }
        }
    }

    /// `coeff_abs_level_minus1` and `coeff_sign_flag` of levels that are not 0, from the last one: few above 1 have contexts of their own.
    fn levels(&mut self, bits: &mut impl Bits, levels: &[i16], base: usize, most: usize) {
        let (mut ones, mut larger) = (0usize, 0usize);
        for &level in levels.iter().rev().filter(|&&level| level != 0) {
            let value = u32::from(level.unsigned_abs()) - 1;
            let first = if larger > 0 { 0 } else { (1 + ones).min(4) };
            let others = 5 + larger.min(most);
            self.bin(bits, base + first, value > 0);
            if value > 0 {
                (1..value.min(PREFIX)).for_each(|_| self.bin(bits, base + others, true));
                if value < PREFIX {
                    self.bin(bits, base + others, false);
                } else {
                    self.exp_golomb(bits, value - PREFIX, 0);
                }
                larger += 1;
            } else {
                ones += 1;
            }
            self.bypass(bits, level < 0);
        }
    }

    /// The suffix of UEGk: an Exp-Golomb code of order `k` (9.3.2.3).
    pub fn exp_golomb(&mut self, bits: &mut impl Bits, mut value: u32, mut k: u32) {
        while value >= 1 << k {
            self.bypass(bits, true);
            value -= 1 << k;
            k += 1;
        }
        self.bypass(bits, false);
        for bit in (0..k).rev() {
            self.bypass(bits, value >> bit & 1 == 1);
        }
    }
}
