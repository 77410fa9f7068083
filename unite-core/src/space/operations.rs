//! The operations on tensors, as the specification has them (table 5.1).

use alloc::vec;
use alloc::vec::Vec;

use super::{Points, ReferenceTensor, SpaceError, TensorSpace};

/// Each is one child in the tree of spaces, and the extents that belong to it.
impl ReferenceTensor {
    fn child(
        &self,
        permutation: &[usize],
        origin: &[isize],
        [refinement, coarsening]: [&[isize]; 2],
        extents: &[usize],
    ) -> Result<Self, SpaceError> {
        let space = self.space().child(permutation, origin, refinement, coarsening)?;
        Ok(self.viewed(TensorSpace::new(space, extents)?))
    }

    fn axes(&self) -> Vec<usize> {
        (0..self.space().rank()).collect()
    }

    /// Block copy: a block of the same parameters, a child of this tensor.
    ///
    /// # Errors
    /// None, in fact: the parameters are those of this tensor.
    pub fn block_copy(&self) -> Result<Self, SpaceError> {
        let (n, ones) = (self.space().rank(), vec![1; self.space().rank()]);
        let space = self.space().child(&self.axes(), &vec![0; n], &ones, &ones)?;
        Ok(self.copied(TensorSpace::new(space, self.tensor().extents())?))
    }

    /// Virtual permute: axis `i` of the view runs along axis `permutation[i]`.
    ///
    /// # Errors
    /// If the permutation is none.
    pub fn permute(&self, permutation: &[usize]) -> Result<Self, SpaceError> {
        let ones = vec![1; permutation.len()];
        let origin = vec![0; self.space().rank()];
        let extent = |&axis: &usize| self.tensor().extents().get(axis).copied().unwrap_or(1);
        let extents: Vec<usize> = permutation.iter().map(extent).collect();
        self.child(permutation, &origin, [&ones, &ones], &extents)
    }

    /// Virtual slice: the view without `axis`, at coordinate `at` of it.
    ///
    /// # Errors
    /// If there is no such axis.
    pub fn slice(&self, axis: usize, at: isize) -> Result<Self, SpaceError> {
        let space = self.space().sliced(axis, at)?;
        let mut extents = self.tensor().extents().to_vec();
        extents.remove(axis);
        Ok(self.viewed(TensorSpace::new(space, &extents)?))
    }

    /// Virtual refine: `factors[i]` points for one along axis `i`.
    ///
    /// # Errors
    /// If there is not one factor for each axis, or one is below 1.
    pub fn refine(&self, factors: &[isize]) -> Result<Self, SpaceError> {
        let space = self.space().refined(factors)?;
        let extents = self.tensor().extents().iter().zip(factors);
        let extents: Vec<usize> = extents.map(|(extent, &factor)| extent * factor as usize).collect();
        Ok(self.viewed(TensorSpace::new(space, &extents)?))
    }

    /// Virtual coarsen: one point for `factors[i]` along axis `i`. The last one may stand for fewer.
    ///
    /// # Errors
    /// If there is not one factor for each axis, or one is below 1.
    pub fn coarsen(&self, factors: &[isize]) -> Result<Self, SpaceError> {
        let space = self.space().coarsened(factors)?;
        let extents = self.tensor().extents().iter().zip(factors);
        let extents: Vec<usize> = extents.map(|(extent, &factor)| extent.div_ceil(factor as usize)).collect();
        Ok(self.viewed(TensorSpace::new(space, &extents)?))
    }

    /// Partition: from a first index on, over a length, every so manyth index only; one such triple for each axis. It may
    /// lie outside the tensor.
    ///
    /// # Errors
    /// If there is not one triple for each axis, or a length or a step is below 1.
    pub fn partition(&self, ranges: &[(isize, usize, isize)]) -> Result<Self, SpaceError> {
        let (origin, steps): (Vec<isize>, Vec<isize>) = ranges.iter().map(|range| (range.0, range.2)).unzip();
        let extents: Vec<usize> =
            ranges.iter().map(|&(_, length, step)| length.div_ceil(step.max(1) as usize)).collect();
        self.child(&self.axes(), &origin, [&vec![1; ranges.len()], &steps], &extents)
    }

    /// Colocation with the parameters of the source: the data of this tensor where `source` is. The view has the space of
    /// the source, all of its path included: its points are those of the source, at their locations.
    #[must_use]
    pub fn colocate(&self, source: &ReferenceTensor) -> Self {
        self.colocated(source)
    }

    /// Colocation with the parameters of this tensor: the smallest part of it that has all its points at locations of
    /// `source`. `None` if there are none.
    pub fn region_of(&self, source: &ReferenceTensor) -> Option<Self> {
        if self.is_nowhere() || source.is_nowhere() {
            return None;
        }
        self.around(&source.space().map(&source.tensor().points(), self.space()))
    }

    /// Coverage: the part of this tensor that has all its points at the location that `point` of it has in the tensor
    /// `seen`. `None` if it has none there.
    pub fn coverage(&self, point: &[isize], seen: &ReferenceTensor) -> Option<Self> {
        if self.is_nowhere() || seen.is_nowhere() {
            return None;
        }
        let there = self.space().map(&[point.to_vec()].into_iter().collect(), seen.space());
        self.around(&seen.space().map(&there, self.space()))
    }

    /// The smallest part that has the points.
    fn around(&self, points: &Points) -> Option<Self> {
        let bounds = |axis: usize| {
            let along = || points.iter().map(|point| point[axis]);
            Some((along().min()?, along().max()?))
        };
        let bounds = self.axes().into_iter().map(bounds).collect::<Option<Vec<(isize, isize)>>>()?;
        let ranges: Vec<(isize, usize, isize)> =
            bounds.iter().map(|&(first, last)| (first, (last - first + 1) as usize, 1)).collect();
        self.partition(&ranges).ok()
    }
}
