//! The diagonals of a matrix as a tensor of three axes.

use crate::error::{Fault, StorageError};
use crate::format::{Drawn, Format, Sorted};
use crate::level::{Level, NOWHERE, Properties};
use crate::levels::{Dense, DenseLevel};
use crate::pack::Packed;

/// Some diagonals of a matrix, as a tensor of axes diagonal, row and column: [`Dia`](crate::Dia), composed of a level for each axis, as in
/// the literature. The diagonals are dense; below each is the *range* of rows that it crosses, and below a row its column, at the
/// *offset* of the diagonal. The only array is the list of offsets, column less row; the value of row `i` on diagonal `d` is at
/// position `d * rows + i`.
///
/// ```
/// use unite_stored::{Dia, Diagonals, StoredBlock};
/// let a = StoredBlock::<f64, Dia, 2>::from_entries([3, 3], [([0, 1], 5.0), ([2, 2], 7.0), ([1, 2], 6.0)])?;
/// let (offsets, values) = a.into_parts();
/// let a = StoredBlock::<f64, Diagonals, 3>::new([2, 3, 3], offsets, values)?;
/// assert_eq!((a.get([1, 1, 2]), a.get([0, 2, 2]), a.get([0, 1, 2])), (Some(6.0), Some(7.0), Some(0.0)));
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagonals;

/// The rows that each diagonal crosses: a range level.
#[derive(Clone, Copy, Debug)]
pub struct RangeLevel<'a> {
    rows: usize,
    columns: usize,
    offsets: &'a [isize],
}

/// The column of each row of a diagonal: an offset level.
#[derive(Clone, Copy, Debug)]
pub struct OffsetLevel<'a> {
    rows: usize,
    columns: usize,
    offsets: &'a [isize],
}

/// The first row that a diagonal crosses, and one past the last.
#[inline(always)]
fn crossed(offset: isize, [rows, columns]: [usize; 2]) -> (usize, usize) {
    let begin = offset.min(0).unsigned_abs();
    let end = columns.saturating_add_signed(offset.saturating_neg()).min(rows);
    (begin.min(end), end)
}

// SAFETY: counters are rows that the diagonal crosses, less than their number; the parents are as many as offsets, so that positions
// are less than those times the rows, which is the size that `check` answers.
unsafe impl Level for RangeLevel<'_> {
    const COMPACT: bool = false;
    const LOCATE: bool = true;

    #[inline(always)]
    fn extent(self) -> usize {
        self.rows
    }

    #[inline(always)]
    unsafe fn begin(self, diagonal: usize) -> usize {
        // SAFETY: there is an offset for each diagonal.
        unsafe { crossed(*self.offsets.get_unchecked(diagonal), [self.rows, self.columns]).0 }
    }

    #[inline(always)]
    unsafe fn end(self, diagonal: usize) -> usize {
        // SAFETY: as above.
        unsafe { crossed(*self.offsets.get_unchecked(diagonal), [self.rows, self.columns]).1 }
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        at
    }

    #[inline(always)]
    unsafe fn position(self, diagonal: usize, at: usize) -> usize {
        diagonal * self.rows + at
    }

    #[inline(always)]
    unsafe fn locate(self, diagonal: usize, row: usize) -> usize {
        // SAFETY: as above.
        let (begin, end) =
            unsafe { crossed(*self.offsets.get_unchecked(diagonal), [self.rows, self.columns]) };
        if begin <= row && row < end { diagonal * self.rows + row } else { NOWHERE }
    }

    #[inline(always)]
    unsafe fn seek(self, diagonal: usize, row: usize) -> usize {
        // SAFETY: as above.
        let (begin, end) =
            unsafe { crossed(*self.offsets.get_unchecked(diagonal), [self.rows, self.columns]) };
        row.clamp(begin, end)
    }
}

// SAFETY: the only counter of a parent is its own position. A parent is the position of a row that its diagonal crosses, so that the
// column is one.
unsafe impl Level for OffsetLevel<'_> {
    const BRANCHLESS: bool = true;
    const COMPACT: bool = false;

    #[inline(always)]
    fn extent(self) -> usize {
        self.columns
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        // SAFETY: positions are less than the offsets times the rows.
        let offset = unsafe { *self.offsets.get_unchecked(at / self.rows) };
        (at % self.rows).wrapping_add_signed(offset)
    }
}

fn fault(axis: usize, fault: Fault) -> StorageError {
    StorageError::Level { axis, level: "Diagonals", fault }
}

// SAFETY: `check` has found that there is an offset for each diagonal; an index has one position, that of its diagonal and row.
unsafe impl Format<3> for Diagonals {
    type Arrays = Vec<isize>;
    type Levels<'a> = (DenseLevel, (RangeLevel<'a>, (OffsetLevel<'a>, ())));
    const NESTED: bool = true;
    const LEVELS: [Properties; 3] = [
        Properties::of::<DenseLevel>(),
        Properties::of::<RangeLevel<'static>>(),
        Properties::of::<OffsetLevel<'static>>(),
    ];
    const ORDER: [usize; 3] = [0, 1, 2];
    const PADDED: bool = true;

    fn name() -> String {
        "Dense, Range, Offset".into()
    }

    fn check(offsets: &Vec<isize>, [diagonals, rows, _]: [usize; 3]) -> Result<usize, StorageError> {
        if offsets.len() != diagonals {
            return Err(fault(0, Fault::CoordinateCount { expected: diagonals, found: offsets.len() }));
        }
        diagonals.checked_mul(rows).ok_or(StorageError::TooLarge)
    }

    fn pack(
        [diagonals, rows, _]: [usize; 3],
        entries: &Sorted<3>,
    ) -> Result<(Vec<isize>, Packed), StorageError> {
        let count = diagonals.checked_mul(rows).ok_or(StorageError::TooLarge)?;
        let mut packed = Vec::new();
        packed.try_reserve_exact(count).map_err(|_| StorageError::TooLarge)?;
        packed.resize(count, 0..0);
        let mut offsets: Vec<Option<isize>> = vec![None; diagonals];
        for entry in 0..entries.count() {
            let index @ [diagonal, row, column] = entries.index(entry);
            let offset = column as isize - row as isize;
            if *offsets[diagonal].get_or_insert(offset) != offset {
                return Err(StorageError::NoPlace { index: index.to_vec(), format: "Diagonals" });
            }
            packed[diagonal * rows + row] = entry..entry + 1;
        }
        // A diagonal without entries may be any.
        Ok((offsets.into_iter().map(|offset| offset.unwrap_or(0)).collect(), packed))
    }

    #[inline(always)]
    unsafe fn scan(
        offsets: &Vec<isize>,
        [_, rows, columns]: [usize; 3],
        mut take: impl FnMut([usize; 3], usize),
    ) {
        for (diagonal, &offset) in offsets.iter().enumerate() {
            let (begin, end) = crossed(offset, [rows, columns]);
            for row in begin..end {
                take([diagonal, row, row.wrapping_add_signed(offset)], diagonal * rows + row);
            }
        }
    }

    #[inline(always)]
    fn levels(offsets: &Vec<isize>, [diagonals, rows, columns]: [usize; 3]) -> Self::Levels<'_> {
        let below = (OffsetLevel { rows, columns, offsets }, ());
        (Dense::of(diagonals), (RangeLevel { rows, columns, offsets }, below))
    }

    fn drawn(offsets: &Vec<isize>) -> Vec<Drawn> {
        let level = |axis, name: &str, arrays| Drawn { axes: vec![axis], name: name.into(), arrays };
        let offsets = offsets.iter().map(isize::to_string).collect();
        vec![
            level(0, "Dense", Vec::new()),
            level(1, "Range", Vec::new()),
            level(2, "Offset", vec![("offset", offsets)]),
        ]
    }

    unsafe fn locate(
        offsets: &Vec<isize>,
        [_, rows, _]: [usize; 3],
        [diagonal, row, column]: [usize; 3],
    ) -> Option<usize> {
        let is_on = offsets[diagonal] == column as isize - row as isize;
        is_on.then_some(diagonal * rows + row)
    }
}
