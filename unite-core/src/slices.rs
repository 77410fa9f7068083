//! Where a tensor is on axes of the root that it does not run along.

use crate::MAX_RANK;

/// The points at which a tensor is on the axes of the root that it does not run along, as far as they are not all of one
/// location: it is a slice of what is refined or coarse there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slices(Option<[Slice; MAX_RANK]>);

/// A slice along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slice {
    /// How far it lies past its first location, in parts of which `refine` are one.
    first: u16,
    /// How many parts make a location; none if that is not known.
    refine: u16,
    /// How many parts it covers.
    parts: u32,
}

impl Slices {
    /// Those of a tensor that is all of one location on each of these axes.
    pub const NONE: Slices = Slices(None);

    /// With one more: index 0 of an axis whose index `i` lies at `(step * i + phase) / refine`. Where `refine` is 0 nobody knows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn with(self, root: usize, [step, phase, refine]: [isize; 3]) -> Slices {
        if step == 1 && refine == 1 {
            return self;
        }
        let mut slices = match self.0 {
            Some(slices) => slices,
            None => [Slice { first: 0, refine: 1, parts: 1 }; MAX_RANK],
        };
        let first = match refine {
            1 => Some(0),
            _ => phase.checked_rem_euclid(refine),
        };
        slices[root] = match first {
            Some(first) if refine <= u16::MAX as isize && step <= i32::MAX as isize => {
                Slice { first: first as u16, refine: refine as u16, parts: step as u32 }
            }
            _ => Slice { first: 0, refine: 0, parts: 1 },
        };
        Slices(Some(slices))
    }

    /// How far the tensor lies past its first location, how many parts of one it covers, and how many of them are one: 0 if that is not
    /// known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn at(self, root: usize) -> [isize; 3] {
        match self.0 {
            Some(slices) => {
                let Slice { first, refine, parts } = slices[root];
                [first as isize, parts as isize, refine as isize]
            }
            None => [0, 1, 1],
        }
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
        self.0.is_none()
    }
}
