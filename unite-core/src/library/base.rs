//! What a view is: memory, and where the tensor is in it.

use super::placement::Placement;

/// A tensor of rank `N` that refers to the memory `M` of its nearest block. [`View`] and [`ViewMut`] name its two
/// kinds.
///
/// An index outside the view is the element at that *location*, as long as the nearest block has it (locality
/// access). So a view that writes reaches the whole block, and there is one such view at a time.
pub struct BaseView<M, const N: usize> {
    pub(super) memory: M,
    pub(super) placement: Placement<N>,
}

/// A view that reads.
pub type View<'a, T, const N: usize> = BaseView<&'a [T], N>;

/// A view that reads and writes.
pub type ViewMut<'a, T, const N: usize> = BaseView<&'a mut [T], N>;
