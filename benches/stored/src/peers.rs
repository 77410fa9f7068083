//! The same by other crates, each with the arrays that it wants.

use unite::stored::{Csr, StoredBlock};

/// What is compared: each on its own data, prepared before.
pub trait Peer {
    /// y = A x; answers the first element of y.
    fn times_vector(&mut self) -> f64;
    /// C = A X for 16 columns; answers its first element.
    fn times_dense(&mut self) -> Option<f64>;
    /// C = A + B, all stored; answers its first element.
    fn sum(&mut self) -> Option<f64>;
    /// C = A B, all stored, with rows in order; answers its first element.
    fn product(&mut self) -> Option<f64>;
    /// Products of the elements of A, B and C, all stored, which are kept.
    fn product_of_three(&mut self) -> Option<()> {
        None
    }
    /// The same of A and B + C.
    fn product_with_sum(&mut self) -> Option<()> {
        None
    }
    /// The sum of what was kept last.
    fn total(&self) -> f64 {
        unreachable!("what keeps nothing has no total")
    }
}

/// Columns of a dense matrix.
pub const COLUMNS: usize = 16;

/// The vector that matrices are multiplied by.
pub fn vector(rows: usize) -> Vec<f64> {
    (0..rows).map(|row| (row % 31) as f64).collect()
}

/// The same for a dense matrix, row by row.
pub fn dense(rows: usize) -> Vec<f64> {
    (0..rows * COLUMNS).map(|at| (at % 29) as f64).collect()
}

type Stored = StoredBlock<f64, Csr, 2>;

fn wide(numbers: &[u32]) -> Vec<usize> {
    numbers.iter().map(|number| *number as usize).collect()
}

/// `sprs`.
pub struct Sprs {
    a: sprs::CsMatI<f64, u32>,
    b: sprs::CsMatI<f64, u32>,
    c: sprs::CsMatI<f64, u32>,
    x: Vec<f64>,
    y: Vec<f64>,
    dense: ndarray::Array2<f64>,
    product: ndarray::Array2<f64>,
    kept: sprs::CsMatI<f64, u32>,
}

impl Sprs {
    pub fn new([a, b, c]: [&Stored; 3]) -> Self {
        let matrix = |a: &Stored| {
            let arrays = &a.arrays().1;
            let (positions, columns) = (arrays.positions.clone(), arrays.coordinates.clone());
            sprs::CsMatI::new((a.extents()[0], a.extents()[1]), positions, columns, a.values().to_vec())
        };
        let rows = a.extents()[0];
        let dense = ndarray::Array2::from_shape_vec((rows, COLUMNS), dense(rows)).expect("a matrix");
        let product = ndarray::Array2::zeros((rows, COLUMNS));
        let kept = sprs::CsMatI::zero((rows, rows));
        let (x, y) = (vector(rows), vec![0.0; rows]);
        Sprs { a: matrix(a), b: matrix(b), c: matrix(c), x, y, dense, product, kept }
    }
}

impl Peer for Sprs {
    fn times_vector(&mut self) -> f64 {
        self.y.fill(0.0);
        sprs::prod::mul_acc_mat_vec_csr(self.a.view(), &self.x[..], &mut self.y[..]);
        self.y[0]
    }

    fn times_dense(&mut self) -> Option<f64> {
        self.product.fill(0.0);
        sprs::prod::csr_mulacc_dense_rowmaj(self.a.view(), self.dense.view(), self.product.view_mut());
        Some(self.product[[0, 0]])
    }

    fn sum(&mut self) -> Option<f64> {
        let sum = &self.a + &self.b;
        Some(sum.data()[0])
    }

    fn product(&mut self) -> Option<f64> {
        let product = &self.a * &self.b;
        Some(product.data()[0])
    }

    fn product_of_three(&mut self) -> Option<()> {
        let product = by_elements(&self.a, &self.b);
        self.kept = by_elements(&product, &self.c);
        Some(())
    }

    fn product_with_sum(&mut self) -> Option<()> {
        let sum = &self.b + &self.c;
        self.kept = by_elements(&self.a, &sum);
        Some(())
    }

    fn total(&self) -> f64 {
        self.kept.data().iter().sum()
    }
}

/// The products of the elements of two matrices.
fn by_elements(a: &sprs::CsMatI<f64, u32>, b: &sprs::CsMatI<f64, u32>) -> sprs::CsMatI<f64, u32> {
    sprs::binop::mul_mat_same_storage::<f64, f64, f64, u32, u32, _, _>(a, b)
}

/// `nalgebra-sparse`.
pub struct Nalgebra {
    a: nalgebra_sparse::CsrMatrix<f64>,
    b: nalgebra_sparse::CsrMatrix<f64>,
    x: nalgebra::DVector<f64>,
    y: nalgebra::DVector<f64>,
    dense: nalgebra::DMatrix<f64>,
    product: nalgebra::DMatrix<f64>,
}

impl Nalgebra {
    pub fn new(a: &Stored, b: &Stored) -> Self {
        let matrix = |a: &Stored| {
            let arrays = &a.arrays().1;
            let (positions, columns) = (wide(&arrays.positions), wide(&arrays.coordinates));
            let [rows, width] = a.extents();
            nalgebra_sparse::CsrMatrix::try_from_csr_data(
                rows,
                width,
                positions,
                columns,
                a.values().to_vec(),
            )
            .expect("a matrix")
        };
        let rows = a.extents()[0];
        Nalgebra {
            a: matrix(a),
            b: matrix(b),
            x: nalgebra::DVector::from_vec(vector(rows)),
            y: nalgebra::DVector::zeros(rows),
            dense: nalgebra::DMatrix::from_row_slice(rows, COLUMNS, &dense(rows)),
            product: nalgebra::DMatrix::zeros(rows, COLUMNS),
        }
    }
}

impl Peer for Nalgebra {
    fn times_vector(&mut self) -> f64 {
        use nalgebra_sparse::ops::{Op, serial::spmm_csr_dense};
        spmm_csr_dense(0.0, &mut self.y, 1.0, Op::NoOp(&self.a), Op::NoOp(&self.x));
        self.y[0]
    }

    fn times_dense(&mut self) -> Option<f64> {
        use nalgebra_sparse::ops::{Op, serial::spmm_csr_dense};
        spmm_csr_dense(0.0, &mut self.product, 1.0, Op::NoOp(&self.a), Op::NoOp(&self.dense));
        Some(self.product[(0, 0)])
    }

    fn sum(&mut self) -> Option<f64> {
        let sum = &self.a + &self.b;
        Some(sum.values()[0])
    }

    fn product(&mut self) -> Option<f64> {
        let product = &self.a * &self.b;
        Some(product.values()[0])
    }
}

/// `faer`, by rows.
pub struct Faer {
    a: faer::sparse::SparseRowMat<u32, f64>,
    /// The transposed matrices by columns: the same arrays, and the same work for a sum.
    columns: [faer::sparse::SparseColMat<u32, f64>; 2],
    x: faer::Mat<f64>,
    y: faer::Mat<f64>,
    dense: faer::Mat<f64>,
    product: faer::Mat<f64>,
}

impl Faer {
    pub fn new(a: &Stored, b: &Stored) -> Self {
        use faer::sparse::{SparseColMat, SparseRowMat, SymbolicSparseColMat, SymbolicSparseRowMat};
        let [rows, width] = a.extents();
        let arrays = |a: &Stored| {
            let arrays = &a.arrays().1;
            (arrays.positions.clone(), arrays.coordinates.clone(), a.values().to_vec())
        };
        let by_columns = |a: &Stored| {
            let (positions, columns, values) = arrays(a);
            SparseColMat::new(
                SymbolicSparseColMat::new_checked(width, rows, positions, None, columns),
                values,
            )
        };
        let (positions, columns, values) = arrays(a);
        let of =
            |values: Vec<f64>, width: usize| faer::Mat::from_fn(rows, width, |i, j| values[i * width + j]);
        Faer {
            a: SparseRowMat::new(
                SymbolicSparseRowMat::new_checked(rows, width, positions, None, columns),
                values,
            ),
            columns: [by_columns(a), by_columns(b)],
            x: of(vector(rows), 1),
            y: faer::Mat::zeros(rows, 1),
            dense: of(dense(rows), COLUMNS),
            product: faer::Mat::zeros(rows, COLUMNS),
        }
    }
}

impl Peer for Faer {
    fn times_vector(&mut self) -> f64 {
        let (to, by) = (self.y.as_mut(), self.x.as_ref());
        multiply(to, self.a.as_ref(), by);
        self.y[(0, 0)]
    }

    fn times_dense(&mut self) -> Option<f64> {
        let (to, by) = (self.product.as_mut(), self.dense.as_ref());
        multiply(to, self.a.as_ref(), by);
        Some(self.product[(0, 0)])
    }

    fn sum(&mut self) -> Option<f64> {
        let [a, b] = &self.columns;
        let sum = faer::sparse::ops::add(a.as_ref(), b.as_ref()).expect("a matrix");
        Some(sum.val()[0])
    }

    fn product(&mut self) -> Option<f64> {
        // The transposed product of the transposed ones.
        let [a, b] = &self.columns;
        let product =
            faer::sparse::linalg::matmul::sparse_sparse_matmul(b.as_ref(), a.as_ref(), 1.0, faer::Par::Seq);
        Some(product.expect("a matrix").val()[0])
    }
}

fn multiply(
    to: faer::MatMut<'_, f64>,
    a: faer::sparse::SparseRowMatRef<'_, u32, f64>,
    by: faer::MatRef<'_, f64>,
) {
    use faer::sparse::linalg::matmul::sparse_dense_matmul;
    sparse_dense_matmul(to, faer::Accum::Replace, a, by, 1.0, faer::Par::Seq);
}
