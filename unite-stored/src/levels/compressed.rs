//! The coordinates of each parent, side by side.

use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::Add;
use std::sync::atomic::{Ordering, compiler_fence};

use crate::assembly::{
    Append, Assembly, Element, Elements, Leaf, LevelAssembly, in_order, made_for, wide_enough,
};
use crate::coordinate::{Coordinate, numbers};
use crate::error::Fault;
use crate::fibre::Fibre;
use crate::growing::Growing;
use crate::level::{Level, LevelFormat};
use crate::merge::{self, Coordinates, Intersection, Union};
use crate::pack::{Fibres, Packed};
use crate::tally::Room;
use crate::workspace::Workspace;

use super::positions::{check, check_ends};

/// For each parent a segment of an array of coordinates, which increase. With `UNIQUE` of `false` a coordinate may stand several
/// times, once for each entry below it, as in the first level of a list of entries.
#[derive(Clone, Copy, Debug)]
pub struct Compressed<I = u32, const UNIQUE: bool = true>(PhantomData<I>);

/// The arrays of [`Compressed`]: `pos` and `crd` in the words of taco.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompressedArrays<I> {
    /// The coordinates of parent `p` are those from `positions[p]` until `positions[p + 1]`.
    pub positions: Vec<I>,
    /// The coordinates of all parents.
    pub coordinates: Vec<I>,
}

/// A level of [`Compressed`].
#[derive(Clone, Copy, Debug)]
pub struct CompressedLevel<'a, I, const UNIQUE: bool> {
    extent: usize,
    positions: &'a [I],
    coordinates: &'a [I],
}

impl<'a, I: Coordinate, const UNIQUE: bool> CompressedLevel<'a, I, UNIQUE> {
    /// A level over arrays of somebody else, checked as [`CompressedArrays`] are, and how many positions it has.
    pub(crate) fn lent(
        positions: &'a [I],
        coordinates: &'a [I],
        extent: usize,
        parents: usize,
    ) -> Result<(Self, usize), Fault> {
        let count = check::<I, UNIQUE>(positions, coordinates, extent, parents)?;
        Ok((CompressedLevel { extent, positions, coordinates }, count))
    }
}

// SAFETY: `check` has found that positions begin at 0, do not decrease and end at the number of coordinates, one more of them than
// parents; and that coordinates are less than the extent and in order.
unsafe impl<I: Coordinate, const UNIQUE: bool> Level for CompressedLevel<'_, I, UNIQUE> {
    const UNIQUE: bool = UNIQUE;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn begin(self, parent: usize) -> usize {
        // SAFETY: there are more positions than parents.
        unsafe { self.positions.get_unchecked(parent).index() }
    }

    #[inline(always)]
    unsafe fn end(self, parent: usize) -> usize {
        // SAFETY: there is one position more than parents.
        unsafe { self.positions.get_unchecked(parent + 1).index() }
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        // SAFETY: a counter before the end of a parent is before the last position, the number of coordinates.
        unsafe { self.coordinates.get_unchecked(at).index() }
    }

    #[inline(always)]
    unsafe fn coord_from(self, _: usize, end: usize, by: isize) -> usize {
        // SAFETY: the end is not greater than the number of coordinates, and counters before it are indices of them.
        unsafe { (*self.coordinates.as_ptr().add(end).offset(by)).index() }
    }

    #[inline(always)]
    unsafe fn position_from(self, _: usize, end: usize, by: isize) -> (usize, isize) {
        (end, by)
    }

    #[inline(always)]
    unsafe fn together(self, first: usize, last: usize) -> Option<usize> {
        // SAFETY: `first` and `last` are parents, and where one ends the next begins.
        unsafe { Some(self.end(last) - self.begin(first)) }
    }

    #[inline(always)]
    unsafe fn seek(self, parent: usize, coord: usize) -> usize {
        // SAFETY: the counters of a parent are indices of coordinates, and do not decrease.
        unsafe {
            let (begin, end) = (self.begin(parent), self.end(parent));
            // What no coordinate can be is behind all.
            let Some(coord) = I::of(coord) else { return end };
            begin + self.coordinates.get_unchecked(begin..end).partition_point(|c| *c < coord)
        }
    }
}

// SAFETY: `check` tests what the level relies on.
unsafe impl<I: Coordinate, const UNIQUE: bool> LevelFormat for Compressed<I, UNIQUE> {
    type Arrays = CompressedArrays<I>;
    type Level<'a> = CompressedLevel<'a, I, UNIQUE>;
    const NAME: &'static str = "Compressed";

    #[inline(always)]
    fn level(arrays: &CompressedArrays<I>, extent: usize) -> CompressedLevel<'_, I, UNIQUE> {
        CompressedLevel { extent, positions: &arrays.positions, coordinates: &arrays.coordinates }
    }

    fn check(arrays: &CompressedArrays<I>, extent: usize, parents: usize) -> Result<usize, Fault> {
        check::<I, UNIQUE>(&arrays.positions, &arrays.coordinates, extent, parents)
    }

    fn drawn(arrays: &CompressedArrays<I>) -> Vec<(&'static str, Vec<String>)> {
        vec![("pos", numbers(&arrays.positions)), ("crd", numbers(&arrays.coordinates))]
    }

    fn pack(fibres: &Fibres<'_>) -> Result<(CompressedArrays<I>, Packed), Fault> {
        let narrow = |number| I::of(number).ok_or(Fault::Narrow { number });
        let (mut positions, mut coordinates) = (vec![narrow(0)?], Vec::new());
        let mut packed = Vec::new();
        for entries in fibres.parents {
            for (coordinate, segment) in fibres.segments(entries.clone()) {
                let stored = narrow(coordinate)?;
                if UNIQUE {
                    coordinates.push(stored);
                    packed.push(segment);
                } else {
                    coordinates.extend(segment.clone().map(|_| stored));
                    packed.extend(segment.map(|entry| entry..entry + 1));
                }
            }
            positions.push(narrow(coordinates.len())?);
        }
        Ok((CompressedArrays { positions, coordinates }, packed))
    }
}

/// A level of [`Compressed`] on its way: the coordinates of each parent are in order, and less than the extent.
#[derive(Clone, Debug)]
pub struct CompressedAssembly<I, B, const UNIQUE: bool> {
    extent: usize,
    positions: Growing<I>,
    coordinates: Growing<I>,
    /// How many coordinates there were before the parent.
    begun: usize,
    /// Coordinates that are less than this do not follow below it.
    next: usize,
    /// The coordinate that was begun.
    opened: I,
    /// How much lay below before it. What no coordinate was begun for belongs to none.
    before: usize,
    /// Whether coordinates were counted before.
    is_counted: bool,
    below: B,
}

impl<I: Coordinate, B: Assembly, const UNIQUE: bool> CompressedAssembly<I, B, UNIQUE> {
    fn new(extent: usize, room: Room, is_counted: bool, below: B) -> Self {
        wide_enough::<I>(extent);
        let zero = I::wrapped(0);
        let mut positions = Growing::with_room(room.parents.saturating_add(1));
        positions.push(zero);
        let coordinates = Growing::with_room(room.positions);
        CompressedAssembly {
            extent,
            positions,
            coordinates,
            begun: 0,
            next: 0,
            opened: zero,
            before: 0,
            is_counted,
            below,
        }
    }
}

impl<I: Coordinate, B: Assembly, const UNIQUE: bool> Assembly for CompressedAssembly<I, B, UNIQUE> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.coordinates.len()
    }

    #[inline(always)]
    fn complete(&mut self) {
        // One that does not fit is found when positions are verified.
        self.begun = self.coordinates.len();
        self.positions.push(I::wrapped(self.begun));
        self.next = 0;
        self.before = self.below.count();
    }

    #[inline(always)]
    fn skip(&mut self) {
        self.complete();
    }

    #[inline(always)]
    fn leave_out(&mut self) {
        if self.coordinates.len() == self.begun {
            self.next = 0;
            self.before = self.below.count();
        }
    }
}

impl<I: Coordinate, B: Assembly, const UNIQUE: bool> LevelAssembly for CompressedAssembly<I, B, UNIQUE> {
    type Below = B;

    #[inline(always)]
    fn open(&mut self, coordinate: usize) -> &mut B {
        in_order(coordinate, self.next, self.extent);
        self.next = coordinate + 1;
        self.opened = I::wrapped(coordinate);
        self.before = self.below.count();
        &mut self.below
    }

    #[inline(always)]
    fn close(&mut self) {
        let more = self.below.count().saturating_sub(self.before);
        if more == 0 {
            self.below.leave_out();
        } else if UNIQUE {
            self.coordinates.push(self.opened);
            self.below.complete();
        } else {
            (0..more).for_each(|_| self.coordinates.push(self.opened));
        }
        self.before = self.below.count();
    }
}

/// Rows that are appended one after another: where they go is not looked for again.
struct Rows<I, T> {
    run: Run<I, T>,
    /// How many elements there is room for where the run began.
    room: usize,
    /// Whether that is known to be enough for all rows.
    is_enough: bool,
    /// How many coordinates there were before it.
    before: usize,
    /// Where the positions go, so many as there are rows, and how many are there.
    positions: *mut I,
    rows: usize,
    count: usize,
    /// Coordinates are less than this.
    extent: usize,
}

impl<I: Coordinate, T: Copy> Rows<I, T> {
    /// Room for so many rows, and for so many elements of all of them, if that is known.
    ///
    /// # Panics
    /// If something was put below a parent that is not complete.
    #[inline(always)]
    fn new<const UNIQUE: bool>(
        level: &mut CompressedAssembly<I, Elements<T>, UNIQUE>,
        rows: usize,
        all: Option<usize>,
    ) -> Self {
        assert!(level.next == 0, "what is appended is all of a parent of this level");
        level.positions.make_room(rows);
        if let Some(all) = all {
            level.make_room(all);
        }
        let positions = level.positions.end();
        let (run, room) = level.place();
        let (before, extent) = (level.coordinates.len(), level.extent);
        Rows { run, room, is_enough: all.is_some(), before, positions, rows, count: 0, extent }
    }

    /// Room for so many elements of a row, whose coordinates are less than `extent`.
    #[inline(always)]
    fn begin<const UNIQUE: bool>(
        &mut self,
        level: &mut CompressedAssembly<I, Elements<T>, UNIQUE>,
        extent: usize,
        most: usize,
    ) {
        assert!(
            extent <= self.extent && self.count < self.rows,
            "what is appended is all of a parent of this level"
        );
        if !self.is_enough && self.room - self.run.count < most {
            // SAFETY: so many were written, where there was room.
            unsafe { level.written(self.run.count) }
            level.grow(most);
            (self.run, self.room) = level.place();
            self.before = level.coordinates.len();
        }
    }

    /// Ends a row.
    #[inline(always)]
    fn end(&mut self) {
        // SAFETY: `begin` has seen to it that there are fewer rows than there is room for.
        unsafe { self.positions.add(self.count).write(I::wrapped(self.before + self.run.count)) }
        self.count += 1;
    }

    /// Ends them all. Rows that did not come have no elements.
    #[inline(always)]
    fn finish<const UNIQUE: bool>(self, level: &mut CompressedAssembly<I, Elements<T>, UNIQUE>) {
        // SAFETY: so many were written, where there was room.
        unsafe {
            level.written(self.run.count);
            level.positions.extend_by(self.count);
        }
        level.begun = level.coordinates.len();
        level.before = level.below.count();
        for _ in self.count..self.rows {
            level.complete();
        }
    }
}

/// Where elements of one parent go, one behind another.
struct Run<I, T> {
    coordinates: *mut I,
    elements: *mut T,
    count: usize,
}

impl<I: Coordinate, T: Copy> Run<I, T> {
    /// Puts an element behind the last.
    ///
    /// # Safety
    /// There is room for it.
    #[inline(always)]
    unsafe fn put(&mut self, coordinate: usize, element: T) {
        // SAFETY: there is room, so the caller says.
        unsafe {
            self.coordinates.add(self.count).write(I::wrapped(coordinate));
            self.elements.add(self.count).write(element);
        }
        self.count += 1;
    }
}

impl<I: Coordinate, T: Copy, const UNIQUE: bool> CompressedAssembly<I, Elements<T>, UNIQUE> {
    /// Room for what is put below one parent, whose coordinates are less than `extent`.
    ///
    /// # Panics
    /// If something is there already, or coordinates may be too large.
    #[inline(always)]
    fn run(&mut self, extent: usize, most: usize) -> Run<I, T> {
        assert!(self.next == 0 && extent <= self.extent, "what is appended is all of a parent of this level");
        // What is kept of the level between rows stays in memory, as `grow` shows it to others: registers are for what a row reads.
        compiler_fence(Ordering::SeqCst);
        self.make_room(most);
        let (coordinates, elements) = (self.coordinates.end(), self.below.array().end());
        Run { coordinates, elements, count: 0 }
    }

    /// Where elements go, and how many there is room for.
    #[inline(always)]
    fn place(&mut self) -> (Run<I, T>, usize) {
        let room = self.coordinates.left().min(self.below.array().left());
        (Run { coordinates: self.coordinates.end(), elements: self.below.array().end(), count: 0 }, room)
    }

    /// So many elements were written.
    ///
    /// # Safety
    /// They were, from where [`place`](Self::place) said, and there was room.
    #[inline(always)]
    unsafe fn written(&mut self, count: usize) {
        // SAFETY: so the caller says.
        unsafe {
            self.coordinates.extend_by(count);
            self.below.array().extend_by(count);
        }
    }

    /// Sees to it that there is room for so many elements.
    #[inline(always)]
    fn make_room(&mut self, most: usize) {
        if self.coordinates.left() < most || self.below.array().left() < most {
            self.grow(most);
        }
    }

    /// Room for so many elements.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, most: usize) {
        let this = black_box(self);
        this.coordinates.make_room(most);
        this.below.array().make_room(most);
    }

    /// Ends it.
    ///
    /// # Safety
    /// It is the last of [`run`](Self::run), was given coordinates that increase and are less than the extent, and not more of them
    /// than there was room for.
    #[inline(always)]
    unsafe fn end(&mut self, run: Run<I, T>) {
        // SAFETY: so many were written, where there was room.
        unsafe {
            self.coordinates.extend_by(run.count);
            self.below.array().extend_by(run.count);
        }
        self.next = self.extent;
    }
}

// Fibres that merge have increasing coordinates, less than their extent, by the promise of their levels; walks side by side put each
// coordinate once, and `room` is not less than how many a fibre has.
// SAFETY: merges call what they are given with coordinates of the fibres, and with what lies below them.
unsafe impl<I: Coordinate, T: Copy, const UNIQUE: bool> Leaf for CompressedAssembly<I, Elements<T>, UNIQUE> {
    type Element = T;

    #[inline(always)]
    fn push(&mut self, coordinate: usize, element: T) {
        in_order(coordinate, self.next, self.extent);
        self.next = coordinate + 1;
        self.coordinates.push(I::wrapped(coordinate));
        self.below.push(element);
    }

    #[inline(always)]
    fn append_each<A: Fibre>(&mut self, a: A, take: impl FnMut(usize, A::Below) -> T) {
        let (extent, room) = (a.extent(), a.room());
        let each = Coordinates::<A, true>::new(a);
        let mut run = self.run(extent, room);
        // SAFETY: see above.
        unsafe {
            merge::each(each, take, |coordinate, element| run.put(coordinate, element));
            self.end(run);
        }
    }

    #[inline(always)]
    fn append_both<A: Fibre, B: Fibre>(
        &mut self,
        a: A,
        b: B,
        take: impl FnMut(usize, A::Below, B::Below) -> T,
    ) {
        let (extent, room) = (a.extent().min(b.extent()), a.room().min(b.room()));
        let both = Intersection::<A, B, true>::new(a, b);
        let mut run = self.run(extent, room);
        // SAFETY: see above; what both have is not more than one has.
        unsafe {
            merge::both(both, take, |coordinate, element| run.put(coordinate, element));
            self.end(run);
        }
    }

    #[inline(always)]
    fn append_any<A: Fibre, B: Fibre>(
        &mut self,
        a: A,
        b: B,
        both: impl FnMut(usize, A::Below, B::Below) -> T,
        first: impl FnMut(usize, A::Below) -> T,
        second: impl FnMut(usize, B::Below) -> T,
    ) {
        let (extent, room) = (a.extent().max(b.extent()), a.room().saturating_add(b.room()));
        let any = Union::new(a, b);
        // The columns of both need nearly all registers: what is appended to is looked for in memory.
        let this = black_box(self);
        let mut run = this.run(extent, room);
        // SAFETY: see above; what one of them has is not more than both have.
        unsafe {
            merge::any(any, both, first, second, |coordinate, element| run.put(coordinate, element));
            this.end(run);
        }
    }

    #[inline(always)]
    fn append_all_both<A, B>(
        &mut self,
        a: A,
        b: B,
        mut take: impl FnMut(usize, usize, Element<A>, Element<B>) -> T,
    ) where
        A: Fibre<Below: Fibre>,
        B: Fibre<Below: Fibre>,
    {
        let all = match (a.room_below(), b.room_below()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (one, other) => one.or(other),
        };
        let mut rows = Rows::new(self, a.extent(), all);
        for ((row, a), (_, b)) in a.walk().zip(b.walk()) {
            rows.begin(self, a.extent().min(b.extent()), a.room().min(b.room()));
            let both = Intersection::<A::Below, B::Below, true>::new(a, b);
            // SAFETY: there is room for what both have, which is not more than one has.
            merge::both(
                both,
                |at, x, y| take(row, at, x, y),
                |at, element| unsafe { rows.run.put(at, element) },
            );
            rows.end();
        }
        rows.finish(self);
    }

    #[inline(always)]
    fn append_all_any<A, B>(
        &mut self,
        a: A,
        b: B,
        mut both: impl FnMut(usize, usize, Element<A>, Element<B>) -> T,
        mut first: impl FnMut(usize, usize, Element<A>) -> T,
        mut second: impl FnMut(usize, usize, Element<B>) -> T,
    ) where
        A: Fibre<Below: Fibre>,
        B: Fibre<Below: Fibre>,
    {
        let all = a.room_below().zip(b.room_below()).map(|(a, b)| a.saturating_add(b));
        let mut rows = Rows::new(self, a.extent(), all);
        for ((row, a), (_, b)) in a.walk().zip(b.walk()) {
            rows.begin(self, a.extent().max(b.extent()), a.room().saturating_add(b.room()));
            merge::any(
                Union::new(a, b),
                |at, x, y| both(row, at, x, y),
                |at, x| first(row, at, x),
                |at, y| second(row, at, y),
                // SAFETY: there is room for what one of them has, which is not more than both have.
                |at, element| unsafe { rows.run.put(at, element) },
            );
            rows.end();
        }
        rows.finish(self);
    }

    #[inline(always)]
    fn append_sums<S: Copy + Default + Add<Output = S>>(
        &mut self,
        sums: &mut Workspace<S>,
        mut take: impl FnMut(S) -> T,
    ) {
        let mut run = self.run(sums.extent(), sums.room());
        // SAFETY: sums are taken out in the order of their coordinates, each once, less than their extent, and not more than `room`.
        unsafe {
            sums.take_each(|coordinate, sum| run.put(coordinate, take(sum)));
            self.end(run);
        }
    }
}

// SAFETY: coordinates of an assembly are in order and less than its extent, which is the one that it is finished for, between
// positions that do not decrease, each how many coordinates there were. So the last is the largest: if it is their number as it stands in
// the array, then all stand there as they are.
unsafe impl<I: Coordinate, const UNIQUE: bool> Append for Compressed<I, UNIQUE> {
    type Assembly<B: Assembly> = CompressedAssembly<I, B, UNIQUE>;

    fn assemble<B: Assembly>(extent: usize, room: usize, below: B) -> CompressedAssembly<I, B, UNIQUE> {
        CompressedAssembly::new(extent, Room { parents: 0, positions: room }, false, below)
    }

    fn assemble_counted<B: Assembly>(
        extent: usize,
        room: Room,
        below: B,
    ) -> CompressedAssembly<I, B, UNIQUE> {
        CompressedAssembly::new(extent, room, true, below)
    }

    fn finish<B: Assembly>(
        assembly: CompressedAssembly<I, B, UNIQUE>,
        extent: usize,
    ) -> Result<(CompressedArrays<I>, B), Fault> {
        made_for(extent, assembly.extent)?;
        let CompressedAssembly { positions, coordinates, below, is_counted, .. } = assembly;
        let (positions, coordinates) = match is_counted {
            true => (positions.into_exact_vec(), coordinates.into_exact_vec()),
            false => (positions.into_vec(), coordinates.into_vec()),
        };
        Ok((CompressedArrays { positions, coordinates }, below))
    }

    fn verify(arrays: &CompressedArrays<I>, _: usize, parents: usize) -> Result<usize, Fault> {
        check_ends(&arrays.positions, &arrays.coordinates, parents)
    }
}
