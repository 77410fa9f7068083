//! The search for motion: full samples by absolute differences, half and quarter samples by transformed ones.

use crate::inter::{Vector, Window, sad_full_around, satd_luma_4x4, satd_luma_8x8, satd_luma_16x16};
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

impl Target<'_> {
    /// The sum of what squares of each size cost: all of it, or what is not less than `limit` as soon as that is known.
    fn sum(
        &self,
        limit: i32,
        whole: impl Fn(&Block16) -> i32,
        eight: impl Fn(&Block8) -> i32,
        four: impl Fn(&Block4) -> i32,
    ) -> i32 {
        let add = |sum: i32, cost: i32| if sum + cost < limit { Ok(sum + cost) } else { Err(sum + cost) };
        let sum = match self {
            Target::Whole(samples) => Ok(whole(samples)),
            Target::Eights(squares) => squares.iter().flatten().try_fold(0, |sum, at| add(sum, eight(at))),
            Target::Fours(squares) => squares.iter().try_fold(0, |sum, at| add(sum, four(at))),
        };
        sum.unwrap_or_else(|sum| sum)
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
    /// The bounds of a partition: interpolation reads no more than the margin, and vectors are as short as the level wants.
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
        self.contain_on(0, x) && self.contain_on(1, y)
    }

    /// Whether a vector stays inside on an axis, the first one across.
    fn contain_on(&self, axis: usize, at: i16) -> bool {
        let [least, most] = [self.x, self.y][axis];
        (4 * least..=4 * most).contains(&i32::from(at))
    }
}

/// How many bits the difference of a vector to the predicted one takes.
pub fn vector_bits(vector: Vector, predicted: Vector) -> i32 {
    number_bits(vector[0], predicted[0]) + number_bits(vector[1], predicted[1])
}

/// The same on one axis: `se(v)` takes twice as many bits as the number has, and one (9.1.1).
fn number_bits(number: i16, predicted: i16) -> i32 {
    2 * (2 * u32::from(number.abs_diff(predicted)) + 1).ilog2() as i32 + 1
}

/// More bits than any vector takes.
const OUTSIDE: i32 = 1 << 16;

/// The six full samples around one, two away.
const HEXAGON: [[i32; 2]; 6] = [[-2, 0], [-1, -2], [1, -2], [2, 0], [1, 2], [-1, 2]];
/// The eight around one, the four nearest ones first.
pub const SQUARE: [[i32; 2]; 8] = [[0, -1], [-1, 0], [1, 0], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1]];

/// Goes so many times at most to the best one of those around, as long as that is better: `cost` says what each costs, up to a limit.
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

/// The best of some places, of which some is allowed, and its cost.
pub fn best_of(
    places: impl Iterator<Item = [i32; 2]>,
    mut cost: impl FnMut([i32; 2], i32) -> i32,
) -> ([i32; 2], i32) {
    let (mut best, mut least) = ([0; 2], i32::MAX);
    let (mut tried, mut count) = ([best; 8], 0);
    for at in places {
        if !tried[..count.min(8)].contains(&at) {
            tried[count % 8] = at;
            count += 1;
            let found = cost(at, least);
            if found < least {
                (best, least) = (at, found);
            }
        }
    }
    (best, least)
}

/// The best vector of a macroblock by plain differences alone, of all eight vectors around one at a time, and what it costs: into the
/// reference picture of a number, from `starts`, the predicted vector first, of which the nearest full samples count. It goes from there so
/// many steps at most.
pub fn search_around(
    samples: &Block16,
    (number, reference): (i8, &Reference),
    window: &mut Window,
    bounds: &Bounds,
    starts: impl Iterator<Item = Vector> + Clone,
    lambda: i32,
    steps: usize,
) -> (Vector, i32) {
    let predicted = starts.clone().next().unwrap_or_default();
    // Plain differences are less than transformed ones, by which a bit has its weight.
    let weight = |bits: i32| 3 * lambda * bits / 4;
    let bits = |vector: Vector| weight(vector_bits(vector, predicted));
    let nearest = |start: Vector| bounds.clamped(start.map(|quarters| (i32::from(quarters) + 2) >> 2));
    let quarters = |at: [i32; 2]| at.map(|at| 4 * at as i16);
    let cost = |[x, y]: [i32; 2], limit: i32| {
        let bits = bits(quarters([x, y]));
        if bits >= limit { limit } else { bits + sad_16x16(samples, &reference.luma[0], y, x) }
    };
    let (best, least) = best_of(std::iter::once([0; 2]).chain(starts).map(nearest), cost);
    // The best of those around, if it is better.
    let around = |found: (Vector, i32), distance: i16, costs: [i32; 8]| {
        let (center, least) = found;
        // Mostly none of them is better.
        if costs.iter().min() >= Some(&least) {
            return found;
        }
        // What the vector takes on an axis, at three places that the eight ones share; nothing leads out of the bounds.
        let taken = |axis: usize, offset: i16| {
            let at = center[axis] + distance * offset;
            if bounds.contain_on(axis, at) { number_bits(at, predicted[axis]) } else { OUTSIDE }
        };
        let across = [taken(0, -1), taken(0, 0), taken(0, 1)];
        let down = [taken(1, -1), taken(1, 0), taken(1, 1)];
        let taken = |[x, y]: [i32; 2]| across[(x + 1) as usize] + down[(y + 1) as usize];
        let all = costs.into_iter().zip(SQUARE).map(|(cost, offset)| cost + weight(taken(offset)));
        let (cost, at) = all.zip(0..).min().expect("there are eight");
        let [x, y] = SQUARE[at].map(|offset| distance * offset as i16);
        if cost < least { ([center[0] + x, center[1] + y], cost) } else { found }
    };
    let mut found = (quarters(best), least);
    for _ in 0..steps {
        let next = around(found, 4, sad_full_around(samples, reference, found.0));
        if next == found {
            break;
        }
        found = next;
    }
    window.look(samples, reference, number, found.0);
    found = around(found, 2, window.sad_half_around(samples, found.0));
    found = around(found, 1, window.sad_quarter_around(samples, found.0));
    // The predicted vector takes the fewest bits.
    let cost = bits(predicted);
    if bounds.contain(predicted) && cost < found.1 {
        let cost = cost + window.sad(samples, reference, number, predicted);
        if cost < found.1 {
            found = (predicted, cost);
        }
    }
    found
}

/// The best vector of a partition, and what it costs. `starts` are vectors to begin at, the predicted one first; `near` says that one of
/// them, all of which are allowed but for the first one, is right, or nearly so.
pub fn search(
    target: &Target<'_>,
    reference: &Reference,
    bounds: &Bounds,
    starts: impl Iterator<Item = Vector> + Clone,
    lambda: i32,
    effort: &Effort,
    near: bool,
) -> (Vector, i32) {
    let count = effort.around[usize::from(!matches!(target, Target::Whole(_)))];
    let predicted = starts.clone().next().unwrap_or_default();
    // What the vector takes comes first: often that is too much already.
    let cost = |[x, y]: [i32; 2], limit: i32| {
        let bits = lambda * vector_bits([4 * x as i16, 4 * y as i16], predicted);
        if bits >= limit {
            return limit;
        }
        let plane = &reference.luma[0];
        let whole = |samples: &Block16| sad_16x16(samples, plane, y, x);
        let eight = |samples: &Block8| sad_8x8(samples, plane, y, x);
        bits + target.sum(limit - bits, whole, eight, |samples| sad_4x4(samples, plane, y, x))
    };
    let full = (!near).then(|| {
        let nearest = |start: Vector| bounds.clamped(start.map(|quarters| (i32::from(quarters) + 2) >> 2));
        let (mut best, mut least) = best_of(std::iter::once([0; 2]).chain(starts.clone()).map(nearest), cost);
        // Steps of two as long as it gets better, and then of one.
        let inside = |at, limit| if bounds.clamped(at) == at { cost(at, limit) } else { limit };
        descend(&mut best, &mut least, &HEXAGON, effort.steps[0], inside);
        descend(&mut best, &mut least, &SQUARE[..count], effort.steps[1], inside);
        (best.map(|at| 4 * at), least)
    });
    // Half samples and then quarter samples around it, in quarters.
    let cost = |at: [i32; 2], limit: i32| {
        let at = at.map(|at| at as i16);
        let bits = lambda * vector_bits(at, predicted);
        if bits >= limit || !bounds.contain(at) {
            return limit;
        }
        let whole = |samples: &Block16| satd_luma_16x16(samples, reference, at);
        let eight = |samples: &Block8| satd_luma_8x8(samples, reference, at);
        bits + target.sum(limit - bits, whole, eight, |samples| satd_luma_4x4(samples, reference, at))
    };
    let exact = starts.take(if near { usize::MAX } else { 1 }).map(|start| start.map(i32::from));
    let (mut best, mut least) = best_of(full.into_iter().map(|(at, _)| at).chain(exact), cost);
    // Vectors of two squares are as exact as those of each.
    let exact = near && matches!(target, Target::Eights([_, Some(_)]));
    for (distance, rounds) in [2, 1].into_iter().zip(effort.refinements).skip(exact.into()) {
        let around = SQUARE.map(|offset| offset.map(|at| distance * at));
        descend(&mut best, &mut least, &around[..count], rounds, cost);
    }
    (best.map(|at| at as i16), least)
}
