//! Where stored blocks are, for other tensors.

use unite_core::library::Place;
use unite_core::space::ReferenceSpace;

use crate::block::StoredBlock;
use crate::error::StorageError;
use crate::fill::Fill;
use crate::format::Format;
use crate::lent::StoredView;
use crate::window::Window;

/// The space of a tensor whose index 0 lies at `origin`.
fn displaced<const N: usize>(origin: [isize; N]) -> ReferenceSpace {
    match ReferenceSpace::universe(N).translated(&origin) {
        Ok(space) => space,
        // There is a coordinate for each axis.
        Err(error) => unreachable!("{error}"),
    }
}

/// Dense tensors are indexed by stored ones: `frame[sprite]` is where the sprite is.
///
/// ```
/// use unite_core::Block;
/// use unite_stored::{Csr, StoredBlock};
/// let frame = Block::from([[1u8, 2, 3], [4, 5, 6]]);
/// let sprite = StoredBlock::<u8, Csr, 2>::from_entries([1, 2], [([0, 1], 9)])?.with_origin([1, 1])?;
/// let under = frame.view().colocate(&sprite)?;
/// assert_eq!((under.extents(), under.read([0, 0]), under.read([0, 1])), ([1, 2], 5, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> Place<N> for StoredBlock<T, F, N, Z> {
    fn space(&self) -> ReferenceSpace {
        displaced(self.origin())
    }

    fn extents(&self) -> [usize; N] {
        self.extents()
    }
}

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> Place<N> for StoredView<'_, T, F, N, Z> {
    fn space(&self) -> ReferenceSpace {
        displaced(self.origin())
    }

    fn extents(&self) -> [usize; N] {
        self.extents()
    }
}

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> Place<N> for Window<'_, T, F, N, Z> {
    fn space(&self) -> ReferenceSpace {
        displaced(self.origin())
    }

    fn extents(&self) -> [usize; N] {
        self.extents()
    }
}

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// Colocation: the part of this block that lies where `source` is. Index `i` of it is at the location of index `i` of the source.
    ///
    /// ```
    /// use unite_core::Block;
    /// use unite_stored::{Csr, StoredBlock};
    /// let map = StoredBlock::<u8, Csr, 2>::from_entries([100, 100], [([70, 8], 9)])?;
    /// let macroblock = Block::<[[u8; 16]; 16]>::stack().with_origin([64, 0])?;
    /// assert_eq!(map.colocate(&macroblock)?.to_entries(), [([6, 8], 9)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`StorageError::Part`] if the block is not everywhere where the source is, [`StorageError::Elsewhere`] if their locations are
    /// related by more than a displacement.
    pub fn colocate(&self, source: &impl Place<N>) -> Result<Window<'_, T, F, N, Z>, StorageError> {
        self.view().colocate(source)
    }
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredView<'a, T, F, N, Z> {
    /// The part of this tensor that lies where `source` is, as of a [block](StoredBlock::colocate).
    ///
    /// # Errors
    /// As [`StoredBlock::colocate`].
    pub fn colocate(&self, source: &impl Place<N>) -> Result<Window<'a, T, F, N, Z>, StorageError> {
        let space = source.space();
        let is_displaced = |space: &ReferenceSpace| {
            space.permutation().iter().copied().eq(0..N)
                && space.refinement().iter().chain(space.coarsening()).all(|factor| *factor == 1)
        };
        if source.is_nowhere() || space.root() != &ReferenceSpace::universe(N) {
            return Err(StorageError::Elsewhere);
        }
        if !space.ancestry().filter(|space| space.parent().is_some()).all(is_displaced) {
            return Err(StorageError::Elsewhere);
        }
        let origin = source.tensor_space().origin_in(space.root()).ok_or(StorageError::Elsewhere)?;
        let mut part = std::array::from_fn(|_| 0..0);
        for (axis, part) in part.iter_mut().enumerate() {
            let (first, extent) = (origin[axis] - self.origin()[axis], source.extents()[axis]);
            *part = match usize::try_from(first) {
                Ok(first) => first..first + extent,
                Err(_) => {
                    let part = (first, first + extent.cast_signed());
                    return Err(StorageError::Part { axis, part, extent: self.extents()[axis] });
                }
            };
        }
        self.window(part)
    }
}
