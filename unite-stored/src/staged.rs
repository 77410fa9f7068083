//! What the code of kernels calls.

use std::mem;
use std::ops::Add;
use std::ptr::NonNull;

use unite_core::Elem;

use crate::changed::Changed;
use crate::fibre::Fibre;
use crate::format::Format;
use crate::merge::{Coordinates, Follow, Intersection};
use crate::stored::{Assembled, Stored};
use crate::tally::{Mark, Tally};
use crate::workspace::Workspace;

/// The extents, as indices.
#[inline(always)]
pub fn extents<const N: usize, A: Stored<N>>(tensor: A) -> [isize; N] {
    tensor.extents().map(|extent| extent as isize)
}

/// Where index 0 of each axis lies.
#[inline(always)]
pub fn origins<const N: usize, A: Stored<N>>(tensor: A) -> [isize; N] {
    tensor.origin()
}

/// A part of a tensor, from these indices on, and of these extents.
///
/// # Panics
/// If it is not inside of the tensor: what was checked was another part.
#[inline(always)]
#[track_caller]
pub fn part<const N: usize, A: Stored<N>>(tensor: A, first: [isize; N], extents: [isize; N]) -> A::Part {
    let part = tensor.part(first, extents.map(|extent| extent.max(0).unsigned_abs()));
    part.expect("the part is not the one that was checked")
}

/// The same where nothing is stored beyond the ends of the tensor.
#[inline(always)]
pub fn reach<const N: usize, A: Stored<N>>(tensor: A, first: [isize; N], extents: [isize; N]) -> A::Reach {
    tensor.reach(first, extents.map(|extent| extent.max(0).unsigned_abs()))
}

/// Every so many-th index of a tensor, from these on; what lies beyond its ends is not stored.
#[inline(always)]
pub fn stepped<const N: usize, A: Stored<N>>(
    tensor: A,
    first: [isize; N],
    extents: [isize; N],
    steps: [isize; N],
) -> A::Stepped {
    let count = |extent: isize| extent.max(0).unsigned_abs();
    tensor.stepped(first, extents.map(count), steps.map(count))
}

/// The outermost level, whose coordinates are less than these extents.
///
/// # Panics
/// If they are other extents: what was checked at entry was another tensor.
#[inline(always)]
pub fn root<const N: usize, A: Stored<N>>(tensor: A, checked: [isize; N]) -> A::Root {
    assert!(extents(tensor) == checked, "the tensor is not the one that was checked");
    tensor.root()
}

/// The elements of a tensor whose format has not a level for each axis, each with its index, as [`root`].
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn entries<const N: usize, A: Stored<N>>(
    tensor: A,
    checked: [isize; N],
) -> impl Iterator<Item = ([isize; N], <A::Elem as Elem>::Wide)> {
    assert!(extents(tensor) == checked, "the tensor is not the one that was checked");
    tensor.entries().map(|(index, element)| (index.map(|at| at as isize), element.widen()))
}

/// Calls `take` with each index, and its element, as [`root`].
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn for_each<const N: usize, A: Stored<N>>(
    tensor: A,
    checked: [isize; N],
    mut take: impl FnMut([isize; N], <A::Elem as Elem>::Wide),
) {
    assert!(extents(tensor) == checked, "the tensor is not the one that was checked");
    tensor.for_each(|index, element| take(index.map(|at| at as isize), element.widen()));
}

/// The element at an index that is computed: what is stored there, or what is not stored.
///
/// # Panics
/// If the index is outside of the tensor.
#[inline(always)]
#[track_caller]
pub fn looked_up<const N: usize, A: Stored<N>>(
    tensor: A,
    name: &str,
    index: [isize; N],
) -> <A::Elem as Elem>::Wide {
    // What is negative is a large number.
    match tensor.look_up(index.map(isize::cast_unsigned)) {
        Some(element) => element.widen(),
        None => outside(name, index, tensor.extents()),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn outside<const N: usize>(name: &str, index: [isize; N], extents: [usize; N]) -> ! {
    panic!("`{name}` is looked up at {index:?}, outside of its extents {extents:?}")
}

/// The extents of a tensor whose elements are changed, as indices.
#[inline(always)]
pub fn changed_extents<const N: usize, A: Changed<N>>(tensor: &A) -> [isize; N] {
    tensor.extents().map(|extent| extent as isize)
}

/// Calls `take` with each index, and its element, to change, as [`root`].
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn change_each<const N: usize, A: Changed<N>>(
    tensor: &mut A,
    checked: [isize; N],
    mut take: impl FnMut([isize; N], &mut A::Elem),
) {
    assert!(changed_extents(tensor) == checked, "the tensor is not the one that was checked");
    tensor.change_each(|index, element| take(index.map(|at| at as isize), element));
}

/// The same of a change to which indices do not matter.
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn change_all<const N: usize, A: Changed<N>>(
    tensor: &mut A,
    checked: [isize; N],
    take: impl FnMut(&mut A::Elem),
) {
    assert!(changed_extents(tensor) == checked, "the tensor is not the one that was checked");
    tensor.change_all(take);
}

/// The element at an index that is computed, to change.
///
/// # Panics
/// If the index is outside of the tensor, or nothing is stored there.
#[inline(always)]
#[track_caller]
pub fn element_mut<'a, const N: usize, A: Changed<N>>(
    tensor: &'a mut A,
    name: &str,
    index: [isize; N],
) -> &'a mut A::Elem {
    // What is negative is a large number.
    match tensor.element_mut(index.map(isize::cast_unsigned)).map(NonNull::from) {
        // SAFETY: it is borrowed of the tensor, which nobody sees until that ends.
        Some(element) => unsafe { &mut *element.as_ptr() },
        None => nowhere(name, index, tensor.extents()),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn nowhere<const N: usize>(name: &str, index: [isize; N], extents: [usize; N]) -> ! {
    if index.iter().zip(extents).any(|(at, extent)| at.cast_unsigned() >= extent) {
        outside(name, index, extents)
    }
    panic!("`{name}` is changed at {index:?}, where it stores nothing")
}

/// Puts a number into its place.
#[inline(always)]
pub fn store<T: Elem>(place: &mut T, value: T::Wide) {
    *place = T::narrow(value);
}

/// Whether there is a level for each axis.
#[inline(always)]
pub fn is_nested<const N: usize, A: Stored<N>>(_: A) -> bool {
    const { <A::Format as Format<N>>::NESTED }
}

/// The index that coordinates of the levels are, outermost first.
#[inline(always)]
pub fn index<const N: usize, A: Stored<N>>(_: A, coordinates: [usize; N]) -> [isize; N] {
    let (order, mut index) = (const { <A::Format as Format<N>>::ORDER }, [0; N]);
    for level in 0..N {
        index[order[level]] = coordinates[level] as isize;
    }
    index
}

/// Whether the levels are the axes in their order, and the outermost of them have a coordinate once, so that what is summed over the
/// others is complete when they end. `is_new`: and have all of them, so that each sum is written.
#[inline(always)]
pub fn is_gathered<const N: usize, A: Stored<N>>(_: A, outermost: usize, is_new: bool) -> bool {
    let mut level = 0;
    while level < N {
        let properties = const { <A::Format as Format<N>>::LEVELS }[level];
        if (const { <A::Format as Format<N>>::ORDER })[level] != level
            || level < outermost && !(properties.unique && (properties.full && const { A::WHOLE } || !is_new))
        {
            return false;
        }
        level += 1;
    }
    const { <A::Format as Format<N>>::NESTED }
}

/// As [`root`], of a tensor that is walked beside others: there is a level for each axis, and they are stored in this order: the
/// decimal digits are the axes, outermost first.
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn merged_root<const N: usize, const ORDER: u32, A: Stored<N>>(
    tensor: A,
    checked: [isize; N],
) -> A::Root {
    const {
        assert!(
            <A::Format as Format<N>>::NESTED,
            "a format without a level for each axis is not walked beside others: convert it, as by `to::<Csr>()`"
        );
        assert!(
            is_order::<N>(<A::Format as Format<N>>::ORDER, ORDER),
            "a stored tensor is walked in another order of its axes than it is stored: convert it, as by `to::<Csr>()`"
        );
    }
    root(tensor, checked)
}

/// Whether a tensor can be walked beside others, with its axes in this order.
pub const fn is_walked<const N: usize, const ORDER: u32, A: Stored<N>>() -> bool {
    <A::Format as Format<N>>::NESTED && is_order::<N>(<A::Format as Format<N>>::ORDER, ORDER)
}

/// Whether elements can be appended with the axes in this order.
pub const fn is_appended<const N: usize, const ORDER: u32, A: Assembled<N>>() -> bool {
    !A::IN_ORDER || is_order::<N>(<A::Format as Format<N>>::ORDER, ORDER)
}

/// Whether a fibre can be run over; if `EACH`, in order, and each coordinate once.
pub const fn is_run_over<const EACH: bool, F: Fibre>() -> bool {
    Coordinates::<F, EACH>::IS_KNOWN
}

/// Whether the coordinates that two fibres both have can be found.
pub const fn intersects<const EACH: bool, A: Fibre, B: Fibre>() -> bool {
    Intersection::<A, B, EACH>::IS_KNOWN
}

/// Whether a third one can be asked for these.
pub const fn follows<const EACH: bool, A: Fibre, B: Fibre, F: Fibre>() -> bool {
    Follow::<F>::is_known::<A, B, EACH>()
}

/// The axes that these decimal digits are.
const fn axes<const N: usize>(mut digits: u32) -> [usize; N] {
    let (mut axes, mut level) = ([0; N], N);
    while level > 0 {
        level -= 1;
        axes[level] = (digits % 10) as usize;
        digits /= 10;
    }
    axes
}

/// Whether an order of axes is the one of these decimal digits.
const fn is_order<const N: usize>(order: [usize; N], digits: u32) -> bool {
    let (axes, mut level) = (axes::<N>(digits), 0);
    while level < N {
        if order[level] != axes[level] {
            return false;
        }
        level += 1;
    }
    true
}

/// The extents of a tensor that is written, as indices.
#[inline(always)]
pub fn assembled_extents<const N: usize, A: Assembled<N>>(tensor: &A) -> [isize; N] {
    tensor.extents().map(|extent| extent as isize)
}

/// A tensor that is written, until its storage is put there. If a panic ends that before, nothing is stored.
pub struct Output<'t, A: Assembled<N>, const N: usize> {
    tensor: &'t mut A,
    extents: [usize; N],
}

impl<A: Assembled<N>, const N: usize> Output<'_, A, N> {
    /// Puts a storage there.
    ///
    /// # Panics
    /// As [`Assembled::put`].
    #[inline(always)]
    pub fn put(self, root: A::Root) {
        let output = self;
        output.tensor.put(root, output.extents);
        mem::forget(output);
    }
}

impl<A: Assembled<N>, const N: usize> Drop for Output<'_, A, N> {
    fn drop(&mut self) {
        self.tensor.leave(self.extents);
    }
}

/// A storage without elements for a tensor that is written, whose axes are stored in this order, as in [`merged_root`].
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn assembly<const N: usize, const ORDER: u32, A: Assembled<N>>(
    tensor: &mut A,
    checked: [isize; N],
    room: usize,
) -> (Output<'_, A, N>, A::Root) {
    assembled_in_order::<N, ORDER, A>(tensor, checked);
    let extents = tensor.extents();
    let root = tensor.assemble(room, const { axes::<N>(ORDER) });
    (Output { tensor, extents }, root)
}

/// The same for rows of sums, where `room` is what the factors have: of how many sums come out nothing is known the first time. Memory
/// that nothing is written to costs nothing, and to copy what there is so far does. What is written again mostly has as many elements, and
/// its last rows ask for more room than they need.
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn assembly_of_sums<const N: usize, const ORDER: u32, A: Assembled<N>>(
    tensor: &mut A,
    checked: [isize; N],
    room: usize,
) -> (Output<'_, A, N>, A::Root) {
    let room = match tensor.count() {
        0 => room.saturating_mul(2),
        before => room.max(before + before / 16),
    };
    assembly::<N, ORDER, A>(tensor, checked, room)
}

/// The same for what was counted.
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn counted_assembly<'t, const N: usize, const ORDER: u32, A: Assembled<N>>(
    tensor: &'t mut A,
    checked: [isize; N],
    counted: &Tally<N>,
) -> (Output<'t, A, N>, A::Root) {
    assembled_in_order::<N, ORDER, A>(tensor, checked);
    let extents = tensor.extents();
    let root = tensor.assemble_counted(counted, const { axes::<N>(ORDER) });
    (Output { tensor, extents }, root)
}

/// Sees to it that levels are opened in this order of axes, and that a tensor is the one that was checked.
#[inline(always)]
fn assembled_in_order<const N: usize, const ORDER: u32, A: Assembled<N>>(tensor: &A, checked: [isize; N]) {
    const {
        assert!(
            is_appended::<N, ORDER, A>(),
            "elements are appended in another order of axes than they are stored: write into `Csr`, and convert that"
        );
    }
    assert!(assembled_extents(tensor) == checked, "the tensor is not the one that was checked");
}

/// What a statement appends, before it is counted.
pub fn tally<const N: usize>() -> Tally<N> {
    Tally::new()
}

/// A row of which it is counted where there are terms, along an axis of this extent.
pub fn row_of_marks(extent: isize) -> Workspace<Mark> {
    Workspace::new(extent.unsigned_abs())
}

/// Marks each coordinate of a fibre.
#[inline(always)]
pub fn mark_each<F: Fibre>(row: &mut Workspace<Mark>, fibre: F) {
    row.add_each(fibre, |_, _| Mark);
}

/// Marks one.
#[inline(always)]
pub fn mark(row: &mut Workspace<Mark>, coordinate: usize) {
    row.add(coordinate, Mark);
}

/// A row of sums that are zero, along an axis of this extent.
pub fn row_of_sums<S: Copy + Default + Add<Output = S>>(extent: isize) -> Workspace<S> {
    Workspace::new(extent.unsigned_abs())
}

/// How many positions a stored tensor has.
#[inline(always)]
pub fn positions<const N: usize, A: Stored<N>>(tensor: A) -> usize {
    tensor.positions()
}

/// The coordinates of a fibre; if `EACH`, then in order, and each once.
#[inline(always)]
pub fn coordinates<const EACH: bool, F: Fibre>(fibre: F) -> Coordinates<F, EACH> {
    Coordinates::new(fibre)
}

/// See [`Intersection`].
#[inline(always)]
pub fn intersection<const EACH: bool, A: Fibre, B: Fibre>(a: A, b: B) -> Intersection<A, B, EACH> {
    Intersection::new(a, b)
}

/// A third fibre, which is asked for coordinates of the intersection of the first two.
#[inline(always)]
pub fn follow<const EACH: bool, A: Fibre, B: Fibre, F: Fibre>(_: A, _: B, fibre: F) -> Follow<F> {
    Follow::new::<A, B, EACH>(fibre)
}

/// The first coordinate of a fibre that is walked where others may be absent. One whose coordinates do not increase does not
/// compile.
#[inline(always)]
pub fn cursor<F: Fibre>(fibre: F) -> F::Cursor {
    const {
        assert!(
            F::MERGES,
            "stored tensors that are added are walked side by side, and have to be in order: convert them, as by `to::<Csr>()`"
        );
    }
    fibre.cursor()
}

/// The less of two coordinates. A full fibre is nowhere behind another.
#[inline(always)]
pub fn earlier<A: Fibre, B: Fibre>(_: A, a: usize, _: B, b: usize) -> usize {
    if A::FULL {
        a
    } else if B::FULL {
        b
    } else {
        a.min(b)
    }
}

/// Whether a fibre is at the least of several coordinates.
#[inline(always)]
pub fn stands<F: Fibre>(_: F, at: usize, least: usize) -> bool {
    F::FULL || at == least
}
