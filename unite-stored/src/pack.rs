//! From entries in order to the arrays of levels.

use std::ops::Range;

use crate::error::Fault;

/// The entries below each parent, in order: what a level is packed from.
#[derive(Clone, Copy, Debug)]
pub struct Fibres<'a> {
    /// Coordinates are less than this.
    pub extent: usize,
    /// The coordinate of each entry on the axis of the level.
    pub coordinates: &'a [usize],
    /// Which entries are below each parent. Their coordinates do not decrease.
    pub parents: &'a [Range<usize>],
}

/// Which entries are at each position of a level.
pub type Packed = Vec<Range<usize>>;

impl Fibres<'_> {
    /// The pieces of `entries` that have the same coordinate, in order.
    pub fn segments(&self, entries: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        let mut begin = entries.start;
        std::iter::from_fn(move || {
            if begin == entries.end {
                return None;
            }
            let coordinate = self.coordinates[begin];
            let same = |&at: &usize| self.coordinates[at] == coordinate;
            let count = (begin..entries.end).take_while(same).count();
            let segment = begin..begin + count;
            begin = segment.end;
            Some((coordinate, segment))
        })
    }

    /// So many slots for each parent, with no entries in them.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn slots(&self, width: usize) -> Result<Packed, Fault> {
        let count = self.parents.len().checked_mul(width).ok_or(Fault::TooLarge)?;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| Fault::TooLarge)?;
        slots.resize(count, 0..0);
        Ok(slots)
    }
}
