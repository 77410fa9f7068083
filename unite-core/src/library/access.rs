//! Reading and writing single elements of blocks.

use super::{AccessError, Block, Layout, Storage, StorageMut};
use crate::staged::Geometry;
use crate::{Ranked, Shape};

impl<S, M, L, const N: usize> Block<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    M: Storage<Elem = S::Elem>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    /// The position of an index in memory.
    fn position(&self, index: [isize; N]) -> Result<usize, AccessError> {
        let mut position = self.geometry.offset;
        for (axis, &at) in index.iter().enumerate() {
            let extent = self.geometry.extent[axis];
            if at < 0 || at >= extent {
                return Err(AccessError::Outside { axis, index: at, extent: extent as usize });
            }
            position += at * self.geometry.stride[axis];
        }
        Ok(position as usize)
    }

    /// The element at an index.
    ///
    /// # Errors
    /// If the index lies outside the block. A negative one always does: it is a neighbour.
    pub fn get(&self, index: [isize; N]) -> Result<S::Elem, AccessError> {
        Ok(self.memory.load(self.position(index)?))
    }

    /// Sets the element at an index.
    ///
    /// # Errors
    /// If the index lies outside the block.
    pub fn set(&mut self, index: [isize; N], value: S::Elem) -> Result<(), AccessError>
    where
        M: StorageMut<Elem = S::Elem>,
    {
        let position = self.position(index)?;
        self.memory.store(position, value);
        Ok(())
    }

    /// The element at an index.
    ///
    /// # Panics
    /// If the index lies outside the block.
    #[track_caller]
    pub fn read(&self, index: [isize; N]) -> S::Elem {
        match self.get(index) {
            Ok(value) => value,
            Err(error) => panic!("cannot read {index:?}: {error}"),
        }
    }

    /// Sets the element at an index.
    ///
    /// # Panics
    /// If the index lies outside the block.
    #[track_caller]
    pub fn write(&mut self, index: [isize; N], value: S::Elem)
    where
        M: StorageMut<Elem = S::Elem>,
    {
        if let Err(error) = self.set(index, value) {
            panic!("cannot write {index:?}: {error}")
        }
    }
}
