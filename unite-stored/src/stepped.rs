//! Levels of which every so many-th coordinate is seen.

use crate::fibre::{Below, Cursor, Fibre, Levels, Merged, Walk, sealed};
use crate::level::Level;
use crate::seen::Steps;

/// A level of which coordinates are seen that have a distance, as if they were neighbours; and the levels below.
#[derive(Clone, Copy, Debug)]
pub struct Stepped<L, R> {
    level: L,
    rest: R,
    steps: Steps,
}

impl<L: Level, R> Stepped<L, R> {
    /// What is seen of a level with these steps.
    #[inline(always)]
    pub(crate) fn new(level: L, rest: R, steps: Steps) -> Self {
        Stepped { level, rest, steps }
    }
}

impl<L, R> sealed::Sealed for Stepped<L, R> {}

impl<'a, T: Copy + 'a, L: Level, R: Levels<'a, T>> Levels<'a, T> for Stepped<L, R> {
    type Below = SteppedPart<'a, T, L, R>;
    const BRANCHLESS: bool = L::BRANCHLESS;

    #[inline(always)]
    unsafe fn below(self, parent: usize, last: usize, values: &'a [T]) -> Self::Below {
        let Stepped { level, rest, steps } = self;
        let (low, high) = steps.coordinates();
        // SAFETY: so the caller says.
        let below = unsafe { Below::new(level, rest, (parent, last), values) };
        SteppedPart { below, steps, low, high: high.min(level.extent()) }
    }
}

/// The coordinates of a fibre that have a distance, as if they were neighbours.
#[derive(Clone, Copy, Debug)]
pub struct SteppedPart<'a, T, L, R> {
    below: Below<'a, T, L, R>,
    steps: Steps,
    /// The coordinates between which all that are seen lie.
    low: usize,
    high: usize,
}

// SAFETY: coordinates of walks and cursors are indices of the steps, less than the extent. They are some of those of the fibre, in the
// same order.
unsafe impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Fibre for SteppedPart<'a, T, L, R> {
    type Below = R::Below;
    type Walk = SteppedWalk<'a, T, L, R>;
    type Cursor = SteppedCursor<'a, T, L, R>;
    // It may go beyond the ends.
    const FULL: bool = false;
    const ORDERED: bool = Below::<'a, T, L, R>::ORDERED;
    const MERGES: bool = Below::<'a, T, L, R>::MERGES;
    const LOCATES: bool = Below::<'a, T, L, R>::LOCATES;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        SteppedWalk { part: self, walk: self.below.walk_within(self.low, self.high.max(self.low)), next: 0 }
    }

    #[inline(always)]
    fn cursor(self) -> Self::Cursor {
        let cursor = self.below.cursor_within(self.low, self.high.max(self.low));
        let mut cursor = SteppedCursor { part: self, cursor };
        cursor.arrive();
        cursor
    }

    #[inline(always)]
    fn locate(self, coordinate: usize) -> Option<R::Below> {
        self.below.locate(self.steps.coordinate(coordinate)?)
    }

    #[inline(always)]
    fn room(self) -> usize {
        let (at, end) = self.below.counters_within(self.low, self.high.max(self.low));
        end.saturating_sub(at)
    }

    #[inline(always)]
    fn extent(self) -> usize {
        self.steps.extent()
    }
}

/// A walk over such a part of a fibre.
#[derive(Clone, Debug)]
pub struct SteppedWalk<'a, T, L, R> {
    part: SteppedPart<'a, T, L, R>,
    walk: Walk<'a, T, L, R>,
    /// The next index, of a fibre that has all coordinates and is asked for them.
    next: usize,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Iterator for SteppedWalk<'a, T, L, R> {
    type Item = (usize, R::Below);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, R::Below)> {
        if Below::<'a, T, L, R>::FULL && Below::<'a, T, L, R>::LOCATES {
            while self.next < self.part.steps.extent() {
                let index = self.next;
                self.next += 1;
                if let Some(below) = self.part.locate(index) {
                    return Some((index, below));
                }
            }
            return None;
        }
        loop {
            let (coordinate, below) = self.walk.next()?;
            if let Some(index) = self.part.steps.index(coordinate) {
                return Some((index, below));
            }
        }
    }
}

/// A place in such a part of a fibre that is gone over side by side with others.
#[derive(Clone, Debug)]
pub struct SteppedCursor<'a, T, L, R> {
    part: SteppedPart<'a, T, L, R>,
    /// At a coordinate that is seen, or behind the last.
    cursor: Merged<'a, T, L, R>,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> SteppedCursor<'a, T, L, R> {
    /// Goes on to the next coordinate that is seen.
    #[inline(always)]
    fn arrive(&mut self) {
        while self.is_at() && self.part.steps.index(self.cursor.coordinate()).is_none() {
            self.cursor.step_if(true);
        }
    }
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Cursor for SteppedCursor<'a, T, L, R> {
    type Below = R::Below;

    #[inline(always)]
    fn is_at(&self) -> bool {
        // Coordinates increase: behind the last none is seen.
        self.cursor.is_at() && (Below::<'a, T, L, R>::SEEKS || self.cursor.coordinate() < self.part.high)
    }

    #[inline(always)]
    fn coordinate(&self) -> usize {
        assert!(self.is_at());
        match self.part.steps.index(self.cursor.coordinate()) {
            Some(index) => index,
            None => unreachable!("the cursor is at a coordinate that is seen"),
        }
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
        self.arrive();
    }
}
