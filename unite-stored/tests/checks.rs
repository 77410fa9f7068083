//! Arrays from outside either keep every promise, or are refused by name.

use proptest::prelude::*;
use unite_stored::{
    Banded, BandedArrays, Compressed, CompressedArrays, Coo, Csr, Dense, Dia, Dok, Ell, Fault, Format,
    Hashed, HashedArrays, HashedRows, Singleton, StorageError, StoredBlock,
};

fn csr(positions: &[u32], columns: &[u32]) -> Result<(), String> {
    let values = vec![1u8; columns.len()];
    let block = StoredBlock::<u8, Csr, 2>::csr([3, 4], positions.to_vec(), columns.to_vec(), values);
    block.map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn each_rule_of_compressed_levels() {
    assert_eq!(csr(&[0, 2, 2, 3], &[0, 3, 1]), Ok(()));
    let refused = |positions: &[u32], columns: &[u32]| csr(positions, columns).unwrap_err();
    assert_eq!(
        refused(&[0, 2, 3], &[0, 3, 1]),
        "axis 1, Compressed: there are 3 positions, and must be 4: one more than parents"
    );
    assert_eq!(
        refused(&[1, 2, 2, 3], &[0, 3, 1]),
        "axis 1, Compressed: the first position is 1, and must be 0"
    );
    assert_eq!(
        refused(&[0, 2, 1, 3], &[0, 3, 1]),
        "axis 1, Compressed: the positions of parent 1 end before they begin"
    );
    assert_eq!(
        refused(&[0, 2, 2, 4], &[0, 3, 1]),
        "axis 1, Compressed: the last position is 4, and must be the number of coordinates, 3"
    );
    assert_eq!(
        refused(&[0, 2, 2, 3], &[0, 4, 1]),
        "axis 1, Compressed: coordinate 4 of parent 0, at position 1, is beyond extent 4"
    );
    assert_eq!(
        refused(&[0, 2, 2, 3], &[3, 0, 1]),
        "axis 1, Compressed: coordinate 0 of parent 0, at position 1, comes after 3: coordinates must increase"
    );
    assert_eq!(
        refused(&[0, 2, 2, 3], &[3, 3, 1]),
        "axis 1, Compressed: coordinate 3 of parent 0 stands a second time at position 1"
    );
    let values = StoredBlock::<u8, Csr, 2>::csr([3, 4], vec![0, 0, 0, 1], vec![1], vec![]);
    assert_eq!(values.unwrap_err().to_string(), "there are 0 values for 1 positions");
}

#[test]
fn lists_of_entries() {
    let coo = |rows: &[u32], columns: &[u32]| {
        StoredBlock::<u8, Coo, 2>::coo([3, 4], rows.to_vec(), columns.to_vec(), vec![1; columns.len()])
    };
    assert!(coo(&[0, 0, 2], &[1, 3, 0]).is_ok());
    assert_eq!(coo(&[0, 0, 2], &[3, 3, 0]).unwrap_err(), StorageError::Repeated { index: vec![0, 3] });
    // In order by rows, but not within the row.
    assert!(matches!(coo(&[0, 0, 2], &[3, 1, 0]), Err(StorageError::Repeated { .. })));
    assert!(matches!(coo(&[0, 2, 1], &[3, 1, 0]), Err(StorageError::Level { axis: 0, .. })));
    assert!(matches!(
        coo(&[0, 0, 2], &[3, 1]),
        Err(StorageError::Level { axis: 1, fault: Fault::CoordinateCount { expected: 3, found: 2 }, .. })
    ));
}

#[test]
fn hash_tables() {
    const E: u32 = HashedArrays::EMPTY;
    let hashed = |width, coordinates: &[u32]| {
        let arrays = HashedArrays::new(width, coordinates.to_vec());
        StoredBlock::<u8, HashedRows, 2>::new([2, 20], ((), arrays), vec![7; coordinates.len()])
    };
    let block = hashed(4, &[E, 1, 5, 9, E, E, E, E]).unwrap();
    assert_eq!(
        (block.get([0, 5]), block.get([0, 9]), block.get([0, 13]), block.stored()),
        (Some(7), Some(7), Some(0), 3)
    );
    let fault = |width, coordinates: &[u32]| match hashed(width, coordinates) {
        Err(StorageError::Level { axis: 1, fault, .. }) => fault,
        other => panic!("{other:?}"),
    };
    assert_eq!(fault(3, &[E; 6]), Fault::Width { width: 3 });
    assert_eq!(fault(0, &[]), Fault::Width { width: 0 });
    assert_eq!(fault(4, &[0, 1, 2, 3, E, E, E, E]), Fault::Width { width: 4 });
    assert_eq!(fault(4, &[E; 7]), Fault::CoordinateCount { expected: 8, found: 7 });
    assert_eq!(fault(4, &[E, 1, E, 5, E, E, E, E]), Fault::Lost { parent: 0, slot: 3 });
    assert_eq!(fault(4, &[E, 1, 1, E, E, E, E, E]), Fault::Twice { parent: 0, position: 2, coordinate: 1 });
    assert_eq!(
        fault(4, &[E, 21, E, E, E, E, E, E]),
        Fault::Beyond { parent: 0, position: 1, coordinate: 21, extent: 20 }
    );
}

#[test]
fn diagonals_rows_of_slots_and_keys() {
    let dia = |offsets: &[isize]| {
        StoredBlock::<u8, Dia, 2>::new([3, 4], offsets.to_vec(), vec![1; 3 * offsets.len()])
    };
    assert_eq!(dia(&[-2, 0, 3]).unwrap().stored(), 1 + 3 + 1);
    assert!(dia(&[0, 0]).is_err() && dia(&[1, 0]).is_err());
    for offset in [-3, 4, isize::MIN, isize::MAX] {
        assert!(
            matches!(dia(&[offset]), Err(StorageError::Level { fault: Fault::Beyond { .. }, .. })),
            "{offset}"
        );
    }
    let ell =
        |columns: &[u32]| StoredBlock::<u8, Ell, 2>::new([2, 4], columns.to_vec(), vec![1; columns.len()]);
    assert_eq!(ell(&[1, 0, 4, 3]).unwrap().to_entries().len(), 3);
    assert!(ell(&[1, 0, 4]).is_err() && ell(&[1, 0, 5, 3]).is_err());
    assert!(ell(&[1, 0, 1, 3]).is_err() && ell(&[4, 0, 1, 3]).is_err());
    let dok = |keys: &[([usize; 2], usize)]| {
        StoredBlock::<u8, Dok, 2>::new([2, 4], keys.iter().copied().collect(), vec![1; keys.len()])
    };
    assert!(dok(&[([0, 3], 1), ([1, 1], 0)]).is_ok());
    assert!(dok(&[([0, 4], 1), ([1, 1], 0)]).is_err() && dok(&[([0, 3], 0), ([1, 1], 0)]).is_err());
    assert!(dok(&[([0, 3], 2), ([1, 1], 0)]).is_err());
    let band = |before, after, count| {
        let arrays = ((), BandedArrays { before, after });
        StoredBlock::<u8, (Dense, Banded), 2>::new([3, 4], arrays, vec![1; count])
    };
    assert_eq!(band(1, 2, 12).unwrap().stored(), 3 + 4 + 3);
    assert!(band(usize::MAX, 0, 0).is_err() && band(usize::MAX, usize::MAX, 0).is_err());
    assert!(matches!(band(usize::MAX / 2, 0, 0), Err(StorageError::Level { fault: Fault::TooLarge, .. })));
}

/// Reads everything: no panic, and no index or position where none may be.
fn walk<F: Format<2>>(extents: [usize; 2], arrays: F::Arrays, count: usize) -> bool {
    let Ok(size) = F::check(&arrays, extents) else { return false };
    let Ok(block) = StoredBlock::<u32, F, 2>::new(extents, arrays, (1..=size as u32).collect()) else {
        panic!("checked, and refused");
    };
    let entries = block.to_entries();
    for (number, (index, value)) in entries.iter().enumerate() {
        assert!(index[0] < extents[0] && index[1] < extents[1]);
        assert_eq!(block.get(*index), Some(*value));
        assert!(entries[..number].iter().all(|(other, _)| other != index));
    }
    let zeros = block.to_dense().into_iter().filter(|value| *value == 0).count();
    assert_eq!(zeros, extents[0] * extents[1] - entries.len());
    let _ = count;
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Small numbers, so that many arrays are nearly right.
    #[test]
    fn any_arrays(
        rows in 1..4usize,
        columns in 1..5usize,
        a in proptest::collection::vec(0..6u32, 0..6),
        b in proptest::collection::vec(0..6u32, 0..7),
        c in proptest::collection::vec(0..6u32, 0..7),
        ordered in any::<bool>(),
    ) {
        let extents = [rows, columns];
        let (mut a, mut b) = (a, b);
        if ordered {
            a.sort_unstable();
            b.sort_unstable();
        }
        let compressed = |positions: &Vec<u32>, coordinates: &Vec<u32>| CompressedArrays {
            positions: positions.clone(),
            coordinates: coordinates.clone(),
        };
        walk::<Csr>(extents, ((), compressed(&a, &c)), c.len());
        walk::<(Dense, Compressed<u32, false>)>(extents, ((), compressed(&a, &c)), c.len());
        walk::<Coo>(extents, (compressed(&vec![0, a.len() as u32], &a), c.clone()), c.len());
        walk::<(Compressed, Compressed)>(extents, (compressed(&vec![0, a.len() as u32], &a), compressed(&b, &c)), c.len());
        walk::<(Compressed, Dense)>(extents, (compressed(&a, &b), ()), 0);
        walk::<(Dense, Singleton)>(extents, ((), c.clone()), c.len());
        let coordinates = c.iter().map(|&c| if c == 0 { HashedArrays::EMPTY } else { c - 1 }).collect();
        walk::<(Dense, Hashed)>(extents, ((), HashedArrays::new(a.len(), coordinates)), 0);
        walk::<Ell>(extents, c.clone(), c.len());
        walk::<Dia>(extents, a.iter().map(|&offset| offset as isize - 3).collect(), 0);
        walk::<unite_stored::Bcsr<2, 2>>(extents, ((), compressed(&a, &c)), 0);
    }
}

/// The test above draws arrays that are right often enough.
#[test]
fn arrays_that_are_right_are_walked() {
    let arrays = CompressedArrays { positions: vec![0u32, 1, 3], coordinates: vec![2, 0, 1] };
    assert!(walk::<Csr>([2, 3], ((), arrays), 3));
}
