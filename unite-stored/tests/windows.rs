//! Parts of blocks: walks and cursors see the entries of the interval, and nothing else.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use unite_stored::{
    Band, Coo, Csc, Csr, Cursor, Dcsr, Dense, Dok, Fibre, Format, HashedRows, Lower, Stored, StoredBlock,
};

/// The indices that walks, and those that cursors see, and whether each of them is found.
fn seen<S>(part: S, mut expected: Vec<([usize; 2], i32)>)
where
    S: Stored<2, Elem = i32, Root: Fibre<Below: Fibre<Below = i32>>>,
{
    let mut walked = Vec::new();
    let index = |outer, inner| {
        let mut index = [0; 2];
        let order = <S::Format as Format<2>>::ORDER;
        (index[order[0]], index[order[1]]) = (outer, inner);
        index
    };
    for (outer, below) in part.root().walk() {
        assert!(outer < part.root().extent());
        for (inner, value) in below.walk() {
            assert!(inner < below.extent());
            walked.push((index(outer, inner), value));
        }
        if fibre_locates(below) {
            for inner in 0..below.extent() + 2 {
                assert_eq!(below.locate(inner).is_some(), below.walk().any(|(at, _)| at == inner));
            }
        }
    }
    expected.sort_unstable();
    walked.sort_unstable();
    assert_eq!(walked, expected);
    if merges(part.root()) && part.root().walk().all(|(_, below)| merges(below)) {
        let (mut merged, mut rows) = (Vec::new(), part.root().cursor());
        while rows.is_at() {
            let (outer, mut inner) = (rows.coordinate(), rows.below().cursor());
            while inner.is_at() {
                merged.push((index(outer, inner.coordinate()), inner.below()));
                inner.step_if(true);
            }
            let at_the_end = catch_unwind(AssertUnwindSafe(|| inner.coordinate()));
            assert!(at_the_end.is_err());
            rows.step_if(true);
        }
        merged.sort_unstable();
        assert_eq!(merged, expected);
    }
}

fn merges<B: Fibre>(_: B) -> bool {
    B::MERGES
}

fn fibre_locates<B: Fibre>(_: B) -> bool {
    B::LOCATES
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 1 } else { 256 }, ..ProptestConfig::default() })]

    #[test]
    fn parts_of_every_format(
        entries in proptest::collection::vec((0usize..7, 0usize..8, 1i32..9), if cfg!(miri) { 8..9 } else { 0..30 }),
        rows in (0usize..7, 1usize..8),
        columns in (0usize..8, 1usize..9),
        far in [-9isize..9, -9isize..9],
    ) {
        let rows = rows.0..(rows.0 + rows.1).min(7);
        let columns = columns.0..(columns.0 + columns.1).min(8);
        macro_rules! check {
            ($($format:ty, $place:expr;)*) => {$({
                let at = entries.iter().map(|&(i, j, value)| ($place(i, j), value));
                let block = StoredBlock::<i32, $format, 2>::from_entries_with([7, 8], at, |a, _| a).expect("a matrix");
                let part = block.window([rows.clone(), columns.clone()]).expect("a part");
                seen(part, part.to_entries());
                // One that goes beyond the ends of the block, or is nowhere in it, and a part of that.
                let reach = (&block).reach(far, [rows.len(), columns.len()]);
                prop_assert_eq!(reach.extents(), [rows.len(), columns.len()]);
                seen(reach, reach.to_entries());
                for i in 0..rows.len() {
                    for j in 0..columns.len() {
                        let at = [far[0] + i as isize, far[1] + j as isize];
                        prop_assert_eq!(reach.get([i, j]), Some(block.at(at).unwrap_or(0)));
                    }
                }
                let half = [rows.len().div_ceil(2), columns.len().div_ceil(2)];
                let inner = reach.part([0, 0], half).expect("a part");
                seen(inner, inner.to_entries());
                prop_assert!(reach.part([1, 0], [rows.len(), 1]).is_none());
                // Beyond a part is nothing, though the block goes on.
                let beyond = part.reach([-1, -1], [rows.len() + 2, columns.len() + 2]);
                let inside = part.to_entries().into_iter().map(|([i, j], value)| ([i + 1, j + 1], value));
                prop_assert_eq!(beyond.to_entries(), inside.collect::<Vec<_>>());
                seen(beyond, beyond.to_entries());
                for i in 0..rows.len() {
                    for j in 0..columns.len() {
                        prop_assert_eq!(part.get([i, j]), block.get([rows.start + i, columns.start + j]));
                    }
                }
            })*};
        }
        let anywhere = |i, j| [i, j];
        let lower = |i: usize, j: usize| [i, j.min(i)];
        check!(Csr, anywhere; Csc, anywhere; Dcsr, anywhere; Coo, anywhere; HashedRows, anywhere; (Dense, Dense), anywhere;
            Band, anywhere; Lower, lower;);
    }
}

/// What is made of a part has no room for all of the block.
#[test]
fn a_part_has_its_share_of_positions() {
    let entries = (0..900).map(|at| ([at / 30, at % 30], 1));
    let block = StoredBlock::<i32, Csr, 2>::from_entries([30, 30], entries).expect("a matrix");
    let part = block.window([0..3, 0..30]).expect("a part");
    assert_eq!((Stored::positions(&block), part.positions()), (900, 90));
    assert_eq!(part.reach([-5, -5], [100, 100]).positions(), 900);
    assert_eq!(part.part([0, 0], [0, 30]).expect("a part").positions(), 0);
}

/// A format without a level for each axis is seen entry by entry.
#[test]
fn parts_without_levels() {
    let block = StoredBlock::<i32, Dok, 2>::from_entries([7, 8], [([1, 1], 1), ([5, 6], 2), ([6, 7], 3)]);
    let block = block.expect("a matrix");
    let part = block.window([1..6, 2..7]).expect("a part");
    assert_eq!(Stored::entries(part).collect::<Vec<_>>(), [([4, 4], 2)]);
    assert_eq!(part.root().walk().count(), 0);
}
