//! Locality access beyond the nearest block: up the trie, to the blocks above.

use alloc::vec;
use alloc::vec::Vec;

use super::operations::somewhere;
use super::{AccessError, BaseView, Boundary, Memory, View, ViewError};
use crate::Elem;

/// A tensor whose reads climb: an index that lies outside its block is looked up at that location in the blocks above
/// it, the nearest first.
///
/// ```
/// use unite_core::Block;
/// let frame = Block::from([[1u8, 2, 3], [4, 5, 6]]);
/// let mut corner = frame.view().partition((1.., 1..))?.block_copy()?;      // a block of its own
/// corner.write([0, 0], 50);
/// let corner = corner.view();
/// let climb = corner.climb(&frame.view())?;
/// assert_eq!(climb.get([0, 0]), Ok(50));
/// assert_eq!(climb.get([0, -1]), Ok(4));                                   // not in corner, but in frame
/// assert!(climb.get([0, -2]).is_err());
/// # Ok::<(), unite_core::library::ViewError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Climb<'a, T: Elem, const N: usize> {
    /// The tensor, and each block above it where the tensor is.
    levels: Vec<View<'a, T, N>>,
}

impl<M: Memory, const N: usize> BaseView<M, N> {
    /// This tensor, whose reads go on in the block of `above` where the own block has no element. A block lies in the
    /// trie by its location and does not hold what is above it, so that is said here; once more for each further block
    /// by [`Climb::climb`].
    ///
    /// # Errors
    /// As [`colocate`](BaseView::colocate): if the universes differ, or this tensor runs along an axis that the other
    /// does not have.
    pub fn climb<'a, const K: usize>(
        &'a self,
        above: &View<'a, M::Elem, K>,
    ) -> Result<Climb<'a, M::Elem, N>, ViewError> {
        Climb::from(self.view()).climb(above)
    }
}

/// A tensor without blocks above it yet.
impl<'a, T: Elem, const N: usize> From<View<'a, T, N>> for Climb<'a, T, N> {
    fn from(tensor: View<'a, T, N>) -> Self {
        Climb { levels: vec![tensor] }
    }
}

impl<'a, T: Elem, const N: usize> Climb<'a, T, N> {
    /// One more block, above those there are.
    ///
    /// # Errors
    /// As [`BaseView::climb`].
    pub fn climb<const K: usize>(mut self, above: &View<'a, T, K>) -> Result<Self, ViewError> {
        let below = &self.levels[self.levels.len() - 1].placement;
        somewhere(below.nowhere || above.placement.nowhere)?;
        let placement = above.placement.above(below)?;
        self.levels.push(BaseView { memory: above.memory, placement });
        Ok(self)
    }

    /// The element at the location of an index, in the nearest block that has it.
    ///
    /// # Errors
    /// If no block has it; the error is that of the outermost one.
    pub fn get(&self, index: [isize; N]) -> Result<T, AccessError> {
        let mut outcome = Err(AccessError::Elsewhere);
        for level in &self.levels {
            outcome = level.get(index);
            if outcome.is_ok() {
                break;
            }
        }
        outcome
    }

    /// As [`get`](Self::get), with a rule for what lies outside every block. It is that of the outermost block.
    ///
    /// # Errors
    /// As [`BaseView::get_with`].
    pub fn get_with(&self, boundary: Boundary<T>, index: [isize; N]) -> Result<T, AccessError> {
        self.get(index).or_else(|_| self.levels[self.levels.len() - 1].get_with(boundary, index))
    }

    /// The element at the location of an index, in the nearest block that has it.
    ///
    /// # Panics
    /// If no block has it.
    #[track_caller]
    pub fn read(&self, index: [isize; N]) -> T {
        match self.get(index) {
            Ok(value) => value,
            Err(error) => panic!("cannot read {index:?}: {error}"),
        }
    }

    /// How many points along each axis the tensor has.
    pub fn extents(&self) -> [usize; N] {
        self.levels[0].extents()
    }
}
