//! What is made of all elements of a stored tensor, those that are not stored too.

use crate::block::StoredBlock;
use crate::error::StorageError;
use crate::fill::Fill;
use crate::format::Format;

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// What `make` makes of each element. The fill of the new block is what is made of that of this one.
    ///
    /// ```
    /// use unite_stored::{Csr, One, StorageError, StoredBlock, Zero};
    /// let a = StoredBlock::<f64, Csr, 2>::from_entries([2, 2], [([0, 1], 3.0)])?;
    /// let more = a.map::<f64, One>(|element| element + 1.0)?;
    /// assert_eq!(more.to_dense(), [1.0, 4.0, 1.0, 1.0]);
    /// assert_eq!(a.map::<f64, Zero>(f64::cos).unwrap_err(), StorageError::OtherFill);
    /// # Ok::<(), StorageError>(())
    /// ```
    ///
    /// # Errors
    /// [`StorageError::OtherFill`] if that is another.
    pub fn map<U: Copy + PartialEq, Y: Fill<U>>(
        &self,
        make: impl Fn(T) -> U,
    ) -> Result<StoredBlock<U, F, N, Y>, StorageError> {
        if make(Z::VALUE) != Y::VALUE {
            return Err(StorageError::OtherFill);
        }
        let values = self.values().iter().map(|&value| make(value)).collect();
        let (arrays, _) = self.clone().into_parts();
        StoredBlock::new(self.extents(), arrays, values)?.with_origin(self.origin())
    }

    /// The first index, the last axis fastest, of the element that is greater than all others, with it. The fill is an element where
    /// something is not stored. `None` if elements cannot be compared.
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let a = StoredBlock::<i32, Csr, 2>::from_entries([2, 2], [([0, 0], -3), ([1, 0], -2)])?;
    /// assert_eq!((a.arg_max(), a.arg_min()), (Some(([0, 1], 0)), Some(([0, 0], -3))));
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    pub fn arg_max(&self) -> Option<([usize; N], T)>
    where
        T: PartialOrd,
    {
        self.first_of(|one, other| one > other)
    }

    /// The same of the least element.
    pub fn arg_min(&self) -> Option<([usize; N], T)>
    where
        T: PartialOrd,
    {
        self.first_of(|one, other| one < other)
    }

    /// The first element that is before all others.
    fn first_of(&self, is_before: impl Fn(&T, &T) -> bool) -> Option<([usize; N], T)>
    where
        T: PartialOrd,
    {
        let mut entries = self.to_entries();
        entries.sort_by_key(|(index, _)| *index);
        let missing = self.first_missing(&entries).map(|index| (index, Z::VALUE));
        entries.extend(missing);
        if entries.iter().any(|(_, value)| value.partial_cmp(value).is_none()) {
            return None;
        }
        entries.into_iter().reduce(|best, next| {
            let is_better = is_before(&next.1, &best.1) || next.1 == best.1 && next.0 < best.0;
            if is_better { next } else { best }
        })
    }

    /// The first index that has no position, of entries in order.
    fn first_missing(&self, entries: &[([usize; N], T)]) -> Option<[usize; N]> {
        let mut expected = [0; N];
        for (index, _) in entries {
            if *index != expected {
                return Some(expected);
            }
            // The index behind this one.
            let mut axis = N;
            loop {
                axis = axis.checked_sub(1)?;
                expected[axis] += 1;
                if expected[axis] < self.extents()[axis] {
                    break;
                }
                expected[axis] = 0;
            }
        }
        Some(expected)
    }
}
