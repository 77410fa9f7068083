//! A macroblock as it was decided: its prediction, and its levels.

use unite::Block;

use crate::kernels::filter::STILL;
use crate::kernels::residual::{
    bits_of_levels, in_turn, masks_chroma, masks_luma, weights_8x8, weights_chroma, weights_luma,
};
use crate::location::{BLOCKS_4X4, Local};
use crate::syntax::macroblock_layer::{I_PCM, INTRA_IN_P, MacroblockLayer};

/// What Intra prediction is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntraKind {
    /// Blocks of 4x4 samples.
    Fours,
    /// Blocks of 8x8 samples.
    Eights,
    /// All of the macroblock.
    Whole,
}

impl IntraKind {
    /// All of them.
    pub const ALL: &[IntraKind] = &[IntraKind::Fours, IntraKind::Eights, IntraKind::Whole];
}

/// How a macroblock is predicted.
#[derive(Clone, Debug)]
pub enum Prediction {
    /// Intra_4x4 (8.3.1): for each block in the order of the stream `rem_intra4x4_pred_mode`, or none where the mode is the predicted one.
    Intra4x4([Option<u8>; 16]),
    /// Intra_8x8 (8.3.2): the same for each 8x8 block.
    Intra8x8([Option<u8>; 4]),
    /// Intra_16x16 (8.3.3): the mode of table 8-4.
    Intra16x16(u8),
    /// Samples as they are.
    Pcm,
    /// Inter prediction (8.4).
    Inter(Inter),
    /// `P_Skip`: Inter prediction of which nothing is written.
    Skip,
}

/// What is written of Inter prediction.
#[derive(Clone, Debug, Default)]
pub struct Inter {
    /// `mb_type` (table 7-13).
    pub mb_type: u8,
    /// `sub_mb_type` (table 7-17), if the macroblock has four partitions.
    pub sub_mb_type: [u8; 4],
    /// `ref_idx_l0` of each partition.
    pub references: [u8; 4],
    /// `mvd_l0` of each partition and sub-macroblock partition, across and down.
    pub differences: [[[i16; 2]; 4]; 4],
}

/// The levels of a macroblock, in the order of the scan. Blocks of luminance are in the order of rows of blocks.
#[derive(Debug)]
pub struct Residual {
    /// `Intra16x16DCLevel`.
    pub luma_dc: Local<[i16; 16]>,
    /// `LumaLevel4x4`, or `Intra16x16ACLevel` after an element that is 0.
    pub luma: Local<[[i16; 16]; 16]>,
    /// `LumaLevel8x8`, if the transform is of 8x8; `luma` then has what CAVLC makes of it.
    pub luma_8x8: Local<[[i16; 64]; 4]>,
    /// `transform_size_8x8_flag`.
    pub transform_8x8: bool,
    /// Which blocks of luminance have levels, or are a part of an 8x8 block that has, a bit for each; bit 16 is that of `luma_dc`.
    pub coded_luma: u32,
    /// `ChromaDCLevel` of Cb and Cr.
    pub chroma_dc: [Local<[i16; 4]>; 2],
    /// `ChromaACLevel`, after an element that is 0.
    pub chroma: [Local<[[i16; 16]; 4]>; 2],
    /// Which blocks of Cb and Cr have levels; bit 4 is that of the DC coefficients.
    pub coded_chroma: [u32; 2],
}

/// Residuals that were used, in the boxes in which macroblocks have them again.
#[allow(clippy::vec_box)]
pub type Spare = Vec<Box<Residual>>;

impl Default for Residual {
    fn default() -> Self {
        Residual {
            luma_dc: Block::stack(),
            luma: Block::stack(),
            luma_8x8: Block::stack(),
            transform_8x8: false,
            coded_luma: 0,
            chroma_dc: [Block::stack(), Block::stack()],
            chroma: [Block::stack(), Block::stack()],
            coded_chroma: [0; 2],
        }
    }
}

impl Residual {
    /// Begins anew, where one was used: those levels are left that are written before they are read again.
    pub fn clear(&mut self, transform_8x8: bool) {
        self.luma_dc.as_mut_slice().fill(0);
        self.chroma_dc.iter_mut().for_each(|dc| dc.as_mut_slice().fill(0));
        (self.transform_8x8, self.coded_luma, self.coded_chroma) = (transform_8x8, 0, [0; 2]);
    }

    /// The levels of the block of luminance in a row and a column of blocks.
    pub fn luma_levels(&self, [row, column]: [usize; 2]) -> &[i16; 16] {
        &self.luma.as_slice().as_chunks().0[4 * row + column]
    }

    /// The levels of a block of a component of chrominance.
    pub fn chroma_levels(&self, component: usize, block: usize) -> &[i16; 16] {
        &self.chroma[component].as_slice().as_chunks().0[block]
    }

    /// Sets the levels of a block of luminance.
    pub fn set_luma(&mut self, [row, column]: [usize; 2], levels: &[i16], coded: bool) {
        let at = 4 * row + column;
        self.luma.as_mut_slice().as_chunks_mut::<16>().0[at].copy_from_slice(levels);
        self.coded_luma = self.coded_luma & !(1 << at) | u32::from(coded) << at;
    }

    /// The levels of an 8x8 block of luminance.
    pub fn luma_levels_8x8(&self, index: usize) -> &[i16; 64] {
        &self.luma_8x8.as_slice().as_chunks().0[index]
    }

    /// Sets the levels of an 8x8 block of luminance, for both entropy coders.
    pub fn set_luma_8x8(&mut self, index: usize, levels: Local<[i16; 64]>, coded: bool) {
        let mut blocks = Block::<[[i16; 16]; 4]>::stack();
        in_turn(&levels, &mut blocks);
        for (&block, levels) in BLOCKS_4X4[4 * index..4 * index + 4].iter().zip(blocks.into_memory()) {
            self.set_luma(block, &levels, coded);
        }
        self.luma_8x8.as_mut_slice().as_chunks_mut().0[index] = levels.into_memory();
    }

    /// Drops the levels of 8x8 blocks of luminance of Inter prediction, and of all, that are few and small: not worth their bits.
    pub fn drop_luma(&mut self) {
        if self.coded_luma == 0 {
            return;
        }
        let mut weights = Block::<[[u32; 2]; 2]>::stack();
        if self.transform_8x8 {
            weights_8x8(&self.luma_8x8, &mut weights);
        } else {
            weights_luma(&self.luma, self.coded_luma, &mut weights);
        }
        let mut all = 0;
        for (index, &weight) in weights.as_slice().iter().enumerate() {
            if weight < 3 {
                self.clear_luma(index);
            } else {
                all += weight;
            }
        }
        if all < 5 {
            (0..4).for_each(|index| self.clear_luma(index));
        }
    }

    /// Drops the levels of an 8x8 block of luminance: nobody reads those of blocks that have none.
    fn clear_luma(&mut self, index: usize) {
        for [row, column] in &BLOCKS_4X4[4 * index..4 * index + 4] {
            self.coded_luma &= !(1 << (4 * row + column));
        }
    }

    /// A component of chrominance has no levels, and says so in the stream.
    pub fn clear_chroma(&mut self, component: usize) {
        self.chroma[component].as_mut_slice().fill(0);
        self.coded_chroma[component] = 0;
    }

    /// Drops the levels of chrominance of Inter prediction, but for DC coefficients, that are few and small.
    pub fn drop_chroma(&mut self) {
        for component in 0..2 {
            if self.coded_chroma[component] & 15 == 0 {
                continue;
            }
            let mut weight = Block::<[[u32; 1]; 1]>::stack();
            weights_chroma(&self.chroma[component], self.coded_chroma[component], &mut weight);
            if weight.as_slice() < &[7] {
                self.chroma[component].as_mut_slice().fill(0);
                self.coded_chroma[component] &= 1 << 4;
            }
        }
    }

    /// At least as many bits as CAVLC makes of it, with what is said before: a block has up to 40 beside those of its levels; a level up
    /// to six, and two for each step that it is above 0, but not more than one that is 16 (9.2).
    pub fn bits_at_most(&self) -> u64 {
        let bits = |level: &i16| 6 * i32::from(*level != 0) + 2 * i32::from(level.clamp(&-16, &16).abs());
        let dc = [self.luma_dc.as_slice(), self.chroma_dc[0].as_slice(), self.chroma_dc[1].as_slice()];
        let mut bits = 40 * 30 + dc.map(|dc| dc.iter().map(bits).sum::<i32>()).iter().sum::<i32>();
        if self.coded_luma & 0xFFFF != 0 {
            bits += bits_of_levels(&self.luma);
        }
        for component in (0..2).filter(|&component| self.coded_chroma[component] & 15 != 0) {
            bits += bits_of_levels(&self.chroma[component]);
        }
        bits as u64
    }

    /// `CodedBlockPatternLuma` of Intra_4x4, Intra_8x8 and Inter: a bit for each 8x8 block.
    pub fn pattern_luma(&self) -> u32 {
        BLOCKS_4X4.iter().enumerate().fold(0, |pattern, (index, [row, column])| {
            pattern | (self.coded_luma >> (4 * row + column) & 1) << (index / 4)
        })
    }

    /// `CodedBlockPatternChroma`.
    fn pattern_chroma(&self) -> u32 {
        let coded = self.coded_chroma[0] | self.coded_chroma[1];
        u32::from(coded != 0) + u32::from(coded & 15 != 0)
    }

    /// Bits of blocks of luminance that have levels, where blocks of 8x8 have none.
    pub fn pattern(&self, intra_16x16: bool) -> u32 {
        let luma = match intra_16x16 {
            true if self.coded_luma & 0xFFFF != 0 => 15,
            true => 0,
            false => self.pattern_luma(),
        };
        luma | self.pattern_chroma() << 4
    }
}

/// What is known of the 4x4 blocks of a macroblock, in rows of blocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfBlocks<T> {
    /// Of luminance.
    pub luma: [[T; 4]; 4],
    /// Of Cb and Cr.
    pub chroma: [[[T; 2]; 2]; 2],
}

/// A macroblock.
#[derive(Debug)]
pub struct Macroblock {
    /// How it is predicted.
    pub prediction: Prediction,
    /// `intra_chroma_pred_mode`.
    pub chroma_mode: u8,
    /// Its levels, in a place of their own, so that a macroblock is moved at no price.
    pub residual: Box<Residual>,
    /// `mb_qp_delta`.
    pub qp_delta: i32,
}

impl Macroblock {
    /// A macroblock of a prediction, before it is known what its quantiser is.
    pub fn new(prediction: Prediction, chroma_mode: u8, residual: Box<Residual>) -> Self {
        Macroblock { prediction, chroma_mode, residual, qp_delta: 0 }
    }

    /// `CodedBlockPatternLuma + 16 * CodedBlockPatternChroma`.
    pub fn pattern(&self) -> u32 {
        self.residual.pattern(matches!(self.prediction, Prediction::Intra16x16(_)))
    }

    /// Whether `mb_qp_delta` is written: where there is a residual.
    pub fn has_qp_delta(&self) -> bool {
        match self.prediction {
            Prediction::Pcm | Prediction::Skip => false,
            Prediction::Intra16x16(_) => true,
            Prediction::Intra4x4(_) | Prediction::Intra8x8(_) | Prediction::Inter(_) => self.pattern() != 0,
        }
    }

    /// Which levels of blocks are not 0, a bit for each; DC coefficients that are apart do not count.
    pub fn masks(&self) -> OfBlocks<u32> {
        let Residual { luma, coded_luma, chroma, coded_chroma, .. } = &*self.residual;
        let (mut of_luma, mut of_chroma) =
            (Block::<[[u32; 4]; 4]>::stack(), [(); 2].map(|()| Block::stack()));
        if coded_luma & 0xFFFF != 0 {
            masks_luma(luma, *coded_luma, &mut of_luma);
        }
        for component in (0..2).filter(|&component| coded_chroma[component] & 15 != 0) {
            masks_chroma(&chroma[component], coded_chroma[component], &mut of_chroma[component]);
        }
        OfBlocks { luma: of_luma.into_memory(), chroma: of_chroma.map(Block::into_memory) }
    }

    /// How many levels of each block are not 0, by the masks of them: `total_coeff`. In I_PCM all count as such (9.2.1).
    pub fn counts<const N: usize>(&self, masks: &[[u32; N]; N]) -> [[u8; N]; N] {
        masks.map(|row| row.map(|mask| if self.is_pcm() { 16 } else { mask.count_ones() as u8 }))
    }

    /// Which blocks of luminance have levels, or are a part of an 8x8 block that has; in I_PCM all.
    pub fn luma_flags(&self) -> [[u8; 4]; 4] {
        self.flags(self.residual.coded_luma)
    }

    /// Which blocks of a component of chrominance have levels beside the DC coefficients; in I_PCM all.
    pub fn chroma_flags(&self, component: usize) -> [[u8; 2]; 2] {
        self.flags(self.residual.coded_chroma[component])
    }

    /// Bits of blocks in rows and columns, one for each.
    fn flags<const N: usize>(&self, coded: u32) -> [[u8; N]; N] {
        let coded = if self.is_pcm() { u32::MAX } else { coded };
        std::array::from_fn(|row| std::array::from_fn(|column| (coded >> (N * row + column) & 1) as u8))
    }

    /// Whether it is I_PCM.
    pub fn is_pcm(&self) -> bool {
        matches!(self.prediction, Prediction::Pcm)
    }

    /// Whether it is of Intra prediction.
    pub fn is_intra(&self) -> bool {
        !matches!(self.prediction, Prediction::Inter(_) | Prediction::Skip)
    }

    /// How alike its blocks are: 0 where they may move apart, 1 where all move by one vector or none does, [`STILL`] if without levels.
    pub fn evenness(&self) -> u8 {
        match &self.prediction {
            Prediction::Skip => STILL,
            Prediction::Inter(inter) if inter.mb_type != 0 => 0,
            Prediction::Inter(_) if self.residual.coded_luma == 0 => STILL,
            _ => 1,
        }
    }

    /// `transform_size_8x8_flag`, which Inter prediction without levels of luminance does not have (7.3.5).
    pub fn transform_8x8(&self) -> bool {
        match self.prediction {
            Prediction::Intra8x8(_) => true,
            Prediction::Inter(_) => self.residual.transform_8x8 && self.pattern() & 15 != 0,
            _ => false,
        }
    }

    /// Sets the syntax elements before the residual (7.3.5) where there are none yet.
    pub fn layer(&self, p_slice: bool, layer: &mut MacroblockLayer) {
        let pattern = self.pattern();
        let intra = |kind: i64| if p_slice { INTRA_IN_P + kind } else { kind };
        match &self.prediction {
            Prediction::Skip => debug_assert!(false, "nothing is written of skipped macroblocks"),
            Prediction::Inter(inter) => {
                layer.mb_type = inter.mb_type.into();
                layer.sub_mb_type = inter.sub_mb_type.map(i64::from);
                layer.ref_idx_l0 = inter.references.map(i64::from);
                let count = if inter.mb_type == 0 { 2 } else { layer.mvd_l0.len() };
                let components = inter.differences.iter().flatten().flatten();
                for (difference, component) in layer.mvd_l0[..count].iter_mut().zip(components) {
                    *difference = (*component).into();
                }
            }
            Prediction::Pcm => layer.mb_type = intra(I_PCM),
            Prediction::Intra16x16(mode) => {
                // Table 7-11: the mode, then the pattern of chrominance, then whether all of luminance is coded.
                let kind = 1 + u32::from(*mode) + 4 * (pattern >> 4) + 12 * u32::from(pattern & 15 != 0);
                layer.mb_type = intra(kind.into());
            }
            Prediction::Intra4x4(modes) => {
                layer.mb_type = intra(0);
                (layer.prev_intra4x4_pred_mode_flag, layer.rem_intra4x4_pred_mode) = written(modes);
            }
            Prediction::Intra8x8(modes) => {
                layer.mb_type = intra(0);
                (layer.prev_intra8x8_pred_mode_flag, layer.rem_intra8x8_pred_mode) = written(modes);
            }
        }
        layer.coded_block_pattern = pattern.into();
        layer.transform_size_8x8_flag = self.transform_8x8().into();
        layer.intra_chroma_pred_mode = self.chroma_mode.into();
        layer.mb_qp_delta = self.qp_delta.into();
    }
}

/// What is written of modes: whether each is the predicted one, and which one it is otherwise.
fn written<const N: usize>(modes: &[Option<u8>; N]) -> ([i64; N], [i64; N]) {
    (modes.map(|mode| mode.is_none().into()), modes.map(|mode| mode.unwrap_or(0).into()))
}
