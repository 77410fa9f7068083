//! Blocks that another storage is put into, made in the memory of what was there.

use crate::assembly::Assembly;
use crate::block::{StoredBlock, check_extents};
use crate::error::StorageError;
use crate::fill::Fill;
use crate::format::AppendFormat;

impl<T: Copy, F: AppendFormat<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// Puts another storage of the same extents in the place of this one.
    ///
    /// # Errors
    /// As [`new`](Self::new); then the block is as it was.
    pub fn replace(&mut self, root: F::Assembly<T>) -> Result<(), StorageError> {
        self.replace_whole(root, self.extents())
    }

    /// The same with these extents, after everything was [taken out](Self::take_out).
    ///
    /// # Errors
    /// As [`replace`](Self::replace).
    pub(crate) fn replace_whole(
        &mut self,
        mut root: F::Assembly<T>,
        extents: [usize; N],
    ) -> Result<(), StorageError> {
        check_extents(extents)?;
        root.complete();
        let (arrays, values) = F::finish(root, extents)?;
        let expected = F::verify(&arrays, extents)?;
        if values.len() != expected {
            return Err(StorageError::Values { expected, found: values.len() });
        }
        // SAFETY: they were verified, and there is a value for each position.
        unsafe { self.put_parts(extents, arrays, values) };
        Ok(())
    }

    /// Takes everything out of the block, for its memory, and leaves it without extents. `None` if the format has no such storage: then the
    /// block is as it was.
    pub(crate) fn take_out(&mut self) -> Option<(F::Arrays, Vec<T>)> {
        let (arrays, values) = self.parts_mut();
        let memory = F::emptied(arrays, values)?;
        // SAFETY: that is what is left, by the promise of the format.
        unsafe { self.put_nothing() };
        Some(memory)
    }

    /// Gives a block from which everything was taken out these extents. Nothing is stored.
    pub(crate) fn give_extents(&mut self, extents: [usize; N]) {
        let Ok(empty) = Self::empty(extents) else { return };
        let (arrays, values) = empty.into_parts();
        // SAFETY: they are those of a block of these extents.
        unsafe { self.put_parts(extents, arrays, values) }
    }
}
