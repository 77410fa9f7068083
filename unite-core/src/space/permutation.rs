//! Partial permutation matrices (definition 4.3.1).

use alloc::vec::Vec;

use super::Point;
use crate::MAX_RANK;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialPermutation {
    entries: [[isize; MAX_RANK]; MAX_RANK],
    rows: usize,
    columns: usize,
}

impl PartialPermutation {
    /// The matrix of a permutation vector with respect to a parent of rank `parent`.
    ///
    /// # Panics
    /// If a rank is above [`MAX_RANK`].
    pub fn new(permutation: &[usize], parent: usize) -> Self {
        let mut entries = [[0; MAX_RANK]; MAX_RANK];
        for (row, &p) in entries.iter_mut().zip(permutation) {
            for (j, entry) in row[..parent].iter_mut().enumerate() {
                *entry = isize::from(p == j);
            }
        }
        assert!(permutation.len() <= MAX_RANK, "a space has a rank of {MAX_RANK} at most");
        PartialPermutation { entries, rows: permutation.len(), columns: parent }
    }

    /// The rows of the matrix.
    pub fn rows(&self) -> Vec<Vec<isize>> {
        self.entries[..self.rows].iter().map(|row| row[..self.columns].to_vec()).collect()
    }

    /// `P x`: a point of the parent, projected to the child.
    pub fn project(&self, x: &[isize]) -> Vec<isize> {
        self.times(Point::of(x)).to_vec()
    }

    /// `Pᵀ y`: a point of the child, embedded in the parent.
    pub fn embed(&self, y: &[isize]) -> Vec<isize> {
        self.transposed_times(Point::of(y)).to_vec()
    }

    pub(super) fn times(&self, x: Point) -> Point {
        let row = |i: usize| (0..self.columns).map(|j| self.entries[i][j] * x[j]).sum();
        (0..self.rows).map(row).collect()
    }

    pub(super) fn transposed_times(&self, y: Point) -> Point {
        let column = |j: usize| (0..self.rows).map(|i| self.entries[i][j] * y[i]).sum();
        (0..self.columns).map(column).collect()
    }
}
