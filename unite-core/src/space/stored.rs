//! Tensors of which only some elements are kept.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{ReferenceTensor, SpaceError, TensorSpace};

/// A stored tensor, as the specification has it: a dense tensor whose elements are the *fill*, but for those that are kept. How they
/// are kept is no part of it.
///
/// ```
/// use unite_core::space::{ReferenceSpace, ReferenceStored, TensorSpace};
/// let block = TensorSpace::new(ReferenceSpace::universe(2), &[4, 6])?;
/// let stored = ReferenceStored::block(block, 0, [(vec![1, 2], 5)])?;
/// assert_eq!((stored.element(&[1, 2]), stored.element(&[3, 5]), stored.element(&[4, 0])), (Some(&5), Some(&0), None));
/// // A part of it, and the same elements.
/// let part = stored.seen_by(stored.tensor().partition(&[(1, 2, 1), (2, 3, 1)])?);
/// assert_eq!(part.element(&[0, 0]), Some(&5));
/// # Ok::<(), unite_core::space::SpaceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceStored<T> {
    tensor: ReferenceTensor,
    fill: T,
    /// By point of the nearest block.
    kept: Arc<BTreeMap<Vec<isize>, T>>,
}

impl<T> ReferenceStored<T> {
    /// A block, and the elements that it keeps, each with its point. Of several at one point the last is kept.
    ///
    /// # Errors
    /// [`SpaceError::Length`] for a point that has not one coordinate for each axis. One outside of the block is kept, and is no
    /// element of it.
    pub fn block(
        tensor: TensorSpace,
        fill: T,
        kept: impl IntoIterator<Item = (Vec<isize>, T)>,
    ) -> Result<Self, SpaceError> {
        let expected = tensor.extents().len();
        let kept: BTreeMap<Vec<isize>, T> = kept.into_iter().collect();
        if let Some(point) = kept.keys().find(|point| point.len() != expected) {
            return Err(SpaceError::Length { vector: "point", expected, found: point.len() });
        }
        Ok(ReferenceStored { tensor: ReferenceTensor::block(tensor), fill, kept: Arc::new(kept) })
    }

    /// The same elements through a view of the tensor.
    ///
    /// # Panics
    /// If `view` is no view of this tensor's block.
    #[must_use]
    pub fn seen_by(&self, view: ReferenceTensor) -> Self
    where
        T: Clone,
    {
        assert!(view.nearest_block().is(self.tensor.nearest_block()), "a view of the same block");
        ReferenceStored { tensor: view, fill: self.fill.clone(), kept: self.kept.clone() }
    }

    /// The same with another fill.
    #[must_use]
    pub fn with_fill(&self, fill: T) -> Self {
        ReferenceStored { tensor: self.tensor.clone(), fill, kept: self.kept.clone() }
    }

    /// Where the tensor is, as that of a dense one.
    pub fn tensor(&self) -> &ReferenceTensor {
        &self.tensor
    }

    /// The element at an index, which is the fill where none is kept. `None` where the block has no point.
    pub fn element(&self, index: &[isize]) -> Option<&T> {
        let point = self.tensor.data(index)?;
        let is_inside = self.tensor.nearest_block().tensor().contains(&point);
        is_inside.then(|| self.kept.get(&point).unwrap_or(&self.fill))
    }
}
