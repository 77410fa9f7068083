//! Parts of stored tensors with a step: every so many-th index, in each format, beside dense loops.

use proptest::prelude::*;
use unite::Block;
use unite::kernel;
use unite::stored::{
    Band, Bcsr, Compressed, Coo, Csc, Csr, Dcsr, Dense, Dia, Dok, Ell, Format, HashedRows, Interleaved,
    Lower, StoredBlock,
};

/// Every second row and every third column, times x.
#[kernel]
fn times_stepped(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, row: i32) {
    let part = a[[(row..row + 2 * y.extent(0) - 1).step_by(2), (1..3 * x.extent(0) + 1).step_by(3)]];
    y[[!i]] = sum(|j| part[[!i, j]] * x[[j]]);
}

/// A step of a step, and every second index of what begins elsewhere, beside each other and appended.
#[kernel]
fn merged(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    let twice = a[[(0..).step_by(2), (1..).step_by(2)]];
    c[[!i, !j]] =
        twice[[(0..4).step_by(2), ..]][[!i, !j]] - b[[(1..).step_by(4), (0..8).step_by(2)]][[!i, !j]];
}

/// What both have, at every second index, with a displacement of one in the part.
#[kernel]
fn common(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[(0..8).step_by(2), (0..8).step_by(2)]][[i, j]] * b[[..4, ..4]][[i, j]])
}

/// Beyond the ends nothing is stored.
#[kernel]
fn beyond(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, first: i32) {
    let part = a.with_boundary(Boundary::Constant(0.0))[[.., (first..first + 20).step_by(4)]];
    y[[!i]] = sum(|j| part[[!i, j]]);
}

/// A loop over what is there.
#[kernel]
fn counted(a: &Tensor<[[f64]], _>) -> f64 {
    let mut sum = 0.0;
    for ([i, j], element) in a[[(1..8).step_by(3), (0..9).step_by(2)]].stored() {
        sum += element * (10 * i + j) as f64;
    }
    sum
}

/// A part with steps in every second row of another kernel's tensor.
#[kernel]
fn row_sums(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[(0..).step_by(4), ..]][[!i, j]]);
}

#[kernel]
fn passes(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, first: i32) {
    row_sums(y, a[[first.., ..]]);
}

type Stored<F> = StoredBlock<f64, F, 2>;

const EXTENT: usize = 9;

fn stored<F: Format<2>>(entries: &[(usize, usize, i32)]) -> Stored<F> {
    let at = entries.iter().map(|&(i, j, value)| ([i, j], f64::from(value)));
    Stored::<F>::from_entries_with([EXTENT; 2], at, |a, b| a + b).expect("a matrix")
}

fn entries() -> impl Strategy<Value = Vec<(usize, usize, i32)>> {
    proptest::collection::vec((0usize..9, 0usize..9, -4i32..5), if cfg!(miri) { 6..14 } else { 0..60 })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, ..ProptestConfig::default() })]

    #[test]
    fn each_format(row in 0usize..3, first in -12i32..12, a in entries()) {
        macro_rules! check {
            ($($format:ty, $entries:expr;)*) => {$({
                let block: Stored<$format> = stored($entries);
                let all = block.to_dense();
                let at = |i: usize, j: usize| all[EXTENT * i + j];
                let x = Block::from([1.0, -2.0, 5.0]);
                let mut y = Block::from([7.0; 3]);
                times_stepped(&mut y, &block, &x, row as i32);
                let expected = |i: usize| (0..3).filter(|j| 1 + 3 * j < 9)
                    .map(|j| at(row + 2 * i, 1 + 3 * j) * x.as_slice()[j]).sum::<f64>();
                prop_assert_eq!(y.as_slice(), (0..3).map(expected).collect::<Vec<_>>());

                let mut y = Block::from([7.0; EXTENT]);
                beyond(&mut y, &block, first);
                let expected = |i: usize| (0..5).map(|n| first + 4 * n)
                    .filter(|j| (0..9).contains(j)).map(|j| at(i, j as usize)).sum::<f64>();
                prop_assert_eq!(y.as_slice(), (0..EXTENT).map(expected).collect::<Vec<_>>());

                let expected: f64 = (0..3).flat_map(|i| (0..5).map(move |j| (i, j)))
                    .map(|(i, j)| at(1 + 3 * i, 2 * j) * (10 * i + j) as f64).sum();
                prop_assert_eq!(counted(&block), expected);
            })*};
        }
        let lower: Vec<_> = a.iter().map(|&(i, j, value)| (i, j.min(i), value)).collect();
        let near: Vec<_> = a.iter().map(|&(i, j, value)| (i, j.clamp(i.saturating_sub(2), i + 1).min(8), value)).collect();
        check!(Csr, &a; Csc, &a; Coo, &a; Interleaved, &a; Dcsr, &a; HashedRows, &a; Band, &near; Lower, &lower;
            (Dense, Dense), &a; (Compressed, Dense), &a; Dia, &a; Ell, &a; Bcsr<3, 3>, &a; Dok, &a;);
    }

    #[test]
    fn beside_each_other(a in entries(), b in entries()) {
        macro_rules! check {
            ($($format:ty, $other:ty;)*) => {$({
                let (a, b): (Stored<$format>, Stored<$other>) = (stored(&a), stored(&b));
                let (x, y) = (a.to_dense(), b.to_dense());
                let mut c = Stored::<Csr>::empty([2, 4]).expect("a matrix");
                merged(&mut c, &a, &b);
                let expected = |n: usize| {
                    let (i, j) = (n / 4, n % 4);
                    x[EXTENT * 4 * i + 1 + 2 * j] - y[EXTENT * (1 + 4 * i) + 2 * j]
                };
                prop_assert_eq!(c.to_dense(), (0..8).map(expected).collect::<Vec<_>>());
                let both = |n: usize| x[EXTENT * 2 * (n / 4) + 2 * (n % 4)] * y[EXTENT * (n / 4) + n % 4];
                prop_assert_eq!(common(&a, &b), (0..16).map(both).sum::<f64>());
            })*};
        }
        check!(Csr, Csr; Coo, Dcsr; (Dense, Dense), Coo; Interleaved, (Compressed, Dense););
    }
}

#[test]
fn a_part_is_inside() {
    let a = stored::<Csr>(&[(2, 1, 5), (4, 4, 7), (8, 7, 6)]);
    let (x, mut y) = (Block::from([1.0, 10.0, 100.0]), Block::from([0.0; 4]));
    assert!(times_stepped::fits(&y, &a, &x, 2).is_ok());
    times_stepped(&mut y, &a, &x, 2);
    assert_eq!(y.as_slice(), [5.0, 70.0, 0.0, 600.0]);
    let error = times_stepped::fits(&y, &a, &x, 3).unwrap_err().to_string();
    assert!(error.contains("3..=9 of axis 0 of a,"), "{error}");
    let far = Block::from([1.0; 4]);
    let error = times_stepped::fits(&y, &a, &far, 0).unwrap_err().to_string();
    assert!(error.contains("1..=10 of axis 1 of a,"), "{error}");
}

/// What the called kernel would refuse is said before.
#[test]
fn parts_that_are_passed_on_are_asked_for() {
    let a = stored::<Csr>(&[(1, 1, 5), (5, 4, 7)]);
    let mut y = Block::from([0.0; 2]);
    assert!(passes::fits(&y, &a, 1).is_ok());
    passes(&mut y, &a, 1);
    assert_eq!(y.as_slice(), [5.0, 7.0]);
    let error = passes::fits(&y, &a, 10).unwrap_err().to_string();
    assert!(error.contains("axis 0 of a"), "{error}");
    let long = Block::from([0.0; 3]);
    let error = passes::fits(&long, &a, 1).unwrap_err().to_string();
    assert!(error.contains("row_sums"), "{error}");
}
