//! The search for motion: full samples by absolute differences, half and quarter samples by transformed ones.

use unite_bitstream::syntax::signed_length;

use crate::inter::{Vector, satd_luma_4x4, satd_luma_8x8, satd_luma_16x16};
use crate::kernels::motion::{sad_4x4, sad_8x8, sad_16x16};
use crate::picture::{Block4, Block8, Block16, MARGIN, Reference};
use crate::settings::Effort;

/// The samples of a partition, in the squares that it consists of.
pub enum Target<'a> {
    /// A macroblock.
    Whole(&'a Block16),
    /// Squares of 8x8 samples.
    Eights(Vec<Block8>),
    /// Squares of 4x4 samples.
    Fours(Vec<Block4>),
}

impl Target<'_> {
    /// The sum of absolute differences to what lies full samples away.
    fn sad(&self, reference: &Reference, [x, y]: [i32; 2]) -> i32 {
        let plane = &reference.luma[0];
        match self {
            Target::Whole(samples) => sad_16x16(*samples, plane, y, x),
            Target::Eights(squares) => squares.iter().map(|samples| sad_8x8(samples, plane, y, x)).sum(),
            Target::Fours(squares) => squares.iter().map(|samples| sad_4x4(samples, plane, y, x)).sum(),
        }
    }

    /// The sum of absolute transformed differences to what a vector leads to.
    pub fn satd(&self, reference: &Reference, vector: Vector) -> i32 {
        match self {
            Target::Whole(samples) => satd_luma_16x16(samples, reference, vector),
            Target::Eights(squares) => {
                squares.iter().map(|samples| satd_luma_8x8(samples, reference, vector)).sum()
            }
            Target::Fours(squares) => {
                squares.iter().map(|samples| satd_luma_4x4(samples, reference, vector)).sum()
            }
        }
    }
}

/// Where vectors of a partition may lead to.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The least and the greatest one across, in full samples.
    pub x: [i32; 2],
    /// The same down.
    pub y: [i32; 2],
}

impl Bounds {
    /// The bounds of a partition: what interpolation reads lies in the margin of the picture, and vectors are shorter than
    /// the level allows.
    pub fn new([y, x]: [isize; 2], [h, w]: [usize; 2], [height, width]: [usize; 2], vertical: i32) -> Self {
        // Quarter samples are between two half samples, of which the second one may be one further.
        let around = MARGIN as i32 - 2;
        let axis = |at: isize, extent: usize, of: usize, most: i32| {
            let (at, extent, of) = (at as i32, extent as i32, of as i32);
            [(-around - at).max(-most), (of + around - at - extent).min(most)]
        };
        Bounds { x: axis(x, w, width, 2047), y: axis(y, h, height, vertical - 1) }
    }

    /// The nearest full samples inside.
    fn clamped(&self, [x, y]: [i32; 2]) -> [i32; 2] {
        [x.clamp(self.x[0], self.x[1]), y.clamp(self.y[0], self.y[1])]
    }

    /// Whether a vector stays inside.
    pub fn contain(&self, [x, y]: Vector) -> bool {
        let inside = |at: i16, [least, most]: [i32; 2]| (4 * least..=4 * most).contains(&i32::from(at));
        inside(x, self.x) && inside(y, self.y)
    }
}

/// How many bits the difference of a vector to the predicted one takes.
pub fn vector_bits(vector: Vector, predicted: Vector) -> i32 {
    (0..2).map(|axis| signed_length(i32::from(vector[axis]) - i32::from(predicted[axis])) as i32).sum()
}

/// The six full samples around one, two away.
const HEXAGON: [[i32; 2]; 6] = [[-2, 0], [-1, -2], [1, -2], [2, 0], [1, 2], [-1, 2]];
/// The eight around one.
const SQUARE: [[i32; 2]; 8] = [[0, -1], [-1, 0], [1, 0], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1]];

/// The best vector of a partition, and what it costs. `starts` are vectors to begin at.
pub fn search(
    target: &Target<'_>,
    reference: &Reference,
    bounds: &Bounds,
    predicted: Vector,
    starts: &[Vector],
    lambda: i32,
    effort: &Effort,
) -> (Vector, i32) {
    let bits = |[x, y]: [i32; 2]| lambda * vector_bits([4 * x as i16, 4 * y as i16], predicted);
    let cost = |at: [i32; 2]| target.sad(reference, at) + bits(at);
    let mut best = bounds.clamped([0, 0]);
    let mut least = cost(best);
    for start in starts {
        let at = bounds.clamped(start.map(|quarters| (i32::from(quarters) + 2) >> 2));
        if at != best {
            let found = cost(at);
            if found < least {
                (best, least) = (at, found);
            }
        }
    }
    // Steps of two as long as it gets better, and then one step of one.
    for (around, steps) in [(&HEXAGON[..], effort.steps), (&SQUARE[..], 1)] {
        for _ in 0..steps {
            let center = best;
            for offset in around {
                let at = [center[0] + offset[0], center[1] + offset[1]];
                if bounds.clamped(at) == at {
                    let found = cost(at);
                    if found < least {
                        (best, least) = (at, found);
                    }
                }
            }
            if best == center {
                break;
            }
        }
    }
    refine(target, reference, bounds, predicted, best.map(|at| 4 * at as i16), lambda, effort)
}

/// Half samples and then quarter samples around a vector.
fn refine(
    target: &Target<'_>,
    reference: &Reference,
    bounds: &Bounds,
    predicted: Vector,
    start: Vector,
    lambda: i32,
    effort: &Effort,
) -> (Vector, i32) {
    let cost = |at: Vector| target.satd(reference, at) + lambda * vector_bits(at, predicted);
    let mut best = start;
    let mut least = cost(best);
    if predicted != best && bounds.contain(predicted) {
        let found = cost(predicted);
        if found < least {
            (best, least) = (predicted, found);
        }
    }
    for (distance, rounds) in [(2, effort.refinements[0]), (1, effort.refinements[1])] {
        for _ in 0..rounds {
            let center = best;
            for offset in SQUARE {
                let at = [0, 1].map(|axis| center[axis] + distance * offset[axis] as i16);
                if bounds.contain(at) {
                    let found = cost(at);
                    if found < least {
                        (best, least) = (at, found);
                    }
                }
            }
            if best == center {
                break;
            }
        }
    }
    (best, least)
}
