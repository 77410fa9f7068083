//! Blocks as children of views.

use alloc::vec;
use alloc::vec::Vec;

use super::block::tight;
use super::placement::Placement;
use super::{BaseView, Storage, StorageMut, ViewError};
use crate::Dynamic;

/// A block of elements `T` that is a child of the tensor it was copied from: with memory of its own, and the whole path
/// to the root.
pub type ChildBlock<T, const N: usize> = BaseView<Vec<T>, N>;

impl<M: Storage, const N: usize> BaseView<M, N> {
    /// A block copy that becomes a child of this tensor: a new block with the same parameters, every element at its
    /// default.
    ///
    /// It exists wherever a view may be. A [`block_copy`](Self::block_copy) keeps only the location of its points in the
    /// root, which is what kernels need, and therefore does not exist for every chain of refinements and coarsenings.
    ///
    /// ```
    /// use unite_core::{Block, Place};
    /// let frame = Block::<u8>::zeros([32, 32]);
    /// let flags = frame.view().coarsen([16, 16])?.child_block()?;      // one for each macroblock
    /// let by_pixel = flags.view().refine([16, 16])?;                   // indexed as the frame is
    /// assert_eq!((flags.extents(), by_pixel.extents()), ([2, 2], [32, 32]));
    /// assert_eq!(flags.space().parent(), Some(&frame.view().coarsen([16, 16])?.space()));
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the block would be too large.
    pub fn child_block(&self) -> Result<ChildBlock<M::Elem, N>, ViewError>
    where
        M::Elem: Dynamic<N>,
    {
        let (geometry, len) = tight::<<M::Elem as Dynamic<N>>::Shape, N>(self.extents())?;
        let space = self.placement.child(&self.unchanged())?.space;
        let placement = Placement::of_block(&geometry, space);
        Ok(BaseView { memory: vec![M::Elem::default(); len], placement })
    }

    /// Copies all elements of a tensor of the same extents, index by index, wherever it is.
    ///
    /// ```
    /// use unite_core::Block;
    /// let frame = Block::from([[1u8, 2, 3], [4, 5, 6]]);
    /// let mut rows = vec![vec![0u8; 2]; 3];
    /// Block::external_rows_mut(&mut rows)?.view_mut().copy_from(&frame.view().permute([1, 0])?)?;
    /// assert_eq!(rows, [[1, 4], [2, 5], [3, 6]]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the extents differ, or an element has no data in the block of either tensor.
    pub fn copy_from<K>(&mut self, source: &BaseView<K, N>) -> Result<(), ViewError>
    where
        M: StorageMut,
        K: Storage<Elem = M::Elem>,
    {
        for (axis, (expected, found)) in self.extents().into_iter().zip(source.extents()).enumerate() {
            if expected != found {
                return Err(ViewError::Extent { axis, expected, found });
            }
        }
        for index in self.indices() {
            self.set(index, source.get(index)?)?;
        }
        Ok(())
    }
}
