//! Blocks: tensors that own what is stored of them.

use std::fmt;
use std::marker::PhantomData;

use unite_core::{Block, BlockError, Dynamic, Elem};

use crate::error::{Fault, StorageError};
use crate::fill::{Fill, Zero};
use crate::format::{Format, InsertFormat, LIMIT, Sorted};
use crate::formats::{Coo, Csc, Csr, Dcsr};
use crate::levels::CompressedArrays;

/// A tensor of `N` axes whose elements `T` are stored in the format `F`. What is not stored is the [fill](Fill) `Z`.
///
/// ```
/// use unite_stored::{Coo, Csr, StoredBlock};
///
/// let list = StoredBlock::<i32, Coo, 2>::coo([4, 6], vec![0, 0, 3], vec![1, 5, 2], vec![7, 8, 9])?;
/// let rows = list.to::<Csr>()?;
/// assert_eq!(rows.arrays().1.positions, [0, 2, 2, 2, 3]);
/// assert_eq!(format!("{rows:?}"), "3 of 4 x 6 stored as Dense, Compressed: [0, 1] = 7, [0, 5] = 8, [3, 2] = 9");
///
/// let error = StoredBlock::<i32, Coo, 2>::coo([4, 6], vec![0, 0, 3], vec![1, 6, 2], vec![7, 8, 9]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "axis 1, Singleton: coordinate 6 of parent 1, at position 1, is beyond extent 6"
/// );
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
pub struct StoredBlock<T, F: Format<N>, const N: usize, Z = Zero> {
    extents: [usize; N],
    origin: [isize; N],
    arrays: F::Arrays,
    values: Vec<T>,
    fill: PhantomData<fn() -> Z>,
}

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// A block of these arrays and values, a value for each position.
    ///
    /// # Errors
    /// [`StorageError::Extent`], [`StorageError::Level`] and [`StorageError::Repeated`] for arrays that break a rule of the
    /// format, [`StorageError::Values`], [`StorageError::TooLarge`].
    pub fn new(extents: [usize; N], arrays: F::Arrays, values: Vec<T>) -> Result<Self, StorageError> {
        check_extents(extents)?;
        let expected = F::check(&arrays, extents)?;
        if values.len() != expected {
            return Err(StorageError::Values { expected, found: values.len() });
        }
        Ok(Self { extents, origin: [0; N], arrays, values, fill: PhantomData })
    }

    /// The same of arrays that are known to be right: what made them has checked them, as a block that was taken apart.
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let a = StoredBlock::<f64, Csr, 2>::from_entries([2, 4], [([0, 3], 5.0), ([1, 0], 7.0)])?;
    /// let (arrays, values) = a.clone().into_parts();
    /// // SAFETY: these are the arrays and values of a block of these extents.
    /// let again = unsafe { StoredBlock::<f64, Csr, 2>::new_unchecked([2, 4], arrays, values) };
    /// assert_eq!(again, a);
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    ///
    /// # Safety
    /// [`new`](Self::new) would make a block of these: kernels do not look at what it does.
    pub unsafe fn new_unchecked(extents: [usize; N], arrays: F::Arrays, values: Vec<T>) -> Self {
        debug_assert!(check_extents(extents).is_ok());
        debug_assert_eq!(F::check(&arrays, extents), Ok(values.len()));
        Self { extents, origin: [0; N], arrays, values, fill: PhantomData }
    }

    /// A block without entries.
    ///
    /// # Errors
    /// As [`from_entries`](Self::from_entries).
    pub fn empty(extents: [usize; N]) -> Result<Self, StorageError> {
        Self::from_entries(extents, [])
    }

    /// A block of entries in any order, each with its index.
    ///
    /// ```
    /// use unite_stored::{Csr, StorageError, StoredBlock};
    ///
    /// let twice = [([0, 1], 2.0), ([0, 1], 3.0)];
    /// let error = StoredBlock::<f64, Csr, 2>::from_entries([2, 2], twice).unwrap_err();
    /// assert_eq!(error, StorageError::Repeated { index: vec![0, 1] });
    /// let sum = StoredBlock::<f64, Csr, 2>::from_entries_with([2, 2], twice, |a, b| a + b)?;
    /// assert_eq!(sum.to_dense(), [0.0, 5.0, 0.0, 0.0]);
    /// # Ok::<(), StorageError>(())
    /// ```
    ///
    /// # Errors
    /// [`StorageError::Repeated`] for two with one index, [`StorageError::Outside`], and what the format has no place for.
    pub fn from_entries(
        extents: [usize; N],
        entries: impl IntoIterator<Item = ([usize; N], T)>,
    ) -> Result<Self, StorageError> {
        let (sorted, values) = sorted::<T, F, N>(extents, entries)?;
        match (1..values.len()).find(|&at| sorted.index(at - 1) == sorted.index(at)) {
            Some(at) => Err(StorageError::Repeated { index: sorted.index(at).to_vec() }),
            None => Self::pack(extents, &sorted, values),
        }
    }

    /// As [`from_entries`](Self::from_entries); entries with one index become one, by `combine`, in the order in which they come.
    ///
    /// # Errors
    /// As [`from_entries`](Self::from_entries), but for [`StorageError::Repeated`].
    pub fn from_entries_with(
        extents: [usize; N],
        entries: impl IntoIterator<Item = ([usize; N], T)>,
        combine: impl Fn(T, T) -> T,
    ) -> Result<Self, StorageError> {
        let (sorted, values) = sorted::<T, F, N>(extents, entries)?;
        let mut kept: Vec<usize> = Vec::new();
        let mut combined: Vec<T> = Vec::new();
        for (entry, value) in values.into_iter().enumerate() {
            match (kept.last(), combined.last_mut()) {
                (Some(&last), Some(total)) if sorted.index(last) == sorted.index(entry) => {
                    *total = combine(*total, value);
                }
                _ => {
                    kept.push(entry);
                    combined.push(value);
                }
            }
        }
        let coordinates = sorted.coordinates.map(|axis| kept.iter().map(|&entry| axis[entry]).collect());
        Self::pack(extents, &Sorted { coordinates }, combined)
    }

    /// A block of the elements of a dense tensor, the last axis fastest, that differ from the fill.
    ///
    /// # Errors
    /// [`StorageError::Values`] if there are not as many as the extents say, and what the format has no place for.
    pub fn from_dense(extents: [usize; N], elements: &[T]) -> Result<Self, StorageError>
    where
        T: PartialEq,
    {
        let expected = size(extents)?;
        if elements.len() != expected {
            return Err(StorageError::Values { expected, found: elements.len() });
        }
        let entries = elements.iter().enumerate().filter(|(_, element)| **element != Z::VALUE);
        Self::from_entries(extents, entries.map(|(at, &element)| (index_of(extents, at), element)))
    }

    fn pack(extents: [usize; N], sorted: &Sorted<N>, values: Vec<T>) -> Result<Self, StorageError> {
        let (arrays, packed) = F::pack(extents, sorted)?;
        let values =
            packed.into_iter().map(|mut entries| entries.next().map_or(Z::VALUE, |entry| values[entry]));
        let block = Self { extents, origin: [0; N], arrays, values: values.collect(), fill: PhantomData };
        debug_assert_eq!(F::check(&block.arrays, extents), Ok(block.values.len()));
        Ok(block)
    }

    /// The same elements in another format, at the same place.
    ///
    /// Stored elements that equal the fill are kept, but for those of a format that stores elements because of where they are
    /// ([`Format::PADDED`]).
    ///
    /// # Errors
    /// What the format has no place for.
    pub fn to<G: Format<N>>(&self) -> Result<StoredBlock<T, G, N, Z>, StorageError>
    where
        T: PartialEq,
    {
        let is_kept = |(_, value): &([usize; N], T)| !F::PADDED || *value != Z::VALUE;
        let entries = self.to_entries().into_iter().filter(is_kept);
        let block = StoredBlock::from_entries(self.extents, entries)?;
        Ok(StoredBlock { origin: self.origin, ..block })
    }

    /// The same block without the stored elements that equal the fill, if the format can leave them out.
    ///
    /// # Errors
    /// None that is known: what is left is stored already.
    pub fn prune(&self) -> Result<Self, StorageError>
    where
        T: PartialEq,
    {
        let entries = self.to_entries().into_iter().filter(|(_, value)| *value != Z::VALUE);
        let block = Self::from_entries(self.extents, entries)?;
        Ok(Self { origin: self.origin, ..block })
    }

    /// The same stored elements, and another element everywhere else: `max` and `min` in kernels want the least and the largest value
    /// where nothing is stored.
    ///
    /// Of a format that stores elements because of where they are ([`Format::PADDED`]) those that equal the fill become the new one.
    ///
    /// ```
    /// use unite_stored::{Csr, Least, StoredBlock};
    /// let a = StoredBlock::<f64, Csr, 2>::from_entries([1, 3], [([0, 2], -5.0)])?;
    /// assert_eq!(a.with_fill::<Least>().to_dense(), [f64::NEG_INFINITY, f64::NEG_INFINITY, -5.0]);
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    #[must_use]
    pub fn with_fill<Y: Fill<T>>(self) -> StoredBlock<T, F, N, Y>
    where
        T: PartialEq,
    {
        let Self { extents, origin, arrays, mut values, .. } = self;
        if F::PADDED {
            values.iter_mut().filter(|value| **value == Z::VALUE).for_each(|value| *value = Y::VALUE);
        }
        StoredBlock { extents, origin, arrays, values, fill: PhantomData }
    }

    /// The same block at another place of the universe.
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
    pub fn extents(&self) -> [usize; N] {
        self.extents
    }

    /// Where index 0 of each axis lies in the universe.
    pub fn origin(&self) -> [isize; N] {
        self.origin
    }

    /// The arrays of the format.
    pub fn arrays(&self) -> &F::Arrays {
        &self.arrays
    }

    /// The values by position.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values by position, to change.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The arrays and the values, to change so that they keep the rules.
    pub(crate) fn parts_mut(&mut self) -> (&mut F::Arrays, &mut Vec<T>) {
        (&mut self.arrays, &mut self.values)
    }

    /// Puts these in the place of what is there.
    ///
    /// # Safety
    /// They keep the rules of the format for these extents.
    pub(crate) unsafe fn put_parts(&mut self, extents: [usize; N], arrays: F::Arrays, values: Vec<T>) {
        debug_assert_eq!(F::check(&arrays, extents), Ok(values.len()));
        (self.extents, self.arrays, self.values) = (extents, arrays, values);
    }

    /// Says that nothing is there, not even extents.
    ///
    /// # Safety
    /// The arrays keep the rules of the format for extents of 0.
    pub(crate) unsafe fn put_nothing(&mut self) {
        self.extents = [0; N];
        debug_assert_eq!(F::check(&self.arrays, self.extents), Ok(self.values.len()));
    }

    /// The arrays and the values.
    pub fn into_parts(self) -> (F::Arrays, Vec<T>) {
        (self.arrays, self.values)
    }

    /// How many indices have a position.
    pub fn stored(&self) -> usize {
        let mut count = 0;
        // SAFETY: the arrays were checked when the block was made.
        unsafe { F::scan(&self.arrays, self.extents, |_, _| count += 1) };
        count
    }

    /// The element at an index: what is stored, or the fill. `None` outside of the block.
    pub fn get(&self, index: [usize; N]) -> Option<T> {
        self.located(index).map(|position| position.map_or(Z::VALUE, |position| self.values[position]))
    }

    /// Whether an index is inside of the extents.
    #[inline(always)]
    fn is_inside(&self, index: [usize; N]) -> bool {
        index.iter().zip(self.extents).all(|(&index, extent)| index < extent)
    }

    /// The position of an index, if something is stored there. `None` outside of the block.
    fn located(&self, index: [usize; N]) -> Option<Option<usize>> {
        // SAFETY: the arrays were checked when the block was made, and the index is inside.
        self.is_inside(index).then(|| unsafe { F::locate(&self.arrays, self.extents, index) })
    }

    /// The element at a location of the universe. `None` outside of the block.
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let block = StoredBlock::<u8, Csr, 2>::from_entries([2, 2], [([1, 0], 9)])?.with_origin([100, -3])?;
    /// assert_eq!((block.at([101, -3]), block.at([1, 0])), (Some(9), None));
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    pub fn at(&self, location: [isize; N]) -> Option<T> {
        let mut index = [0; N];
        for axis in 0..N {
            index[axis] = usize::try_from(location[axis].checked_sub(self.origin[axis])?).ok()?;
        }
        self.get(index)
    }

    /// The element at an index, to change. `None` outside of the block, and where nothing is stored.
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let mut a = StoredBlock::<f64, Csr, 2>::from_entries([2, 4], [([0, 3], 5.0)])?;
    /// *a.get_mut([0, 3]).expect("it is stored") += 2.0;
    /// assert_eq!((a.get([0, 3]), a.get_mut([0, 2])), (Some(7.0), None));
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    pub fn get_mut(&mut self, index: [usize; N]) -> Option<&mut T> {
        let position = self.located(index)??;
        Some(&mut self.values[position])
    }

    /// The same, where what is not stored is put in, as the fill, if elements are put into the format: `HashedRows`, `Dok`, and others of
    /// levels that are dense or hashed.
    ///
    /// ```
    /// use unite_stored::{Csr, HashedRows, StoredBlock};
    /// let mut a = StoredBlock::<f64, HashedRows, 2>::empty([2, 400])?;
    /// for column in 0..300 {
    ///     *a.insert([1, column]).expect("it is inside") += 5.0;
    /// }
    /// assert_eq!((a.stored(), a.insert([2, 0])), (300, None));
    /// assert_eq!(a.to::<Csr>()?.insert([0, 0]), None);
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    ///
    /// # Panics
    /// If there would be more positions than memory can have.
    #[inline(always)]
    pub fn insert(&mut self, index: [usize; N]) -> Option<&mut T> {
        if !self.is_inside(index) {
            return None;
        }
        let Self { extents, arrays, values, .. } = self;
        // SAFETY: the arrays were checked when the block was made, there is a value for each of their positions, and the index is inside.
        unsafe {
            let position = F::insert(arrays, values, *extents, Z::VALUE, index)?;
            Some(values.get_unchecked_mut(position))
        }
    }

    /// The same extents at the same place, and nothing is stored, with room for about so many elements.
    ///
    /// # Panics
    /// If there would be more positions than memory can have.
    pub fn clear(&mut self, room: usize)
    where
        F: InsertFormat<N>,
    {
        (self.arrays, self.values) = F::cleared(self.extents, Z::VALUE, room);
    }

    /// Calls `take` with each index that has a position, and its value, to change, in the order of storage.
    #[inline(always)]
    pub fn for_each_mut(&mut self, mut take: impl FnMut([usize; N], &mut T)) {
        let Self { extents, arrays, values, .. } = self;
        // SAFETY: the arrays were checked when the block was made, and there is a value for each of their positions.
        unsafe {
            F::scan(arrays, *extents, |index, position| take(index, values.get_unchecked_mut(position)))
        }
    }

    /// Calls `take` with each index that has a position, and its value, in the order of storage.
    pub fn for_each(&self, mut take: impl FnMut([usize; N], T)) {
        // SAFETY: the arrays were checked when the block was made.
        unsafe { F::scan(&self.arrays, self.extents, |index, position| take(index, self.values[position])) }
    }

    /// Each index that has a position, with its value, in the order of storage.
    pub fn to_entries(&self) -> Vec<([usize; N], T)> {
        let mut entries = Vec::new();
        self.for_each(|index, value| entries.push((index, value)));
        entries
    }

    /// All elements, the last axis fastest.
    ///
    /// # Panics
    /// If memory cannot have so many.
    pub fn to_dense(&self) -> Vec<T> {
        let mut elements = vec![Z::VALUE; size(self.extents).expect("as many elements as memory can have")];
        self.for_each(|index, value| {
            let at = index.iter().zip(self.extents).fold(0, |at, (&index, extent)| at * extent + index);
            elements[at] = value;
        });
        elements
    }

    /// A dense block of the same elements at the same place.
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let stored = StoredBlock::<u8, Csr, 2>::from_entries([2, 3], [([1, 2], 9)])?.with_origin([5, 5])?;
    /// let dense = stored.to_block()?;
    /// let frame = unite_core::Block::<u8>::zeros([9, 9]);
    /// assert_eq!(frame.view().colocate(&dense)?.extents(), [2, 3]);
    /// assert_eq!(dense.read([1, 2]), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the block would be too large.
    pub fn to_block(&self) -> Result<Block<<T as Dynamic<N>>::Shape>, BlockError>
    where
        T: Elem + Dynamic<N>,
    {
        Block::from_vec(self.to_dense(), self.extents)?.with_origin(self.origin)
    }
}

impl<T: Copy, Z: Fill<T>> StoredBlock<T, Csr, 2, Z> {
    /// Compressed sparse rows: the columns of row `i` are `columns[positions[i]..positions[i + 1]]`, and increase.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn csr(
        extents: [usize; 2],
        positions: Vec<u32>,
        columns: Vec<u32>,
        values: Vec<T>,
    ) -> Result<Self, StorageError> {
        Self::new(extents, ((), CompressedArrays { positions, coordinates: columns }), values)
    }
}

impl<T: Copy, Z: Fill<T>> StoredBlock<T, Csc, 2, Z> {
    /// Compressed sparse columns: the rows of column `j` are `rows[positions[j]..positions[j + 1]]`, and increase.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn csc(
        extents: [usize; 2],
        positions: Vec<u32>,
        rows: Vec<u32>,
        values: Vec<T>,
    ) -> Result<Self, StorageError> {
        Self::new(extents, ((), CompressedArrays { positions, coordinates: rows }), values)
    }
}

impl<T: Copy, Z: Fill<T>> StoredBlock<T, Dcsr, 2, Z> {
    /// Compressed sparse rows, of which those without entries are left out: `rows` increase, and the columns of the `r`-th of them
    /// are `columns[positions[r]..positions[r + 1]]`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn dcsr(
        extents: [usize; 2],
        rows: Vec<u32>,
        positions: Vec<u32>,
        columns: Vec<u32>,
        values: Vec<T>,
    ) -> Result<Self, StorageError> {
        Self::new(extents, (outermost(rows)?, CompressedArrays { positions, coordinates: columns }), values)
    }
}

impl<T: Copy, Z: Fill<T>> StoredBlock<T, Coo, 2, Z> {
    /// A list of entries by row, then by column.
    ///
    /// # Errors
    /// As [`new`](Self::new). Entries in another order are for [`from_entries`](Self::from_entries).
    pub fn coo(
        extents: [usize; 2],
        rows: Vec<u32>,
        columns: Vec<u32>,
        values: Vec<T>,
    ) -> Result<Self, StorageError> {
        Self::new(extents, (outermost(rows)?, columns), values)
    }
}

impl<T: Clone, F: Format<N>, Z, const N: usize> Clone for StoredBlock<T, F, N, Z> {
    fn clone(&self) -> Self {
        let Self { extents, origin, arrays, values, fill } = self;
        Self {
            extents: *extents,
            origin: *origin,
            arrays: arrays.clone(),
            values: values.clone(),
            fill: *fill,
        }
    }
}

impl<T: PartialEq, F: Format<N>, Z, const N: usize> PartialEq for StoredBlock<T, F, N, Z> {
    /// Whether two blocks store the same in the same way, at the same place.
    fn eq(&self, other: &Self) -> bool {
        self.extents == other.extents
            && self.origin == other.origin
            && self.arrays == other.arrays
            && self.values == other.values
    }
}

impl<T: Copy + fmt::Debug, F: Format<N>, Z: Fill<T>, const N: usize> fmt::Debug for StoredBlock<T, F, N, Z> {
    /// The format, and the first entries.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe::<T, F, N>(f, self.extents, self.origin, &self.to_entries())
    }
}

/// What is said of a stored tensor: the format, and the first entries.
pub(crate) fn describe<T: fmt::Debug, F: Format<N>, const N: usize>(
    f: &mut fmt::Formatter<'_>,
    extents: [usize; N],
    origin: [isize; N],
    entries: &[([usize; N], T)],
) -> fmt::Result {
    /// As many as are shown.
    const SHOWN: usize = 16;
    let extents = extents.map(|extent| extent.to_string()).join(" x ");
    write!(f, "{} of {extents} stored as {}", entries.len(), F::name())?;
    if origin != [0; N] {
        write!(f, " at {origin:?}")?;
    }
    for (number, (index, value)) in entries.iter().take(SHOWN).enumerate() {
        write!(f, "{} {index:?} = {value:?}", if number == 0 { ":" } else { "," })?;
    }
    if entries.len() > SHOWN { f.write_str(", ..") } else { Ok(()) }
}

/// The arrays of an outermost level, whose only parent is the root.
fn outermost(coordinates: Vec<u32>) -> Result<CompressedArrays<u32>, StorageError> {
    let number = coordinates.len();
    match u32::try_from(number) {
        Ok(count) => Ok(CompressedArrays { positions: vec![0, count], coordinates }),
        Err(_) => {
            let fault = Fault::Narrow { number };
            Err(StorageError::Level { axis: 0, level: "Compressed", fault })
        }
    }
}

pub(crate) fn check_extents<const N: usize>(extents: [usize; N]) -> Result<(), StorageError> {
    match extents.iter().position(|extent| !(1..=LIMIT).contains(extent)) {
        Some(axis) => Err(StorageError::Extent { axis, extent: extents[axis] }),
        None => Ok(()),
    }
}

/// How many elements there are.
fn size<const N: usize>(extents: [usize; N]) -> Result<usize, StorageError> {
    extents.iter().try_fold(1usize, |size, &extent| size.checked_mul(extent)).ok_or(StorageError::TooLarge)
}

/// The index of the element that is so many after the first.
fn index_of<const N: usize>(extents: [usize; N], mut at: usize) -> [usize; N] {
    let mut index = [0; N];
    for axis in (0..N).rev() {
        index[axis] = at % extents[axis];
        at /= extents[axis];
    }
    index
}

/// Entries in the order in which `F` stores them; those with one index stay in the order in which they come.
fn sorted<T: Copy, F: Format<N>, const N: usize>(
    extents: [usize; N],
    entries: impl IntoIterator<Item = ([usize; N], T)>,
) -> Result<(Sorted<N>, Vec<T>), StorageError> {
    check_extents(extents)?;
    let mut entries: Vec<([usize; N], T)> = entries.into_iter().collect();
    for (index, _) in &entries {
        for (axis, (&coordinate, extent)) in index.iter().zip(extents).enumerate() {
            if coordinate >= extent {
                return Err(StorageError::Outside { axis, coordinate, extent });
            }
        }
    }
    entries.sort_by_key(|(index, _)| F::ORDER.map(|axis| index[axis]));
    let coordinates = std::array::from_fn(|axis| entries.iter().map(|(index, _)| index[axis]).collect());
    Ok((Sorted { coordinates }, entries.into_iter().map(|(_, value)| value).collect()))
}
