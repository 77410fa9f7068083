//! Which macroblock is best by what a decoder would have of it, and by its bits: all that are worth a try are coded.

use unite_bitstream::syntax::{BitCount, unsigned_length};
use unite_h264::kernels::ssd;

use super::RowCoder;
use crate::coder::Coder;
use crate::inter_coding::Predicted;
use crate::kernels::motion::load;
use crate::location::{Macroblock as Location, stack_at};
use crate::macroblock::{IntraKind, Macroblock};
use crate::work::{Source, Work};

/// A way to code a macroblock: constructs it, if it is possible.
type Candidate<'c> = Box<dyn Fn(&mut Work<'_>) -> Option<Macroblock> + 'c>;

impl RowCoder<'_> {
    /// The best macroblock, constructed.
    pub(super) fn choose(&mut self, location: Location, source: &Source) -> Macroblock {
        let format = self.work.shared.format();
        if !format.p_slice {
            let eights = format.transform_8x8.then_some(IntraKind::Eights);
            let kinds = [IntraKind::Whole, IntraKind::Fours].into_iter().chain(eights);
            let candidate = |kind| -> Candidate<'_> {
                Box::new(move |work| work.intra(location, source, i32::MAX, &[kind]))
            };
            return self.best(location, source, &kinds.map(candidate).collect::<Vec<_>>());
        }
        let skipped = match self.work.begin(location, source) {
            Ok(macroblock) => return macroblock,
            Err(vector) => vector,
        };
        let divisions = self.work.divisions(location, source);
        let least = divisions.iter().map(|decided| decided.cost).min().unwrap_or(i32::MAX);
        let worthy = divisions.iter().filter(|decided| decided.cost <= least + least / 8);
        let predict = |decided| {
            let mut pred = Predicted::default();
            self.work.predict(location, decided, &mut pred);
            (decided, pred)
        };
        let predicted: Vec<_> = worthy.map(predict).collect();
        let mut candidates: Vec<Candidate<'_>> = Vec::new();
        for (decided, pred) in &predicted {
            // With the 8x8 transform or the smaller one.
            let large = self.work.allows_transform_8x8(decided).then_some(true);
            for large in [false].into_iter().chain(large) {
                candidates.push(Box::new(move |work| {
                    Some(work.code_inter(location, source, decided, pred, large, skipped))
                }));
            }
        }
        if let Some(vector) = skipped {
            candidates.push(Box::new(move |work| work.skip(location, source, vector, true)));
        }
        // The best one by transformed differences.
        candidates
            .push(Box::new(move |work| work.intra(location, source, least + least / 4, IntraKind::ALL)));
        self.best(location, source, &candidates)
    }

    /// The best of some candidates, of which the first one is always possible.
    fn best(&mut self, location: Location, source: &Source, candidates: &[Candidate<'_>]) -> Macroblock {
        let qp = self.work.qp;
        let (mut best, mut least, mut last) = (0, u64::MAX, None);
        for (index, construct) in candidates.iter().enumerate() {
            // What a candidate that is given up has written is in the place of the one before.
            last = None;
            let Some(mut macroblock) = construct(&mut self.work) else { continue };
            self.coder.set_qp_delta(&mut macroblock, qp);
            let lambda = self.work.shared.quantizers.luma(qp).lambda_of_squares;
            let bits = self.bits(location, &macroblock);
            let cost = 256 * self.distortion(location, source) + lambda * bits / 256;
            if cost < least {
                (best, least) = (index, cost);
            }
            last = Some((index, macroblock));
        }
        match last {
            Some((index, macroblock)) if index == best => macroblock,
            // What was tried after it is in its place.
            _ => candidates[best](&mut self.work).expect("it was constructed before"),
        }
    }

    /// The squared differences of a macroblock as it is constructed.
    fn distortion(&self, location: Location, source: &Source) -> u64 {
        stack_at!(luma: [[u8; 16]; 16] = location.luma);
        load(&mut luma, &self.work.recon[0]);
        let mut sum = ssd(&luma, &source.luma);
        for (plane, samples) in self.work.recon[1..].iter().zip(&source.chroma) {
            stack_at!(chroma: [[u8; 8]; 8] = location.chroma);
            load(&mut chroma, plane);
            sum += ssd(&chroma, samples);
        }
        sum.unsigned_abs().into()
    }

    /// How many 256ths of a bit a macroblock takes.
    fn bits(&mut self, location: Location, macroblock: &Macroblock) -> u64 {
        let Work { shared, tables, .. } = &mut self.work;
        let Coder { skipped, ref cabac, .. } = self.coder;
        let (mut count, mut tried) = (BitCount::default(), self.coder.clone());
        tried.skipped = 0;
        let coded = tried.code(&mut count, tables, location, macroblock, shared.format());
        match (coded, cabac, tried.cabac) {
            // It becomes I_PCM.
            (Err(_), ..) => 256 * shared.most_bits,
            (Ok(()), Some(before), Some(after)) => {
                (256 * count.bits() + after.pending()).saturating_sub(before.pending())
            }
            // The number of skipped macroblocks before the next one becomes larger, or begins anew with a bit for none.
            _ if tried.skipped > 0 => {
                256 * u64::from(unsigned_length(skipped + 1) - unsigned_length(skipped))
            }
            _ => 256 * count.bits(),
        }
    }
}
