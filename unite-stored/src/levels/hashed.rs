//! A hash table for each parent.

use crate::error::Fault;
use crate::level::{Insert, Level, LevelFormat, NOWHERE};
use crate::pack::{Fibres, Packed};

/// For each parent as many slots, in which a coordinate is looked for from its lowest bits on. Coordinates are in no order.
#[derive(Clone, Copy, Debug)]
pub struct Hashed;

/// The arrays of [`Hashed`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashedArrays {
    width: usize,
    coordinates: Vec<u32>,
    /// How many slots of each parent have a coordinate.
    filled: Vec<u32>,
}

impl HashedArrays {
    /// What stands in slots without a coordinate.
    pub const EMPTY: u32 = u32::MAX;

    /// So many slots for each parent, a power of two, and the coordinates by slot, [`HashedArrays::EMPTY`] where there is none. Each
    /// parent has an empty slot.
    pub fn new(width: usize, coordinates: Vec<u32>) -> Self {
        let count = |slots: &[u32]| slots.iter().filter(|slot| **slot != Self::EMPTY).count() as u32;
        let filled = coordinates.chunks_exact(width.max(1)).map(count).collect();
        HashedArrays { width, coordinates, filled }
    }

    /// Slots of one parent.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The coordinates by slot.
    pub fn coordinates(&self) -> &[u32] {
        &self.coordinates
    }

    /// Whether a parent with so many coordinates may have one more: at most half of its slots are full.
    #[inline(always)]
    fn is_room(&self, filled: u32) -> bool {
        (filled as usize) < self.width / 2
    }
}

/// A level of [`Hashed`].
#[derive(Clone, Copy, Debug)]
pub struct HashedLevel<'a> {
    extent: usize,
    width: usize,
    coordinates: &'a [u32],
}

impl HashedLevel<'_> {
    /// The first slot from `at` on, before `end`, that has a coordinate; `end` if there is none.
    ///
    /// # Safety
    /// There are slots before `end`.
    #[inline(always)]
    unsafe fn filled(self, mut at: usize, end: usize) -> usize {
        // SAFETY: so the caller says.
        while at < end && unsafe { *self.coordinates.get_unchecked(at) } == HashedArrays::EMPTY {
            at += 1;
        }
        at
    }
}

// SAFETY: `check` has found that there are `width` slots for each parent, a power of two, that one of them is empty, so that probing
// ends, and that each coordinate is less than the extent and found in its slot, so that none stands twice.
unsafe impl Level for HashedLevel<'_> {
    const ORDERED: bool = false;
    const COMPACT: bool = false;
    const LOCATE: bool = true;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn begin(self, parent: usize) -> usize {
        // SAFETY: the parent has so many slots.
        unsafe { self.filled(parent * self.width, (parent + 1) * self.width) }
    }

    #[inline(always)]
    unsafe fn end(self, parent: usize) -> usize {
        (parent + 1) * self.width
    }

    #[inline(always)]
    unsafe fn next(self, at: usize) -> usize {
        // SAFETY: as above; the width is a power of two.
        unsafe { self.filled(at + 1, (at | (self.width - 1)) + 1) }
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        // SAFETY: a counter is a slot.
        unsafe { *self.coordinates.get_unchecked(at) as usize }
    }

    #[inline(always)]
    unsafe fn locate(self, parent: usize, coord: usize) -> usize {
        let base = parent * self.width;
        let mut slot = coord & (self.width - 1);
        loop {
            // SAFETY: the slot is one of those of the parent.
            match unsafe { *self.coordinates.get_unchecked(base + slot) } {
                HashedArrays::EMPTY => return NOWHERE,
                found if found as usize == coord => return base + slot,
                _ => slot = (slot + 1) & (self.width - 1),
            }
        }
    }
}

// SAFETY: `check` tests what the level relies on.
unsafe impl LevelFormat for Hashed {
    type Arrays = HashedArrays;
    type Level<'a> = HashedLevel<'a>;
    const NAME: &'static str = "Hashed";
    const INSERTS: bool = true;

    #[inline(always)]
    fn level(arrays: &HashedArrays, extent: usize) -> HashedLevel<'_> {
        HashedLevel { extent, width: arrays.width, coordinates: &arrays.coordinates }
    }

    fn check(arrays: &HashedArrays, extent: usize, parents: usize) -> Result<usize, Fault> {
        let HashedArrays { width, coordinates, .. } = arrays;
        if !width.is_power_of_two() {
            return Err(Fault::Width { width: *width });
        }
        let size = parents.checked_mul(*width).ok_or(Fault::TooLarge)?;
        if coordinates.len() != size {
            return Err(Fault::CoordinateCount { expected: size, found: coordinates.len() });
        }
        for (parent, slots) in coordinates.chunks_exact(*width).enumerate() {
            if !slots.contains(&HashedArrays::EMPTY) {
                return Err(Fault::Width { width: *width });
            }
            for (slot, &coordinate) in slots.iter().enumerate() {
                if coordinate == HashedArrays::EMPTY {
                    continue;
                }
                let (position, coordinate) = (parent * width + slot, coordinate as usize);
                if coordinate >= extent {
                    return Err(Fault::Beyond { parent, position, coordinate, extent });
                }
                // SAFETY: the parent is one of those whose slots there are, and has an empty one.
                let found = unsafe { Self::level(arrays, extent).locate(parent, coordinate) };
                if found == NOWHERE {
                    return Err(Fault::Lost { parent, slot });
                }
                if found != position {
                    return Err(Fault::Twice { parent, position, coordinate });
                }
            }
        }
        Ok(size)
    }

    fn drawn(arrays: &HashedArrays) -> Vec<(&'static str, Vec<String>)> {
        let slot = |&coordinate: &u32| match coordinate {
            HashedArrays::EMPTY => "-".into(),
            coordinate => coordinate.to_string(),
        };
        vec![
            ("width", vec![arrays.width.to_string()]),
            ("crd", arrays.coordinates.iter().map(slot).collect()),
        ]
    }

    fn pack(fibres: &Fibres<'_>) -> Result<(HashedArrays, Packed), Fault> {
        let most = fibres.parents.iter().map(|entries| fibres.segments(entries.clone()).count()).max();
        // At most half of the slots are full.
        let width = most.unwrap_or(0).max(1).checked_mul(2).ok_or(Fault::TooLarge)?.next_power_of_two();
        let mut packed = fibres.slots(width)?;
        let mut coordinates = vec![HashedArrays::EMPTY; packed.len()];
        for (parent, entries) in fibres.parents.iter().enumerate() {
            for (number, segment) in fibres.segments(entries.clone()) {
                let stored = u32::try_from(number).ok().filter(|&stored| stored != HashedArrays::EMPTY);
                let stored = stored.ok_or(Fault::Narrow { number })?;
                let mut slot = number & (width - 1);
                while coordinates[parent * width + slot] != HashedArrays::EMPTY {
                    slot = (slot + 1) & (width - 1);
                }
                coordinates[parent * width + slot] = stored;
                packed[parent * width + slot] = segment;
            }
        }
        Ok((HashedArrays::new(width, coordinates), packed))
    }

    fn vacant(_: usize, parents: usize, room: usize) -> Result<(HashedArrays, usize), Fault> {
        let width = room.max(1).checked_mul(2).and_then(usize::checked_next_power_of_two);
        let width = width.ok_or(Fault::TooLarge)?;
        let size = parents.checked_mul(width).ok_or(Fault::TooLarge)?;
        let (coordinates, filled) = (vec![HashedArrays::EMPTY; size], vec![0; parents]);
        Ok((HashedArrays { width, coordinates, filled }, size))
    }

    fn room(arrays: &HashedArrays) -> usize {
        arrays.width / 2
    }

    #[inline(always)]
    unsafe fn insert(arrays: &mut HashedArrays, _: usize, parent: usize, coordinate: usize) -> Option<usize> {
        let (base, last) = (parent * arrays.width, arrays.width - 1);
        let mut slot = coordinate & last;
        loop {
            // SAFETY: there are `width` slots for each parent.
            let found = unsafe { arrays.coordinates.get_unchecked_mut(base + slot) };
            if *found as usize == coordinate {
                return Some(base + slot);
            }
            if *found == HashedArrays::EMPTY {
                // SAFETY: `new` has counted the coordinates of as many parents as there are slots for.
                let filled = unsafe { *arrays.filled.get_unchecked(parent) };
                if !arrays.is_room(filled) {
                    return None;
                }
                // SAFETY: as above.
                unsafe {
                    *arrays.coordinates.get_unchecked_mut(base + slot) = coordinate as u32;
                    *arrays.filled.get_unchecked_mut(parent) = filled + 1;
                }
                return Some(base + slot);
            }
            slot = (slot + 1) & last;
        }
    }
}

// SAFETY: what is put in stands where it is found, and leaves half of the slots empty.
unsafe impl Insert for Hashed {
    fn size(arrays: &HashedArrays, _: usize, parents: usize) -> Result<usize, Fault> {
        let size = parents.checked_mul(arrays.width).ok_or(Fault::TooLarge)?;
        match arrays.coordinates.len() {
            found if found == size => Ok(size),
            found => Err(Fault::CoordinateCount { expected: size, found }),
        }
    }
}
