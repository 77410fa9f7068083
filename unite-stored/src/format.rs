//! How the elements of a tensor of `N` axes are kept.

use std::fmt;
use std::marker::PhantomData;

use crate::assembly::{Append, Assembly, Elements};
use crate::error::{Fault, StorageError};
use crate::level::{Level, LevelFormat, find};
use crate::pack::{Fibres, Packed};
use crate::stack::Stack;

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

/// How the elements of a tensor of `N` axes are kept: a tuple of [level formats](LevelFormat), outermost first; one with its axes
/// [permuted](Permuted); or one whose levels are not axes, such as [`Dia`](crate::Dia).
///
/// # Safety
/// If [`check`](Format::check) returns a size, then [`scan`](Format::scan) and [`locate`](Format::locate) of these arrays and extents
/// answer positions less than it, and indices less than the extents, each of them once. What [`pack`](Format::pack) makes passes
/// `check`. If `NESTED`, then [`levels`](Format::levels) answers a level for each axis of `ORDER`, of those extents, that keeps the
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
}

/// A format to which elements can be appended in the order of storage: one of levels that are dense, compressed or singleton.
///
/// # Safety
/// If [`verify`](AppendFormat::verify) answers a size for what [`finish`](AppendFormat::finish) gave for these extents, then
/// [`check`](Format::check) would answer the same: see [`Append`].
#[diagnostic::on_unimplemented(
    message = "nothing can be appended to a tensor of {N} axes stored as `{Self}`",
    note = "a kernel writes formats of levels that are dense, compressed or singleton: write one of these, and convert it by `to`"
)]
pub unsafe trait AppendFormat<const N: usize>: Format<N> {
    /// Its levels on their way, the outermost first.
    type Assembly<T: Copy>: Assembly;

    /// A storage without elements, with room for so many.
    fn assemble<T: Copy>(extents: [usize; N], fill: T, room: usize) -> Self::Assembly<T>;

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

/// An order of axes, as a type. One that has not each axis once does not compile:
///
/// ```compile_fail,E0080
/// # use unite_stored::{AxisOrder, Csr, Permuted, StoredBlock};
/// struct Twice;
/// impl AxisOrder<2> for Twice {
///     const ORDER: [usize; 2] = [0, 0];
/// }
/// let block = StoredBlock::<f64, Permuted<Csr, Twice>, 2>::empty([2, 2]);
/// ```
pub trait AxisOrder<const N: usize>: 'static {
    /// The axis of the tensor that each axis of the format stores.
    const ORDER: [usize; N];
}

/// The axes from the last to the first.
#[derive(Clone, Copy, Debug)]
pub struct Reversed;

impl<const N: usize> AxisOrder<N> for Reversed {
    const ORDER: [usize; N] = {
        let mut order = [0; N];
        let mut axis = 0;
        while axis < N {
            order[axis] = N - 1 - axis;
            axis += 1;
        }
        order
    };
}

/// The format `F`, whose axes store those of the tensor in the order `P`.
///
/// ```
/// use unite_stored::{AxisOrder, Csf, Permuted, StoredBlock};
///
/// /// The middle axis is outermost.
/// struct MiddleFirst;
/// impl AxisOrder<3> for MiddleFirst {
///     const ORDER: [usize; 3] = [1, 0, 2];
/// }
/// let entries = [([0, 2, 1], 5.0), ([1, 0, 3], 6.0)];
/// let block = StoredBlock::<f64, Permuted<Csf, MiddleFirst>, 3>::from_entries([2, 3, 4], entries)?;
/// assert_eq!(block.to_entries(), [([1, 0, 3], 6.0), ([0, 2, 1], 5.0)]);
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Permuted<F, P>(PhantomData<(F, P)>);

impl<F, P> Permuted<F, P> {
    const fn is_order<const N: usize>() -> [usize; N]
    where
        P: AxisOrder<N>,
    {
        let (order, mut seen, mut axis) = (P::ORDER, [false; N], 0);
        while axis < N {
            assert!(order[axis] < N && !seen[order[axis]], "an order of axes has each axis once");
            seen[order[axis]] = true;
            axis += 1;
        }
        order
    }

    /// The index of the tensor for one of the format.
    fn index<const N: usize>(stored: [usize; N]) -> [usize; N]
    where
        P: AxisOrder<N>,
    {
        let (order, mut index) = (const { Self::is_order::<N>() }, [0; N]);
        for (axis, coordinate) in order.into_iter().zip(stored) {
            index[axis] = coordinate;
        }
        index
    }

    /// What is wrong, of the axes of the tensor.
    fn of_tensor<const N: usize>(error: StorageError) -> StorageError
    where
        P: AxisOrder<N>,
    {
        match error {
            StorageError::Level { axis, level, fault } => {
                StorageError::Level { axis: P::ORDER[axis], level, fault }
            }
            StorageError::Repeated { index } => {
                StorageError::Repeated { index: tensor_index(&P::ORDER, &index) }
            }
            StorageError::NoPlace { index, format } => {
                StorageError::NoPlace { index: tensor_index(&P::ORDER, &index), format }
            }
            other => other,
        }
    }

    /// What `values` say of the axes of the tensor, by axis of the format.
    fn stored<T: Copy, const N: usize>(values: [T; N]) -> [T; N]
    where
        P: AxisOrder<N>,
    {
        (const { Self::is_order::<N>() }).map(|axis| values[axis])
    }
}

// SAFETY: as that of `F`.
unsafe impl<F: AppendFormat<N>, P: AxisOrder<N>, const N: usize> AppendFormat<N> for Permuted<F, P> {
    type Assembly<T: Copy> = F::Assembly<T>;

    #[inline(always)]
    fn assemble<T: Copy>(extents: [usize; N], fill: T, room: usize) -> F::Assembly<T> {
        F::assemble(Self::stored(extents), fill, room)
    }

    #[inline(always)]
    fn finish<T: Copy>(
        assembly: F::Assembly<T>,
        extents: [usize; N],
    ) -> Result<(Self::Arrays, Vec<T>), StorageError> {
        F::finish(assembly, Self::stored(extents)).map_err(Self::of_tensor)
    }

    #[inline(always)]
    fn verify(arrays: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError> {
        F::verify(arrays, Self::stored(extents)).map_err(Self::of_tensor)
    }
}

// SAFETY: an order has each axis once, so that what holds of the axes of `F` holds of those of the tensor.
unsafe impl<F: Format<N>, P: AxisOrder<N>, const N: usize> Format<N> for Permuted<F, P> {
    type Arrays = F::Arrays;
    type Levels<'a> = F::Levels<'a>;
    const NESTED: bool = F::NESTED;
    const LEVELS: [Properties; N] = F::LEVELS;
    const ORDER: [usize; N] = {
        let (order, mut axes, mut level) = (Self::is_order::<N>(), [0; N], 0);
        while level < N {
            axes[level] = order[F::ORDER[level]];
            level += 1;
        }
        axes
    };
    const PADDED: bool = F::PADDED;
    const FILLED: bool = F::FILLED;

    fn name() -> String {
        format!("{} of axes {:?}", F::name(), P::ORDER)
    }

    fn check(arrays: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError> {
        F::check(arrays, Self::stored(extents)).map_err(Self::of_tensor)
    }

    fn pack(extents: [usize; N], entries: &Sorted<N>) -> Result<(Self::Arrays, Packed), StorageError> {
        let coordinates = P::ORDER.map(|axis| entries.coordinates[axis].clone());
        F::pack(Self::stored(extents), &Sorted { coordinates }).map_err(Self::of_tensor)
    }

    unsafe fn scan(arrays: &Self::Arrays, extents: [usize; N], mut take: impl FnMut([usize; N], usize)) {
        let each = |stored, position| take(Self::index(stored), position);
        // SAFETY: the arrays were checked as those of `F`.
        unsafe { F::scan(arrays, Self::stored(extents), each) }
    }

    #[inline(always)]
    fn levels(arrays: &Self::Arrays, extents: [usize; N]) -> Self::Levels<'_> {
        F::levels(arrays, Self::stored(extents))
    }

    fn entries(arrays: &Self::Arrays, extents: [usize; N]) -> impl Iterator<Item = ([usize; N], usize)> + '_ {
        F::entries(arrays, Self::stored(extents)).map(|(stored, position)| (Self::index(stored), position))
    }

    fn drawn(arrays: &Self::Arrays) -> Vec<Drawn> {
        let mut levels = F::drawn(arrays);
        levels.iter_mut().flat_map(|level| &mut level.axes).for_each(|axis| *axis = P::ORDER[*axis]);
        levels
    }

    unsafe fn locate(arrays: &Self::Arrays, extents: [usize; N], index: [usize; N]) -> Option<usize> {
        // SAFETY: the arrays were checked as those of `F`, and the index is less than its extents.
        unsafe { F::locate(arrays, Self::stored(extents), Self::stored(index)) }
    }
}

/// The index of the tensor for the coordinates of the levels, outermost first.
#[inline(always)]
pub(crate) fn in_tensor_order<const N: usize>(order: [usize; N], stored: [usize; N]) -> [usize; N] {
    let mut index = [0; N];
    for level in 0..N {
        index[order[level]] = stored[level];
    }
    index
}

/// The index of the tensor for one of the format.
fn tensor_index(order: &[usize], stored: &[usize]) -> Vec<usize> {
    let mut index = vec![0; order.len()];
    for (&axis, &coordinate) in order.iter().zip(stored) {
        index[axis] = coordinate;
    }
    index
}
