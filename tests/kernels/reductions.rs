//! What is like a sum, and sums in sums: `count`, `any`, `max` and `min` over dense and stored tensors, in several formats, beside
//! dense loops.

use proptest::prelude::*;
use unite::kernel;
use unite::library::Heap;
use unite::stored::{
    Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Ell, Fill, Format, HashedRows, Least, Most,
    StoredBlock,
};
use unite::{Block, Elem};

#[kernel]
fn largest(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = max(|j| a[[!i, j]]);
}

#[kernel]
fn smallest_of_columns(y: &mut Tensor<[i32]>, a: &Tensor<[[i32]], _>) {
    y[[!j]] = min(|i| a[[i, !j]]);
}

/// Over views that have no name: every second element of a column, and both axes of a part by columns.
#[kernel]
fn of_views(a: &Tensor<[[i32]]>) -> i32 {
    let odd = sum(|k| a[[(1..a.extent(0)).step_by(2), 1]][[k]] * a[[1.., ..]][[0, 0]]);
    odd + sum(|i, j| a[[2.., ..]].permute([1, 0])[[i, j]] * (i - j))
}

/// Lengths of paths of two steps.
#[kernel]
fn shortest(d: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    d[[!i]] = min(|j| a[[!i, j]] + x[[j]]);
}

/// The same of several sources at once: rows lie side by side.
#[kernel]
fn shortest_of_all(d: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, x: &Tensor<[[f64]]>) {
    d[[!i, !k]] = min(|j| a[[!i, j]] + x[[j, !k]]);
}

/// The longest of pairs that both are stored, and the larger of what any has.
#[kernel]
fn longest_pair(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    max(|i, j| a[[i, j]] + b[[i, j]])
}

#[kernel]
fn largest_of_both(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    y[[!i]] = max(|j| a[[!i, j]].max(b[[!i, j]]));
}

#[kernel]
fn is_negative(y: &mut Tensor<[bool]>, a: &Tensor<[[f64]], _>) {
    y[[!i]] = any(|j| a[[!i, j]] < 0.0);
}

#[kernel]
fn counted(y: &mut Tensor<[i32]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    y[[!i]] = count(|j| a[[!i, j]] > b[[!i, j]]);
}

#[kernel]
fn has_both(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> bool {
    any(|i, j| a[[i, j]] != 0.0 && b[[i, j]] >= 2.0)
}

/// What is larger, chosen by a condition.
#[kernel]
fn cut(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = if a[[!i, !j]].abs() > 2.0 { a[[!i, !j]] } else { 0.0 };
}

/// The same, more of it, and stored.
#[kernel]
fn cut_and_added(c: &mut Tensor<[[f64]], Csr>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = (if a[[!i, !j]] > 1.0 { a[[!i, !j]] } else { 0.0 }) + b[[!i, !j]];
}

#[kernel]
fn of_dense(a: &Tensor<[[i16]]>) -> i32 {
    max(|i, j| a[[i, j]]) - min(|i, j| a[[i, j]])
        + count(|i, j| a[[i, j]] == 3)
        + if any(|i, j| a[[i, j]] == 7) { 100 } else { 0 }
}

/// A sum in a sum, as one over both.
#[kernel]
fn factored(m: &mut Tensor<[[f64]]>, t: &Tensor<[[[f64]]], _>, c: &Tensor<[[f64]]>, d: &Tensor<[[f64]]>) {
    m[[!i, !j]] = sum(|k| c[[k, !j]] * sum(|l| t[[!i, k, l]] * d[[l, !j]]));
}

#[kernel]
fn scaled_rows(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    c[[!i]] = -x[[!i]] * sum(|j| a[[!i, j]]);
}

/// What is appended is one number for each row that has a term.
#[kernel]
fn largest_appended(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>) {
    c[[!i]] = max(|j| a[[!i, j]]);
}

#[kernel]
fn smallest_appended(c: &mut Tensor<[[i32]], _>, t: &Tensor<[[[i32]]], _>) {
    c[[!i, !j]] = min(|k| t[[!i, !j, k]]);
}

#[kernel]
fn longest_appended(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i]] = max(|j| a[[!i, j]] + b[[!i, j]]);
}

#[kernel]
fn negative_appended(c: &mut Tensor<[bool], _>, a: &Tensor<[[f64]], _>) {
    c[[!i]] = any(|j| a[[!i, j]] < 0.0);
}

type Stored<T, F, Z> = StoredBlock<T, F, 2, Z>;

fn stored<T: Elem + From<i8>, F: Format<2>, Z: Fill<T>>(
    extents: [usize; 2],
    entries: &[(usize, usize, i8)],
) -> Stored<T, F, Z> {
    let at = entries.iter().map(|&(i, j, value)| ([i % extents[0], j % extents[1]], T::from(value)));
    Stored::<T, F, Z>::from_entries_with(extents, at, |_, b| b).expect("a matrix")
}

fn vector<T: Elem>(values: Vec<T>) -> Heap<T, 1>
where
    Block<unite::Dyn<T>>: Sized,
{
    let count = values.len();
    Block::<T>::from_vec(values, [count]).expect("a vector")
}

fn entries() -> impl Strategy<Value = Vec<(usize, usize, i8)>> {
    proptest::collection::vec((0usize..64, 0usize..64, -4i8..5), if cfg!(miri) { 6..14 } else { 0..40 })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, ..ProptestConfig::default() })]

    #[test]
    fn extremes(rows in 1usize..9, columns in 1usize..9, a in entries(), b in entries()) {
        let x: Vec<f64> = (0..columns).map(|j| j as f64 * 1.5 - 2.0).collect();
        let far = Block::<f64>::from_vec((0..columns * 3).map(|k| k as f64 - 4.0).collect(), [columns, 3]).expect("a matrix");
        macro_rules! check {
            ($($format:ty, $second:ty;)*) => {$({
                let extents = [rows, columns];
                let least: Stored<f64, $format, Least> = stored(extents, &a);
                let dense = least.to_dense();
                let row = |i: usize| columns * i..columns * (i + 1);
                let most_of = |elements: &[f64]| elements.iter().fold(f64::NEG_INFINITY, |most, e| most.max(*e));
                let mut y = vector(vec![7.0; rows]);
                largest(&mut y, &least);
                prop_assert_eq!(y.as_slice(), (0..rows).map(|i| most_of(&dense[row(i)])).collect::<Vec<_>>());
                let most: Stored<i32, $format, Most> = stored(extents, &a);
                let elements = most.to_dense();
                let mut z = vector(vec![7; columns]);
                smallest_of_columns(&mut z, &most);
                let smallest = |j: usize| (0..rows).map(|i| elements[columns * i + j]).min().expect("a row");
                prop_assert_eq!(z.as_slice(), (0..columns).map(smallest).collect::<Vec<_>>());
                let paths: Stored<f64, $format, Most> = stored(extents, &a);
                let steps = paths.to_dense();
                let length = |i: usize, to: &dyn Fn(usize) -> f64| {
                    (0..columns).fold(f64::INFINITY, |least, j| least.min(steps[columns * i + j] + to(j)))
                };
                shortest(&mut y, &paths, &vector(x.clone()));
                prop_assert_eq!(y.as_slice(), (0..rows).map(|i| length(i, &|j| x[j])).collect::<Vec<_>>());
                let mut d = Block::<f64>::zeros([rows, 3]);
                shortest_of_all(&mut d, &paths, &far);
                let all = (0..rows * 3).map(|at| length(at / 3, &|j| far.as_slice()[3 * j + at % 3]));
                prop_assert_eq!(d.as_slice(), all.collect::<Vec<_>>());
                let other: Stored<f64, $second, Least> = stored(extents, &b);
                let second = other.to_dense();
                let pairs: Vec<f64> = dense.iter().zip(&second).map(|(a, b)| a + b).collect();
                prop_assert_eq!(longest_pair(&least, &other), most_of(&pairs));
                largest_of_both(&mut y, &least, &other);
                let both = |i: usize| most_of(&dense[row(i)]).max(most_of(&second[row(i)]));
                prop_assert_eq!(y.as_slice(), (0..rows).map(both).collect::<Vec<_>>());
            })*};
        }
        check!(Csr, Csr; Coo, Dcsr; (Dense, Dense), Coo; Dcsr, (Dense, Dense););
        macro_rules! alone {
            ($($format:ty;)*) => {$({
                let least: Stored<f64, $format, Least> = stored([rows, columns], &a);
                let dense = least.to_dense();
                let mut y = vector(vec![7.0; rows]);
                largest(&mut y, &least);
                let most_of = |i: usize| dense[columns * i..columns * (i + 1)].iter().fold(f64::NEG_INFINITY, |m, e| m.max(*e));
                prop_assert_eq!(y.as_slice(), (0..rows).map(most_of).collect::<Vec<_>>());
            })*};
        }
        alone!(Csc; HashedRows; Ell;);
        // Of a part, too, and of what had zeros before.
        let zeros: Stored<f64, Ell, unite::stored::Zero> = stored([rows, columns], &a);
        let least = zeros.clone().with_fill::<Least>();
        let [dense, elements] = [least.to_dense(), zeros.to_dense()];
        prop_assert!(dense.iter().zip(&elements).all(|(l, z)| l == z || *z == 0.0 && *l == f64::NEG_INFINITY));
        let mut y = vector(vec![7.0]);
        largest(&mut y, least.window([rows - 1..rows, 0..columns]).expect("a part"));
        let most = dense[columns * (rows - 1)..].iter().fold(f64::NEG_INFINITY, |m, e| m.max(*e));
        prop_assert_eq!(y.as_slice(), [most]);
    }

    #[test]
    fn appended(extents in [1usize..6, 1usize..6, 1usize..6], a in entries(), b in entries()) {
        let [rows, columns, deep] = extents;
        macro_rules! check {
            ($($format:ty, $second:ty, $target:ty;)*) => {$({
                let p: Stored<f64, $format, Least> = stored([rows, columns], &a);
                let q: Stored<f64, $second, Least> = stored([rows, columns], &b);
                let (x, y) = (p.to_dense(), q.to_dense());
                let row = |i: usize| columns * i..columns * (i + 1);
                let mut c = StoredBlock::<f64, $target, 1, Least>::from_entries([rows], [([0], 9.0)]).expect("a vector");
                largest_appended(&mut c, &p);
                let most = |i: usize| row(i).fold(f64::NEG_INFINITY, |most, at| most.max(x[at]));
                prop_assert_eq!(c.to_dense(), (0..rows).map(most).collect::<Vec<_>>());
                longest_appended(&mut c, &p, &q);
                let longest = |i: usize| row(i).fold(f64::NEG_INFINITY, |most, at| most.max(x[at] + y[at]));
                prop_assert_eq!(c.to_dense(), (0..rows).map(longest).collect::<Vec<_>>());
                let zeros: Stored<f64, $format, unite::stored::Zero> = stored([rows, columns], &a);
                let elements = zeros.to_dense();
                let mut negative = StoredBlock::<bool, $target, 1>::empty([rows]).expect("a vector");
                negative_appended(&mut negative, &zeros);
                let is_negative = |i: usize| elements[row(i)].iter().any(|e| *e < 0.0);
                prop_assert_eq!(negative.to_dense(), (0..rows).map(is_negative).collect::<Vec<_>>());
            })*};
        }
        check!(Csr, Csr, (Compressed,); Coo, Dcsr, (Compressed,); Dcsr, (Dense, Dense), (Dense,); (Dense, Dense), Coo, (Compressed,););
        let at = a.iter().enumerate().map(|(s, &(i, j, v))| ([i % rows, j % columns, s % deep], i32::from(v)));
        let t = StoredBlock::<i32, Csf, 3, Most>::from_entries_with(extents, at, |_, b| b).expect("a tensor");
        let elements = t.to_dense();
        let mut c = Stored::<i32, Csr, Most>::empty([rows, columns]).expect("a matrix");
        smallest_appended(&mut c, &t);
        let least = |at: usize| elements[deep * at..deep * (at + 1)].iter().min().copied().expect("a row");
        prop_assert_eq!(c.to_dense(), (0..rows * columns).map(least).collect::<Vec<_>>());
        // What has no term is not stored.
        let pairs: std::collections::BTreeSet<_> = t.to_entries().iter().map(|([i, j, _], _)| [*i, *j]).collect();
        prop_assert_eq!(c.to_entries().iter().map(|(at, _)| *at).collect::<Vec<_>>(), pairs.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn conditions(rows in 1usize..9, columns in 1usize..9, a in entries(), b in entries()) {
        macro_rules! check {
            ($($format:ty, $second:ty;)*) => {$({
                let p: Stored<f64, $format, unite::stored::Zero> = stored([rows, columns], &a);
                let q: Stored<f64, $second, unite::stored::Zero> = stored([rows, columns], &b);
                let (x, y) = (p.to_dense(), q.to_dense());
                let row = |i: usize| columns * i..columns * (i + 1);
                let mut negative = vector(vec![true; rows]);
                is_negative(&mut negative, &p);
                let expected: Vec<bool> = (0..rows).map(|i| x[row(i)].iter().any(|e| *e < 0.0)).collect();
                prop_assert_eq!(negative.as_slice(), expected);
                let mut counts = vector(vec![-1; rows]);
                counted(&mut counts, &p, &q);
                let count = |i: usize| row(i).filter(|&at| x[at] > y[at]).count() as i32;
                prop_assert_eq!(counts.as_slice(), (0..rows).map(count).collect::<Vec<_>>());
                prop_assert_eq!(has_both(&p, &q), x.iter().zip(&y).any(|(x, y)| *x != 0.0 && *y >= 2.0));
                let mut c = Block::<f64>::zeros([rows, columns]);
                cut(&mut c, &p);
                let kept: Vec<f64> = x.iter().map(|e| if e.abs() > 2.0 { *e } else { 0.0 }).collect();
                prop_assert_eq!(c.as_slice(), kept);
                let mut s = Stored::<f64, Csr, unite::stored::Zero>::empty([rows, columns]).expect("a matrix");
                cut_and_added(&mut s, &p, &q);
                let sums = x.iter().zip(&y).map(|(x, y)| if *x > 1.0 { x + y } else { *y });
                prop_assert_eq!(s.to_dense(), sums.collect::<Vec<_>>());
                let v = vector((0..rows).map(|i| i as f64 - 2.0).collect());
                let mut sums = StoredBlock::<f64, (unite::stored::Compressed,), 1>::empty([rows]).expect("a vector");
                scaled_rows(&mut sums, &p, &v);
                let scaled = |i: usize| x[row(i)].iter().map(|e| -v.as_slice()[i] * e).sum::<f64>();
                prop_assert_eq!(sums.to_dense(), (0..rows).map(scaled).collect::<Vec<_>>());
            })*};
        }
        check!(Csr, Csr; Coo, Dcsr; (Dense, Dense), Csr;);
    }

    #[test]
    fn sums_in_sums(extents in [1usize..5, 1usize..5, 1usize..5], a in entries()) {
        let [n, m, l] = extents;
        let at = a.iter().enumerate().map(|(s, &(i, j, v))| ([i % n, j % m, s % l], f64::from(v)));
        let t = StoredBlock::<f64, Csf, 3>::from_entries_with(extents, at, |_, b| b).expect("a tensor");
        let matrix = |rows: usize| Block::<f64>::from_vec((0..rows * 2).map(|k| k as f64 - 3.0).collect(), [rows, 2]).expect("a matrix");
        let (c, d, x) = (matrix(m), matrix(l), t.to_dense());
        let expected: Vec<f64> = (0..n * 2)
            .map(|at| {
                let (i, j) = (at / 2, at % 2);
                let inner = |k: usize| (0..l).map(|s| x[l * (m * i + k) + s] * d.as_slice()[2 * s + j]).sum::<f64>();
                (0..m).map(|k| c.as_slice()[2 * k + j] * inner(k)).sum()
            })
            .collect();
        let mut out = Block::<f64>::zeros([n, 2]);
        factored(&mut out, &t, &c, &d);
        prop_assert_eq!(out.as_slice(), &expected[..]);
        factored(&mut out, &t.to::<Coo3>().expect("a tensor"), &c, &d);
        prop_assert_eq!(out.as_slice(), &expected[..]);
    }
}

#[test]
fn of_nothing() {
    let none = Stored::<f64, Csr, Least>::empty([2, 3]).expect("a matrix");
    let mut y = vector(vec![1.0; 2]);
    largest(&mut y, &none);
    assert_eq!(y.as_slice(), [f64::NEG_INFINITY; 2]);
    assert_eq!(longest_pair(&none, &none), f64::NEG_INFINITY);
}

#[test]
fn of_dense_tensors() {
    let a = Block::from([[3i16, -9, 7], [3, 4, 5]]);
    assert_eq!(of_dense(&a), 7 + 9 + 2 + 100);
}

#[test]
fn names_run_along_views() {
    let value = |y: i32, x: i32| 7 * y - 3 * x * x;
    for (h, w) in [(3, 2), (8, 5), (9, 30)] {
        let values = (0..h * w).map(|k| value(k / w, k % w)).collect();
        let a = Block::from_vec(values, [h as usize, w as usize]).unwrap();
        let odd: i32 = (1..h).step_by(2).map(|y| value(y, 1) * value(1, 0)).sum();
        let points = (2..h).flat_map(|y| (0..w).map(move |x| (y, x)));
        let turned: i32 = points.map(|(y, x)| value(y, x) * (x - (y - 2))).sum();
        super::at_every_level(|| assert_eq!(of_views(&a), odd + turned));
    }
}
