//! What is selected of stored tensors, put into lists that grow, and made of all elements: the operations of sparse n-dimensional arrays.

use proptest::prelude::*;
use unite_stored::{
    Coo, Coo3, Csf, Csr, Dense, Dia, Diagonals, Dok, EntryList, Fault, Format, HashedRows, Interleaved,
    Least, One, Pick, Selection, StorageError, StoredBlock, StoredView, Zero,
};

const ENTRIES: [([usize; 3], i32); 5] =
    [([0, 1, 0], 1), ([1, 1, 2], 2), ([1, 2, 0], 3), ([2, 0, 1], 4), ([2, 2, 0], 5)];

fn tensor<F: Format<3>>() -> StoredBlock<i32, F, 3> {
    StoredBlock::from_entries([3, 3, 3], ENTRIES).expect("a tensor")
}

/// A view, a view of it with a new axis before a fixed one, and one that is fixed along its last axis.
#[test]
fn views_of_views() {
    let a = StoredBlock::<i32, Coo3, 3>::from_entries(
        [2, 3, 3],
        [([0, 1, 2], 5), ([0, 2, 1], 8), ([1, 1, 1], 9)],
    );
    let a = a.expect("a tensor");
    let part = a.select::<3>(&[Pick::New, 0.into(), (1..3).into(), (1..3).into()]).expect("a view");
    assert_eq!(part.extents(), [1, 2, 2]);
    assert_eq!(part.to_entries(), [([0, 0, 1], 5), ([0, 1, 0], 8)]);
    let again = part.select::<2>(&[Pick::All, Pick::All, 1.into()]).expect("a view");
    assert_eq!((again.extents(), again.to_entries()), ([1, 2], vec![([0, 0], 5)]));
    assert_eq!((again.get([0, 0]), again.get([0, 1]), again.get([1, 0])), (Some(5), Some(0), None));

    let whole = Selection::all([2, 4, 5, 5, 6]);
    let one: Selection<5, 4> =
        whole.select(&[1.into(), (1..4).into(), Pick::All, Pick::All, Pick::All]).expect("a view");
    let two: Selection<5, 2> = one.select(&[Pick::All, 0.into(), 3.into(), Pick::All]).expect("a view");
    assert_eq!(two.index([0, 0]), Some([1, 1, 0, 3, 0]));
}

#[test]
fn what_is_picked_has_rules() {
    let all = Selection::all([2, 3]);
    let error = |picks: &[Pick]| all.select::<2>(picks).unwrap_err();
    assert_eq!(error(&[Pick::All]), StorageError::Picks { axes: 2, found: 1 });
    assert_eq!(error(&[Pick::All, 1.into()]), StorageError::Axes { expected: 2, found: 1 });
    assert_eq!(error(&[Pick::All, (2..4).into()]), StorageError::Part { axis: 1, part: (2, 4), extent: 3 });
    assert_eq!(error(&[Pick::All, (1..1).into()]), StorageError::Part { axis: 1, part: (1, 1), extent: 3 });
    let outside = StorageError::Outside { axis: 0, coordinate: 2, extent: 2 };
    assert_eq!(error(&[2.into(), Pick::New, Pick::All]), outside);
}

/// Views of every format see what a copy has.
#[test]
fn every_format() {
    fn check<F: Format<3>>() {
        let a = tensor::<F>();
        let view = a.select::<2>(&[1.into(), Pick::All, (0..3).into()]).expect("a view");
        let mut found = view.to_entries();
        found.retain(|(_, value)| *value != 0);
        found.sort_unstable();
        assert_eq!(found, [([1, 2], 2), ([2, 0], 3)]);
        assert_eq!(view.to::<Csr>().expect("a matrix").to_dense(), [0, 0, 0, 0, 0, 2, 3, 0, 0]);
        let some = a.gather([&[2, 0], &[2, 1, 0], &[1, 0]]).expect("a copy");
        let seen = |i, j, k| a.get([[2, 0][i], [2, 1, 0][j], [1, 0][k]]);
        for at in 0..12 {
            let [i, j, k] = [at / 6, at / 2 % 3, at % 2];
            assert_eq!(some.get([i, j, k]), seen(i, j, k));
        }
    }
    check::<Coo3>();
    check::<Csf>();
    check::<Interleaved>();
    check::<Dok>();
    check::<(Dense, Dense, Dense)>();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 4 } else { 128 }, ..ProptestConfig::default() })]

    /// What is put through views is there at once, in the list and in the others; the last one of an index stays.
    #[test]
    fn lists_grow(puts in proptest::collection::vec((0usize..4, 0usize..5, -2i32..3, any::<bool>()), 0..40)) {
        let list = EntryList::<i32, 2>::new([6, 7]).expect("a list");
        let view = list.select::<2>(&[(1..5).into(), (2..7).into()]).expect("a view");
        let column = view.select::<1>(&[Pick::All, 3.into()]).expect("a view");
        let mut model = [[0; 7]; 6];
        for (i, j, value, through) in puts {
            if through { view.put([i, j], value).expect("inside") } else { list.put([i + 1, j + 2], value).expect("inside") }
            model[i + 1][j + 2] = value;
            prop_assert_eq!(list.get([i + 1, j + 2]), Some(value));
            prop_assert_eq!(column.get([i]), Some(model[i + 1][5]));
        }
        let block = list.to_block::<Csr>().expect("a block");
        prop_assert_eq!(block.to_dense(), model.concat());
        prop_assert_eq!(block.stored(), list.stored());
        prop_assert_eq!(list.stored(), model.concat().iter().filter(|value| **value != 0).count());
        prop_assert_eq!(EntryList::of(&block).to_entries(), block.to_entries());
        prop_assert_eq!(view.to_entries().len(), list.stored());
    }

    /// Rows of four arrays, and elements that are put between others.
    #[test]
    fn rows_are_put_into(puts in proptest::collection::vec((0usize..4, 0usize..5, 1i32..9), 0..30)) {
        let mut rows = StoredBlock::<i32, Csr<u8>, 2>::empty([4, 5]).expect("a matrix");
        let mut model = [[0; 5]; 4];
        for (i, j, value) in puts {
            rows.put([i, j], value).expect("inside");
            model[i][j] = value;
            prop_assert_eq!(rows.to_dense(), model.concat());
        }
        let (arrays, values) = rows.clone().into_parts();
        prop_assert_eq!(StoredBlock::new([4, 5], arrays, values), Ok(rows));
    }

    /// A list whose coordinates stand side by side is the one with an array for each axis.
    #[test]
    fn side_by_side(entries in proptest::collection::btree_map((0usize..4, 0usize..6), 1i32..9, 0..20)) {
        let entries: Vec<_> = entries.into_iter().map(|((i, j), value)| ([i, j], value)).collect();
        let one = StoredBlock::<i32, Coo, 2>::from_entries([4, 6], entries.clone()).expect("a list");
        let other = StoredBlock::<i32, Interleaved, 2>::from_entries([4, 6], entries).expect("a list");
        prop_assert_eq!(one.to_entries(), other.to_entries());
        prop_assert_eq!(&other.to::<Coo>().expect("a list"), &one);
        let pairs: Vec<[u32; 2]> = one.to_entries().iter().map(|([i, j], _)| [*i as u32, *j as u32]).collect();
        prop_assert_eq!(other.arrays(), &pairs);
        let view = StoredView::<i32, Interleaved, 2>::list([4, 6], &pairs, other.values()).expect("a list");
        prop_assert_eq!(view.to_entries(), other.to_entries());
        for at in 0..24 {
            prop_assert_eq!(view.get([at / 6, at % 6]), one.get([at / 6, at % 6]));
        }
    }
}

#[test]
fn lists_have_rules() {
    let list = |entries: Vec<[u8; 2]>| {
        let values = vec![1; entries.len()];
        StoredBlock::<i32, Interleaved<u8>, 2>::new([3, 4], entries, values).unwrap_err()
    };
    assert_eq!(list(vec![[0, 1], [0, 1]]), StorageError::Repeated { index: vec![0, 1] });
    let unordered = Fault::Unordered { parent: 0, position: 1, coordinate: 1, before: 2 };
    assert_eq!(
        list(vec![[0, 2], [0, 1]]),
        StorageError::Level { axis: 1, level: "Interleaved", fault: unordered }
    );
    let beyond = Fault::Beyond { parent: 0, position: 0, coordinate: 4, extent: 4 };
    assert_eq!(list(vec![[0, 4]]), StorageError::Level { axis: 1, level: "Interleaved", fault: beyond });
    let full = StoredBlock::<i32, Csr<u8>, 2>::from_entries([1, 255], (0..255).map(|j| ([0, j], 1)));
    let mut full = full.expect("as many as positions count");
    assert!(full.put([0, 3], 7).is_ok());
    let more = StoredBlock::<i32, Interleaved<u8>, 2>::from_entries([2, 300], [([0, 299], 1)]);
    let narrow = Fault::Narrow { number: 299 };
    assert_eq!(more.unwrap_err(), StorageError::Level { axis: 1, level: "Interleaved", fault: narrow });
}

/// Diagonals as a tensor of three axes have the arrays and values of DIA.
#[test]
fn diagonals_have_levels() {
    let entries = [([0, 0], 5), ([0, 1], 1), ([1, 0], 7), ([1, 1], 3), ([3, 0], 8), ([3, 3], 4), ([3, 4], 9)];
    let dia = StoredBlock::<i32, Dia, 2>::from_entries([4, 6], entries).expect("a matrix");
    let (offsets, values) = dia.clone().into_parts();
    assert_eq!(offsets, [-3, -1, 0, 1]);
    let a = StoredBlock::<i32, Diagonals, 3>::new([4, 4, 6], offsets, values).expect("a tensor");
    // Row 3 of the last diagonal is column 4.
    assert_eq!((a.get([3, 3, 4]), a.get([3, 3, 2]), a.get([2, 3, 3])), (Some(9), Some(0), Some(4)));
    let mut found: Vec<_> = a.to_entries().into_iter().map(|([_, i, j], value)| ([i, j], value)).collect();
    found.sort_unstable();
    let mut expected = dia.to_entries();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let again = StoredBlock::<i32, Diagonals, 3>::from_entries([4, 4, 6], a.to_entries()).expect("a tensor");
    assert_eq!(again, a);
    let elsewhere =
        StoredBlock::<i32, Diagonals, 3>::from_entries([1, 4, 6], [([0, 0, 0], 1), ([0, 1, 2], 1)]);
    let no_place = StorageError::NoPlace { index: vec![0, 1, 2], format: "Diagonals" };
    assert_eq!(elsewhere.unwrap_err(), no_place);
    let fault = Fault::CoordinateCount { expected: 2, found: 1 };
    let error = StoredBlock::<i32, Diagonals, 3>::new([2, 2, 2], vec![0], vec![1, 2]).unwrap_err();
    assert_eq!(error, StorageError::Level { axis: 0, level: "Diagonals", fault });
    // Far outside there is nothing.
    let far = StoredBlock::<i32, Diagonals, 3>::new([2, 2, 2], vec![isize::MIN, isize::MAX], vec![1; 4]);
    assert_eq!(far.expect("a tensor").stored(), 0);
}

/// What elements become, those that are not stored too.
#[test]
fn elements_are_mapped_and_compared() {
    let a =
        StoredBlock::<f64, Csr, 2>::from_entries([2, 3], [([0, 1], 3.0), ([1, 0], -4.0)]).expect("a matrix");
    let more = a.map::<f64, One>(|element| element + 1.0).expect("a matrix");
    assert_eq!(more.to_dense(), [1.0, 4.0, 1.0, -3.0, 1.0, 1.0]);
    let logarithms = a.map::<f64, Least>(|element| element.abs().ln()).expect("a matrix");
    assert_eq!(logarithms.get([0, 0]), Some(f64::NEG_INFINITY));
    assert_eq!(a.map::<f64, Zero>(f64::exp).unwrap_err(), StorageError::OtherFill);
    assert_eq!((a.arg_max(), a.arg_min()), (Some(([0, 1], 3.0)), Some(([1, 0], -4.0))));
    let negative = a.map::<f64, Zero>(|element| -element.abs()).expect("a matrix");
    assert_eq!(negative.arg_max(), Some(([0, 0], 0.0)));
    let whole =
        StoredBlock::<f64, Csr, 2>::from_entries([1, 2], [([0, 0], -1.0), ([0, 1], -2.0)]).expect("a matrix");
    assert_eq!(whole.arg_max(), Some(([0, 0], -1.0)));
    let odd = StoredBlock::<f64, Csr, 2>::from_entries([1, 2], [([0, 0], f64::NAN)]).expect("a matrix");
    assert_eq!(odd.arg_max(), None);
}

/// Arrays of somebody else are checked as those of a block, and seen in the same way.
#[test]
fn lent_arrays() {
    let a = StoredBlock::<i32, Csr, 2>::from_entries([3, 4], [([0, 3], 1), ([2, 1], 2), ([2, 2], 3)])
        .expect("a matrix");
    let arrays = &a.arrays().1;
    let view = StoredView::<i32, Csr, 2>::csr([3, 4], &arrays.positions, &arrays.coordinates, a.values());
    let view = view.and_then(|view| view.with_origin([5, -1])).expect("a view");
    assert_eq!((view.to_entries(), view.origin()), (a.to_entries(), [5, -1]));
    assert_eq!(view.window([1..3, 1..3]).expect("a part").to_entries(), [([1, 0], 2), ([1, 1], 3)]);
    assert_eq!(view.to_block().expect("a block"), a.clone().with_origin([5, -1]).expect("a place"));
    assert_eq!(format!("{view:?}"), format!("{:?}", a.clone().with_origin([5, -1]).expect("a place")));
    let long =
        StoredView::<i32, Csr, 2>::csr([3, 4], &arrays.positions, &arrays.coordinates, &[1, 2]).unwrap_err();
    assert_eq!(long, StorageError::Values { expected: 3, found: 2 });
    let dense = StoredView::<i32, (Dense, Dense), 2>::dense([2, 2], &[1, 2, 3, 4]).expect("a view");
    assert_eq!(dense.get([1, 0]), Some(3));
    let hashed = a.to::<HashedRows>().expect("a matrix");
    assert_eq!(hashed.view().get([2, 2]), Some(3));
}

/// Pictures of other formats.
#[test]
fn pictures() {
    let a =
        StoredBlock::<i32, Coo, 2>::from_entries([2, 12], [([0, 3], 10), ([1, 11], 7)]).expect("a matrix");
    let drawn = "\
2 x 12, elsewhere 0, at [0, 4]
axis 0  Compressed  pos   0  2
                    crd   0  1
axis 1  Singleton   crd   3 11
values                   10  7
";
    assert_eq!(a.with_origin([0, 4]).expect("a place").picture().to_string(), drawn);
    let dia = StoredBlock::<i32, Dia, 2>::from_entries([2, 2], [([0, 1], 5)]).expect("a matrix");
    let drawn = "\
2 x 2, elsewhere 0
axes 0, 1  Dia  offset  1
values                  5 0
";
    assert_eq!(dia.picture().to_string(), drawn);
}
