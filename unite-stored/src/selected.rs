//! What is selected of stored tensors.

use std::fmt;

use crate::block::{StoredBlock, check_extents};
use crate::error::StorageError;
use crate::fill::{Fill, Zero};
use crate::format::Format;
use crate::lent::StoredView;
use crate::selection::{Pick, Selection};

/// What is [selected](StoredView::select) of a stored tensor of `N` axes, as one of `M`. Nothing is copied, and each element is looked for
/// where it is asked for; [`to`](Selected::to) makes a block for kernels.
pub struct Selected<'a, T, F: Format<N>, const N: usize, const M: usize, Z = Zero> {
    whole: StoredView<'a, T, F, N, Z>,
    selection: Selection<N, M>,
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredView<'a, T, F, N, Z> {
    /// What is picked of each axis, in order, with new axes between them.
    ///
    /// # Errors
    /// As [`Selection::select`].
    pub fn select<const M: usize>(self, picks: &[Pick]) -> Result<Selected<'a, T, F, N, M, Z>, StorageError> {
        let selection = Selection::all(self.extents()).select(picks)?;
        Ok(Selected { whole: self, selection })
    }
}

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// What is picked of each axis, in order, with new axes between them.
    ///
    /// ```
    /// use unite_stored::{Coo3, Csr, Pick, StoredBlock};
    /// let entries = [([0, 1, 0], 1), ([1, 1, 2], 2), ([1, 2, 0], 3), ([2, 0, 1], 4), ([2, 2, 0], 5)];
    /// let a = StoredBlock::<i32, Coo3, 3>::from_entries([3, 3, 3], entries)?;
    /// let row = a.select::<2>(&[1.into(), (1..3).into(), Pick::All])?;
    /// assert_eq!((row.extents(), row.get([1, 0])), ([2, 3], Some(3)));
    /// assert_eq!(row.select::<1>(&[Pick::All, 2.into()])?.to_entries(), [([0], 2)]);
    /// assert_eq!(row.to::<Csr>()?.values(), [2, 3]);
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Selection::select`].
    pub fn select<const M: usize>(
        &self,
        picks: &[Pick],
    ) -> Result<Selected<'_, T, F, N, M, Z>, StorageError> {
        self.view().select(picks)
    }

    /// The elements at these indices of each axis, each as often and in the order as it stands there: a copy.
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let a = StoredBlock::<i32, Csr, 2>::from_entries([3, 4], [([0, 3], 5), ([2, 1], 7)])?;
    /// let some = a.gather([&[2, 0, 2], &[3, 1]])?;
    /// assert_eq!(some.to_dense(), [0, 7, 5, 0, 0, 7]);
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    ///
    /// # Errors
    /// [`StorageError::Outside`], [`StorageError::Extent`] where there is no index, and what the format has no place for.
    pub fn gather(&self, indices: [&[usize]; N]) -> Result<Self, StorageError> {
        let extents = indices.map(<[usize]>::len);
        check_extents(extents)?;
        // By axis, for each index of the block where it goes.
        let mut places: [Vec<Vec<usize>>; N] = self.extents().map(|extent| vec![Vec::new(); extent]);
        for (axis, indices) in indices.into_iter().enumerate() {
            for (to, &coordinate) in indices.iter().enumerate() {
                let extent = self.extents()[axis];
                let place = places[axis].get_mut(coordinate);
                place.ok_or(StorageError::Outside { axis, coordinate, extent })?.push(to);
            }
        }
        let mut entries = Vec::new();
        self.for_each(|index, value| {
            let places: [&[usize]; N] = std::array::from_fn(|axis| places[axis][index[axis]].as_slice());
            let count: usize = places.iter().map(|places| places.len()).product();
            for mut number in 0..count {
                let to = places.map(|places| {
                    let place = places[number % places.len()];
                    number /= places.len();
                    place
                });
                entries.push((to, value));
            }
        });
        Self::from_entries(extents, entries)
    }
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize, const M: usize> Selected<'a, T, F, N, M, Z> {
    /// What is picked of each axis of this.
    ///
    /// # Errors
    /// As [`Selection::select`].
    pub fn select<const K: usize>(self, picks: &[Pick]) -> Result<Selected<'a, T, F, N, K, Z>, StorageError> {
        Ok(Selected { whole: self.whole, selection: self.selection.select(picks)? })
    }

    /// The number of indices along each axis.
    pub fn extents(&self) -> [usize; M] {
        self.selection.extents()
    }

    /// Which elements they are.
    pub fn selection(&self) -> Selection<N, M> {
        self.selection
    }

    /// The element at an index: what is stored, or the fill. `None` outside.
    pub fn get(&self, index: [usize; M]) -> Option<T> {
        self.whole.get(self.selection.index(index)?)
    }

    /// Calls `take` with each index that has a position, and its value, in the order of storage.
    pub fn for_each(&self, mut take: impl FnMut([usize; M], T)) {
        self.whole.for_each(|index, value| {
            if let Some(index) = self.selection.find(index) {
                take(index, value);
            }
        });
    }

    /// Each index that has a position, with its value, in the order of storage.
    pub fn to_entries(&self) -> Vec<([usize; M], T)> {
        let mut entries = Vec::new();
        self.for_each(|index, value| entries.push((index, value)));
        entries
    }

    /// A block of these elements.
    ///
    /// # Errors
    /// What the format has no place for.
    pub fn to<G: Format<M>>(&self) -> Result<StoredBlock<T, G, M, Z>, StorageError>
    where
        T: PartialEq,
    {
        let is_kept = |(_, value): &([usize; M], T)| !F::PADDED || *value != Z::VALUE;
        StoredBlock::from_entries(self.extents(), self.to_entries().into_iter().filter(is_kept))
    }
}

impl<T, F: Format<N>, Z, const N: usize, const M: usize> Clone for Selected<'_, T, F, N, M, Z> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, F: Format<N>, Z, const N: usize, const M: usize> Copy for Selected<'_, T, F, N, M, Z> {}

impl<T: Copy + fmt::Debug, F: Format<N>, Z: Fill<T>, const N: usize, const M: usize> fmt::Debug
    for Selected<'_, T, F, N, M, Z>
{
    /// The selection, and the tensor.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {:?}", self.selection, self.whole)
    }
}
