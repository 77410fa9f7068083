//! A level format that this crate does not know: rows that end at the diagonal and begin where their first entry is.

use unite_stored::{Coo, Dense, Fault, Fibres, Level, LevelFormat, NOWHERE, StorageError, StoredBlock};

/// Skyline: of each row all columns from the first stored one to the diagonal.
pub struct Skyline;

/// The positions of rows: row `i` has those from `positions[i]` until `positions[i + 1]`, the last of them on the diagonal.
#[derive(Clone, Debug, PartialEq)]
pub struct Heights(Vec<usize>);

/// A borrowed one.
#[derive(Clone, Copy)]
pub struct SkylineLevel<'a> {
    extent: usize,
    positions: &'a [usize],
}

// SAFETY: `check` has found that a row has one to as many positions as columns up to the diagonal, and that columns of all rows are
// less than the extent.
unsafe impl Level for SkylineLevel<'_> {
    const LOCATE: bool = true;

    fn extent(self) -> usize {
        self.extent
    }

    unsafe fn begin(self, row: usize) -> usize {
        row + 1 + self.positions[row] - self.positions[row + 1]
    }

    unsafe fn end(self, row: usize) -> usize {
        row + 1
    }

    unsafe fn coord(self, _: usize, at: usize) -> usize {
        at
    }

    unsafe fn position(self, row: usize, at: usize) -> usize {
        self.positions[row + 1] - 1 - (row - at)
    }

    unsafe fn locate(self, row: usize, column: usize) -> usize {
        // SAFETY: the row is one.
        unsafe {
            if (self.begin(row)..=row).contains(&column) { self.position(row, column) } else { NOWHERE }
        }
    }
}

// SAFETY: `check` tests what the level relies on.
unsafe impl LevelFormat for Skyline {
    type Arrays = Heights;
    type Level<'a> = SkylineLevel<'a>;
    const NAME: &'static str = "Skyline";
    const PADDED: bool = true;

    fn level(heights: &Heights, extent: usize) -> SkylineLevel<'_> {
        SkylineLevel { extent, positions: &heights.0 }
    }

    fn check(Heights(positions): &Heights, extent: usize, parents: usize) -> Result<usize, Fault> {
        if positions.len() != parents + 1 || positions[0] != 0 {
            return Err(Fault::PositionCount { expected: parents + 1, found: positions.len() });
        }
        for parent in 0..parents {
            match positions[parent + 1].checked_sub(positions[parent]) {
                Some(1..) if parent >= extent => return Err(Fault::Outside { parent, coordinate: parent }),
                Some(height) if (1..=parent + 1).contains(&height) => {}
                _ => return Err(Fault::Decreasing { parent }),
            }
        }
        Ok(positions[parents])
    }

    fn pack(fibres: &Fibres<'_>) -> Result<(Heights, Vec<std::ops::Range<usize>>), Fault> {
        let (mut positions, mut packed) = (vec![0], Vec::new());
        for (row, entries) in fibres.parents.iter().enumerate() {
            let segments: Vec<_> = fibres.segments(entries.clone()).collect();
            let first = segments.first().map_or(row, |(column, _)| *column).min(row);
            packed.resize(packed.len() + row + 1 - first, 0..0);
            positions.push(packed.len());
            for (column, segment) in segments {
                if column > row {
                    return Err(Fault::Outside { parent: row, coordinate: column });
                }
                let at = packed.len() - 1 - (row - column);
                packed[at] = segment;
            }
        }
        Ok((Heights(positions), packed))
    }
}

/// A matrix with such rows. Kernels run over it in the tests of `unite`.
pub type Sky = (Dense, Skyline);

#[test]
fn a_format_of_another_crate_is_as_good_as_any() {
    let entries = [([0, 0], 1), ([2, 1], 2), ([3, 3], 3), ([3, 0], 4)];
    let sky = StoredBlock::<i32, Sky, 2>::from_entries([4, 4], entries).unwrap();
    assert_eq!(sky.arrays().1.0, [0, 1, 2, 4, 8]);
    let list = StoredBlock::<i32, Coo, 2>::from_entries([4, 4], entries).unwrap();
    assert_eq!(sky.to_dense(), list.to_dense());
    assert_eq!(sky.to::<Coo>().unwrap(), list);
    assert_eq!(list.to::<Sky>().unwrap(), sky);
    assert_eq!(
        StoredBlock::<i32, Sky, 2>::from_entries([4, 4], [([1, 2], 1)]).unwrap_err(),
        StorageError::Level { axis: 1, level: "Skyline", fault: Fault::Outside { parent: 1, coordinate: 2 } }
    );
    assert!(StoredBlock::<i32, Sky, 2>::new([2, 2], ((), Heights(vec![0, 1, 4])), vec![0; 4]).is_err());
}
