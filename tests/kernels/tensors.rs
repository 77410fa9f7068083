//! The operations of tensors and of sparse vectors that the literature measures, in each format, beside dense loops.

use proptest::prelude::*;
use unite::Block;
use unite::kernel;
use unite::stored::{
    Compressed, Coo3, Csf, Dense, Dok, Hashed, Interleaved, One, Singleton, StoredBlock, StoredView,
};

/// TTV: a tensor times a vector.
#[kernel]
fn ttv(c: &mut Tensor<[[f64]]>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[f64]>) {
    c[[!i, !j]] = sum(|k| t[[!i, !j, k]] * x[[k]]);
}

/// TTM: a tensor times a matrix.
#[kernel]
fn ttm(c: &mut Tensor<[[[f64]]]>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[[f64]]>) {
    c[[!i, !j, !k]] = sum(|l| t[[!i, !j, l]] * x[[!k, l]]);
}

/// MTTKRP: a tensor, unfolded, times the columns of two matrices, each with each.
#[kernel]
fn mttkrp(m: &mut Tensor<[[f64]]>, t: &Tensor<[[[f64]]], _>, c: &Tensor<[[f64]]>, d: &Tensor<[[f64]]>) {
    m[[!i, !j]] = sum(|k, l| t[[!i, k, l]] * c[[k, !j]] * d[[l, !j]]);
}

/// PLUS
#[kernel]
fn plus(c: &mut Tensor<[[[f64]]], _>, a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) {
    c[[!i, !j, !k]] = a[[!i, !j, !k]] + b[[!i, !j, !k]];
}

/// INNERPROD
#[kernel]
fn inner(a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) -> f64 {
    sum(|i, j, k| a[[i, j, k]] * b[[i, j, k]])
}

/// BLAS 1: the product of two vectors, of which one is stored.
#[kernel]
fn dot(x: &Tensor<[f64]>, a: &Tensor<[f64], _>) -> f64 {
    sum(|i| a[[i]] * x[[i]])
}

/// y += alpha a
#[kernel]
fn axpy(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>, alpha: f64) {
    y[[!i]] += alpha * a[[!i]];
}

/// The sum of magnitudes, and that of squares.
#[kernel]
fn norms(a: &Tensor<[f64], _>) -> f64 {
    sum(|i| a[[i]].abs()) + 1000.0 * sum(|i| a[[i]] * a[[i]])
}

/// A row that is added to each row, and a column that each column is multiplied by: broadcasts.
#[kernel]
fn broadcast(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, row: &Tensor<[f64]>, column: &Tensor<[f64]>) {
    c[[!i, !j]] = row[[!j]];
    c[[!i, !j]] += a[[!i, !j]] * column[[!i]];
}

/// An accumulation of each kind along an axis, with another element where nothing is stored.
#[kernel]
fn products(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = product(|j| a[[!i, j]]);
}

/// The example of the literature.
const ENTRIES: [([usize; 3], f64); 5] =
    [([0, 1, 0], 1.0), ([1, 1, 2], 2.0), ([1, 2, 0], 3.0), ([2, 0, 1], 4.0), ([2, 2, 0], 5.0)];

#[test]
fn five_entries_in_each_format() {
    let x = Block::from([1.0, 10.0, 100.0]);
    let b = Block::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let (c, d) = (
        Block::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
        Block::from([[1.0, -1.0], [2.0, 3.0], [0.0, 7.0]]),
    );
    let dense: Vec<f64> =
        StoredBlock::<f64, Coo3, 3>::from_entries([3; 3], ENTRIES).expect("a tensor").to_dense();
    let at = |i: usize, j: usize, k: usize| dense[9 * i + 3 * j + k];
    macro_rules! check {
        ($($format:ty),*) => {$({
            let t = StoredBlock::<f64, $format, 3>::from_entries([3; 3], ENTRIES).expect("a tensor");
            let mut y = Block::<f64>::zeros([3, 3]);
            ttv(&mut y, &t, &x);
            assert_eq!(y.as_slice(), [0.0, 1.0, 0.0, 0.0, 200.0, 3.0, 40.0, 0.0, 5.0]);
            let mut y = Block::<f64>::zeros([3, 3, 2]);
            ttm(&mut y, &t, &b);
            let expected = |n: usize| (0..3).map(|l| at(n / 6, n / 2 % 3, l) * b.as_slice()[3 * (n % 2) + l]).sum::<f64>();
            assert_eq!(y.as_slice(), (0..18).map(expected).collect::<Vec<_>>());
            let mut m = Block::<f64>::zeros([3, 2]);
            mttkrp(&mut m, &t, &c, &d);
            let term = |i: usize, j: usize, n: usize| at(i, n / 3, n % 3) * c.as_slice()[2 * (n / 3) + j] * d.as_slice()[2 * (n % 3) + j];
            let expected = |n: usize| (0..9).map(|of| term(n / 2, n % 2, of)).sum::<f64>();
            assert_eq!(m.as_slice(), (0..6).map(expected).collect::<Vec<_>>());
            let other = StoredBlock::<f64, Csf, 3>::from_entries([3; 3], [([0, 1, 0], 7.0), ([2, 1, 1], 9.0)]).expect("a tensor");
            let mut sum = StoredBlock::<f64, Coo3, 3>::empty([3; 3]).expect("a tensor");
            plus(&mut sum, &t, &other);
            let expected = other.to_dense().iter().zip(&dense).map(|(a, b)| a + b).collect::<Vec<_>>();
            assert_eq!((sum.to_dense(), sum.values().len()), (expected, 6));
            assert_eq!(inner(&t, &other), 7.0);
        })*};
    }
    check!(
        Coo3,
        Csf,
        Interleaved,
        (Dense, Compressed, Compressed),
        (Compressed<u8, false>, Singleton<u8>, Singleton<u8>)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, ..ProptestConfig::default() })]

    /// One call for every kind of storage, lent arrays among them.
    #[test]
    fn vectors(entries in proptest::collection::btree_map(0usize..30, -5i32..6, 0..20), alpha in -3i32..4) {
        let entries: Vec<_> = entries.into_iter().map(|(i, value)| ([i], f64::from(value))).collect();
        let mut all = vec![0.0; 30];
        entries.iter().for_each(|([i], value)| all[*i] = *value);
        let x = Block::<f64>::from_vec((0..30).map(|i| f64::from(i % 7 - 3)).collect(), [30]).expect("a vector");
        let product: f64 = all.iter().zip(x.as_slice()).map(|(a, x)| a * x).sum();
        let both: f64 = all.iter().map(|a| a.abs() + 1000.0 * a * a).sum();
        macro_rules! check {
            ($($format:ty),*) => {$({
                let a = StoredBlock::<f64, $format, 1>::from_entries([30], entries.clone()).expect("a vector");
                prop_assert_eq!(dot(&x, &a), product);
                prop_assert_eq!(norms(&a), both);
                let mut y = Block::<f64>::from_vec(x.as_slice().to_vec(), [30]).expect("a vector");
                axpy(&mut y, &a, f64::from(alpha));
                let expected = x.as_slice().iter().zip(&all).map(|(x, a)| x + f64::from(alpha) * a);
                prop_assert_eq!(y.as_slice(), expected.collect::<Vec<_>>());
            })*};
        }
        check!((Compressed,), (Hashed,), (Dense,));
        let lent = StoredView::<f64, (Dense,), 1>::dense([30], &all).expect("a vector");
        prop_assert_eq!(dot(&x, lent), product);
    }
}

/// Keys in one map over all axes are walked, too.
#[test]
fn keys() {
    let a = StoredBlock::<f64, Dok, 1>::from_entries([4], [([3], 2.0), ([0], 5.0)]).expect("a vector");
    assert_eq!(dot(&Block::from([1.0, 7.0, 7.0, 10.0]), &a), 25.0);
}

#[test]
fn broadcasts_and_accumulations() {
    let entries = [([0, 1], 2.0), ([2, 0], 3.0), ([2, 1], 4.0)];
    let a = StoredBlock::<f64, (Dense, Compressed), 2>::from_entries([3, 2], entries).expect("a matrix");
    let mut c = Block::<f64>::zeros([3, 2]);
    broadcast(&mut c, &a, &Block::from([1.0, -1.0]), &Block::from([10.0, 20.0, 30.0]));
    assert_eq!(c.as_slice(), [1.0, 19.0, 1.0, -1.0, 91.0, 119.0]);
    let mut y = Block::from([0.0; 3]);
    products(&mut y, &a.with_fill::<One>());
    assert_eq!(y.as_slice(), [2.0, 1.0, 12.0]);
}
