//! The levels of blocks of luminance that cost least (see [`choose_levels()`]), by the bits that the entropy coder makes of them.

use unite::Block;
use unite_bitstream::syntax::BitCount;

use crate::entropy::cabac_residual::Category;
use crate::entropy::cavlc::{Context, mask_of, residual_block};
use crate::kernels::context::{NOT_AVAILABLE, counts_beside, put};
use crate::kernels::residual::{coefficients_four_8x8, coefficients_sixteen_4x4};
use crate::location::{BLOCKS_4X4, Local, Macroblock as Location, Part};
use crate::macroblock::Residual;
use crate::picture::Block16;
use crate::trellis::choose_levels;
use crate::work::{Source, Work};

/// What a 256th of a bit weighs against the squares of 256ths of levels, for Intra and for Inter prediction: `lambda_of_squares` over the
/// square of the step of a quantiser, which is the same for all of them, 0.136 for a bit and a level.
const WEIGHTS: [i64; 2] = [28, 35];

/// `nC` by how many coefficients the neighbours have (9.2.1).
fn cavlc_context(beside: [u8; 2]) -> Context {
    Context::Neighbours(match beside {
        [NOT_AVAILABLE, NOT_AVAILABLE] => 0,
        [NOT_AVAILABLE, count] | [count, NOT_AVAILABLE] => count,
        [a, b] => (a + b).div_ceil(2),
    })
}

/// `ctxIdxInc` of `coded_block_flag` (9.3.3.1.1.9).
fn cabac_context(beside: [u8; 2], intra: bool) -> u8 {
    let [a, b] = beside.map(|count| u8::from(if count == NOT_AVAILABLE { intra } else { count > 0 }));
    a + 2 * b
}

impl Work<'_> {
    /// The levels of a 4x4 block by its coefficients, and whether any is not 0. The table has their number then.
    pub fn least_4x4(
        &mut self,
        location: Location,
        block: [usize; 2],
        coefficients: &[i16; 16],
        category: Category,
        intra: bool,
    ) -> ([i16; 16], bool) {
        let quantizer = self.shared.quantizers.luma(self.qp);
        let area = location.part(Part::block_4x4(block));
        let beside = counts_beside(&area, &self.tables.total_coeff);
        // The first coefficient is among the DC coefficients there.
        let first = usize::from(category == Category::Luma16Ac);
        let mut levels = [0; 16];
        let weight = WEIGHTS[usize::from(!intra)];
        let coded = choose_levels(
            &coefficients[first..],
            &quantizer.scanned_mf[first..],
            &mut levels[first..],
            weight,
            |levels| {
                let mut bits = BitCount::default();
                let Some(cabac) = &self.cabac else {
                    residual_block(&mut bits, levels, mask_of(levels), cavlc_context(beside)).ok()?;
                    return Some(256 * bits.bits());
                };
                let mut cabac = cabac.clone();
                cabac.residual_block(&mut bits, category, cabac_context(beside, intra), levels);
                Some(256 * bits.bits() + cabac.pending())
            },
        );
        put::<_, 4>(&mut self.tables.total_coeff, &area, mask_of(&levels).count_ones() as u8);
        (levels, coded)
    }

    /// The same for an 8x8 block.
    pub fn least_8x8(
        &mut self,
        location: Location,
        index: usize,
        coefficients: &[i16; 64],
        intra: bool,
    ) -> (Local<[i16; 64]>, bool) {
        let quantizer = self.shared.quantizers.luma(self.qp);
        let areas = [0, 1, 2, 3].map(|block| location.part(Part::block_4x4(BLOCKS_4X4[4 * index + block])));
        let beside = [0, 1, 2, 3].map(|block| counts_beside(&areas[block], &self.tables.total_coeff));
        let mut levels = [0; 64];
        // Every fourth level is one of the same 4x4 block, with CAVLC (7.3.5.3.2).
        let of_block =
            |levels: &[i16], block: usize| -> [i16; 16] { std::array::from_fn(|at| levels[4 * at + block]) };
        let weight = WEIGHTS[usize::from(!intra)];
        let coded = choose_levels(coefficients, &quantizer.scanned_mf_8x8, &mut levels, weight, |levels| {
            let mut bits = BitCount::default();
            let Some(cabac) = &self.cabac else {
                for (block, &beside) in beside.iter().enumerate() {
                    let levels = &of_block(levels, block);
                    residual_block(&mut bits, levels, mask_of(levels), cavlc_context(beside)).ok()?;
                }
                return Some(256 * bits.bits());
            };
            let mut cabac = cabac.clone();
            // Without levels the pattern says so, which is not counted here.
            if levels.iter().any(|&level| level != 0) {
                cabac.residual_block_8x8(&mut bits, levels);
            }
            Some(256 * bits.bits() + cabac.pending())
        });
        for (block, area) in areas.iter().enumerate() {
            let count = mask_of(&of_block(&levels, block)).count_ones();
            put::<_, 4>(&mut self.tables.total_coeff, area, count as u8);
        }
        (Block::from(levels), coded)
    }

    /// The levels of the luminance of a macroblock of Inter prediction.
    pub fn least_luma(
        &mut self,
        location: Location,
        pred: &Block16,
        source: &Source,
        residual: &mut Residual,
    ) {
        if residual.transform_8x8 {
            let mut coefficients = Block::<[[i16; 64]; 4]>::stack();
            coefficients_four_8x8(pred, &source.luma, &mut coefficients);
            for (index, coefficients) in coefficients.into_memory().iter().enumerate() {
                let (levels, coded) = self.least_8x8(location, index, coefficients, false);
                residual.set_luma_8x8(index, levels, coded);
            }
        } else {
            self.least_blocks(location, pred, source, residual, Category::Luma4);
        }
        residual.drop_luma();
    }

    /// The levels of the 4x4 blocks of a macroblock of Inter prediction, or the AC levels of Intra_16x16 prediction.
    pub fn least_blocks(
        &mut self,
        location: Location,
        pred: &Block16,
        source: &Source,
        residual: &mut Residual,
        category: Category,
    ) {
        let mut coefficients = Block::<[[i16; 16]; 16]>::stack();
        coefficients_sixteen_4x4(pred, &source.luma, &mut coefficients);
        let coefficients = coefficients.into_memory();
        let rows = coefficients.as_chunks::<4>().0;
        let intra = category == Category::Luma16Ac;
        for [row, column] in BLOCKS_4X4 {
            let (levels, coded) =
                self.least_4x4(location, [row, column], &rows[row][column], category, intra);
            residual.set_luma([row, column], &levels, coded);
        }
    }
}
