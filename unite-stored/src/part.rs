//! Levels of which only coordinates of an interval are seen.

use crate::fibre::{Below, Cursor, Fibre, Levels, Merged, Unwalked, Walk, sealed};
use crate::level::Level;

/// Levels of which parts can be seen.
pub trait Parts: Copy {
    /// The same levels, of which parts are seen.
    type Part: Copy;

    /// By level, outermost first: the first coordinate that is seen, and how many are.
    fn part(self, seen: &[(usize, usize)]) -> Self::Part;
}

impl Parts for () {
    type Part = ();

    #[inline(always)]
    fn part(self, _: &[(usize, usize)]) {}
}

impl<L: Level, R: Parts> Parts for (L, R) {
    type Part = Windowed<L, R::Part>;

    #[inline(always)]
    fn part(self, seen: &[(usize, usize)]) -> Windowed<L, R::Part> {
        let (first, extent) = seen[0];
        // Coordinates are added to the first one, and stay numbers.
        assert!(
            first.checked_add(extent).is_some_and(|end| end <= self.0.extent()),
            "a part is inside of its level"
        );
        Windowed { level: self.0, rest: self.1.part(&seen[1..]), first, extent }
    }
}

// There are no coordinates.
impl<const N: usize> Parts for Unwalked<N> {
    type Part = Unwalked<N>;

    fn part(self, _: &[(usize, usize)]) -> Unwalked<N> {
        self
    }
}

/// A level of which the coordinates from `first` on are seen, so many, as if they began at 0; and the levels below.
#[derive(Clone, Copy, Debug)]
pub struct Windowed<L, R> {
    level: L,
    rest: R,
    first: usize,
    extent: usize,
}

impl<L, R> sealed::Sealed for Windowed<L, R> {}

impl<'a, T: Copy + 'a, L: Level, R: Levels<'a, T>> Levels<'a, T> for Windowed<L, R> {
    type Below = Part<'a, T, L, R>;
    const BRANCHLESS: bool = L::BRANCHLESS;

    #[inline(always)]
    unsafe fn below(self, parent: usize, last: usize, values: &'a [T]) -> Part<'a, T, L, R> {
        let Windowed { level, rest, first, extent } = self;
        // SAFETY: so the caller says.
        let below = unsafe { Below::new(level, rest, (parent, last), values) };
        Part { below, first, extent }
    }
}

/// The coordinates of a fibre in an interval, as if it began at 0.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a, T, L, R> {
    below: Below<'a, T, L, R>,
    /// Together not more than the extent of the level.
    first: usize,
    extent: usize,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Part<'a, T, L, R> {
    /// Whether counters are known to be those of the interval.
    const SEEKS: bool = Below::<'a, T, L, R>::SEEKS;

    /// Where the interval ends.
    #[inline(always)]
    fn end(self) -> usize {
        self.first + self.extent
    }
}

// SAFETY: coordinates of walks and cursors are in the interval, as the level was asked for it or each of them is looked at; less its
// first one they are less than its extent. They are some of those of the fibre, in the same order, and all in the interval if it has all.
unsafe impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Fibre for Part<'a, T, L, R> {
    type Below = R::Below;
    type Walk = PartWalk<'a, T, L, R>;
    type Cursor = PartCursor<'a, T, L, R>;
    const FULL: bool = Below::<'a, T, L, R>::FULL;
    const ORDERED: bool = Below::<'a, T, L, R>::ORDERED;
    const MERGES: bool = Below::<'a, T, L, R>::MERGES;
    const LOCATES: bool = Below::<'a, T, L, R>::LOCATES;

    #[inline(always)]
    fn walk(self) -> PartWalk<'a, T, L, R> {
        PartWalk { part: self, walk: self.below.walk_within(self.first, self.end()) }
    }

    #[inline(always)]
    fn cursor(self) -> PartCursor<'a, T, L, R> {
        let mut cursor = self.below.cursor_within(self.first, self.end());
        if !Self::SEEKS {
            while cursor.is_at() && cursor.coordinate() < self.first {
                cursor.step_if(true);
            }
        }
        PartCursor { part: self, cursor }
    }

    #[inline(always)]
    fn locate(self, coordinate: usize) -> Option<R::Below> {
        if coordinate >= self.extent {
            return None;
        }
        self.below.locate(self.first + coordinate)
    }

    #[inline(always)]
    fn room(self) -> usize {
        let (at, end) = self.below.counters_within(self.first, self.end());
        end.saturating_sub(at)
    }

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }
}

/// A walk over a part of a fibre.
#[derive(Clone, Debug)]
pub struct PartWalk<'a, T, L, R> {
    part: Part<'a, T, L, R>,
    walk: Walk<'a, T, L, R>,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Iterator for PartWalk<'a, T, L, R> {
    type Item = (usize, R::Below);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, R::Below)> {
        loop {
            let (coordinate, below) = self.walk.next()?;
            // Before the interval it is a large number.
            let seen = coordinate.wrapping_sub(self.part.first);
            if Part::<'a, T, L, R>::SEEKS || seen < self.part.extent {
                return Some((seen, below));
            }
        }
    }
}

/// A place in a part of a fibre that is gone over side by side with others.
#[derive(Clone, Debug)]
pub struct PartCursor<'a, T, L, R> {
    part: Part<'a, T, L, R>,
    /// Not before the interval.
    cursor: Merged<'a, T, L, R>,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Cursor for PartCursor<'a, T, L, R> {
    type Below = R::Below;

    #[inline(always)]
    fn is_at(&self) -> bool {
        // Coordinates increase: behind the interval none is in it.
        self.cursor.is_at() && (Part::<'a, T, L, R>::SEEKS || self.cursor.coordinate() < self.part.end())
    }

    #[inline(always)]
    fn coordinate(&self) -> usize {
        assert!(self.is_at());
        self.cursor.coordinate() - self.part.first
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
