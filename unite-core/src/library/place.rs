//! What can be located: blocks and views.

use super::{BaseView, Block, BlockError, Layout, Storage, ViewError};
use crate::geometry::LIMIT;
use crate::space::{ReferenceSpace, SpaceError, TensorSpace};
use crate::staged::Geometry;
use crate::{MAX_RANK, Ranked, Shape};

/// A tensor of rank `N` that has a location: a block or a view. Other tensors are indexed by it.
///
/// ```
/// use unite_core::{Block, library::Place};
/// let block = Block::<[[u8; 4]; 4]>::stack().with_origin([8, -4])?;
/// assert_eq!(block.tensor_space().origin_in(block.space().root()), Some(vec![8, -4]));
/// # Ok::<(), unite_core::BlockError>(())
/// ```
pub trait Place<const N: usize> {
    /// The reference space that the tensor lies in.
    fn space(&self) -> ReferenceSpace;

    /// The number of points along each axis.
    fn extents(&self) -> [usize; N];

    /// The space of the block whose memory the tensor refers to: its own, if it is a block.
    fn block_space(&self) -> ReferenceSpace {
        self.space()
    }

    /// Whether the tensor has no location, whatever its space says: it was made of a view of one tensor where another one is
    /// that shares no location with it.
    ///
    /// ```
    /// use unite_core::{Block, library::Place};
    /// let frame = Block::<u8>::zeros([4, 4]);
    /// let (above, below) = (frame.view().slice(0, 1)?, frame.view().slice(0, 2)?);
    /// let there = above.colocate(&below)?;
    /// assert!(there.is_nowhere());
    /// assert!(frame.view().colocate(&there).is_err());
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    fn is_nowhere(&self) -> bool {
        false
    }

    /// The tensor space: where the tensor is and how large.
    fn tensor_space(&self) -> TensorSpace {
        match TensorSpace::new(self.space(), &self.extents()) {
            Ok(space) => space,
            // Blocks and views have the rank of their space and no empty axis.
            Err(error) => unreachable!("{error}"),
        }
    }
}

/// Where a tensor is and how large. Each is asked once: who says it may say something else the next time.
pub(super) fn asked<const N: usize>(
    place: &impl Place<N>,
) -> Result<(ReferenceSpace, [usize; N]), ViewError> {
    let (space, extents) = (place.space(), place.extents());
    if space.rank() != N {
        return Err(SpaceError::Length { vector: "extents", expected: space.rank(), found: N }.into());
    }
    for (axis, &extent) in extents.iter().enumerate() {
        if extent < 1 {
            return Err(BlockError::Empty { axis }.into());
        }
        if extent > LIMIT as usize {
            return Err(BlockError::TooLarge { axis, extent }.into());
        }
    }
    Ok((space, extents))
}

impl<S, M, L, const N: usize> Place<N> for Block<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    M: Storage<Elem = S::Elem>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    fn space(&self) -> ReferenceSpace {
        if let Some(space) = self.memory.place() {
            return space.clone();
        }
        match located(&self.geometry) {
            Ok(space) => space,
            // The parameters were checked when the block was placed.
            Err(error) => unreachable!("{error}"),
        }
    }

    fn extents(&self) -> [usize; N] {
        self.geometry.extent.map(|extent| extent as usize)
    }

    fn is_nowhere(&self) -> bool {
        self.memory.is_nowhere()
    }
}

/// The space of a geometry. An axis that is both refined and coarsened, as a copy of such a view is that was placed anew,
/// takes two.
fn located<const N: usize>(geometry: &Geometry<N>) -> Result<ReferenceSpace, SpaceError> {
    let root = ReferenceSpace::universe(geometry.root_rank);
    let origin = &geometry.origin[..geometry.root_rank];
    if (0..N).all(|axis| geometry.refine[axis] == 1 || geometry.step[axis] == 1) {
        return root.child(&geometry.axes, origin, &geometry.refine, &geometry.step);
    }
    root.child(&geometry.axes, origin, &geometry.refine, &[1; MAX_RANK][..N])?.coarsened(&geometry.step)
}

impl<M: Storage, const N: usize> Place<N> for BaseView<M, N> {
    fn space(&self) -> ReferenceSpace {
        self.placement.space.clone()
    }

    fn block_space(&self) -> ReferenceSpace {
        self.placement.block.clone()
    }

    fn is_nowhere(&self) -> bool {
        self.placement.nowhere
    }

    fn extents(&self) -> [usize; N] {
        self.placement.extents.map(|extent| extent as usize)
    }
}
