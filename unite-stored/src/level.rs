//! What a level is asked, and what a level format is.

use std::fmt;

use crate::error::Fault;
use crate::pack::{Fibres, Packed};

/// The position of what has none.
pub const NOWHERE: usize = usize::MAX;

/// One level of a storage, borrowed: for each position of the level above, the *parent*, some coordinates, and for each a
/// position.
///
/// A loop over the coordinates of a parent runs a counter from [`begin`](Level::begin) to [`end`](Level::end), by
/// [`next`](Level::next). [`coord`](Level::coord) and [`position`](Level::position) are both functions of that counter: of
/// levels that are walked by position it is the position, of those that are walked by coordinate the coordinate. The root has one
/// position, 0.
///
/// All that a level may be able to do is in this one trait, and constants say what it can: code that is generic over levels leaves
/// branches out under `if const`, and they must compile all the same.
///
/// # Safety
/// For each `parent` that is a position of a counter of the level above, or the root's, and each counter that is reached from `begin` by `next` before `end`:
/// `coord` is less than `extent`, `position` less than the size of this level, and increases, and `next` is greater than the counter.
/// [`locate`](Level::locate) answers [`NOWHERE`] or a position less than that size. Coordinates increase if `ORDERED`, are different if
/// `UNIQUE`, and all there are if `FULL`. If `BRANCHLESS`, then the only counter of a parent is its own position, and neither `coord` nor
/// `position` look at `parent`. If `COMPACT`, then `next` answers the counter and one, and the counter before the end is one if there is any. Counters and their ends are not greater
/// than [`isize::MAX`], and [`together`](Level::together) answers what it says.
pub unsafe trait Level: Copy {
    /// Whether each parent has all coordinates.
    const FULL: bool = false;
    /// Whether the coordinates of a parent increase.
    const ORDERED: bool = true;
    /// Whether the coordinates of a parent are different.
    const UNIQUE: bool = true;
    /// Whether each parent has exactly one coordinate.
    const BRANCHLESS: bool = false;
    /// Whether all counters between `begin` and `end` are coordinates, and those of the next parent follow.
    const COMPACT: bool = true;
    /// Whether [`locate`](Level::locate) may be called.
    const LOCATE: bool = false;

    /// Coordinates are less than this.
    fn extent(self) -> usize;

    /// Where the counter starts. In a `BRANCHLESS` level that is the position of the parent; others say it.
    ///
    /// # Safety
    /// `parent` is a position of the level above.
    #[inline(always)]
    unsafe fn begin(self, parent: usize) -> usize {
        const { assert!(Self::BRANCHLESS, "a level that is not branchless says where its counters begin") }
        parent
    }

    /// Where the counter ends.
    ///
    /// # Safety
    /// As [`begin`](Level::begin).
    #[inline(always)]
    unsafe fn end(self, parent: usize) -> usize {
        const { assert!(Self::BRANCHLESS, "a level that is not branchless says where its counters end") }
        parent + 1
    }

    /// The counter after `at`.
    ///
    /// # Safety
    /// `at` is a counter of some parent, and not its end.
    #[inline(always)]
    unsafe fn next(self, at: usize) -> usize {
        at + 1
    }

    /// The coordinate at a counter.
    ///
    /// # Safety
    /// `at` is a counter of `parent`, and not its end.
    unsafe fn coord(self, parent: usize, at: usize) -> usize;

    /// The position at a counter.
    ///
    /// # Safety
    /// As [`coord`](Level::coord).
    #[inline(always)]
    unsafe fn position(self, parent: usize, at: usize) -> usize {
        let _ = parent;
        at
    }

    /// The coordinate at a counter `by` from the end of the counters of `parent`: a level whose coordinates stand in an array computes where
    /// the end is once for all of them.
    ///
    /// # Safety
    /// As [`coord`](Level::coord), and `end` is the end.
    #[inline(always)]
    unsafe fn coord_from(self, parent: usize, end: usize, by: isize) -> usize {
        // SAFETY: so the caller says.
        unsafe { self.coord(parent, end.wrapping_add_signed(by)) }
    }

    /// The position there, as a number that is the same for all counters of `parent`, if that is possible, and one to add to it. The
    /// former is not greater than the size of this level.
    ///
    /// # Safety
    /// As [`coord_from`](Level::coord_from).
    #[inline(always)]
    unsafe fn position_from(self, parent: usize, end: usize, by: isize) -> (usize, isize) {
        // SAFETY: so the caller says.
        unsafe { (self.position(parent, end.wrapping_add_signed(by)), 0) }
    }

    /// How many counters the parents from `first` to `last` have together, if that is known without asking each of them.
    ///
    /// # Safety
    /// Both are positions of the level above, `first` not after `last`.
    #[inline(always)]
    unsafe fn together(self, first: usize, last: usize) -> Option<usize> {
        let _ = (first, last);
        None
    }

    /// The position of a coordinate, or [`NOWHERE`].
    ///
    /// # Safety
    /// `LOCATE` is true, `parent` less than the size of the level above, and `coord` less than the extent.
    #[inline(always)]
    unsafe fn locate(self, parent: usize, coord: usize) -> usize {
        let _ = (parent, coord);
        unreachable!("the level does not locate")
    }

    /// The first counter whose coordinate is not less than `coord`; the end if there is none.
    ///
    /// # Safety
    /// `ORDERED` is true, and `parent` less than the size of the level above.
    #[inline(always)]
    unsafe fn seek(self, parent: usize, coord: usize) -> usize {
        // SAFETY: `parent` is one, and counters run from its begin until its end.
        unsafe {
            let (mut at, end) = (self.begin(parent), self.end(parent));
            while at < end && self.coord(parent, at) < coord {
                at = self.next(at);
            }
            at
        }
    }
}

/// What a level promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// Each parent has all coordinates.
    pub full: bool,
    /// The coordinates of a parent increase.
    pub ordered: bool,
    /// The coordinates of a parent are different.
    pub unique: bool,
}

impl Properties {
    /// Of a level of which nothing is known.
    pub const NONE: Self = Properties { full: false, ordered: false, unique: false };

    /// Of this level.
    pub const fn of<L: Level>() -> Self {
        Properties { full: L::FULL, ordered: L::ORDERED, unique: L::UNIQUE }
    }
}

/// How the coordinates of one axis are kept: what a format is stacked of.
///
/// A level format of another crate is made of three things: the arrays that a block owns, the [`Level`] that borrows them, and
/// this trait, which makes the arrays of entries and checks those that come from outside.
///
/// # Safety
/// If [`check`](LevelFormat::check) returns a size, then the level of these arrays keeps the promises of [`Level`] for so many
/// parents, and has that size. What [`pack`](LevelFormat::pack) and [`vacant`](LevelFormat::vacant) make passes `check`, of the size that
/// `vacant` answers, and what passes it does so with the same size after [`insert`](LevelFormat::insert).
pub unsafe trait LevelFormat: 'static {
    /// What a block owns.
    type Arrays: Clone + fmt::Debug + PartialEq;
    /// What borrows it.
    type Level<'a>: Level;
    /// Its name in messages.
    const NAME: &'static str;
    /// Whether coordinates have positions because of where they are, and not only because they were given.
    const PADDED: bool = false;
    /// Whether coordinates are [put in](LevelFormat::insert) in any order, and how many there are is not said before.
    const INSERTS: bool = false;

    /// The level over `arrays`, whose coordinates are less than `extent`.
    fn level(arrays: &Self::Arrays, extent: usize) -> Self::Level<'_>;

    /// Checks every promise of the level for so many parents, and tells how many positions it has.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn check(arrays: &Self::Arrays, extent: usize, parents: usize) -> Result<usize, Fault>;

    /// The arrays as they are drawn: of each a short name, and the numbers.
    fn drawn(arrays: &Self::Arrays) -> Vec<(&'static str, Vec<String>)> {
        vec![("", vec![format!("{arrays:?}")])]
    }

    /// The arrays that hold the coordinates of `fibres`, and which entries are at each position.
    ///
    /// # Errors
    /// [`Fault::Narrow`], [`Fault::TooLarge`], and what the format has no place for.
    fn pack(fibres: &Fibres<'_>) -> Result<(Self::Arrays, Packed), Fault>;

    /// If the level [`INSERTS`](LevelFormat::INSERTS): arrays into which no coordinate was put, for so many parents, each with
    /// [room](LevelFormat::room) for so many coordinates at least; and how many positions there are.
    ///
    /// # Errors
    /// [`Fault::TooLarge`], and [`Fault::Fixed`] of a level into which nothing is put.
    fn vacant(extent: usize, parents: usize, room: usize) -> Result<(Self::Arrays, usize), Fault> {
        let _ = (extent, parents, room);
        Err(Fault::Fixed)
    }

    /// How many coordinates of each parent there is room for.
    fn room(arrays: &Self::Arrays) -> usize {
        let _ = arrays;
        0
    }

    /// The position of a coordinate, which is put in if it has none; `None` if there is no room, or the level does not
    /// [insert](LevelFormat::INSERTS).
    ///
    /// # Safety
    /// The arrays have passed [`check`](LevelFormat::check) with this extent for more parents than `parent`, and the coordinate is less
    /// than the extent.
    #[inline(always)]
    unsafe fn insert(
        arrays: &mut Self::Arrays,
        extent: usize,
        parent: usize,
        coordinate: usize,
    ) -> Option<usize> {
        let _ = (arrays, extent, parent, coordinate);
        None
    }
}

/// A level format into which coordinates are [put](LevelFormat::insert) in any order.
///
/// # Safety
/// Of arrays that [`vacant`](LevelFormat::vacant) made, into which coordinates were put, [`size`](Insert::size) answers what
/// [`check`](LevelFormat::check) would.
#[diagnostic::on_unimplemented(
    message = "a kernel does not put elements into levels of `{Self}` in any order",
    note = "a statement puts elements into `HashedRows`, `Dok`, and other formats of levels that are dense or hashed. To others it appends \
            row by row: with `=`, and where only the last axis stands inside of what is summed over. Store an operand by its other axis, or \
            write into one of these, and convert it by `to`"
)]
pub unsafe trait Insert: LevelFormat {
    /// How many positions such arrays have, for so many parents.
    ///
    /// # Errors
    /// [`Fault::TooLarge`], and arrays that are those of other parents.
    fn size(arrays: &Self::Arrays, extent: usize, parents: usize) -> Result<usize, Fault>;
}

/// The positions of `coord` below `parent`, one after another, until `take` has an answer.
///
/// # Safety
/// `parent` is a position of the level above, and `coord` less than the extent.
pub(crate) unsafe fn find<L: Level, T>(
    level: L,
    parent: usize,
    coord: usize,
    mut take: impl FnMut(usize) -> Option<T>,
) -> Option<T> {
    // SAFETY: so the caller says; counters run from the begin, or from what `seek` found, until the end.
    unsafe {
        if L::LOCATE {
            let position = level.locate(parent, coord);
            return if position == NOWHERE { None } else { take(position) };
        }
        let mut at = if L::ORDERED { level.seek(parent, coord) } else { level.begin(parent) };
        let end = level.end(parent);
        while at < end {
            let found = level.coord(parent, at);
            if L::ORDERED && found > coord {
                return None;
            }
            if found == coord
                && let Some(answer) = take(level.position(parent, at))
            {
                return Some(answer);
            }
            at = level.next(at);
        }
        None
    }
}
