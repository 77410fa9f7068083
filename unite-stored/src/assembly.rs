//! Storages on their way: coordinates and elements are appended in order.

use std::ops::Add;

use crate::coordinate::Coordinate;
use crate::error::Fault;
use crate::fibre::Fibre;
use crate::growing::Growing;
use crate::level::LevelFormat;
use crate::merge::{self, Coordinates, Intersection, Union};
use crate::tally::Room;
use crate::workspace::Workspace;

/// A level, or the elements, of a storage that is being made.
pub trait Assembly {
    /// How many positions there are so far.
    fn count(&self) -> usize;

    /// What lies below one parent is complete.
    fn complete(&mut self);

    /// Nothing lies below one parent.
    fn skip(&mut self);

    /// Nothing was put below a parent, which is left out.
    fn leave_out(&mut self) {}
}

/// A level of a storage that is being made.
pub trait LevelAssembly: Assembly {
    /// The level below, or the elements.
    type Below: Assembly;

    /// Begins with a coordinate: what is put below belongs to it.
    ///
    /// # Panics
    /// If it is not greater than those before it of the same parent, or not less than the extent.
    fn open(&mut self, coordinate: usize) -> &mut Self::Below;

    /// Ends the coordinate. One below which nothing was put is left out if the level can leave it out.
    fn close(&mut self);

    /// Appends what `take` makes of each element that two fibres of fibres both have, of which both indices are told: all of one parent.
    ///
    /// # Panics
    /// As [`open`](LevelAssembly::open), and if something was put below the parent before.
    #[inline(always)]
    fn append_rows_both<A, B, T>(
        &mut self,
        a: A,
        b: B,
        take: impl FnMut(usize, usize, Element<A>, Element<B>) -> T,
    ) where
        Self: Sized,
        Self::Below: Leaf<Element = T>,
        A: Fibre<Below: Fibre>,
        B: Fibre<Below: Fibre>,
    {
        rows_of_both(self, a, b, take);
    }

    /// The same of each element that one of two fibres of fibres has: there are both, or the first, or the second.
    ///
    /// # Panics
    /// As [`append_rows_both`](LevelAssembly::append_rows_both).
    #[inline(always)]
    fn append_rows_any<A, B, T>(
        &mut self,
        a: A,
        b: B,
        both: impl FnMut(usize, usize, Element<A>, Element<B>) -> T,
        first: impl FnMut(usize, usize, Element<A>) -> T,
        second: impl FnMut(usize, usize, Element<B>) -> T,
    ) where
        Self: Sized,
        Self::Below: Leaf<Element = T>,
        A: Fibre<Below: Fibre>,
        B: Fibre<Below: Fibre>,
    {
        rows_of_any(self, a, b, both, first, second);
    }
}

/// What lies below a fibre of fibres.
pub type Element<A> = <<A as Fibre>::Below as Fibre>::Below;

/// The innermost level of a storage that is being made.
///
/// ```
/// use unite_stored::{AppendFormat, Csr, Leaf, LevelAssembly, StoredBlock};
/// let mut rows = Csr::<u32>::assemble([3, 4], 0.0, 2);
/// let row = rows.open(1);
/// row.push(0, 5.0);
/// row.push(3, 7.0);
/// rows.close();
/// let mut block = StoredBlock::<f64, Csr, 2>::empty([3, 4])?;
/// block.replace(rows)?;
/// assert_eq!(block.to_entries(), [([1, 0], 5.0), ([1, 3], 7.0)]);
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
///
/// # Safety
/// What is given as `take`, `both`, `first` and `second` is called with coordinates of these fibres only, with what lies below them, and
/// `both` where both have one: kernels look into other tensors there.
pub unsafe trait Leaf: LevelAssembly {
    /// The type of elements.
    type Element: Copy;

    /// Appends an element.
    ///
    /// # Panics
    /// As [`open`](LevelAssembly::open).
    fn push(&mut self, coordinate: usize, element: Self::Element);

    /// Appends what `take` makes of each coordinate of a fibre: all of one parent.
    ///
    /// # Panics
    /// If something was put below the parent before, or the fibre is longer than the level.
    #[inline(always)]
    fn append_each<A: Fibre>(&mut self, a: A, mut take: impl FnMut(usize, A::Below) -> Self::Element) {
        self.append_some(a, |coordinate, below| Some(take(coordinate, below)));
    }

    /// The same where `take` makes something of a coordinate, as of one where a sum has terms.
    ///
    /// # Panics
    /// As [`append_each`](Leaf::append_each).
    #[inline(always)]
    fn append_some<A: Fibre>(&mut self, a: A, take: impl FnMut(usize, A::Below) -> Option<Self::Element>) {
        merge::each(Coordinates::<A, true>::new(a), take, |coordinate, element| {
            if let Some(element) = element {
                self.push(coordinate, element)
            }
        });
    }

    /// The same of each coordinate that two fibres both have.
    ///
    /// # Panics
    /// As [`append_each`](Leaf::append_each).
    #[inline(always)]
    fn append_both<A: Fibre, B: Fibre>(
        &mut self,
        a: A,
        b: B,
        take: impl FnMut(usize, A::Below, B::Below) -> Self::Element,
    ) {
        merge::both(Intersection::<A, B, true>::new(a, b), take, |coordinate, element| {
            self.push(coordinate, element)
        });
    }

    /// The same of each coordinate that one of two fibres has: there are both, or the first, or the second.
    ///
    /// # Panics
    /// As [`append_each`](Leaf::append_each).
    #[inline(always)]
    fn append_any<A: Fibre, B: Fibre>(
        &mut self,
        a: A,
        b: B,
        both: impl FnMut(usize, A::Below, B::Below) -> Self::Element,
        first: impl FnMut(usize, A::Below) -> Self::Element,
        second: impl FnMut(usize, B::Below) -> Self::Element,
    ) {
        merge::any(Union::new(a, b), both, first, second, |coordinate, element| {
            self.push(coordinate, element)
        });
    }

    /// [`append_both`](Leaf::append_both) for each coordinate of two full fibres, which are as long as one another: each is a parent, and
    /// complete then.
    ///
    /// # Panics
    /// As [`append_each`](Leaf::append_each).
    #[inline(always)]
    fn append_all_both<A, B>(
        &mut self,
        a: A,
        b: B,
        mut take: impl FnMut(usize, usize, Element<A>, Element<B>) -> Self::Element,
    ) where
        A: Fibre<Below: Fibre>,
        B: Fibre<Below: Fibre>,
    {
        for ((row, a), (_, b)) in a.walk().zip(b.walk()) {
            self.append_both(a, b, |at, x, y| take(row, at, x, y));
            self.complete();
        }
    }

    /// The same with [`append_any`](Leaf::append_any).
    ///
    /// # Panics
    /// As [`append_each`](Leaf::append_each).
    #[inline(always)]
    fn append_all_any<A, B>(
        &mut self,
        a: A,
        b: B,
        mut both: impl FnMut(usize, usize, Element<A>, Element<B>) -> Self::Element,
        mut first: impl FnMut(usize, usize, Element<A>) -> Self::Element,
        mut second: impl FnMut(usize, usize, Element<B>) -> Self::Element,
    ) where
        A: Fibre<Below: Fibre>,
        B: Fibre<Below: Fibre>,
    {
        for ((row, a), (_, b)) in a.walk().zip(b.walk()) {
            self.append_any(
                a,
                b,
                |at, x, y| both(row, at, x, y),
                |at, x| first(row, at, x),
                |at, y| second(row, at, y),
            );
            self.complete();
        }
    }

    /// Appends what `take` makes of each sum of a row, and takes these out of it: all of one parent.
    ///
    /// # Panics
    /// As [`append_each`](Leaf::append_each).
    #[inline(always)]
    fn append_sums<S: Copy + Default + Add<Output = S>>(
        &mut self,
        sums: &mut Workspace<S>,
        mut take: impl FnMut(S) -> Self::Element,
    ) {
        sums.take_each(|coordinate, sum| self.push(coordinate, take(sum)));
    }
}

/// A level format to which coordinates can be appended, one after another.
///
/// # Safety
/// If [`verify`](Append::verify) answers a size for what [`finish`](Append::finish) gave for this extent, then
/// [`check`](LevelFormat::check) would answer the same, in whatever order the assembly was called, and if assemblies of the same type
/// took turns: who opens a coordinate has what lies below.
///
/// For what [`emptied`](Append::emptied) leaves `check` answers the size that it tells, which is 0: for an extent of 0, and these parents.
pub unsafe trait Append: LevelFormat {
    /// Such a level on its way, above `B`.
    type Assembly<B: Assembly>: LevelAssembly<Below = B>;

    /// A level without parents, whose coordinates are less than `extent`, with room for so many positions if it keeps them.
    fn assemble<B: Assembly>(extent: usize, room: usize, below: B) -> Self::Assembly<B>;

    /// Takes everything out of a level, and leaves one of extent 0 with so many parents, of which it tells how many positions it has.
    /// `None` if that cannot be: then the level is as it was.
    fn emptied(arrays: &mut Self::Arrays, parents: usize) -> Option<(Self::Arrays, usize)>;

    /// The same as [`assemble`](Append::assemble), in the memory of what was taken out of a level.
    fn assemble_within<B: Assembly>(
        memory: Self::Arrays,
        extent: usize,
        room: usize,
        below: B,
    ) -> Self::Assembly<B>;

    /// The same with just the memory for what was counted.
    fn assemble_counted<B: Assembly>(extent: usize, room: Room, below: B) -> Self::Assembly<B> {
        Self::assemble(extent, room.positions, below)
    }

    /// The arrays of the level, and what lies below.
    ///
    /// # Errors
    /// [`Fault::Extent`] if the assembly was made for another extent.
    fn finish<B: Assembly>(assembly: Self::Assembly<B>, extent: usize) -> Result<(Self::Arrays, B), Fault>;

    /// Checks what is not known of such arrays, and tells how many positions there are.
    ///
    /// # Errors
    /// As [`check`](LevelFormat::check).
    fn verify(arrays: &Self::Arrays, extent: usize, parents: usize) -> Result<usize, Fault> {
        Self::check(arrays, extent, parents)
    }
}

/// The elements of a storage that is being made.
#[derive(Clone, Debug)]
pub struct Elements<T> {
    fill: T,
    elements: Growing<T>,
    /// Whether they were counted before.
    is_counted: bool,
}

impl<T: Copy> Elements<T> {
    /// None, with room for so many.
    pub(crate) fn new(fill: T, room: usize) -> Self {
        Elements { fill, elements: Growing::with_room(room), is_counted: false }
    }

    /// None, in this memory, or with room for so many.
    pub(crate) fn within(memory: Vec<T>, fill: T, room: usize) -> Self {
        Elements { fill, elements: Growing::within(memory, room), is_counted: false }
    }

    /// None, with room for so many that were counted.
    pub(crate) fn counted(fill: T, room: Room) -> Self {
        Elements { fill, elements: Growing::with_room(room.positions), is_counted: true }
    }

    /// All of them.
    pub(crate) fn into_vec(self) -> Vec<T> {
        if self.is_counted { self.elements.into_exact_vec() } else { self.elements.into_vec() }
    }

    /// Puts an element at the next position.
    #[inline(always)]
    pub(crate) fn push(&mut self, element: T) {
        self.elements.push(element);
    }

    /// Puts elements at the next positions.
    #[inline(always)]
    pub(crate) fn extend(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        self.elements.extend(elements);
    }

    /// The array.
    #[inline(always)]
    pub(crate) fn array(&mut self) -> &mut Growing<T> {
        &mut self.elements
    }
}

impl<T: Copy> Assembly for Elements<T> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.elements.len()
    }

    #[inline(always)]
    fn complete(&mut self) {}

    #[inline(always)]
    fn skip(&mut self) {
        self.elements.push(self.fill);
    }
}

/// Sees to it that a coordinate is not less than `next`, and less than the extent.
#[inline(always)]
pub(crate) fn in_order(coordinate: usize, next: usize, extent: usize) {
    if coordinate < next || coordinate >= extent {
        out_of_order(coordinate, next, extent)
    }
}

/// Sees to it that an assembly was made for this extent.
pub(crate) fn made_for(expected: usize, found: usize) -> Result<(), Fault> {
    if found == expected { Ok(()) } else { Err(Fault::Extent { expected, found }) }
}

/// Sees to it that coordinates less than the extent are numbers of `I`.
pub(crate) fn wide_enough<I: Coordinate>(extent: usize) {
    assert!(
        I::of(extent.saturating_sub(1)).is_some(),
        "coordinates less than {extent} do not stand in the integers of the format"
    );
}

#[cold]
#[inline(never)]
fn out_of_order(coordinate: usize, next: usize, extent: usize) -> ! {
    panic!("coordinate {coordinate} is appended where {next} to {extent} may follow")
}

/// Rows of two fibres of fibres side by side, appended one after another: what is made of each element that both have.
#[inline(always)]
pub(crate) fn rows_of_both<L, A, B, T>(
    level: &mut L,
    a: A,
    b: B,
    mut take: impl FnMut(usize, usize, Element<A>, Element<B>) -> T,
) where
    L: LevelAssembly<Below: Leaf<Element = T>>,
    A: Fibre<Below: Fibre>,
    B: Fibre<Below: Fibre>,
{
    for (row, (a, b)) in Intersection::<A, B, true>::new(a, b) {
        level.open(row).append_both(a, b, |at, x, y| take(row, at, x, y));
        level.close();
    }
}

/// Which of two rows there are.
enum There<A, B> {
    Both(A, B),
    First(A),
    Second(B),
}

/// The same of each element that one of them has.
#[inline(always)]
pub(crate) fn rows_of_any<L, A, B, T>(
    level: &mut L,
    a: A,
    b: B,
    mut both: impl FnMut(usize, usize, Element<A>, Element<B>) -> T,
    mut first: impl FnMut(usize, usize, Element<A>) -> T,
    mut second: impl FnMut(usize, usize, Element<B>) -> T,
) where
    L: LevelAssembly<Below: Leaf<Element = T>>,
    A: Fibre<Below: Fibre>,
    B: Fibre<Below: Fibre>,
{
    merge::any(
        Union::new(a, b),
        |_, a, b| There::Both(a, b),
        |_, a| There::First(a),
        |_, b| There::Second(b),
        |row, there| {
            let below = level.open(row);
            match there {
                There::Both(a, b) => below.append_any(
                    a,
                    b,
                    |at, x, y| both(row, at, x, y),
                    |at, x| first(row, at, x),
                    |at, y| second(row, at, y),
                ),
                There::First(a) => below.append_each(a, |at, x| first(row, at, x)),
                There::Second(b) => below.append_each(b, |at, y| second(row, at, y)),
            }
            level.close();
        },
    );
}
