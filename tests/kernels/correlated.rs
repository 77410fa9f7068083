//! Loops whose bounds are those of others, and conditions of several variables: what is touched is what they say together.

use super::distributed::values;
use unite::{Block, kernel};

/// How much a row is like itself so many elements further on.
#[kernel]
fn likeness(out: &mut Tensor<[f32]>, row: &Tensor<[f32]>) {
    let n = row.extent(0);
    for lag in 0..out.extent(0) {
        let mut sum = 0.0;
        for i in 0..n - lag {
            sum += row[[i]] * row[[i + lag]];
        }
        out[[lag]] = sum;
    }
}

/// The same, one element further.
#[kernel]
fn too_far(out: &mut Tensor<[f32]>, row: &Tensor<[f32]>) {
    let n = row.extent(0);
    for lag in 0..out.extent(0) {
        for i in 0..n - lag {
            out[[lag]] += row[[i + lag + 1]];
        }
    }
}

/// The elements on diagonals, from each side.
#[kernel]
fn diagonals(out: &mut Tensor<[[f64]; 2]>, a: &Tensor<[[f64]]>) {
    let n = a.extent(0);
    for d in 0..n {
        for i in 0..n - d {
            out[[0, d]] += a[[i, i + d]];
        }
        for i in d..n {
            out[[1, d]] += a[[i, i - d]];
        }
    }
}

/// Least sums on ways down and to the right, by lines that cross both.
#[kernel]
fn ways(d: &mut Tensor<[[i32]]>) {
    let (h, w) = (d.extent(0), d.extent(1));
    for s in 2..h + w - 1 {
        for y in 1.max(s - w + 1)..s.min(h) {
            let x = s - y;
            d[[y, x]] = d[[y - 1, x]].min(d[[y, x - 1]]) + d[[y, x]];
        }
    }
}

/// A convolution of all that there is.
#[kernel]
fn convolution(out: &mut Tensor<[f32]>, a: &Tensor<[f32]>, weights: &Tensor<[f32]>) {
    for i in 0..out.extent(0) {
        let mut sum = 0.0;
        for j in 0..weights.extent(0) {
            if i >= j && i - j < a.extent(0) {
                sum += weights[[j]] * a[[i - j]];
            }
        }
        out[[i]] = sum;
    }
}

/// The same with a condition that leaves one more.
#[kernel]
fn one_more(out: &mut Tensor<[f32]>, a: &Tensor<[f32]>, weights: &Tensor<[f32]>) {
    for i in 0..out.extent(0) {
        for j in 0..weights.extent(0) {
            if i >= j && i - j <= a.extent(0) {
                out[[i]] += weights[[j]] * a[[i - j]];
            }
        }
    }
}

/// Pascal's triangle, of which the first row has nothing above.
#[kernel]
fn triangle(t: &mut Tensor<[[u32]]>) {
    for n in 0..t.extent(0) {
        t[[n, 0]] = 1;
        for k in 1..=n {
            t[[n, k]] = t[[n - 1, k - 1]] + if k < n { t[[n - 1, k]] } else { 0 };
        }
    }
}

fn row<T: unite::Elem>(count: usize, seed: usize, of: impl Fn(f64) -> T) -> Vec<T> {
    values(count, seed).into_iter().map(of).collect()
}

#[test]
fn bounds_of_each_other() {
    for n in [1, 2, 7, 33] {
        let numbers: Vec<f32> = row(n, 1, |v| v as f32);
        let block = Block::<f32>::from_vec(numbers.clone(), [n]).expect("a row");
        for lags in [1, n.div_ceil(2), n] {
            let mut out = Block::<f32>::zeros([lags]);
            likeness(&mut out, &block);
            let sum = |lag: usize| (0..n - lag).fold(0.0, |sum, i| sum + numbers[i] * numbers[i + lag]);
            assert_eq!(out.as_slice(), (0..lags).map(sum).collect::<Vec<f32>>(), "{n} {lags}");
            assert!(too_far::fits(&out, &block).is_err(), "{n} {lags}");
        }

        let numbers: Vec<f64> = row(n * n, 2, |v| v);
        let block = Block::<f64>::from_vec(numbers.clone(), [n, n]).expect("a matrix");
        let mut out = Block::<f64>::zeros([2, n]).fixed::<unite::shape!([[f64]; 2])>().expect("two rows");
        diagonals(&mut out, &block);
        let above = (0..n).map(|d| (0..n - d).fold(0.0, |sum, i| sum + numbers[i * n + i + d]));
        let below = (0..n).map(|d| (d..n).fold(0.0, |sum, i| sum + numbers[i * n + i - d]));
        assert_eq!(out.as_slice(), above.chain(below).collect::<Vec<f64>>(), "{n}");

        let mut out = Block::<u32>::zeros([n, n]);
        triangle(&mut out);
        let mut expected = vec![0u32; n * n];
        for (i, k) in (0..n).flat_map(|i| (0..=i).map(move |k| (i, k))) {
            let above = |k: usize| if k < i { expected[(i - 1) * n + k] } else { 0 };
            expected[i * n + k] = if k == 0 { 1 } else { above(k - 1).wrapping_add(above(k)) };
        }
        assert_eq!(out.as_slice(), expected, "{n}");
    }
}

#[test]
fn lines_across() {
    for [h, w] in [[2, 2], [3, 2], [9, 13], [13, 6]] {
        let numbers: Vec<i32> = row(h * w, 3, |v| v as i32);
        let mut d = Block::<i32>::from_vec(numbers.clone(), [h, w]).expect("a matrix");
        ways(&mut d);
        let mut expected = numbers;
        for (y, x) in (1..h).flat_map(|y| (1..w).map(move |x| (y, x))) {
            expected[y * w + x] += expected[(y - 1) * w + x].min(expected[y * w + x - 1]);
        }
        assert_eq!(d.as_slice(), expected, "{h} {w}");
    }
}

#[test]
fn conditions_of_several() {
    for [h, w] in [[1, 1], [1, 5], [4, 1], [2, 2], [9, 13], [13, 6]] {
        let (a, weights) = (row(w, 4, |v| v as f32), row(h, 5, |v| v as f32));
        let [a_block, weights_block] =
            [&a, &weights].map(|all| Block::<f32>::from_vec(all.clone(), [all.len()]).expect("a row"));
        let mut out = Block::<f32>::zeros([h + w - 1]);
        convolution(&mut out, &a_block, &weights_block);
        let sum = |i: usize| {
            let there = (0..h).filter(|j| *j <= i && i - j < w);
            there.fold(0.0, |sum, j| sum + weights[j] * a[i - j])
        };
        assert_eq!(out.as_slice(), (0..h + w - 1).map(sum).collect::<Vec<f32>>(), "{h} {w}");
        // The last one is touched where there is one.
        let mut more = Block::<f32>::zeros([h + w]);
        assert!(one_more::fits(&more, &a_block, &weights_block).is_err(), "{h} {w}");
        convolution(&mut more, &a_block, &weights_block);
    }
}
