//! `product` and `all` over dense and stored tensors, in several formats, beside dense loops.

use proptest::prelude::*;
use unite::library::Heap;
use unite::stored::{Coo, Csc, Csr, Dcsr, Dense, Dia, Fill, Format, HashedRows, One, StoredBlock};
use unite::{Block, Elem, kernel};

#[kernel]
fn products(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = product(|j| a[[!i, j]]);
}

#[kernel]
fn products_of_columns(y: &mut Tensor<[i32]>, a: &Tensor<[[i32]], _>) {
    y[[!j]] = product(|i| a[[i, !j]]);
}

/// What any of them has, and what is known of quotients, powers and roots of one.
#[kernel]
fn product_of_both(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    product(|i, j| a[[i, j]].abs().powi(2) * a[[i, j]] / b[[i, j]])
}

/// Rows that lie side by side.
#[kernel]
fn products_of_rows(y: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, x: &Tensor<[[f64]]>) {
    y[[!i, !k]] = product(|j| a[[!i, j]].abs().powf(x[[j, !k]]));
}

#[kernel]
fn product_appended(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>) {
    c[[!i]] = product(|j| a[[!i, j]]);
}

#[kernel]
fn are_positive(y: &mut Tensor<[bool]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = all(|j| a[[!i, j]] >= 0.0);
}

#[kernel]
fn is_symmetric(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> bool {
    all(|i, j| a[[i, j]] == b[[j, i]])
}

/// Conditions of conditions.
#[kernel]
fn is_small(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> bool {
    all(|i, j| a[[i, j]] <= 2.0 && !(b[[i, j]] < -2.0) || 0.0 == a[[i, j]])
}

#[kernel]
fn any_is_not(a: &Tensor<[[f64]], _>) -> bool {
    any(|i, j| !(a[[i, j]] >= -3.0))
}

#[kernel]
fn are_positive_appended(c: &mut Tensor<[bool], _>, a: &Tensor<[[f64]], _>) {
    c[[!i]] = all(|j| a[[!i, j]] >= 0.0);
}

#[kernel]
fn of_dense(a: &Tensor<[[i16]]>) -> i32 {
    if all(|i, j| a[[i, j]] > 0) { product(|i| a[[i, 0]]) } else { -1 }
}

type Stored<T, F, Z> = StoredBlock<T, F, 2, Z>;

fn stored<T: Elem + From<i8>, F: Format<2>, Z: Fill<T>>(
    extents: [usize; 2],
    entries: &[(usize, usize, i8)],
) -> Stored<T, F, Z> {
    let at = entries.iter().map(|&(i, j, value)| ([i % extents[0], j % extents[1]], T::from(value)));
    Stored::<T, F, Z>::from_entries_with(extents, at, |_, b| b).expect("a matrix")
}

fn entries() -> impl Strategy<Value = Vec<(usize, usize, i8)>> {
    proptest::collection::vec((0usize..64, 0usize..64, -4i8..5), if cfg!(miri) { 6..14 } else { 0..40 })
}

fn zeros(extent: usize) -> Heap<f64, 1> {
    Block::<f64>::zeros([extent])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, ..ProptestConfig::default() })]

    #[test]
    fn factors(rows in 1usize..9, columns in 1usize..9, a in entries(), b in entries()) {
        let wide = Block::<f64>::from_vec((0..columns * 3).map(|k| k as f64 - 4.0).collect(), [columns, 3]).expect("a matrix");
        macro_rules! check {
            ($($format:ty),*) => {$({
                let p: Stored<f64, $format, One> = stored([rows, columns], &a);
                let dense = p.to_dense();
                let product = |i: usize| dense[i * columns..(i + 1) * columns].iter().product::<f64>();
                let expected: Vec<f64> = (0..rows).map(product).collect();
                let mut y = zeros(rows);
                products(&mut y, &p);
                prop_assert_eq!(y.as_slice(), &expected[..]);
                let q: Stored<i32, $format, One> = stored([rows, columns], &b);
                let (of, mut z) = (q.to_dense(), Block::<i32>::zeros([columns]));
                products_of_columns(&mut z, &q);
                let product = |j: usize| (0..rows).map(|i| of[i * columns + j]).fold(1, i32::wrapping_mul);
                prop_assert_eq!(z.as_slice(), (0..columns).map(product).collect::<Vec<_>>());
            })*};
        }
        check!(Csr, Csc, Coo, Dcsr, HashedRows, Dia, (Dense, Dense));
        let (p, q): (Stored<f64, Csr, One>, Stored<f64, Coo, One>) = (stored([rows, columns], &a), stored([rows, columns], &b));
        let (x, z) = (p.to_dense(), q.to_dense());
        // What is divided by zero has no place in a comparison.
        if !x.contains(&0.0) && !z.contains(&0.0) {
            let expected: f64 = x.iter().zip(&z).map(|(x, z)| x.abs().powi(2) * x / z).product();
            let found = product_of_both(&p, &q);
            prop_assert!((found - expected).abs() <= expected.abs() * 1e-9, "{} is not {}", found, expected);
        }
        let mut y = Block::<f64>::zeros([rows, 3]);
        products_of_rows(&mut y, &p, &wide);
        for (at, &found) in y.as_slice().iter().enumerate() {
            let factor = |j: usize| x[at / 3 * columns + j].abs().powf(wide.as_slice()[j * 3 + at % 3]);
            let expected = (0..columns).map(factor).product::<f64>();
            prop_assert!(found == expected || (found - expected).abs() <= expected * 1e-9 || expected.is_nan());
        }
        let mut c = StoredBlock::<f64, (unite::stored::Compressed,), 1, One>::empty([rows]).expect("a vector");
        product_appended(&mut c, &p);
        let product = |i: usize| x[i * columns..(i + 1) * columns].iter().product::<f64>();
        prop_assert_eq!(c.to_dense(), (0..rows).map(product).collect::<Vec<_>>());
    }

    #[test]
    fn conditions(rows in 1usize..9, columns in 1usize..9, a in entries(), b in entries()) {
        macro_rules! check {
            ($($format:ty),*) => {$({
                let p: Stored<f64, $format, unite::stored::Zero> = stored([rows, columns], &a);
                let dense = p.to_dense();
                let is_positive = |i: usize| dense[i * columns..(i + 1) * columns].iter().all(|&x| x >= 0.0);
                let mut y = Block::<bool>::zeros([rows]);
                are_positive(&mut y, &p);
                prop_assert_eq!(y.as_slice(), (0..rows).map(is_positive).collect::<Vec<_>>());
                prop_assert_eq!(any_is_not(&p), dense.iter().any(|&x| x < -3.0));
            })*};
        }
        check!(Csr, Csc, Coo, Dcsr, HashedRows, Dia, (Dense, Dense));
        let (p, q): (Stored<f64, Csr, unite::stored::Zero>, Stored<f64, Coo, unite::stored::Zero>) =
            (stored([rows, columns], &a), stored([rows, columns], &b));
        let (x, z) = (p.to_dense(), q.to_dense());
        let expected = x.iter().zip(&z).all(|(&x, &z)| x <= 2.0 && z >= -2.0 || x == 0.0);
        prop_assert_eq!(is_small(&p, &q), expected);
        let turned = Stored::<f64, Csc, unite::stored::Zero>::from_entries(
            [columns, rows], p.to_entries().into_iter().map(|([i, j], value)| ([j, i], value))
        ).expect("a matrix");
        prop_assert!(is_symmetric(&p, &turned));
        let other: Stored<f64, Csc, unite::stored::Zero> = stored([columns, rows], &b);
        let of = other.to_dense();
        prop_assert_eq!(is_symmetric(&p, &other), (0..rows * columns).all(|at| x[at] == of[at % columns * rows + at / columns]));
        let mut c = StoredBlock::<bool, (unite::stored::Compressed,), 1, One>::empty([rows]).expect("a vector");
        are_positive_appended(&mut c, &p);
        let is_positive = |i: usize| x[i * columns..(i + 1) * columns].iter().all(|&x| x >= 0.0);
        prop_assert_eq!(c.to_dense(), (0..rows).map(is_positive).collect::<Vec<_>>());
    }
}

#[test]
fn dense() {
    let of =
        |elements: [i16; 4]| of_dense(&Block::<i16>::from_vec(elements.to_vec(), [2, 2]).expect("a matrix"));
    assert_eq!([of([3, 1, 5, 2]), of([3, 1, 5, 0])], [15, -1]);
}
