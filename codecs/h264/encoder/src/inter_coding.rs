//! Macroblocks of Inter prediction: how they are divided, their vectors, their residual, their samples (H.264 8.4, 8.5).

use unite::Block;
use unite_bitstream::syntax::unsigned_length;
use unite_h264::kernels::{Motion, sa8d, satd_16x16};

use crate::inter::{
    Block2, Direction, Vector, chroma_2x2, chroma_4x4, chroma_8x8, luma_4x4, luma_8x8, luma_16x16, motion,
    predicted_vector, skipped_vector,
};
use crate::kernels::context::{NOT_AVAILABLE, fill, motion_neighbours};
use crate::kernels::motion::{load, place};
use crate::kernels::residual::{construct_16x16, construct_four_8x8, levels_8x8, levels_16x16};
use crate::location::{Macroblock as Location, Part, stack_at};
use crate::macroblock::{Inter, Macroblock, Prediction, Residual};
use crate::partitions::{DIVISIONS, QUARTERS, SHAPES};
use crate::picture::{Block4, Block8, Block16};
use crate::quantizer::Quantizer;
use crate::search::{Bounds, Target, search};
use crate::work::{Source, Work};

/// A partition that was decided.
#[derive(Clone, Copy, Debug)]
struct Moved {
    part: Part,
    reference: i8,
    vector: Vector,
    /// What is written: the difference to the predicted vector.
    difference: Vector,
}

/// How a macroblock is divided, and what that costs.
#[derive(Clone, Debug)]
pub struct Decided {
    /// Transformed differences, and the bits of what is said of it.
    pub cost: i32,
    mb_type: u8,
    sub_mb_type: [u8; 4],
    /// The partitions of each `mbPartIdx`.
    parts: Vec<Vec<Moved>>,
}

impl Work<'_> {
    /// A macroblock of a P slice: skipped, of Inter prediction, or of Intra prediction where that is better.
    pub fn inter(&mut self, location: Location, source: &Source) -> Macroblock {
        let skipped = self.skipped_vector(location);
        if let Some(macroblock) = skipped.and_then(|vector| self.skip(location, source, vector)) {
            return macroblock;
        }
        let decided = self.divide(location, source);
        // The prefix of Intra macroblocks in P slices.
        let limit = decided.cost - 4 * self.lambda;
        if let Some(macroblock) = self.intra(location, source, limit) {
            return macroblock;
        }
        let transform_8x8 = self.prefers_transform_8x8(location, source, &decided);
        self.code_inter(location, source, &decided, transform_8x8)
    }

    /// The vector of the macroblock if it is skipped, unless it leads too far out of the picture.
    pub fn skipped_vector(&self, location: Location) -> Option<Vector> {
        let vector = skipped_vector(motion_neighbours(&location.area(), &self.tables.motion));
        self.bounds(location, Part::new(0, 0, 16, 16)).contain(vector).then_some(vector)
    }

    /// Skips a macroblock, whatever of its residual is lost.
    pub fn skip_always(&mut self, location: Location, vector: Vector) -> Macroblock {
        let reference = self.shared.references[0];
        let mut pred = stack_at!([[u8; 16]; 16], location.luma);
        luma_16x16(&mut pred, reference, vector);
        place(&mut self.recon[0], &pred);
        for (component, plane) in self.recon[1..].iter_mut().enumerate() {
            let mut pred = stack_at!([[u8; 8]; 8], location.chroma);
            chroma_8x8(&mut pred, reference, component, vector);
            place(plane, &pred);
        }
        self.settle(location, |work| fill(&mut work.tables.motion, &location.area(), motion(0, vector)));
        let residual = Residual::default();
        Macroblock { prediction: Prediction::Skip, chroma_mode: 0, residual: residual.into(), qp_delta: 0 }
    }

    /// Skips a macroblock if nothing of its residual is left.
    pub fn skip(&mut self, location: Location, source: &Source, vector: Vector) -> Option<Macroblock> {
        let reference = self.shared.references[0];
        let mut pred = stack_at!([[u8; 16]; 16], location.luma);
        luma_16x16(&mut pred, reference, vector);
        let mut residual = Residual::default();
        self.luma_levels(&pred, source, &mut residual);
        if residual.coded_luma != 0 {
            return None;
        }
        let mut chroma = [(); 2].map(|()| stack_at!([[u8; 8]; 8], location.chroma));
        for (component, pred) in chroma.iter_mut().enumerate().take(reference.chroma.len()) {
            chroma_8x8(pred, reference, component, vector);
        }
        self.code_chroma(&chroma, source, &mut residual, false);
        if residual.coded_chroma != [0; 2] {
            return None;
        }
        place(&mut self.recon[0], &pred);
        self.settle(location, |work| fill(&mut work.tables.motion, &location.area(), motion(0, vector)));
        Some(Macroblock {
            prediction: Prediction::Skip,
            chroma_mode: 0,
            residual: residual.into(),
            qp_delta: 0,
        })
    }

    /// Tells the tables that a macroblock is of Inter prediction.
    fn settle(&mut self, location: Location, write_motion: impl FnOnce(&mut Self)) {
        fill(&mut self.tables.intra, &location.area(), 0);
        // With constrained_intra_pred_flag such a macroblock counts as not available (8.3.1.1).
        let mode = if self.shared.pps.constrained_intra_pred_flag == 1 { NOT_AVAILABLE } else { 2 };
        fill(&mut self.tables.mode, &location.area(), mode);
        write_motion(self);
    }

    /// The best way to divide a macroblock.
    fn divide(&mut self, location: Location, source: &Source) -> Decided {
        let all = self.divisions(location, source);
        all.into_iter().min_by_key(|decided| decided.cost).expect("a macroblock may be a whole one")
    }

    /// Ways to divide a macroblock that are worth a look, a whole one among them.
    pub fn divisions(&mut self, location: Location, source: &Source) -> Vec<Decided> {
        let effort = self.shared.effort;
        let mut all = vec![self.shape(location, source, 0, &[])];
        if !effort.partitions {
            return all;
        }
        let Decided { cost, ref parts, .. } = all[0];
        let whole = parts[0][0];
        let quarters = self.quarters(location, &[whole.vector]);
        // Vectors of the parts are where to begin.
        let starts: Vec<Vector> =
            std::iter::once(whole.vector).chain(quarters.parts.iter().map(|parts| parts[0].vector)).collect();
        if quarters.cost < cost + cost / 8 {
            for mb_type in [1, 2] {
                all.push(self.shape(location, source, mb_type, &starts));
            }
        }
        all.push(quarters);
        all
    }

    /// A macroblock of one or two partitions.
    fn shape(&mut self, location: Location, source: &Source, mb_type: u8, starts: &[Vector]) -> Decided {
        fill(&mut self.tables.motion, &location.area(), Motion::OUTSIDE);
        let mut cost = self.lambda * unsigned_length(mb_type.into()) as i32;
        let mut parts = Vec::new();
        for &(part, direction) in SHAPES[mb_type as usize] {
            let target = match mb_type {
                0 => Target::Whole(&source.luma),
                _ => Target::Eights(self.eights(location, part)),
            };
            let (moved, of_part) = self.move_part(location, part, direction, &target, starts);
            cost += of_part;
            parts.push(vec![moved]);
        }
        Decided { cost, mb_type, sub_mb_type: [0; 4], parts }
    }

    /// A macroblock of four partitions, each divided as is best.
    fn quarters(&mut self, location: Location, starts: &[Vector]) -> Decided {
        fill(&mut self.tables.motion, &location.area(), Motion::OUTSIDE);
        let mut cost = self.lambda * unsigned_length(3) as i32;
        let mut parts = Vec::new();
        let mut sub_mb_type = [0; 4];
        let mut vectors = QUARTERS.len();
        for (index, quarter) in QUARTERS.into_iter().enumerate() {
            let target = Target::Eights(self.eights(location, quarter));
            let (moved, whole) = self.move_part(location, quarter, Direction::Median, &target, starts);
            let mut best = (whole + self.lambda * unsigned_length(0) as i32, 0, vec![moved]);
            let divisions = if self.shared.effort.sub_partitions { 1..4 } else { 1..1 };
            // Partitions that come have a vector each.
            let room = 1 + self.shared.vectors - vectors;
            for division in divisions.filter(|&division| DIVISIONS[division].len() <= room) {
                let tried = self.division(location, quarter, division, moved);
                if tried.0 < best.0 {
                    best = tried;
                }
            }
            self.write_motion(location, &best.2);
            vectors += best.2.len() - 1;
            cost += best.0;
            sub_mb_type[index] = best.1;
            parts.push(best.2);
        }
        Decided { cost, mb_type: 3, sub_mb_type, parts }
    }

    /// A way to divide an 8x8 partition: its cost, its `sub_mb_type`, its partitions, which refer to the picture that all of it
    /// would refer to.
    fn division(
        &mut self,
        location: Location,
        quarter: Part,
        division: usize,
        whole: Moved,
    ) -> (i32, u8, Vec<Moved>) {
        fill(&mut self.tables.motion, &location.part(quarter), Motion::OUTSIDE);
        let mut cost = self.lambda * unsigned_length(division as u32) as i32;
        let mut parts = Vec::new();
        for part in DIVISIONS[division] {
            let part = part.within(quarter);
            let target = Target::Fours(self.fours(location, part));
            let (moved, of_part) = self.search_part(
                location,
                part,
                Direction::Median,
                &target,
                &[whole.vector],
                whole.reference,
            );
            fill(&mut self.tables.motion, &location.part(part), motion(moved.reference, moved.vector));
            cost += of_part;
            parts.push(moved);
        }
        (cost, division as u8, parts)
    }

    /// The best picture and vector for a partition, and what they cost; the table has them then.
    fn move_part(
        &mut self,
        location: Location,
        part: Part,
        direction: Direction,
        target: &Target<'_>,
        starts: &[Vector],
    ) -> (Moved, i32) {
        let mut best = self.search_part(location, part, direction, target, starts, 0);
        for reference in 1..self.shared.references.len() as i8 {
            let tried = self.search_part(location, part, direction, target, starts, reference);
            if tried.1 < best.1 {
                best = tried;
            }
        }
        fill(&mut self.tables.motion, &location.part(part), motion(best.0.reference, best.0.vector));
        best
    }

    /// The best vector for a partition into one picture, and what it costs.
    fn search_part(
        &mut self,
        location: Location,
        part: Part,
        direction: Direction,
        target: &Target<'_>,
        starts: &[Vector],
        reference: i8,
    ) -> (Moved, i32) {
        let neighbours = motion_neighbours(&location.part(part), &self.tables.motion);
        let predicted = predicted_vector(neighbours, reference, direction);
        let mut all = vec![predicted];
        all.extend(starts);
        all.extend(neighbours.iter().filter(|motion| motion.reference[0] >= 0).map(|motion| motion.mv[0]));
        let bounds = self.bounds(location, part);
        let picture = self.shared.references[reference as usize];
        let (vector, cost) =
            search(target, picture, &bounds, predicted, &all, self.lambda, &self.shared.effort);
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
        self.has_transform_8x8() && decided.sub_mb_type == [0; 4]
    }

    /// Whether the 8x8 transform leaves less than the smaller one.
    fn prefers_transform_8x8(&self, location: Location, source: &Source, decided: &Decided) -> bool {
        if !self.allows_transform_8x8(decided) {
            return false;
        }
        let (pred, _) = self.predict_all(location, decided);
        sa8d(&source.luma, &pred) < satd_16x16(&source.luma, &pred)
    }

    /// The prediction of a macroblock as it was decided.
    fn predict_all(&self, location: Location, decided: &Decided) -> (Block16, [Block8; 2]) {
        let mut pred = stack_at!([[u8; 16]; 16], location.luma);
        let mut chroma = [(); 2].map(|()| stack_at!([[u8; 8]; 8], location.chroma));
        for &moved in decided.parts.iter().flatten() {
            self.predict(location, moved, &mut pred, &mut chroma);
        }
        (pred, chroma)
    }

    /// Codes a macroblock as it was decided.
    pub fn code_inter(
        &mut self,
        location: Location,
        source: &Source,
        decided: &Decided,
        transform_8x8: bool,
    ) -> Macroblock {
        // Before the table has the motion of the macroblock itself, and what was tried does not count.
        let skipped = self.skipped_vector(location);
        let (pred, chroma) = self.predict_all(location, decided);
        let all: Vec<Moved> = decided.parts.iter().flatten().copied().collect();
        let mut residual = Residual { transform_8x8, ..Residual::default() };
        if self.shared.effort.trellis {
            self.least_luma(location, &pred, source, &mut residual);
        } else {
            self.luma_levels(&pred, source, &mut residual);
        }
        self.construct_luma(&pred, &residual);
        self.code_chroma(&chroma, source, &mut residual, false);
        self.settle(location, |work| work.write_motion(location, &all));
        let first = all[0];
        let nothing = residual.coded_luma == 0 && residual.coded_chroma == [0; 2];
        if nothing && decided.mb_type == 0 && first.reference == 0 && Some(first.vector) == skipped {
            return Macroblock {
                prediction: Prediction::Skip,
                chroma_mode: 0,
                residual: residual.into(),
                qp_delta: 0,
            };
        }
        let mut inter =
            Inter { mb_type: decided.mb_type, sub_mb_type: decided.sub_mb_type, ..Inter::default() };
        for (index, parts) in decided.parts.iter().enumerate() {
            inter.references[index] = parts[0].reference as u8;
            for (sub, moved) in parts.iter().enumerate() {
                inter.differences[index][sub] = moved.difference;
            }
        }
        Macroblock {
            prediction: Prediction::Inter(inter),
            chroma_mode: 0,
            residual: residual.into(),
            qp_delta: 0,
        }
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

    /// The samples of a partition, where they belong in the prediction of the macroblock.
    fn predict(&self, location: Location, moved: Moved, pred: &mut Block16, chroma: &mut [Block8; 2]) {
        let reference = self.shared.references[moved.reference as usize];
        let (part, components) = (moved.part, reference.chroma.len());
        if part == Part::new(0, 0, 16, 16) {
            luma_16x16(pred, reference, moved.vector);
            for (component, chroma) in chroma.iter_mut().enumerate().take(components) {
                chroma_8x8(chroma, reference, component, moved.vector);
            }
            return;
        }
        let eights = part.squares(8);
        for at in eights.iter().copied() {
            let mut square: Block8 = stack_at!([[u8; 8]; 8], location.sample(at));
            luma_8x8(&mut square, reference, moved.vector);
            place(pred, &square);
            for (component, chroma) in chroma.iter_mut().enumerate().take(components) {
                let mut square: Block4 = stack_at!([[u8; 4]; 4], location.chroma_of(at));
                chroma_4x4(&mut square, reference, component, moved.vector);
                place(chroma, &square);
            }
        }
        if !eights.is_empty() {
            return;
        }
        for at in part.squares(4) {
            let mut square: Block4 = stack_at!([[u8; 4]; 4], location.sample(at));
            luma_4x4(&mut square, reference, moved.vector);
            place(pred, &square);
            for (component, chroma) in chroma.iter_mut().enumerate().take(components) {
                let mut square: Block2 = stack_at!([[u8; 2]; 2], location.chroma_of(at));
                chroma_2x2(&mut square, reference, component, moved.vector);
                place(chroma, &square);
            }
        }
    }

    /// Writes the motion of partitions.
    fn write_motion(&mut self, location: Location, parts: &[Moved]) {
        for moved in parts {
            let area = location.part(moved.part);
            fill(&mut self.tables.motion, &area, motion(moved.reference, moved.vector));
        }
    }

    /// The squares of 8x8 samples of a partition.
    fn eights(&self, location: Location, part: Part) -> Vec<Block8> {
        let load_at = |at| {
            let mut samples: Block8 = stack_at!([[u8; 8]; 8], location.sample(at));
            load(&mut samples, &self.shared.source.planes[0]);
            samples
        };
        part.squares(8).into_iter().map(load_at).collect()
    }

    /// The squares of 4x4 samples of a partition.
    fn fours(&self, location: Location, part: Part) -> Vec<Block4> {
        part.squares(4).into_iter().map(|at| self.source_4x4(location.sample(at))).collect()
    }

    /// Where the vectors of a partition may lead to.
    fn bounds(&self, location: Location, part: Part) -> Bounds {
        let size = self.shared.source.planes[0].extents();
        Bounds::new(location.sample(part.at), part.extents, size, self.shared.vertical)
    }
}
