//! Tuples of level formats, outermost first: a level for each axis.

use crate::assembly::{Append, Elements};
use crate::error::{Fault, StorageError};
use crate::format::{AppendFormat, Drawn, Format, InsertFormat, Sorted, widen};
use crate::level::{Insert, Level, LevelFormat, Properties, find};
use crate::pack::{Fibres, Packed};
use crate::tally::Tally;
use std::mem;

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

/// The same in the memory of another.
macro_rules! assemble_within {
    ($memory:ident $extents:ident $fill:ident $room:ident;) => { Elements::within($memory.1, $fill, $room) };
    ($memory:ident $extents:ident $fill:ident $room:ident; $first:ident $axis:tt $($rest:tt)*) => {
        $first::assemble_within(
            $memory.0.$axis,
            $extents[$axis],
            $room,
            assemble_within!($memory $extents $fill $room; $($rest)*),
        )
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

            fn emptied<Element: Copy>(
                arrays: &mut Self::Arrays,
                values: &mut Vec<Element>,
            ) -> Option<(Self::Arrays, Vec<Element>)> {
                // Below the first level there are no parents, which no level refuses.
                let parents = 1;
                $(let ($name, parents) = $format::emptied(&mut arrays.$axis, parents)?;)*
                debug_assert_eq!(parents, 0, "a level that is emptied has no positions");
                Some((($($name,)*), mem::take(values)))
            }

            #[inline(always)]
            fn assemble_within<Element: Copy>(
                memory: (Self::Arrays, Vec<Element>),
                extents: [usize; $rank],
                fill: Element,
                room: usize,
                _: [usize; $rank],
            ) -> Self::Assembly<Element> {
                assemble_within!(memory extents fill room; $($format $axis)*)
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
