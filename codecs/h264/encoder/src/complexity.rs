//! How hard a picture is to predict, before it is coded: at half its resolution, from itself and from the picture before. New
//! scenes are found by it, and constant quality (CRF) chooses quantisers by it.

use unite::Block;
use unite_h264::kernels::{intra_chroma, satd_8x8, satd_of_three_chroma};

use crate::intra::mean;
use crate::kernels::activity::halve;
use crate::kernels::motion::{fetch, load, sad_8x8};
use crate::location::{Macroblock, inside, macroblocks, samples_of, stack_at};
use crate::picture::{Block8, Given, Plane};
use crate::search::{best_of, descend};

/// How many steps a search for motion takes at most.
const STEPS: usize = 12;

/// Sums of absolute transformed differences of all macroblocks, at half the resolution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// By Intra prediction.
    pub intra: u64,
    /// By Inter prediction, or by Intra prediction where that is less.
    pub inter: u64,
}

/// Looks at pictures, each beside the one before.
#[derive(Debug)]
pub struct Complexity {
    now: Plane,
    before: Plane,
    size: [usize; 2],
    /// Whether there is a picture before.
    any: bool,
}

impl Complexity {
    /// For pictures of so many rows and columns of macroblocks.
    pub fn new(size: [usize; 2]) -> Self {
        // Half of luminance has the samples of a component of chrominance.
        let plane = || Block::<u8>::zeros(samples_of(size, 1));
        Complexity { now: plane(), before: plane(), size, any: false }
    }

    /// Looks at the next picture.
    pub fn look(&mut self, source: &[Given<'_>]) -> Costs {
        std::mem::swap(&mut self.now, &mut self.before);
        halve(&mut self.now, &source[0]);
        let [rows, columns] = self.size;
        // Every other macroblock, as on a board for chess, says enough of all.
        let some = |mb: &Macroblock| mb.address.iter().sum::<usize>().is_multiple_of(2);
        // The vectors of a row of macroblocks, on to the next one.
        let mut vectors = vec![[0; 2]; columns];
        let mut costs = Costs::default();
        for mb in macroblocks(0..rows, columns).filter(some) {
            let samples = self.samples(mb);
            let intra = self.intra(mb, &samples);
            let inter = if self.any { self.inter(mb, &samples, &mut vectors) } else { intra };
            costs.intra += intra as u64;
            costs.inter += intra.min(inter) as u64;
        }
        self.any = true;
        let all = (rows * columns) as u64;
        let of_all = |sum: u64| sum * all / all.div_ceil(2);
        Costs { intra: of_all(costs.intra), inter: of_all(costs.inter) }
    }

    /// The samples of a macroblock at half the resolution.
    fn samples(&self, mb: Macroblock) -> Block8 {
        stack_at!(samples: [[u8; 8]; 8] = mb.chroma);
        load(&mut samples, &self.now);
        samples
    }

    /// What the best of three modes of Intra prediction leaves, or that by a mean at the border.
    fn intra(&self, mb: Macroblock, samples: &Block8) -> i32 {
        let [above, left] = mb.address.map(|at| at > 0);
        if above && left {
            let three = satd_of_three_chroma(samples, &self.now, samples);
            return three.into_iter().min().unwrap_or_default();
        }
        let mut pred = samples.clone();
        mean!(intra_chroma, (left, above), &mut pred, &self.now);
        satd_8x8(samples, &pred)
    }

    /// What the best of the vectors that a short search finds leaves.
    fn inter(&self, mb: Macroblock, samples: &Block8, vectors: &mut [[i32; 2]]) -> i32 {
        let extents = self.before.extents();
        let cost = |[dy, dx]: [i32; 2], limit| match inside(mb.chroma, [dy, dx], [8, 8], extents) {
            true => sad_8x8(samples, &self.before, dy, dx),
            false => limit,
        };
        let column = mb.address[1];
        let left = column.checked_sub(1).map_or([0; 2], |left| vectors[left]);
        let right = vectors.get(column + 1).copied().unwrap_or_default();
        let (mut best, mut least) = best_of([[0; 2], left, vectors[column], right].into_iter(), cost);
        descend(&mut best, &mut least, &[[-1, 0], [1, 0], [0, -1], [0, 1]], STEPS, cost);
        vectors[column] = best;
        let mut pred = samples.clone();
        let [dy, dx] = best;
        fetch(&mut pred, &self.before, dy, dx);
        satd_8x8(samples, &pred)
    }
}
