//! The coordinates near that of the parent.

use crate::error::Fault;
use crate::level::{Level, LevelFormat, NOWHERE};
use crate::pack::{Fibres, Packed};

/// The coordinates from so many before the parent's to so many after it, all of them stored, without an array of coordinates. The
/// level above is [`Dense`](crate::Dense), and outermost.
#[derive(Clone, Copy, Debug)]
pub struct Banded;

/// How wide a band is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BandedArrays {
    /// Coordinates before that of the parent.
    pub before: usize,
    /// Coordinates after it.
    pub after: usize,
}

/// A level of [`Banded`].
#[derive(Clone, Copy, Debug)]
pub struct BandedLevel {
    extent: usize,
    band: BandedArrays,
}

impl BandedLevel {
    #[inline(always)]
    fn slot(self, parent: usize, coord: usize) -> usize {
        // `coord + before` is not less than `parent` inside of the band.
        parent * (self.band.before + self.band.after + 1) + coord + self.band.before - parent
    }
}

// SAFETY: counters are coordinates, from the first of the band to the last, cut at 0 and at the extent; slots of a parent are less
// than its number plus one, times the width of the band, which times the parents is the size that `check` answers.
unsafe impl Level for BandedLevel {
    const COMPACT: bool = false;
    const LOCATE: bool = true;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn begin(self, parent: usize) -> usize {
        parent.saturating_sub(self.band.before).min(self.extent)
    }

    #[inline(always)]
    unsafe fn end(self, parent: usize) -> usize {
        (parent + self.band.after + 1).min(self.extent)
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        at
    }

    #[inline(always)]
    unsafe fn position(self, parent: usize, at: usize) -> usize {
        self.slot(parent, at)
    }

    #[inline(always)]
    unsafe fn locate(self, parent: usize, coord: usize) -> usize {
        let is_inside = coord + self.band.before >= parent && coord <= parent + self.band.after;
        if is_inside { self.slot(parent, coord) } else { NOWHERE }
    }

    #[inline(always)]
    unsafe fn seek(self, parent: usize, coord: usize) -> usize {
        // SAFETY: `parent` is one.
        unsafe { coord.clamp(self.begin(parent), self.end(parent)) }
    }
}

// SAFETY: `check` bounds all numbers that the level computes.
unsafe impl LevelFormat for Banded {
    type Arrays = BandedArrays;
    type Level<'a> = BandedLevel;
    const NAME: &'static str = "Banded";
    const PADDED: bool = true;

    #[inline(always)]
    fn level(band: &BandedArrays, extent: usize) -> BandedLevel {
        BandedLevel { extent, band: *band }
    }

    fn check(band: &BandedArrays, extent: usize, parents: usize) -> Result<usize, Fault> {
        let width = band.before.checked_add(band.after).and_then(|width| width.checked_add(1));
        let largest = width.and_then(|width| width.checked_add(extent)?.checked_add(parents));
        match (width, largest) {
            (Some(width), Some(_)) => parents.checked_mul(width).ok_or(Fault::TooLarge),
            _ => Err(Fault::TooLarge),
        }
    }

    fn drawn(band: &BandedArrays) -> Vec<(&'static str, Vec<String>)> {
        vec![("before", vec![band.before.to_string()]), ("after", vec![band.after.to_string()])]
    }

    fn pack(fibres: &Fibres<'_>) -> Result<(BandedArrays, Packed), Fault> {
        let mut band = BandedArrays::default();
        for (parent, entries) in fibres.parents.iter().enumerate() {
            for (coordinate, _) in fibres.segments(entries.clone()) {
                band.before = band.before.max(parent.saturating_sub(coordinate));
                band.after = band.after.max(coordinate.saturating_sub(parent));
            }
        }
        let mut slots = fibres.slots(band.before + band.after + 1)?;
        let level = Self::level(&band, fibres.extent);
        for (parent, entries) in fibres.parents.iter().enumerate() {
            for (coordinate, segment) in fibres.segments(entries.clone()) {
                slots[level.slot(parent, coordinate)] = segment;
            }
        }
        Ok((band, slots))
    }
}
