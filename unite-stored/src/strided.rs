//! Stored tensors of which every so many-th index is seen.

use std::fmt;

use unite_core::Elem;

use crate::fibre::{Fibre, Levels};
use crate::fill::{Fill, Zero};
use crate::format::Format;
use crate::lent::StoredView;
use crate::part::Parts;
use crate::seen::{Steps, origin_of};
use crate::stored::Stored;

/// What a kernel takes of a stored tensor with a step, `a[[(1..9).step_by(2), ..]]`. Nothing is copied: what lies between is passed
/// over.
pub struct Strided<'a, T, F: Format<N>, const N: usize, Z = Zero> {
    whole: StoredView<'a, T, F, N, Z>,
    steps: [Steps; N],
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> Strided<'a, T, F, N, Z> {
    /// What is seen of a tensor.
    #[inline(always)]
    pub(crate) fn of(whole: StoredView<'a, T, F, N, Z>, steps: [Steps; N]) -> Self {
        Strided { whole, steps }
    }

    /// So many indices from the first ones on, every so many-th.
    #[inline(always)]
    fn from(self, first: [isize; N], extents: [usize; N], steps: [usize; N]) -> Self {
        let mut all = self.steps;
        for axis in 0..N {
            // Beyond this part nothing is seen, as if it were a block.
            all[axis] = all[axis].cut().part(first[axis], extents[axis], steps[axis]);
        }
        Strided { whole: self.whole, steps: all }
    }

    /// An index of the tensor, if it is seen, as one of these.
    #[inline(always)]
    fn index(&self, mut index: [usize; N]) -> Option<[usize; N]> {
        for (index, steps) in index.iter_mut().zip(self.steps) {
            *index = steps.index(*index)?;
        }
        Some(index)
    }
}

// SAFETY: indices of entries are looked at one by one; levels see coordinates at the steps of their axis, as indices from 0 on.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T: Elem, F: Format<N>, Z: Fill<T>, const N: usize> Stored<N> for Strided<'a, T, F, N, Z>
where
    F::Levels<'a>: Parts<Stepped: Levels<'a, T, Below: Fibre>>,
{
    type Elem = T;
    type Fill = Z;
    type Format = F;
    type Root = <<F::Levels<'a> as Parts>::Stepped as Levels<'a, T>>::Below;
    type Part = Self;
    type Reach = Self;
    type Stepped = Self;
    const WHOLE: bool = false;

    #[inline(always)]
    fn extents(self) -> [usize; N] {
        self.steps.map(Steps::extent)
    }

    #[inline(always)]
    fn origin(self) -> [isize; N] {
        origin_of(self.whole.origin(), self.steps.map(Steps::first))
    }

    #[inline(always)]
    fn part(self, first: [isize; N], extents: [usize; N]) -> Option<Self> {
        let is_inside = |axis: usize| {
            let end = usize::try_from(first[axis]).ok().and_then(|first| first.checked_add(extents[axis]));
            end.is_some_and(|end| end <= self.steps[axis].extent())
        };
        (0..N).all(is_inside).then(|| self.from(first, extents, [1; N]))
    }

    #[inline(always)]
    fn reach(self, first: [isize; N], extents: [usize; N]) -> Self {
        self.from(first, extents, [1; N])
    }

    #[inline(always)]
    fn stepped(self, first: [isize; N], extents: [usize; N], steps: [usize; N]) -> Self {
        self.from(first, extents, steps)
    }

    #[inline(always)]
    fn root(self) -> Self::Root {
        let steps = F::ORDER.map(|axis| self.steps[axis]);
        // SAFETY: the root has position 0, and there is a value for each position.
        unsafe { self.whole.levels().stepped(&steps).below(0, 0, self.whole.values()) }
    }

    #[inline(always)]
    fn positions(self) -> usize {
        self.whole.values().len()
    }

    #[inline(always)]
    fn entries(self) -> impl Iterator<Item = ([usize; N], T)> {
        self.whole.entries().filter_map(move |(index, element)| Some((self.index(index)?, element)))
    }

    #[inline(always)]
    fn for_each(self, mut take: impl FnMut([usize; N], T)) {
        self.whole.for_each(|index, element| {
            if let Some(index) = self.index(index) {
                take(index, element);
            }
        });
    }

    #[inline(always)]
    fn look_up(self, index: [usize; N]) -> Option<T> {
        let mut at = index;
        for (at, steps) in at.iter_mut().zip(self.steps) {
            if *at >= steps.extent() {
                return None;
            }
            // Beyond the ends of the tensor nothing is stored.
            *at = steps.coordinate(*at).unwrap_or(usize::MAX);
        }
        Some(self.whole.get(at).unwrap_or(Z::VALUE))
    }
}

impl<T, F: Format<N>, Z, const N: usize> Clone for Strided<'_, T, F, N, Z> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, F: Format<N>, Z, const N: usize> Copy for Strided<'_, T, F, N, Z> {}

impl<T: Copy + fmt::Debug, F: Format<N>, Z: Fill<T>, const N: usize> fmt::Debug for Strided<'_, T, F, N, Z> {
    /// The steps, and the tensor.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {:?}", self.steps, self.whole)
    }
}
