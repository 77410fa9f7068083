//! Macroblocks in the syntax of CABAC (H.264 7.3.5, 9.3.2.5, 9.3.3.1).

use std::convert::Infallible;
use std::ops::RangeInclusive;

use unite_bitstream::syntax::{Bits, Coder, Descriptor};

use super::cabac::Cabac;
use super::cabac_residual::Category;
use super::cabac_tables::TRANSFORM_8X8;
use super::macroblock::{Format, residual_blocks};
use crate::macroblock::{Macroblock, OfBlocks, Prediction};
use crate::syntax::macroblock_layer::{I_PCM, INTRA_IN_P, MacroblockLayer, element};

/// `ctxIdxInc` of what depends on neighbours (9.3.3.1.1), as the tables have it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Increments {
    /// `mb_skip_flag`.
    pub skip: u8,
    /// `mb_type` in I slices.
    pub mb_type: u8,
    /// `transform_size_8x8_flag`.
    pub transform_8x8: u8,
    /// `intra_chroma_pred_mode`.
    pub chroma_mode: u8,
    /// The bins of `CodedBlockPatternLuma`, in rows of 8x8 blocks.
    pub pattern_luma: [[u8; 2]; 2],
    /// The two bins of `CodedBlockPatternChroma`.
    pub pattern_chroma: [u8; 2],
    /// `mb_qp_delta`: whether that of the macroblock before is not 0.
    pub qp_delta: u8,
    /// `ref_idx_l0` of each partition.
    pub references: [u8; 4],
    /// `absMvdComp` summed over both neighbours, of each partition and sub-macroblock partition, across and down.
    pub differences: [[[u16; 2]; 4]; 4],
    /// `coded_block_flag` of the DC coefficients of luminance, Cb and Cr.
    pub dc: [u8; 3],
    /// The same of the 4x4 blocks.
    pub blocks: OfBlocks<u8>,
}

/// Follows the syntax table of macroblocks.
struct Elements<'a, B> {
    cabac: &'a mut Cabac,
    bits: &'a mut B,
    increments: &'a Increments,
    p_slice: bool,
    chroma: bool,
}

impl<B: Bits> Elements<'_, B> {
    fn bin(&mut self, context: usize, bin: bool) {
        self.cabac.bin(self.bits, context, bin);
    }

    /// `mb_type` (9.3.2.5, tables 9-36 and 9-37).
    fn mb_type(&mut self, value: i64) {
        if !self.p_slice {
            let first = 3 + usize::from(self.increments.mb_type);
            return self.intra_type(value, first, [6, 7, 8, 9, 10]);
        }
        self.bin(14, value >= INTRA_IN_P);
        if value >= INTRA_IN_P {
            return self.intra_type(value - INTRA_IN_P, 17, [18, 19, 19, 20, 20]);
        }
        // P_L0_16x16: 0 0, P_8x8: 0 1, P_L0_L0_8x16: 1 0, P_L0_L0_16x8: 1 1.
        let halves = value == 1 || value == 2;
        self.bin(15, halves);
        self.bin(if halves { 17 } else { 16 }, value % 2 == 1);
    }

    /// `mb_type` of an Intra macroblock: the contexts of its first bin, of the patterns of luminance and of chrominance (two), and of the mode.
    fn intra_type(&mut self, value: i64, first: usize, contexts: [usize; 5]) {
        self.bin(first, value != 0);
        if value == 0 {
            return;
        }
        self.cabac.terminate(self.bits, value == I_PCM);
        if value == I_PCM {
            return;
        }
        let value = value - 1;
        let (luma, chroma, mode) = (value / 12, value / 4 % 3, value % 4);
        self.bin(contexts[0], luma != 0);
        self.bin(contexts[1], chroma != 0);
        if chroma != 0 {
            self.bin(contexts[2], chroma == 2);
        }
        self.bin(contexts[3], mode & 2 != 0);
        self.bin(contexts[4], mode & 1 != 0);
    }

    /// `coded_block_pattern` (9.3.2.6).
    fn pattern(&mut self, value: i64) {
        for block in 0..4 {
            let inc = self.increments.pattern_luma[block / 2][block % 2];
            self.bin(73 + usize::from(inc), value >> block & 1 == 1);
        }
        if !self.chroma {
            return;
        }
        let [first, second] = self.increments.pattern_chroma.map(usize::from);
        self.bin(77 + first, value >> 4 != 0);
        if value >> 4 != 0 {
            self.bin(81 + second, value >> 4 == 2);
        }
    }

    /// `mb_qp_delta` (9.3.2.7): 1, -1, 2, -2 and so on, unary.
    fn qp_delta(&mut self, value: i64) {
        let number = if value > 0 { 2 * value - 1 } else { -2 * value };
        let mut context = 60 + usize::from(self.increments.qp_delta);
        for at in 0..number {
            self.bin(context, true);
            context = if at == 0 { 62 } else { 63 };
        }
        self.bin(context, false);
    }

    /// `ref_idx_l0`: unary.
    fn reference(&mut self, value: i64, partition: usize) {
        let mut inc = usize::from(self.increments.references[partition]);
        for _ in 0..value {
            self.bin(54 + inc, true);
            inc = if inc < 4 { 4 } else { 5 };
        }
        self.bin(54 + inc, false);
    }

    /// `mvd_l0` (9.3.2.3, UEG3 with a prefix of nine).
    fn difference(&mut self, value: i64, at: usize) {
        let sum = self.increments.differences[at / 8][at / 2 % 4][at % 2];
        let base = if at.is_multiple_of(2) { 40 } else { 47 };
        let mut inc = match sum {
            ..3 => 0,
            3..=32 => 1,
            _ => 2,
        };
        let magnitude = value.unsigned_abs() as u32;
        for _ in 0..magnitude.min(9) {
            self.bin(base + inc, true);
            inc = if inc < 3 { 3 } else { (inc + 1).min(6) };
        }
        if magnitude < 9 {
            self.bin(base + inc, false);
        } else {
            self.cabac.exp_golomb(self.bits, magnitude - 9, 3);
        }
        if magnitude > 0 {
            self.cabac.bypass(self.bits, value < 0);
        }
    }
}

impl<B: Bits> Coder for Elements<'_, B> {
    type Error = Infallible;

    const ARITHMETIC: bool = true;

    fn element(
        &mut self,
        name: &'static str,
        descriptor: Descriptor,
        range: RangeInclusive<i64>,
        value: i64,
    ) -> Result<i64, Infallible> {
        debug_assert!(range.contains(&value), "{name} is {value}, and has to be in {range:?}");
        let Descriptor::Ae(id) = descriptor else {
            unreachable!("{name} has no descriptor ae(v)");
        };
        match id {
            element::MB_TYPE => self.mb_type(value),
            element::TRANSFORM_SIZE_8X8 => {
                self.bin(TRANSFORM_8X8 + usize::from(self.increments.transform_8x8), value == 1);
            }
            element::PREV_INTRA_PRED_MODE => self.bin(68, value == 1),
            element::REM_INTRA_PRED_MODE => (0..3).for_each(|bit| self.bin(69, value >> bit & 1 == 1)),
            element::INTRA_CHROMA_PRED_MODE => {
                self.bin(64 + usize::from(self.increments.chroma_mode), value > 0);
                (1..=value.min(2)).for_each(|less| self.bin(67, value > less));
            }
            // P_L0_8x8: 1, 8x4: 0 0, 4x8: 0 1 1, 4x4: 0 1 0.
            element::SUB_MB_TYPE => {
                self.bin(21, value == 0);
                if value > 0 {
                    self.bin(22, value > 1);
                }
                if value > 1 {
                    self.bin(23, value == 2);
                }
            }
            element::CODED_BLOCK_PATTERN => self.pattern(value),
            element::MB_QP_DELTA => self.qp_delta(value),
            element::REF_IDX..element::MVD => self.reference(value, (id - element::REF_IDX) as usize),
            element::MVD.. => self.difference(value, (id - element::MVD) as usize),
        }
        Ok(value)
    }
}

impl Cabac {
    /// Codes a macroblock but for the samples of I_PCM: `mb_skip_flag` in P slices, and `macroblock_layer` unless it is skipped.
    pub fn macroblock(
        &mut self,
        bits: &mut impl Bits,
        macroblock: &Macroblock,
        increments: &Increments,
        format: Format,
    ) {
        let Format { p_slice, references, chroma, transform_8x8 } = format;
        let skipped = matches!(macroblock.prediction, Prediction::Skip);
        if p_slice {
            self.bin(bits, 11 + usize::from(increments.skip), skipped);
        }
        if skipped {
            return;
        }
        let mut layer = MacroblockLayer::default();
        macroblock.layer(p_slice, &mut layer);
        let mut elements = Elements { cabac: self, bits, increments, p_slice, chroma };
        let Ok(()) = layer.code(&mut elements, p_slice, references as i64, chroma, transform_8x8);
        if !macroblock.is_pcm() {
            self.residual(bits, macroblock, increments);
        }
    }

    /// Codes `residual` (7.3.5.3).
    fn residual(&mut self, bits: &mut impl Bits, macroblock: &Macroblock, increments: &Increments) {
        let Increments { dc, blocks: OfBlocks { luma, chroma }, .. } = increments;
        let large = macroblock.transform_8x8();
        let Ok(()) = residual_blocks(macroblock, large, |category, component, [row, column], levels| {
            let context = match category {
                Category::Luma16Dc => dc[0],
                Category::ChromaDc => dc[1 + component],
                Category::ChromaAc => chroma[component][row][column],
                Category::Luma16Ac | Category::Luma4 => luma[row][column],
                Category::Luma8 => {
                    self.residual_block_8x8(bits, levels);
                    return Ok::<_, Infallible>(());
                }
            };
            self.residual_block(bits, category, context, levels);
            Ok(())
        });
    }
}
