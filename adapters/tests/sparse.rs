//! Matrices of `sprs`, seen and taken in both directions.

use sprs::{CsMat, CsMatI, TriMatI};
use unite::Block;
use unite::kernel;
use unite::stored::{Csc, Csr, Fault, StorageError, StoredBlock};
use unite_adapters::AdapterError;
use unite_adapters::sparse::{
    borrow_columns, borrow_rows, give_columns, give_rows, lend_columns, lend_rows, take_columns, take_rows,
};

/// A part of A times x, the other entries left out.
#[kernel]
fn times_part(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[.., 1..x.extent(0) + 1]][[!i, j]] * x[[j]]);
}

#[kernel]
fn sum_of(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

const ENTRIES: [(u32, u32, f64); 6] =
    [(0, 0, 5.0), (0, 3, 1.0), (1, 1, 7.0), (3, 0, 8.0), (3, 2, 4.0), (3, 3, 9.0)];

fn matrix() -> TriMatI<f64, u32> {
    let mut matrix = TriMatI::new((4, 4));
    ENTRIES.iter().for_each(|&(i, j, value)| matrix.add_triplet(i as usize, j as usize, value));
    matrix
}

fn entries() -> Vec<([usize; 2], f64)> {
    ENTRIES.iter().map(|&(i, j, value)| ([i as usize, j as usize], value)).collect()
}

#[test]
fn kernels_run_over_their_memory() {
    let (rows, columns): (CsMatI<f64, u32>, CsMatI<f64, u32>) = (matrix().to_csr(), matrix().to_csc());
    let view = borrow_rows(&rows).expect("rows");
    assert_eq!(view.values().as_ptr(), rows.data().as_ptr());
    assert_eq!(view.to_entries(), entries());
    let x = Block::from([1.0, 10.0, 100.0]);
    let mut y = Block::from([0.0; 4]);
    times_part(&mut y, view, &x);
    assert_eq!(y.as_slice(), [100.0, 7.0, 0.0, 940.0]);
    times_part(&mut y, borrow_columns(&columns).expect("columns"), &x);
    assert_eq!(y.as_slice(), [100.0, 7.0, 0.0, 940.0]);

    let ours =
        StoredBlock::<f64, Csr, 2>::from_entries([4, 4], [([0, 3], 1.0), ([2, 2], 2.0)]).expect("rows");
    let mut sum = StoredBlock::<f64, Csr, 2>::empty([4, 4]).expect("rows");
    sum_of(&mut sum, view, &ours);
    let theirs = &rows + &lend_rows(&ours).expect("a view");
    assert_eq!(sum, take_rows(theirs).expect("rows"));
}

#[test]
fn memory_is_handed_over() {
    let rows: CsMatI<f64, u32> = matrix().to_csr();
    let at = rows.data().as_ptr();
    let block: StoredBlock<f64, Csr, 2> = take_rows(rows.clone()).expect("rows");
    assert_eq!(block.to_entries(), entries());
    let block = take_rows(rows).expect("rows");
    assert_eq!(block.values().as_ptr(), at);
    let back = give_rows(block).expect("a matrix");
    assert_eq!((back.data().as_ptr(), back.nnz()), (at, 6));

    let columns: CsMatI<f64, u32> = matrix().to_csc();
    let at = columns.indices().as_ptr();
    let block: StoredBlock<f64, Csc, 2> = take_columns(columns).expect("columns");
    assert_eq!(lend_columns(&block).expect("a view").indices().as_ptr(), at);
    assert_eq!(give_columns(block).expect("a matrix").indices().as_ptr(), at);
}

#[test]
fn indices_are_of_any_width() {
    let matrix = CsMat::new((2, 300), vec![0, 1, 2], vec![299, 0], vec![1u8, 2]);
    let view = borrow_rows(&matrix).expect("rows");
    assert_eq!((view.get([0, 299]), view.get([1, 0])), (Some(1), Some(2)));
}

#[test]
fn what_is_no_tensor_is_refused() {
    let rows: CsMatI<f64, u32> = matrix().to_csr();
    assert_eq!(borrow_columns(&rows).unwrap_err(), AdapterError::Order { by_rows: true });
    assert_eq!(take_columns(rows.clone()).unwrap_err(), AdapterError::Order { by_rows: true });
    let columns: CsMatI<f64, u32> = matrix().to_csc();
    let error = borrow_rows(&columns).unwrap_err();
    assert_eq!(error.to_string(), "the matrix is stored by columns, and not by rows");
    // A part of a matrix has positions of the whole.
    let part = rows.slice_outer(1..4);
    let first = Fault::FirstPosition(2);
    let expected = StorageError::Level { axis: 1, level: "Compressed", fault: first };
    assert_eq!(borrow_rows(&part).unwrap_err(), AdapterError::Storage(expected));
    let empty: CsMatI<f64, u32> = CsMatI::zero((0, 3));
    let expected = StorageError::Extent { axis: 0, extent: 0 };
    assert_eq!(borrow_rows(&empty).unwrap_err(), AdapterError::Storage(expected));
}
