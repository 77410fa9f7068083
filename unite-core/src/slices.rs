//! Where a tensor is on axes of the root that it does not run along.

use crate::MAX_RANK;

/// The points at which a tensor is on the axes of the root that it does not run along, as far as they are not all of one
/// location: it is a slice of what is refined or coarse there.
///
/// Views copy it, so all axes share two words: two bits for each say what is known of it, and the others are divided among the numbers
/// of the slices that there are. Of one slice each number has 31 bits, of two 19, of five 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slices([u64; 2]);

/// A slice along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slice {
    /// How far it lies past its first location, in parts of which `refine` are one.
    first: u32,
    /// How many parts make a location; none if that is not known.
    refine: u32,
    /// How many parts it covers.
    parts: u32,
}

impl Slice {
    /// All of one location.
    const LOCATION: Slice = Slice { first: 0, refine: 1, parts: 1 };
    /// Nobody knows.
    const UNKNOWN: Slice = Slice { first: 0, refine: 0, parts: 1 };

    /// Whether it is neither.
    const fn has_numbers(self) -> bool {
        self.refine > 1 || (self.refine == 1 && self.parts != 1)
    }
}

/// What two bits say of an axis.
const ONE_LOCATION: u128 = 0;
const NUMBERS: u128 = 1;
const UNKNOWN: u128 = 2;

/// The largest number of a slice that is alone.
const LARGEST: isize = i32::MAX as isize;

/// How many bits each number of some slices has.
const fn width(slices: &[Slice; MAX_RANK]) -> u32 {
    let (mut numbers, mut root) = (0, 0);
    while root < MAX_RANK {
        numbers += if slices[root].has_numbers() { 3 } else { 0 };
        root += 1;
    }
    match (u128::BITS - 2 * MAX_RANK as u32).checked_div(numbers) {
        Some(width) if width < 31 => width,
        _ => 31,
    }
}

impl Slices {
    /// Those of a tensor that is all of one location on each of these axes.
    pub const NONE: Slices = Slices([0; 2]);

    /// With one more: index 0 of an axis whose index `i` lies at `(step * i + phase) / refine`. Where `refine` is 0 nobody knows; nor
    /// where numbers are too large, of this slice or of one before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn with(self, root: usize, spacing: [isize; 3]) -> Slices {
        match spacing {
            [1, _, 1] => self,
            _ => self.with_thick(root, spacing),
        }
    }

    /// The same, of what is not all of one location.
    #[cold]
    #[inline(never)]
    const fn with_thick(self, root: usize, [step, phase, refine]: [isize; 3]) -> Slices {
        let first = match refine {
            1 => Some(0),
            _ => phase.checked_rem_euclid(refine),
        };
        let mut slices = self.unpacked();
        slices[root] = match first {
            Some(first) if 0 < refine && refine <= LARGEST && 0 < step && step <= LARGEST => {
                Slice { first: first as u32, refine: refine as u32, parts: step as u32 }
            }
            _ => Slice::UNKNOWN,
        };
        Slices::packed(slices)
    }

    /// How far the tensor lies past its first location, how many parts of one it covers, and how many of them are one: 0 if that is not
    /// known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn at(self, root: usize) -> [isize; 3] {
        if self.is_none() { [0, 1, 1] } else { self.thick_at(root) }
    }

    /// The same, if it is not all of one location on some axis.
    #[cold]
    #[inline(never)]
    const fn thick_at(self, root: usize) -> [isize; 3] {
        let Slice { first, refine, parts } = self.unpacked()[root];
        [first as isize, parts as isize, refine as isize]
    }

    /// In two words. What is too large for its bits is not known; of fewer slices the others have more, so they still fit.
    const fn packed(mut slices: [Slice; MAX_RANK]) -> Slices {
        let most = width(&slices);
        let mut root = 0;
        while root < MAX_RANK {
            let Slice { first, refine, parts } = slices[root];
            if (first | refine | parts) >> most != 0 {
                slices[root] = Slice::UNKNOWN;
            }
            root += 1;
        }
        let width = width(&slices);
        let (mut bits, mut root) = (0, MAX_RANK);
        // The last axis is pushed first, and so ends up on top.
        while root > 0 {
            root -= 1;
            if slices[root].has_numbers() {
                let Slice { first, refine, parts } = slices[root];
                bits = bits << width | first as u128;
                bits = bits << width | refine as u128;
                bits = bits << width | parts as u128;
            }
        }
        root = MAX_RANK;
        while root > 0 {
            root -= 1;
            bits = bits << 2
                | match slices[root] {
                    slice if slice.has_numbers() => NUMBERS,
                    Slice { refine: 0, .. } => UNKNOWN,
                    _ => ONE_LOCATION,
                };
        }
        Slices([bits as u64, (bits >> 64) as u64])
    }

    const fn unpacked(self) -> [Slice; MAX_RANK] {
        let bits = self.0[0] as u128 | (self.0[1] as u128) << 64;
        let (mut slices, mut root) = ([Slice::LOCATION; MAX_RANK], 0);
        while root < MAX_RANK {
            slices[root] = match bits >> (2 * root) & 3 {
                // What has numbers, as they are read below.
                NUMBERS => Slice { first: 0, refine: 1, parts: 0 },
                UNKNOWN => Slice::UNKNOWN,
                _ => Slice::LOCATION,
            };
            root += 1;
        }
        let width = width(&slices);
        let (mut left, one) = (bits >> (2 * MAX_RANK), (1 << width) - 1);
        root = 0;
        while root < MAX_RANK {
            if slices[root].has_numbers() {
                let [parts, refine, first] = [left & one, left >> width & one, left >> (2 * width) & one];
                slices[root] = Slice { first: first as u32, refine: refine as u32, parts: parts as u32 };
                left >>= 3 * width;
            }
            root += 1;
        }
        slices
    }

    /// How many locations past its first one the tensor covers, as far as it is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn more(self, root: usize) -> isize {
        let [first, parts, refine] = self.at(root);
        let last = first + parts - 1;
        match refine {
            1 => last,
            _ => match last.checked_div_euclid(refine) {
                Some(more) => more,
                None => 0,
            },
        }
    }

    /// Whether a tensor that begins so many locations past another one, which lies at `its` slices, covers none of those between two
    /// of the other one. By value: what has its address taken stays in memory.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub const fn misses(self, its: Slices, root: usize, apart: isize, [first, last]: [isize; 2]) -> bool {
        apart.saturating_add(self.more(root)) < first || apart > last.saturating_add(its.more(root))
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0[0] == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of so many slices numbers of so many bits are told, and what is larger is not known.
    #[test]
    fn slices_are_told_as_far_as_two_words_go() {
        for (slices, bits) in [(1, 31), (2, 19), (3, 12), (4, 9), (5, 7), (6, 6)] {
            let largest = (1 << bits) - 1;
            // The last ones, so that the first axes are of one location each.
            let first = MAX_RANK - slices;
            let told = (first..MAX_RANK).fold(Slices::NONE, |told, root| {
                let root = root as isize;
                told.with(root as usize, [largest - root, 3 * largest - 1 - root, largest])
            });
            for root in 0..MAX_RANK {
                let at = root as isize;
                let want = if root < first { [0, 1, 1] } else { [largest - 1 - at, largest - at, largest] };
                assert_eq!(told.at(root), want, "{slices} slices, axis {root}");
            }
            // The one that is too large is given up, the others are not.
            let last = MAX_RANK - 1;
            let told = told.with(last, [1, 0, largest + 1]);
            assert_eq!(told.at(last), [0, 1, 0], "{slices} slices");
            for root in first..last {
                let at = root as isize;
                assert_eq!(told.at(root), [largest - 1 - at, largest - at, largest], "{slices} slices");
            }
            assert!(!told.is_none());
        }
    }

    /// A coarse slice is several locations, and what nobody knows stays so.
    #[test]
    fn slices_of_each_kind_are_told_beside_each_other() {
        let told = Slices::NONE.with(0, [1, 0, 1]);
        assert_eq!(told, Slices::NONE);
        let told = told.with(1, [16, -7, 1]).with(2, [1, 5, 0]).with(4, [1, -1, 4]);
        let at: [_; MAX_RANK] = core::array::from_fn(|root| told.at(root));
        assert_eq!(at, [[0, 1, 1], [0, 16, 1], [0, 1, 0], [0, 1, 1], [3, 1, 4], [0, 1, 1]]);
        assert_eq!([1, 2, 3, 4].map(|root| told.more(root)), [15, 0, 0, 0]);
        // A location of four parts, and three of the next.
        assert_eq!(Slices::NONE.with(5, [7, 0, 4]).more(5), 1);
    }
}
