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
    /// One or two squares of 8x8 samples.
    Eights([Option<&'a Block8>; 2]),
    /// Squares of 4x4 samples.
    Fours(Vec<Block4>),
}

/// A sum over squares: all of it, or what is not less than `limit` as soon as that is known.
fn sum<T>(squares: impl IntoIterator<Item = T>, limit: i32, cost: impl Fn(T) -> i32) -> i32 {
    let mut sum = 0;
    for square in squares {
        sum += cost(square);
        if sum >= limit {
            break;
        }
    }
    sum
}

impl Target<'_> {
    /// The sum of absolute differences to what lies full samples away, if it is less than `limit`.
    fn sad(&self, reference: &Reference, [x, y]: [i32; 2], limit: i32) -> i32 {
        let plane = &reference.luma[0];
        match self {
            Target::Whole(samples) => sad_16x16(*samples, plane, y, x),
            Target::Eights(squares) => {
                sum(squares.iter().flatten(), limit, |samples| sad_8x8(*samples, plane, y, x))
            }
            Target::Fours(squares) => sum(squares, limit, |samples| sad_4x4(samples, plane, y, x)),
        }
    }

    /// The sum of absolute transformed differences to what a vector leads to, if it is less than `limit`.
    fn satd(&self, reference: &Reference, vector: Vector, limit: i32) -> i32 {
        match self {
            Target::Whole(samples) => satd_luma_16x16(samples, reference, vector),
            Target::Eights(squares) => {
                sum(squares.iter().flatten(), limit, |samples| satd_luma_8x8(samples, reference, vector))
            }
            Target::Fours(squares) => {
                sum(squares, limit, |samples| satd_luma_4x4(samples, reference, vector))
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
/// The eight around one, the four nearest ones first.
const SQUARE: [[i32; 2]; 8] = [[0, -1], [-1, 0], [1, 0], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1]];

/// Goes so many times at most to the best one of those around, as long as that is better: `cost` says what each costs, if that is less
/// than a limit.
pub fn descend(
    best: &mut [i32; 2],
    least: &mut i32,
    around: &[[i32; 2]],
    steps: usize,
    mut cost: impl FnMut([i32; 2], i32) -> i32,
) {
    // From where it came last: what lies around that is known.
    let mut before = None;
    for _ in 0..steps {
        let center = *best;
        for offset in around {
            let at = [center[0] + offset[0], center[1] + offset[1]];
            let known = before.is_some_and(|[x, y]: [i32; 2]| {
                let from = [at[0] - x, at[1] - y];
                from == [0, 0] || around.contains(&from)
            });
            if !known {
                let found = cost(at, *least);
                if found < *least {
                    (*best, *least) = (at, found);
                }
            }
        }
        if *best == center {
            break;
        }
        before = Some(center);
    }
}

/// The best vector of a partition, and what it costs. `starts` are vectors to begin at.
pub fn search(
    target: &Target<'_>,
    reference: &Reference,
    bounds: &Bounds,
    predicted: Vector,
    starts: impl Iterator<Item = Vector>,
    lambda: i32,
    effort: &Effort,
) -> (Vector, i32) {
    let count = effort.around[usize::from(!matches!(target, Target::Whole(_)))];
    // What the vector takes comes first: often that is too much already.
    let cost = |[x, y]: [i32; 2], limit: i32| {
        let bits = lambda * vector_bits([4 * x as i16, 4 * y as i16], predicted);
        if bits < limit { bits + target.sad(reference, [x, y], limit - bits) } else { limit }
    };
    let mut best = bounds.clamped([0, 0]);
    let mut least = cost(best, i32::MAX);
    let mut tried = [best; 8];
    for (index, start) in starts.enumerate() {
        let at = bounds.clamped(start.map(|quarters| (i32::from(quarters) + 2) >> 2));
        if !tried.contains(&at) {
            tried[(index + 1) % 8] = at;
            let found = cost(at, least);
            if found < least {
                (best, least) = (at, found);
            }
        }
    }
    // Steps of two as long as it gets better, and then one step of one.
    let inside = |at, limit| if bounds.clamped(at) == at { cost(at, limit) } else { limit };
    descend(&mut best, &mut least, &HEXAGON, effort.steps, inside);
    descend(&mut best, &mut least, &SQUARE[..count], 1, inside);
    // Half samples and then quarter samples around it, in quarters.
    let cost = |at: Vector, limit: i32| {
        let bits = lambda * vector_bits(at, predicted);
        if bits < limit { bits + target.satd(reference, at, limit - bits) } else { limit }
    };
    let inside = |at: [i32; 2], limit| {
        let at = at.map(|at| at as i16);
        if bounds.contain(at) { cost(at, limit) } else { limit }
    };
    let mut best = best.map(|at| 4 * at);
    let mut least = cost(best.map(|at| at as i16), i32::MAX);
    let exact = predicted.map(i32::from);
    if exact != best {
        let found = inside(exact, least);
        if found < least {
            (best, least) = (exact, found);
        }
    }
    for (distance, rounds) in [2, 1].into_iter().zip(effort.refinements) {
        let around = SQUARE.map(|offset| offset.map(|at| distance * at));
        descend(&mut best, &mut least, &around[..count], rounds, inside);
    }
    (best.map(|at| at as i16), least)
}
