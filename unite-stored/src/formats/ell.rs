//! As many entries for each row.

use std::marker::PhantomData;

use crate::coordinate::{Coordinate, numbers};
use crate::error::{Fault, StorageError};
use crate::fibre::Unwalked;
use crate::format::{Drawn, Format, Sorted};
use crate::level::Properties;
use crate::pack::Packed;

/// As many slots for each row of a matrix as the longest row has entries, slot by slot: ELL. The column of slot `s` of row `i` is at
/// `s * rows + i`, as its value is; the extent of the columns stands where a slot is empty. The columns of a row increase, and empty
/// slots come last.
#[derive(Clone, Copy, Debug)]
pub struct Ell<I = u32>(PhantomData<I>);

fn fault(fault: Fault) -> StorageError {
    StorageError::Level { axis: 1, level: "Ell", fault }
}

// SAFETY: `check` has found that there are as many slots for each row, and that the columns of a row increase up to the extent.
unsafe impl<I: Coordinate> Format<2> for Ell<I> {
    type Arrays = Vec<I>;
    type Levels<'a> = Unwalked<2>;
    const NESTED: bool = false;
    const LEVELS: [Properties; 2] = [Properties::NONE; 2];
    const ORDER: [usize; 2] = [0, 1];
    const PADDED: bool = false;

    fn name() -> String {
        "Ell".into()
    }

    fn check(columns: &Vec<I>, [rows, extent]: [usize; 2]) -> Result<usize, StorageError> {
        if !columns.len().is_multiple_of(rows) {
            let expected = columns.len().next_multiple_of(rows);
            return Err(fault(Fault::CoordinateCount { expected, found: columns.len() }));
        }
        for (position, column) in columns.iter().enumerate() {
            let (parent, coordinate) = (position % rows, column.index());
            if coordinate > extent {
                return Err(fault(Fault::Beyond { parent, position, coordinate, extent }));
            }
            let Some(before) = position.checked_sub(rows).map(|position| columns[position].index()) else {
                continue;
            };
            if coordinate < before || (coordinate == before && before < extent) {
                return Err(fault(Fault::Unordered { parent, position, coordinate, before }));
            }
        }
        Ok(columns.len())
    }

    fn pack([rows, extent]: [usize; 2], entries: &Sorted<2>) -> Result<(Vec<I>, Packed), StorageError> {
        let narrow = |number| I::of(number).ok_or(fault(Fault::Narrow { number }));
        let mut lengths = vec![0; rows];
        entries.coordinates[0].iter().for_each(|&row| lengths[row] += 1);
        let slots = lengths.iter().copied().max().unwrap_or(0);
        let count = rows.checked_mul(slots).ok_or(StorageError::TooLarge)?;
        let (mut columns, mut packed) = (vec![narrow(extent)?; count], vec![0..0; count]);
        lengths.fill(0);
        for entry in 0..entries.count() {
            let [row, column] = entries.index(entry);
            let position = lengths[row] * rows + row;
            columns[position] = narrow(column)?;
            packed[position] = entry..entry + 1;
            lengths[row] += 1;
        }
        Ok((columns, packed))
    }

    #[inline(always)]
    unsafe fn scan(columns: &Vec<I>, [rows, extent]: [usize; 2], mut take: impl FnMut([usize; 2], usize)) {
        for (slot, columns) in columns.chunks_exact(rows.max(1)).enumerate() {
            for (row, column) in columns.iter().enumerate() {
                if column.index() < extent {
                    take([row, column.index()], slot * rows + row);
                }
            }
        }
    }

    fn levels(_: &Self::Arrays, _: [usize; 2]) -> Unwalked<2> {
        Unwalked
    }

    fn entries(
        columns: &Vec<I>,
        [rows, extent]: [usize; 2],
    ) -> impl Iterator<Item = ([usize; 2], usize)> + '_ {
        let filled = columns.iter().enumerate().filter(move |(_, column)| column.index() < extent);
        filled.map(move |(position, column)| ([position % rows, column.index()], position))
    }

    fn drawn(columns: &Vec<I>) -> Vec<Drawn> {
        let arrays = vec![("crd", numbers(columns))];
        vec![Drawn { axes: vec![0, 1], name: "Ell".into(), arrays }]
    }

    unsafe fn locate(columns: &Vec<I>, [rows, _]: [usize; 2], [row, column]: [usize; 2]) -> Option<usize> {
        (row..columns.len()).step_by(rows).find(|&position| columns[position].index() == column)
    }
}
