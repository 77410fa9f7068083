//! Parts of stored blocks.

use std::fmt;
use std::ops::Range;

use unite_core::Elem;

use crate::block::StoredBlock;
use crate::error::StorageError;
use crate::fibre::{Fibre, Levels};
use crate::fill::{Fill, Zero};
use crate::format::Format;
use crate::lent::StoredView;
use crate::part::Parts;
use crate::seen::{Seen, Steps, origin_of};
use crate::stored::Stored;
use crate::strided::Strided;

/// A part of a [`StoredBlock`]: an interval of indices along each axis, which count from 0 in it. Nothing is copied: levels that
/// are in order are asked where the interval begins and ends in each of their fibres, others are walked as a whole.
///
/// A kernel takes it as it takes a block.
///
/// ```
/// use unite_stored::{Csr, StoredBlock};
/// let a = StoredBlock::<i32, Csr, 2>::from_entries([4, 9], [([1, 2], 5), ([1, 7], 6), ([3, 4], 7)])?;
/// let part = a.window([1..4, 3..8])?;
/// assert_eq!((part.extents(), part.origin()), ([3, 5], [1, 3]));
/// assert_eq!(part.to_entries(), [([0, 4], 6), ([2, 1], 7)]);
/// assert_eq!(part.window([2..3, 0..2])?.to_entries(), [([0, 1], 7)]);
/// assert_eq!(part.window([0..1, 2..6]).unwrap_err().to_string(), "there is no part 2..6 of axis 1, whose extent is 5");
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
///
/// In a kernel a part may be one that is not `INSIDE` of its block: nothing is stored where there is none of it, `a[[!y, !x - 1]]` of an
/// `a` with the fill as its boundary.
pub struct Window<'a, T, F: Format<N>, const N: usize, Z = Zero, const INSIDE: bool = true> {
    whole: StoredView<'a, T, F, N, Z>,
    /// By axis, what is seen; if it is `INSIDE`, then all of it is from the first index until before the last of what may be.
    seen: [Seen; N],
}

impl<T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// The indices in these intervals.
    ///
    /// # Errors
    /// [`StorageError::Part`] for one that is empty, or ends outside of the block.
    pub fn window(&self, part: [Range<usize>; N]) -> Result<Window<'_, T, F, N, Z>, StorageError> {
        self.view().window(part)
    }
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> StoredView<'a, T, F, N, Z> {
    /// The indices in these intervals.
    ///
    /// # Errors
    /// As [`StoredBlock::window`].
    pub fn window(self, part: [Range<usize>; N]) -> Result<Window<'a, T, F, N, Z>, StorageError> {
        Window::of(self).window(part)
    }
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize> Window<'a, T, F, N, Z> {
    /// All of a tensor.
    #[inline(always)]
    pub(crate) fn of(whole: StoredView<'a, T, F, N, Z>) -> Self {
        let seen = whole.extents().map(|extent| Seen { first: 0, extent, within: (0, extent) });
        Window { whole, seen }
    }
}

impl<'a, T: Copy, F: Format<N>, Z: Fill<T>, const N: usize, const INSIDE: bool>
    Window<'a, T, F, N, Z, INSIDE>
{
    /// The number of indices along each axis.
    #[inline(always)]
    pub fn extents(&self) -> [usize; N] {
        self.seen.map(|seen| seen.extent)
    }

    /// Where index 0 of each axis lies in the universe.
    pub fn origin(&self) -> [isize; N] {
        origin_of(self.whole.origin(), self.seen.map(|seen| seen.first))
    }

    /// A part of this part.
    ///
    /// # Errors
    /// As [`StoredBlock::window`].
    pub fn window(self, part: [Range<usize>; N]) -> Result<Self, StorageError> {
        let mut seen = self.seen;
        for (axis, (Range { start, end }, seen)) in part.into_iter().zip(&mut seen).enumerate() {
            if start >= end || end > seen.extent {
                let part = (start.cast_signed(), end.cast_signed());
                return Err(StorageError::Part { axis, part, extent: seen.extent });
            }
            *seen = seen.part(start.cast_signed(), end - start);
        }
        Ok(Window { whole: self.whole, seen })
    }

    /// So many indices from the first ones on, if they are all there; there may be none.
    #[inline(always)]
    fn inside(self, first: [isize; N], extents: [usize; N]) -> Option<Self> {
        let mut seen = self.seen;
        for axis in 0..N {
            let first = usize::try_from(first[axis]).ok()?;
            if first.checked_add(extents[axis])? > seen[axis].extent {
                return None;
            }
            seen[axis] = seen[axis].part(first.cast_signed(), extents[axis]);
        }
        Some(Window { whole: self.whole, seen })
    }

    /// So many indices from the first ones on, wherever they are.
    #[inline(always)]
    fn anywhere(self, first: [isize; N], extents: [usize; N]) -> Window<'a, T, F, N, Z, false> {
        let mut seen = self.seen;
        for axis in 0..N {
            // Beyond this part nothing is seen, as if it were a block.
            let within = seen[axis].coordinates();
            seen[axis] = Seen { within, ..seen[axis].part(first[axis], extents[axis]) };
        }
        Window { whole: self.whole, seen }
    }

    /// The element at an index: what is stored, or the fill. `None` outside of the part.
    pub fn get(&self, index: [usize; N]) -> Option<T> {
        let mut at = index;
        let mut is_stored = true;
        for (at, seen) in at.iter_mut().zip(self.seen) {
            if *at >= seen.extent {
                return None;
            }
            *at = seen.first.cast_unsigned().wrapping_add(*at);
            is_stored &= seen.index(*at).is_some();
        }
        if is_stored { self.whole.get(at) } else { Some(Z::VALUE) }
    }

    /// Each index that has a position, with its value, in the order of storage.
    pub fn to_entries(&self) -> Vec<([usize; N], T)> {
        let mut entries = Vec::new();
        self.whole.for_each(|index, value| entries.extend(self.seen(index).map(|index| (index, value))));
        entries
    }

    /// How many positions of the block are in the part, about: as if they were spread evenly.
    fn share(self) -> usize {
        let all = self.whole.values().len();
        let whole = self.whole.extents();
        let share: f64 = self
            .seen
            .iter()
            .zip(whole)
            .map(|(seen, whole)| seen.extent.min(whole) as f64 / whole as f64)
            .product();
        all.min((all as f64 * share).ceil() as usize)
    }

    /// An index of the block, if it is inside, as one of the part.
    #[inline(always)]
    fn seen(&self, mut index: [usize; N]) -> Option<[usize; N]> {
        for (index, seen) in index.iter_mut().zip(self.seen) {
            *index = seen.index(*index)?;
        }
        Some(index)
    }
}

// SAFETY: a block was checked when it was made, and nobody changes its arrays: its levels keep their promises, so that coordinates
// and indices are less than the extents.
unsafe impl<'a, T: Elem, F: Format<N>, Z: Fill<T>, const N: usize> Stored<N> for &'a StoredBlock<T, F, N, Z>
where
    F::Levels<'a>: Levels<'a, T, Below: Fibre>
        + Parts<
            Part: Levels<'a, T, Below: Fibre>,
            Reach: Levels<'a, T, Below: Fibre>,
            Stepped: Levels<'a, T, Below: Fibre>,
        >,
{
    type Elem = T;
    type Fill = Z;
    type Format = F;
    type Root = <F::Levels<'a> as Levels<'a, T>>::Below;
    type Part = Window<'a, T, F, N, Z, true>;
    type Reach = Window<'a, T, F, N, Z, false>;
    type Stepped = Strided<'a, T, F, N, Z>;

    #[inline(always)]
    fn extents(self) -> [usize; N] {
        StoredBlock::extents(self)
    }

    #[inline(always)]
    fn origin(self) -> [isize; N] {
        StoredBlock::origin(self)
    }

    #[inline(always)]
    fn part(self, first: [isize; N], extents: [usize; N]) -> Option<Self::Part> {
        Window::of(self.view()).part(first, extents)
    }

    #[inline(always)]
    fn reach(self, first: [isize; N], extents: [usize; N]) -> Self::Reach {
        Window::of(self.view()).reach(first, extents)
    }

    #[inline(always)]
    fn stepped(self, first: [isize; N], extents: [usize; N], steps: [usize; N]) -> Self::Stepped {
        Window::of(self.view()).stepped(first, extents, steps)
    }

    #[inline(always)]
    fn root(self) -> Self::Root {
        self.view().root()
    }

    #[inline(always)]
    fn positions(self) -> usize {
        self.values().len()
    }

    #[inline(always)]
    fn entries(self) -> impl Iterator<Item = ([usize; N], T)> {
        self.view().entries()
    }

    #[inline(always)]
    fn for_each(self, take: impl FnMut([usize; N], T)) {
        self.view().for_each(take);
    }

    #[inline(always)]
    fn look_up(self, index: [usize; N]) -> Option<T> {
        StoredBlock::get(self, index)
    }
}

// SAFETY: as of a block: arrays of somebody else were checked when the tensor was made of them, and are borrowed.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T: Elem, F: Format<N>, Z: Fill<T>, const N: usize> Stored<N> for StoredView<'a, T, F, N, Z>
where
    F::Levels<'a>: Levels<'a, T, Below: Fibre>
        + Parts<
            Part: Levels<'a, T, Below: Fibre>,
            Reach: Levels<'a, T, Below: Fibre>,
            Stepped: Levels<'a, T, Below: Fibre>,
        >,
{
    type Elem = T;
    type Fill = Z;
    type Format = F;
    type Root = <F::Levels<'a> as Levels<'a, T>>::Below;
    type Part = Window<'a, T, F, N, Z, true>;
    type Reach = Window<'a, T, F, N, Z, false>;
    type Stepped = Strided<'a, T, F, N, Z>;

    #[inline(always)]
    fn extents(self) -> [usize; N] {
        StoredView::extents(&self)
    }

    #[inline(always)]
    fn origin(self) -> [isize; N] {
        StoredView::origin(&self)
    }

    #[inline(always)]
    fn part(self, first: [isize; N], extents: [usize; N]) -> Option<Self::Part> {
        Window::of(self).part(first, extents)
    }

    #[inline(always)]
    fn reach(self, first: [isize; N], extents: [usize; N]) -> Self::Reach {
        Window::of(self).reach(first, extents)
    }

    #[inline(always)]
    fn stepped(self, first: [isize; N], extents: [usize; N], steps: [usize; N]) -> Self::Stepped {
        Window::of(self).stepped(first, extents, steps)
    }

    #[inline(always)]
    fn root(self) -> Self::Root {
        // SAFETY: the root has position 0, and there is a value for each position.
        unsafe { self.levels().below(0, 0, self.values()) }
    }

    #[inline(always)]
    fn positions(self) -> usize {
        self.values().len()
    }

    #[inline(always)]
    fn entries(self) -> impl Iterator<Item = ([usize; N], T)> {
        StoredView::entries(self)
    }

    #[inline(always)]
    fn for_each(self, take: impl FnMut([usize; N], T)) {
        StoredView::for_each(&self, take);
    }

    #[inline(always)]
    fn look_up(self, index: [usize; N]) -> Option<T> {
        StoredView::get(&self, index)
    }
}

macro_rules! stored {
    ($inside:literal: $level:ident, $part:ident) => {
        // SAFETY: intervals of a part that is inside are inside of the block, or of the part of it that it was made of. Indices of entries
        // are looked at one by one; levels see coordinates of the interval of their axis, from 0 on.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T: Elem, F: Format<N>, Z: Fill<T>, const N: usize> Stored<N>
            for Window<'a, T, F, N, Z, $inside>
        where
            F::Levels<'a>: Parts<
                    Part: Levels<'a, T, Below: Fibre>,
                    Reach: Levels<'a, T, Below: Fibre>,
                    Stepped: Levels<'a, T, Below: Fibre>,
                >,
        {
            type Elem = T;
            type Fill = Z;
            type Format = F;
            type Root = <<F::Levels<'a> as Parts>::$level as Levels<'a, T>>::Below;
            type Part = Self;
            type Reach = Window<'a, T, F, N, Z, false>;
            type Stepped = Strided<'a, T, F, N, Z>;
            const WHOLE: bool = $inside;

            #[inline(always)]
            fn extents(self) -> [usize; N] {
                Window::extents(&self)
            }

            #[inline(always)]
            fn origin(self) -> [isize; N] {
                Window::origin(&self)
            }

            #[inline(always)]
            fn part(self, first: [isize; N], extents: [usize; N]) -> Option<Self> {
                self.inside(first, extents)
            }

            #[inline(always)]
            fn reach(self, first: [isize; N], extents: [usize; N]) -> Self::Reach {
                self.anywhere(first, extents)
            }

            #[inline(always)]
            fn stepped(self, first: [isize; N], extents: [usize; N], steps: [usize; N]) -> Self::Stepped {
                Strided::of(self.whole, self.seen.map(Steps::of)).stepped(first, extents, steps)
            }

            #[inline(always)]
            fn root(self) -> Self::Root {
                let levels = self.whole.levels();
                let seen = F::ORDER.map(|axis| self.seen[axis]);
                // SAFETY: the root has position 0, and a block has a value for each position.
                unsafe { levels.$part(&seen).below(0, 0, self.whole.values()) }
            }

            #[inline(always)]
            fn positions(self) -> usize {
                self.share()
            }

            #[inline(always)]
            fn entries(self) -> impl Iterator<Item = ([usize; N], T)> {
                self.whole.entries().filter_map(move |(index, element)| Some((self.seen(index)?, element)))
            }

            #[inline(always)]
            fn for_each(self, mut take: impl FnMut([usize; N], T)) {
                self.whole.for_each(|index, element| {
                    if let Some(index) = self.seen(index) {
                        take(index, element);
                    }
                });
            }

            #[inline(always)]
            fn look_up(self, index: [usize; N]) -> Option<T> {
                Window::get(&self, index)
            }
        }
    };
}

stored!(true: Part, part);
stored!(false: Reach, reach);

impl<T, F: Format<N>, Z, const N: usize, const INSIDE: bool> Clone for Window<'_, T, F, N, Z, INSIDE> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, F: Format<N>, Z, const N: usize, const INSIDE: bool> Copy for Window<'_, T, F, N, Z, INSIDE> {}

impl<T: Copy + fmt::Debug, F: Format<N>, Z: Fill<T>, const N: usize, const INSIDE: bool> fmt::Debug
    for Window<'_, T, F, N, Z, INSIDE>
{
    /// The intervals, and the block.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.seen.map(|seen| seen.first..seen.first.saturating_add_unsigned(seen.extent));
        write!(f, "{:?} of {:?}", part, self.whole)
    }
}
