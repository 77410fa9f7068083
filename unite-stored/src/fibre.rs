//! Walks from level to level: what kernels run over.

use crate::level::{Level, NOWHERE};

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
///
/// # Safety
/// Coordinates of [`walk`](Fibre::walk) and of [`cursor`](Fibre::cursor) are less than [`extent`](Fibre::extent), and not more than
/// [`room`](Fibre::room). If it [merges](Fibre::MERGES), then those of the cursor increase; if it is [full](Fibre::FULL), they are all
/// from 0 on. Extent and room always answer the same, and what lies below all coordinates has not more than
/// [`room_below`](Fibre::room_below), if that is a number.
pub unsafe trait Fibre: Copy {
    /// What lies below a coordinate: a fibre, or an element.
    type Below;
    /// See [`walk`](Fibre::walk).
    type Walk: Iterator<Item = (usize, Self::Below)>;
    /// See [`cursor`](Fibre::cursor).
    type Cursor: Cursor<Below = Self::Below>;

    /// Whether it has all coordinates.
    const FULL: bool;
    /// Whether walks go over coordinates that do not decrease.
    const ORDERED: bool;
    /// Whether cursors go over increasing coordinates, each of them once.
    const MERGES: bool;
    /// Whether it can be asked for what lies below a coordinate.
    const LOCATES: bool;

    /// Each coordinate in the order of storage, with what lies below it. A coordinate comes as often as it is stored.
    fn walk(self) -> Self::Walk;

    /// The next `COUNT` coordinates of a walk over this fibre at once, which goes on behind them. `None`, and the walk stays where it is, if
    /// there are fewer, or if nobody knows without looking at each.
    #[inline(always)]
    fn chunk<const COUNT: usize>(self, walk: &mut Self::Walk) -> Option<[(usize, Self::Below); COUNT]> {
        let _ = walk;
        None
    }

    /// Goes over the coordinates side by side with other fibres: of a coordinate that is stored several times all entries lie
    /// below it together.
    fn cursor(self) -> Self::Cursor;

    /// What lies below a coordinate, if it is stored.
    ///
    /// # Panics
    /// If it does not [locate](Self::LOCATES).
    fn locate(self, coordinate: usize) -> Option<Self::Below>;

    /// How many coordinates it has at most.
    fn room(self) -> usize;

    /// How many coordinates what lies below all of them has at most, together, if that is known without asking each.
    #[inline(always)]
    fn room_below(self) -> Option<usize> {
        None
    }

    /// Coordinates are less than this.
    fn extent(self) -> usize;
}

/// A place in a fibre, at a coordinate or at the end.
pub trait Cursor: Clone {
    /// What lies below a coordinate.
    type Below;

    /// Whether it is at a coordinate, and not at the end.
    fn is_at(&self) -> bool;

    /// The coordinate that it is at.
    ///
    /// # Panics
    /// At the end.
    fn coordinate(&self) -> usize;

    /// What lies below that.
    ///
    /// # Panics
    /// At the end.
    fn below(&self) -> Self::Below;

    /// Goes on to the next coordinate if `steps`.
    ///
    /// # Panics
    /// At the end.
    fn step_if(&mut self, steps: bool);
}

/// The levels below a position: none, or one and those below it.
pub trait Levels<'a, T: 'a>: Copy + sealed::Sealed {
    /// A fibre, or an element.
    type Below;
    /// Whether there is no level.
    const IS_ELEMENT: bool = false;
    /// Whether the first level has one coordinate for each position above.
    const BRANCHLESS: bool = false;

    /// What lies at the positions from `first` to `last`. If these are several, then the first level is `BRANCHLESS`.
    ///
    /// # Safety
    /// They are positions of the level above, `first` not after `last`, and `values` has one for each position of the last level.
    unsafe fn below(self, first: usize, last: usize, values: &'a [T]) -> Self::Below;

    /// How many coordinates the first level has at the positions from `first` to `last`, together, if that is known.
    ///
    /// # Safety
    /// They are positions of the level above, `first` not after `last`.
    #[inline(always)]
    unsafe fn together(self, first: usize, last: usize) -> Option<usize> {
        let _ = (first, last);
        None
    }

    /// What lies at the sum of the two numbers, a position.
    ///
    /// # Safety
    /// As [`below`](Self::below), and the first is not greater than the size of the level above.
    #[inline(always)]
    unsafe fn below_from(self, (from, by): (usize, isize), values: &'a [T]) -> Self::Below {
        let position = from.wrapping_add_signed(by);
        // SAFETY: so the caller says.
        unsafe { self.below(position, position, values) }
    }
}

pub(crate) mod sealed {
    pub trait Sealed {}
    impl Sealed for () {}
    impl<L, R> Sealed for (L, R) {}
    impl<const N: usize> Sealed for super::Unwalked<N> {}
}

impl<'a, T: Copy + 'a> Levels<'a, T> for () {
    type Below = T;
    const IS_ELEMENT: bool = true;

    #[inline(always)]
    unsafe fn below(self, position: usize, _: usize, values: &'a [T]) -> T {
        // SAFETY: there is a value for each position.
        unsafe { *values.get_unchecked(position) }
    }

    #[inline(always)]
    unsafe fn below_from(self, (from, by): (usize, isize), values: &'a [T]) -> T {
        // SAFETY: there is a value for each position, and the first number is not greater than how many there are.
        unsafe { *values.as_ptr().add(from).offset(by) }
    }
}

impl<'a, T: Copy + 'a, L: Level, R: Levels<'a, T>> Levels<'a, T> for (L, R) {
    type Below = Below<'a, T, L, R>;
    const BRANCHLESS: bool = L::BRANCHLESS;

    #[inline(always)]
    unsafe fn below(self, parent: usize, last: usize, values: &'a [T]) -> Below<'a, T, L, R> {
        Below { level: self.0, rest: self.1, parent, last, values }
    }

    #[inline(always)]
    unsafe fn together(self, first: usize, last: usize) -> Option<usize> {
        // SAFETY: so the caller says.
        unsafe { self.0.together(first, last) }
    }
}

/// The coordinates of one parent in a level, or of several that follow one another.
#[derive(Clone, Copy, Debug)]
pub struct Below<'a, T, L, R> {
    level: L,
    rest: R,
    /// A position of the level above: only [`Levels::below`] makes one.
    parent: usize,
    /// Another one, not before it. It is the same unless the level is branchless.
    last: usize,
    values: &'a [T],
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Below<'a, T, L, R> {
    /// Whether the level is asked where coordinates begin. A branchless one has several parents, and each has its own.
    pub(crate) const SEEKS: bool = L::ORDERED && !L::BRANCHLESS;
    /// Whether a coordinate may stand several times: a level of a list of entries, but for the last.
    const REPEATS: bool = !L::UNIQUE || L::BRANCHLESS && !R::IS_ELEMENT;

    /// What lies below these positions.
    ///
    /// # Safety
    /// As [`Levels::below`].
    #[inline(always)]
    pub(crate) unsafe fn new(level: L, rest: R, (parent, last): (usize, usize), values: &'a [T]) -> Self {
        Below { level, rest, parent, last, values }
    }

    /// The first counter, and where counters end.
    #[inline(always)]
    fn counters(self) -> (usize, usize) {
        // SAFETY: both parents are positions of the level above.
        unsafe { (self.level.begin(self.parent), self.level.end(self.last)) }
    }

    /// The first counter of a coordinate that is not less than `first`, and the first of one that is not less than `end`, of a level
    /// that is asked for them; otherwise all counters.
    #[inline(always)]
    pub(crate) fn counters_within(self, first: usize, end: usize) -> (usize, usize) {
        // An interval that is all of the level, such as that of all columns, is not looked for in each fibre.
        if !Self::SEEKS || first == 0 && end >= self.level.extent() {
            return self.counters();
        }
        // SAFETY: the level is in order, and its parent, the only one, a position of the level above.
        unsafe { (self.level.seek(self.parent, first), self.level.seek(self.parent, end)) }
    }

    /// A walk over the counters that [`counters_within`](Self::counters_within) answers.
    #[inline(always)]
    pub(crate) fn walk_within(self, first: usize, end: usize) -> Walk<'a, T, L, R> {
        let (at, end) = self.counters_within(first, end);
        Walk { below: self, at, end }
    }

    /// The same as a cursor.
    #[inline(always)]
    pub(crate) fn cursor_within(self, first: usize, end: usize) -> Merged<'a, T, L, R> {
        assert!(Self::MERGES, "the coordinates of the level do not increase");
        Merged::new(self, self.counters_within(first, end))
    }
}

// SAFETY: by the promise of the level; counters increase, so that there are not more than from the first to the end, and a cursor goes
// over all that have one coordinate at once.
unsafe impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Fibre for Below<'a, T, L, R> {
    type Below = R::Below;
    type Walk = Walk<'a, T, L, R>;
    type Cursor = Merged<'a, T, L, R>;
    const FULL: bool = L::FULL;
    const ORDERED: bool = L::ORDERED;
    // What lies below entries of one coordinate has to be one fibre.
    const MERGES: bool = L::ORDERED && (!Self::REPEATS || R::BRANCHLESS);
    // Entries of one coordinate may lie below several parents of a branchless level.
    const LOCATES: bool = L::LOCATE && !L::BRANCHLESS;

    #[inline(always)]
    fn walk(self) -> Walk<'a, T, L, R> {
        let (at, end) = self.counters();
        Walk { below: self, at, end }
    }

    #[inline(always)]
    fn chunk<const COUNT: usize>(self, walk: &mut Self::Walk) -> Option<[(usize, R::Below); COUNT]> {
        // A walk over another fibre has its own counters.
        let (Below { level, rest, parent, values, .. }, at) = (walk.below, walk.at);
        if !L::COMPACT || walk.end.saturating_sub(at) < COUNT {
            return None;
        }
        walk.at = at + COUNT;
        Some(std::array::from_fn(|more| {
            // SAFETY: of a compact level all counters before the end are those of coordinates, so that each has a position.
            unsafe {
                let position = level.position(parent, at + more);
                (level.coord(parent, at + more), rest.below(position, position, values))
            }
        }))
    }

    #[inline(always)]
    fn cursor(self) -> Merged<'a, T, L, R> {
        assert!(Self::MERGES, "the coordinates of the level do not increase");
        Merged::new(self, self.counters())
    }

    #[inline(always)]
    fn locate(self, coordinate: usize) -> Option<R::Below> {
        assert!(Self::LOCATES, "the level does not locate");
        if coordinate >= self.level.extent() {
            return None;
        }
        // SAFETY: the level locates, the parent is a position of the level above, and the coordinate less than the extent.
        let position = unsafe { self.level.locate(self.parent, coordinate) };
        // SAFETY: a position that is somewhere is one of this level.
        (position != NOWHERE).then(|| unsafe { self.rest.below(position, position, self.values) })
    }

    #[inline(always)]
    fn room(self) -> usize {
        let (at, end) = self.counters();
        end.saturating_sub(at)
    }

    #[inline(always)]
    fn room_below(self) -> Option<usize> {
        // The last counter is known where all counters are coordinates.
        if !L::FULL || !L::COMPACT || L::BRANCHLESS {
            return None;
        }
        let (at, end) = self.counters();
        if at >= end {
            return Some(0);
        }
        // SAFETY: both are counters of the only parent, the first and the last; positions increase between them.
        unsafe {
            let (first, last) =
                (self.level.position(self.parent, at), self.level.position(self.parent, end - 1));
            self.rest.together(first, last)
        }
    }

    #[inline(always)]
    fn extent(self) -> usize {
        self.level.extent()
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
        let Below { level, rest, parent, values, .. } = self.below;
        let at = self.at;
        // SAFETY: `at` is a counter of the parent and not its end, so its position is one of this level.
        unsafe {
            self.at = level.next(at);
            let position = level.position(parent, at);
            Some((level.coord(parent, at), rest.below(position, position, values)))
        }
    }
}

/// A place in a fibre that is gone over side by side with others. It counts from the end, up to zero: whether two places are both
/// before their ends is one test of two signs then.
#[derive(Clone, Debug)]
pub struct Merged<'a, T, L, R> {
    below: Below<'a, T, L, R>,
    /// The counter less the end: negative before it.
    left: isize,
    end: usize,
    /// The counter of the last entry of the coordinate, if coordinates repeat.
    last: usize,
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Merged<'a, T, L, R> {
    /// At the first of these counters.
    #[inline(always)]
    fn new(below: Below<'a, T, L, R>, (at, end): (usize, usize)) -> Self {
        let mut cursor = Merged { below, left: at.wrapping_sub(end).cast_signed(), end, last: at };
        cursor.arrive();
        cursor
    }

    /// The counter.
    #[inline(always)]
    fn at(&self) -> usize {
        self.end.wrapping_add_signed(self.left)
    }

    /// Looks where the entries of a coordinate end.
    #[inline(always)]
    fn arrive(&mut self) {
        if !Below::<'a, T, L, R>::REPEATS || !self.is_at() {
            return;
        }
        let Below { level, parent, .. } = self.below;
        self.last = self.at();
        // SAFETY: counters before the end are counters of the parents; branchless levels do not look at the parent.
        unsafe {
            let coordinate = level.coord(parent, self.last);
            let mut next = level.next(self.last);
            while next < self.end && level.coord(parent, next) == coordinate {
                self.last = next;
                next = level.next(next);
            }
        }
    }

    /// The counter of the last entry of the coordinate.
    #[inline(always)]
    fn last(&self) -> usize {
        if Below::<'a, T, L, R>::REPEATS { self.last } else { self.at() }
    }
}

impl<'a, T: Copy, L: Level, R: Levels<'a, T>> Cursor for Merged<'a, T, L, R> {
    type Below = R::Below;

    #[inline(always)]
    fn is_at(&self) -> bool {
        // Counters are not so large that their difference is not a number.
        self.left < 0
    }

    #[inline(always)]
    fn coordinate(&self) -> usize {
        assert!(self.is_at());
        // SAFETY: the counter is not at its end.
        unsafe { self.below.level.coord_from(self.below.parent, self.end, self.left) }
    }

    #[inline(always)]
    fn below(&self) -> R::Below {
        assert!(self.is_at());
        let Below { level, rest, parent, values, .. } = self.below;
        // SAFETY: as above. If they are several positions, then the level below is branchless: the cursor has looked at that.
        unsafe {
            if Below::<'a, T, L, R>::REPEATS {
                rest.below(level.position(parent, self.at()), level.position(parent, self.last), values)
            } else {
                rest.below_from(level.position_from(parent, self.end, self.left), values)
            }
        }
    }

    #[inline(always)]
    fn step_if(&mut self, steps: bool) {
        assert!(self.is_at());
        // SAFETY: as above.
        let next = unsafe { self.below.level.next(self.last()) };
        self.left = if steps { next.wrapping_sub(self.end).cast_signed() } else { self.left };
        self.arrive();
    }
}

/// What stands for `N` levels of a format that has none: there are no coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Unwalked<const N: usize>;

macro_rules! unwalked {
    ($($rank:literal: $rest:ty, $below:expr;)*) => {$(
        impl<'a, T: Copy + 'a> Levels<'a, T> for Unwalked<$rank> {
            type Below = Below<'a, T, NoLevel, $rest>;

            unsafe fn below(self, parent: usize, last: usize, values: &'a [T]) -> Self::Below {
                Below { level: NoLevel, rest: $below, parent, last, values }
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
