//! Stored tensors over arrays of somebody else.

use std::fmt;
use std::marker::PhantomData;

use crate::block::{StoredBlock, check_extents, describe};
use crate::coordinate::Coordinate;
use crate::error::StorageError;
use crate::fill::{Fill, Zero};
use crate::format::{Format, LIMIT, in_tensor_order};
use crate::formats::{Csc, Csr, Interleaved, InterleavedLevels};
use crate::levels::{CompressedLevel, Dense};
use crate::stack::Stack;

/// A stored tensor whose arrays another library owns: as a [`StoredBlock`], borrowed. Nothing is copied, and the arrays are checked as
/// those of a block are. A kernel takes it as it takes a block.
///
/// ```
/// use unite_stored::{Csr, StoredBlock, StoredView};
///
/// let (positions, columns, values) = ([0, 2, 2, 3], [0, 3, 1], [5.0, 1.0, 7.0]);
/// let view = StoredView::<f64, Csr, 2>::csr([3, 4], &positions, &columns, &values)?;
/// assert_eq!((view.get([0, 3]), view.get([1, 3]), view.get([9, 9])), (Some(1.0), Some(0.0), None));
/// assert_eq!(view.to_block()?.arrays().1.coordinates, [0, 3, 1]);
///
/// let error = StoredView::<f64, Csr, 2>::csr([3, 3], &positions, &columns, &values).unwrap_err();
/// assert_eq!(error.to_string(), "axis 1, Compressed: coordinate 3 of parent 0, at position 1, is beyond extent 3");
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
pub struct StoredView<'a, T, F: Format<N>, const N: usize, Z = Zero> {
    extents: [usize; N],
    origin: [isize; N],
    levels: F::Levels<'a>,
    /// Of a block. Others have a level for each axis.
    arrays: Option<&'a F::Arrays>,
    values: &'a [T],
    fill: PhantomData<fn() -> Z>,
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredView<'a, T, F, N, Z> {
    /// All of a block.
    #[inline(always)]
    pub(crate) fn of(block: &'a StoredBlock<T, F, N, Z>) -> Self {
        StoredView {
            extents: block.extents(),
            origin: block.origin(),
            levels: F::levels(block.arrays(), block.extents()),
            arrays: Some(block.arrays()),
            values: block.values(),
            fill: PhantomData,
        }
    }

    /// Checked levels, and a value for each of their positions.
    fn over(
        extents: [usize; N],
        levels: F::Levels<'a>,
        positions: usize,
        values: &'a [T],
    ) -> Result<Self, StorageError> {
        if values.len() != positions {
            return Err(StorageError::Values { expected: positions, found: values.len() });
        }
        Ok(StoredView { extents, origin: [0; N], levels, arrays: None, values, fill: PhantomData })
    }

    /// The same tensor at another place of the universe.
    ///
    /// # Errors
    /// [`StorageError::Origin`].
    pub fn with_origin(self, origin: [isize; N]) -> Result<Self, StorageError> {
        match origin.iter().position(|coordinate| coordinate.unsigned_abs() > LIMIT) {
            Some(axis) => Err(StorageError::Origin { axis, coordinate: origin[axis] }),
            None => Ok(Self { origin, ..self }),
        }
    }

    /// The number of indices along each axis.
    #[inline(always)]
    pub fn extents(&self) -> [usize; N] {
        self.extents
    }

    /// Where index 0 of each axis lies in the universe.
    #[inline(always)]
    pub fn origin(&self) -> [isize; N] {
        self.origin
    }

    /// The values by position.
    #[inline(always)]
    pub fn values(&self) -> &'a [T] {
        self.values
    }

    /// The levels.
    #[inline(always)]
    pub(crate) fn levels(&self) -> F::Levels<'a> {
        self.levels
    }

    /// The element at an index: what is stored, or the fill. `None` outside of the tensor.
    pub fn get(&self, index: [usize; N]) -> Option<T> {
        let is_inside = index.iter().zip(self.extents).all(|(&index, extent)| index < extent);
        is_inside.then(|| self.position(index).map_or(Z::VALUE, |position| self.values[position]))
    }

    /// The position of an index that is inside, if it has one.
    fn position(&self, index: [usize; N]) -> Option<usize> {
        // SAFETY: the arrays were checked when the tensor was made, and the index is inside; the root has position 0.
        unsafe {
            match self.arrays {
                Some(arrays) => F::locate(arrays, self.extents, index),
                None => self.levels.find(0, &F::ORDER.map(|axis| index[axis])),
            }
        }
    }

    /// Calls `take` with each index that has a position, and its value, in the order of storage.
    #[inline(always)]
    pub fn for_each(&self, mut take: impl FnMut([usize; N], T)) {
        let values = self.values;
        // SAFETY: the arrays were checked when the tensor was made: positions are less than the number of values, and there is a level
        // for each axis if arrays are somebody else's.
        unsafe {
            match self.arrays {
                Some(arrays) => F::scan(arrays, self.extents, |index, position| {
                    take(index, *values.get_unchecked(position));
                }),
                None => self.levels.each(0, 0, &mut [0; N], &mut |stored, position| {
                    take(in_tensor_order(F::ORDER, stored), *values.get_unchecked(position));
                }),
            }
        }
    }

    /// Each index that has a position, with its value, if there is not a level for each axis; otherwise none.
    #[inline(always)]
    pub(crate) fn entries(self) -> impl Iterator<Item = ([usize; N], T)> {
        let entries = self.arrays.map(|arrays| F::entries(arrays, self.extents));
        entries.into_iter().flatten().map(move |(index, position)| (index, self.values[position]))
    }

    /// Each index that has a position, with its value, in the order of storage.
    pub fn to_entries(&self) -> Vec<([usize; N], T)> {
        let mut entries = Vec::new();
        self.for_each(|index, value| entries.push((index, value)));
        entries
    }

    /// A block of the same elements in the same format, at the same place.
    ///
    /// # Errors
    /// What the format has no place for.
    pub fn to_block(&self) -> Result<StoredBlock<T, F, N, Z>, StorageError> {
        StoredBlock::from_entries(self.extents, self.to_entries())?.with_origin(self.origin)
    }
}

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// All of the block, borrowed.
    pub fn view(&self) -> StoredView<'_, T, F, N, Z> {
        StoredView::of(self)
    }
}

impl<'a, T: Copy, I: Coordinate, Z: Fill<T>> StoredView<'a, T, Csr<I>, 2, Z> {
    /// Compressed sparse rows: the columns of row `i` are `columns[positions[i]..positions[i + 1]]`, and increase.
    ///
    /// # Errors
    /// As [`StoredBlock::new`].
    pub fn csr(
        extents: [usize; 2],
        positions: &'a [I],
        columns: &'a [I],
        values: &'a [T],
    ) -> Result<Self, StorageError> {
        let (levels, count) = compressed(extents, [0, 1], positions, columns)?;
        Self::over(extents, levels, count, values)
    }
}

impl<'a, T: Copy, I: Coordinate, Z: Fill<T>> StoredView<'a, T, Csc<I>, 2, Z> {
    /// Compressed sparse columns: the rows of column `j` are `rows[positions[j]..positions[j + 1]]`, and increase.
    ///
    /// # Errors
    /// As [`StoredBlock::new`].
    pub fn csc(
        extents: [usize; 2],
        positions: &'a [I],
        rows: &'a [I],
        values: &'a [T],
    ) -> Result<Self, StorageError> {
        let (levels, count) = compressed(extents, [1, 0], positions, rows)?;
        Self::over(extents, levels, count, values)
    }
}

/// The levels of a dense axis, and of a compressed one below.
type Compression<'a, I> = <Csr<I> as Format<2>>::Levels<'a>;

/// The same, checked, and how many positions there are.
fn compressed<'a, I: Coordinate>(
    extents: [usize; 2],
    [outer, inner]: [usize; 2],
    positions: &'a [I],
    coordinates: &'a [I],
) -> Result<(Compression<'a, I>, usize), StorageError> {
    check_extents(extents)?;
    let (level, count) = CompressedLevel::lent(positions, coordinates, extents[inner], extents[outer])
        .map_err(|fault| StorageError::Level { axis: inner, level: "Compressed", fault })?;
    Ok(((Dense::of(extents[outer]), (level, ())), count))
}

impl<'a, T: Copy, I: Coordinate, Z: Fill<T>, const N: usize> StoredView<'a, T, Interleaved<I>, N, Z>
where
    Interleaved<I>: InterleavedLevels<I, N>,
{
    /// A list of entries in order, the coordinates of each side by side.
    ///
    /// # Errors
    /// As [`StoredBlock::new`].
    pub fn list(extents: [usize; N], entries: &'a [[I; N]], values: &'a [T]) -> Result<Self, StorageError> {
        check_extents(extents)?;
        let count = Interleaved::<I>::check_entries(entries, extents)?;
        Self::over(extents, Interleaved::<I>::levels_of(entries, extents), count, values)
    }
}

macro_rules! dense {
    ($($rank:literal $format:ty: ($($axis:literal)*);)*) => {$(
        impl<'a, T: Copy, Z: Fill<T>> StoredView<'a, T, $format, $rank, Z> {
            /// Every element, the last axis fastest.
            ///
            /// # Errors
            /// As [`StoredBlock::new`].
            pub fn dense(extents: [usize; $rank], elements: &'a [T]) -> Result<Self, StorageError> {
                check_extents(extents)?;
                let count = extents.iter().try_fold(1usize, |count, &extent| count.checked_mul(extent));
                let levels = dense!(@ extents $($axis)*);
                Self::over(extents, levels, count.ok_or(StorageError::TooLarge)?, elements)
            }
        }
    )*};
    (@ $extents:ident) => { () };
    (@ $extents:ident $first:literal $($rest:literal)*) => {
        (Dense::of($extents[$first]), dense!(@ $extents $($rest)*))
    };
}

dense! {
    1 (Dense,): (0);
    2 (Dense, Dense): (0 1);
    3 (Dense, Dense, Dense): (0 1 2);
}

impl<T, F: Format<N>, Z, const N: usize> Clone for StoredView<'_, T, F, N, Z> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, F: Format<N>, Z, const N: usize> Copy for StoredView<'_, T, F, N, Z> {}

impl<T: Copy + fmt::Debug, F: Format<N>, Z: Fill<T>, const N: usize> fmt::Debug
    for StoredView<'_, T, F, N, Z>
{
    /// The format, and the first entries.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe::<T, F, N>(f, self.extents, self.origin, &self.to_entries())
    }
}
