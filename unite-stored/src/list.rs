//! Tensors to which elements are put one by one.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;

use crate::block::{StoredBlock, check_extents};
use crate::error::StorageError;
use crate::fill::{Fill, Zero};
use crate::format::Format;
use crate::selection::{Pick, Selection};

/// A list of entries that grows: elements are put in any order, and the list is brought in order once they are asked for. What is put
/// through a [view](EntryList::select) is in the list, and in all its views. [`to_block`](EntryList::to_block) makes what kernels take.
///
/// ```
/// use unite_stored::{Csr, EntryList, Pick};
/// let list = EntryList::<i32, 2>::new([3, 4])?;
/// let row = list.select::<1>(&[2.into(), Pick::All])?;
/// list.put([2, 1], 7)?;
/// row.put([3], 8)?;
/// row.put([3], 9)?;
/// assert_eq!((list.get([2, 3]), row.get([1]), list.stored()), (Some(9), Some(7), 2));
/// list.put([2, 1], 0)?;
/// assert_eq!((row.get([1]), list.stored()), (Some(0), 1));
/// assert_eq!(list.to_block::<Csr>()?.to_entries(), [([2, 3], 9)]);
/// assert_eq!(row.put([4], 1).unwrap_err().to_string(), "an entry has coordinate 4 on axis 0, whose extent is 4");
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
pub struct EntryList<T, const N: usize, Z = Zero> {
    extents: [usize; N],
    kept: RefCell<Kept<T, N>>,
    fill: PhantomData<fn() -> Z>,
}

/// Entries, of which the first are in order, none twice, and none the fill.
#[derive(Clone)]
struct Kept<T, const N: usize> {
    entries: Vec<([usize; N], T)>,
    in_order: usize,
}

impl<T: Copy + PartialEq, const N: usize> Kept<T, N> {
    /// Brings all of them in order: the last one of an index stays, unless it is the fill.
    fn sort(&mut self, fill: T) {
        if self.in_order == self.entries.len() {
            return;
        }
        // A stable sort: what is in order is found to be so, and entries of one index stay as they were put.
        self.entries.sort_by_key(|(index, _)| *index);
        self.entries.dedup_by(|next, last| {
            let is_same = next.0 == last.0;
            if is_same {
                last.1 = next.1;
            }
            is_same
        });
        self.entries.retain(|(_, value)| *value != fill);
        self.in_order = self.entries.len();
    }
}

impl<T: Copy + PartialEq, Z: Fill<T>, const N: usize> EntryList<T, N, Z> {
    /// A list without entries.
    ///
    /// # Errors
    /// [`StorageError::Extent`].
    pub fn new(extents: [usize; N]) -> Result<Self, StorageError> {
        check_extents(extents)?;
        let kept = RefCell::new(Kept { entries: Vec::new(), in_order: 0 });
        Ok(EntryList { extents, kept, fill: PhantomData })
    }

    /// The elements of a block that are not the fill.
    pub fn of<F: Format<N>>(block: &StoredBlock<T, F, N, Z>) -> Self {
        let mut kept = Kept { entries: block.to_entries(), in_order: 0 };
        kept.sort(Z::VALUE);
        EntryList { extents: block.extents(), kept: RefCell::new(kept), fill: PhantomData }
    }

    /// The number of indices along each axis.
    pub fn extents(&self) -> [usize; N] {
        self.extents
    }

    /// Puts an element. The fill takes away what was there.
    ///
    /// # Errors
    /// [`StorageError::Outside`].
    pub fn put(&self, index: [usize; N], value: T) -> Result<(), StorageError> {
        inside(index, self.extents)?;
        self.kept.borrow_mut().entries.push((index, value));
        Ok(())
    }

    /// The element at an index. `None` outside.
    pub fn get(&self, index: [usize; N]) -> Option<T> {
        inside(index, self.extents).ok()?;
        Some(self.sorted(|entries| match entries.binary_search_by_key(&index, |(index, _)| *index) {
            Ok(at) => entries[at].1,
            Err(_) => Z::VALUE,
        }))
    }

    /// How many elements are not the fill.
    pub fn stored(&self) -> usize {
        self.sorted(<[_]>::len)
    }

    /// All of them, in order.
    pub fn to_entries(&self) -> Vec<([usize; N], T)> {
        self.sorted(<[_]>::to_vec)
    }

    /// A block of them.
    ///
    /// # Errors
    /// What the format has no place for.
    pub fn to_block<F: Format<N>>(&self) -> Result<StoredBlock<T, F, N, Z>, StorageError> {
        StoredBlock::from_entries(self.extents, self.to_entries())
    }

    /// A view: what is picked of each axis, in order, with new axes between them.
    ///
    /// # Errors
    /// As [`Selection::select`].
    pub fn select<const M: usize>(&self, picks: &[Pick]) -> Result<ListView<'_, T, N, M, Z>, StorageError> {
        Ok(ListView { list: self, selection: Selection::all(self.extents).select(picks)? })
    }

    /// What `take` makes of the entries, in order.
    fn sorted<R>(&self, take: impl FnOnce(&[([usize; N], T)]) -> R) -> R {
        let mut kept = self.kept.borrow_mut();
        kept.sort(Z::VALUE);
        take(&kept.entries)
    }
}

/// What is [selected](EntryList::select) of a list that grows: elements are put and asked for as in the list.
pub struct ListView<'a, T, const N: usize, const M: usize, Z = Zero> {
    list: &'a EntryList<T, N, Z>,
    selection: Selection<N, M>,
}

impl<'a, T: Copy + PartialEq, Z: Fill<T>, const N: usize, const M: usize> ListView<'a, T, N, M, Z> {
    /// The number of indices along each axis.
    pub fn extents(&self) -> [usize; M] {
        self.selection.extents()
    }

    /// As [`EntryList::put`].
    ///
    /// # Errors
    /// [`StorageError::Outside`].
    pub fn put(&self, index: [usize; M], value: T) -> Result<(), StorageError> {
        inside(index, self.extents())?;
        self.selection.index(index).map_or(Ok(()), |index| self.list.put(index, value))
    }

    /// As [`EntryList::get`].
    pub fn get(&self, index: [usize; M]) -> Option<T> {
        self.list.get(self.selection.index(index)?)
    }

    /// What of it is not the fill, in the order of the list.
    pub fn to_entries(&self) -> Vec<([usize; M], T)> {
        let seen = |&(index, value): &([usize; N], T)| Some((self.selection.find(index)?, value));
        self.list.sorted(|entries| entries.iter().filter_map(seen).collect())
    }

    /// A view of this view.
    ///
    /// # Errors
    /// As [`Selection::select`].
    pub fn select<const K: usize>(&self, picks: &[Pick]) -> Result<ListView<'a, T, N, K, Z>, StorageError> {
        Ok(ListView { list: self.list, selection: self.selection.select(picks)? })
    }
}

/// Sees to it that an index is less than the extents.
fn inside<const N: usize>(index: [usize; N], extents: [usize; N]) -> Result<(), StorageError> {
    match index.iter().zip(extents).position(|(&coordinate, extent)| coordinate >= extent) {
        Some(axis) => Err(StorageError::Outside { axis, coordinate: index[axis], extent: extents[axis] }),
        None => Ok(()),
    }
}

impl<T: Clone, Z, const N: usize> Clone for EntryList<T, N, Z> {
    fn clone(&self) -> Self {
        EntryList { extents: self.extents, kept: self.kept.clone(), fill: PhantomData }
    }
}

impl<T, const N: usize, Z> fmt::Debug for EntryList<T, N, Z> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extents = self.extents.map(|extent| extent.to_string()).join(" x ");
        write!(f, "{extents}, {} entries put", self.kept.borrow().entries.len())
    }
}

impl<T, const N: usize, const M: usize, Z> Clone for ListView<'_, T, N, M, Z> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize, const M: usize, Z> Copy for ListView<'_, T, N, M, Z> {}

impl<T, const N: usize, const M: usize, Z> fmt::Debug for ListView<'_, T, N, M, Z> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {:?}", self.selection, self.list)
    }
}
