//! How the elements of a tensor of `N` axes are kept.

use crate::assembly::Assembly;
use crate::error::{Fault, StorageError};
use crate::level::Properties;
use crate::pack::Packed;
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

/// How the elements of a tensor of `N` axes are kept: a tuple of [level formats](crate::LevelFormat), outermost first; one with its axes
/// [permuted](crate::Permuted); or one whose levels are not axes, such as [`Dia`](crate::Dia).
///
/// # Safety
/// If [`check`](Format::check) returns a size, then [`scan`](Format::scan) and [`locate`](Format::locate) of these arrays and extents
/// answer positions less than it, and indices less than the extents, each of them once. What [`pack`](Format::pack) makes passes
/// `check`, and so does what [`vacant`](Format::vacant) makes, of the size that it answers, and what [`insert`](Format::insert) was put
/// into, of as many positions as there are values then. If `NESTED`, then [`levels`](Format::levels) answers a level for each axis of `ORDER`, of those extents, that keeps the
/// promises of [`Level`](crate::Level), and the last one has the positions of the format. [`entries`](Format::entries) are those of `scan` if not.
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
pub(crate) unsafe fn widen<T: Copy, F: Format<N>, const N: usize>(
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
/// [`check`](Format::check) would answer the same: see [`Append`](crate::Append). Of what [`emptied`](AppendFormat::emptied) leaves it would
/// answer 0, for extents of 0.
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

    /// Takes everything out of a storage, for its memory, and leaves one whose extents are 0. `None` if there is no such: then the
    /// storage is as it was.
    #[inline(always)]
    fn emptied<T: Copy>(arrays: &mut Self::Arrays, values: &mut Vec<T>) -> Option<(Self::Arrays, Vec<T>)> {
        let _ = (arrays, values);
        None
    }

    /// The same as [`assemble_by`](AppendFormat::assemble_by), in the memory of what was taken out of a storage.
    #[inline(always)]
    fn assemble_within<T: Copy>(
        memory: (Self::Arrays, Vec<T>),
        extents: [usize; N],
        fill: T,
        room: usize,
        order: [usize; N],
    ) -> Self::Assembly<T> {
        drop(memory);
        Self::assemble_by(extents, fill, room, order)
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

/// The index of the tensor for the coordinates of the levels, outermost first.
#[inline(always)]
pub(crate) fn in_tensor_order<const N: usize>(order: [usize; N], stored: [usize; N]) -> [usize; N] {
    let mut index = [0; N];
    for level in 0..N {
        index[order[level]] = stored[level];
    }
    index
}
