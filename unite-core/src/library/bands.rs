//! Cutting a block in two, for two writers at once.

use core::marker::PhantomData;

use super::{Block, BlockError, Layout, Memory, MemoryMut};
use crate::staged::Geometry;
use crate::{Dyn, Elem, Ranked, Shape};

impl<S, M, L, const N: usize> Block<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    M: Memory<Elem = S::Elem>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    /// The block over borrowed memory.
    pub fn lend(&self) -> Block<S, &[S::Elem], L> {
        Block { memory: self.memory.elements(), geometry: self.geometry, space: PhantomData }
    }

    /// The block over borrowed memory, to be written.
    pub fn lend_mut(&mut self) -> Block<S, &mut [S::Elem], L>
    where
        M: MemoryMut,
    {
        Block { memory: self.memory.elements_mut(), geometry: self.geometry, space: PhantomData }
    }
}

impl<T, S, L, const N: usize> Block<Dyn<S>, &mut [T], L>
where
    T: Elem,
    S: 'static,
    Dyn<S>: Shape<N, Elem = T> + Ranked<Item = T, Geometry = Geometry<N>>,
    L: Layout<N, Elem = T, Shape = Dyn<S>>,
{
    /// Cuts the block before index `at` of axis 0 into two blocks that share no memory, each at its own location:
    /// bands of a picture for two threads. An index of one does not reach the other.
    ///
    /// ```
    /// use unite_core::{Block, library::Place};
    /// let mut frame = Block::<u8>::zeros([16, 4]);
    /// let (mut above, mut below) = frame.lend_mut().split_at(12)?;
    /// above.write([11, 0], 1);
    /// below.write([0, 0], 2);
    /// assert_eq!(below.tensor_space().origin_in(below.space().root()), Some(vec![12, 0]));
    /// assert_eq!((frame.read([11, 0]), frame.read([12, 0])), (1, 2));
    /// # Ok::<(), unite_core::BlockError>(())
    /// ```
    ///
    /// # Errors
    /// If the cut leaves nothing on a side, falls within points that share a location, or axis 0 is not the
    /// slowest in memory.
    pub fn split_at(self, at: usize) -> Result<(Self, Self), BlockError> {
        let geometry = self.geometry;
        let extent = geometry.extent[0] as usize;
        let rows = at as isize;
        if at == 0 || at >= extent || rows.checked_rem(geometry.refine[0]) != Some(0) {
            return Err(BlockError::Cut { at, extent });
        }
        // How far the other axes reach below and above a row's index 0.
        let (mut below, mut above) = (0, 0);
        for axis in 1..N {
            let reach = geometry.stride[axis] * (geometry.extent[axis] - 1);
            if reach < 0 { below += reach } else { above += reach }
        }
        if geometry.stride[0] <= above - below {
            let stride = |axis: &usize| geometry.stride[*axis].unsigned_abs();
            return Err(BlockError::Interleaved { axis: (1..N).max_by_key(stride).unwrap_or(0) });
        }
        let cut = geometry.offset + rows * geometry.stride[0] + below;
        let (upper, lower) = self.memory.split_at_mut(cut as usize);

        let mut first = geometry;
        first.extent[0] = rows;
        first.hi[0] = rows;
        let mut second = geometry;
        second.extent[0] -= rows;
        second.hi[0] = second.extent[0];
        second.offset = -below;
        second.origin[geometry.axes[0]] +=
            (rows * geometry.step[0]).checked_div(geometry.refine[0]).unwrap_or(0);
        let block = |memory, geometry| Block { memory, geometry, space: PhantomData };
        Ok((block(upper, first), block(lower, second).placed()))
    }
}
