//! Block copies: blocks that are children of the tensors that they were copied from.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::memory::Sealed;
use super::{BaseView, Block, Memory, MemoryMut, Storage, StorageMut, ViewError};
use crate::space::ReferenceSpace;
use crate::staged::{Located, RowMajor};
use crate::{Dynamic, Elem};

/// A block on the heap that was copied from a tensor, and is a child of it.
pub type Copied<T, const N: usize> =
    Block<<T as Dynamic<N>>::Shape, CopiedMemory<T>, Located<RowMajor<<T as Dynamic<N>>::Shape>>>;

/// The memory of a block copy, and its path to the root.
#[derive(Clone, Debug)]
pub struct CopiedMemory<T> {
    elements: Vec<T>,
    /// None once the block was placed elsewhere.
    space: Option<ReferenceSpace>,
    /// Whether what was copied has no location.
    nowhere: bool,
}

impl<T> CopiedMemory<T> {
    /// The elements, in the order of memory.
    pub fn into_elements(self) -> Vec<T> {
        self.elements
    }
}

impl<T> Sealed for CopiedMemory<T> {
    fn place(&self) -> Option<&ReferenceSpace> {
        self.space.as_ref()
    }

    fn is_nowhere(&self) -> bool {
        self.nowhere
    }

    fn displace(&mut self) {
        (self.space, self.nowhere) = (None, false);
    }
}

impl<T: Elem> Memory for CopiedMemory<T> {
    type Elem = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements(&self) -> &[T] {
        &self.elements
    }
}

impl<T: Elem> MemoryMut for CopiedMemory<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements_mut(&mut self) -> &mut [T] {
        &mut self.elements
    }
}

impl<M: Storage, const N: usize> BaseView<M, N> {
    /// A block copy: a new block with the parameters of this tensor, every element at its default. It is a child of this
    /// tensor, whose points have those that this tensor has, one for one.
    ///
    /// ```
    /// use unite_core::{Block, Place};
    /// let half = Block::from_vec((0..16u8).collect(), [16])?.with_refinement([2])?;    // half samples
    /// let part = half.view().partition([1..5])?;
    /// let copy = part.block_copy()?;
    /// assert_eq!(copy.space().parent(), Some(&part.space()));
    /// let there = half.view().colocate(&copy)?;
    /// assert_eq!([0, 1, 2, 3].map(|i| there.read([i])), [1, 2, 3, 4]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// A kernel is given the location of a copy in the root. Where that is not `origin + floor(step * i / refinement)`,
    /// a kernel that relates the copy to another tensor refuses it.
    ///
    /// # Errors
    /// If the block would be too large.
    pub fn block_copy(&self) -> Result<Copied<M::Elem, N>, ViewError>
    where
        M::Elem: Dynamic<N>,
    {
        self.block_copy_of()
    }

    /// A block copy of elements of another type: what a transform makes of samples, say.
    ///
    /// ```
    /// use unite_core::{Block, Place};
    /// let frame = Block::<u8>::zeros([16, 16]);
    /// let part = frame.view().partition([8..16, 0..8])?;
    /// let mut residual = part.block_copy_of::<i16>()?;
    /// residual.write([0, 0], -255);
    /// assert_eq!(residual.space().parent(), Some(&part.space()));
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the block would be too large.
    pub fn block_copy_of<T>(&self) -> Result<Copied<T, N>, ViewError>
    where
        T: Elem + Dynamic<N>,
    {
        let Block { memory, mut geometry, .. } = Block::<T>::try_zeros(self.extents())?;
        self.placement.locate(&mut geometry)?;
        let space = Some(self.placement.child(&self.unchanged())?.space);
        if self.placement.nowhere {
            geometry = geometry.unplaced();
        }
        Ok(Block {
            memory: CopiedMemory { elements: memory, space, nowhere: self.placement.nowhere },
            geometry,
            space: PhantomData,
        })
    }

    /// A block copy with the data of this view.
    ///
    /// ```
    /// use unite_core::{Block, library::Place};
    /// let frame = Block::from([[1u8, 2, 3], [4, 5, 6]]);
    /// let copy = frame.view().partition((.., 1..))?.permute([1, 0])?.to_block()?;
    /// assert_eq!(copy.as_slice(), [2, 5, 3, 6]);
    /// assert_eq!(copy.tensor_space().origin_in(copy.space().root()), Some(vec![0, 1]));
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// As [`block_copy`](Self::block_copy); or if part of the view lies outside its block.
    pub fn to_block(&self) -> Result<Copied<M::Elem, N>, ViewError>
    where
        M::Elem: Dynamic<N>,
    {
        let mut block = self.block_copy()?;
        for (element, index) in block.memory.elements.iter_mut().zip(self.indices()) {
            *element = self.get(index)?;
        }
        Ok(block)
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
