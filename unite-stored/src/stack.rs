//! Levels one below another, as positions.

use crate::fibre::Unwalked;
use crate::level::{Level, find};

/// The levels of a format, the outermost first: `(Outer, (Inner, ()))`. What they are asked here is where elements are, and not which.
pub trait Stack: Copy {
    /// Calls `take` with the coordinates of each position of the last level, outermost first, and the position. Those of the levels
    /// above, so many, are there already.
    ///
    /// # Safety
    /// `parent` is a position of the level above, and there are as many levels as `coordinates` has places left.
    unsafe fn each<const N: usize>(
        self,
        parent: usize,
        above: usize,
        coordinates: &mut [usize; N],
        take: &mut impl FnMut([usize; N], usize),
    );

    /// The position of these coordinates, if they have one.
    ///
    /// # Safety
    /// `parent` is a position of the level above, and there is a coordinate for each level, less than its extent.
    unsafe fn find(self, parent: usize, coordinates: &[usize]) -> Option<usize>;
}

impl Stack for () {
    #[inline(always)]
    unsafe fn each<const N: usize>(
        self,
        position: usize,
        _: usize,
        coordinates: &mut [usize; N],
        take: &mut impl FnMut([usize; N], usize),
    ) {
        take(*coordinates, position);
    }

    #[inline(always)]
    unsafe fn find(self, position: usize, _: &[usize]) -> Option<usize> {
        Some(position)
    }
}

impl<L: Level, R: Stack> Stack for (L, R) {
    #[inline(always)]
    unsafe fn each<const N: usize>(
        self,
        parent: usize,
        above: usize,
        coordinates: &mut [usize; N],
        take: &mut impl FnMut([usize; N], usize),
    ) {
        let (level, below) = self;
        // SAFETY: the parent is one, so the caller says; counters run from its begin until its end, and have positions of this level.
        unsafe {
            let (mut at, end) = (level.begin(parent), level.end(parent));
            while at < end {
                coordinates[above] = level.coord(parent, at);
                below.each(level.position(parent, at), above + 1, coordinates, take);
                at = level.next(at);
            }
        }
    }

    #[inline(always)]
    unsafe fn find(self, parent: usize, coordinates: &[usize]) -> Option<usize> {
        let (level, below) = self;
        // SAFETY: the parent is one, so the caller says, and what is found is a position of this level.
        unsafe { find(level, parent, coordinates[0], |position| below.find(position, &coordinates[1..])) }
    }
}

// There is no level, and nothing is found.
impl<const N: usize> Stack for Unwalked<N> {
    unsafe fn each<const M: usize>(
        self,
        _: usize,
        _: usize,
        _: &mut [usize; M],
        _: &mut impl FnMut([usize; M], usize),
    ) {
    }

    unsafe fn find(self, _: usize, _: &[usize]) -> Option<usize> {
        None
    }
}
