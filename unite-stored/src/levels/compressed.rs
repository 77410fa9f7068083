//! The coordinates of each parent, side by side.

use std::marker::PhantomData;

use crate::coordinate::Coordinate;
use crate::error::Fault;
use crate::level::{Level, LevelFormat};
use crate::pack::{Fibres, Packed};

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

/// A level of [`Compressed`].
#[derive(Clone, Copy, Debug)]
pub struct CompressedLevel<'a, I, const UNIQUE: bool> {
    extent: usize,
    positions: &'a [I],
    coordinates: &'a [I],
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
    unsafe fn seek(self, parent: usize, coord: usize) -> usize {
        // SAFETY: the counters of a parent are indices of coordinates, and do not decrease.
        unsafe {
            let (begin, end) = (self.begin(parent), self.end(parent));
            begin + self.coordinates.get_unchecked(begin..end).partition_point(|c| c.index() < coord)
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
        let CompressedArrays { positions, coordinates } = arrays;
        let expected = parents.checked_add(1).ok_or(Fault::TooLarge)?;
        if positions.len() != expected {
            return Err(Fault::PositionCount { expected, found: positions.len() });
        }
        let (first, last) = (positions[0].index(), positions[parents].index());
        if first != 0 {
            return Err(Fault::FirstPosition(first));
        }
        if let Some(parent) = positions.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(Fault::Decreasing { parent });
        }
        if last != coordinates.len() {
            return Err(Fault::LastPosition { last, coordinates: coordinates.len() });
        }
        for parent in 0..parents {
            let mut before = None;
            let segment = positions[parent].index()..positions[parent + 1].index();
            for (position, coordinate) in segment.clone().zip(&coordinates[segment]) {
                let coordinate = coordinate.index();
                if coordinate >= extent {
                    return Err(Fault::Beyond { parent, position, coordinate, extent });
                }
                match before {
                    Some(before) if before > coordinate => {
                        return Err(Fault::Unordered { parent, position, coordinate, before });
                    }
                    Some(before) if UNIQUE && before == coordinate => {
                        return Err(Fault::Twice { parent, position, coordinate });
                    }
                    _ => before = Some(coordinate),
                }
            }
        }
        Ok(last)
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
