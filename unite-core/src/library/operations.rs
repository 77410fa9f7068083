//! The operations that make views of views (table 5.1 of the model).

use core::array;

use super::correspondence;
use super::floor::AxisMap;
use super::place::asked;
use super::placement::{Child, Placement};
use super::{BaseView, BlockError, Place, Spans, Storage, ViewError};

/// All views refer to the memory of the nearest block: deriving one copies no data and reads none, so a view may
/// lie anywhere, inside its block or not.
impl<M: Storage, const N: usize> BaseView<M, N> {
    fn child<const K: usize>(self, child: &Child<K, N>) -> Result<BaseView<M, K>, ViewError> {
        let placement = self.placement.child(child)?;
        Ok(BaseView { memory: self.memory, placement })
    }

    /// The same extents at the origin, as a start.
    pub(super) fn unchanged(&self) -> Child<N, N> {
        Child {
            permutation: array::from_fn(|axis| axis),
            origin: [0; N],
            refinement: [1; N],
            coarsening: [1; N],
            extents: self.placement.extents,
        }
    }

    /// Axis `i` of the result is axis `permutation[i]` of this view.
    ///
    /// ```
    /// use unite_core::Block;
    /// let frame = Block::from([[1u8, 2, 3], [4, 5, 6]]);
    /// assert_eq!(frame.view().permute([1, 0])?.read([2, 0]), 3);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If it is no permutation.
    pub fn permute(self, permutation: [usize; N]) -> Result<Self, ViewError> {
        let extents = self.placement.extents;
        let extents = permutation.map(|axis| extents.get(axis).copied().unwrap_or(1));
        let child = Child { permutation, extents, ..self.unchanged() };
        self.child(&child)
    }

    /// The part of the tensor in the given ranges, with a step of its own for each. Ranges may reach outside the
    /// tensor.
    ///
    /// ```
    /// use unite_core::{Block, library::span};
    /// let frame = Block::from([[1u8, 2, 3, 4], [5, 6, 7, 8]]);
    /// let part = frame.view().partition((1..2, span(-1..).step_by(2)))?;    // columns -1, 1 and 3
    /// assert_eq!((part.read([0, 1]), part.read([0, 2])), (6, 8));
    /// assert!(part.get([0, 0]).is_err());
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If a range is empty, or reaches beyond the largest coordinate.
    pub fn partition(self, spans: impl Spans<N>) -> Result<Self, ViewError> {
        let mut child = self.unchanged();
        let extents = self.extents();
        for (axis, span) in spans.spans().into_iter().enumerate() {
            let (start, len, step) = span.within(extents[axis]);
            child.origin[axis] = start;
            child.coarsening[axis] = signed(axis, step)?;
            child.extents[axis] = signed(axis, len)?;
        }
        self.child(&child)
    }

    /// Each point becomes `factors[i]` points along axis `i`, all at its location.
    ///
    /// ```
    /// use unite_core::Block;
    /// let row = Block::from([1u8, 2]);
    /// let doubled = row.view().refine([2])?;
    /// assert_eq!([0, 1, 2, 3].map(|i| doubled.read([i])), [1, 1, 2, 2]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If a factor is 0, or the result would be too large.
    pub fn refine(self, factors: [usize; N]) -> Result<Self, ViewError> {
        let mut child = self.unchanged();
        let extents = self.extents();
        for (axis, &factor) in factors.iter().enumerate() {
            child.refinement[axis] = signed(axis, factor)?;
            child.extents[axis] = signed(axis, extents[axis].saturating_mul(factor.max(1)))?;
        }
        self.child(&child)
    }

    /// Each `factors[i]` points along axis `i` become one, at their location. A last one that has fewer counts.
    ///
    /// A read takes the first of the points.
    ///
    /// ```
    /// use unite_core::Block;
    /// let row = Block::from([1u8, 2, 3, 4, 5]);
    /// let halved = row.view().coarsen([2])?;
    /// assert_eq!([0, 1, 2].map(|i| halved.read([i])), [1, 3, 5]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If a factor is 0.
    pub fn coarsen(self, factors: [usize; N]) -> Result<Self, ViewError> {
        let mut child = self.unchanged();
        let extents = self.extents();
        for (axis, &factor) in factors.iter().enumerate() {
            child.coarsening[axis] = signed(axis, factor)?;
            child.extents[axis] = signed(axis, extents[axis].div_ceil(factor.max(1)))?;
        }
        self.child(&child)
    }

    /// Colocation: where `source` is, in this tensor, in the parameterisation of the source. Index `i` of the
    /// result is at the location of index `i` of the source; where that is several points of this tensor, at the
    /// first.
    ///
    /// ```
    /// use unite_core::Block;
    /// let frame = Block::from([[1u8, 2, 3], [4, 5, 6]]);
    /// let prediction = Block::<[[u8; 2]; 1]>::stack().with_origin([1, 1])?;
    /// let recon = frame.view().colocate(&prediction)?;
    /// assert_eq!((recon.read([0, 0]), recon.read([-1, -1])), (5, 1));
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// The result has the parameters of the source in full: its points are where those of the source are, whether this
    /// tensor has as many there or not. So `a.colocate(&b)`, indexed on, is as good as `b`.
    ///
    /// # Errors
    /// If the universes differ, the source runs along an axis that this tensor does not have, or one of the two is a view
    /// of a tensor where another one is that shares no location with it.
    pub fn colocate<const K: usize>(self, source: &impl Place<K>) -> Result<BaseView<M, K>, ViewError> {
        somewhere(self.placement.nowhere || source.is_nowhere())?;
        let (space, extents) = asked(source)?;
        let found = correspondence::of_indices(&space, &self.placement.space)?;
        let indices: [AxisMap; K] = array::from_fn(|axis| AxisMap::identity(Some(axis)));
        let maps = self.placement.maps_through(&found, &indices)?;
        let placement = Placement {
            extents: extents.map(|extent| extent as isize),
            space,
            block: self.placement.block.clone(),
            nearest: self.placement.nearest,
            maps,
            elsewhere: self.placement.elsewhere || found.elsewhere,
            nowhere: found.elsewhere,
        };
        Ok(BaseView { memory: self.memory, placement })
    }

    /// Colocation in the parameterisation of this tensor: the smallest part of it that has all its points at
    /// locations of `source`.
    ///
    /// ```
    /// use unite_core::Block;
    /// let frame = Block::<u8>::zeros([32, 32]);
    /// let flags = Block::<bool>::zeros([2, 2]).with_coarsening([16, 16])?;
    /// let part = frame.view().partition([8..20, 8..12])?;
    /// let mine = flags.view().region_of(&part)?;
    /// assert_eq!(mine.extents(), [2, 1]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the universes differ, or the two share no location.
    pub fn region_of<const K: usize>(self, source: &impl Place<K>) -> Result<Self, ViewError> {
        somewhere(self.placement.nowhere || source.is_nowhere())?;
        let (space, extents) = asked(source)?;
        let all = extents.map(|extent| (0, extent as isize - 1));
        let found = correspondence::of_box(&space, &self.placement.space, &all)?;
        if found.elsewhere {
            return Err(ViewError::Elsewhere);
        }
        self.within(&found.intervals())
    }

    /// Coverage: all points of this tensor at the location that `index` of it has in the tensor `seen`. The coarser
    /// that is, the more points there are.
    ///
    /// ```
    /// use unite_core::Block;
    /// let samples = Block::<u8>::zeros([8]);
    /// let pairs = samples.view().coarsen([2])?;
    /// assert_eq!(samples.view().coverage([5], &pairs)?.extents(), [2]);
    /// assert_eq!(samples.view().coverage([5], &samples)?.extents(), [1]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the universes differ, or the point has no location in `seen`.
    pub fn coverage<const K: usize>(
        self,
        index: [isize; N],
        seen: &impl Place<K>,
    ) -> Result<Self, ViewError> {
        somewhere(self.placement.nowhere || seen.is_nowhere())?;
        let (through, _) = asked(seen)?;
        let there = correspondence::of_box(&self.placement.space, &through, &index.map(|at| (at, at)))?;
        let back = correspondence::of_box(&through, &self.placement.space, &there.intervals())?;
        if there.elsewhere || back.elsewhere {
            return Err(ViewError::Elsewhere);
        }
        self.within(&back.intervals())
    }

    /// The partition from the first to the last index of each axis.
    fn within(self, intervals: &[(isize, isize)]) -> Result<Self, ViewError> {
        let mut child = self.unchanged();
        for (axis, &(first, last)) in intervals.iter().enumerate() {
            child.origin[axis] = first;
            child.extents[axis] = last.saturating_sub(first).saturating_add(1);
        }
        self.child(&child)
    }
}

/// Refuses what has no location.
pub(super) fn somewhere(nowhere: bool) -> Result<(), ViewError> {
    if nowhere { Err(ViewError::Elsewhere) } else { Ok(()) }
}

/// A size as an index.
fn signed(axis: usize, value: usize) -> Result<isize, BlockError> {
    isize::try_from(value).map_err(|_| BlockError::TooLarge { axis, extent: value })
}

/// Slices exist for the ranks that leave an axis over; a rank cannot be computed on stable Rust yet.
macro_rules! slice {
    ($($n:literal => $less:literal),*) => {$(
        impl<M: Storage> BaseView<M, $n> {
            /// The view without `axis`, at index `at` of it. The index may lie outside the tensor.
            ///
            /// # Errors
            /// If there is no such axis.
            pub fn slice(self, axis: usize, at: isize) -> Result<BaseView<M, $less>, ViewError> {
                if axis >= $n {
                    return Err(ViewError::Axis { axis, rank: $n });
                }
                let permutation = array::from_fn(|i| if i < axis { i } else { i + 1 });
                let mut origin = [0; $n];
                origin[axis] = at;
                let extents = permutation.map(|kept: usize| self.placement.extents[kept]);
                let child =
                    Child { permutation, origin, refinement: [1; $less], coarsening: [1; $less], extents };
                self.child(&child)
            }
        }
    )*};
}

slice!(2 => 1, 3 => 2, 4 => 3);
