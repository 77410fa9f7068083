//! Every format holds what a dense tensor holds.

use proptest::prelude::*;
use unite_stored::{
    AxisOrder, Band, Bcsr, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Dok, Ell, Fibre, Format,
    HashedRows, Lower, Permuted, Singleton, StorageError, Stored, StoredBlock,
};

/// A matrix of 4 by 6 that the literature draws in every format.
const ENTRIES: [([usize; 2], f64); 7] =
    [([0, 0], 5.0), ([0, 1], 1.0), ([1, 0], 7.0), ([1, 1], 3.0), ([3, 0], 8.0), ([3, 3], 4.0), ([3, 4], 9.0)];

/// The entries come back, in the order of the format, and every element is the one of the dense matrix.
fn holds<F: Format<2>>(extents: [usize; 2], entries: &[([usize; 2], f64)]) -> StoredBlock<f64, F, 2> {
    let mut dense = vec![0.0; extents[0] * extents[1]];
    for &([row, column], value) in entries {
        dense[row * extents[1] + column] = value;
    }
    let block = StoredBlock::<f64, F, 2>::from_entries(extents, entries.iter().copied()).unwrap();
    assert_eq!(block.to_dense(), dense);
    for row in 0..extents[0] {
        for column in 0..extents[1] {
            assert_eq!(block.get([row, column]), Some(dense[row * extents[1] + column]));
        }
    }
    assert_eq!(block.get([extents[0], 0]), None);
    assert_eq!(block.get([0, extents[1]]), None);
    let mut found: Vec<_> = block.to_entries();
    found.retain(|(index, _)| !F::PADDED || entries.iter().any(|(other, _)| other == index));
    found.sort_by_key(|(index, _)| *index);
    let mut expected = entries.to_vec();
    expected.sort_by_key(|(index, _)| *index);
    assert_eq!(found, expected);
    let (arrays, values) = block.clone().into_parts();
    assert_eq!(StoredBlock::new(extents, arrays, values).as_ref(), Ok(&block));
    block
}

#[test]
fn one_matrix_in_every_format() {
    let extents = [4, 6];
    let csr = holds::<Csr>(extents, &ENTRIES);
    assert_eq!(csr.arrays().1.positions, [0, 2, 4, 4, 7]);
    assert_eq!(csr.arrays().1.coordinates, [0, 1, 0, 1, 0, 3, 4]);
    let coo = holds::<Coo>(extents, &ENTRIES);
    assert_eq!(
        (&coo.arrays().0.positions, &coo.arrays().0.coordinates),
        (&vec![0, 7], &vec![0, 0, 1, 1, 3, 3, 3])
    );
    assert_eq!(coo.arrays().1, [0, 1, 0, 1, 0, 3, 4]);
    let dcsr = holds::<Dcsr>(extents, &ENTRIES);
    assert_eq!(dcsr.arrays().0.coordinates, [0, 1, 3]);
    assert_eq!(dcsr.arrays().1.positions, [0, 2, 4, 7]);
    let csc = holds::<Csc>(extents, &ENTRIES);
    assert_eq!(csc.arrays().1.positions, [0, 3, 5, 5, 6, 7, 7]);
    let dia = holds::<Dia>(extents, &ENTRIES);
    assert_eq!(dia.arrays(), &[-3, -1, 0, 1]);
    assert_eq!((dia.get([3, 2]), dia.stored()), (Some(0.0), 1 + 3 + 4 + 4));
    let ell = holds::<Ell>(extents, &ENTRIES);
    assert_eq!(ell.arrays(), &[0, 0, 6, 0, 1, 1, 6, 3, 6, 6, 6, 4]);
    let bcsr = holds::<Bcsr<2, 3>>(extents, &ENTRIES);
    assert_eq!((&bcsr.arrays().1.positions, bcsr.values().len()), (&vec![0, 1, 3], 18));
    holds::<Bcsr<3, 4>>(extents, &ENTRIES);
    holds::<HashedRows>(extents, &ENTRIES);
    holds::<Dok>(extents, &ENTRIES);
    let band = holds::<Band>(extents, &ENTRIES);
    assert_eq!((band.arrays().1.before, band.arrays().1.after), (3, 1));
    holds::<(Dense, Dense)>(extents, &ENTRIES);
    holds::<(Compressed<u8>, Dense)>(extents, &ENTRIES);
    holds::<Permuted<Ell, unite_stored::Reversed>>(extents, &ENTRIES);
    let below = [([0, 0], 1.0), ([2, 1], 2.0), ([3, 3], 3.0), ([3, 0], 4.0)];
    assert_eq!(holds::<Lower>([4, 6], &below).values().len(), 10);
    assert_eq!(
        StoredBlock::<f64, Lower, 2>::from_entries([4, 6], ENTRIES).unwrap_err().to_string(),
        "axis 1, Triangular: coordinate 1 of parent 0 has no position"
    );
}

/// All pairs of formats that hold any matrix.
fn each_pair(extents: [usize; 2], entries: &[([usize; 2], f64)]) {
    fn to_all<F: Format<2>>(extents: [usize; 2], entries: &[([usize; 2], f64)]) {
        let from = holds::<F>(extents, entries).with_origin([-7, 3]).unwrap();
        fn to<F: Format<2>, G: Format<2>>(from: &StoredBlock<f64, F, 2>) {
            let to = from.to::<G>().unwrap();
            assert_eq!(
                (to.to_dense(), to.origin()),
                (from.to_dense(), from.origin()),
                "{} to {}",
                F::name(),
                G::name()
            );
        }
        to::<F, Csr>(&from);
        to::<F, Csc>(&from);
        to::<F, Coo>(&from);
        to::<F, Dcsr>(&from);
        to::<F, Dia>(&from);
        to::<F, Ell>(&from);
        to::<F, Bcsr<2, 2>>(&from);
        to::<F, HashedRows>(&from);
        to::<F, Dok>(&from);
        to::<F, Band>(&from);
        to::<F, (Dense, Dense)>(&from);
        to::<F, (Compressed<u64>, Dense)>(&from);
    }
    to_all::<Csr>(extents, entries);
    to_all::<Csc>(extents, entries);
    to_all::<Coo>(extents, entries);
    to_all::<Dcsr>(extents, entries);
    to_all::<Dia>(extents, entries);
    to_all::<Ell>(extents, entries);
    to_all::<Bcsr<2, 2>>(extents, entries);
    to_all::<HashedRows>(extents, entries);
    to_all::<Dok>(extents, entries);
    to_all::<Band>(extents, entries);
    to_all::<(Dense, Dense)>(extents, entries);
    to_all::<(Compressed<u64>, Dense)>(extents, entries);
}

/// Entries at random places, each once, some of them 0.
fn matrices() -> impl Strategy<Value = ([usize; 2], Vec<([usize; 2], f64)>)> {
    (1..12usize, 1..12usize).prop_flat_map(|(rows, columns)| {
        let entry = ((0..rows, 0..columns), -3..4i8);
        proptest::collection::vec(entry, 0..30).prop_map(move |drawn| {
            let mut entries: Vec<([usize; 2], f64)> = Vec::new();
            for ((row, column), value) in drawn {
                if entries.iter().all(|(index, _)| *index != [row, column]) {
                    entries.push(([row, column], f64::from(value)));
                }
            }
            ([rows, columns], entries)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_format_converts_to_every_other((extents, entries) in matrices()) {
        each_pair(extents, &entries);
    }

    #[test]
    fn entries_with_one_index_are_combined_in_their_order(values in proptest::collection::vec((0..4usize, 0..9i32), 0..20)) {
        let mut last = [0; 4];
        let mut first = [None; 4];
        for &(at, value) in &values {
            last[at] = value;
            first[at] = first[at].or(Some(value));
        }
        let entries = || values.iter().map(|&(at, value)| ([at], value));
        let block = |combine: fn(i32, i32) -> i32| {
            StoredBlock::<i32, (Compressed,), 1>::from_entries_with([4], entries(), combine).unwrap().to_dense()
        };
        prop_assert_eq!(block(|_, new| new), last);
        prop_assert_eq!(block(|old, _| old), first.map(|value| value.unwrap_or(0)));
    }

    /// Three axes in any order of storage.
    #[test]
    fn tensors_of_three_axes(drawn in proptest::collection::vec((0..3usize, 0..4usize, 0..5usize, 1..100u16), 0..25)) {
        struct LastFirst;
        impl AxisOrder<3> for LastFirst {
            const ORDER: [usize; 3] = [2, 0, 1];
        }
        fn same<F: Format<3>>(entries: &[([usize; 3], u16)], dense: &[u16]) {
            let block = StoredBlock::<u16, F, 3>::from_entries([3, 4, 5], entries.iter().copied()).unwrap();
            assert_eq!(block.to_dense(), dense);
            assert!(entries.iter().all(|&(index, value)| block.get(index) == Some(value)));
            assert_eq!(block.to::<Csf<u8>>().unwrap().to_dense(), dense);
        }
        let mut dense = vec![0; 60];
        let mut entries = Vec::new();
        for (i, j, k, value) in drawn {
            if std::mem::replace(&mut dense[i * 20 + j * 5 + k], value) == 0 {
                entries.push(([i, j, k], 0));
            }
        }
        for ([i, j, k], value) in &mut entries {
            *value = dense[*i * 20 + *j * 5 + *k];
        }
        same::<Csf>(&entries, &dense);
        same::<Coo3>(&entries, &dense);
        same::<Dok>(&entries, &dense);
        same::<(Dense, Compressed, Dense)>(&entries, &dense);
        same::<(Compressed, Compressed<u16, false>, Singleton)>(&entries, &dense);
        same::<Permuted<Csf, LastFirst>>(&entries, &dense);
        same::<Permuted<Coo3, LastFirst>>(&entries, &dense);
        same::<Permuted<Dok, LastFirst>>(&entries, &dense);
    }
}

#[test]
fn fills_and_pruning() {
    use unite_stored::{Least, Most, One};
    let block = StoredBlock::<u8, Csr, 2, Most>::from_dense([2, 2], &[255, 3, 255, 255]).unwrap();
    assert_eq!((block.stored(), block.to_dense()), (1, vec![255, 3, 255, 255]));
    let explicit =
        StoredBlock::<f32, Csr, 2, One>::from_entries([1, 3], [([0, 0], 1.0), ([0, 2], 4.0)]).unwrap();
    assert_eq!((explicit.stored(), explicit.prune().unwrap().stored()), (2, 1));
    assert_eq!(explicit.to::<Coo>().unwrap().stored(), 2);
    let least = StoredBlock::<f64, Dia, 2, Least>::from_entries([2, 2], [([1, 1], 0.0)]).unwrap();
    assert_eq!(least.to_dense(), [f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0]);
    assert_eq!(least.to::<Csr>().unwrap().stored(), 1);
}

#[test]
fn narrow_integers_are_checked() {
    let wide = |column| StoredBlock::<u8, Csr<u8>, 2>::from_entries([1, 1000], [([0, column], 1)]);
    assert_eq!(wide(255).unwrap().get([0, 255]), Some(1));
    assert_eq!(
        wide(256).unwrap_err().to_string(),
        "axis 1, Compressed: 256 does not fit the integers of the array"
    );
    let many = (0..300).map(|row| ([row, 0], 1));
    assert!(matches!(
        StoredBlock::<u8, Csr<u8>, 2>::from_entries([300, 1], many),
        Err(StorageError::Level { axis: 1, .. })
    ));
}

#[test]
fn sizes() {
    for extents in [[0, 1], [1, 0], [1 << 31, 1]] {
        assert!(matches!(StoredBlock::<u8, Csr, 2>::empty(extents), Err(StorageError::Extent { .. })));
    }
    // Nothing but the positions of rows is kept.
    let high =
        StoredBlock::<u8, Dcsr, 2>::from_entries([(1 << 31) - 1; 2], [([(1 << 31) - 2; 2], 7)]).unwrap();
    assert_eq!(high.get([(1 << 31) - 2; 2]), Some(7));
    assert_eq!(
        StoredBlock::<u8, (Dense, Dense, Dense), 3>::new([(1 << 31) - 1; 3], ((), (), ()), vec![])
            .unwrap_err()
            .to_string(),
        "axis 2, Dense: there would be more positions than memory can have"
    );
    assert!(matches!(
        StoredBlock::<u8, Csr, 2>::from_entries([2, 2], [([0, 2], 1)]),
        Err(StorageError::Outside { axis: 1, coordinate: 2, extent: 2 })
    ));
}

/// The entries by chunks of three, and what is left one by one; and how many came in chunks.
fn in_chunks<A: Stored<2, Elem = f64, Root: Fibre<Below: Fibre<Below = f64>>>>(
    tensor: A,
) -> (Vec<([usize; 2], f64)>, usize) {
    let (mut entries, mut in_chunks) = (Vec::new(), 0);
    for (outer, below) in tensor.root().walk() {
        let mut walk = below.walk();
        while let Some(chunk) = below.chunk::<3>(&mut walk) {
            in_chunks += 3;
            entries.extend(chunk.map(|(inner, element)| ([outer, inner], element)));
        }
        entries.extend(walk.map(|(inner, element)| ([outer, inner], element)));
    }
    (entries, in_chunks)
}

fn one_by_one<A: Stored<2, Elem = f64, Root: Fibre<Below: Fibre<Below = f64>>>>(
    tensor: A,
) -> Vec<([usize; 2], f64)> {
    let inner = |(outer, below): (usize, <A::Root as Fibre>::Below)| {
        below.walk().map(move |(inner, element)| ([outer, inner], element))
    };
    tensor.root().walk().flat_map(inner).collect()
}

#[test]
fn chunks_of_walks() {
    let entries: Vec<([usize; 2], f64)> =
        (0..8).flat_map(|i| (0..i).map(move |k| ([i, (k * 2 + i) % 9], (10 * i + k) as f64))).collect();
    let csr = StoredBlock::<f64, Csr, 2>::from_entries([8, 9], entries).unwrap();
    macro_rules! each {
        ($($format:ty: $count:expr;)*) => {$(
            let block = csr.to::<$format>().unwrap();
            let (found, count) = in_chunks(&block);
            assert_eq!((found, count), (one_by_one(&block), $count), stringify!($format));
            let part = block.window([1..7, 2..9]).unwrap();
            assert_eq!(in_chunks(part).0, one_by_one(part), stringify!($format));
        )*};
    }
    let whole: usize = (0..8).map(|row| row / 3 * 3).sum();
    each! {
        Csr: whole;
        Dcsr: whole;
        // Of a list, of which each row has one coordinate, and of a table nobody knows.
        Coo: 0;
        HashedRows: 0;
        (Dense, Dense): 8 * 9;
    }
    // A part has those that are inside of it.
    let part = csr.window([1..7, 2..9]).unwrap();
    let of_row = |row: usize| one_by_one(part).iter().filter(|(at, _)| at[0] == row).count() / 3 * 3;
    assert_eq!(in_chunks(part).1, (0..6).map(of_row).sum());
}
