//! Views of stored tensors that are written in kernels: parts, slices, displacements, other orders of axes, and places; in each format,
//! beside dense loops.

use proptest::prelude::*;
use unite::Block;
use unite::kernel;
use unite::library::Heap;
use unite::stored::{
    Band, Bcsr, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Dok, Ell, Format, HashedRows, Least,
    Lower, StoredBlock,
};

/// The product of a part of A and x.
#[kernel]
fn times_part(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, row: i32, column: i32) {
    let part = a[[row..row + y.extent(0), column..column + x.extent(0)]];
    y[[!i]] = sum(|j| part[[!i, j]] * x[[j]]);
}

/// The same where the part has no name.
#[kernel]
fn times_unnamed(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, row: i32, column: i32) {
    y[[!i]] = sum(|j| a[[row.., column..]][[..y.extent(0), ..x.extent(0)]][[!i, j]] * x[[j]]);
}

/// The same at a displacement.
#[kernel]
fn times_displaced(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, row: i32, column: i32) {
    y[[!i]] = sum(|j| a[[!i + row, j + column]] * x[[j]]);
}

/// One row and one column.
#[kernel]
fn slices(
    across: &mut Tensor<[f64]>,
    down: &mut Tensor<[f64]>,
    a: &Tensor<[[f64]], _>,
    row: i32,
    column: i32,
) -> f64 {
    across[[!j]] = a[[row, ..]][[!j]];
    let middle = a[[.., column]];
    down[[!i]] = 2.0 * middle[[!i]];
    sum(|i| middle[[i]])
}

/// What is stored of the transpose of a part.
#[kernel]
fn turned(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, row: i32, column: i32) -> i32 {
    let part = a[[row..row + c.extent(1), column..column + c.extent(0)]].permute([1, 0]);
    let mut count = 0;
    c[[!i, !j]] = 0.0;
    for ([i, j], element) in part.stored() {
        c[[i, j]] = element;
        count += 1;
    }
    count + part.extent(0)
}

/// Beside the elements, those before them in the row; there are none before the first.
#[kernel]
fn edges(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>) {
    let a = a.with_boundary(Boundary::Constant(0.0));
    c[[!i, !j]] = a[[!i, !j]] - a[[!i, !j - 1]];
}

/// The sum of what is around, all of it possibly beyond the ends.
#[kernel]
fn around(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, row: i32, column: i32) {
    let a = a.with_boundary(Boundary::Constant(0.0));
    y[[!i]] = sum(|j| a[[!i + row, j + column]] * x[[j]]);
}

/// The difference of two parts, appended.
#[kernel]
fn difference(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, rows: i32, columns: i32) {
    c[[!i, !j]] = a[[..rows, ..columns]][[!i, !j]] - a[[!i + 1, !j + 1]];
}

/// A stored tensor in a frame, and what of another is there.
#[kernel]
fn blend(frame: &mut Tensor<[[f64]]>, sprite: &Tensor<[[f64]], _>, map: &Tensor<[[f64]], _>) -> f64 {
    let under = frame[sprite];
    under[[!y, !x]] += sprite[[!y, !x]];
    let here = map[sprite];
    sum(|y, x| here[[y, x]] * sprite[[y, x]])
}

/// What of a stored tensor is where a dense one is.
#[kernel]
fn seen(frame: &mut Tensor<[[f64]]>, map: &Tensor<[[f64]], _>) {
    frame[[!y, !x]] += map[frame][[!y, !x]];
}

#[kernel]
fn rows_of_blocks(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    for n in 0..a.extent(0) / 3 {
        let part = a[[3 * n..3 * n + 3, ..]];
        y[[n]] = sum(|i, j| part[[i, j]] * x[[j]]);
    }
}

/// A part is passed on, and parts of it taken there.
#[kernel]
fn passes(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, row: i32) {
    times_part(y, a[[row.., ..]], x, 0, 1);
}

/// The largest element of each row of a part.
#[kernel]
fn largest(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, column: i32) {
    let a = a.with_boundary(Boundary::Constant(f64::NEG_INFINITY));
    y[[!i]] = max(|j| a[[.., column..column + 3]][[!i, j]]);
}

#[kernel]
fn of_three_axes(y: &mut Tensor<[[f64]]>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[f64]>, at: i32) {
    y[[!i, !j]] = sum(|k| t[[1.., .., ..]][[!i, !j, k]] * x[[k]]);
    let row = t[[at, .., ..]];
    for n in 0..y.extent(0) {
        let of = y[[n, ..]];
        of[[!j]] += sum(|k| row[[!j, k]] * x[[k]]);
    }
}

type Stored<F> = StoredBlock<f64, F, 2>;

const EXTENT: usize = 9;

fn stored<F: Format<2>>(entries: &[(usize, usize, i32)]) -> Stored<F> {
    let at = entries.iter().map(|&(i, j, value)| ([i, j], f64::from(value)));
    Stored::<F>::from_entries_with([EXTENT; 2], at, |a, b| a + b).expect("a matrix")
}

fn filled(extents: [usize; 2]) -> Heap<f64, 2> {
    Block::<f64>::from_vec(vec![7.0; extents[0] * extents[1]], extents).expect("a block")
}

fn entries() -> impl Strategy<Value = Vec<(usize, usize, i32)>> {
    proptest::collection::vec((0usize..9, 0usize..9, -4i32..5), if cfg!(miri) { 6..14 } else { 0..40 })
}

/// An interval: where it begins, and how many indices it has.
fn interval() -> impl Strategy<Value = (usize, usize)> {
    (1usize..9).prop_flat_map(|extent| (0..=EXTENT - extent, Just(extent)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, ..ProptestConfig::default() })]

    #[test]
    fn each_format(
        (row, rows) in interval(),
        (column, columns) in interval(),
        far in [-12i32..12, -12i32..12],
        a in entries(),
    ) {
        let x = Block::<f64>::from_vec((0..columns).map(|j| j as f64 - 2.0).collect(), [columns]).expect("a vector");
        let (r, c) = (row as i32, column as i32);
        macro_rules! check {
            ($($format:ty, $entries:expr;)*) => {$({
                let block: Stored<$format> = stored($entries);
                let all = block.to_dense();
                let at = |i: i32, j: i32| match (usize::try_from(i), usize::try_from(j)) {
                    (Ok(i), Ok(j)) if i < EXTENT && j < EXTENT => all[EXTENT * i + j],
                    _ => 0.0,
                };
                let product = |r: i32, c: i32| -> Vec<f64> {
                    let row = |i: usize| (0..columns).map(|j| at(r + i as i32, c + j as i32) * x.as_slice()[j]).sum::<f64>();
                    (0..rows).map(row).collect()
                };
                let mut y = Block::<f64>::from_vec(vec![5.0; rows], [rows]).expect("a vector");
                times_part(&mut y, &block, &x, r, c);
                prop_assert_eq!(y.as_slice(), product(r, c));
                times_unnamed(&mut y, &block, &x, r, c);
                prop_assert_eq!(y.as_slice(), product(r, c));
                times_displaced(&mut y, &block, &x, r, c);
                prop_assert_eq!(y.as_slice(), product(r, c));
                around(&mut y, &block, &x, far[0], far[1]);
                prop_assert_eq!(y.as_slice(), product(far[0], far[1]));
                if columns > 1 {
                    let part = Block::<f64>::from_vec(x.as_slice()[..columns - 1].to_vec(), [columns - 1]).expect("a vector");
                    let mut z = Block::<f64>::zeros([1]);
                    passes(&mut z, &block, &part, r);
                    let expected: f64 = (0..columns - 1).map(|j| at(r, 1 + j as i32) * x.as_slice()[j]).sum();
                    prop_assert_eq!(z.as_slice(), [expected]);
                }
                let mut across = Block::<f64>::from_vec(vec![5.0; EXTENT], [EXTENT]).expect("a vector");
                let mut down = Block::<f64>::from_vec(vec![5.0; EXTENT], [EXTENT]).expect("a vector");
                let sum = slices(&mut across, &mut down, &block, r, c);
                prop_assert_eq!(across.as_slice(), (0..9).map(|j| at(r, j)).collect::<Vec<_>>());
                prop_assert_eq!(down.as_slice(), (0..9).map(|i| 2.0 * at(i, c)).collect::<Vec<_>>());
                prop_assert_eq!(sum, (0..9).map(|i| at(i, c)).sum::<f64>());
                let mut t = filled([columns, rows]);
                let count = turned(&mut t, &block, r, c);
                let expected: Vec<f64> =
                    (0..columns * rows).map(|n| at(r + (n % rows) as i32, c + (n / rows) as i32)).collect();
                prop_assert_eq!(t.as_slice(), &expected[..]);
                let part = block.window([row..row + rows, column..column + columns]).expect("a part");
                prop_assert_eq!(count as usize, columns + part.to_entries().len());
                let mut blocks = Block::<f64>::zeros([3]);
                let ones = Block::<f64>::from_vec(vec![1.0; EXTENT], [EXTENT]).expect("a vector");
                rows_of_blocks(&mut blocks, &block, &ones);
                let expected: Vec<f64> = all.chunks(3 * EXTENT).map(|rows| rows.iter().sum()).collect();
                prop_assert_eq!(blocks.as_slice(), expected);
            })*};
        }
        let lower: Vec<_> = a.iter().map(|&(i, j, value)| (i, j.min(i), value)).collect();
        let near: Vec<_> = a.iter().map(|&(i, j, value)| (i, j.clamp(i.saturating_sub(2), i + 1).min(8), value)).collect();
        check!(Csr, &a; Csc, &a; Coo, &a; Dcsr, &a; HashedRows, &a; Band, &near; Lower, &lower; (Dense, Dense), &a;
            (Compressed, Dense), &a; Dia, &a; Ell, &a; Bcsr<3, 3>, &a; Dok, &a;);
    }

    #[test]
    fn beside_each_other((rows, columns) in (1usize..9, 1usize..9), a in entries()) {
        macro_rules! check {
            ($($format:ty),*) => {$({
                let block: Stored<$format> = stored(&a);
                let all = block.to_dense();
                let mut c = filled([EXTENT; 2]);
                edges(&mut c, &block);
                let before = |n: usize| if n % EXTENT == 0 { 0.0 } else { all[n - 1] };
                prop_assert_eq!(c.as_slice(), (0..EXTENT * EXTENT).map(|n| all[n] - before(n)).collect::<Vec<_>>());
                let mut c = Stored::<Csr>::empty([rows, columns]).expect("a matrix");
                difference(&mut c, &block, rows as i32, columns as i32);
                let expected = |n: usize| {
                    let at = EXTENT * (n / columns) + n % columns;
                    all[at] - all[at + EXTENT + 1]
                };
                prop_assert_eq!(c.to_dense(), (0..rows * columns).map(expected).collect::<Vec<_>>());
            })*};
        }
        check!(Csr, Coo, Dcsr, (Dense, Dense), (Compressed, Dense));
    }

    #[test]
    fn where_others_are(
        origins in [[-3isize..6, -3isize..6], [-3isize..6, -3isize..6], [-3isize..6, -3isize..6]],
        sprite in [(1usize..4), (1usize..4)],
        a in entries(),
    ) {
        macro_rules! check {
            ($($format:ty),*) => {$({
                let map = stored::<$format>(&a).with_origin(origins[0]).expect("a matrix");
                let inside = a.iter().filter(|(i, j, _)| *i < sprite[0] && *j < sprite[1]);
                let small = inside.map(|&(i, j, value)| ([i, j], f64::from(value)));
                let small = Stored::<$format>::from_entries_with(sprite, small, |a, b| a + b).expect("a matrix");
                let small = small.with_origin(origins[1]).expect("a matrix");
                let mut frame = filled([7, 8]).with_origin(origins[2]).expect("a block");
                let lies = |at: usize, extents: [usize; 2], inner: usize, other: [usize; 2]| (0..2).all(|axis| {
                    let first = origins[inner][axis] - origins[at][axis];
                    first >= 0 && first + other[axis] as isize <= extents[axis] as isize
                });
                let fits = lies(2, [7, 8], 1, sprite) && lies(0, [9, 9], 1, sprite);
                prop_assert_eq!(blend::fits(&frame, &small, &map).is_ok(), fits);
                if fits {
                    let product = blend(&mut frame, &small, &map);
                    let mut expected = 0.0;
                    small.for_each(|[y, x], value| {
                        let at = [origins[1][0] + y as isize, origins[1][1] + x as isize];
                        expected += value * map.at(at).unwrap_or(0.0);
                    });
                    prop_assert_eq!(product, expected);
                    for (n, now) in frame.as_slice().iter().enumerate() {
                        let at = [origins[2][0] + (n / 8) as isize, origins[2][1] + (n % 8) as isize];
                        prop_assert_eq!(*now, 7.0 + small.at(at).unwrap_or(0.0));
                    }
                }
                let mut frame = filled([4, 3]).with_origin(origins[1]).expect("a block");
                prop_assert_eq!(seen::fits(&frame, &map).is_ok(), lies(0, [9, 9], 1, [4, 3]));
                if seen::fits(&frame, &map).is_ok() {
                    seen(&mut frame, &map);
                    for (n, now) in frame.as_slice().iter().enumerate() {
                        let at = [origins[1][0] + (n / 3) as isize, origins[1][1] + (n % 3) as isize];
                        prop_assert_eq!(Some(*now - 7.0), map.at(at));
                    }
                }
            })*};
        }
        check!(Csr, Coo, (Dense, Dense));
    }

    #[test]
    fn tensors(at in 0usize..3, a in entries()) {
        let entries = a.iter().map(|&(i, j, value)| ([i % 3, j % 2, (i + j) % 4], f64::from(value)));
        let t = StoredBlock::<f64, Csf, 3>::from_entries_with([3, 2, 4], entries, |a, b| a + b).expect("a tensor");
        let all = t.to_dense();
        let x = Block::<f64>::from_vec(vec![1.0, -2.0, 3.0, 4.0], [4]).expect("a vector");
        let row = |i: usize, j: usize| (0..4).map(|k| all[8 * i + 4 * j + k] * x.as_slice()[k]).sum::<f64>();
        let expected: Vec<f64> = (0..4).map(|n| row(1 + n / 2, n % 2) + row(at, n % 2)).collect();
        macro_rules! check {
            ($($format:ty),*) => {$({
                let t = t.to::<$format>().expect("a tensor");
                let mut y = Block::<f64>::zeros([2, 2]);
                of_three_axes(&mut y, &t, &x, at as i32);
                prop_assert_eq!(y.as_slice(), &expected[..]);
            })*};
        }
        check!(Csf, Coo3, (Dense, Dense, Compressed), (Dense, Compressed, Dense));
    }
}

#[test]
fn largest_of_a_part() {
    let a = StoredBlock::<f64, Csr, 2, Least>::from_entries(
        [2, 4],
        [([0, 0], 9.0), ([0, 1], 2.0), ([0, 3], 5.0)],
    );
    let (a, mut y) = (a.expect("a matrix"), Block::<f64>::zeros([2]));
    largest(&mut y, &a, 1);
    assert_eq!(y.as_slice(), [5.0, f64::NEG_INFINITY]);
    largest(&mut y, &a, -2);
    assert_eq!(y.as_slice(), [9.0, f64::NEG_INFINITY]);
}

#[test]
fn a_part_is_inside() {
    let (a, x) = (stored::<Csr>(&[(2, 3, 5)]), Block::<f64>::zeros([4]));
    let y = Block::<f64>::zeros([3]);
    let message = |row, column| times_part::fits(&y, &a, &x, row, column).unwrap_err().to_string();
    assert!(message(7, 0).contains("7..=9 of axis 0 of a,"), "{}", message(7, 0));
    assert!(message(0, -1).contains("-1..=2 of axis 1 of a,"), "{}", message(0, -1));
    assert!(times_part::fits(&y, &a, &x, 6, 5).is_ok());
    let message = |row, column| times_displaced::fits(&y, &a, &x, row, column).unwrap_err().to_string();
    assert!(message(7, 0).contains("7..=9 of axis 0 of a,"), "{}", message(7, 0));
    let turned = Block::<f64>::zeros([2, 2]).with_permutation([1, 0]).expect("a block");
    let error = seen::fits(&turned, &a).unwrap_err().to_string();
    assert!(error.contains("permuted, refined or coarsened"), "{error}");
    let coarse = Block::<f64>::zeros([2, 2]).with_coarsening([2, 1]).expect("a block");
    assert!(seen::fits(&coarse, &a).is_err());
}

fn row_of(turn: i32) -> i32 {
    2 * turn
}

/// A part is what it was where it was defined, whatever its names stand for later.
#[kernel]
fn defined_before(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    let mut row = 1;
    for turn in 0..y.extent(0) {
        let here = row_of(turn);
        let part = a[[here..here + 1, ..]];
        let computed = a[[row_of(turn)..row_of(turn) + 1, row..]];
        let here = 100 + here;
        row *= 2;
        y[[turn]] = sum(|i, j| part[[i, j]] * x[[j]]) + f64::from(here) * sum(|i, j| computed[[i, j]]);
    }
}

/// Where tensors are, as numbers.
#[kernel]
fn places(a: &Tensor<[[f64]], _>) -> [i32; 3] {
    let part = a[[2.., 1..]];
    [a.origin(0), part.origin(1), part.extent(0)]
}

#[test]
fn parts_are_what_they_were() {
    let a = stored::<Csr>(&[(0, 3, 1), (2, 0, 2), (2, 1, 3), (2, 4, 4), (4, 2, 5), (4, 8, 6)]);
    let x = Block::<f64>::from_vec((0..9).map(f64::from).collect(), [9]).expect("a vector");
    let mut y = Block::<f64>::zeros([3]);
    defined_before(&mut y, &a, &x);
    // From column 1 on, then 2, then 4.
    assert_eq!(y.as_slice(), [3.0 + 100.0, 3.0 + 16.0 + 102.0 * 4.0, 10.0 + 48.0 + 104.0 * 6.0]);
    let a = a.with_origin([-7, 30]).expect("a matrix");
    assert_eq!(places(&a), [-7, 31, 7]);
}
