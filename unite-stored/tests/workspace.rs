//! Rows of sums: any terms in any order give the sums of a map, in order, each once.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Add;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use unite_stored::{
    AppendFormat, Coo, Csr, Dense, Fibre, Leaf, LevelAssembly, Stored, StoredBlock, Workspace,
};

/// What a workspace hands out.
fn taken(row: &mut Workspace<i64>) -> Vec<(usize, i64)> {
    let (mut sums, room) = (Vec::new(), row.room());
    row.take_each(|coordinate, sum| sums.push((coordinate, sum)));
    assert!(sums.len() <= room);
    sums
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 6 } else { 256 }, ..ProptestConfig::default() })]

    #[test]
    fn rows_of_sums(
        extent in prop_oneof![1usize..70, 4000usize..4200, 262_000usize..263_000],
        rows in proptest::collection::vec(proptest::collection::vec((0usize..300_000, -3i64..4), 0..40), 1..4),
    ) {
        let mut row = Workspace::new(extent);
        for terms in &rows {
            let mut expected = BTreeMap::new();
            for &(at, term) in terms {
                row.add(at % extent, term);
                *expected.entry(at % extent).or_insert(0) += term;
            }
            prop_assert_eq!(taken(&mut row), expected.into_iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn fibres_are_added_and_appended() {
    let a = StoredBlock::<i64, Csr, 2>::from_entries(
        [3, 5],
        [([0, 4], 1), ([0, 1], 2), ([1, 1], 3), ([2, 0], 4)],
    );
    let a = a.expect("a matrix");
    fn appended<F>(a: &StoredBlock<i64, Csr, 2>) -> Vec<([usize; 2], i64)>
    where
        F: AppendFormat<2>,
        F::Assembly<i64>: LevelAssembly<Below: Leaf<Element = i64>>,
    {
        let (mut row, mut root) = (Workspace::<i64>::new(5), F::assemble([2, 5], 0, 0));
        for i in 0..2 {
            for (_, below) in a.root().walk() {
                row.add_each(below, |_, element| element + i);
            }
            root.open(i as usize).append_sums(&mut row, |sum| 10 * sum);
            root.close();
        }
        let mut block = StoredBlock::<i64, F, 2>::empty([2, 5]).expect("a matrix");
        block.replace(root).expect("a storage");
        block.to_entries()
    }
    let expected =
        |i: i64| [(0, 4 + i), (1, 5 + 2 * i), (4, 1 + i)].map(|(j, sum)| ([i as usize, j], 10 * sum));
    let all = [expected(0), expected(1)].concat();
    assert_eq!(appended::<Csr>(&a), all);
    assert_eq!(appended::<Coo>(&a), all);
    let dense = appended::<(Dense, Dense)>(&a);
    assert_eq!(dense.len(), 10);
    assert_eq!(dense.into_iter().filter(|(_, sum)| *sum != 0).collect::<Vec<_>>(), all);
}

#[test]
fn what_does_not_fit_is_refused() {
    let a = StoredBlock::<i64, Csr, 2>::from_entries([1, 5], [([0, 4], 1)]).expect("a matrix");
    let (_, fibre) = (&a).root().walk().next().expect("a row");
    let mut row = Workspace::<i64>::new(4);
    assert!(catch_unwind(AssertUnwindSafe(|| row.add(4, 1))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| row.add_each(fibre, |_, element| element))).is_err());
    assert_eq!(taken(&mut row), []);
    // A row of another extent than the level's.
    let mut row = Workspace::<i64>::new(9);
    row.add(8, 1);
    let mut root = Csr::<u32>::assemble([1, 5], 0i64, 0);
    let below = root.open(0);
    assert!(catch_unwind(AssertUnwindSafe(|| below.append_sums(&mut row, |sum| sum))).is_err());
    assert_eq!(taken(&mut row), [(8, 1)]);
    // Nothing was appended. An assembly that nobody finishes does not give its memory back.
    let mut block = StoredBlock::<i64, Csr, 2>::empty([1, 5]).expect("a matrix");
    block.replace(root).expect("a storage");
    assert_eq!(block.to_entries(), []);
}

/// A panic while sums are taken out leaves what is no sum any more, and nothing that is outside.
#[test]
fn a_panic_leaves_a_row() {
    let mut row = Workspace::<i64>::new(200);
    for at in [3, 5, 70, 199] {
        row.add(at, 1);
    }
    let failing = |coordinate: usize, _| assert!(coordinate < 70, "on purpose");
    assert!(catch_unwind(AssertUnwindSafe(|| row.take_each(failing))).is_err());
    let mut root = Csr::<u32>::assemble([1, 200], 0i64, 0);
    root.open(0).append_sums(&mut row, |sum| sum);
    root.close();
    let mut block = StoredBlock::<i64, Csr, 2>::empty([1, 200]).expect("a matrix");
    block.replace(root).expect("a storage");
    assert!(block.to_entries().iter().all(|([_, at], _)| *at < 200));
    // Nothing of that row is in the next.
    let mut root = Csr::<u32>::assemble([1, 200], 0i64, 0);
    row.add(100, 7);
    root.open(0).append_sums(&mut row, |sum| sum);
    root.close();
    block.replace(root).expect("a storage");
    assert_eq!(block.to_entries(), [([0, 100], 7)]);
}

/// What `put` did not get when it panicked is left: it comes with the next sums, once, and so does what is added to it.
#[test]
fn what_a_panic_leaves_is_marked() {
    let far = if cfg!(miri) { [5000, 70] } else { [300_000, 270_000] };
    for [extent, next] in [[200, 5], [200, 70], [5000, 5], [5000, 70], [5000, 4_500], far] {
        for more in [0, 2] {
            let mut row = Workspace::<i64>::new(extent);
            row.add(3, 1);
            row.add(next, 1);
            let failing = |coordinate: usize, _| assert!(coordinate != 3, "on purpose");
            assert!(catch_unwind(AssertUnwindSafe(|| row.take_each(failing))).is_err());
            (0..more).for_each(|_| row.add(next, 1));
            assert_eq!(taken(&mut row), [(next, 1 + more)], "{extent}");
            // Nothing of that is in the next row.
            row.add(next, 7);
            row.add(3, 5);
            assert_eq!(taken(&mut row), [(3, 5), (next, 7)], "{extent}");
        }
    }
}

/// If a zero cannot be made, then the sum is left.
#[test]
fn a_panic_before_a_sum_leaves_it() {
    thread_local!(static FAILS: Cell<bool> = const { Cell::new(false) });
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Number(i32);
    impl Default for Number {
        fn default() -> Self {
            assert!(!FAILS.get(), "on purpose");
            Number(0)
        }
    }
    impl Add for Number {
        type Output = Number;
        fn add(self, other: Number) -> Number {
            Number(self.0 + other.0)
        }
    }
    let mut row = Workspace::new(5000);
    row.add(70, Number(1));
    FAILS.set(true);
    assert!(catch_unwind(AssertUnwindSafe(|| row.take_each(|_, _| ()))).is_err());
    FAILS.set(false);
    row.add(70, Number(2));
    let mut sums = Vec::new();
    row.take_each(|at, sum| sums.push((at, sum)));
    assert_eq!(sums, [(70, Number(3))]);
}
