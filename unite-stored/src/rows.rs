//! Compressed rows that are given in pieces, and put into.

use crate::block::StoredBlock;
use crate::coordinate::Coordinate;
use crate::error::{Fault, StorageError};
use crate::fill::Fill;
use crate::formats::Csr;
use crate::levels::CompressedArrays;

impl<T: Copy, I: Coordinate, Z: Fill<T>> StoredBlock<T, Csr<I>, 2, Z> {
    /// Compressed sparse rows in four arrays: the columns of row `i` are `columns[begins[i]..ends[i]]`, and increase. Rows may lie in any
    /// order, with room between them; they are copied one behind another.
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let (columns, values) = ([1, 2, 0, 2, 2, 3], [2, 3, 1, 4, 2, 1]);
    /// let a = StoredBlock::<i32, Csr, 2>::csr_of_parts([5, 4], &[0, 1, 2, 2, 4], &[1, 2, 2, 4, 6], &columns, &values)?;
    /// assert_eq!(a.arrays().1.positions, [0, 1, 2, 2, 4, 6]);
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    ///
    /// # Errors
    /// As [`StoredBlock::new`]; of rows that do not lie within the arrays [`Fault::Decreasing`] and [`Fault::LastPosition`].
    pub fn csr_of_parts(
        extents: [usize; 2],
        begins: &[I],
        ends: &[I],
        columns: &[I],
        values: &[T],
    ) -> Result<Self, StorageError> {
        let fault = |fault| StorageError::Level { axis: 1, level: "Compressed", fault };
        for found in [begins.len(), ends.len()] {
            if found != extents[0] {
                return Err(fault(Fault::PositionCount { expected: extents[0], found }));
            }
        }
        if columns.len() != values.len() {
            return Err(StorageError::Values { expected: columns.len(), found: values.len() });
        }
        let (mut positions, mut of_rows, mut kept) = (vec![I::wrapped(0)], Vec::new(), Vec::new());
        for (parent, (begin, end)) in begins.iter().zip(ends).enumerate() {
            let (begin, end) = (begin.index(), end.index());
            if begin > end {
                return Err(fault(Fault::Decreasing { parent }));
            }
            let Some(row) = columns.get(begin..end) else {
                return Err(fault(Fault::LastPosition { last: end, coordinates: columns.len() }));
            };
            of_rows.extend_from_slice(row);
            kept.extend_from_slice(&values[begin..end]);
            let number = of_rows.len();
            positions.push(I::of(number).ok_or(fault(Fault::Narrow { number }))?);
        }
        Self::new(extents, ((), CompressedArrays { positions, coordinates: of_rows }), kept)
    }

    /// Puts an element: another value where one is stored, otherwise a new entry, before those behind it. Each new entry moves what is
    /// behind it: for many there is [`EntryList`](crate::EntryList).
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let mut a = StoredBlock::<i32, Csr, 2>::from_entries([2, 4], [([0, 3], 5), ([1, 0], 7)])?;
    /// a.put([0, 1], 9)?;
    /// a.put([1, 0], 8)?;
    /// assert_eq!(a.arrays().1.positions, [0, 2, 3]);
    /// assert_eq!(a.to_entries(), [([0, 1], 9), ([0, 3], 5), ([1, 0], 8)]);
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    ///
    /// # Errors
    /// [`StorageError::Outside`], and [`Fault::Narrow`] if positions do not count one more; then the block is as it was.
    pub fn put(&mut self, [row, column]: [usize; 2], value: T) -> Result<(), StorageError> {
        let extents = self.extents();
        for (axis, (coordinate, extent)) in [row, column].into_iter().zip(extents).enumerate() {
            if coordinate >= extent {
                return Err(StorageError::Outside { axis, coordinate, extent });
            }
        }
        let (((), arrays), values) = self.parts_mut();
        let CompressedArrays { positions, coordinates } = arrays;
        let narrow =
            |number| StorageError::Level { axis: 1, level: "Compressed", fault: Fault::Narrow { number } };
        let stored = I::of(column).ok_or(narrow(column))?;
        let (begin, end) = (positions[row].index(), positions[row + 1].index());
        match coordinates[begin..end].binary_search(&stored) {
            Ok(at) => values[begin + at] = value,
            Err(at) => {
                let number = coordinates.len() + 1;
                I::of(number).ok_or(narrow(number))?;
                coordinates.insert(begin + at, stored);
                values.insert(begin + at, value);
                for position in &mut positions[row + 1..] {
                    *position = I::wrapped(position.index() + 1);
                }
            }
        }
        Ok(())
    }
}
