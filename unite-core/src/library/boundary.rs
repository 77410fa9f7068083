//! What an index means that lies outside every block.

use core::fmt;

use super::{AccessError, BaseView, Storage};
use crate::staged::{mirrored, reflected, wrapped};

/// The rule for locations outside the nearest block. Without one, they are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Boundary<T> {
    /// There is no element.
    #[default]
    Error,
    /// The nearest element of the block.
    Clamp,
    /// The block, reflected at its edges; the element at the edge is not repeated: `mirror` of scipy, `mirror_interior` of Halide.
    Mirror,
    /// The block, reflected beyond its edges; the element at the edge is repeated: `reflect` of scipy, `mirror_image` of Halide.
    Reflect,
    /// The block, over and over again: `wrap` of scipy, `repeat_image` of Halide.
    Wrap,
    /// One value everywhere.
    Constant(T),
}

impl<M: Storage, const N: usize> BaseView<M, N> {
    /// The element at the location of an index, with a rule for those outside the nearest block.
    ///
    /// ```
    /// use unite_core::{Block, library::Boundary};
    /// let row = Block::from([1u8, 2, 3]);
    /// let view = row.view();
    /// assert_eq!([-2, -1, 3, 4].map(|i| view.get_with(Boundary::Clamp, [i]).unwrap()), [1, 1, 3, 3]);
    /// assert_eq!([-2, -1, 3, 4].map(|i| view.get_with(Boundary::Mirror, [i]).unwrap()), [3, 2, 2, 1]);
    /// assert_eq!([-2, -1, 3, 4].map(|i| view.get_with(Boundary::Reflect, [i]).unwrap()), [2, 1, 3, 2]);
    /// assert_eq!([-2, -1, 3, 4].map(|i| view.get_with(Boundary::Wrap, [i]).unwrap()), [2, 3, 1, 2]);
    /// assert_eq!([-2, 1].map(|i| view.get_with(Boundary::Constant(9), [i]).unwrap()), [9, 2]);
    /// assert!(view.get_with(Boundary::Error, [-2]).is_err());
    /// ```
    ///
    /// # Errors
    /// [`AccessError::Outside`] if the rule is an error. [`AccessError::Elsewhere`] if the view shares no location with
    /// its block, unless the rule is a constant.
    pub fn get_with(&self, boundary: Boundary<M::Elem>, index: [isize; N]) -> Result<M::Elem, AccessError> {
        let inside = |at: isize, extent: isize| match boundary {
            Boundary::Clamp => at.clamp(0, extent - 1),
            Boundary::Mirror => mirrored(at, 0, extent - 1),
            Boundary::Reflect => reflected(at, 0, extent - 1),
            Boundary::Wrap => wrapped(at, 0, extent - 1),
            Boundary::Error | Boundary::Constant(_) => at,
        };
        match (self.placement.position_with(index, inside), boundary) {
            (Ok(position), _) => Ok(self.memory.load(position)),
            (Err(_), Boundary::Constant(value)) => Ok(value),
            (Err(error), _) => Err(error),
        }
    }

    /// This view, whose reads follow a rule outside the nearest block: as in kernels.
    ///
    /// ```
    /// use unite_core::{Block, library::Boundary};
    /// let row = Block::from([1u8, 2, 3]);
    /// let clamped = row.view().with_boundary(Boundary::Clamp);
    /// let blurred = [0, 1, 2].map(|i| (-1..=1).map(|k| clamped.read([i + k])).sum::<u8>());
    /// assert_eq!(blurred, [4, 6, 8]);
    /// ```
    pub fn with_boundary(self, boundary: Boundary<M::Elem>) -> Bounded<M, N> {
        Bounded { view: self, boundary }
    }
}

/// A view with a rule for what lies outside its nearest block. It is only read.
pub struct Bounded<M: Storage, const N: usize> {
    view: BaseView<M, N>,
    boundary: Boundary<M::Elem>,
}

impl<M: Storage, const N: usize> Bounded<M, N> {
    /// The element at the location of an index, or what the rule says.
    ///
    /// # Errors
    /// As [`BaseView::get_with`].
    pub fn get(&self, index: [isize; N]) -> Result<M::Elem, AccessError> {
        self.view.get_with(self.boundary, index)
    }

    /// The element at the location of an index, or what the rule says.
    ///
    /// # Panics
    /// As [`get`](Self::get) fails.
    #[track_caller]
    pub fn read(&self, index: [isize; N]) -> M::Elem {
        match self.get(index) {
            Ok(value) => value,
            Err(error) => panic!("cannot read {index:?}: {error}"),
        }
    }

    /// The view without its rule.
    pub fn view(&self) -> &BaseView<M, N> {
        &self.view
    }
}

impl<M: Storage, const N: usize> fmt::Debug for Bounded<M, N>
where
    M::Elem: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bounded").field("view", &self.view).field("boundary", &self.boundary).finish()
    }
}
