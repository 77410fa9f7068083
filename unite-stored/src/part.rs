//! Levels of which only coordinates of an interval are seen.

use crate::fibre::{Below, Cursor, Fibre, Levels, Merged, Unwalked, Walk, sealed};
use crate::level::Level;
use crate::seen::{Seen, Steps};
use crate::stepped::Stepped;

/// Levels of which parts can be seen.
pub trait Parts: Copy {
    /// The same levels, of which parts are seen that are inside of them.
    type Part: Copy;
    /// The same of parts that may go beyond them: there are no coordinates there.
    type Reach: Copy;
    /// The same of every so many-th index.
    type Stepped: Copy;

    /// By level, outermost first, what is seen.
    ///
    /// # Panics
    /// If something of it is outside.
    fn part(self, seen: &[Seen]) -> Self::Part;

    /// The same of parts that may go beyond the ends.
    fn reach(self, seen: &[Seen]) -> Self::Reach;

    /// The same with steps.
    fn stepped(self, steps: &[Steps]) -> Self::Stepped;
}

impl Parts for () {
    type Part = ();
    type Reach = ();
    type Stepped = ();

    #[inline(always)]
    fn part(self, _: &[Seen]) {}

    #[inline(always)]
    fn reach(self, _: &[Seen]) {}

    #[inline(always)]
    fn stepped(self, _: &[Steps]) {}
}

impl<L: Level, R: Parts> Parts for (L, R) {
    type Part = Windowed<L, R::Part, true>;
    type Reach = Windowed<L, R::Reach, false>;
    type Stepped = Stepped<L, R::Stepped>;

    #[inline(always)]
    fn part(self, seen: &[Seen]) -> Self::Part {
        let (first, extent) = (seen[0].first, seen[0].extent);
        // Coordinates are added to the first one, and stay numbers.
        let end = usize::try_from(first).ok().and_then(|first| first.checked_add(extent));
        assert!(end.is_some_and(|end| end <= self.0.extent()), "a part is inside of its level");
        let first = first.cast_unsigned();
        Windowed {
            level: self.0,
            rest: self.1.part(&seen[1..]),
            first,
            extent,
            low: first,
            high: first + extent,
        }
    }

    #[inline(always)]
    fn reach(self, seen: &[Seen]) -> Self::Reach {
        let (low, high) = seen[0].coordinates();
        // What is seen lies between the first index and the last.
        let (low, high) = (low.min(self.0.extent()), high.min(self.0.extent()));
        let (first, extent) = (seen[0].first.cast_unsigned(), seen[0].extent);
        Windowed { level: self.0, rest: self.1.reach(&seen[1..]), first, extent, low, high }
    }

    #[inline(always)]
    fn stepped(self, steps: &[Steps]) -> Self::Stepped {
        Stepped::new(self.0, self.1.stepped(&steps[1..]), steps[0])
    }
}

// There are no coordinates.
impl<const N: usize> Parts for Unwalked<N> {
    type Part = Unwalked<N>;
    type Reach = Unwalked<N>;
    type Stepped = Unwalked<N>;

    fn part(self, _: &[Seen]) -> Unwalked<N> {
        self
    }

    fn reach(self, _: &[Seen]) -> Unwalked<N> {
        self
    }

    fn stepped(self, _: &[Steps]) -> Unwalked<N> {
        self
    }
}

/// A level of which the coordinates from `first` on are seen, so many, as if they began at 0; and the levels below. Those that are
/// not from `low` until before `high` are outside; if it is `INSIDE` there are none.
#[derive(Clone, Copy, Debug)]
pub struct Windowed<L, R, const INSIDE: bool> {
    level: L,
    rest: R,
    first: usize,
    extent: usize,
    low: usize,
    high: usize,
}

impl<L, R, const INSIDE: bool> sealed::Sealed for Windowed<L, R, INSIDE> {}

impl<'a, T: Copy + 'a, L: Level, R: Levels<'a, T>, const INSIDE: bool> Levels<'a, T>
    for Windowed<L, R, INSIDE>
{
    type Below = Part<'a, T, L, R, INSIDE>;
    const BRANCHLESS: bool = L::BRANCHLESS;

    #[inline(always)]
    unsafe fn below(self, parent: usize, last: usize, values: &'a [T]) -> Self::Below {
        let Windowed { level, rest, first, extent, low, high } = self;
        // SAFETY: so the caller says.
        let below = unsafe { Below::new(level, rest, (parent, last), values) };
        Part { below, first, extent, low, high }
    }
}

/// The coordinates of a fibre in an interval, as if it began at 0. If it is `INSIDE`, then all of the interval is.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a, T, L, R, const INSIDE: bool> {
    below: Below<'a, T, L, R>,
    /// The coordinate at index 0. One that is negative wraps around.
    first: usize,
    extent: usize,
    /// Coordinates of the level that are in the interval, and all of them: between these, as indices are less than `extent`.
    low: usize,
    high: usize,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>, const INSIDE: bool> Part<'a, T, L, R, INSIDE> {
    /// Whether counters are known to be those of the interval.
    const SEEKS: bool = Below::<'a, T, L, R>::SEEKS;

    /// The first coordinate that is seen.
    #[inline(always)]
    fn low(self) -> usize {
        if INSIDE { self.first } else { self.low }
    }

    /// One past the last.
    #[inline(always)]
    fn high(self) -> usize {
        if INSIDE { self.first + self.extent } else { self.high }
    }

    /// Whether a coordinate is seen.
    #[inline(always)]
    fn sees(self, coordinate: usize) -> bool {
        if INSIDE {
            // Before the interval it is a large number.
            coordinate.wrapping_sub(self.first) < self.extent
        } else {
            self.low <= coordinate && coordinate < self.high
        }
    }
}

// SAFETY: coordinates of walks and cursors are in the interval, as the level was asked for it or each of them is looked at; less its
// first one they are less than its extent. They are some of those of the fibre, in the same order, and all in the interval if it has all
// and the interval is inside.
unsafe impl<'a, T: Copy, L: Level, R: Levels<'a, T>, const INSIDE: bool> Fibre for Part<'a, T, L, R, INSIDE> {
    type Below = R::Below;
    type Walk = PartWalk<'a, T, L, R, INSIDE>;
    type Cursor = PartCursor<'a, T, L, R, INSIDE>;
    const FULL: bool = INSIDE && Below::<'a, T, L, R>::FULL;
    const ORDERED: bool = Below::<'a, T, L, R>::ORDERED;
    const MERGES: bool = Below::<'a, T, L, R>::MERGES;
    const LOCATES: bool = Below::<'a, T, L, R>::LOCATES;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        PartWalk { part: self, walk: self.below.walk_within(self.low(), self.high()) }
    }

    #[inline(always)]
    fn chunk<const COUNT: usize>(self, walk: &mut Self::Walk) -> Option<[(usize, R::Below); COUNT]> {
        if !Self::SEEKS {
            return None;
        }
        let all = self.below.chunk::<COUNT>(&mut walk.walk)?;
        Some(all.map(|(coordinate, below)| (coordinate.wrapping_sub(walk.part.first), below)))
    }

    #[inline(always)]
    fn cursor(self) -> Self::Cursor {
        let mut cursor = self.below.cursor_within(self.low(), self.high());
        if !Self::SEEKS {
            while cursor.is_at() && cursor.coordinate() < self.low() {
                cursor.step_if(true);
            }
        }
        PartCursor { part: self, cursor }
    }

    #[inline(always)]
    fn locate(self, coordinate: usize) -> Option<R::Below> {
        let there = self.first.wrapping_add(coordinate);
        if coordinate >= self.extent || !INSIDE && !self.sees(there) {
            return None;
        }
        self.below.locate(there)
    }

    #[inline(always)]
    fn room(self) -> usize {
        let (at, end) = self.below.counters_within(self.low(), self.high());
        end.saturating_sub(at)
    }

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }
}

/// A walk over a part of a fibre.
#[derive(Clone, Debug)]
pub struct PartWalk<'a, T, L, R, const INSIDE: bool> {
    part: Part<'a, T, L, R, INSIDE>,
    walk: Walk<'a, T, L, R>,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>, const INSIDE: bool> Iterator for PartWalk<'a, T, L, R, INSIDE> {
    type Item = (usize, R::Below);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, R::Below)> {
        loop {
            let (coordinate, below) = self.walk.next()?;
            if Part::<'a, T, L, R, INSIDE>::SEEKS || self.part.sees(coordinate) {
                return Some((coordinate.wrapping_sub(self.part.first), below));
            }
        }
    }
}

/// A place in a part of a fibre that is gone over side by side with others.
#[derive(Clone, Debug)]
pub struct PartCursor<'a, T, L, R, const INSIDE: bool> {
    part: Part<'a, T, L, R, INSIDE>,
    /// Not before the interval.
    cursor: Merged<'a, T, L, R>,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>, const INSIDE: bool> Cursor for PartCursor<'a, T, L, R, INSIDE> {
    type Below = R::Below;

    #[inline(always)]
    fn is_at(&self) -> bool {
        // Coordinates increase: behind the interval none is in it.
        self.cursor.is_at()
            && (Part::<'a, T, L, R, INSIDE>::SEEKS || self.cursor.coordinate() < self.part.high())
    }

    #[inline(always)]
    fn coordinate(&self) -> usize {
        assert!(self.is_at());
        self.cursor.coordinate().wrapping_sub(self.part.first)
    }

    #[inline(always)]
    fn below(&self) -> R::Below {
        assert!(self.is_at());
        self.cursor.below()
    }

    #[inline(always)]
    fn step_if(&mut self, steps: bool) {
        assert!(self.is_at());
        self.cursor.step_if(steps);
    }
}
