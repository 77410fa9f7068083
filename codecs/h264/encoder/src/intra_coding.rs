//! Macroblocks of Intra prediction: which one, its residual, its samples (H.264 8.3, 8.5).

use unite::Block;
use unite_h264::kernels::intra_4x4::{ABOVE_RIGHT, NO_ABOVE_RIGHT};
use unite_h264::kernels::{Neighbours, sad_of_three_16x16};

use crate::entropy::cabac_residual::Category;
use crate::intra::{Best, best_4x4, best_8x8, best_16x16, best_chroma};
use crate::kernels::context::{NOT_AVAILABLE, available, fill, fill_all, modes_beside, predicted_mode};
use crate::kernels::intra::decide_4x4;
use crate::kernels::motion::{load, load_at, place};
use crate::kernels::residual::{
    code_4x4, code_8x8, coefficients_4x4, coefficients_8x8, construct_intra_16x16, construct_levels_4x4,
    construct_levels_8x8, levels_intra_16x16,
};
use crate::location::{BLOCKS_4X4, Local, Macroblock as Location, move_to, stack_at};
use crate::macroblock::{IntraKind, Macroblock, Prediction, Residual};
use crate::partitions::QUARTERS;
use crate::picture::{Block4, Block8, Block16};
use crate::settings::Effort;
use crate::tables::store_all;
use crate::work::{Shared, Source, Work};

/// What Intra_4x4 prediction costs beside its modes and differences, in bits.
const BITS_4X4: i32 = 24;

/// Where all of a macroblock costs less, in bits, this is not tried.
const LEAST_4X4: i32 = 170;

/// What Intra_8x8 prediction costs beside its modes and differences.
const BITS_8X8: i32 = 4;

/// Intra_8x8 prediction of a macroblock: its modes, what is written of them, its cost, and its samples.
struct Eights {
    modes: [u8; 4],
    written: [Option<u8>; 4],
    cost: i32,
    samples: Block16,
    residual: Box<Residual>,
}

impl Work<'_> {
    /// The best Intra prediction of a macroblock, of some kinds, if it costs less than `limit`: the macroblock, constructed.
    pub fn intra(
        &mut self,
        location: Location,
        source: &Source,
        limit: i32,
        kinds: &[IntraKind],
    ) -> Option<Macroblock> {
        self.set_intra(&source.luma, true);
        let all = available(&source.luma, &self.tables.usable);
        stack_at!(pred: [[u8; 16]; 16] = location.luma);
        let whole = kinds.contains(&IntraKind::Whole).then(|| self.best_16x16(source, all, &mut pred));
        let least = whole.map_or(i32::MAX, |best| best.1);
        // Blocks seldom take less than two thirds of what the whole macroblock does.
        let Effort { real_costs, slack, .. } = self.shared.effort;
        if !real_costs && least > limit.saturating_add(slack * (limit / 4)) {
            return None;
        }
        let mut residual = self.residual(false);
        let least = least.min(limit);
        let eights = kinds.contains(&IntraKind::Eights).then(|| self.intra_8x8(location, least)).flatten();
        let least = eights.as_ref().map_or(least, |eights| eights.cost);
        let fours = kinds
            .contains(&IntraKind::Fours)
            .then(|| self.intra_4x4(location, all, &mut residual, least))
            .flatten();
        let prediction = match (fours, eights, whole) {
            (Some(modes), ..) => Prediction::Intra4x4(modes),
            (None, Some(eights), _) => {
                place(&mut self.recon[0], &eights.samples);
                for (part, mode) in QUARTERS.into_iter().zip(eights.modes) {
                    fill(&mut self.tables.mode, &location.part(part), mode);
                }
                residual = eights.residual;
                Prediction::Intra8x8(eights.written)
            }
            (None, None, Some(best)) if best.1 < limit => {
                self.intra_16x16(location, source, &pred, best, &mut residual)
            }
            _ => {
                self.spare.push(residual);
                return None;
            }
        };
        let chroma_mode = self.intra_chroma(location, source, all, &mut residual);
        Some(Macroblock::new(prediction, chroma_mode, residual))
    }

    /// The least sum of absolute differences of plain modes of Intra_16x16 prediction, if all of them are possible.
    pub fn sad_intra(&self, source: &Source) -> Option<i32> {
        let Neighbours { left, above, .. } = available(&source.luma, &self.tables.usable);
        let all = || sad_of_three_16x16(&source.luma, &self.recon[0], &source.luma);
        (left && above).then(all)?.into_iter().min()
    }

    /// Codes chrominance (8.3.4, 8.5.4), if there is any: its mode.
    fn intra_chroma(
        &mut self,
        location: Location,
        source: &Source,
        available: Neighbours,
        residual: &mut Residual,
    ) -> u8 {
        let [_, cb, cr] = &self.recon[..] else {
            return 0;
        };
        let mut pred = [Block::stack(), Block::stack()];
        pred.iter_mut().for_each(|pred: &mut Block8| move_to!(pred, location.chroma));
        let extra = [1, 3, 3, 5].map(|bits| bits * self.lambda);
        let (mode, _) = best_chroma(&mut pred, &source.chroma, [cb, cr], available, extra);
        self.code_chroma(&pred, source, residual, true);
        mode as u8
    }

    /// Codes each 8x8 block by Intra_8x8 prediction (8.3.2, 8.5.3), if the profile has it and that costs less than `limit`.
    fn intra_8x8(&mut self, location: Location, limit: i32) -> Option<Eights> {
        if self.shared.pps.transform_8x8_mode_flag == 0 {
            return None;
        }
        let mut residual = self.residual(true);
        let mut cost = BITS_8X8 * self.lambda;
        let (mut modes, mut written) = ([0; 4], [None; 4]);
        for (index, part) in QUARTERS.into_iter().enumerate() {
            let samples = self.square_8x8(location, part.at);
            let mut pred = samples.clone();
            let predicted = predicted_mode(&samples, &self.tables.mode);
            let available = available(&pred, &self.tables.usable);
            let extra = mode_costs(predicted, self.lambda);
            let (mode, least) = best_8x8(&mut pred, &samples, &self.recon[0], available, extra);
            cost += least;
            if cost >= limit {
                return None;
            }
            modes[index] = mode as u8;
            fill(&mut self.tables.mode, &samples, modes[index]);
            written[index] = written_mode(modes[index], predicted);
            let (levels, coded) = self.code_8x8(location, index, &pred, &samples);
            residual.set_luma_8x8(index, levels, coded);
        }
        stack_at!(samples: [[u8; 16]; 16] = location.luma);
        load(&mut samples, &self.recon[0]);
        Some(Eights { modes, written, cost, samples, residual })
    }

    /// The best Intra_16x16 prediction (8.3.3), which is in `pred` then.
    fn best_16x16(&self, source: &Source, available: Neighbours, pred: &mut Block16) -> Best {
        // The bits of mb_type, as long as nobody knows the residual.
        let extra = [1, 3, 3, 5].map(|bits| bits * self.lambda);
        best_16x16(pred, &source.luma, &self.recon[0], available, extra)
    }

    /// Codes Intra_16x16 prediction (8.5.2).
    fn intra_16x16(
        &mut self,
        location: Location,
        source: &Source,
        pred: &Block16,
        (mode, _): Best,
        residual: &mut Residual,
    ) -> Prediction {
        let quantizer = self.shared.quantizers.luma(self.qp);
        fill_all(&mut self.tables.mode, &self.tables.places.fours, 2);
        let (dc, levels) = (&mut residual.luma_dc, &mut residual.luma);
        residual.coded_luma =
            levels_intra_16x16(pred, &source.luma, dc, levels, &quantizer.mf, &quantizer.intra_bias);
        if self.shared.effort.real_costs {
            self.least_blocks(location, pred, source, residual, Category::Luma16Ac);
        }
        let (dc, levels) = (&residual.luma_dc, &residual.luma);
        let level_scale = &self.shared.quantizers.level_scale;
        construct_intra_16x16(pred, &mut self.recon[0], dc, levels, level_scale, quantizer.qp);
        Prediction::Intra16x16(mode as u8)
    }

    /// Codes each 4x4 block by Intra_4x4 prediction (8.3.1, 8.5.1), if that costs less than `limit`.
    fn intra_4x4(
        &mut self,
        location: Location,
        all: Neighbours,
        residual: &mut Residual,
        limit: i32,
    ) -> Option<[Option<u8>; 16]> {
        let mut cost = BITS_4X4 * self.lambda;
        if limit < LEAST_4X4 * self.lambda {
            return None;
        }
        let mut written = [None; 16];
        // The modes of the blocks, after a row and a column of those beside.
        let mut modes = Block::<[[u8; 5]; 5]>::stack();
        modes_beside(&mut modes, &self.tables.places.fours, &self.tables.mode);
        let mut modes = modes.into_memory();
        let available = self.available_4x4(location, all);
        residual.coded_luma = 0;
        let mut pred = Block::<[[u8; 4]; 4]>::stack();
        for (index, block) in BLOCKS_4X4.into_iter().enumerate() {
            let [row, column] = block;
            move_to!(pred, location.block_4x4(block));
            let predicted = match [modes[row + 1][column], modes[row][column + 1]] {
                [NOT_AVAILABLE, _] | [_, NOT_AVAILABLE] => 2,
                [a, b] => a.min(b),
            };
            let extra = mode_costs(predicted, self.lambda);
            let (mode, least) =
                self.decide_4x4(location, block, &mut pred, available[index], extra, residual);
            cost += least;
            // Half of it after a quarter of the blocks is too much already.
            if cost >= limit / 24 * (index as i32 + 9) {
                return None;
            }
            let mode = mode as u8;
            modes[row + 1][column + 1] = mode;
            written[index] = written_mode(mode, predicted);
        }
        let inside: [[u8; 4]; 4] =
            std::array::from_fn(|row| std::array::from_fn(|column| modes[row + 1][column + 1]));
        store_all(inside, &mut self.tables.places.fours, &mut self.tables.mode);
        Some(written)
    }

    /// Codes a block by the best mode of Intra_4x4 prediction (8.3.1, 8.5.1).
    fn decide_4x4(
        &mut self,
        location: Location,
        block: [usize; 2],
        pred: &mut Block4,
        available: Neighbours,
        extra: [i32; 9],
        residual: &mut Residual,
    ) -> Best {
        let Shared { source, quantizers, effort, .. } = self.shared;
        let (quantizer, level_scale) = (quantizers.luma(self.qp), &quantizers.level_scale);
        let (mf, bias, qp) = (&quantizer.mf, &quantizer.intra_bias, quantizer.qp);
        let recon = &mut self.recon[0];
        let Neighbours { left, above, above_right, above_left } = available;
        if !effort.real_costs && left && above && above_left {
            let decide = if above_right { decide_4x4::<ABOVE_RIGHT> } else { decide_4x4::<NO_ABOVE_RIGHT> };
            let (luma, at) = (&mut residual.luma, 4 * block[0] + block[1]);
            let (mode, cost, coded) =
                decide(pred, &source[0], recon, extra, luma, at, mf, bias, level_scale, qp);
            residual.coded_luma |= u32::from(coded) << at;
            return (mode, cost);
        }
        let mut samples = Block::<[[u8; 4]; 4]>::stack();
        load_at(&mut samples, pred, &source[0]);
        let best = best_4x4(pred, &samples, recon, available, extra);
        let mut levels = Block::<[i16; 16]>::stack();
        if !effort.real_costs {
            let coded = code_4x4(pred, &samples, recon, &mut levels, mf, bias, level_scale, qp);
            residual.set_luma(block, levels.as_slice(), coded);
            return best;
        }
        coefficients_4x4(pred, &samples, &mut levels);
        let (levels, coded) = self.least_4x4(location, block, &levels.into_memory(), Category::Luma4, true);
        residual.set_luma(block, &levels, coded);
        construct_levels_4x4(pred, &mut self.recon[0], &Block::from(levels), level_scale, qp);
        best
    }

    /// Codes a block of Intra_8x8 prediction (8.5.3): the same.
    fn code_8x8(
        &mut self,
        location: Location,
        index: usize,
        pred: &Block8,
        samples: &Block8,
    ) -> (Local<[i16; 64]>, bool) {
        let quantizer = self.shared.quantizers.luma(self.qp);
        let level_scale = &self.shared.quantizers.level_scale_8x8;
        if !self.shared.effort.real_costs {
            let mut levels = Block::<[i16; 64]>::stack();
            let (recon, mf, bias) = (&mut self.recon[0], &quantizer.mf_8x8, &quantizer.intra_bias_8x8);
            let coded = code_8x8(pred, samples, recon, &mut levels, mf, bias, level_scale, quantizer.qp);
            return (levels, coded);
        }
        let mut coefficients = Block::<[i16; 64]>::stack();
        coefficients_8x8(pred, samples, &mut coefficients);
        let (levels, coded) = self.least_8x8(location, index, &coefficients.into_memory(), true);
        construct_levels_8x8(pred, &mut self.recon[0], &levels, level_scale, quantizer.qp);
        (levels, coded)
    }

    /// A macroblock of samples as they are (8.3.5).
    pub fn pcm(&mut self, source: &Source) -> Macroblock {
        place(&mut self.recon[0], &source.luma);
        for (plane, samples) in self.recon[1..].iter_mut().zip(&source.chroma) {
            place(plane, samples);
        }
        self.set_intra(&source.luma, true);
        fill_all(&mut self.tables.mode, &self.tables.places.fours, 2);
        Macroblock::new(Prediction::Pcm, 0, self.residual(false))
    }
}

/// What the modes of a block cost: a flag for the predicted one, and three bits more for others.
fn mode_costs(predicted: u8, lambda: i32) -> [i32; 9] {
    let mut costs = [4 * lambda; 9];
    costs[predicted as usize] = lambda;
    costs
}

/// `rem_intra4x4_pred_mode`, or none where the mode is the predicted one.
fn written_mode(mode: u8, predicted: u8) -> Option<u8> {
    (mode != predicted).then(|| mode - u8::from(mode > predicted))
}
