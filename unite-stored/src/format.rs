//! How the elements of a tensor of `N` axes are kept.

use crate::assembly::{Append, Assembly, Elements};
use crate::error::{Fault, StorageError};
use crate::level::{Insert, Level, LevelFormat, Properties, find};
use crate::pack::{Fibres, Packed};
use crate::stack::Stack;
use crate::tally::Tally;
use std::fmt;

/// The largest extent, and the largest coordinate of an origin: as of every block.
pub(crate) const LIMIT: usize = i32::MAX as usize;

/// The entries of a tensor in the order in which a format stores them, none twice.
#[derive(Clone, Debug)]
pub struct Sorted<const N: usize> {
    /// By axis, the coordinate of each entry.
    pub coordinates: [Vec<usize>; N],
}

impl<const N: usize> Sorted<N> {
    /// How many entries there are.
    pub fn count(&self) -> usize {
        self.coordinates.first().map_or(0, Vec::len)
    }

    /// The index of an entry.
    pub fn index(&self, entry: usize) -> [usize; N] {
        self.coordinates.each_ref().map(|coordinates| coordinates[entry])
    }
}

/// A level of a storage, or all of one that has none, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The axes of the tensor that it stores, in their order.
    pub axes: Vec<usize>,
    /// What it is called.
    pub name: String,
    /// Its arrays: of each a short name, and the numbers.
    pub arrays: Vec<(&'static str, Vec<String>)>,
}

impl Drawn {
    /// Its axes, in words.
    pub(crate) fn axes(&self) -> String {
        let axes: Vec<String> = self.axes.iter().map(usize::to_string).collect();
        format!("{} {}", if axes.len() == 1 { "axis" } else { "axes" }, axes.join(", "))
    }
}

/// How the elements of a tensor of `N` axes are kept: a tuple of [level formats](LevelFormat), outermost first; one with its axes
/// [permuted](crate::Permuted); or one whose levels are not axes, such as [`Dia`](crate::Dia).
///
/// # Safety
/// If [`check`](Format::check) returns a size, then [`scan`](Format::scan) and [`locate`](Format::locate) of these arrays and extents
/// answer positions less than it, and indices less than the extents, each of them once. What [`pack`](Format::pack) makes passes
/// `check`, and so does what [`vacant`](Format::vacant) makes, of the size that it answers, and what [`insert`](Format::insert) was put
/// into, of as many positions as there are values then. If `NESTED`, then [`levels`](Format::levels) answers a level for each axis of `ORDER`, of those extents, that keeps the
/// promises of [`Level`], and the last one has the positions of the format. [`entries`](Format::entries) are those of `scan` if not.
pub unsafe trait Format<const N: usize>: 'static {
    /// What a block owns besides its values.
    type Arrays: Clone + fmt::Debug + PartialEq;
    /// Its levels, the outermost first: `(Outer, (Inner, ()))`.
    type Levels<'a>: Stack;
    /// Whether there is a level for each axis.
    const NESTED: bool;
    /// What each level promises, outermost first.
    const LEVELS: [Properties; N];
    /// The axes of the tensor in the order in which they are stored, outermost first.
    const ORDER: [usize; N];

    /// Whether elements have positions because of where they are, and not only because they were given.
    const PADDED: bool;

    /// Whether each position is that of an index, so that all elements can be gone over without asking whose they are.
    const FILLED: bool = false;

    /// What the format is called in messages.
    fn name() -> String;

    /// Checks every promise of the arrays, and tells how many positions there are.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn check(arrays: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError>;

    /// The arrays that hold `entries`, and which of them, one or none, is at each position.
    ///
    /// # Errors
    /// What the format has no place for.
    fn pack(extents: [usize; N], entries: &Sorted<N>) -> Result<(Self::Arrays, Packed), StorageError>;

    /// Calls `take` with each index that has a position, and the position, in the order of storage.
    ///
    /// # Safety
    /// The arrays have passed [`check`](Format::check) with these extents.
    unsafe fn scan(arrays: &Self::Arrays, extents: [usize; N], take: impl FnMut([usize; N], usize));

    /// The levels. If the arrays have not passed [`check`](Format::check) with these extents, they keep no promise.
    fn levels(arrays: &Self::Arrays, extents: [usize; N]) -> Self::Levels<'_>;

    /// The same as [`scan`](Format::scan), for formats that have not a level for each axis: others have no entries here. Of arrays that
    /// have not passed [`check`](Format::check) with these extents it may be anything.
    fn entries(arrays: &Self::Arrays, extents: [usize; N]) -> impl Iterator<Item = ([usize; N], usize)> + '_ {
        let _ = (arrays, extents);
        std::iter::empty()
    }

    /// Its levels, outermost first, as they are drawn: of a format without a level for each axis the arrays as they are.
    fn drawn(arrays: &Self::Arrays) -> Vec<Drawn> {
        let arrays = vec![("", vec![format!("{arrays:?}")])];
        vec![Drawn { axes: Self::ORDER.to_vec(), name: Self::name(), arrays }]
    }

    /// The position of an index, if it has one.
    ///
    /// # Safety
    /// The arrays have passed [`check`](Format::check) with these extents, and the index is less than them.
    unsafe fn locate(arrays: &Self::Arrays, extents: [usize; N], index: [usize; N]) -> Option<usize>;

    /// Arrays of nothing, and how many positions they have, if elements are put into the format: with room for so many coordinates of
    /// each parent, by level.
    ///
    /// # Errors
    /// What is wrong with a level: [`Fault::Fixed`], [`Fault::TooLarge`].
    fn vacant(extents: [usize; N], rooms: [usize; N]) -> Result<(Self::Arrays, usize), StorageError> {
        let _ = (extents, rooms);
        Err(StorageError::Level { axis: 0, level: "", fault: Fault::Fixed })
    }

    /// The position of an index. If it has none, then it gets one, with the fill, if elements are put into the format.
    ///
    /// # Safety
    /// The arrays have passed [`check`](Format::check) with these extents, there are as many values as positions, and the index is less
    /// than the extents.
    ///
    /// # Panics
    /// If there would be more positions than memory can have.
    #[inline(always)]
    unsafe fn insert<T: Copy>(
        arrays: &mut Self::Arrays,
        values: &mut Vec<T>,
        extents: [usize; N],
        fill: T,
        index: [usize; N],
    ) -> Option<usize> {
        let _ = (values, fill);
        // SAFETY: so the caller says.
        unsafe { Self::locate(arrays, extents, index) }
    }
}

/// A format into which elements are [put](Format::insert) in any order: one of levels that are dense or hashed, or a map.
///
/// # Safety
/// Of arrays that [`vacant`](Format::vacant) made, into which elements were put, [`size`](InsertFormat::size) answers what
/// [`check`](Format::check) would.
#[diagnostic::on_unimplemented(
    message = "a kernel does not put elements into a tensor of {N} axes stored as `{Self}` in any order",
    note = "a statement puts elements into `HashedRows`, `Dok`, and other formats of levels that are dense or hashed. To others it appends \
            row by row: with `=`, and where only the last axis stands inside of what is summed over. Store an operand by its other axis, or \
            write into one of these, and convert it by `to`"
)]
pub unsafe trait InsertFormat<const N: usize>: Format<N> {
    /// How many positions such arrays have.
    ///
    /// # Errors
    /// [`Fault::TooLarge`], and arrays that are those of other extents.
    fn size(arrays: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError>;

    /// A storage of nothing, with room for about so many elements.
    ///
    /// # Panics
    /// If there would be more positions than memory can have.
    fn cleared<T: Copy>(extents: [usize; N], fill: T, room: usize) -> (Self::Arrays, Vec<T>) {
        let (mut parents, mut is_known) = (1usize, true);
        let mut rooms = [1; N];
        for (level, of_level) in rooms.iter_mut().enumerate() {
            let extent = extents[Self::ORDER[level]];
            if is_known {
                *of_level = room.div_ceil(parents).clamp(1, extent);
            }
            // How many parents there are is known below levels that have all coordinates.
            is_known &= Self::LEVELS[level].full;
            parents = parents.saturating_mul(extent);
        }
        vacant_values::<T, Self, N>(extents, fill, rooms)
    }
}

/// A storage of nothing, with such rooms.
fn vacant_values<T: Copy, F: Format<N> + ?Sized, const N: usize>(
    extents: [usize; N],
    fill: T,
    rooms: [usize; N],
) -> (F::Arrays, Vec<T>) {
    match F::vacant(extents, rooms) {
        Ok((arrays, size)) => (arrays, vec![fill; size]),
        Err(error) => panic!("{error}"),
    }
}

/// Moves what is stored into arrays with such rooms.
///
/// # Safety
/// As of [`Format::insert`].
#[cold]
#[inline(never)]
unsafe fn widen<T: Copy, F: Format<N>, const N: usize>(
    arrays: &mut F::Arrays,
    values: &mut Vec<T>,
    extents: [usize; N],
    fill: T,
    rooms: [usize; N],
) {
    let (mut wider, mut moved) = vacant_values::<T, F, N>(extents, fill, rooms);
    // SAFETY: the arrays have passed `check`, so the caller says, and so have those that `vacant` made; indices of a scan are less than
    // the extents, and there is a value for each position of both.
    unsafe {
        F::scan(arrays, extents, |index, position| {
            if let Some(place) = F::insert(&mut wider, &mut moved, extents, fill, index) {
                *moved.get_unchecked_mut(place) = *values.get_unchecked(position);
            }
        });
    }
    (*arrays, *values) = (wider, moved);
}

/// A format to which elements can be appended in the order of storage: one of levels that are dense, compressed or singleton. In one of
/// levels that are dense or hashed, and in a map, they are put where they belong.
///
/// # Safety
/// If [`verify`](AppendFormat::verify) answers a size for what [`finish`](AppendFormat::finish) gave for these extents, then
/// [`check`](Format::check) would answer the same: see [`Append`].
#[diagnostic::on_unimplemented(
    message = "nothing can be appended to a tensor of {N} axes stored as `{Self}`",
    note = "a kernel writes formats of levels that are dense, compressed or singleton, those whose last levels are hashed, and `Dok`: \
            write one of these, and convert it by `to`"
)]
pub unsafe trait AppendFormat<const N: usize>: Format<N> {
    /// Its levels on their way, the outermost first.
    type Assembly<T: Copy>: Assembly;

    /// Whether levels are opened in the order in which axes are stored.
    const IN_ORDER: bool = true;

    /// A storage without elements, with room for so many.
    fn assemble<T: Copy>(extents: [usize; N], fill: T, room: usize) -> Self::Assembly<T>;

    /// The same, whose levels are opened in this order of axes: another one than that of storage if they are not
    /// [`IN_ORDER`](AppendFormat::IN_ORDER).
    #[inline(always)]
    fn assemble_by<T: Copy>(
        extents: [usize; N],
        fill: T,
        room: usize,
        order: [usize; N],
    ) -> Self::Assembly<T> {
        let _ = order;
        Self::assemble(extents, fill, room)
    }

    /// The same with just the memory for what was counted, if the format has memory for each element, in the order in which they come.
    #[inline(always)]
    fn assemble_counted<T: Copy>(
        extents: [usize; N],
        fill: T,
        counted: &Tally<N>,
        order: [usize; N],
    ) -> Self::Assembly<T> {
        Self::assemble_by(extents, fill, counted.entries(), order)
    }

    /// What was appended.
    ///
    /// # Errors
    /// [`Fault::Extent`] if the assembly, or a level of it, was made for other extents.
    fn finish<T: Copy>(
        assembly: Self::Assembly<T>,
        extents: [usize; N],
    ) -> Result<(Self::Arrays, Vec<T>), StorageError>;

    /// Checks what is not known of such arrays, and tells how many positions there are.
    ///
    /// # Errors
    /// As [`check`](Format::check).
    fn verify(arrays: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError>;
}

fn of_level<T>(axis: usize, level: &'static str, answer: Result<T, Fault>) -> Result<T, StorageError> {
    answer.map_err(|fault| StorageError::Level { axis, level, fault })
}

/// One loop in another for each level; within the innermost `$take` with the index and the position.
macro_rules! walk {
    ($arrays:ident $extents:ident $take:ident $parent:expr; $($index:ident)*;) => {
        $take([$($index),*], $parent)
    };
    ($arrays:ident $extents:ident $take:ident $parent:expr; $($index:ident)*; $format:ident $axis:tt $name:ident $($rest:tt)*) => {{
        let (level, parent) = ($format::level(&$arrays.$axis, $extents[$axis]), $parent);
        let (mut at, end) = (level.begin(parent), level.end(parent));
        while at < end {
            let $name = level.coord(parent, at);
            walk!($arrays $extents $take level.position(parent, at); $($index)* $name; $($rest)*);
            at = level.next(at);
        }
    }};
}

/// A pair in another for each level.
macro_rules! nest {
    (;) => { () };
    (; $first:expr $(, $rest:expr)*) => { ($first, nest!(; $($rest),*)) };
    ($lifetime:lifetime) => { () };
    ($lifetime:lifetime $first:ident $($rest:ident)*) => {
        (<$first as LevelFormat>::Level<$lifetime>, nest!($lifetime $($rest)*))
    };
}

/// One search in another for each level.
macro_rules! look_up {
    ($arrays:ident $extents:ident $index:ident $parent:expr;) => {
        Some($parent)
    };
    ($arrays:ident $extents:ident $index:ident $parent:expr; $format:ident $axis:tt $($rest:tt)*) => {
        find($format::level(&$arrays.$axis, $extents[$axis]), $parent, $index[$axis], |position| {
            look_up!($arrays $extents $index position; $($rest)*)
        })
    };
}

/// The assembly of a level above that of the next one.
macro_rules! assembly {
    ($element:ident) => { Elements<$element> };
    ($element:ident $first:ident $($rest:ident)*) => {
        <$first as Append>::Assembly<assembly!($element $($rest)*)>
    };
}

/// The same, made.
macro_rules! assemble {
    ($extents:ident $fill:ident $room:ident;) => { Elements::new($fill, $room) };
    ($extents:ident $fill:ident $room:ident; $first:ident $axis:tt $($rest:tt)*) => {
        $first::assemble($extents[$axis], $room, assemble!($extents $fill $room; $($rest)*))
    };
}

/// The same with the memory for what was counted.
macro_rules! assemble_counted {
    ($extents:ident $fill:ident $rooms:ident $room:expr;) => { Elements::counted($fill, $room) };
    ($extents:ident $fill:ident $rooms:ident $room:expr; $first:ident $axis:tt $($rest:tt)*) => {
        $first::assemble_counted(
            $extents[$axis],
            $rooms[$axis],
            assemble_counted!($extents $fill $rooms $rooms[$axis]; $($rest)*),
        )
    };
}

macro_rules! stack {
    ($rank:literal: $($format:ident $axis:tt $name:ident),*) => {
        // SAFETY: each level is checked for as many parents as the level above has positions; loops keep to what the levels promise.
        unsafe impl<$($format: LevelFormat),*> Format<$rank> for ($($format,)*) {
            type Arrays = ($($format::Arrays,)*);
            type Levels<'a> = nest!('a $($format)*);
            const NESTED: bool = true;
            const LEVELS: [Properties; $rank] = [$(Properties::of::<<$format as LevelFormat>::Level<'static>>()),*];
            const ORDER: [usize; $rank] = [$($axis),*];
            // The last level decides.
            const PADDED: bool = [$($format::PADDED),*][$rank - 1];
            const FILLED: bool = $(<$format::Level<'static> as Level>::COMPACT)&&*;

            fn name() -> String {
                [$($format::NAME),*].join(", ")
            }

            fn check(arrays: &Self::Arrays, extents: [usize; $rank]) -> Result<usize, StorageError> {
                let mut size = 1;
                $(size = of_level($axis, $format::NAME, $format::check(&arrays.$axis, extents[$axis], size))?;)*
                if !($(<$format::Level<'static> as Level>::UNIQUE)&&*) {
                    let mut last = None;
                    let mut fault = None;
                    let each = |index: [usize; $rank], _| {
                        if last.is_some_and(|last| last >= index) && fault.is_none() {
                            fault = Some(StorageError::Repeated { index: index.to_vec() });
                        }
                        last = Some(index);
                    };
                    // SAFETY: each level was just checked.
                    unsafe { Self::scan(arrays, extents, each) };
                    fault.map_or(Ok(()), Err)?;
                }
                Ok(size)
            }

            fn pack(
                extents: [usize; $rank],
                entries: &Sorted<$rank>,
            ) -> Result<(Self::Arrays, Packed), StorageError> {
                let mut parents = vec![0..entries.count()];
                let arrays = ($({
                    let coordinates = &entries.coordinates[$axis];
                    let fibres = Fibres { extent: extents[$axis], coordinates, parents: &parents };
                    let (arrays, packed) = of_level($axis, $format::NAME, $format::pack(&fibres))?;
                    parents = packed;
                    arrays
                },)*);
                Ok((arrays, parents))
            }

            unsafe fn scan(
                arrays: &Self::Arrays,
                extents: [usize; $rank],
                mut take: impl FnMut([usize; $rank], usize),
            ) {
                // SAFETY: the arrays have passed `check`, so levels keep their promises; parents are positions of the level above,
                // and counters run from begin to end.
                unsafe { walk!(arrays extents take 0;; $($format $axis $name)*) }
            }

            #[inline(always)]
            fn levels(arrays: &Self::Arrays, extents: [usize; $rank]) -> Self::Levels<'_> {
                nest!(; $($format::level(&arrays.$axis, extents[$axis])),*)
            }

            fn drawn(arrays: &Self::Arrays) -> Vec<Drawn> {
                vec![$(Drawn {
                    axes: vec![$axis],
                    name: $format::NAME.into(),
                    arrays: $format::drawn(&arrays.$axis),
                }),*]
            }

            unsafe fn locate(
                arrays: &Self::Arrays,
                extents: [usize; $rank],
                index: [usize; $rank],
            ) -> Option<usize> {
                // SAFETY: the root has position 0, and what is found is a position of the level above the next; indices are less than
                // the extents, so the caller says.
                unsafe { look_up!(arrays extents index 0; $($format $axis)*) }
            }

            fn vacant(
                extents: [usize; $rank],
                rooms: [usize; $rank],
            ) -> Result<(Self::Arrays, usize), StorageError> {
                let mut size = 1;
                let arrays = ($({
                    let made = $format::vacant(extents[$axis], size, rooms[$axis]);
                    let (arrays, positions) = of_level($axis, $format::NAME, made)?;
                    size = positions;
                    arrays
                },)*);
                Ok((arrays, size))
            }

            #[inline(always)]
            unsafe fn insert<Element: Copy>(
                arrays: &mut Self::Arrays,
                values: &mut Vec<Element>,
                extents: [usize; $rank],
                fill: Element,
                index: [usize; $rank],
            ) -> Option<usize> {
                // SAFETY: so the caller says; the root has position 0, and what a level answers is a position of it, as the arrays keep
                // their sizes. Those that `widen` makes have passed `check`, too.
                unsafe {
                    if !($($format::INSERTS)&&*) {
                        return Self::locate(arrays, extents, index);
                    }
                    loop {
                        let full: usize = 'full: {
                            let position = 0;
                            $(
                                let Some(position) =
                                    $format::insert(&mut arrays.$axis, extents[$axis], position, index[$axis])
                                else {
                                    break 'full $axis;
                                };
                            )*
                            return Some(position);
                        };
                        let mut rooms = [$($format::room(&arrays.$axis)),*];
                        rooms[full] = rooms[full].saturating_mul(2).max(1);
                        widen::<Element, Self, $rank>(arrays, values, extents, fill, rooms);
                    }
                }
            }
        }

        // SAFETY: each level tells its size for as many parents as the level above has positions.
        unsafe impl<$($format: Insert),*> InsertFormat<$rank> for ($($format,)*) {
            fn size(arrays: &Self::Arrays, extents: [usize; $rank]) -> Result<usize, StorageError> {
                let mut size = 1;
                $(size = of_level($axis, $format::NAME, $format::size(&arrays.$axis, extents[$axis], size))?;)*
                Ok(size)
            }
        }

        // SAFETY: each level is verified for as many parents as the level above has positions; what is stored several times is looked
        // at as in `check`.
        unsafe impl<$($format: Append),*> AppendFormat<$rank> for ($($format,)*) {
            type Assembly<Element: Copy> = assembly!(Element $($format)*);

            #[inline(always)]
            fn assemble<Element: Copy>(
                extents: [usize; $rank],
                fill: Element,
                room: usize,
            ) -> Self::Assembly<Element> {
                assemble!(extents fill room; $($format $axis)*)
            }

            fn assemble_counted<Element: Copy>(
                extents: [usize; $rank],
                fill: Element,
                counted: &Tally<$rank>,
                _: [usize; $rank],
            ) -> Self::Assembly<Element> {
                let rooms = counted.rooms(extents, &Self::LEVELS);
                assemble_counted!(extents fill rooms rooms[0]; $($format $axis)*)
            }

            #[inline(always)]
            fn finish<Element: Copy>(
                assembly: Self::Assembly<Element>,
                extents: [usize; $rank],
            ) -> Result<(Self::Arrays, Vec<Element>), StorageError> {
                $(let ($name, assembly) =
                    of_level($axis, $format::NAME, $format::finish(assembly, extents[$axis]))?;)*
                Ok((($($name,)*), assembly.into_vec()))
            }

            #[inline(always)]
            fn verify(arrays: &Self::Arrays, extents: [usize; $rank]) -> Result<usize, StorageError> {
                if !($(<$format::Level<'static> as Level>::UNIQUE)&&*) {
                    return Self::check(arrays, extents);
                }
                let mut size = 1;
                $(size = of_level($axis, $format::NAME, $format::verify(&arrays.$axis, extents[$axis], size))?;)*
                Ok(size)
            }
        }
    };
}

stack!(1: A 0 i);
stack!(2: A 0 i, B 1 j);
stack!(3: A 0 i, B 1 j, C 2 k);
stack!(4: A 0 i, B 1 j, C 2 k, D 3 l);

/// The index of the tensor for the coordinates of the levels, outermost first.
#[inline(always)]
pub(crate) fn in_tensor_order<const N: usize>(order: [usize; N], stored: [usize; N]) -> [usize; N] {
    let mut index = [0; N];
    for level in 0..N {
        index[order[level]] = stored[level];
    }
    index
}
