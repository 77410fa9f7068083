//! Stored tensors whose elements kernels change where they are.

use unite_core::Elem;

use crate::block::StoredBlock;
use crate::fill::Fill;
use crate::format::{Format, InsertFormat};

/// A stored tensor of `N` axes, in any format, whose elements a kernel changes where they are: what stands behind
/// `&mut Tensor<[[f64]], _>` if no statement writes all of it. What is stored, and where, stays as it is.
///
/// # Safety
/// [`extents`](Changed::extents) always answers the same, and indices of [`change_each`](Changed::change_each) are less than it on each
/// axis: kernels look into other tensors there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stored tensor of {N} axes whose elements a kernel can change",
    note = "a kernel takes `&mut StoredBlock<T, Format, {N}>` here"
)]
pub unsafe trait Changed<const N: usize> {
    /// The type of elements.
    type Elem: Elem;
    /// What is not stored.
    type Fill: Fill<Self::Elem>;
    /// How elements are stored.
    type Format: Format<N>;

    /// The number of indices along each axis.
    fn extents(&self) -> [usize; N];

    /// Calls `take` with each index that has a position, and the element there, in the order of storage.
    fn change_each(&mut self, take: impl FnMut([usize; N], &mut Self::Elem));

    /// The same of a change to which indices do not matter, in any order.
    fn change_all(&mut self, take: impl FnMut(&mut Self::Elem));

    /// The element at an index, which is put in, as the fill, if nothing is stored there and elements are put into the format. `None`
    /// outside of the tensor, and otherwise where nothing is stored.
    fn element_mut(&mut self, index: [usize; N]) -> Option<&mut Self::Elem>;
}

// SAFETY: a block has the extents that it was made with, and its format scans indices that are less.
unsafe impl<T: Elem, F: Format<N>, Z: Fill<T>, const N: usize> Changed<N> for StoredBlock<T, F, N, Z> {
    type Elem = T;
    type Fill = Z;
    type Format = F;

    #[inline(always)]
    fn extents(&self) -> [usize; N] {
        StoredBlock::extents(self)
    }

    #[inline(always)]
    fn change_each(&mut self, take: impl FnMut([usize; N], &mut T)) {
        self.for_each_mut(take);
    }

    #[inline(always)]
    fn change_all(&mut self, mut take: impl FnMut(&mut T)) {
        match const { F::FILLED } {
            true => self.values_mut().iter_mut().for_each(take),
            false => self.for_each_mut(|_, element| take(element)),
        }
    }

    #[inline(always)]
    fn element_mut(&mut self, index: [usize; N]) -> Option<&mut T> {
        self.insert(index)
    }
}

/// A stored tensor of `N` axes into which a kernel puts elements in any order: what stands behind `&mut Tensor<[[f64]], _>` if a statement
/// comes to them so.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stored tensor of {N} axes into which a kernel puts elements",
    note = "a kernel takes `&mut StoredBlock<T, Format, {N}>` here"
)]
pub trait Inserted<const N: usize>: Changed<N> {
    /// Nothing is stored after that, and there is room for about so many elements.
    fn clear(&mut self, room: usize);
}

impl<T: Elem, F: InsertFormat<N>, Z: Fill<T>, const N: usize> Inserted<N> for StoredBlock<T, F, N, Z> {
    #[inline(always)]
    fn clear(&mut self, room: usize) {
        StoredBlock::clear(self, room);
    }
}
