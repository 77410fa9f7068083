//! Partial permutation matrices (definition 4.3.1).

use alloc::vec;
use alloc::vec::Vec;

/// The matrix `P` of a space of rank `N` under a parent of rank `M`: `N` rows, `M` columns, and a 1 where axis
/// `i` of the child runs along axis `j` of the parent. It permutes and projects at once; its transpose undoes the
/// permutation, with 0 on the axes that were projected away.
///
/// ```
/// use unite_core::space::PartialPermutation;
/// let p = PartialPermutation::new(&[3, 1, 2], 4);
/// assert_eq!(p.rows(), [[0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]]);
/// assert_eq!(p.project(&[10, 11, 12, 13]), [13, 11, 12]);
/// assert_eq!(p.embed(&[20, 21, 22]), [0, 21, 22, 20]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialPermutation {
    rows: Vec<Vec<isize>>,
    columns: usize,
}

impl PartialPermutation {
    /// The matrix of a permutation vector with respect to a parent of rank `parent`.
    pub fn new(permutation: &[usize], parent: usize) -> Self {
        let row = |&p: &usize| (0..parent).map(|j| isize::from(p == j)).collect();
        PartialPermutation { rows: permutation.iter().map(row).collect(), columns: parent }
    }

    /// The rows of the matrix.
    pub fn rows(&self) -> &[Vec<isize>] {
        &self.rows
    }

    /// `P x`: a point of the parent, projected to the child.
    pub fn project(&self, x: &[isize]) -> Vec<isize> {
        self.rows.iter().map(|row| row.iter().zip(x).map(|(p, x)| p * x).sum()).collect()
    }

    /// `Pᵀ y`: a point of the child, embedded in the parent.
    pub fn embed(&self, y: &[isize]) -> Vec<isize> {
        let mut x = vec![0; self.columns];
        for (row, y) in self.rows.iter().zip(y) {
            for (x, p) in x.iter_mut().zip(row) {
                *x += p * y;
            }
        }
        x
    }
}
