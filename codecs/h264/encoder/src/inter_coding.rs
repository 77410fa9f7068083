//! Macroblocks of Inter prediction: how they are divided, their vectors, their residual, their samples (H.264 8.4, 8.5).

use std::ops::Range;

use smallvec::{SmallVec, smallvec};
use unite::Block;
use unite_bitstream::syntax::unsigned_length;
use unite_h264::kernels::{Motion, sa8d, satd_16x16};

use crate::inter::{
    Direction, Vector, chroma_2x2, chroma_4x4, chroma_8x8, chroma_of_both, luma_4x4, luma_8x8, luma_16x16,
    predicted_vector, skipped_vector,
};
use crate::kernels::context::{fill, fill_all, motion_neighbours};
use crate::kernels::motion::{load, place};
use crate::kernels::residual::{
    construct_16x16, construct_four_8x8, levels_8x8, levels_16x16, sad_and_more_16x16,
};
use crate::location::{Macroblock as Location, Part, move_to, stack_at};
use crate::macroblock::{Inter, IntraKind, Macroblock, Prediction, Residual};
use crate::partitions::{DIVISIONS, QUARTERS, SHAPES, parts};
use crate::picture::{Block4, Block8, Block16};
use crate::quantizer::Quantizer;
use crate::search::{Bounds, Target, search, search_around};
use crate::settings::Effort;
use crate::work::{Shared, Source, Work};

/// By how many bits' weight a macroblock may differ from its prediction, where a look whether anything is left of it is worth it.
const MOST_SKIPPED: i32 = 112;

/// With fewer bits' weight of transformed differences a macroblock is not divided.
const LEAST_DIVIDED: i32 = 100;

/// With less Intra prediction is not tried, where plain differences decide.
const LEAST_INTRA: i32 = 50;

/// A partition that was decided.
#[derive(Clone, Copy, Debug)]
struct Moved {
    part: Part,
    reference: i8,
    vector: Vector,
    /// What is written: the difference to the predicted vector.
    difference: Vector,
}

impl Moved {
    /// A whole macroblock that refers to the last picture by a vector, of which nothing is written.
    fn whole(vector: Vector) -> Self {
        Moved { part: Part::WHOLE, reference: 0, vector, difference: [0; 2] }
    }
}

/// The partitions of a macroblock, in place where none is divided.
type Parts = SmallVec<[Moved; 4]>;

/// How a macroblock is divided, and what that costs.
#[derive(Clone, Debug)]
pub struct Decided {
    /// Transformed differences, and the bits of what is said of it.
    pub cost: i32,
    mb_type: u8,
    sub_mb_type: [u8; 4],
    parts: Parts,
}

/// The prediction of a macroblock.
pub struct Predicted {
    luma: Block16,
    chroma: [Block8; 2],
}

impl Default for Predicted {
    fn default() -> Self {
        Predicted { luma: Block::stack(), chroma: [Block::stack(), Block::stack()] }
    }
}

/// Predicts a partition, by where its samples are: whole, or in squares of 8 or 4 rows of luminance, by how each of these is predicted.
macro_rules! predict {
    ($pred:expr, $part:ident, $place:expr; $whole:expr; $eight:ty, $eights:expr; $four:ty, $fours:expr) => {
        match $part.extents.into() {
            (16, 16) => $whole(&mut $pred),
            (8.., 8..) => predict!($pred, $part, $place, 8, $eight, $eights),
            _ => predict!($pred, $part, $place, 4, $four, $fours),
        }
    };
    ($pred:expr, $part:ident, $place:expr, $side:literal, $shape:ty, $predict:expr) => {{
        let mut square = Block::<$shape>::stack();
        for at in $part.squares($side) {
            move_to!(square, $place(at));
            $predict(&mut square);
            place(&mut $pred, &square);
        }
    }};
}

impl Work<'_> {
    /// A macroblock of a P slice: skipped, of Inter prediction, or of Intra prediction where that is better.
    pub fn inter(&mut self, location: Location, source: &Source) -> Macroblock {
        let skipped = match self.begin(location, source) {
            Ok(macroblock) => return macroblock,
            Err(vector) => vector,
        };
        let decided = self.divisions(location, source).into_iter().min_by_key(|decided| decided.cost);
        let decided = decided.expect("a macroblock may be a whole one");
        let mut pred = Predicted::default();
        self.predict(location, &decided, &mut pred);
        if let Some(macroblock) = self.intra_instead(location, source, &decided, &pred) {
            return macroblock;
        }
        // Whether the 8x8 transform leaves less than the smaller one.
        let transform_8x8 = self.allows_transform_8x8(&decided)
            && sa8d(&source.luma, &pred.luma) < satd_16x16(&source.luma, &pred.luma);
        self.code_inter(location, source, &decided, &pred, transform_8x8, skipped)
    }

    /// The best Intra prediction of a macroblock, if that is better than how it was decided.
    fn intra_instead(
        &mut self,
        location: Location,
        source: &Source,
        decided: &Decided,
        pred: &Predicted,
    ) -> Option<Macroblock> {
        // The prefix of Intra macroblocks in P slices.
        let prefix = 4 * self.lambda;
        if self.shared.effort.transformed {
            return self.intra(location, source, decided.cost - prefix, IntraKind::ALL);
        }
        // What costs so little is not cheaper otherwise.
        if decided.cost < LEAST_INTRA * self.lambda {
            return None;
        }
        // Plain differences, by which it was decided, tell nearly always.
        if self.sad_intra(source).is_some_and(|least| least > decided.cost - prefix) {
            return None;
        }
        self.intra(location, source, satd_16x16(&source.luma, &pred.luma) - prefix, IntraKind::ALL)
    }

    /// Begins a macroblock of a P slice. It is skipped if nothing of its residual is left; otherwise it is the vector with which it may be
    /// skipped all the same, unless that leads too far out of the picture.
    pub fn begin(&mut self, location: Location, source: &Source) -> Result<Macroblock, Option<Vector>> {
        self.window.begin(None);
        let vector = self.skipped_vector(location, source);
        vector.and_then(|vector| self.skip(location, source, vector, false)).ok_or(vector)
    }

    /// The vector of the macroblock if it is skipped, unless it leads too far out of the picture.
    fn skipped_vector(&self, location: Location, source: &Source) -> Option<Vector> {
        let vector = skipped_vector(motion_neighbours(&source.luma, &self.tables.motion));
        self.bounds(location, Part::WHOLE).contain(vector).then_some(vector)
    }

    /// Skips a macroblock if nothing of its residual is left, or whatever of it is lost.
    pub fn skip(
        &mut self,
        location: Location,
        source: &Source,
        vector: Vector,
        always: bool,
    ) -> Option<Macroblock> {
        let moved = Moved::whole(vector);
        let mut luma = Block::stack();
        self.predict_luma(location, &[moved], &mut luma);
        // With half of it again there are few levels, which would be dropped.
        let (differences, more) = self.differences(&luma, source, [3, 2]);
        self.window.begin(Some((vector, differences)));
        if !always && differences > MOST_SKIPPED * self.lambda {
            return None;
        }
        let mut residual = self.residual(false);
        if !always && more {
            self.luma_levels(&luma, source, &mut residual);
        }
        if residual.coded_luma == 0 {
            let mut chroma = [Block::stack(), Block::stack()];
            self.predict_chroma(location, &[moved], &mut chroma);
            if always {
                self.recon[1..].iter_mut().zip(&chroma).for_each(|(plane, pred)| place(plane, pred));
            } else {
                self.code_chroma(&chroma, source, &mut residual, false);
            }
            if residual.coded_chroma == [0; 2] {
                place(&mut self.recon[0], &luma);
                self.settle(location, &luma, &[moved]);
                return Some(Macroblock::new(Prediction::Skip, 0, residual));
            }
        }
        self.spare.push(residual);
        None
    }

    /// Tells the tables that a macroblock is of Inter prediction, and how it moves.
    fn settle(&mut self, location: Location, luma: &Block16, parts: &[Moved]) {
        // What it says to Intra prediction beside it is there already where nothing else was tried.
        let Shared { pps, effort, .. } = self.shared;
        if effort.real_costs || pps.constrained_intra_pred_flag + pps.transform_8x8_mode_flag > 0 {
            self.set_intra(luma, false);
            fill_all(&mut self.tables.mode, &self.tables.places.fours, self.shared.mode_of_inter());
        }
        self.write_motion(location, parts);
    }

    /// Ways to divide a macroblock that are worth a look, a whole one among them.
    pub fn divisions(&mut self, location: Location, source: &Source) -> SmallVec<[Decided; 1]> {
        let Effort { partitions, sub_partitions, .. } = self.shared.effort;
        self.tried = 0..self.shared.references.len() as i8;
        let mut all = smallvec![self.shape(location, source, &[], 0, &[])];
        let Decided { cost, ref parts, .. } = all[0];
        if !partitions || !sub_partitions && cost < LEAST_DIVIDED * self.lambda {
            return all;
        }
        let Moved { vector, reference, .. } = parts[0];
        let whole = [vector];
        let mut slack = cost / 8;
        if !sub_partitions {
            // Parts seldom refer to another picture, and halves are seldom better than the whole where quarters are not.
            (self.tried, slack) = (reference..reference + 1, 0);
        }
        let squares = QUARTERS.map(|quarter| self.square_8x8(location, quarter.at));
        let quarters = self.quarters(location, &squares, &whole);
        if quarters.cost < cost + slack {
            // Vectors of the parts are where to begin.
            let first = |quarter: Part| quarters.parts.iter().find(|moved| quarter.contains(&moved.part));
            let known = squares.iter().zip(QUARTERS);
            let known: Vec<_> =
                known.filter_map(|(square, quarter)| Some((square, first(quarter)?.vector))).collect();
            all.extend([1, 2].map(|mb_type| self.shape(location, source, &known, mb_type, &whole)));
        }
        all.push(quarters);
        all
    }

    /// A macroblock of one or two partitions; the second case asks for the samples of its quarters, and where they move.
    fn shape(
        &mut self,
        location: Location,
        source: &Source,
        quarters: &[(&Block8, Vector)],
        mb_type: u8,
        starts: &[Vector],
    ) -> Decided {
        // Of one partition nothing is asked before all is decided.
        if mb_type != 0 {
            fill_all(&mut self.tables.motion, &self.tables.places.fours, Motion::OUTSIDE);
        }
        let mut cost = self.lambda * unsigned_length(mb_type.into()) as i32;
        let mut parts = Parts::new();
        for &(part, direction) in SHAPES[mb_type as usize] {
            let of_part = || QUARTERS.iter().zip(quarters).filter(|(quarter, _)| part.contains(quarter));
            let mut squares = of_part().map(|(_, &(square, _))| square);
            let target = match mb_type {
                0 => Target::Whole(&source.luma),
                _ => Target::Eights([squares.next(), squares.next()]),
            };
            let starts: SmallVec<[Vector; 4]> =
                starts.iter().copied().chain(of_part().map(|(_, &(_, vector))| vector)).collect();
            let (moved, of_part) = self.move_part(location, part, direction, target, &starts);
            cost += of_part;
            parts.push(moved);
        }
        Decided { cost, mb_type, sub_mb_type: [0; 4], parts }
    }

    /// A macroblock of four partitions, each divided as is best.
    fn quarters(&mut self, location: Location, squares: &[Block8; 4], starts: &[Vector]) -> Decided {
        fill_all(&mut self.tables.motion, &self.tables.places.fours, Motion::OUTSIDE);
        let mut cost = self.lambda * unsigned_length(3) as i32;
        let mut parts = Parts::new();
        let mut sub_mb_type = [0; 4];
        let mut vectors = QUARTERS.len();
        for (index, quarter) in QUARTERS.into_iter().enumerate() {
            let target = Target::Eights([Some(&squares[index]), None]);
            let (moved, whole) = self.move_part(location, quarter, None, target, starts);
            let mut best = (whole + self.lambda * unsigned_length(0) as i32, 0, Parts::from_slice(&[moved]));
            let divisions = if self.shared.effort.sub_partitions { 1..4 } else { 1..1 };
            // Partitions that come have a vector each.
            let room = 1 + self.shared.vectors - vectors;
            for division in divisions.filter(|&division| DIVISIONS[division].len() <= room) {
                let tried = self.division(location, quarter, division, moved);
                if tried.0 < best.0 {
                    best = tried;
                }
            }
            if self.shared.effort.sub_partitions {
                self.write_motion(location, &best.2);
            }
            vectors += best.2.len() - 1;
            cost += best.0;
            sub_mb_type[index] = best.1;
            parts.extend(best.2);
        }
        Decided { cost, mb_type: 3, sub_mb_type, parts }
    }

    /// A way to divide an 8x8 partition: its cost, its `sub_mb_type`, its partitions, which refer to the picture that all of it does.
    fn division(
        &mut self,
        location: Location,
        quarter: Part,
        division: usize,
        whole: Moved,
    ) -> (i32, u8, Parts) {
        fill(&mut self.tables.motion, &location.part(quarter), Motion::OUTSIDE);
        let mut cost = self.lambda * unsigned_length(division as u32) as i32;
        let mut parts = Parts::new();
        for part in DIVISIONS[division] {
            let part = part.within(quarter);
            let target = Target::Fours(self.fours(location, part));
            let Moved { vector, reference, .. } = whole;
            let (moved, of_part) = self.search_part(location, part, None, &target, &[vector], reference);
            self.write_motion(location, &[moved]);
            cost += of_part;
            parts.push(moved);
        }
        (cost, division as u8, parts)
    }

    /// The best picture of those to try, and vector, for a partition, and what they cost; the table has them then.
    fn move_part(
        &mut self,
        location: Location,
        part: Part,
        direction: Option<Direction>,
        target: Target<'_>,
        starts: &[Vector],
    ) -> (Moved, i32) {
        let Range { start, end } = self.tried;
        let mut best = self.search_part(location, part, direction, &target, starts, start);
        for reference in start + 1..end {
            let tried = self.search_part(location, part, direction, &target, starts, reference);
            if tried.1 < best.1 {
                best = tried;
            }
        }
        if part != Part::WHOLE {
            self.write_motion(location, &[best.0]);
        }
        best
    }

    /// The best vector for a partition into one picture, and what it costs.
    fn search_part(
        &mut self,
        location: Location,
        part: Part,
        direction: Option<Direction>,
        target: &Target<'_>,
        starts: &[Vector],
        reference: i8,
    ) -> (Moved, i32) {
        let neighbours = motion_neighbours(&location.part(part), &self.tables.motion);
        let bounds = self.bounds(location, part);
        let predicted = predicted_vector(neighbours, reference, direction);
        let beside = neighbours.iter().filter(|motion| motion.reference[0] >= 0).map(|motion| motion.mv[0]);
        let all = std::iter::once(predicted).chain(starts.iter().copied()).chain(beside);
        let picture = self.shared.references[reference as usize];
        let effort = &self.shared.effort;
        let (vector, cost) = match target {
            Target::Whole(samples) if !effort.transformed => {
                let (picture, window) = ((reference, picture), &mut *self.window);
                search_around(samples, picture, window, &bounds, all, self.lambda, effort.steps[1])
            }
            _ => {
                // Parts move as the whole macroblock, as one of their own parts, or as one beside does, or nearly so.
                let near = matches!(target, Target::Eights(_)) && !effort.sub_partitions;
                search(target, picture, &bounds, all, self.lambda, effort, near)
            }
        };
        let difference = [0, 1].map(|axis| vector[axis] - predicted[axis]);
        // te(v), without which a single picture does.
        let bits = match self.shared.references.len() {
            1 => 0,
            2 => 1,
            _ => unsigned_length(reference as u32) as i32,
        };
        (Moved { part, reference, vector, difference }, cost + self.lambda * bits)
    }

    /// Whether a macroblock may have the 8x8 transform: its blocks do not go beyond partitions.
    pub fn allows_transform_8x8(&self, decided: &Decided) -> bool {
        self.shared.pps.transform_8x8_mode_flag == 1 && decided.sub_mb_type == [0; 4]
    }

    /// The prediction of a macroblock as it was decided.
    pub fn predict(&self, location: Location, decided: &Decided, pred: &mut Predicted) {
        self.predict_luma(location, &decided.parts, &mut pred.luma);
        self.predict_chroma(location, &decided.parts, &mut pred.chroma);
    }

    /// Codes a macroblock as it was decided, by its prediction; `skipped` is the vector that it has if it is skipped.
    pub fn code_inter(
        &mut self,
        location: Location,
        source: &Source,
        decided: &Decided,
        pred: &Predicted,
        transform_8x8: bool,
        skipped: Option<Vector>,
    ) -> Macroblock {
        let mut residual = self.residual(transform_8x8);
        if self.shared.effort.real_costs {
            self.least_luma(location, &pred.luma, source, &mut residual);
        } else if transform_8x8 || self.differences(&pred.luma, source, [1, 1]).1 {
            self.luma_levels(&pred.luma, source, &mut residual);
        }
        self.construct_luma(&pred.luma, &residual);
        self.code_chroma(&pred.chroma, source, &mut residual, false);
        self.settle(location, &pred.luma, &decided.parts);
        let first = decided.parts[0];
        let nothing = residual.coded_luma == 0 && residual.coded_chroma == [0; 2];
        if nothing && decided.mb_type == 0 && first.reference == 0 && Some(first.vector) == skipped {
            return Macroblock::new(Prediction::Skip, 0, residual);
        }
        let mut inter =
            Inter { mb_type: decided.mb_type, sub_mb_type: decided.sub_mb_type, ..Inter::default() };
        for ((index, sub, _), moved) in parts(&inter).zip(&decided.parts) {
            inter.references[index] = moved.reference as u8;
            inter.differences[index][sub] = moved.difference;
        }
        Macroblock::new(Prediction::Inter(inter), 0, residual)
    }

    /// The sum of absolute differences of luminance, and whether those of a 4x4 block are so many times what it takes for levels.
    fn differences(&self, pred: &Block16, source: &Source, [times, of]: [i32; 2]) -> (i32, bool) {
        let most = self.shared.quantizers.luma(self.qp).no_levels * times / of;
        sad_and_more_16x16(pred, &source.luma, most)
    }

    /// The levels of luminance; few and small ones alone are not worth their bits.
    fn luma_levels(&self, pred: &Block16, source: &Source, residual: &mut Residual) {
        let quantizer = self.shared.quantizers.luma(self.qp);
        if residual.transform_8x8 {
            let Quantizer { mf_8x8, inter_bias_8x8, .. } = quantizer;
            let mut levels = Block::<[[i16; 64]; 4]>::stack();
            let coded = levels_8x8(pred, &source.luma, &mut levels, mf_8x8, inter_bias_8x8);
            for (index, levels) in levels.into_memory().into_iter().enumerate() {
                residual.set_luma_8x8(index, Block::from(levels), coded >> index & 1 == 1);
            }
        } else {
            residual.coded_luma =
                levels_16x16(pred, &source.luma, &mut residual.luma, &quantizer.mf, &quantizer.inter_bias);
        }
        residual.drop_luma();
    }

    /// The samples of luminance, as a decoder has them.
    fn construct_luma(&mut self, pred: &Block16, residual: &Residual) {
        let quantizers = self.shared.quantizers;
        let (recon, qp) = (&mut self.recon[0], quantizers.luma(self.qp).qp);
        if residual.transform_8x8 {
            let coded = residual.pattern_luma();
            construct_four_8x8(pred, recon, &residual.luma_8x8, coded, &quantizers.level_scale_8x8, qp);
        } else {
            let coded = residual.coded_luma;
            construct_16x16(pred, recon, &residual.luma, coded, &quantizers.level_scale, qp);
        }
    }

    /// The luminance of the prediction of a macroblock: that of its partitions, each in squares.
    fn predict_luma(&self, location: Location, parts: &[Moved], pred: &mut Block16) {
        move_to!(pred, location.luma);
        for &Moved { part, reference: number, vector, .. } in parts {
            let reference = self.shared.references[number as usize];
            if part == Part::WHOLE && self.window.predict(pred, number, vector) {
                continue;
            }
            predict!(
                *pred, part, |at| location.sample(at);
                |pred| luma_16x16(pred, reference, vector);
                [[u8; 8]; 8], |pred| luma_8x8(pred, reference, vector);
                [[u8; 4]; 4], |pred| luma_4x4(pred, reference, vector)
            );
        }
    }

    /// The same of chrominance, if there is any.
    fn predict_chroma(&self, location: Location, parts: &[Moved], both: &mut [Block8; 2]) {
        both.iter_mut().for_each(|pred| move_to!(pred, location.chroma));
        if let (&[Moved { part: Part::WHOLE, reference, vector, .. }], 3) = (parts, self.recon.len()) {
            return chroma_of_both(both, self.shared.references[reference as usize], vector);
        }
        for (component, pred) in both.iter_mut().enumerate().take(self.recon.len() - 1) {
            for &Moved { part, reference, vector, .. } in parts {
                let reference = self.shared.references[reference as usize];
                predict!(
                    *pred, part, |at: [usize; 2]| location.chroma_sample(at.map(|at| at / 2));
                    |pred| chroma_8x8(pred, reference, component, vector);
                    [[u8; 4]; 4], |pred| chroma_4x4(pred, reference, component, vector);
                    [[u8; 2]; 2], |pred| chroma_2x2(pred, reference, component, vector)
                );
            }
        }
    }

    /// Writes the motion of partitions.
    fn write_motion(&mut self, location: Location, parts: &[Moved]) {
        let table = &mut self.tables.motion;
        for moved in parts {
            let motion = Motion { reference: [moved.reference, Motion::NONE], mv: [moved.vector, [0; 2]] };
            match moved.part {
                Part::WHOLE => fill_all(table, &self.tables.places.fours, motion),
                part => fill(table, &location.part(part), motion),
            }
        }
    }

    /// The squares of 4x4 samples of a partition.
    fn fours(&self, location: Location, part: Part) -> Vec<Block4> {
        let load_at = |at| {
            stack_at!(samples: [[u8; 4]; 4] = location.sample(at));
            load(&mut samples, &self.shared.source[0]);
            samples
        };
        part.squares(4).map(load_at).collect()
    }

    /// Where the vectors of a partition may lead to.
    fn bounds(&self, location: Location, part: Part) -> Bounds {
        let size = self.shared.source[0].extents();
        Bounds::new(location.sample(part.at), part.extents, size, self.shared.vertical)
    }
}
