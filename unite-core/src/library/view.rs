//! Views: tensors that refer to the memory of their nearest block.

use core::fmt;

use super::placement::Placement;
use super::{
    AccessError, BaseView, Block, Layout, Memory, MemoryMut, Place, Storage, StorageMut, View, ViewMut,
};
use crate::staged::Geometry;
use crate::{Elem, Ranked, Shape};

impl<S, M, L, const N: usize> Block<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    M: Memory<Elem = S::Elem>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    /// The whole block as a view, from which others derive.
    ///
    /// ```
    /// use unite_core::Block;
    /// let frame = Block::from([[1u8, 2, 3], [4, 5, 6]]);
    /// let column = frame.view().slice(1, 2)?;
    /// assert_eq!(column.read([1]), 6);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    pub fn view(&self) -> View<'_, S::Elem, N> {
        BaseView {
            memory: self.memory.elements(),
            placement: Placement::of_block(&self.geometry, self.space(), self.is_nowhere()),
        }
    }

    /// The whole block as a view that is written. It reaches the whole block, as do all views derived from it, so
    /// there is one at a time.
    pub fn view_mut(&mut self) -> ViewMut<'_, S::Elem, N>
    where
        M: MemoryMut<Elem = S::Elem>,
    {
        let placement = Placement::of_block(&self.geometry, self.space(), self.is_nowhere());
        BaseView { memory: self.memory.elements_mut(), placement }
    }
}

impl<M: Memory, const N: usize> BaseView<M, N> {
    /// This view again, to derive others from while it stays.
    pub fn view(&self) -> View<'_, M::Elem, N> {
        BaseView { memory: self.memory.elements(), placement: self.placement.clone() }
    }

    /// This view again, to write through, for as long as the borrow lasts.
    pub fn view_mut(&mut self) -> ViewMut<'_, M::Elem, N>
    where
        M: MemoryMut,
    {
        BaseView { memory: self.memory.elements_mut(), placement: self.placement.clone() }
    }
}

impl<M: Storage, const N: usize> BaseView<M, N> {
    /// The element at the location of an index. The index may lie outside the view, as long as the location lies
    /// in the nearest block (locality access).
    ///
    /// ```
    /// use unite_core::Block;
    /// let frame = Block::from([[1u8, 2, 3], [4, 5, 6]]);
    /// let corner = frame.view().partition((1.., 1..))?;
    /// assert_eq!(corner.get([-1, -1]), Ok(1));                 // up and to the left of the view
    /// let error = corner.get([0, -2]).unwrap_err();
    /// assert_eq!(error.to_string(), "index -1 of axis 1 of the block, which has indices 0..3 only");
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If the location lies outside the nearest block.
    pub fn get(&self, index: [isize; N]) -> Result<M::Elem, AccessError> {
        Ok(self.memory.load(self.placement.position(index)?))
    }

    /// Sets the element at the location of an index, in the view or outside it.
    ///
    /// # Errors
    /// If the location lies outside the nearest block.
    pub fn set(&mut self, index: [isize; N], value: M::Elem) -> Result<(), AccessError>
    where
        M: StorageMut,
    {
        let position = self.placement.position(index)?;
        self.memory.store(position, value);
        Ok(())
    }

    /// The element at the location of an index, in the view or outside it.
    ///
    /// # Panics
    /// If the location lies outside the nearest block.
    #[track_caller]
    pub fn read(&self, index: [isize; N]) -> M::Elem {
        match self.get(index) {
            Ok(value) => value,
            Err(error) => panic!("cannot read {index:?}: {error}"),
        }
    }

    /// Sets the element at the location of an index, in the view or outside it.
    ///
    /// # Panics
    /// If the location lies outside the nearest block.
    #[track_caller]
    pub fn write(&mut self, index: [isize; N], value: M::Elem)
    where
        M: StorageMut,
    {
        if let Err(error) = self.set(index, value) {
            panic!("cannot write {index:?}: {error}")
        }
    }

    /// The number of points along each axis.
    pub fn extents(&self) -> [usize; N] {
        self.placement.extents.map(|extent| extent as usize)
    }
}

impl<M: Clone, const N: usize> Clone for BaseView<M, N> {
    fn clone(&self) -> Self {
        BaseView { memory: self.memory.clone(), placement: self.placement.clone() }
    }
}

impl<M: Storage, const N: usize> fmt::Debug for BaseView<M, N>
where
    M::Elem: Elem,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("extents", &self.extents()).field("space", &self.space()).finish()
    }
}
