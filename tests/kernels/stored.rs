//! Stored tensors in kernels, in every format, beside dense loops.

use unite::Block;
use unite::kernel;
use unite::stored::{Band, Bcsr, Coo, Csc, Csr, Dcsr, Dense, Dia, Dok, Ell, HashedRows, StoredBlock};

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
