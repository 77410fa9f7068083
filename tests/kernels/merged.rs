//! Several stored tensors in one statement, in pairs of formats, beside dense loops.

use proptest::prelude::*;
use unite::Block;
use unite::kernel;
use unite::library::Heap;
use unite::stored::{
    Band, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Format, HashedRows, Lower, StoredBlock,
};

#[kernel]
fn added(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

#[kernel]
fn less(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] += 2.0 * a[[!i, !j]] - b[[!i, !j]];
}

#[kernel]
fn multiplied(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] * b[[!i, !j]];
}

#[kernel]
fn inner(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[i, j]])
}

/// The larger of two, which is not looked into: where one is absent it is zero.
#[kernel]
fn chosen(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] * f64::max(a[[!i, !j]], b[[!i, !j]] + 1.0);
}

/// The larger of two, in which what is absent is zero.
#[kernel]
fn larger(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]].max(2.0 * b[[!i, !j]]);
}

/// The same of the smaller ones, into a stored tensor.
#[kernel]
fn smaller(c: &mut Tensor<[[f64]], Csr>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = (a[[!i, !j]] - b[[!i, !j]]).min(b[[!i, !j]]);
}

/// What is stored, divided by what is not.
#[kernel]
fn divided(c: &mut Tensor<[[f64]], Csr>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    c[[!i, !j]] = (a[[!i, !j]] + b[[!i, !j]]) / x[[!j]];
}

/// Rows of products, taken off.
#[kernel]
fn taken_off(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] -= a[[!i, !j]] * x[[!j]];
    y[[!i]] -= sum(|j| a[[!i, j]] * b[[!i, j]]);
}

#[kernel]
fn three_times(
    c: &mut Tensor<[[f64]]>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
    d: &Tensor<[[f64]], _>,
) {
    c[[!i, !j]] = a[[!i, !j]] * b[[!i, !j]] * d[[!i, !j]];
}

#[kernel]
fn three_added(
    c: &mut Tensor<[[f64]]>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
    d: &Tensor<[[f64]], _>,
) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]] + d[[!i, !j]];
}

#[kernel]
fn mixed(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>, d: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] * (b[[!i, !j]] + d[[!i, !j]]);
}

/// y = A x, both stored.
#[kernel]
fn spmspv(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64], _>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// C = A B, both stored.
#[kernel]
fn spgemm(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !k]] = sum(|j| a[[!i, j]] * b[[j, !k]]);
}

/// C = A B^T, where B stands by columns.
#[kernel]
fn by_columns(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!j, !i]];
}

#[kernel]
fn inner_of_three_axes(a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) -> f64 {
    sum(|i, j, k| a[[i, j, k]] * b[[i, j, k]])
}

#[kernel]
fn added_of_three_axes(c: &mut Tensor<[[[f64]]]>, a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) {
    c[[!i, !j, !k]] = a[[!i, !j, !k]] + b[[!i, !j, !k]];
}

/// C = A + B, all stored.
#[kernel]
fn summed(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

/// C = 2 A B x, element by element, all stored but a vector.
#[kernel]
fn common(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    c[[!i, !j]] = 2.0 * a[[!i, !j]] * b[[!i, !j]] * x[[!j]];
}

/// C = -A
#[kernel]
fn negative(c: &mut Tensor<[[f64]], Csr>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = -a[[!i, !j]];
}

/// D = A (B + C)
#[kernel]
fn masked(
    d: &mut Tensor<[[f64]], _>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
    c: &Tensor<[[f64]], _>,
) {
    d[[!i, !j]] = a[[!i, !j]] * (b[[!i, !j]] + c[[!i, !j]]);
}

#[kernel]
fn common_of_three_axes(c: &mut Tensor<[[[f64]]], _>, a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) {
    c[[!i, !j, !k]] = a[[!i, !j, !k]] * b[[!i, !j, !k]];
}

#[kernel]
fn summed_of_three_axes(c: &mut Tensor<[[[f64]]], _>, a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) {
    c[[!i, !j, !k]] = a[[!i, !j, !k]] + b[[!i, !j, !k]];
}

/// C = A B, all stored: rows are summed before they are appended.
#[kernel]
fn product(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]]);
}

/// C = M (A B), computed where M has elements; M is element by element.
#[kernel]
fn product_under_mask(
    c: &mut Tensor<[[f64]], _>,
    m: &Tensor<[[f64]], _>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
) {
    c[[!i, !j]] = sum(|k| m[[!i, !j]] * a[[!i, k]] * b[[k, !j]]);
}

/// The sums of the columns of A and B.
#[kernel]
fn columns(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!j]] = sum(|i| a[[i, !j]] + b[[i, !j]]);
}

/// A x, where rows without an element of A give none.
#[kernel]
fn rows(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    c[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// A tensor of three axes times a vector.
#[kernel]
fn along_the_last(c: &mut Tensor<[[f64]], _>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[f64]>) {
    c[[!i, !j]] = sum(|k| t[[!i, !j, k]] * x[[k]]);
}

/// The same along its second axis, and the sum of two of them.
#[kernel]
fn along_the_second(
    c: &mut Tensor<[[f64]], _>,
    t: &Tensor<[[[f64]]], _>,
    u: &Tensor<[[[f64]]], _>,
    x: &Tensor<[f64]>,
) {
    c[[!i, !k]] = sum(|j| (t[[!i, j, !k]] - u[[!i, j, !k]]) * x[[j]]);
}

/// Counts of bytes.
#[kernel]
fn counted(c: &mut Tensor<[i32], (Compressed,)>, a: &Tensor<[[u8]], _>) {
    c[[!j]] = sum(|i| a[[i, !j]]);
}

/// The brighter of two pictures of bytes.
#[kernel]
fn added_bytes(c: &mut Tensor<[[u8]], _>, a: &Tensor<[[u8]], _>, b: &Tensor<[[u8]], _>) {
    c[[!y, !x]] = (a[[!y, !x]] + b[[!y, !x]]).min(255);
}

/// The same tensor twice is one operand.
#[kernel]
fn squares(a: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * a[[i, j]] + 2.0 * a[[i, j]])
}

/// Names that the expansion has, too.
#[kernel]
fn weighted(a: &Tensor<[[f64]], _>, total: &Tensor<[f64]>, element_1: f64) -> f64 {
    sum(|i, j| a[[i, j]] * total[[j]])
        + element_1 * sum(|total_, j| a[[total_, j]] * a[[total_, j]] * total[[j]])
}

#[kernel]
fn dot(total: &Tensor<[f64]>, element_0: &Tensor<[f64]>) -> f64 {
    sum(|i| total[[i]] * element_0[[i]])
}

#[kernel]
fn scaled(
    c: &mut Tensor<[[f64]], _>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
    element_0: &Tensor<[f64]>,
    element_1: f64,
) {
    c[[!i, !j]] = a[[!i, !j]] * b[[!i, !j]] * element_0[[!j]] * element_1;
}

type Stored<F> = StoredBlock<f64, F, 2>;

fn stored<F: Format<2>>(extents: [usize; 2], entries: &[(usize, usize, i32)]) -> Stored<F> {
    let at = entries.iter().map(|&(i, j, value)| ([i % extents[0], j % extents[1]], f64::from(value)));
    Stored::<F>::from_entries_with(extents, at, |a, b| a + b).expect("a matrix")
}

fn zip(a: &[f64], b: &[f64], f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect()
}

fn filled(extents: [usize; 2]) -> Heap<f64, 2> {
    Block::<f64>::from_vec(vec![7.0; extents[0] * extents[1]], extents).expect("a block")
}

/// Entries of random matrices.
fn entries() -> impl Strategy<Value = Vec<(usize, usize, i32)>> {
    proptest::collection::vec((0usize..64, 0usize..64, -4i32..5), if cfg!(miri) { 6..14 } else { 0..40 })
}

/// What every pair of formats in order gives.
macro_rules! check {
    ($a:expr, $b:expr, $extents:expr; $($first:ty, $second:ty;)*) => {$({
        let (a, b): (Stored<$first>, Stored<$second>) = (stored($extents, $a), stored($extents, $b));
        let (x, y) = (a.to_dense(), b.to_dense());
        let mut c = filled($extents);
        added(&mut c, &a, &b);
        prop_assert_eq!(c.as_slice(), zip(&x, &y, |x, y| x + y));
        less(&mut c, &a, &b);
        prop_assert_eq!(c.as_slice(), zip(&x, &y, |x, y| x + y + (2.0 * x - y)));
        chosen(&mut c, &a, &b);
        prop_assert_eq!(c.as_slice(), zip(&x, &y, |x, y| x * x.max(y + 1.0)));
        larger(&mut c, &a, &b);
        prop_assert_eq!(c.as_slice(), zip(&x, &y, |x, y| x.max(2.0 * y)));
        let mut s = Stored::<Csr>::empty($extents).expect("a matrix");
        smaller(&mut s, &a, &b);
        prop_assert_eq!(s.to_dense(), zip(&x, &y, |x, y| (x - y).min(y)));
        let columns = $extents[1];
        let z = Block::<f64>::from_vec((0..columns).map(|j| j as f64 - 2.5).collect(), [columns]).expect("a vector");
        divided(&mut s, &a, &b, &z);
        let quotients = zip(&x, &y, |x, y| x + y).into_iter().enumerate().map(|(n, sum)| sum / z.as_slice()[n % columns]);
        prop_assert_eq!(s.to_dense(), quotients.collect::<Vec<_>>());
        let mut left = Block::<f64>::from_vec(vec![7.0; $extents[0]], [$extents[0]]).expect("a vector");
        taken_off(&mut left, &a, &b, &z);
        let row = |i: usize| {
            let terms = (columns * i..columns * (i + 1)).map(|n| x[n] * z.as_slice()[n % columns] + x[n] * y[n]);
            7.0 - terms.sum::<f64>()
        };
        prop_assert_eq!(left.as_slice(), (0..$extents[0]).map(row).collect::<Vec<_>>());
        products!($a, $b, $extents; $first, $second;);
    })*};
}

/// What every pair of formats gives of which one finds coordinates, or both are in order.
macro_rules! products {
    ($a:expr, $b:expr, $extents:expr; $($first:ty, $second:ty;)*) => {$({
        let (a, b): (Stored<$first>, Stored<$second>) = (stored($extents, $a), stored($extents, $b));
        let (x, y) = (a.to_dense(), b.to_dense());
        let mut c = filled($extents);
        multiplied(&mut c, &a, &b);
        prop_assert_eq!(c.as_slice(), zip(&x, &y, |x, y| x * y));
        prop_assert_eq!(inner(&a, &b), zip(&x, &y, |x, y| x * y).iter().sum::<f64>());
        prop_assert_eq!(squares(&a), x.iter().map(|x| x * x + 2.0 * x).sum::<f64>());
    })*};
}

macro_rules! threes {
    ($a:expr, $b:expr, $d:expr, $extents:expr; $($first:ty, $second:ty, $third:ty;)*) => {$({
        let (a, b): (Stored<$first>, Stored<$second>) = (stored($extents, $a), stored($extents, $b));
        let d: Stored<$third> = stored($extents, $d);
        let (x, y, z) = (a.to_dense(), b.to_dense(), d.to_dense());
        let mut c = filled($extents);
        three_times(&mut c, &a, &b, &d);
        prop_assert_eq!(c.as_slice(), zip(&zip(&x, &y, |x, y| x * y), &z, |xy, z| xy * z));
        three_added(&mut c, &a, &b, &d);
        prop_assert_eq!(c.as_slice(), zip(&zip(&x, &y, |x, y| x + y), &z, |xy, z| xy + z));
        mixed(&mut c, &a, &b, &d);
        prop_assert_eq!(c.as_slice(), zip(&x, &zip(&y, &z, |y, z| y + z), |x, yz| x * yz));
    })*};
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, ..ProptestConfig::default() })]

    #[test]
    fn pairs(rows in 1usize..9, columns in 1usize..9, a in entries(), b in entries()) {
        check!(&a, &b, [rows, columns];
            Csr, Csr; Csr, Dcsr; Dcsr, Csr<u8>; Dcsr, Dcsr; Coo, Csr; Coo, Coo; Dcsr, Coo; (Dense, Dense), Csr;
            (Compressed, Dense), Coo; Csr, (Compressed<u16>, Dense););
        products!(&a, &b, [rows, columns];
            HashedRows, Csr; Coo, HashedRows; HashedRows, HashedRows; (Dense, Dense), HashedRows;);
        let lower: Vec<_> = a.iter().map(|&(i, j, value)| ((i % rows), (j % columns).min(i % rows), value)).collect();
        check!(&lower, &b, [rows, columns]; Band, Csr; Band, Band;);
        let square = [rows, rows];
        let lower: Vec<_> = a.iter().map(|&(i, j, value)| ((i % rows), (j % rows).min(i % rows), value)).collect();
        check!(&lower, &b, square; Lower, Coo;);
        let (x, y): (Stored<Csr>, Stored<Csc>) = (stored(square, &a), stored(square, &b));
        let mut c = filled(square);
        by_columns(&mut c, &x, &y);
        let (dense, other) = (x.to_dense(), y.to_dense());
        for i in 0..rows {
            for j in 0..rows {
                prop_assert_eq!(c.as_slice()[rows * i + j], dense[rows * i + j] + other[rows * j + i]);
            }
        }
    }

    #[test]
    fn outputs(rows in 1usize..9, columns in 1usize..9, a in entries(), b in entries(), d in entries()) {
        let extents = [rows, columns];
        let x = Block::<f64>::from_vec((0..columns).map(|j| j as f64 - 2.0).collect(), [columns]).expect("a vector");
        macro_rules! check {
            ($($first:ty, $second:ty => $output:ty;)*) => {$({
                let (p, q): (Stored<$first>, Stored<$second>) = (stored(extents, &a), stored(extents, &b));
                let r: Stored<Csr> = stored(extents, &d);
                let (dense, other, third) = (p.to_dense(), q.to_dense(), r.to_dense());
                let mut c = Stored::<$output>::from_entries(extents, [([rows - 1, 0], 9.0)]).expect("a matrix");
                summed(&mut c, &p, &q);
                prop_assert_eq!(c.to_dense(), zip(&dense, &other, |x, y| x + y));
                // Made anew of its entries it is the same.
                prop_assert_eq!(&c, &Stored::<$output>::from_entries(extents, c.to_entries()).expect("a matrix"));
                common(&mut c, &p, &q, &x);
                let scaled = |(at, value): (usize, f64)| 2.0 * value * x.as_slice()[at % columns];
                let products = zip(&dense, &other, |x, y| x * y);
                prop_assert_eq!(c.to_dense(), products.into_iter().enumerate().map(scaled).collect::<Vec<_>>());
                prop_assert_eq!(&c, &Stored::<$output>::from_entries(extents, c.to_entries()).expect("a matrix"));
                masked(&mut c, &p, &q, &r);
                prop_assert_eq!(c.to_dense(), zip(&dense, &zip(&other, &third, |y, z| y + z), |x, yz| x * yz));
                let mut n = Stored::<Csr>::empty(extents).expect("a matrix");
                negative(&mut n, &p);
                prop_assert_eq!(n.to_dense(), dense.iter().map(|x| -x).collect::<Vec<_>>());
            })*};
        }
        check!(Csr, Csr => Csr; Coo, Csr => Dcsr; Dcsr, Coo => Coo; Coo, Coo => (Dense, Dense); Csr, Csr<u8> => Csr<u16>;
            (Dense, Dense), Csr => (Compressed, Dense); Csr, Dcsr => Coo;);
    }

    #[test]
    fn threes(rows in 1usize..9, columns in 1usize..9, a in entries(), b in entries(), d in entries()) {
        threes!(&a, &b, &d, [rows, columns];
            Csr, Csr, Csr; Coo, Dcsr, Csr; Csr, (Dense, Dense), Coo; Coo, Coo, Coo; (Dense, Dense), (Dense, Dense), Dcsr;);
    }

    #[test]
    fn products_of_matrices(extents in [1usize..9, 1usize..9, 1usize..9], a in entries(), b in entries()) {
        let [rows, between, columns] = extents;
        macro_rules! check {
            ($($first:ty, $second:ty;)*) => {$({
                let x: Stored<$first> = stored([rows, between], &a);
                let y: Stored<$second> = stored([between, columns], &b);
                let (dense, other) = (x.to_dense(), y.to_dense());
                let mut c = filled([rows, columns]);
                spgemm(&mut c, &x, &y);
                for i in 0..rows {
                    for k in 0..columns {
                        let sum = (0..between).fold(0.0, |sum, j| sum + dense[between * i + j] * other[columns * j + k]);
                        prop_assert_eq!(c.as_slice()[columns * i + k], sum);
                    }
                }
                let mut z = Block::<f64>::zeros([rows]);
                let entries = (0..between).map(|j| ([j], f64::from(b.get(j).map_or(0, |b| b.2))));
                let vector = StoredBlock::<f64, (Compressed,), 1>::from_entries([between], entries.filter(|(_, x)| *x != 0.0))
                    .expect("a vector");
                spmspv(&mut z, &x, &vector);
                let full = vector.to_dense();
                for i in 0..rows {
                    let sum = (0..between).fold(0.0, |sum, j| sum + dense[between * i + j] * full[j]);
                    prop_assert_eq!(z.as_slice()[i], sum);
                }
            })*};
        }
        check!(Csr, Csr; Coo, Csr; Csr, Dcsr; Csr, Coo; Dcsr, HashedRows; (Dense, Dense), Csr;);
    }

    #[test]
    fn summed_outputs(extents in [1usize..9, 1usize..9, 1usize..90], a in entries(), b in entries(), d in entries()) {
        let [rows_, between, columns_] = extents;
        let x = Block::<f64>::from_vec((0..between).map(|j| j as f64 - 2.0).collect(), [between]).expect("a vector");
        macro_rules! check {
            ($($first:ty, $second:ty => $output:ty;)*) => {$({
                let p: Stored<$first> = stored([rows_, between], &a);
                let q: Stored<$second> = stored([between, columns_], &b);
                let m: Stored<Csr> = stored([rows_, columns_], &d);
                let (left, right, mask) = (p.to_dense(), q.to_dense(), m.to_dense());
                let products: Vec<f64> = (0..rows_ * columns_)
                    .map(|at| {
                        let (i, k) = (at / columns_, at % columns_);
                        (0..between).fold(0.0, |sum, j| sum + left[between * i + j] * right[columns_ * j + k])
                    })
                    .collect();
                let mut c = Stored::<$output>::from_entries([rows_, columns_], [([rows_ - 1, 0], 9.0)]).expect("a matrix");
                product(&mut c, &p, &q);
                prop_assert_eq!(c.to_dense(), &products[..]);
                // Made anew of its entries it is the same.
                prop_assert_eq!(&c, &Stored::<$output>::from_entries([rows_, columns_], c.to_entries()).expect("a matrix"));
                product_under_mask(&mut c, &m, &p, &q);
                prop_assert_eq!(c.to_dense(), zip(&products, &mask, |xy, m| m * xy));
                prop_assert_eq!(&c, &Stored::<$output>::from_entries([rows_, columns_], c.to_entries()).expect("a matrix"));
                let other: Stored<$first> = stored([rows_, between], &d);
                let mut c = StoredBlock::<f64, (Compressed,), 1>::from_entries([between], [([0], 9.0)]).expect("a vector");
                columns(&mut c, &p, &other);
                let both = zip(&left, &other.to_dense(), |x, y| x + y);
                let of_column = |j: usize| (0..rows_).map(|i| both[between * i + j]).sum::<f64>();
                prop_assert_eq!(c.to_dense(), (0..between).map(of_column).collect::<Vec<_>>());
                let mut c = StoredBlock::<f64, (Compressed,), 1>::empty([rows_]).expect("a vector");
                rows(&mut c, &p, &x);
                let of_row = |i: usize| (0..between).map(|j| left[between * i + j] * x.as_slice()[j]).sum::<f64>();
                prop_assert_eq!(c.to_dense(), (0..rows_).map(of_row).collect::<Vec<_>>());
                let there: Vec<usize> = c.to_entries().iter().map(|([i], _)| *i).collect();
                let mut expected: Vec<usize> = p.to_entries().iter().map(|([i, _], _)| *i).collect();
                expected.dedup();
                if !matches!(stringify!($first), "(Dense, Dense)") {
                    prop_assert_eq!(there, expected);
                }
            })*};
        }
        check!(Csr, Csr => Csr; Coo, Csr => Dcsr; Csr, Dcsr => Coo; Coo, Coo => (Dense, Dense); Dcsr, Csr<u8> => Csr<u16>;
            (Dense, Dense), Csr => (Compressed, Dense); Csr, (Dense, Dense) => Csr;);
        // The second is walked row by row, in any order.
        let (p, q): (Stored<Csr>, Stored<HashedRows>) = (stored([rows_, between], &a), stored([between, columns_], &b));
        let (mut c, mut other) = (Stored::<Csr>::empty([rows_, columns_]).expect("a matrix"), filled([rows_, columns_]));
        product(&mut c, &p, &q);
        spgemm(&mut other, &p, &q);
        prop_assert_eq!(c.to_dense(), other.as_slice());
    }

    #[test]
    fn tensors(extents in [1usize..5, 1usize..5, 1usize..5], a in entries(), b in entries()) {
        let stored = |entries: &[(usize, usize, i32)]| {
            let at = entries.iter().map(|&(i, j, value)| {
                ([i % extents[0], j % extents[1], (i + 3 * j) % extents[2]], f64::from(value))
            });
            StoredBlock::<f64, Csf, 3>::from_entries_with(extents, at, |a, b| a + b).expect("a tensor")
        };
        let (x, y) = (stored(&a), stored(&b));
        let products = zip(&x.to_dense(), &y.to_dense(), |x, y| x * y);
        let expected = products.iter().sum::<f64>();
        let sums = zip(&x.to_dense(), &y.to_dense(), |x, y| x + y);
        macro_rules! check {
            ($($first:ty, $second:ty => $output:ty;)*) => {$({
                let (x, y) = (x.to::<$first>().expect("a tensor"), y.to::<$second>().expect("a tensor"));
                prop_assert_eq!(inner_of_three_axes(&x, &y), expected);
                let mut c = Block::<f64>::from_vec(vec![3.0; extents.iter().product()], extents).expect("a block");
                added_of_three_axes(&mut c, &x, &y);
                prop_assert_eq!(c.as_slice(), &sums);
                let mut d = StoredBlock::<f64, $output, 3>::empty(extents).expect("a tensor");
                summed_of_three_axes(&mut d, &x, &y);
                prop_assert_eq!(d.to_dense(), &sums[..]);
                common_of_three_axes(&mut d, &x, &y);
                prop_assert_eq!(d.to_dense(), &products[..]);
                let [n, m, l] = extents;
                let vector = Block::<f64>::from_vec((0..9).map(|k| k as f64 - 1.5).collect(), [9]).expect("a vector");
                let (v, t, u) = (vector.as_slice(), x.to_dense(), y.to_dense());
                let at = |i: usize, j: usize, k: usize| l * (m * i + j) + k;
                let mut c = Stored::<Csr>::empty([n, m]).expect("a matrix");
                along_the_last(&mut c, &x, &vector);
                let of = |ij: usize| (0..l).fold(0.0, |sum, k| sum + t[at(ij / m, ij % m, k)] * v[k]);
                prop_assert_eq!(c.to_dense(), (0..n * m).map(of).collect::<Vec<_>>());
                let mut c = Stored::<Dcsr>::empty([n, l]).expect("a matrix");
                along_the_second(&mut c, &x, &y, &vector);
                let of = |ik: usize| {
                    let term = |j: usize| (t[at(ik / l, j, ik % l)] - u[at(ik / l, j, ik % l)]) * v[j];
                    (0..m).fold(0.0, |sum, j| sum + term(j))
                };
                prop_assert_eq!(c.to_dense(), (0..n * l).map(of).collect::<Vec<_>>());
            })*};
        }
        check!(Csf, Csf => Csf; Coo3, Csf => Coo3; Coo3, Coo3 => Csf; (Dense, Compressed, Compressed), Coo3 => (Dense, Dense, Compressed);
            (Dense, Dense, Dense), Csf => Coo3;);
    }
}

#[test]
fn extents_of_operands_agree() {
    let a = Stored::<Csr>::empty([3, 4]).unwrap();
    let b = Stored::<Csr>::empty([3, 5]).unwrap();
    let error = added::fits(&filled([3, 4]), &a, &b).unwrap_err().to_string();
    assert!(error.contains("0..=4 of axis 1 of a,"), "{error}");
    assert!(added::fits(&filled([3, 5]), &b, &b).is_ok());
    assert!(added::fits(&filled([3, 4]), &b, &b).is_err());
}

#[test]
fn outputs_are_whole_or_empty() {
    let (a, b) = (Stored::<Csr>::empty([3, 4]).unwrap(), Stored::<Csr>::empty([3, 4]).unwrap());
    let c = Stored::<Csr>::empty([4, 4]).unwrap();
    assert!(summed::fits(&a, &a, &b).is_ok());
    let error = summed::fits(&c, &a, &b).unwrap_err().to_string();
    assert!(error.contains("0..=3 of axis 0 of a,"), "{error}");
    // 300 positions are too many for bytes.
    let many = Stored::<Csr>::from_entries([2, 200], (0..300).map(|at| ([at / 150, at % 150], 1.0))).unwrap();
    let none = Stored::<Csr>::empty([2, 200]).unwrap();
    let mut narrow = Stored::<Csr<u8>>::from_entries([2, 200], [([1, 199], 5.0)]).unwrap();
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| summed(&mut narrow, &many, &none)));
    assert!(panics.is_err());
    assert_eq!((narrow.to_entries(), narrow.extents()), (vec![], [2, 200]));
}

#[test]
fn sums_of_bytes_are_exact() {
    let at = (0..300).map(|i| ([i, i % 3], 255));
    let a = StoredBlock::<u8, Csr, 2>::from_entries([300, 70], at.chain([([7, 69], 1)])).unwrap();
    let mut c = StoredBlock::<i32, (Compressed,), 1>::empty([70]).unwrap();
    counted(&mut c, &a);
    assert_eq!(c.to_entries(), [([0], 25500), ([1], 25500), ([2], 25500), ([69], 1)]);
}

#[test]
fn sums_that_are_zero_are_kept() {
    let a = Stored::<Csr>::from_entries([1, 2], [([0, 0], 1.0), ([0, 1], -1.0)]).unwrap();
    let b =
        Stored::<Csr>::from_entries([2, 300], [([0, 299], 5.0), ([1, 299], 5.0), ([1, 64], 1.0)]).unwrap();
    let mut c = Stored::<Csr>::empty([1, 300]).unwrap();
    product(&mut c, &a, &b);
    assert_eq!(c.to_entries(), [([0, 64], -1.0), ([0, 299], 0.0)]);
}

#[test]
fn bytes_are_appended() {
    let at = |entries: &[([usize; 2], u8)]| {
        StoredBlock::<u8, Csr, 2>::from_entries([2, 3], entries.to_vec()).unwrap()
    };
    let (a, b) = (at(&[([0, 1], 200), ([1, 2], 7)]), at(&[([0, 1], 100), ([1, 0], 3)]));
    let mut c = at(&[]);
    added_bytes(&mut c, &a, &b);
    assert_eq!(c.to_entries(), [([0, 1], 255), ([1, 0], 3), ([1, 2], 7)]);
}

#[test]
fn names_of_kernels_are_theirs() {
    let x = Block::<f64>::from_vec(vec![1.0, 10.0, 100.0], [3]).unwrap();
    let a = Stored::<Csr>::from_entries([2, 3], [([0, 1], 2.0), ([1, 2], 3.0)]).unwrap();
    assert_eq!(dot(&x, &x), 10101.0);
    assert_eq!(weighted(&a, &x, 2.0), 320.0 + 2.0 * 940.0);
    let mut c = Stored::<Csr>::empty([2, 3]).unwrap();
    scaled(&mut c, &a, &a, &x, 2.0);
    assert_eq!(c.to_entries(), [([0, 1], 80.0), ([1, 2], 1800.0)]);
}

#[test]
fn the_plan_says_what_is_merged() {
    let plan = mixed::plan();
    assert!(plan.contains("`a`, `b`, `d` are walked side by side"), "{plan}");
    assert!(plan.contains("computed where there is `a` and `b` and `d`; `a` and `d`; `a` and `b`"), "{plan}");
    let plan = product::plan();
    assert!(plan.contains("; summed over k in a workspace, a row along j"), "{plan}");
    let plan = rows::plan();
    assert!(plan.contains("`a` is walked; computed where there is `a`; summed over j"), "{plan}");
}
