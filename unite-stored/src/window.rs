//! Parts of stored blocks.

use std::fmt;
use std::ops::Range;

use unite_core::Elem;

use crate::block::StoredBlock;
use crate::error::StorageError;
use crate::fibre::{Fibre, Levels};
use crate::fill::{Fill, Zero};
use crate::format::Format;
use crate::part::Parts;
use crate::stored::Stored;

/// A part of a [`StoredBlock`]: an interval of indices along each axis, which count from 0 in it. Nothing is copied: levels that
/// are in order are asked where the interval begins and ends in each of their fibres, others are walked as a whole.
///
/// A kernel takes it as it takes a block.
///
/// ```
/// use unite_stored::{Csr, StoredBlock};
/// let a = StoredBlock::<i32, Csr, 2>::from_entries([4, 9], [([1, 2], 5), ([1, 7], 6), ([3, 4], 7)])?;
/// let part = a.window([1..4, 3..8])?;
/// assert_eq!((part.extents(), part.origin()), ([3, 5], [1, 3]));
/// assert_eq!(part.to_entries(), [([0, 4], 6), ([2, 1], 7)]);
/// assert_eq!(part.window([2..3, 0..2])?.to_entries(), [([0, 1], 7)]);
/// assert_eq!(part.window([0..1, 2..6]).unwrap_err().to_string(), "there is no part 2..6 of axis 1, whose extent is 5");
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
pub struct Window<'a, T, F: Format<N>, const N: usize, Z = Zero> {
    block: &'a StoredBlock<T, F, N, Z>,
    first: [usize; N],
    /// Together with the first indices not beyond the extents of the block.
    extents: [usize; N],
}

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// The indices in these intervals.
    ///
    /// # Errors
    /// [`StorageError::Part`] for one that is empty, or ends outside of the block.
    pub fn window(&self, part: [Range<usize>; N]) -> Result<Window<'_, T, F, N, Z>, StorageError> {
        Window { block: self, first: [0; N], extents: self.extents() }.window(part)
    }
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> Window<'a, T, F, N, Z> {
    /// The number of indices along each axis.
    pub fn extents(&self) -> [usize; N] {
        self.extents
    }

    /// Where index 0 of each axis lies in the universe.
    pub fn origin(&self) -> [isize; N] {
        let mut origin = self.block.origin();
        origin.iter_mut().zip(self.first).for_each(|(origin, first)| *origin += first as isize);
        origin
    }

    /// A part of this part.
    ///
    /// # Errors
    /// As [`StoredBlock::window`].
    pub fn window(self, part: [Range<usize>; N]) -> Result<Self, StorageError> {
        let (mut first, mut extents) = (self.first, self.extents);
        for (axis, Range { start, end }) in part.into_iter().enumerate() {
            if start >= end || end > extents[axis] {
                let part = (start.cast_signed(), end.cast_signed());
                return Err(StorageError::Part { axis, part, extent: extents[axis] });
            }
            first[axis] += start;
            extents[axis] = end - start;
        }
        Ok(Window { first, extents, ..self })
    }

    /// The element at an index: what is stored, or the fill. `None` outside of the part.
    pub fn get(&self, index: [usize; N]) -> Option<T> {
        let is_inside = index.iter().zip(self.extents).all(|(&index, extent)| index < extent);
        let mut at = self.first;
        at.iter_mut().zip(index).for_each(|(at, index)| *at = at.wrapping_add(index));
        self.block.get(at).filter(|_| is_inside)
    }

    /// Each index that has a position, with its value, in the order of storage.
    pub fn to_entries(&self) -> Vec<([usize; N], T)> {
        let mut entries = Vec::new();
        self.block.for_each(|index, value| entries.extend(self.seen(index).map(|index| (index, value))));
        entries
    }

    /// An index of the block, if it is inside, as one of the part.
    #[inline(always)]
    fn seen(&self, mut index: [usize; N]) -> Option<[usize; N]> {
        for (axis, index) in index.iter_mut().enumerate() {
            *index = index.checked_sub(self.first[axis]).filter(|index| *index < self.extents[axis])?;
        }
        Some(index)
    }
}

// SAFETY: the intervals are inside of the block. Indices of entries are looked at one by one; levels see coordinates of the interval
// of their axis, from 0 on.
unsafe impl<'a, T: Elem, F: Format<N>, Z: Fill<T>, const N: usize> Stored<N> for Window<'a, T, F, N, Z>
where
    F::Levels<'a>: Parts<Part: Levels<'a, T, Below: Fibre>>,
{
    type Elem = T;
    type Fill = Z;
    type Format = F;
    type Root = <<F::Levels<'a> as Parts>::Part as Levels<'a, T>>::Below;

    #[inline(always)]
    fn extents(self) -> [usize; N] {
        self.extents
    }

    #[inline(always)]
    fn root(self) -> Self::Root {
        let levels = F::levels(self.block.arrays(), self.block.extents());
        let seen = F::ORDER.map(|axis| (self.first[axis], self.extents[axis]));
        // SAFETY: the root has position 0, and a block has a value for each position.
        unsafe { levels.part(&seen).below(0, 0, self.block.values()) }
    }

    #[inline(always)]
    fn positions(self) -> usize {
        self.block.values().len()
    }

    #[inline(always)]
    fn entries(self) -> impl Iterator<Item = ([usize; N], T)> {
        let values = self.block.values();
        F::entries(self.block.arrays(), self.block.extents())
            .filter_map(move |(index, position)| Some((self.seen(index)?, values[position])))
    }

    #[inline(always)]
    fn for_each(self, mut take: impl FnMut([usize; N], T)) {
        self.block.for_each(|index, element| {
            if let Some(index) = self.seen(index) {
                take(index, element);
            }
        });
    }
}

impl<T, F: Format<N>, Z, const N: usize> Clone for Window<'_, T, F, N, Z> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, F: Format<N>, Z, const N: usize> Copy for Window<'_, T, F, N, Z> {}

impl<T: Copy + fmt::Debug, F: Format<N>, Z: Fill<T>, const N: usize> fmt::Debug for Window<'_, T, F, N, Z> {
    /// The intervals, and the block.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.first.iter().zip(self.extents).map(|(first, extent)| *first..*first + extent);
        write!(f, "{:?} of {:?}", part.collect::<Vec<_>>(), self.block)
    }
}
