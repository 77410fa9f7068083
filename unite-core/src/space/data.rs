//! Tensors that have data: blocks, and views of them (UniTeX).

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::{Points, ReferenceSpace, TensorSpace};

/// A block or a view, as the specification has it: where it is, and how its points lead to points of its nearest block.
/// Elements are not part of it; they belong to points of blocks.
///
/// ```
/// use unite_core::space::{ReferenceSpace, ReferenceTensor, TensorSpace};
/// let frame = ReferenceTensor::block(TensorSpace::new(ReferenceSpace::universe(2), &[4, 6])?);
/// let view = frame.partition(&[(1, 2, 1), (2, 4, 2)])?.permute(&[1, 0])?;
/// assert_eq!(view.tensor().extents(), [2, 2]);
/// assert_eq!(view.data(&[1, -1]), Some(vec![0, 4]));          // in the frame, though not in the view
/// assert!(view.locality(&[1, -2]).is_none());                 // above the frame
/// # Ok::<(), unite_core::space::SpaceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceTensor(Arc<Definition>);

#[derive(Debug)]
struct Definition {
    tensor: TensorSpace,
    lineage: Lineage,
    nowhere: bool,
}

/// What a tensor was made of.
#[derive(Debug)]
enum Lineage {
    /// It is a block, and a child of this tensor, if it is a copy.
    Block(Option<ReferenceTensor>),
    /// It is a view, and a child of this tensor.
    Child(ReferenceTensor),
    /// It is a view of the first, where the second is.
    Colocated(ReferenceTensor, ReferenceTensor),
}

impl ReferenceTensor {
    /// A block under nothing but the root.
    #[must_use]
    pub fn block(tensor: TensorSpace) -> Self {
        ReferenceTensor(Arc::new(Definition { tensor, lineage: Lineage::Block(None), nowhere: false }))
    }

    pub(super) fn copied(&self, tensor: TensorSpace) -> Self {
        self.made(tensor, Lineage::Block(Some(self.clone())))
    }

    pub(super) fn viewed(&self, tensor: TensorSpace) -> Self {
        self.made(tensor, Lineage::Child(self.clone()))
    }

    pub(super) fn colocated(&self, source: &ReferenceTensor) -> Self {
        let (from, tensor) = (source.space(), source.tensor().clone());
        let missing = |points: &Points| from.map(points, self.space()).is_empty();
        // Where one point has a location all do, unless the source runs along an axis that this tensor does not have.
        let nowhere = self.is_nowhere()
            || source.is_nowhere()
            || missing(&[vec![0; from.rank()]].into_iter().collect()) && missing(&tensor.points());
        let lineage = Lineage::Colocated(self.clone(), source.clone());
        ReferenceTensor(Arc::new(Definition { tensor, lineage, nowhere }))
    }

    fn made(&self, tensor: TensorSpace, lineage: Lineage) -> Self {
        ReferenceTensor(Arc::new(Definition { tensor, lineage, nowhere: self.is_nowhere() }))
    }

    /// Where the tensor is, and how large.
    pub fn tensor(&self) -> &TensorSpace {
        &self.0.tensor
    }

    /// The space of the tensor.
    pub fn space(&self) -> &ReferenceSpace {
        self.0.tensor.space()
    }

    /// Whether the tensor has data of its own.
    pub fn is_block(&self) -> bool {
        matches!(self.0.lineage, Lineage::Block(_))
    }

    /// Whether this is the very same tensor, not one that is equal to it.
    pub fn is(&self, other: &ReferenceTensor) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// What a view was made of: its parent, or the destination and the source of a colocation. A block needs no other.
    pub fn made_of(&self) -> Vec<&ReferenceTensor> {
        match &self.0.lineage {
            Lineage::Block(_) => Vec::new(),
            Lineage::Child(parent) => [parent].into(),
            Lineage::Colocated(into, source) => [into, source].into(),
        }
    }

    /// The block whose data the tensor refers to: its own, if it is one.
    pub fn nearest_block(&self) -> &ReferenceTensor {
        match &self.0.lineage {
            Lineage::Block(_) => self,
            Lineage::Child(parent) => parent.nearest_block(),
            Lineage::Colocated(into, _) => into.nearest_block(),
        }
    }

    /// Whether the tensor has no location: it was made of a view of one tensor where another one is that shares no location
    /// with it. Nothing is where it is, so it has no region and no coverage, and no other tensor has data there.
    pub fn is_nowhere(&self) -> bool {
        self.0.nowhere
    }

    /// The points of the nearest block, in it or outside, that share the location of points of this tensor.
    #[must_use]
    pub fn covered(&self, points: &Points) -> Points {
        match &self.0.lineage {
            Lineage::Block(_) => points.clone(),
            Lineage::Child(parent) => parent.covered(&self.space().upstream(points)),
            Lineage::Colocated(..) if self.is_nowhere() => Points::empty(),
            Lineage::Colocated(into, source) => into.covered(&source.space().map(points, into.space())),
        }
    }

    /// The point of the nearest block, in it or outside, that an access of an index means: on each step of the way the
    /// first, where there are several. `None` if the block has no point at the location.
    pub fn data(&self, index: &[isize]) -> Option<Vec<isize>> {
        let points = [index.to_vec()].into_iter().collect();
        match &self.0.lineage {
            Lineage::Block(_) => Some(index.to_vec()),
            Lineage::Child(parent) => parent.data(self.space().upstream(&points).first()?),
            Lineage::Colocated(..) if self.is_nowhere() => None,
            Lineage::Colocated(into, source) => into.data(source.space().map(&points, into.space()).first()?),
        }
    }

    /// The block and the point of it that an index means by locality: the nearest block, if it has the point, else the
    /// block above it, and so on. `None` if none has it.
    ///
    /// ```
    /// use unite_core::space::{ReferenceSpace, ReferenceTensor, TensorSpace};
    /// let frame = ReferenceTensor::block(TensorSpace::new(ReferenceSpace::universe(1), &[8])?);
    /// let copy = frame.partition(&[(4, 2, 1)])?.block_copy()?;
    /// let (block, point) = copy.locality(&[-1]).unwrap();
    /// assert_eq!((block.tensor().extents(), point), (&[8][..], vec![3]));
    /// # Ok::<(), unite_core::space::SpaceError>(())
    /// ```
    pub fn locality(&self, index: &[isize]) -> Option<(&ReferenceTensor, Vec<isize>)> {
        let block = self.nearest_block();
        let point = self.data(index)?;
        if block.tensor().contains(&point) {
            return Some((block, point));
        }
        let Lineage::Block(Some(above)) = &block.0.lineage else { return None };
        above.locality(block.space().upstream(&[point].into_iter().collect()).first()?)
    }
}
