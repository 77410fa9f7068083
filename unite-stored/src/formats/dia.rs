//! Diagonals.

use crate::error::{Fault, StorageError};
use crate::fibre::Unwalked;
use crate::format::{Drawn, Format, Sorted};
use crate::level::Properties;
use crate::pack::Packed;

/// Some diagonals of a matrix, each of them with a value for every row: DIA. Its array is the list of their offsets, column less
/// row, which increase; the value of row `i` on the `d`-th is at position `d * rows + i`.
#[derive(Clone, Copy, Debug)]
pub struct Dia;

/// The rows that a diagonal crosses.
#[inline(always)]
fn rows(offset: isize, [rows, columns]: [usize; 2]) -> std::ops::Range<usize> {
    let begin = offset.min(0).unsigned_abs();
    let end = columns.saturating_add_signed(offset.saturating_neg()).min(rows);
    begin..end.max(begin)
}

fn fault(fault: Fault) -> StorageError {
    StorageError::Level { axis: 1, level: "Dia", fault }
}

// SAFETY: `check` has found that offsets increase, so no diagonal stands twice, and that they lie within the matrix; `rows` keeps
// columns between 0 and their number.
unsafe impl Format<2> for Dia {
    type Arrays = Vec<isize>;
    type Levels<'a> = Unwalked<2>;
    const NESTED: bool = false;
    const LEVELS: [Properties; 2] = [Properties::NONE; 2];
    const ORDER: [usize; 2] = [0, 1];
    const PADDED: bool = true;

    fn name() -> String {
        "Dia".into()
    }

    fn check(offsets: &Vec<isize>, extents: [usize; 2]) -> Result<usize, StorageError> {
        for (position, &offset) in offsets.iter().enumerate() {
            if rows(offset, extents).is_empty() {
                let (coordinate, extent) = (offset.unsigned_abs(), extents[usize::from(offset > 0)]);
                return Err(fault(Fault::Beyond { parent: 0, position, coordinate, extent }));
            }
        }
        match offsets.windows(2).position(|pair| pair[0] >= pair[1]) {
            Some(at) => Err(fault(Fault::Decreasing { parent: at + 1 })),
            None => offsets.len().checked_mul(extents[0]).ok_or(StorageError::TooLarge),
        }
    }

    fn pack(extents: [usize; 2], entries: &Sorted<2>) -> Result<(Vec<isize>, Packed), StorageError> {
        let offset = |entry| {
            let [row, column] = entries.index(entry);
            column as isize - row as isize
        };
        let mut offsets: Vec<isize> = (0..entries.count()).map(offset).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let count = offsets.len().checked_mul(extents[0]).ok_or(StorageError::TooLarge)?;
        let mut packed = Vec::new();
        packed.try_reserve_exact(count).map_err(|_| StorageError::TooLarge)?;
        packed.resize(count, 0..0);
        for entry in 0..entries.count() {
            let diagonal = offsets.partition_point(|&other| other < offset(entry));
            packed[diagonal * extents[0] + entries.index(entry)[0]] = entry..entry + 1;
        }
        Ok((offsets, packed))
    }

    #[inline(always)]
    unsafe fn scan(offsets: &Vec<isize>, extents: [usize; 2], mut take: impl FnMut([usize; 2], usize)) {
        for (diagonal, &offset) in offsets.iter().enumerate() {
            for row in rows(offset, extents) {
                take([row, row.wrapping_add_signed(offset)], diagonal * extents[0] + row);
            }
        }
    }

    fn levels(_: &Self::Arrays, _: [usize; 2]) -> Unwalked<2> {
        Unwalked
    }

    fn entries(offsets: &Vec<isize>, extents: [usize; 2]) -> impl Iterator<Item = ([usize; 2], usize)> + '_ {
        offsets.iter().enumerate().flat_map(move |(diagonal, &offset)| {
            rows(offset, extents)
                .map(move |row| ([row, row.wrapping_add_signed(offset)], diagonal * extents[0] + row))
        })
    }

    fn drawn(offsets: &Vec<isize>) -> Vec<Drawn> {
        let arrays = vec![("offset", offsets.iter().map(isize::to_string).collect())];
        vec![Drawn { axes: vec![0, 1], name: "Dia".into(), arrays }]
    }

    unsafe fn locate(offsets: &Vec<isize>, extents: [usize; 2], [row, column]: [usize; 2]) -> Option<usize> {
        let diagonal = offsets.binary_search(&(column as isize - row as isize)).ok()?;
        Some(diagonal * extents[0] + row)
    }
}
