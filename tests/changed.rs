//! Stored tensors whose elements are changed where they are, in every format, beside dense loops.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::stored::{
    Band, Bcsr, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Diagonals, Dok, Ell, Format,
    HashedRows, Interleaved, Lower, Most, StoredBlock,
};
use unite::{Block, kernel};

/// What a call panics with.
fn panic_message(call: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("it panics");
    *panic.downcast::<String>().expect("a message")
}

#[kernel]
fn scaled(a: &mut Tensor<[[f64]], _>, by: f64) {
    a[[!i, !j]] *= by;
}

#[kernel]
fn scaled_both_ways(a: &mut Tensor<[[f64]], _>, d: &Tensor<[f64]>, e: &Tensor<[f64]>) {
    a[[!i, !j]] = d[[!i]] * a[[!i, !j]] * e[[!j]];
}

/// Each element by its index, but for those of one row.
#[kernel]
fn renamed(a: &mut Tensor<[[f64]], _>, row: i32) {
    for ([i, j], element) in a.stored() {
        if i == row {
            continue;
        }
        a[[i, j]] = element + (10 * i + j) as f64;
        a[[i, j]] -= 1.0;
    }
}

#[kernel]
fn put(a: &mut Tensor<[[f64]], _>, i: i32, j: i32, element: f64) {
    a[[i, j]] = element;
    a[[i, j]] += 1.0;
}

const ROWS: usize = 6;
const COLUMNS: usize = 8;

fn stored<F: Format<2>>(is_in: impl Fn(usize, usize) -> bool) -> StoredBlock<f64, F, 2> {
    let all = (0..ROWS * COLUMNS).map(|at| [at / COLUMNS, at % COLUMNS]);
    let kept = all.filter(|[i, j]| is_in(*i, *j) && (i * 5 + j * 3) % 4 < 2);
    StoredBlock::from_entries([ROWS, COLUMNS], kept.map(|[i, j]| ([i, j], (i * 3 + j) as f64 - 5.5)))
        .expect("a matrix")
}

/// A check of a matrix in each format, of which the names are answered.
macro_rules! in_formats {
    ($check:ident) => {
        [
            in_formats!($check: Csr, Csc, Coo, Dcsr, HashedRows, (Dense, Dense), (Compressed, Dense), Dia, Ell,
                Bcsr<2, 2>, Dok, Interleaved).as_slice(),
            in_formats!($check |i, j| i.abs_diff(j) < 2, Band).as_slice(),
            in_formats!($check |i, j| j <= i, Lower).as_slice(),
        ].concat()
    };
    ($check:ident: $($format:ty),*) => { in_formats!($check |i, _| i != 2, $($format),*) };
    ($check:ident $is_in:expr, $($format:ty),*) => {{
        $( $check(stored::<$format>($is_in)); )*
        [$(stringify!($format)),*]
    }};
}

/// What a matrix stores is what it was, each element by `f`.
fn is_mapped<F: Format<2>>(
    a: &StoredBlock<f64, F, 2>,
    before: &StoredBlock<f64, F, 2>,
    f: impl Fn([usize; 2], f64) -> f64,
) {
    let expected: Vec<_> =
        before.to_entries().into_iter().map(|(at, element)| (at, f(at, element))).collect();
    assert_eq!(a.to_entries(), expected);
    assert!(!expected.is_empty());
}

#[test]
fn statements_change_elements_where_they_are() {
    fn check<F: Format<2>>(a: StoredBlock<f64, F, 2>) {
        let mut b = a.clone();
        scaled(&mut b, -2.5);
        is_mapped(&b, &a, |_, element| element * -2.5);
        let dense: Vec<f64> = a.to_dense().iter().map(|element| element * -2.5).collect();
        assert_eq!(b.to_dense(), dense);
        let [d, e] = [ROWS, COLUMNS].map(|extent| {
            Block::from_vec((0..extent).map(|at| at as f64 + 0.5).collect::<Vec<f64>>(), [extent])
                .expect("a vector")
        });
        let mut b = a.clone();
        scaled_both_ways(&mut b, &d, &e);
        is_mapped(&b, &a, |[i, j], element| d.as_slice()[i] * element * e.as_slice()[j]);
        assert!(scaled_both_ways::fits(&b, &e, &d).is_err());
    }
    let formats = in_formats!(check);
    // They are those of the document, but for those of three axes, which are tested below.
    let text = include_str!("../docs/stored.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("| format |")).skip(2);
    let names = rows.take_while(|line| line.starts_with('|')).flat_map(|row| {
        assert!(row.ends_with("| yes |"), "{row}");
        row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2)
    });
    for name in names.filter(|name| !["Csf", "Coo3", "Diagonals"].contains(name)) {
        assert!(formats.iter().any(|format| format.starts_with(name)), "{name}");
    }
}

#[test]
fn loops_change_what_they_run_over() {
    fn check<F: Format<2>>(a: StoredBlock<f64, F, 2>) {
        let mut b = a.clone();
        renamed(&mut b, 3);
        is_mapped(&b, &a, |[i, j], element| match i {
            3 => element,
            _ => element + (10 * i + j) as f64 - 1.0,
        });
    }
    in_formats!(check);
    // Whatever is not stored.
    let entries = [([0, 1], 5.0), ([2, 2], 7.0)];
    let mut most = StoredBlock::<f64, Csr, 2, Most>::from_entries([3, 3], entries).expect("a matrix");
    renamed(&mut most, 0);
    assert_eq!(most.to_entries(), [([0, 1], 5.0), ([2, 2], 28.0)]);
}

#[test]
fn elements_that_are_looked_up_are_changed() {
    fn check<F: Format<2>>(a: StoredBlock<f64, F, 2>) {
        for ([i, j], _) in a.to_entries() {
            let mut b = a.clone();
            put(&mut b, i as i32, j as i32, 40.0);
            is_mapped(&b, &a, |at, element| if at == [i, j] { 41.0 } else { element });
        }
    }
    in_formats!(check);
    let mut a = stored::<Csr>(|i, _| i != 2);
    let nothing = panic_message(|| put(&mut a, 2, 1, 5.0));
    assert_eq!(nothing, "`a` is changed at [2, 1], where it stores nothing");
    let outside = panic_message(|| put(&mut a, 6, -1, 5.0));
    assert_eq!(outside, "`a` is looked up at [6, -1], outside of its extents [6, 8]");
}

#[kernel]
fn scaled_tensor(t: &mut Tensor<[[[f64]]], _>, x: &Tensor<[f64]>) {
    t[[!i, !j, !k]] *= x[[!k]];
}

#[test]
fn of_three_axes() {
    let entries: Vec<_> = (0..40).map(|at| ([at % 4, at % 5, at % 7], at as f64)).collect();
    let x = Block::from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    macro_rules! each {
        ($($format:ty),*) => {$({
            let before = StoredBlock::<f64, $format, 3>::from_entries([4, 5, 7], entries.clone()).expect("a tensor");
            let mut t = before.clone();
            scaled_tensor(&mut t, &x);
            let expected = before.to_entries().into_iter();
            let expected = expected.map(|(at, element)| (at, element * (at[2] + 1) as f64)).collect::<Vec<_>>();
            assert_eq!(t.to_entries(), expected);
        })*};
    }
    each!(Csf, Coo3, (Dense, Compressed, Compressed), Dok);
    // Diagonals at 0 and -2 of five rows and four columns: some places of the arrays have no index.
    let values = (0..10).map(|at| at as f64).collect();
    let before = StoredBlock::<f64, Diagonals, 3>::new([2, 5, 4], vec![0, -2], values).expect("a tensor");
    let mut t = before.clone();
    scaled_tensor(&mut t, &x);
    let expected = before.to_entries().into_iter();
    let expected = expected.map(|(at, element)| (at, element * (at[2] + 1) as f64)).collect::<Vec<_>>();
    assert_eq!(t.to_entries(), expected);
}

/// A tensor that is written is read where it is run over, too.
#[kernel]
fn doubled(c: &mut Tensor<[[f64]], _>, y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] * 2.0;
    y[[!i]] = 0.0;
    for ([i, _], element) in c.stored() {
        y[[i]] += element;
    }
}

#[test]
fn what_is_written_is_run_over() {
    let a = stored::<Csr>(|i, _| i != 2);
    let mut c = StoredBlock::<f64, Csr, 2>::empty([ROWS, COLUMNS]).expect("a matrix");
    let mut y = Block::<f64>::zeros([ROWS]);
    doubled(&mut c, &mut y, &a);
    let sums = a.to_dense().chunks(COLUMNS).map(|row| 2.0 * row.iter().sum::<f64>()).collect::<Vec<_>>();
    assert_eq!(y.as_slice(), sums);
}

/// A sum that is written as a whole, changed then, and handed on to be changed.
#[kernel]
fn mean(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
    c[[!i, !j]] *= 0.5;
    scaled(c, 10.0);
}

#[test]
fn what_is_written_is_changed_and_handed_on() {
    let (a, b) = (stored::<Csr>(|i, _| i != 2), stored::<Coo>(|_, j| j < 4));
    let mut c = StoredBlock::<f64, Csr, 2>::empty([ROWS, COLUMNS]).expect("a matrix");
    mean(&mut c, &a, &b);
    let both = a.to_dense().into_iter().zip(b.to_dense());
    assert_eq!(c.to_dense(), both.map(|(x, y)| (x + y) * 0.5 * 10.0).collect::<Vec<_>>());
}

#[kernel]
fn halved(a: &mut Tensor<[[u8]], _>, by: i32) {
    a[[!i, !j]] = (a[[!i, !j]] * by + 0) / 2;
}

/// Numbers are wide between a read and a write, as everywhere.
#[test]
fn bytes_are_wide_between() {
    let mut a =
        StoredBlock::<u8, Csr, 2>::from_entries([2, 2], [([0, 1], 200), ([1, 0], 7)]).expect("a matrix");
    halved(&mut a, 2);
    assert_eq!(a.to_entries(), [([0, 1], 200), ([1, 0], 7)]);
    halved(&mut a, 1);
    assert_eq!(a.to_entries(), [([0, 1], 100), ([1, 0], 3)]);
}

#[test]
fn the_plan_says_it() {
    let plan = scaled::plan();
    assert!(plan.contains("what `a` stores is changed where it is"), "{plan}");
}
