//! Macroblocks of Intra prediction: which one, its residual, its samples (H.264 8.3, 8.5).

use unite::Block;

use crate::intra::{Best, best_4x4, best_16x16, best_chroma};
use crate::kernels::context::{fill, predicted_mode};
use crate::kernels::motion::place;
use crate::kernels::residual::{code_4x4, construct_intra_16x16, levels_intra_16x16};
use crate::location::{BLOCKS_4X4, Macroblock as Location, stack_at};
use crate::macroblock::{Macroblock, Prediction, Residual};
use crate::picture::Block16;
use crate::work::{Source, Work};

/// What Intra_4x4 prediction costs beside its modes and differences, in bits.
const BITS_4X4: i32 = 24;

impl Work<'_> {
    /// The best Intra prediction of a macroblock, if it costs less than `limit`: the macroblock, constructed.
    pub fn intra(&mut self, location: Location, source: &Source, limit: i32) -> Option<Macroblock> {
        fill(&mut self.tables.intra, &location.area(), 1);
        let mut residual = Residual::default();
        let mut pred = stack_at!([[u8; 16]; 16], location.luma);
        let available = self.available(&pred);
        // The bits of mb_type, as long as nobody knows the residual.
        let extra = [1, 3, 3, 5].map(|bits| bits * self.lambda);
        let best = best_16x16(&mut pred, &source.luma, &self.recon[0], available, extra);
        let prediction = match self.intra_4x4(location, &mut residual, best.1.min(limit)) {
            Some(modes) => Prediction::Intra4x4(modes),
            None if best.1 >= limit => return None,
            None => self.intra_16x16(location, source, &pred, best, &mut residual),
        };
        let mut pred = [(); 2].map(|()| stack_at!([[u8; 8]; 8], location.chroma));
        let extra = [1, 3, 3, 5].map(|bits| bits * self.lambda);
        let recon = [&self.recon[1], &self.recon[2]];
        let (mode, _) = best_chroma(&mut pred, &source.chroma, recon, available, extra);
        self.code_chroma(&pred, source, &mut residual, true);
        Some(Macroblock { prediction, chroma_mode: mode as u8, residual, qp_delta: 0 })
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
        fill(&mut self.tables.mode, &location.area(), 2);
        let (dc, levels) = (&mut residual.luma_dc, &mut residual.luma);
        residual.coded_luma =
            levels_intra_16x16(pred, &source.luma, dc, levels, &quantizer.mf, &quantizer.intra_bias);
        let level_scale = &self.shared.quantizers.level_scale;
        construct_intra_16x16(pred, &mut self.recon[0], dc, levels, level_scale, quantizer.qp);
        Prediction::Intra16x16(mode as u8)
    }

    /// Codes each 4x4 block by Intra_4x4 prediction (8.3.1, 8.5.1), if that costs less than `limit`.
    fn intra_4x4(
        &mut self,
        location: Location,
        residual: &mut Residual,
        limit: i32,
    ) -> Option<[Option<u8>; 16]> {
        let quantizer = self.shared.quantizers.luma(self.qp);
        let level_scale = &self.shared.quantizers.level_scale;
        let mut modes = [None; 16];
        let mut cost = BITS_4X4 * self.lambda;
        residual.coded_luma = 0;
        for (index, block) in BLOCKS_4X4.into_iter().enumerate() {
            let samples = self.source_4x4(location.block_4x4(block));
            let mut pred = samples.clone();
            let area = location.area_4x4(block);
            let predicted = predicted_mode(&area, &self.tables.mode);
            let available = self.available(&pred);
            let mut extra = [4 * self.lambda; 9];
            extra[predicted as usize] = self.lambda;
            let (mode, least) = best_4x4(&mut pred, &samples, &self.recon[0], available, extra);
            cost += least;
            if cost >= limit {
                return None;
            }
            let mode = mode as u8;
            fill(&mut self.tables.mode, &area, mode);
            modes[index] = (mode != predicted).then(|| mode - u8::from(mode > predicted));
            let mut levels = Block::<[i16; 16]>::stack();
            let coded = code_4x4(
                &pred,
                &samples,
                &mut self.recon[0],
                &mut levels,
                &quantizer.mf,
                &quantizer.intra_bias,
                level_scale,
                quantizer.qp,
            );
            residual.set_luma(block, levels.into_memory(), coded);
        }
        Some(modes)
    }

    /// A macroblock of samples as they are (8.3.5).
    pub fn pcm(&mut self, location: Location, source: &Source) -> Macroblock {
        place(&mut self.recon[0], &source.luma);
        for (plane, samples) in self.recon[1..].iter_mut().zip(&source.chroma) {
            place(plane, samples);
        }
        fill(&mut self.tables.mode, &location.area(), 2);
        Macroblock { prediction: Prediction::Pcm, chroma_mode: 0, residual: Residual::default(), qp_delta: 0 }
    }
}
