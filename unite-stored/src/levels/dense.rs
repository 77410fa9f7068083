//! Every coordinate has a position.

use crate::error::Fault;
use crate::level::{Level, LevelFormat};
use crate::pack::{Fibres, Packed};

/// Every coordinate below the extent is stored, for each parent. There are no arrays.
#[derive(Clone, Copy, Debug)]
pub struct Dense;

/// A level of [`Dense`].
#[derive(Clone, Copy, Debug)]
pub struct DenseLevel {
    extent: usize,
}

// SAFETY: counters are coordinates, from 0 to the extent; positions are less than the parents times the extent, which is the size
// that `check` answers.
unsafe impl Level for DenseLevel {
    const FULL: bool = true;
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
    unsafe fn end(self, _: usize) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        at
    }

    #[inline(always)]
    unsafe fn position(self, parent: usize, at: usize) -> usize {
        parent * self.extent + at
    }

    #[inline(always)]
    unsafe fn locate(self, parent: usize, coord: usize) -> usize {
        parent * self.extent + coord
    }

    #[inline(always)]
    unsafe fn seek(self, _: usize, coord: usize) -> usize {
        coord
    }
}

// SAFETY: there is nothing to check but that positions are numbers; see the level.
unsafe impl LevelFormat for Dense {
    type Arrays = ();
    type Level<'a> = DenseLevel;
    const NAME: &'static str = "Dense";
    const PADDED: bool = true;

    #[inline(always)]
    fn level(_: &(), extent: usize) -> DenseLevel {
        DenseLevel { extent }
    }

    fn check(_: &(), extent: usize, parents: usize) -> Result<usize, Fault> {
        parents.checked_mul(extent).ok_or(Fault::TooLarge)
    }

    fn pack(fibres: &Fibres<'_>) -> Result<((), Packed), Fault> {
        let mut slots = fibres.slots(fibres.extent)?;
        for (parent, entries) in fibres.parents.iter().enumerate() {
            for (coordinate, segment) in fibres.segments(entries.clone()) {
                slots[parent * fibres.extent + coordinate] = segment;
            }
        }
        Ok(((), slots))
    }
}
