//! Points of a tensor that are computed of others of it, which they are apart from: the same numbers, bit for bit, as one after the other.

use super::at_every_level_and_width;
use super::distributed::values;
use unite::{Block, kernel, shape};

/// A matrix as the product of two triangles, in its place.
#[kernel]
fn triangles(a: &mut Tensor<[[f64]]>) {
    let n = a.extent(0);
    for k in 0..n {
        for i in k + 1..n {
            a[[i, k]] = a[[i, k]] / a[[k, k]];
            for j in k + 1..n {
                a[[i, j]] -= a[[i, k]] * a[[k, j]];
            }
        }
    }
}

/// What points read that others write: the row of the pivot is one of those that change, and its column.
#[kernel]
fn all_rows(a: &mut Tensor<[[f64]]>) {
    let n = a.extent(0);
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                a[[i, j]] += a[[i, k]] * 0.125 - a[[k, j]] * 0.25;
            }
        }
    }
}

/// Columns from the pivot's own on, up to it, and every second one after it.
#[kernel]
fn bounds(a: &mut Tensor<[[f64]]>) {
    let n = a.extent(0);
    for k in 0..n {
        for i in k + 1..n {
            for j in k..n {
                a[[i, j]] -= a[[i, k]] * 0.25;
            }
            for j in 0..=k {
                a[[i, j]] += a[[i, k]] * 0.5;
            }
            for j in (0..k).rev() {
                a[[i, j]] -= a[[k, j + 1]] * 0.25;
            }
            for j in (k + 1..n).step_by(2) {
                a[[i, j]] -= a[[i, k]] * 0.125 + a[[k, j]];
            }
        }
    }
}

/// A solution, from the last row up, of a triangle.
#[kernel]
fn solved(x: &mut Tensor<[f32]>, a: &Tensor<[[f32]]>) {
    let n = x.extent(0);
    for back in 0..n {
        let k = n - 1 - back;
        x[[k]] = x[[k]] / a[[k, k]];
        for i in 0..k {
            x[[i]] -= a[[i, k]] * x[[k]];
        }
    }
}

/// Halves of a row, of which each has both: twice, and what was written is read again.
#[kernel]
fn halves(a: &mut Tensor<[[f32]]>, half: i32) {
    for y in 0..a.extent(0) {
        for x in 0..half {
            let sum = a[[y, x]] + a[[y, x + half]];
            a[[y, x + half]] = a[[y, x]] - a[[y, x + half]];
            a[[y, x]] = sum;
            a[[y, x + half]] *= a[[y, x]] - 3.0;
        }
    }
}

/// Rows of 32 and their neighbours, of which a constant says that they are apart, and some that are not.
#[kernel]
fn known(a: &mut Tensor<[f32; 96]>) {
    for i in 0..40 {
        a[[i]] = a[[i + 48]] * 0.5 + a[[i]] - a[[95]];
    }
    for i in 0..48 {
        a[[i + 3]] = a[[i]] * 0.5 + a[[95]];
    }
    for i in 0..48 {
        a[[i]] = a[[i + 3]] * 0.5 + a[[i]];
    }
}

/// Statements over the rows of a column: each is for all of its points.
#[kernel]
fn of_columns(a: &mut Tensor<[[f32]]>, half: i32) {
    for x in 0..40 {
        a[[!y, x]] = a[[!y, x + 48]] * 0.5 + 1.0;
    }
    for x in 0..half {
        a[[!y, x + half]] -= a[[!y, x]] * 0.25;
    }
}

/// A rule, a condition, and what is written under it.
#[kernel]
fn choices(a: &mut Tensor<[[f32]]>, r: i32) {
    for y in 1..a.extent(0) {
        for x in 0..a.extent(1) {
            let up = a[[y - 1, x]];
            a[[y, x]] = if up > 0.0 { up - a[[y, x]] } else { a[[y, x]] * 0.5 };
        }
        for x in 0..a.extent(1) {
            if a[[y - 1, x]] > 1.0 {
                a[[y, x]] += a[[y - 1, x]];
            }
        }
    }
    let p = a.with_boundary(Boundary::Clamp);
    for x in 0..a.extent(1) {
        a[[0, x]] = a[[0, x]] * 0.25 + p[[r, x - 1]];
    }
}

#[test]
fn of_matrices() {
    at_every_level_and_width(|n| {
        let first = |seed| {
            let mut numbers = values(n * n, seed);
            (0..n).for_each(|k| numbers[k * n + k] += 9000.0);
            numbers
        };
        let mut a = Block::<f64>::from_vec(first(1), [n, n]).expect("a matrix");
        triangles(&mut a);
        let mut expected = first(1);
        for k in 0..n {
            for i in k + 1..n {
                expected[i * n + k] /= expected[k * n + k];
                for j in k + 1..n {
                    expected[i * n + j] -= expected[i * n + k] * expected[k * n + j];
                }
            }
        }
        assert_eq!(a.as_slice(), expected, "{n}");

        if n <= 33 {
            let mut a = Block::<f64>::from_vec(first(2), [n, n]).expect("a matrix");
            all_rows(&mut a);
            let mut expected = first(2);
            for k in 0..n {
                for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    expected[i * n + j] += expected[i * n + k] * 0.125 - expected[k * n + j] * 0.25;
                }
            }
            assert_eq!(a.as_slice(), expected, "{n}");

            let mut a = Block::<f64>::from_vec(first(5), [n, n]).expect("a matrix");
            bounds(&mut a);
            let mut expected = first(5);
            for (k, i) in (0..n).flat_map(|k| (k + 1..n).map(move |i| (k, i))) {
                (k..n).for_each(|j| expected[i * n + j] -= expected[i * n + k] * 0.25);
                (0..=k).for_each(|j| expected[i * n + j] += expected[i * n + k] * 0.5);
                (0..k).rev().for_each(|j| expected[i * n + j] -= expected[k * n + j + 1] * 0.25);
                let every_second = (k + 1..n).step_by(2);
                every_second.for_each(|j| {
                    expected[i * n + j] -= expected[i * n + k] * 0.125 + expected[k * n + j];
                });
            }
            assert_eq!(a.as_slice(), expected, "{n}");
        }

        let of_floats: Vec<f32> = first(3).into_iter().map(|v| v as f32).collect();
        let right: Vec<f32> = values(n, 4).into_iter().map(|v| v as f32).collect();
        let mut x = Block::<f32>::from_vec(right.clone(), [n]).expect("a vector");
        solved(&mut x, &Block::<f32>::from_vec(of_floats.clone(), [n, n]).expect("a matrix"));
        let mut expected = right;
        for k in (0..n).rev() {
            expected[k] /= of_floats[k * n + k];
            for i in 0..k {
                expected[i] -= of_floats[i * n + k] * expected[k];
            }
        }
        assert_eq!(x.as_slice(), expected, "{n}");
    });
    assert!(triangles::plan().contains("16 points at a time"), "{}", triangles::plan());
    assert!(!all_rows::plan().contains("points at a time"), "{}", all_rows::plan());
    // Columns lie apart.
    assert!(!solved::plan().contains("points at a time"), "{}", solved::plan());
}

#[test]
fn of_rows() {
    at_every_level_and_width(|half| {
        let width = 2 * half + 1;
        let numbers: Vec<f32> = values(3 * width, 5).into_iter().map(|v| v as f32).collect();
        let mut a = Block::<f32>::from_vec(numbers.clone(), [3, width]).expect("rows");
        halves(&mut a, half as i32);
        let mut expected = numbers.clone();
        for row in expected.chunks_exact_mut(width) {
            for x in 0..half {
                let (sum, difference) = (row[x] + row[x + half], row[x] - row[x + half]);
                row[x] = sum;
                row[x + half] = difference * (sum - 3.0);
            }
        }
        assert_eq!(a.as_slice(), expected, "{half}");

        let mut a = Block::<f32>::from_vec(numbers.clone(), [3, width]).expect("rows");
        choices(&mut a, 2);
        let mut expected = numbers;
        for y in 1..3 {
            for x in 0..width {
                let (up, here) = (expected[(y - 1) * width + x], expected[y * width + x]);
                expected[y * width + x] = if up > 0.0 { up - here } else { here * 0.5 };
            }
            for x in 0..width {
                let up = expected[(y - 1) * width + x];
                expected[y * width + x] += if up > 1.0 { up } else { 0.0 };
            }
        }
        for x in 0..width {
            expected[x] = expected[x] * 0.25 + expected[2 * width + x.saturating_sub(1)];
        }
        assert_eq!(a.as_slice(), expected, "{half}");
    });
    let numbers: Vec<f32> = values(3 * 96, 6).into_iter().map(|v| v as f32).collect();
    let mut a = Block::<f32>::from_vec(numbers.clone(), [3, 96]).expect("rows");
    of_columns(&mut a, 48);
    let mut expected = numbers;
    for row in expected.chunks_exact_mut(96) {
        (0..40).for_each(|x| row[x] = row[x + 48] * 0.5 + 1.0);
        (0..48).for_each(|x| row[x + 48] -= row[x] * 0.25);
    }
    assert_eq!(a.as_slice(), expected);
    assert!(halves::plan().contains("32 points at a time"), "{}", halves::plan());
    // What is written under a condition stays there.
    assert_eq!(choices::plan().matches("32 points at a time").count(), 1, "{}", choices::plan());
}

#[test]
fn of_known_lengths() {
    at_every_level_and_width(|seed| {
        let numbers: Vec<f32> = values(96, seed).into_iter().map(|v| v as f32).collect();
        let mut a = Block::<f32>::from_vec(numbers.clone(), [96])
            .expect("a row")
            .fixed::<shape!([f32; 96])>()
            .expect("a row");
        known(&mut a);
        let mut expected = numbers;
        (0..40).for_each(|i| expected[i] = expected[i + 48] * 0.5 + expected[i] - expected[95]);
        (0..48).for_each(|i| expected[i + 3] = expected[i] * 0.5 + expected[95]);
        (0..48).for_each(|i| expected[i] += expected[i + 3] * 0.5);
        assert_eq!(a.as_slice(), expected);
    });
}
