//! Stored tensors in kernels, in every format, beside dense loops.

use std::cell::Cell;

use proptest::prelude::*;
use unite::Block;
use unite::kernel;
use unite::library::Heap;
use unite::stored::{
    Band, Bcsr, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Dok, Ell, HashedRows, Interleaved,
    StoredBlock,
};

/// y = A x
#[kernel]
fn spmv(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// y += A x, over what is stored.
#[kernel]
fn added(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    for ([i, j], element) in a.stored() {
        y[[i]] += element * x[[j]];
    }
}

/// C = A B
#[kernel]
fn spmm(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>) {
    c[[!i, !k]] = sum(|j| a[[!i, j]] * b[[j, !k]]);
}

/// y += A^T x
#[kernel]
fn transposed(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!j]] += a[[!i, !j]] * x[[!i]];
}

/// The sum of A B, element by element.
#[kernel]
fn inner(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]]>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[i, j]])
}

/// How many elements are stored before the first that is greater than a bound, and where that one is.
#[kernel]
fn first_above(a: &Tensor<[[f64]], _>, bound: f64) -> (i32, i32, i32) {
    let mut found = (0, -1, -1);
    for ([i, j], element) in a.stored() {
        if element < 1.0 {
            continue;
        }
        if element > bound {
            found = (found.0, i, j);
            break;
        }
        found.0 += 1;
    }
    found
}

/// How often each byte stands in a matrix.
#[kernel]
fn counted(counts: &mut Tensor<[i32; 256]>, a: &Tensor<[[u8]], Csr>) {
    for ([_, _], byte) in a.stored() {
        counts[[byte]] += 1;
    }
}

/// c[i, j] = sum of t[i, j, k] x[k]
#[kernel]
fn ttv(c: &mut Tensor<[[f64]]>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[f64]>) {
    c[[!i, !j]] = sum(|k| t[[!i, !j, k]] * x[[k]]);
}

/// The same, dense.
#[kernel]
fn product(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]]>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

fn entries() -> Vec<([usize; 2], f64)> {
    let at = [[0, 0], [0, 4], [1, 1], [1, 2], [3, 0], [3, 3], [3, 4], [4, 2], [4, 4]];
    at.iter().enumerate().map(|(k, &index)| (index, 0.5 + k as f64)).collect()
}

fn dense(a: &[f64], x: &[f64]) -> Vec<f64> {
    (0..5).map(|i| (0..5).fold(0.0, |sum, j| sum + a[5 * i + j] * x[j])).collect()
}

macro_rules! in_format {
    ($($name:ident: $format:ty;)*) => {$(
        #[test]
        fn $name() {
            let a = StoredBlock::<f64, $format, 2>::from_entries([5, 5], entries()).unwrap();
            let x = [3.0, -1.0, 0.25, 8.0, 2.0];
            let expected = dense(&a.to_dense(), &x);
            let x = Block::<f64>::from_vec(x.to_vec(), [5]).unwrap();
            let mut y = Block::<f64>::from_vec(vec![7.0; 5], [5]).unwrap();
            spmv(&mut y, &a, &x);
            assert_eq!(y.as_slice(), expected);
            added(&mut y, &a, &x);
            let twice: Vec<f64> = expected.iter().map(|y| 2.0 * y).collect();
            assert_eq!(y.as_slice(), twice);
            let mut c = Block::<f64>::from_vec(vec![7.0; 15], [5, 3]).unwrap();
            let b = Block::<f64>::from_vec((0..15).map(f64::from).collect(), [5, 3]).unwrap();
            spmm(&mut c, &a, &b);
            let full = a.to_dense();
            for i in 0..5 {
                for k in 0..3 {
                    let sum = (0..5).fold(0.0, |sum, j| sum + full[5 * i + j] * b.as_slice()[3 * j + k]);
                    assert_eq!(c.as_slice()[3 * i + k], sum);
                }
            }
            let square = Block::<f64>::from_vec((0..25).map(f64::from).collect(), [5, 5]).unwrap();
            let sum = full.iter().zip(square.as_slice()).fold(0.0, |sum, (a, b)| sum + a * b);
            assert_eq!(inner(&a, &square), sum);
            let mut z = Block::<f64>::from_vec(vec![1.0; 5], [5]).unwrap();
            transposed(&mut z, &a, &x);
            for j in 0..5 {
                let sum = (0..5).fold(1.0, |sum, i| sum + full[5 * i + j] * x.as_slice()[i]);
                assert_eq!(z.as_slice()[j], sum);
            }
        }
    )*};
}

in_format! {
    dense_rows: (Dense, Dense);
    csr: Csr;
    csr_of_bytes: Csr<u8>;
    csc: Csc;
    dcsr: Dcsr;
    coo: Coo;
    hashed: HashedRows;
    dia: Dia;
    ell: Ell;
    bcsr: Bcsr<2, 3>;
    dok: Dok;
}

#[test]
fn dense_sums() {
    let a = StoredBlock::<f64, Csr, 2>::from_entries([5, 5], entries()).unwrap();
    let x = Block::<f64>::from_vec(vec![3.0, -1.0, 0.25, 8.0, 2.0], [5]).unwrap();
    let mut y = Block::<f64>::from_vec(vec![7.0; 5], [5]).unwrap();
    product(&mut y, &a.to_block().unwrap(), &x);
    assert_eq!(y.as_slice(), dense(&a.to_dense(), x.as_slice()));
}

#[test]
fn jumps_leave_what_is_stored() {
    let a = StoredBlock::<f64, Csr, 2>::from_entries([5, 5], entries()).unwrap();
    assert_eq!(first_above(&a, 4.0), (3, 3, 0));
    assert_eq!(first_above(&a.to::<Dok>().unwrap(), 4.0), (3, 3, 0));
    assert_eq!(first_above(&a, 99.0), (8, -1, -1));
}

#[test]
fn elements_are_indices() {
    let bytes = [([0, 1], 7), ([1, 0], 255), ([2, 2], 7)];
    let a = StoredBlock::<u8, Csr, 2>::from_entries([3, 3], bytes).unwrap();
    let mut counts = Block::<[i32; 256]>::stack();
    counted(&mut counts, &a);
    assert_eq!((counts.as_slice()[7], counts.as_slice()[255], counts.as_slice()[0]), (2, 1, 0));
}

#[test]
fn three_axes() {
    let entries = [([0, 0, 1], 2.0), ([0, 0, 2], 3.0), ([0, 3, 0], 4.0), ([2, 1, 2], 5.0)];
    let x = Block::<f64>::from_vec(vec![1.0, 10.0, 100.0], [3]).unwrap();
    let mut expected = vec![0.0; 12];
    (expected[0], expected[3], expected[9]) = (320.0, 4.0, 500.0);
    let mut c = Block::<f64>::from_vec(vec![9.0; 12], [3, 4]).unwrap();
    let csf = StoredBlock::<f64, Csf, 3>::from_entries([3, 4, 3], entries).unwrap();
    ttv(&mut c, &csf, &x);
    assert_eq!(c.as_slice(), expected);
    ttv(&mut c, &csf.to::<Coo3>().unwrap(), &x);
    assert_eq!(c.as_slice(), expected);
    ttv(&mut c, &csf.to::<(Dense, Dense, Compressed)>().unwrap(), &x);
    assert_eq!(c.as_slice(), expected);
    ttv(&mut c, &csf.to::<Dok>().unwrap(), &x);
    assert_eq!(c.as_slice(), expected);
}

#[test]
fn extents_are_checked_at_entry() {
    let a = StoredBlock::<f64, Csr, 2>::from_entries([5, 6], entries()).unwrap();
    let five = Block::<f64>::zeros([5]);
    let six = Block::<f64>::zeros([6]);
    assert!(spmv::fits(&five, &a, &six).is_ok());
    let error = spmv::fits(&five, &a, &five).unwrap_err().to_string();
    assert!(error.contains("0..=5 of axis 0 of x,"), "{error}");
    assert!(spmv::fits(&Block::<f64>::zeros([4]), &a, &six).is_err());
    let error = spmv::fits(&Block::<f64>::zeros([8]), &a, &six).unwrap_err().to_string();
    assert!(error.contains("0..=7 of axis 0 of a,"), "{error}");
}

#[test]
fn the_plan_says_what_is_run_over() {
    let plan = spmv::plan();
    assert!(plan.contains("what `a` stores"), "{plan}");
    assert!(plan.contains("summed over j"), "{plan}");
}

/// The sums of rows until an element is greater than a bound, without what is less than 1.
#[kernel]
fn sums_until(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, bound: f64) {
    for ([i, _], element) in a.stored() {
        y[[i]] += if element > bound {
            break;
        } else if element < 1.0 {
            continue;
        } else {
            element
        };
    }
}

/// Ends where `x` is negative.
#[kernel]
fn returns(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| {
        a[[!i, j]]
            * if x[[j]] < 0.0 {
                return;
            } else {
                x[[j]]
            }
    });
}

/// What is added to a variable while a tensor is run over is not known before.
#[kernel]
fn lifted(out: &mut Tensor<[i32; 64]>, t: &Tensor<[u8; 64]>, a: &Tensor<[[i32]], _>) {
    let mut sum = 0;
    for ([_, _], element) in a.stored() {
        sum += element;
    }
    out[[!x]] = t[[!x]] + sum;
}

/// A block of which nothing is written holds zeros.
#[kernel]
fn left_early(out: &mut Tensor<[i32; 4]>, a: &Tensor<[[i32]], _>) {
    let mut block = Block::<[i32; 4]>::stack();
    'rows: for x in 0..4 {
        for ([_, j], _) in a.stored() {
            if j == 3 {
                break 'rows;
            }
        }
        block[[x]] = 7;
    }
    out[[!x]] = block[[!x]];
}

#[test]
fn sums_that_are_left_are_written() {
    let a = StoredBlock::<f64, Csr, 2>::from_entries([5, 5], entries()).unwrap();
    let mut y = Block::<f64>::zeros([5]);
    sums_until(&mut y, &a, 4.0);
    assert_eq!(y.as_slice(), [1.5, 6.0, 0.0, 0.0, 0.0]);
    let mut z = Block::<f64>::zeros([5]);
    sums_until(&mut z, &a.to::<Dok>().unwrap(), 4.0);
    assert_eq!(y.as_slice(), z.as_slice());
}

#[test]
fn a_statement_that_returns_ends_the_kernel_in_every_format() {
    let a = StoredBlock::<f64, Csr, 2>::from_entries([2, 2], [([0, 0], 1.0), ([1, 1], 2.0)]).unwrap();
    let x = Block::<f64>::from_vec(vec![-1.0, 3.0], [2]).unwrap();
    let (mut y, mut z) = (Block::<f64>::zeros([2]), Block::<f64>::zeros([2]));
    returns(&mut y, &a, &x);
    returns(&mut z, &a.to::<Dok>().unwrap(), &x);
    assert_eq!((y.as_slice(), z.as_slice()), (&[0.0, 0.0][..], &[0.0, 0.0][..]));
}

#[test]
fn what_is_added_to_variables_is_not_known() {
    let entries = [([0, 0], 100_000), ([1, 3], 20_000)];
    let a = StoredBlock::<i32, Csr, 2>::from_entries([4, 4], entries).unwrap();
    let t = Block::from(std::array::from_fn::<u8, 64, _>(|x| x as u8));
    let mut out = Block::<[i32; 64]>::stack();
    lifted(&mut out, &t, &a);
    assert!((0..64).all(|x| out.as_slice()[x as usize] == 120_000 + x));
    let mut four = Block::from([9i32, 9, 9, 9]);
    left_early(&mut four, &a);
    assert_eq!(four.as_slice(), [0; 4]);
}

proptest! {
    /// Any entries, in any format, give what dense loops give.
    #[test]
    fn random_matrices(
        rows in 1usize..9, columns in 1usize..9,
        seeds in proptest::collection::vec((0usize..64, 0usize..64, -4i32..5), 0..40),
    ) {
        let at = |&(i, j, value): &(usize, usize, i32)| ([i % rows, j % columns], f64::from(value));
        let a = StoredBlock::<f64, Csr, 2>::from_entries_with([rows, columns], seeds.iter().map(at), |a, b| a + b)
            .unwrap();
        let x = Block::<f64>::from_vec((0..columns).map(|j| j as f64 - 2.0).collect(), [columns]).unwrap();
        let full = a.to_dense();
        let row = |i: usize| (0..columns).map(|j| full[columns * i + j] * x.as_slice()[j]).sum::<f64>();
        let expected: Vec<f64> = (0..rows).map(row).collect();
        macro_rules! all {
            ($($format:ty),*) => {$({
                let mut y = Block::<f64>::from_vec(vec![5.0; rows], [rows]).unwrap();
                spmv(&mut y, &a.to::<$format>().unwrap(), &x);
                prop_assert_eq!(y.as_slice(), &expected);
            })*};
        }
        all!(Csr, Csr<u8>, Csc, Dcsr, Coo, HashedRows, Dia, Ell, Bcsr<2, 2>, Bcsr<3, 1>, Dok, (Dense, Dense), (Compressed, Dense));
    }

    /// Arrays from anywhere are refused, or make a block that kernels run over.
    #[test]
    fn any_arrays(
        extents in [1usize..5, 1usize..5],
        positions in proptest::collection::vec(0u32..6, 0..6),
        columns in proptest::collection::vec(0u32..5, 0..6),
        honest in any::<bool>(),
    ) {
        let mut positions = positions;
        if honest {
            positions.resize(extents[0], 0);
            positions.insert(0, 0);
            positions.sort_unstable();
            positions[extents[0]] = columns.len() as u32;
        }
        let values: Vec<f64> = (0..columns.len()).map(|k| k as f64 + 1.0).collect();
        let x = Block::<f64>::from_vec((0..extents[1]).map(|j| j as f64 + 2.0).collect(), [extents[1]]).unwrap();
        let mut y = Block::<f64>::zeros([extents[0]]);
        let check = |full: Vec<f64>, y: &Heap<f64, 1>| {
            let row = |i: usize| (0..extents[1]).map(|j| full[extents[1] * i + j] * x.as_slice()[j]).sum::<f64>();
            let expected: Vec<f64> = (0..extents[0]).map(row).collect();
            assert_eq!(y.as_slice(), expected);
        };
        if let Ok(a) = StoredBlock::<f64, Csr, 2>::csr(extents, positions.clone(), columns.clone(), values.clone()) {
            spmv(&mut y, &a, &x);
            check(a.to_dense(), &y);
        }
        if let Ok(a) = StoredBlock::<f64, Coo, 2>::coo(extents, positions.clone(), columns.clone(), values) {
            spmv(&mut y, &a, &x);
            check(a.to_dense(), &y);
        }
    }
}

/// The diagonal.
#[kernel]
fn diagonal(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    for [i] in y.indices() {
        y[[i]] = a[[i, i]];
    }
}

/// Elements at indices that are data, of whatever type.
#[kernel]
fn gathered(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, rows: &Tensor<[u8]>, columns: &Tensor<[i32]>) {
    for [k] in y.indices() {
        let row = rows[[k]];
        y[[k]] = if a[[row, columns[[k]] - 1]] > 2.0 { a[[row, columns[[k]] - 1]] } else { -1.0 };
    }
}

/// How many paths of two steps lead from one point to another, by a look at each.
#[kernel]
fn paths(a: &Tensor<[[u8]], _>, from: usize, to: usize) -> i32 {
    let mut count = 0;
    for ([i, j], weight) in a.stored() {
        if i == from as i32 {
            count += weight * a[[j, to]];
        }
    }
    count
}

/// Computed indices find what is stored, in every format, and in parts that programs take.
#[test]
fn elements_are_looked_up() {
    let entries = [([0, 0], 5.0), ([0, 2], 1.0), ([1, 1], 2.0), ([2, 0], 7.0), ([2, 3], 4.0), ([3, 3], 8.0)];
    let (rows, columns) = (Block::from([0u8, 0, 2, 2, 3]), Block::from([1, 2, 1, 4, 4]));
    let (mut four, mut three, mut five) =
        (Block::from([9.0; 4]), Block::from([9.0; 3]), Block::from([9.0; 5]));
    macro_rules! check {
        ($($format:ty),*) => {$({
            let a = StoredBlock::<f64, $format, 2>::from_entries([4, 4], entries).expect("a matrix");
            diagonal(&mut four, &a);
            assert_eq!(four.as_slice(), [5.0, 2.0, 0.0, 8.0]);
            gathered(&mut five, &a, &rows, &columns);
            assert_eq!(five.as_slice(), [5.0, -1.0, 7.0, 4.0, 8.0]);
            diagonal(&mut three, a.window([0..4, 1..4]).expect("a part"));
            assert_eq!(three.as_slice(), [0.0, 0.0, 4.0]);
        })*};
    }
    check!(Csr, Csc, Coo, Dcsr, Dia, Ell, Bcsr<2, 2>, Dok, HashedRows, Band, Interleaved, (Dense, Dense), (Compressed, Dense));
    let graph = [([0, 1], 2u8), ([0, 2], 3), ([1, 3], 200), ([2, 3], 1), ([1, 2], 9)];
    let graph = StoredBlock::<u8, Csr, 2>::from_entries([4, 4], graph).expect("a matrix");
    assert_eq!((paths(&graph, 0, 3), paths(&graph, 0, 2), paths(&graph, 1, 1)), (403, 18, 0));
}

/// An index outside is a panic that names it, and the place where it is written, and not what is not stored.
#[test]
fn look_ups_are_inside() {
    thread_local! {
        static LINE: Cell<Option<u32>> = const { Cell::new(None) };
    }
    let others = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |told| {
        LINE.set(told.location().filter(|at| at.file() == file!()).map(|at| at.line()));
        others(told);
    }));
    let lines_with = |text: &str| {
        let lines = include_str!("stored.rs").lines().zip(1..);
        lines.filter(|(line, _)| line.contains(text)).map(|(_, line)| line).collect::<Vec<u32>>()
    };
    let a = StoredBlock::<f64, Csr, 2>::from_entries([2, 3], [([0, 0], 5.0)]).expect("a matrix");
    let told = |y: usize, columns: [i32; 2]| {
        let rows = Block::from([0u8, 1]);
        let mut y = Block::<f64>::zeros([y]);
        let call = std::panic::AssertUnwindSafe(|| match y.as_slice().len() {
            2 => gathered(&mut y, &a, &rows, &Block::from(columns)),
            _ => diagonal(&mut y, &a),
        });
        std::panic::catch_unwind(call)
            .expect_err("a panic")
            .downcast_ref::<String>()
            .cloned()
            .unwrap_or_default()
    };
    assert_eq!(told(2, [1, 4]), "`a` is looked up at [1, 3], outside of its extents [2, 3]");
    assert!(
        LINE.get().is_some_and(|line| lines_with("y[[k]] = if a[[row,").contains(&line)),
        "{:?}",
        LINE.get()
    );
    assert_eq!(told(2, [0, 1]), "`a` is looked up at [0, -1], outside of its extents [2, 3]");
    assert_eq!(told(3, [0, 0]), "`a` is looked up at [2, 2], outside of its extents [2, 3]");
    assert!(
        LINE.get().is_some_and(|line| lines_with("y[[i]] = a[[i, i]];").contains(&line)),
        "{:?}",
        LINE.get()
    );
}

/// Both in one format, whichever it is.
#[kernel]
fn inner_of_one_format<T: unite::Elem, F: unite::stored::Format<2>>(
    a: &Tensor<[[f64]], F>,
    b: &Tensor<[[f64]], F>,
    counted: &Tensor<[[T]], _>,
) -> (f64, i32) {
    let mut count = 0;
    for ([_i, _j], _) in counted.stored() {
        count += 1;
    }
    (sum(|i, j| a[[i, j]] * b[[i, j]]), count)
}

#[test]
fn formats_may_be_generic() {
    let entries = [([0, 0], 5.0), ([2, 3], 4.0)];
    let csr = StoredBlock::<f64, Csr, 2>::from_entries([4, 4], entries).expect("a matrix");
    let (list, bytes) = (csr.to::<Coo>().expect("a matrix"), csr.map::<u8, unite::stored::Zero>(|x| x as u8));
    let bytes = bytes.expect("a matrix");
    assert_eq!(inner_of_one_format(&csr, &csr, &bytes), (41.0, 2));
    assert_eq!(inner_of_one_format(&list, &list, &csr), (41.0, 2));
    assert!(inner_of_one_format::fits(&list, &list, &csr).is_ok());
}

/// Elements that are looked up, as the plan says it.
#[kernel]
fn traced(y: &mut Tensor<[i32]>, a: &Tensor<[[u8]], _>) {
    for [i] in y.indices() {
        y[[i]] = a[[i, i]] + 1;
    }
}

#[test]
fn look_ups_are_in_the_plan() {
    let plan = traced::plan().to_string();
    assert_eq!(plan.trim_end(), "loops over i: no lanes: an element of a stored tensor is looked up");
}
