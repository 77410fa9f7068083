//! The coordinates up to that of the parent.

use crate::error::Fault;
use crate::level::{Level, LevelFormat, NOWHERE};
use crate::pack::{Fibres, Packed};

/// The coordinates from 0 to that of the parent, all of them stored one after another, without any array. The level above is
/// [`Dense`](crate::Dense), and outermost.
#[derive(Clone, Copy, Debug)]
pub struct Triangular;

/// A level of [`Triangular`].
#[derive(Clone, Copy, Debug)]
pub struct TriangularLevel {
    extent: usize,
}

/// How many elements the rows before `row` have.
#[inline(always)]
fn before(row: usize) -> usize {
    row * (row + 1) / 2
}

// SAFETY: counters are coordinates up to that of the parent, cut at the extent; positions are less than those of all parents, which
// is the size that `check` answers.
unsafe impl Level for TriangularLevel {
    const LOCATE: bool = true;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn begin(self, _: usize) -> usize {
        0
    }

    #[inline(always)]
    unsafe fn end(self, parent: usize) -> usize {
        (parent + 1).min(self.extent)
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        at
    }

    #[inline(always)]
    unsafe fn position(self, parent: usize, at: usize) -> usize {
        before(parent) + at
    }

    #[inline(always)]
    unsafe fn locate(self, parent: usize, coord: usize) -> usize {
        if coord <= parent { before(parent) + coord } else { NOWHERE }
    }

    #[inline(always)]
    unsafe fn seek(self, parent: usize, coord: usize) -> usize {
        // SAFETY: `parent` is one.
        coord.min(unsafe { self.end(parent) })
    }
}

// SAFETY: `check` bounds all numbers that the level computes.
unsafe impl LevelFormat for Triangular {
    type Arrays = ();
    type Level<'a> = TriangularLevel;
    const NAME: &'static str = "Triangular";
    const PADDED: bool = true;

    #[inline(always)]
    fn level(_: &(), extent: usize) -> TriangularLevel {
        TriangularLevel { extent }
    }

    fn check(_: &(), _: usize, parents: usize) -> Result<usize, Fault> {
        let after = parents.checked_add(1).ok_or(Fault::TooLarge)?;
        Ok(parents.checked_mul(after).ok_or(Fault::TooLarge)? / 2)
    }

    fn drawn(_: &()) -> Vec<(&'static str, Vec<String>)> {
        Vec::new()
    }

    fn pack(fibres: &Fibres<'_>) -> Result<((), Packed), Fault> {
        let count = Self::check(&(), fibres.extent, fibres.parents.len())?;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| Fault::TooLarge)?;
        slots.resize(count, 0..0);
        for (parent, entries) in fibres.parents.iter().enumerate() {
            for (coordinate, segment) in fibres.segments(entries.clone()) {
                if coordinate > parent {
                    return Err(Fault::Outside { parent, coordinate });
                }
                slots[before(parent) + coordinate] = segment;
            }
        }
        Ok(((), slots))
    }
}
