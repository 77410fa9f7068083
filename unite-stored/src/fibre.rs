//! Walks from level to level: what kernels run over.

use crate::level::Level;

/// What lies below one position of a storage: coordinates, and below each of them another fibre, or an element.
///
/// ```
/// use unite_stored::{Csr, Fibre, Stored, StoredBlock};
/// let a = StoredBlock::<f64, Csr, 2>::from_entries([3, 4], [([0, 3], 1.0), ([2, 1], 7.0)])?;
/// let mut entries = Vec::new();
/// for (row, below) in (&a).root().walk() {
///     for (column, element) in below.walk() {
///         entries.push(([row, column], element));
///     }
/// }
/// assert_eq!(entries, a.to_entries());
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
pub trait Fibre: Copy {
    /// What lies below a coordinate: a fibre, or an element.
    type Below;
    /// See [`walk`](Fibre::walk).
    type Walk: Iterator<Item = (usize, Self::Below)>;

    /// Each coordinate in the order of storage, with what lies below it.
    fn walk(self) -> Self::Walk;
}

/// The levels below a position: none, or one and those below it.
pub trait Levels<'a, T: 'a>: Copy + sealed::Sealed {
    /// A fibre, or an element.
    type Below;

    /// What lies at a position.
    ///
    /// # Safety
    /// `position` is one of the level above, and `values` has one for each position of the last level.
    unsafe fn below(self, position: usize, values: &'a [T]) -> Self::Below;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for () {}
    impl<L, R> Sealed for (L, R) {}
    impl<const N: usize> Sealed for super::Unwalked<N> {}
}

impl<'a, T: Copy + 'a> Levels<'a, T> for () {
    type Below = T;

    #[inline(always)]
    unsafe fn below(self, position: usize, values: &'a [T]) -> T {
        // SAFETY: there is a value for each position.
        unsafe { *values.get_unchecked(position) }
    }
}

impl<'a, T: Copy + 'a, L: Level, R: Levels<'a, T>> Levels<'a, T> for (L, R) {
    type Below = Below<'a, T, L, R>;

    #[inline(always)]
    unsafe fn below(self, parent: usize, values: &'a [T]) -> Below<'a, T, L, R> {
        Below { level: self.0, rest: self.1, parent, values }
    }
}

/// The coordinates of one parent in a level.
#[derive(Clone, Copy, Debug)]
pub struct Below<'a, T, L, R> {
    level: L,
    rest: R,
    /// A position of the level above: only [`Levels::below`] makes one.
    parent: usize,
    values: &'a [T],
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Fibre for Below<'a, T, L, R> {
    type Below = R::Below;
    type Walk = Walk<'a, T, L, R>;

    #[inline(always)]
    fn walk(self) -> Walk<'a, T, L, R> {
        // SAFETY: the parent is a position of the level above.
        let (at, end) = unsafe { (self.level.begin(self.parent), self.level.end(self.parent)) };
        Walk { below: self, at, end }
    }
}

/// A walk over a fibre.
#[derive(Clone, Debug)]
pub struct Walk<'a, T, L, R> {
    below: Below<'a, T, L, R>,
    at: usize,
    end: usize,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Iterator for Walk<'a, T, L, R> {
    type Item = (usize, R::Below);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, R::Below)> {
        if self.at >= self.end {
            return None;
        }
        let Below { level, rest, parent, values } = self.below;
        let at = self.at;
        // SAFETY: `at` is a counter of the parent and not its end, so its position is one of this level.
        unsafe {
            self.at = level.next(at);
            Some((level.coord(parent, at), rest.below(level.position(parent, at), values)))
        }
    }
}

/// What stands for `N` levels of a format that has none: there are no coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Unwalked<const N: usize>;

macro_rules! unwalked {
    ($($rank:literal: $rest:ty, $below:expr;)*) => {$(
        impl<'a, T: Copy + 'a> Levels<'a, T> for Unwalked<$rank> {
            type Below = Below<'a, T, NoLevel, $rest>;

            unsafe fn below(self, parent: usize, values: &'a [T]) -> Self::Below {
                Below { level: NoLevel, rest: $below, parent, values }
            }
        }
    )*};
}

unwalked! {
    1: (), ();
    2: Unwalked<1>, Unwalked;
    3: Unwalked<2>, Unwalked;
    4: Unwalked<3>, Unwalked;
}

/// A level without coordinates.
#[derive(Clone, Copy, Debug)]
pub struct NoLevel;

// SAFETY: there is no counter.
unsafe impl Level for NoLevel {
    fn extent(self) -> usize {
        0
    }

    unsafe fn begin(self, _: usize) -> usize {
        0
    }

    unsafe fn end(self, _: usize) -> usize {
        0
    }

    unsafe fn coord(self, _: usize, _: usize) -> usize {
        unreachable!("there is no counter")
    }
}
