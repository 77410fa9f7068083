//! A list of entries, the coordinates of each side by side.

use std::marker::PhantomData;
use std::mem;

use crate::coordinate::Coordinate;
use crate::error::{Fault, StorageError};
use crate::format::{AppendFormat, Drawn, Format, Sorted};
use crate::level::{Level, Properties};
use crate::levels::{Compressed, Singleton};
use crate::pack::Packed;
use crate::tally::Tally;

/// A list of the entries of a tensor of two to four axes, in order, as an array of structures: the coordinates of an entry stand side
/// by side. [`Coo`](crate::Coo) has an array for each axis.
///
/// ```
/// use unite_stored::{Coo, Interleaved, StoredBlock};
/// let entries = vec![[0u32, 1], [0, 5], [3, 2]];
/// let list = StoredBlock::<i32, Interleaved, 2>::new([4, 6], entries, vec![7, 8, 9])?;
/// assert_eq!(list.to::<Coo>()?.arrays().1, [1, 5, 2]);
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Interleaved<I = u32>(PhantomData<I>);

/// The first level of a list of entries.
#[derive(Clone, Copy, Debug)]
pub struct FirstOfEntries<'a, I, const N: usize> {
    extent: usize,
    entries: &'a [[I; N]],
}

/// Another one, of this axis.
#[derive(Clone, Copy, Debug)]
pub struct NextOfEntries<'a, I, const N: usize, const AXIS: usize> {
    extent: usize,
    entries: &'a [[I; N]],
}

// SAFETY: `check` has found that entries are in order, and coordinates less than the extent. The only parent is the root.
unsafe impl<I: Coordinate, const N: usize> Level for FirstOfEntries<'_, I, N> {
    const UNIQUE: bool = false;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn begin(self, _: usize) -> usize {
        0
    }

    #[inline(always)]
    unsafe fn end(self, _: usize) -> usize {
        self.entries.len()
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        // SAFETY: counters are less than the number of entries.
        unsafe { self.entries.get_unchecked(at)[0].index() }
    }

    #[inline(always)]
    unsafe fn seek(self, _: usize, coord: usize) -> usize {
        // What no coordinate can be is behind all.
        let Some(coord) = I::of(coord) else { return self.entries.len() };
        self.entries.partition_point(|entry| entry[0] < coord)
    }
}

// SAFETY: the only counter of a parent is its own position, which is that of an entry, and coordinates are less than the extent.
unsafe impl<I: Coordinate, const N: usize, const AXIS: usize> Level for NextOfEntries<'_, I, N, AXIS> {
    const BRANCHLESS: bool = true;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        // SAFETY: as above.
        unsafe { self.entries.get_unchecked(at)[AXIS].index() }
    }
}

/// The levels of lists of entries of `N` axes.
pub trait InterleavedLevels<I: Coordinate, const N: usize>: Format<N> {
    /// Checks that entries are in order, none twice, and coordinates less than the extents, and tells how many there are.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn check_entries(entries: &[[I; N]], extents: [usize; N]) -> Result<usize, StorageError> {
        for (position, entry) in entries.iter().enumerate() {
            for (axis, (coordinate, extent)) in entry.iter().zip(extents).enumerate() {
                let coordinate = coordinate.index();
                if coordinate >= extent {
                    let fault = Fault::Beyond { parent: 0, position, coordinate, extent };
                    return Err(StorageError::Level { axis, level: "Interleaved", fault });
                }
            }
        }
        let Some(at) = entries.windows(2).position(|pair| pair[0] >= pair[1]) else {
            return Ok(entries.len());
        };
        let (before, after) = (entries[at].map(I::index), entries[at + 1].map(I::index));
        match (0..N).find(|&axis| before[axis] != after[axis]) {
            None => Err(StorageError::Repeated { index: after.to_vec() }),
            Some(axis) => {
                let fault = Fault::Unordered {
                    parent: 0,
                    position: at + 1,
                    coordinate: after[axis],
                    before: before[axis],
                };
                Err(StorageError::Level { axis, level: "Interleaved", fault })
            }
        }
    }

    /// The levels of entries that were checked.
    fn levels_of(entries: &[[I; N]], extents: [usize; N]) -> Self::Levels<'_>;
}

macro_rules! interleaved {
    ($($rank:literal: ($($axis:literal)*) $list:ty, $apart:ident $joined:expr;)*) => {$(
        impl<I: Coordinate> InterleavedLevels<I, $rank> for Interleaved<I> {
            #[inline(always)]
            fn levels_of(entries: &[[I; $rank]], extents: [usize; $rank]) -> Self::Levels<'_> {
                (
                    FirstOfEntries { extent: extents[0], entries },
                    interleaved!(@levels entries extents $($axis)*),
                )
            }
        }

        // SAFETY: `check_entries` tests what the levels rely on.
        unsafe impl<I: Coordinate> Format<$rank> for Interleaved<I> {
            type Arrays = Vec<[I; $rank]>;
            type Levels<'a> =
                (FirstOfEntries<'a, I, $rank>, interleaved!(@types 'a I $rank $($axis)*));
            const NESTED: bool = true;
            const LEVELS: [Properties; $rank] = {
                let mut levels = [Properties { full: false, ordered: true, unique: true }; $rank];
                levels[0].unique = false;
                levels
            };
            const ORDER: [usize; $rank] = [0, $($axis),*];
            const PADDED: bool = false;
            const FILLED: bool = true;

            fn name() -> String {
                "Interleaved".into()
            }

            fn check(entries: &Self::Arrays, extents: [usize; $rank]) -> Result<usize, StorageError> {
                Self::check_entries(entries, extents)
            }

            fn pack(
                _: [usize; $rank],
                sorted: &Sorted<$rank>,
            ) -> Result<(Self::Arrays, Packed), StorageError> {
                let mut entries = Vec::with_capacity(sorted.count());
                for entry in 0..sorted.count() {
                    let (index, mut stored) = (sorted.index(entry), [I::wrapped(0); $rank]);
                    for axis in 0..$rank {
                        let number = index[axis];
                        stored[axis] = I::of(number).ok_or(StorageError::Level {
                            axis,
                            level: "Interleaved",
                            fault: Fault::Narrow { number },
                        })?;
                    }
                    entries.push(stored);
                }
                Ok((entries, (0..sorted.count()).map(|entry| entry..entry + 1).collect()))
            }

            unsafe fn scan(
                entries: &Self::Arrays,
                _: [usize; $rank],
                mut take: impl FnMut([usize; $rank], usize),
            ) {
                entries.iter().enumerate().for_each(|(at, entry)| take(entry.map(I::index), at));
            }

            #[inline(always)]
            fn levels(entries: &Self::Arrays, extents: [usize; $rank]) -> Self::Levels<'_> {
                Self::levels_of(entries, extents)
            }

            fn drawn(entries: &Self::Arrays) -> Vec<Drawn> {
                let along = |axis: usize| entries.iter().map(|entry| entry[axis].index().to_string()).collect();
                let level = |axis| Drawn {
                    axes: vec![axis],
                    name: "Interleaved".into(),
                    arrays: vec![("crd", along(axis))],
                };
                (0..$rank).map(level).collect()
            }

            unsafe fn locate(
                entries: &Self::Arrays,
                _: [usize; $rank],
                index: [usize; $rank],
            ) -> Option<usize> {
                entries.binary_search_by(|entry| entry.map(I::index).cmp(&index)).ok()
            }
        }

        // SAFETY: what `verify` answers is what `check` does.
        unsafe impl<I: Coordinate> AppendFormat<$rank> for Interleaved<I> {
            // As lists with an array for each axis, which are put side by side in the end.
            type Assembly<T: Copy> = <$list as AppendFormat<$rank>>::Assembly<T>;

            #[inline(always)]
            fn assemble<T: Copy>(extents: [usize; $rank], fill: T, room: usize) -> Self::Assembly<T> {
                <$list>::assemble(extents, fill, room)
            }

            fn emptied<T: Copy>(entries: &mut Self::Arrays, values: &mut Vec<T>) -> Option<(Self::Arrays, Vec<T>)> {
                Some((mem::take(entries), mem::take(values)))
            }

            fn assemble_counted<T: Copy>(
                extents: [usize; $rank],
                fill: T,
                counted: &Tally<$rank>,
                order: [usize; $rank],
            ) -> Self::Assembly<T> {
                <$list>::assemble_counted(extents, fill, counted, order)
            }

            fn finish<T: Copy>(
                assembly: Self::Assembly<T>,
                extents: [usize; $rank],
            ) -> Result<(Self::Arrays, Vec<T>), StorageError> {
                let ($apart, values) = <$list>::finish(assembly, extents)?;
                Ok(($joined, values))
            }

            fn verify(entries: &Self::Arrays, extents: [usize; $rank]) -> Result<usize, StorageError> {
                Self::check(entries, extents)
            }
        }
    )*};
    (@types $lifetime:lifetime $integer:ident $rank:literal) => { () };
    (@types $lifetime:lifetime $integer:ident $rank:literal $axis:literal $($rest:literal)*) => {
        (NextOfEntries<$lifetime, $integer, $rank, $axis>, interleaved!(@types $lifetime $integer $rank $($rest)*))
    };
    (@levels $entries:ident $extents:ident) => { () };
    (@levels $entries:ident $extents:ident $axis:literal $($rest:literal)*) => {
        (
            NextOfEntries { extent: $extents[$axis], entries: $entries },
            interleaved!(@levels $entries $extents $($rest)*),
        )
    };
}

interleaved! {
    2: (1) (Compressed<I, false>, Singleton<I>), apart
        apart.0.coordinates.into_iter().zip(apart.1).map(|(i, j)| [i, j]).collect();
    3: (1 2) (Compressed<I, false>, Singleton<I>, Singleton<I>), apart
        apart.0.coordinates.into_iter().zip(apart.1).zip(apart.2).map(|((i, j), k)| [i, j, k]).collect();
    4: (1 2 3) (Compressed<I, false>, Singleton<I>, Singleton<I>, Singleton<I>), apart
        apart.0.coordinates.into_iter().zip(apart.1).zip(apart.2).zip(apart.3)
            .map(|(((i, j), k), l)| [i, j, k, l]).collect();
}
