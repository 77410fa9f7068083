//! Sums on the right of statements, of several points at a time: the same numbers, bit for bit, as one sum after the other, of any
//! extents and in any order in memory.

use proptest::prelude::*;
use unite::library::Heap;
use unite::{Block, Dyn, Elem, kernel};

/// Rows that are read serve several rows of points.
#[kernel]
fn product_of_matrices(c: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]]);
}

/// Integers of another type than the elements.
#[kernel]
fn product_of_bytes(c: &mut Tensor<[[i32]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[i16]]>) {
    c[[!i, !j]] -= sum(|k| a[[!i, k]] * b[[k, !j]]) >> 1;
}

/// The same by loops.
#[kernel]
fn product_by_loops(c: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    for [i, j] in c.indices() {
        let mut total = 0.0;
        for k in 0..a.extent(1) {
            total += a[[i, k]] * b[[k, j]];
        }
        c[[i, j]] = total;
    }
}

/// Two sums, of two loops and of one, and what is made of them.
#[kernel]
fn spread(out: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]]>, weights: &Tensor<[[f64]]>) {
    for [i, j] in out.indices() {
        let mut all = 1.0;
        for v in 0..weights.extent(0) {
            for u in 0..weights.extent(1) {
                all += weights[[v, u]] * a[[i + v, j + u]];
            }
        }
        let mut squares = 0.0;
        for u in 0..weights.extent(1) {
            squares += a[[i, j + u]] * a[[i, j + u]];
        }
        if all > 0.0 {
            squares += 1.0;
        }
        let mean = all / 35.0;
        out[[i, j]] = squares - mean * mean;
    }
}

/// What else is written beside a sum, before it and in its loop, is not left out, and not brought forward.
#[kernel]
fn noted(out: &mut Tensor<[[f64]]>, seen: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]]>, b: &Tensor<[[f64]]>) {
    for [i, j] in out.indices() {
        let mut all = 0.0;
        seen[[i, j]] = 1.0;
        for k in 0..a.extent(1) {
            seen[[i, j]] += a[[i, k]];
            all += a[[i, k]] * b[[k, j]];
        }
        out[[i, j]] = all;
    }
}

/// Points are counted, each of them once.
#[kernel]
fn counted(out: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]]>, b: &Tensor<[[f64]]>) -> i32 {
    let mut points = 0;
    for [i, j] in out.indices() {
        let mut all = 0.0;
        for k in 0..a.extent(1) {
            all += a[[i, k]] * b[[k, j]];
        }
        out[[i, j]] = all;
        points += 1;
    }
    points
}

/// A sum whose terms have the one before.
#[kernel]
fn chained(out: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]]>, b: &Tensor<[[f64]]>) {
    for [i, j] in out.indices() {
        let mut all = 0.0;
        for k in 0..a.extent(1) {
            all += a[[i, k]] * b[[k, j]];
        }
        let mut more = 1.0;
        for k in 0..a.extent(1) {
            more += (a[[i, k]] - all) * b[[k, j]];
        }
        out[[i, j]] = more;
    }
}

/// Terms that lie side by side, and points that do not.
#[kernel]
fn distances(d: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]]>, b: &Tensor<[[f64]]>) {
    d[[!i, !j]] = sum(|k| (a[[!i, k]] - b[[!j, k]]) * (a[[!i, k]] - b[[!j, k]])).sqrt();
}

/// Two sums, one of them under a condition.
#[kernel]
fn rows_and_columns(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]]>, x: &Tensor<[f64]>) {
    y[[!i]] +=
        if x[[!i]] > 0.0 { sum(|j| a[[!i, j]] * x[[j]]) } else { 1.0 } - 2.0 * sum(|j| a[[j, !i]] * x[[j]]);
}

/// What is like sums, over constant extents.
#[kernel]
fn extremes(y: &mut Tensor<[[f32]]>, a: &Tensor<[[[f32; 20]]]>) {
    y[[!i, !j]] =
        max(|k| a[[!i, !j, k]]) - min(|k| a[[!i, !j, k]]) + product(|k| 1.0 + a[[!i, !j, k]] / 1024.0);
}

/// Terms in two directions around a point.
#[kernel]
fn correlation(out: &mut Tensor<[[f32]]>, image: &Tensor<[[f32]]>, weights: &Tensor<[[f32]]>) {
    out[[!y, !x]] = sum(|[v, u]| weights[[v, u]] * image[[!y + v, !x + u]]);
}

/// Three axes, and a part of the target.
#[kernel]
fn contraction(c: &mut Tensor<[[[i64]]]>, t: &Tensor<[[[i64]]]>, u: &Tensor<[[i64]]>) {
    c[[!i, 1, !k]] = sum(|l| t[[!i, 0, l]] * u[[l, !k]]) + sum(|l| t[[!i, l, 0]]);
}

/// A target that is read before it is written: through a copy.
#[kernel]
fn square(a: &mut Tensor<[[f64]]>) {
    a[[!i, !j]] = sum(|k| a[[!i, k]] * a[[k, !j]]);
}

/// Each sum is a term of later ones: along a row, from the row above, and of one row alone.
#[kernel]
fn along_the_row(y: &mut Tensor<[[f64]]>, points: &Tensor<[[f64]]>, weights: &Tensor<[f64]>) {
    for [i, j] in points.indices() {
        let mut all = 0.0;
        for k in 0..weights.extent(0) {
            all += weights[[k]] * y[[i, j + k]];
        }
        y[[i, j + 3]] = all / 900.0;
    }
}

#[kernel]
fn from_above(y: &mut Tensor<[[f64]]>, points: &Tensor<[[f64]]>, weights: &Tensor<[f64]>) {
    for [i, j] in points.indices() {
        let mut all = 0.0;
        for k in 0..weights.extent(0) {
            all += weights[[k]] * y[[i, j + k]];
        }
        y[[i + 1, j]] = all / 900.0;
    }
}

#[kernel]
fn of_one_row(y: &mut Tensor<[f64]>, points: &Tensor<[f64]>, weights: &Tensor<[f64]>) {
    for [j] in points.indices() {
        let mut all = 0.0;
        for k in 0..weights.extent(0) {
            all += weights[[k]] * y[[j + k]];
        }
        y[[j + 3]] = all / 900.0;
    }
}

/// Numbers that are not sums of a few bits, so that the order of additions shows.
fn numbers<T: Elem>(extents: [usize; 2], seed: usize, of: impl Fn(f64) -> T) -> Heap<T, 2> {
    let count = extents[0] * extents[1];
    let number = |k: usize| ((k * 7919 + seed * 104_729) % 2003) as f64 / 7.0 - 143.0;
    Block::<T>::from_vec((0..count).map(|k| of(number(k))).collect(), extents).expect("a matrix")
}

#[test]
fn plans_say_how_many() {
    let again = "sums of 4 x 16 points at a time, 8 in short rows, the last of a row end with it";
    assert!(product_of_matrices::plan().to_string().contains(again));
    // What is added to an element, or to what is counted, is added once.
    for plan in [product_of_bytes::plan(), counted::plan(), noted::plan()] {
        assert!(!plan.contains("end with it") && !plan.contains("short rows"), "{plan}");
    }
    assert!(product_by_loops::plan().to_string().contains("sums of 4 x 16 points at a time"));
    assert!(spread::plan().to_string().contains("sums of 4 x 8 points at a time"));
    assert!(product_of_bytes::plan().to_string().contains("sums of 64 points at a time"));
    assert!(distances::plan().to_string().contains("sums of 4 x 4 points at a time"));

    assert!(rows_and_columns::plan().to_string().contains("sums of 32 points at a time"));
    assert!(correlation::plan().to_string().contains("sums of 4 x 16 points at a time"));
    assert!(contraction::plan().to_string().contains("points at a time"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, ..ProptestConfig::default() })]

    #[test]
    fn matrices(m in 1usize..12, n in 1usize..140, length in 1usize..9, order in 0usize..8) {
        let turned = |bit: usize| order >> bit & 1 == 1;
        macro_rules! check {
            ($kernel:ident, $c:ty, $a:ty, $b:ty, $term:expr, $done:expr) => {{
                let extents = |height: usize, width: usize, bit: usize| if turned(bit) { [width, height] } else { [height, width] };
                let a = numbers::<$a>(extents(m, length, 0), 1, |x| x as $a);
                let b = numbers::<$b>(extents(length, n, 1), 2, |x| x as $b);
                let mut c = numbers::<$c>(extents(m, n, 2), 3, |x| x as $c);
                let before = c.clone();
                let at = |bit: usize, [y, x]: [usize; 2], [h, w]: [usize; 2]| if turned(bit) { x * h + y } else { y * w + x };
                {
                    let axes = |bit: usize| if turned(bit) { [1, 0] } else { [0, 1] };
                    let (a, b) = (a.view().permute(axes(0)).expect("axes"), b.view().permute(axes(1)).expect("axes"));
                    let mut c = c.view_mut().permute(axes(2)).expect("axes");
                    $kernel(&mut c.tensor_mut().expect("dense"), &a.tensor().expect("dense"), &b.tensor().expect("dense"));
                }
                for i in 0..m {
                    for j in 0..n {
                        let mut total = Default::default();
                        for k in 0..length {
                            let (x, y) = (a.as_slice()[at(0, [i, k], [m, length])], b.as_slice()[at(1, [k, j], [length, n])]);
                            total += $term(x, y);
                        }
                        let place = at(2, [i, j], [m, n]);
                        let expected: $c = $done(before.as_slice()[place], total);
                        prop_assert_eq!(c.as_slice()[place], expected, "{} {} of {} {} {}", i, j, m, n, length);
                    }
                }
            }};
        }
        check!(product_of_matrices, f32, f32, f32, |x: f32, y: f32| x * y, |_, total: f32| total);
        check!(product_by_loops, f32, f32, f32, |x: f32, y: f32| x * y, |_, total: f32| total);
        check!(product_of_bytes, i32, u8, i16, |x: u8, y: i16| i32::from(x) * i32::from(y), |old: i32, total: i32| old - (total >> 1));
    }

    #[test]
    fn recursions(m in 1usize..12, n in 1usize..140, length in 1usize..9) {
        let (before, width) = (numbers([m + 1, n + 9], 8, |x| x), n + 9);
        let points = Block::<f64>::zeros([m, n]);
        let weights = Block::from_vec(numbers([1, length], 9, |x| x).as_slice().to_vec(), [length]).expect("weights");
        let taken = |to: usize, rows: usize| {
            let mut y = before.as_slice().to_vec();
            for (i, j) in (0..rows).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let mut all = 0.0;
                (0..length).for_each(|k| all += weights.as_slice()[k] * y[i * width + j + k]);
                y[i * width + j + to] = all / 900.0;
            }
            y
        };
        let mut y = before.clone();
        along_the_row(&mut y, &points, &weights);
        prop_assert_eq!(y.as_slice(), taken(3, m));
        let mut y = before.clone();
        from_above(&mut y, &points, &weights);
        prop_assert_eq!(y.as_slice(), taken(width, m));
        let mut y = Block::from_vec(before.as_slice()[..width].to_vec(), [width]).expect("a row");
        of_one_row(&mut y, &Block::<f64>::zeros([n]), &weights);
        prop_assert_eq!(y.as_slice(), &taken(3, 1)[..width]);
    }

    #[test]
    fn others(m in 1usize..12, n in 1usize..70, length in 1usize..9) {
        let (a, b) = (numbers([m, length], 1, |x| x), numbers([n, length], 2, |x| x));
        let mut d = Block::<f64>::zeros([m, n]);
        distances(&mut d, &a, &b);
        for (at, found) in d.as_slice().iter().enumerate() {
            let row = |of: &Heap<f64, 2>, i: usize| of.as_slice()[i * length..(i + 1) * length].to_vec();
            let mut total = 0.0;
            row(&a, at / n).iter().zip(row(&b, at % n)).for_each(|(x, y)| total += (x - y) * (x - y));
            prop_assert_eq!(*found, total.sqrt());
        }

        let (a, x) = (numbers([n, n], 3, |x| x), numbers([1, n], 4, |x| x));
        let x = Block::<f64>::from_vec(x.as_slice().to_vec(), [n]).expect("a vector");
        let mut y = Block::<f64>::zeros([n]);
        rows_and_columns(&mut y, &a, &x);
        for (i, found) in y.as_slice().iter().enumerate() {
            let (mut along, mut across) = (0.0, 0.0);
            for j in 0..n {
                along += a.as_slice()[i * n + j] * x.as_slice()[j];
                across += a.as_slice()[j * n + i] * x.as_slice()[j];
            }
            let first = if x.as_slice()[i] > 0.0 { along } else { 1.0 };
            prop_assert_eq!(*found, first - 2.0 * across);
        }

        let a = numbers([m * n, 20], 5, |x| x as f32);
        let cube = Block::<f32>::from_vec(a.as_slice().to_vec(), [m, n, 20]).expect("a cube");
        let mut y = Block::<f32>::zeros([m, n]);
        extremes(&mut y, &cube.view().tensor().expect("dense").fixed::<Dyn<Dyn<[f32; 20]>>>().expect("rows of 20"));
        for (at, found) in y.as_slice().iter().enumerate() {
            let row = &a.as_slice()[at * 20..][..20];
            let (most, least) = (row.iter().copied().fold(f32::NEG_INFINITY, f32::max), row.iter().copied().fold(f32::INFINITY, f32::min));
            prop_assert_eq!(*found, most - least + row.iter().fold(1.0, |all, x| all * (1.0 + x / 1024.0)));
        }

        let (image, weights) = (numbers([m + 4, n + 6], 6, |x| x as f32), numbers([5, 7], 7, |x| x as f32));
        let mut out = Block::<f32>::zeros([m, n]);
        correlation(&mut out, &image, &weights);
        for (at, found) in out.as_slice().iter().enumerate() {
            let mut total = 0.0;
            for (k, weight) in weights.as_slice().iter().enumerate() {
                total += weight * image.as_slice()[(at / n + k / 7) * (n + 6) + at % n + k % 7];
            }
            prop_assert_eq!(*found, total);
        }

        let (a, weights) = (numbers([m + 4, n + 6], 6, |x| x), numbers([5, 7], 7, |x| x));
        let mut out = Block::<f64>::zeros([m, n]);
        spread(&mut out, &a, &weights);
        for (at, found) in out.as_slice().iter().enumerate() {
            let (mut all, mut squares, first) = (1.0, 0.0, at / n * (n + 6) + at % n);
            for (k, weight) in weights.as_slice().iter().enumerate() {
                all += weight * a.as_slice()[first + k / 7 * (n + 6) + k % 7];
            }
            (0..7).for_each(|u| squares += a.as_slice()[first + u] * a.as_slice()[first + u]);
            squares += if all > 0.0 { 1.0 } else { 0.0 };
            prop_assert_eq!(*found, squares - all / 35.0 * (all / 35.0));
        }

        let (a, b) = (numbers([m, length], 6, |x| x), numbers([length, n], 7, |x| x));
        let (mut out, mut seen) = (Block::<f64>::zeros([m, n]), Block::<f64>::zeros([m, n]));
        noted(&mut out, &mut seen, &a, &b);
        for (at, found) in out.as_slice().iter().zip(seen.as_slice()).enumerate() {
            let (mut all, mut row) = (0.0, 1.0);
            for k in 0..length {
                row += a.as_slice()[at / n * length + k];
                all += a.as_slice()[at / n * length + k] * b.as_slice()[k * n + at % n];
            }
            prop_assert_eq!(found, (&all, &row));
        }
        let noted = out.clone();
        prop_assert_eq!(counted(&mut out, &a, &b), (m * n) as i32);
        prop_assert_eq!(out.as_slice(), noted.as_slice());
        chained(&mut out, &a, &b);
        for (at, found) in out.as_slice().iter().enumerate() {
            let pair = |k: usize| (a.as_slice()[at / n * length + k], b.as_slice()[k * n + at % n]);
            let (mut all, mut more) = (0.0, 1.0);
            (0..length).map(pair).for_each(|(x, y)| all += x * y);
            (0..length).map(pair).for_each(|(x, y)| more += (x - all) * y);
            prop_assert_eq!(*found, more);
        }

        let (t, u) = (numbers([m, length * length], 8, |x| x as i64), numbers([length, n], 9, |x| x as i64));
        let cube = Block::<i64>::from_vec(t.as_slice().to_vec(), [m, length, length]).expect("a cube");
        let mut c = Block::<i64>::zeros([m, 2, n]);
        contraction(&mut c, &cube, &u);
        for (at, found) in c.as_slice().iter().enumerate() {
            let (i, j, k) = (at / (2 * n), at / n % 2, at % n);
            let of = |l: usize| t.as_slice()[i * length * length + l] * u.as_slice()[l * n + k];
            let total: i64 = (0..length).map(of).sum();
            let row: i64 = (0..length).map(|l| t.as_slice()[(i * length + l) * length]).sum();
            prop_assert_eq!(*found, if j == 1 { total + row } else { 0 });
        }

        let mut a = numbers([n, n], 10, |x| x);
        let before = a.clone();
        square(&mut a);
        for (at, found) in a.as_slice().iter().enumerate() {
            let mut total = 0.0;
            (0..n).for_each(|k| total += before.as_slice()[at / n * n + k] * before.as_slice()[k * n + at % n]);
            prop_assert_eq!(*found, total);
        }
    }
}
