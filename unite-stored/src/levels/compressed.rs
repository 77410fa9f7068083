//! The coordinates of each parent, side by side.

use std::marker::PhantomData;

use crate::coordinate::{Coordinate, numbers};
use crate::error::Fault;
use crate::level::{Level, LevelFormat};
use crate::pack::{Fibres, Packed};

use super::positions::check;

/// For each parent a segment of an array of coordinates, which increase. With `UNIQUE` of `false` a coordinate may stand several
/// times, once for each entry below it, as in the first level of a list of entries.
#[derive(Clone, Copy, Debug)]
pub struct Compressed<I = u32, const UNIQUE: bool = true>(PhantomData<I>);

/// The arrays of [`Compressed`]: `pos` and `crd` in the words of taco.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompressedArrays<I> {
    /// The coordinates of parent `p` are those from `positions[p]` until `positions[p + 1]`.
    pub positions: Vec<I>,
    /// The coordinates of all parents.
    pub coordinates: Vec<I>,
}

impl<I> CompressedArrays<I> {
    /// No arrays, and no memory.
    pub(super) const NONE: Self = CompressedArrays { positions: Vec::new(), coordinates: Vec::new() };
}

/// A level of [`Compressed`].
#[derive(Clone, Copy, Debug)]
pub struct CompressedLevel<'a, I, const UNIQUE: bool> {
    extent: usize,
    positions: &'a [I],
    coordinates: &'a [I],
}

impl<'a, I: Coordinate, const UNIQUE: bool> CompressedLevel<'a, I, UNIQUE> {
    /// A level over arrays of somebody else, checked as [`CompressedArrays`] are, and how many positions it has.
    pub(crate) fn lent(
        positions: &'a [I],
        coordinates: &'a [I],
        extent: usize,
        parents: usize,
    ) -> Result<(Self, usize), Fault> {
        let count = check::<I, UNIQUE>(positions, coordinates, extent, parents)?;
        Ok((CompressedLevel { extent, positions, coordinates }, count))
    }
}

// SAFETY: `check` has found that positions begin at 0, do not decrease and end at the number of coordinates, one more of them than
// parents; and that coordinates are less than the extent and in order.
unsafe impl<I: Coordinate, const UNIQUE: bool> Level for CompressedLevel<'_, I, UNIQUE> {
    const UNIQUE: bool = UNIQUE;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn begin(self, parent: usize) -> usize {
        // SAFETY: there are more positions than parents.
        unsafe { self.positions.get_unchecked(parent).index() }
    }

    #[inline(always)]
    unsafe fn end(self, parent: usize) -> usize {
        // SAFETY: there is one position more than parents.
        unsafe { self.positions.get_unchecked(parent + 1).index() }
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        // SAFETY: a counter before the end of a parent is before the last position, the number of coordinates.
        unsafe { self.coordinates.get_unchecked(at).index() }
    }

    #[inline(always)]
    unsafe fn coord_from(self, _: usize, end: usize, by: isize) -> usize {
        // SAFETY: the end is not greater than the number of coordinates, and counters before it are indices of them.
        unsafe { (*self.coordinates.as_ptr().add(end).offset(by)).index() }
    }

    #[inline(always)]
    unsafe fn position_from(self, _: usize, end: usize, by: isize) -> (usize, isize) {
        (end, by)
    }

    #[inline(always)]
    unsafe fn together(self, first: usize, last: usize) -> Option<usize> {
        // SAFETY: `first` and `last` are parents, and where one ends the next begins.
        unsafe { Some(self.end(last) - self.begin(first)) }
    }

    #[inline(always)]
    unsafe fn seek(self, parent: usize, coord: usize) -> usize {
        // SAFETY: the counters of a parent are indices of coordinates, and do not decrease.
        unsafe {
            let (begin, end) = (self.begin(parent), self.end(parent));
            // What no coordinate can be is behind all.
            let Some(coord) = I::of(coord) else { return end };
            begin + self.coordinates.get_unchecked(begin..end).partition_point(|c| *c < coord)
        }
    }
}

// SAFETY: `check` tests what the level relies on.
unsafe impl<I: Coordinate, const UNIQUE: bool> LevelFormat for Compressed<I, UNIQUE> {
    type Arrays = CompressedArrays<I>;
    type Level<'a> = CompressedLevel<'a, I, UNIQUE>;
    const NAME: &'static str = "Compressed";

    #[inline(always)]
    fn level(arrays: &CompressedArrays<I>, extent: usize) -> CompressedLevel<'_, I, UNIQUE> {
        CompressedLevel { extent, positions: &arrays.positions, coordinates: &arrays.coordinates }
    }

    fn check(arrays: &CompressedArrays<I>, extent: usize, parents: usize) -> Result<usize, Fault> {
        check::<I, UNIQUE>(&arrays.positions, &arrays.coordinates, extent, parents)
    }

    fn drawn(arrays: &CompressedArrays<I>) -> Vec<(&'static str, Vec<String>)> {
        vec![("pos", numbers(&arrays.positions)), ("crd", numbers(&arrays.coordinates))]
    }

    fn pack(fibres: &Fibres<'_>) -> Result<(CompressedArrays<I>, Packed), Fault> {
        let narrow = |number| I::of(number).ok_or(Fault::Narrow { number });
        let (mut positions, mut coordinates) = (vec![narrow(0)?], Vec::new());
        let mut packed = Vec::new();
        for entries in fibres.parents {
            for (coordinate, segment) in fibres.segments(entries.clone()) {
                let stored = narrow(coordinate)?;
                if UNIQUE {
                    coordinates.push(stored);
                    packed.push(segment);
                } else {
                    coordinates.extend(segment.clone().map(|_| stored));
                    packed.extend(segment.map(|entry| entry..entry + 1));
                }
            }
            positions.push(narrow(coordinates.len())?);
        }
        Ok((CompressedArrays { positions, coordinates }, packed))
    }
}
