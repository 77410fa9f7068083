//! Rows of dense tensors that stored ones add to: in pieces that are kept in registers where rows are so many of them, otherwise element
//! by element; in each format, beside dense loops.

use proptest::prelude::*;
use unite::Block;
use unite::kernel;
use unite::library::Heap;
use unite::stored::{
    Compressed, Coo, Csc, Csf, Csr, Dcsr, Dense, Dia, HashedRows, Interleaved, Least, StoredBlock,
};

/// C = A B
#[kernel]
fn times(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>) {
    c[[!i, !k]] = sum(|j| a[[!i, j]] * b[[j, !k]]);
}

/// C -= A B
#[kernel]
fn taken_off(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>) {
    c[[!i, !k]] -= a[[!i, !j]] * b[[!j, !k]];
}

/// The same, transposed, and of a part of A.
#[kernel]
fn upright(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>, first: i32) {
    c[[!k, !i]] = sum(|j| a[[first.., ..]][[!i, j]] * b[[j, !k]]);
}

/// With another operator, in whole numbers.
#[kernel]
fn largest(c: &mut Tensor<[[i32]]>, a: &Tensor<[[i32]], _>, b: &Tensor<[[i32]]>) {
    c[[!i, !k]] = max(|j| a[[!i, j]].min(b[[j, !k]]));
}

/// Of three axes, two of which choose the row.
#[kernel]
fn of_three(c: &mut Tensor<[[[f64]]]>, t: &Tensor<[[[f64]]], _>, b: &Tensor<[[f64]]>) {
    c[[!i, !j, !k]] = sum(|l| t[[!i, !j, l]] * b[[l, !k]]);
}

/// What is written is read, too: not in pieces.
#[kernel]
fn beside(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>) {
    c[[!i, !k]] += a[[!i, !j]] * b[[!j, 0]];
}

const ROWS: usize = 5;
const COLUMNS: usize = 7;

fn dense(extents: [usize; 2], first: i32) -> Heap<f64, 2> {
    let count = extents[0] * extents[1];
    let all = (0..count).map(|n| f64::from((first + 3 * n as i32) % 11 - 5)).collect();
    Block::<f64>::from_vec(all, extents).expect("a block")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 48 }, ..ProptestConfig::default() })]

    #[test]
    fn each_format(
        width in prop_oneof![Just(16usize), Just(32), Just(48), 1usize..40],
        first in 0usize..3,
        a in proptest::collection::vec((0usize..5, 0usize..7, -4i32..5), 0..24),
    ) {
        let width = if cfg!(miri) { width.min(16) } else { width };
        let entries = a.iter().map(|&(i, j, value)| ([i, j], f64::from(value)));
        let list = StoredBlock::<f64, Coo, 2>::from_entries_with([ROWS, COLUMNS], entries, |a, b| a + b).expect("a matrix");
        let all = list.to_dense();
        let b = dense([COLUMNS, width], 4);
        let product = |i: usize, k: usize| -> f64 {
            (0..COLUMNS).map(|j| all[COLUMNS * i + j] * b.as_slice()[width * j + k]).sum()
        };
        macro_rules! check {
            ($($format:ty),*) => {$({
                let a = list.to::<$format>().expect("a matrix");
                let mut c = dense([ROWS, width], 1);
                times(&mut c, &a, &b);
                prop_assert_eq!(c.as_slice(), (0..ROWS * width).map(|n| product(n / width, n % width)).collect::<Vec<_>>());
                let before = dense([ROWS, width], 1);
                let mut c = dense([ROWS, width], 1);
                taken_off(&mut c, &a, &b);
                let expected = |n: usize| before.as_slice()[n] - product(n / width, n % width);
                prop_assert_eq!(c.as_slice(), (0..ROWS * width).map(expected).collect::<Vec<_>>());
                beside(&mut c, &a, &b);
                let more = |n: usize| expected(n) + product(n / width, 0);
                prop_assert_eq!(c.as_slice(), (0..ROWS * width).map(more).collect::<Vec<_>>());
                let rows = ROWS - first;
                let mut c = dense([width, rows], 1);
                upright(&mut c, &a, &b, first as i32);
                let expected = |n: usize| product(first + n % rows, n / rows);
                prop_assert_eq!(c.as_slice(), (0..rows * width).map(expected).collect::<Vec<_>>());
            })*};
        }
        check!(Csr, Csc, Coo, Interleaved, Dcsr, HashedRows, (Dense, Dense), (Compressed, Dense), Dia);

        let entries = list.to_entries().into_iter().map(|(at, value)| (at, value as i32));
        let whole = StoredBlock::<i32, Csr, 2, Least>::from_entries([ROWS, COLUMNS], entries).expect("a matrix");
        let numbers: Vec<i32> = b.as_slice().iter().map(|value| *value as i32).collect();
        let b_whole = Block::<i32>::from_vec(numbers.clone(), [COLUMNS, width]).expect("a block");
        let mut c = Block::<i32>::zeros([ROWS, width]);
        largest(&mut c, &whole, &b_whole);
        let elements = whole.to_dense();
        let expected = |n: usize| {
            (0..COLUMNS).map(|j| elements[COLUMNS * (n / width) + j].min(numbers[width * j + n % width])).max()
        };
        prop_assert_eq!(c.as_slice(), (0..ROWS * width).map(|n| expected(n).expect("columns")).collect::<Vec<_>>());

        let entries = list.to_entries().into_iter().map(|([i, j], value)| ([i / 3, i % 3, j], value));
        let t = StoredBlock::<f64, Csf, 3>::from_entries([2, 3, COLUMNS], entries).expect("a tensor");
        let mut c = Block::<f64>::zeros([2, 3, width]);
        of_three(&mut c, &t, &b);
        let expected = |n: usize| if n / width < ROWS { product(n / width, n % width) } else { 0.0 };
        prop_assert_eq!(c.as_slice(), (0..6 * width).map(expected).collect::<Vec<_>>());
    }
}

/// Rows with gaps between them, which stay as they were.
#[test]
fn rows_apart() {
    let a =
        StoredBlock::<f64, Csr, 2>::from_entries([2, 2], [([0, 1], 2.0), ([1, 0], 3.0)]).expect("a matrix");
    let b = dense([2, 16], 2);
    let mut memory = vec![9.0; 2 * 19];
    let mut c = Block::external_pitched(&mut memory, [2, 16], 19).expect("a block");
    times(&mut c, &a, &b);
    for (row, factor, of) in [(0, 2.0, 1), (1, 3.0, 0)] {
        for k in 0..16 {
            assert_eq!(memory[19 * row + k], factor * b.as_slice()[16 * of + k]);
        }
    }
    assert!(memory[16..19].iter().chain(&memory[35..]).all(|element| *element == 9.0));
}
