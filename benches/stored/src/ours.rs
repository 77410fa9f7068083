//! Our kernels.

use unite::Block;
use unite::library::Heap;
use unite::stored::{Csr, StoredBlock};

use crate::kernels::{product_of_three, product_with_sum};
use crate::matrices::Matrix;
use crate::peers::{COLUMNS, Peer, dense, vector};

/// Entries of a row, one with another, from which on its sum has several accumulators: fewer are sooner added one by one.
const LONG: usize = 32;

/// Kernels of `unite-beyond` over compressed rows.
pub struct Ours {
    a: StoredBlock<f64, Csr, 2>,
    b: StoredBlock<f64, Csr, 2>,
    c: StoredBlock<f64, Csr, 2>,
    result: StoredBlock<f64, Csr, 2>,
    x: Heap<f64, 1>,
    y: Heap<f64, 1>,
    dense: Heap<f64, 2>,
    product: Heap<f64, 2>,
}

impl Ours {
    pub fn new(Matrix { a, b, c, .. }: &Matrix) -> Self {
        let rows = a.extents()[0];
        let dense = Block::from_vec(dense(rows), [rows, COLUMNS]).expect("a matrix");
        Ours {
            a: a.clone(),
            b: b.clone(),
            c: c.clone(),
            result: StoredBlock::empty(a.extents()).expect("a matrix"),
            x: Block::from_vec(vector(rows), [rows]).expect("a vector"),
            y: Block::<f64>::zeros([rows]),
            dense,
            product: Block::<f64>::zeros([rows, COLUMNS]),
        }
    }
}

impl Peer for Ours {
    fn times_vector(&mut self) -> f64 {
        if self.a.values().len() >= LONG * self.a.extents()[0] {
            unite_beyond::long_rows_times_vector(&mut self.y, &self.a, &self.x);
        } else {
            unite_beyond::matrix_times_vector(&mut self.y, &self.a, &self.x);
        }
        self.y.as_slice()[0]
    }

    fn times_dense(&mut self) -> Option<f64> {
        unite_beyond::matrix_times_matrix(&mut self.product, &self.a, &self.dense);
        Some(self.product.as_slice()[0])
    }

    fn product(&mut self) -> Option<f64> {
        unite_beyond::stored_times_stored(&mut self.result, &self.a, &self.b);
        Some(self.result.values()[0])
    }

    fn sum(&mut self) -> Option<f64> {
        unite_beyond::stored_sum(&mut self.result, &self.a, &self.b);
        Some(self.result.values()[0])
    }

    fn product_of_three(&mut self) -> Option<()> {
        product_of_three(&mut self.result, &self.a, &self.b, &self.c);
        Some(())
    }

    fn product_with_sum(&mut self) -> Option<()> {
        product_with_sum(&mut self.result, &self.a, &self.b, &self.c);
        Some(())
    }

    fn total(&self) -> f64 {
        self.result.values().iter().sum()
    }
}
