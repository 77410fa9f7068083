//! Views of stored tensors: parts that begin and end anywhere, of parts, by data, by names that are bound anew; what is displaced,
//! turned, placed, and passed on.

use unite::stored::{Bcsr, Coo, Csc, Csr, Dcsr, Dok, Format, StoredBlock};
use unite::{Block, Dyn, kernel};

use crate::is_refused;

type Matrix<F = Csr> = StoredBlock<f64, F, 2>;
type Dense2 = Block<Dyn<Dyn<f64>>>;

/// The largest extent of a tensor.
const MOST: usize = i32::MAX as usize;

/// Numbers that are too far for everything, and some that are not.
const FAR: [i32; 9] = [-2, -1, 0, 1, 3, 4, 1 << 30, i32::MAX, i32::MIN];

/// Two of them.
fn pairs() -> impl Iterator<Item = [i32; 2]> {
    FAR.into_iter().flat_map(|one| FAR.map(|other| [one, other])).step_by(crate::EVERY.div_ceil(6))
}

fn floats(len: usize) -> Block<Dyn<f64>> {
    Block::<f64>::from_vec((0..len).map(|x| x as f64 + 1.0).collect(), [len]).unwrap()
}

fn matrix<F: Format<2>>(extents: [usize; 2], at: &[[usize; 2]]) -> Matrix<F> {
    let number = |at: &[usize; 2]| (at[0] * 7 + at[1] + 1) as f64;
    Matrix::from_entries(extents, at.iter().map(|at| (*at, number(at)))).unwrap()
}

const ENTRIES: [[usize; 2]; 5] = [[0, 1], [1, 0], [1, 3], [2, 2], [3, 0]];

fn small() -> Matrix {
    matrix([4, 4], &ENTRIES)
}

/// The element of [`small`] at an index, if there is one.
fn element(i: i64, j: i64) -> Option<f64> {
    let inside = (0..4).contains(&i) && (0..4).contains(&j);
    inside.then(|| if ENTRIES.contains(&[i as usize, j as usize]) { (i * 7 + j + 1) as f64 } else { 0.0 })
}

macro_rules! set {
    ($name:ident = $value:expr) => {
        let $name = $value;
    };
}

/// The numbers that a part was made of are bound anew before it is walked.
#[kernel]
fn bound_anew(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, row: i32, far: i32) {
    let part = a[[row..row + 2, ..]];
    set!(row = far);
    for ([i, j], v) in part.stored() {
        y[[i]] += v;
        if row == j {
            y[[i]] += 100.0;
        }
    }
}

/// A part of a part of a part: each begins so far in the one before.
#[kernel]
fn of_parts(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, p: i32, q: i32, r: i32) {
    let part = a[[p.., ..]][[q.., ..]][[r.., ..]];
    for ([i, _], v) in part.stored() {
        y[[i]] += v;
    }
}

/// Where parts begin and end is data.
#[kernel]
fn by_data(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, first: &Tensor<[i32]>, past: &Tensor<[i32]>) {
    for k in 0..first.extent(0) {
        let (from, to) = (first[[k]], past[[k]]);
        let part = a[[from..to, ..]];
        for ([i, j], v) in part.stored() {
            y[[i + j]] += v;
        }
    }
}

/// Axes change places, so the other coordinate says where it is written.
#[kernel]
fn turned(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, row: i32, column: i32) {
    let part = a[[row.., column..]].permute([1, 0]);
    for ([i, j], v) in part.stored() {
        c[[i, j]] = v;
    }
}

/// Displaced by any numbers, in a tensor with nothing beyond its ends.
#[kernel]
fn displaced(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, row: i32, column: i32) {
    let a = a.with_boundary(Boundary::Constant(0.0));
    y[[!i]] = sum(|j| a[[!i + row, j + column]] * x[[j]]);
}

/// The same where it may not go beyond them.
#[kernel]
fn displaced_inside(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, row: i32, column: i32) {
    y[[!i]] = sum(|j| a[[!i + row, j + column]] * x[[j]]);
}

/// A stored tensor in a frame: its coordinates are indices there.
#[kernel]
fn blended(frame: &mut Tensor<[[f64]]>, sprite: &Tensor<[[f64]], _>) {
    let under = frame[sprite];
    under[[!y, !x]] += sprite[[!y, !x]];
}

/// Where it begins is part of an index.
#[kernel]
fn by_its_origin(y: &mut Tensor<[f64]>, sprite: &Tensor<[[f64]], _>) {
    for ([i, _], v) in sprite.stored() {
        y[[sprite.origin(0) + i]] += v;
    }
}

#[kernel]
fn rows_added(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    for ([i, _], v) in a.stored() {
        y[[i]] += v;
    }
}

/// Parts that are passed on, in a loop, by data.
#[kernel]
fn passed_on(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, first: &Tensor<[i32]>) {
    for k in 0..first.extent(0) {
        let from = first[[k]];
        rows_added(y, a[[from.., ..]]);
    }
}

/// What a part makes is appended: the output has other extents.
#[kernel]
fn appended(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, rows: i32, columns: i32) {
    c[[!i, !j]] = a[[..rows, ..columns]][[!i, !j]] - a[[!i, !j]];
}

/// What runs over a column of a part, under a condition that a coordinate is part of.
#[kernel]
fn guarded(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, column: i32, least: i32) {
    let part = a[[.., column]];
    for ([i], v) in part.stored() {
        if i - least >= 0 && i - least < y.extent(0) {
            y[[i - least]] = v;
        }
    }
}

fn wide(numbers: [i32; 3]) -> i64 {
    numbers.iter().map(|number| i64::from(*number)).sum()
}

#[test]
fn parts_of_parts_anywhere() {
    let a = small();
    for [p, q] in pairs() {
        for r in FAR.into_iter().step_by(crate::EVERY.div_ceil(8)) {
            let mut y = Block::<f64>::zeros([4]);
            let refused = is_refused(|| of_parts(&mut y, &a, p, q, r));
            // Where the last one lies counts.
            assert!(refused || (0..=4).contains(&wide([p, q, r])), "{p} {q} {r}");
            if !refused {
                let first = wide([p, q, r]);
                let row = |i: i64| (0..4).filter_map(|j| element(i + first, j)).sum::<f64>();
                let rows: Vec<f64> = (0..4).map(row).collect();
                assert_eq!(y.as_slice(), rows, "{p} {q} {r}");
            }
        }
    }
}

#[test]
fn parts_by_names_that_change() {
    let a = small();
    for far in FAR {
        let mut y = Block::<f64>::zeros([2]);
        bound_anew(&mut y, &a, 1, far);
        let extra = |i: i64| if element(i, i64::from(far)).is_some_and(|v| v != 0.0) { 100.0 } else { 0.0 };
        assert_eq!(y.as_slice(), [8.0 + 11.0 + extra(1), 17.0 + extra(2)], "{far}");
        if !(0..=2).contains(&far) {
            assert!(is_refused(|| bound_anew(&mut y, &a, far, 0)), "{far}");
        }
    }
}

#[test]
fn parts_by_data() {
    let a = small();
    let of = |numbers: &[i32]| Block::<i32>::from_vec(numbers.to_vec(), [numbers.len()]).unwrap();
    let mut y = Block::<f64>::zeros([7]);
    by_data(&mut y, &a, &of(&[1, 0]), &of(&[3, 1]));
    assert_eq!(y.as_slice(), [8.0, 2.0, 0.0, 11.0 + 17.0, 0.0, 0.0, 0.0]);
    for [from, to] in pairs() {
        let mut y = Block::<f64>::zeros([7]);
        let refused = is_refused(|| by_data(&mut y, &a, &of(&[from]), &of(&[to])));
        let is_part = (0..=4).contains(&from) && (from..=4).contains(&to);
        // A part that ends before it begins has nothing in it, wherever that is.
        assert!(refused || is_part || y.as_slice() == [0.0; 7], "{from} {to}");
        let mut y = floats(4);
        let refused = is_refused(|| passed_on(&mut y, &a, &of(&[from])));
        assert_eq!(refused, !(0..=4).contains(&from), "{from}");
        let row = |i: i64| (0..4).filter_map(|j| element(i + i64::from(from), j)).sum::<f64>();
        if !refused {
            assert!((0..4).all(|i| y.as_slice()[i as usize] == i as f64 + 1.0 + row(i)), "{from}");
        }
    }
    // A row less than the part has.
    assert!(is_refused(|| passed_on(&mut floats(3), &a, &of(&[0]))));
}

fn turned_in<F: Format<2>>(a: &Matrix<F>, call: impl Fn(&mut Dense2, &Matrix<F>, i32, i32)) {
    for [row, column] in pairs() {
        for extents in [[4, 4], [4, 3], [2, 4], [1, 1]] {
            let mut c = Block::<f64>::zeros(extents);
            let refused = is_refused(|| call(&mut c, a, row, column));
            let is_part = (0..=4).contains(&row) && (0..=4).contains(&column);
            let all = (0..4).all(|i| {
                (0..4).all(|j| {
                    let (from, to) = ([i + i64::from(row), j + i64::from(column)], [j as usize, i as usize]);
                    let stored = element(from[0], from[1]).filter(|v| *v != 0.0);
                    let has = to[0] < extents[0] && to[1] < extents[1];
                    let written = || c.as_slice()[to[0] * extents[1] + to[1]];
                    if has {
                        refused || written() == stored.unwrap_or(0.0)
                    } else {
                        refused || stored.is_none()
                    }
                })
            });
            assert!(all && (refused || is_part), "{row} {column} {extents:?}");
        }
    }
}

#[test]
fn turned_parts_of_formats() {
    turned_in(&matrix::<Csr>([4, 4], &ENTRIES), |c, a, row, column| turned(c, a, row, column));
    turned_in(&matrix::<Csc>([4, 4], &ENTRIES), |c, a, row, column| turned(c, a, row, column));
    turned_in(&matrix::<Dcsr>([4, 4], &ENTRIES), |c, a, row, column| turned(c, a, row, column));
    turned_in(&matrix::<Coo>([4, 4], &ENTRIES), |c, a, row, column| turned(c, a, row, column));
    turned_in(&matrix::<Dok>([4, 4], &ENTRIES), |c, a, row, column| turned(c, a, row, column));
    turned_in(&matrix::<Bcsr<2, 2>>([4, 4], &ENTRIES), |c, a, row, column| turned(c, a, row, column));
}

#[test]
fn displaced_by_anything() {
    let (a, x) = (small(), floats(4));
    for [row, column] in pairs() {
        let sum = |i: i64| {
            let at =
                |j: i64| element(i + i64::from(row), j + i64::from(column)).unwrap_or(0.0) * (j as f64 + 1.0);
            (0..4).map(at).sum::<f64>()
        };
        let sums: Vec<f64> = (0..4).map(sum).collect();
        let mut y = Block::<f64>::zeros([4]);
        if !is_refused(|| displaced(&mut y, &a, &x, row, column)) {
            assert_eq!(y.as_slice(), sums, "{row} {column}");
        }
        let mut y = Block::<f64>::zeros([4]);
        let refused = is_refused(|| displaced_inside(&mut y, &a, &x, row, column));
        assert_eq!(refused, [row, column] != [0, 0], "{row} {column}");
        assert!(refused || y.as_slice() == sums);
    }
    // All that has the largest extent.
    let long = matrix::<Csr>([1, MOST], &[[0, 0], [0, MOST - 1]]);
    let mut y = Block::<f64>::zeros([1]);
    for column in FAR {
        let last = i64::from(column) + 3;
        let refused = is_refused(|| displaced(&mut y, &long, &x, 0, column));
        let ends = [(0, 1.0), (MOST as i64 - 1, MOST as f64)];
        let want: f64 = ends
            .iter()
            .filter(|(at, _)| (i64::from(column)..=last).contains(at))
            .map(|(at, v)| v * (at - i64::from(column) + 1) as f64)
            .sum();
        assert!(refused || y.as_slice() == [want], "{column}");
    }
}

#[test]
fn placed_anywhere() {
    for origin in [-3, -1, 0, 1, 2, 1 << 20, i32::MAX as isize - 4, i32::MIN as isize + 1] {
        let Ok(sprite) = matrix::<Csr>([2, 2], &[[0, 1], [1, 0]]).with_origin([origin, 1]) else { continue };
        let mut frame = Block::<f64>::zeros([4, 4]);
        let refused = is_refused(|| blended(&mut frame, &sprite));
        assert_eq!(refused, !(0..=2).contains(&origin), "{origin}");
        for i in 0..4 {
            let there = |row: isize| !refused && i as isize == origin + row;
            let row = [0.0, if there(1) { 8.0 } else { 0.0 }, if there(0) { 2.0 } else { 0.0 }, 0.0];
            assert_eq!(frame.as_slice()[4 * i..4 * i + 4], row, "{origin}");
        }
        let mut y = Block::<f64>::zeros([4]);
        let refused = is_refused(|| by_its_origin(&mut y, &sprite));
        assert!(refused || (0..=2).contains(&origin), "{origin}");
    }
}

#[test]
fn outputs_of_other_extents() {
    let a = small();
    for [rows, columns] in pairs() {
        let mut c = matrix::<Csr>([2, 3], &[[1, 1]]);
        let before = c.clone();
        let refused = is_refused(|| appended(&mut c, &a, rows, columns));
        // The two operands have to be as large as the output.
        assert!(refused && c == before, "{rows} {columns}");
        let mut c = matrix::<Csr>([4, 4], &[[1, 1]]);
        let refused = is_refused(|| appended(&mut c, &a, rows, columns));
        assert_eq!(refused, [rows, columns] != [4, 4], "{rows} {columns}");
    }
}

#[test]
fn columns_under_conditions() {
    let (a, far) = (small(), matrix::<Dcsr>([MOST, 2], &[[3, 1], [MOST - 1, 1]]));
    for [column, least] in pairs() {
        let mut y = Block::<f64>::zeros([3]);
        let refused = is_refused(|| guarded(&mut y, &a, column, least));
        let at = |i: i64| element(i + i64::from(least), i64::from(column)).unwrap_or(0.0);
        assert!(refused || (0..3).all(|i| y.as_slice()[i as usize] == at(i)), "{column} {least}");
        assert!(refused || (0..4).contains(&column), "{column}");
    }
    let mut y = Block::<f64>::zeros([3]);
    if !is_refused(|| guarded(&mut y, &far, 1, i32::MAX - 3)) {
        assert_eq!(y.as_slice()[..2], [0.0, 0.0]);
    }
}
