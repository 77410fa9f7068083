//! The indices of a tensor, one after the other.

use super::{BaseView, Block, Layout, Storage};
use crate::staged::Geometry;
use crate::{Ranked, Shape};

/// All indices of a tensor of rank `N`, the last axis fastest. It borrows nothing.
#[derive(Clone, Debug)]
pub struct Indices<const N: usize> {
    extents: [isize; N],
    next: Option<[isize; N]>,
}

impl<const N: usize> Indices<N> {
    fn below(extents: [isize; N]) -> Self {
        Indices { extents, next: Some([0; N]) }
    }
}

impl<const N: usize> Iterator for Indices<N> {
    type Item = [isize; N];

    fn next(&mut self) -> Option<[isize; N]> {
        let index = self.next.take()?;
        let mut following = index;
        for axis in (0..N).rev() {
            following[axis] += 1;
            if following[axis] < self.extents[axis] {
                self.next = Some(following);
                break;
            }
            following[axis] = 0;
        }
        Some(index)
    }
}

impl<S, M, L, const N: usize> Block<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    M: Storage<Elem = S::Elem>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    /// The indices of the block, the last axis fastest.
    ///
    /// ```
    /// let mut block = unite_core::Block::<[[i32; 3]; 2]>::stack();
    /// for [y, x] in block.indices() {
    ///     block.write([y, x], (10 * y + x) as i32);
    /// }
    /// assert_eq!(block.as_slice(), [0, 1, 2, 10, 11, 12]);
    /// ```
    pub fn indices(&self) -> Indices<N> {
        Indices::below(self.geometry.extent)
    }
}

impl<M: Storage, const N: usize> BaseView<M, N> {
    /// The indices of the view, the last axis fastest.
    pub fn indices(&self) -> Indices<N> {
        Indices::below(self.placement.extents)
    }
}
