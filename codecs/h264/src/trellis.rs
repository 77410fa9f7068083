//! The levels of a block that cost least where arithmetic coding codes them: each the nearest one or one less, by a search through a
//! trellis (Viterbi).
//!
//! Levels are coded from the last one of the scan to the first one, and the contexts of a level's bins depend on how many levels of 1 and
//! how many larger ones came before it (H.264 9.3.3.1.3). That is what a node of the trellis is:
//!
//! | node | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
//! |:-----|--:|--:|--:|--:|--:|--:|--:|--:|
//! | levels of 1 | 0 | 1 | 2 | 3 and more | any | any | any | any |
//! | larger levels | 0 | 0 | 0 | 0 | 1 | 2 | 3 | 4 and more |
//!
//! Of all paths to a node the one that costs least goes on. A path takes with it the states that its levels have brought contexts into,
//! as far as later ones use these; flags that say where levels are count by the states before the block, for they are coded before, the
//! other way round. Of paths that cost the same the one goes on that was found first: the one with the smaller level, then from the first node.
//!
//! ```
//! use unite_h264::trellis::{Block, Coding, least};
//!
//! /// Coefficients in tenths of a level, and contexts of which each bin takes a bit at first.
//! struct Tenths([i64; 4]);
//!
//! impl Block for Tenths {
//!     fn level(&self, at: usize) -> u32 {
//!         (self.0[at] + 5) as u32 / 10
//!     }
//!
//!     fn distortion(&self, at: usize, level: u32) -> i64 {
//!         (self.0[at] - 10 * i64::from(level)).pow(2)
//!     }
//!
//!     fn distortion_alone(&self, level: u32) -> i64 {
//!         self.distortion(0, level)
//!     }
//!
//!     fn flags(&self, at: usize) -> Option<[u8; 2]> {
//!         (at < 3).then_some([126; 2])
//!     }
//! }
//!
//! let block = Tenths([31, 0, 10, 6]);
//! let less = |weight| least(&block, &Coding { states: [126; 10], most: 4, weight }, 0, 0b1101);
//! assert_eq!(less(0), Some(0));
//! // The last level saves two bits and is not worth them; then all of them are not.
//! assert_eq!(less(1), Some(0b1000));
//! assert_eq!(less(1000), Some(0b1101));
//! ```

use crate::cabac::{AFTER, BITS, BYPASS, Bins, STATES, other_bins, suffix};

/// The nearest levels of a block, and what they cost but for their bins. Places are those of the scan.
pub trait Block {
    /// How large the nearest level at a place is.
    fn level(&self, at: usize) -> u32;

    /// How far the coefficient at a place is from what a level makes of it.
    fn distortion(&self, at: usize, level: u32) -> i64;

    /// The same of the first coefficient, where no other one of the block has a level.
    fn distortion_alone(&self, level: u32) -> i64;

    /// The states of the contexts of `significant_coeff_flag` and `last_significant_coeff_flag`, which the last place does not have.
    fn flags(&self, at: usize) -> Option<[u8; 2]>;
}

/// How levels are coded, and what bits weigh.
pub struct Coding {
    /// The states of the contexts of `coeff_abs_level_minus1`.
    pub states: [u8; 10],
    /// How many larger levels there have to be until more of them make no difference: 4, or 3 for DC coefficients of chrominance.
    pub most: usize,
    /// How much distortion a 16th of a bit is worth.
    pub weight: u64,
}

/// A path to a node.
#[derive(Clone, Copy)]
struct Path {
    cost: i64,
    /// A bit for each place where the level is one less than the nearest one.
    less: u64,
    /// The state of the context of a level's first bin, and of that of its other bins, where levels before changed it.
    first: u8,
    others: u8,
}

/// No path leads there: it costs more than any.
const NOWHERE: Path = Path { cost: i64::MAX / 2, less: 0, first: 0, others: 0 };

impl Path {
    /// The path with less at a place.
    #[inline(always)]
    fn less(self, bit: u64) -> Path {
        Path { less: self.less | bit, ..self }
    }

    /// Another one if it costs less.
    #[inline(always)]
    fn or(self, other: Path) -> Path {
        if other.cost < self.cost { other } else { self }
    }
}

/// A level that paths may go on with.
#[derive(Clone, Copy)]
struct Level {
    distortion: i64,
    /// 256ths of a bit of what does not depend on the path.
    bits: u32,
    others: &'static [Bins; STATES],
}

impl Level {
    #[inline(always)]
    fn new(level: u32, distortion: i64, flags: u32) -> Level {
        Level { distortion, bits: flags + suffix(level) + BYPASS, others: other_bins(level) }
    }
}

/// `ctxIdxInc` of a level's first bin by the node that a path comes from.
const FIRST: [usize; 8] = [1, 2, 3, 4, 0, 0, 0, 0];

/// Nodes by what a path goes on with: a level of 1, and a larger one.
const BY_ONE: [usize; 8] = [1, 2, 3, 3, 4, 5, 6, 7];
const BY_LARGER: [usize; 8] = [4, 4, 4, 4, 5, 6, 7, 7];

impl Coding {
    /// How much distortion these 256ths of a bit are worth.
    #[inline(always)]
    fn worth(&self, bits: u32) -> i64 {
        (u64::from(bits).wrapping_mul(self.weight) >> 4) as i64
    }

    /// `ctxIdxInc` of a level's bins after the first one.
    #[inline(always)]
    fn others(&self, from: usize) -> usize {
        5 + from.saturating_sub(3).min(self.most)
    }

    /// The state of the context of a level's first bin, which only paths to the last five nodes have changed.
    #[inline(always)]
    fn first_state<const FROM: usize>(&self, path: &Path) -> u8 {
        if FROM < 3 { self.states[FIRST[FROM]] } else { path.first }
    }

    /// A path from a node goes on with a level of 1.
    #[inline(always)]
    fn one<const FROM: usize>(&self, path: Path, level: Level) -> Path {
        let state = self.first_state::<FROM>(&path);
        let bits = level.bits + u32::from(BITS[usize::from(state)]);
        let (from, to) = (FIRST[FROM], FIRST[BY_ONE[FROM]]);
        Path {
            cost: path.cost.wrapping_add(level.distortion).wrapping_add(self.worth(bits)),
            first: if to == from { AFTER[usize::from(state)][0] } else { self.states[to] },
            ..path
        }
    }

    /// A path from a node goes on with a larger level.
    #[inline(always)]
    fn larger<const FROM: usize>(&self, path: Path, level: Level) -> Path {
        let state = self.first_state::<FROM>(&path);
        let (others_from, others_to) = (self.others(FROM), self.others(BY_LARGER[FROM]));
        let others = level.others[usize::from(if FROM < 7 { self.states[others_from] } else { path.others })];
        let bits = level.bits + u32::from(BITS[usize::from(state ^ 1)]) + u32::from(others.bits);
        let (from, to) = (FIRST[FROM], FIRST[BY_LARGER[FROM]]);
        Path {
            cost: path.cost.wrapping_add(level.distortion).wrapping_add(self.worth(bits)),
            first: if to == from { AFTER[usize::from(state)][1] } else { self.states[to] },
            // Only paths to the last node change it, and use what they changed.
            others: match others_to {
                _ if BY_LARGER[FROM] < 7 => 0,
                to if to == others_from => others.after,
                to => self.states[to],
            },
            ..path
        }
    }
}

/// The trellis as long as no level can be larger than 1: the path to node 0, and those to nodes 1 to 3.
struct Small {
    nothing: Path,
    paths: [Path; 3],
    /// How many levels there were that can be 1.
    count: usize,
}

impl Small {
    /// A level that is 0 or 1: of 1 it is told, first of a path that has no other level, what it costs more than 0.
    #[inline(always)]
    fn at_most_one(&mut self, coding: &Coding, bit: u64, [only, one]: [Level; 2]) {
        let p = &mut self.paths;
        let first = coding.one::<0>(self.nothing, only);
        p[0] = match self.count {
            0 => first,
            count => {
                if count > 1 {
                    p[2] = p[2].less(bit).or(coding.one::<2>(p[1], one)).or(coding.one::<3>(p[2], one));
                }
                p[1] = p[1].less(bit).or(coding.one::<1>(p[0], one));
                p[0].less(bit).or(first)
            }
        };
        self.nothing = self.nothing.less(bit);
        self.count += 1;
    }
}

/// The trellis from the first level on that is or may be larger than 1.
struct Large {
    paths: [Path; 8],
    /// Whether there may be paths to the first four nodes.
    small: bool,
    /// How many of nodes 4 to 7 have a path, of which the last two count as one.
    count: usize,
}

impl Large {
    /// A level that is 0 or 1: of 1 it is told what it costs more than 0.
    #[inline(always)]
    fn at_most_one(&mut self, coding: &Coding, bit: u64, one: Level) {
        let p = &mut self.paths;
        if self.count > 1 {
            if self.count > 2 {
                p[7] = p[7].less(bit).or(coding.one::<7>(p[7], one));
                p[6] = p[6].less(bit).or(coding.one::<6>(p[6], one));
            }
            p[5] = p[5].less(bit).or(coding.one::<5>(p[5], one));
        }
        p[4] = p[4].less(bit).or(coding.one::<4>(p[4], one));
        if self.small {
            p[3] = p[3].less(bit).or(coding.one::<2>(p[2], one)).or(coding.one::<3>(p[3], one));
            p[2] = p[2].less(bit).or(coding.one::<1>(p[1], one));
            p[1] = p[1].less(bit);
        }
    }

    /// A level that is 1 or 2: first of a path that has no other level.
    #[inline(always)]
    fn one_or_two(
        &mut self,
        coding: &Coding,
        bit: u64,
        [only_one, one]: [Level; 2],
        [only_two, two]: [Level; 2],
    ) {
        let p = &mut self.paths;
        if self.count > 0 {
            if self.count > 1 {
                if self.count > 2 {
                    let with_two = [coding.larger::<6>(p[6], two), coding.larger::<7>(p[7], two)];
                    p[7] = coding.one::<7>(p[7], one).less(bit).or(with_two[0]).or(with_two[1]);
                }
                p[6] = coding.one::<6>(p[6], one).less(bit).or(coding.larger::<5>(p[5], two));
            }
            p[5] = coding.one::<5>(p[5], one).less(bit).or(coding.larger::<4>(p[4], two));
            p[4] = coding.one::<4>(p[4], one).less(bit);
        }
        if self.small {
            p[4] = p[4].or(coding.larger::<0>(p[0], only_two)).or(coding.larger::<1>(p[1], two));
            p[4] = p[4].or(coding.larger::<2>(p[2], two)).or(coding.larger::<3>(p[3], two));
            p[3] = coding.one::<2>(p[2], one).or(coding.one::<3>(p[3], one)).less(bit);
            p[2] = coding.one::<1>(p[1], one).less(bit);
            p[1] = coding.one::<0>(p[0], only_one).less(bit);
            p[0] = NOWHERE;
        }
        self.count = (self.count + 1).min(3);
    }

    /// A level that is larger than 1 even if it is one less: first of a path that has no other level.
    #[inline(always)]
    fn larger(
        &mut self,
        coding: &Coding,
        bit: u64,
        [only_less, less]: [Level; 2],
        [only, level]: [Level; 2],
    ) {
        let p = &mut self.paths;
        if self.count > 0 {
            if self.count > 1 {
                if self.count > 2 {
                    let with_less =
                        coding.larger::<6>(p[6], less).or(coding.larger::<7>(p[7], less)).less(bit);
                    p[7] = with_less.or(coding.larger::<6>(p[6], level)).or(coding.larger::<7>(p[7], level));
                }
                p[6] = coding.larger::<5>(p[5], less).less(bit).or(coding.larger::<5>(p[5], level));
            }
            p[5] = coding.larger::<4>(p[4], less).less(bit).or(coding.larger::<4>(p[4], level));
        }
        p[4] = NOWHERE;
        if self.small {
            let first = |only, level| {
                let two = coding.larger::<0>(p[0], only).or(coding.larger::<1>(p[1], level));
                two.or(coding.larger::<2>(p[2], level)).or(coding.larger::<3>(p[3], level))
            };
            p[4] = first(only_less, less).less(bit).or(first(only, level));
            [p[0], p[1], p[2], p[3]] = [NOWHERE; 4];
        }
        self.small = false;
        self.count = (self.count + 1).min(3);
    }
}

/// A place of a block whose nearest level is not 0: what its flags take, in 256ths of a bit, and what levels lose.
struct Place {
    /// If the level is 0.
    zero: u32,
    /// If it is not 0, and the last one, or another one comes behind it.
    last: u32,
    not_last: u32,
    level: u32,
    /// Of one less, and of the level.
    distortion: [i64; 2],
}

impl Place {
    #[inline(always)]
    fn new(block: &impl Block, at: usize) -> Place {
        let of = |state: u8| u32::from(BITS[usize::from(state)]);
        let (zero, last, not_last) = match block.flags(at) {
            None => (0, 0, 0),
            Some([significant, last]) => {
                (of(significant), of(significant ^ 1) + of(last ^ 1), of(significant ^ 1) + of(last))
            }
        };
        let level = block.level(at);
        let distortion = [block.distortion(at, level.saturating_sub(1)), block.distortion(at, level)];
        Place { zero, last, not_last, level, distortion }
    }

    /// What levels lose if they are the only ones of the block.
    #[inline(always)]
    fn distortion_alone(&self, block: &impl Block, at: usize) -> [i64; 2] {
        if at > 0 {
            return self.distortion;
        }
        [block.distortion_alone(self.level.saturating_sub(1)), block.distortion_alone(self.level)]
    }
}

/// Which levels of a block are one less than the nearest ones where they cost least, a bit for each place; nothing where none is left. The
/// block begins at place `first`, and `nonzero` has a bit for each place from there on whose nearest level is not 0.
#[inline(always)]
pub fn least(block: &impl Block, coding: &Coding, first: usize, nonzero: u64) -> Option<u64> {
    let nothing = Path { cost: 0, ..NOWHERE };
    let mut small = Small { nothing, paths: [NOWHERE; 3], count: 0 };
    let (mut left, mut end) = (nonzero, 64 - nonzero.leading_zeros() as usize);
    // Where other levels come before them, levels that are 0 and stay so cost a flag: so much less costs the path where none does.
    let zeros = |nothing: &mut Path, first: usize, end: usize| {
        for at in first..end {
            let [significant, _] = block.flags(at).unwrap_or_default();
            nothing.cost = nothing.cost.wrapping_sub(coding.worth(BITS[usize::from(significant)].into()));
        }
    };
    loop {
        if left == 0 {
            zeros(&mut small.nothing, first, end);
            let best = small.paths[0].or(small.paths[1]).or(small.paths[2]);
            return (best.cost < small.nothing.cost).then_some(best.less);
        }
        let at = 63 - left.leading_zeros() as usize;
        zeros(&mut small.nothing, at + 1, end);
        let place = Place::new(block, at);
        if place.level > 1 {
            break;
        }
        let alone = place.distortion_alone(block, at);
        // All costs less what a 0 does where there are others.
        let zero = place.distortion[0].wrapping_add(coding.worth(place.zero));
        let only = Level::new(1, alone[1].wrapping_sub(zero), place.last);
        let one = Level::new(1, place.distortion[1].wrapping_sub(zero), place.not_last);
        small.at_most_one(coding, 1 << at, [only, one]);
        small.nothing.cost = small.nothing.cost.wrapping_add(alone[0]).wrapping_sub(zero);
        left ^= 1 << at;
        end = at;
    }
    let [a, b, c] = small.paths;
    let none = NOWHERE;
    let mut large = Large { paths: [small.nothing, a, b, c, none, none, none, none], small: true, count: 0 };
    while left != 0 {
        let at = 63 - left.leading_zeros() as usize;
        let place = Place::new(block, at);
        if place.level > 1 {
            let alone = if large.count == 0 { place.distortion_alone(block, at) } else { place.distortion };
            let of = |level: u32, which: usize| {
                [
                    Level::new(level, alone[which], place.last),
                    Level::new(level, place.distortion[which], place.not_last),
                ]
            };
            match place.level {
                2 => large.one_or_two(coding, 1 << at, of(1, 0), of(2, 1)),
                level => large.larger(coding, 1 << at, of(level - 1, 0), of(level, 1)),
            }
        } else {
            let zero = place.distortion[0].wrapping_add(coding.worth(place.zero));
            let one = Level::new(1, place.distortion[1].wrapping_sub(zero), place.not_last);
            large.at_most_one(coding, 1 << at, one);
        }
        left ^= 1 << at;
    }
    let [_, a, b, c, d, e, f, g] = large.paths;
    Some(a.or(b).or(c).or(d).or(e).or(f).or(g).less)
}
