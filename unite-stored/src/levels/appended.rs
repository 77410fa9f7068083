//! Compressed levels to which coordinates are appended.

use std::hint::black_box;
use std::mem;
use std::ops::Add;
use std::sync::atomic::{Ordering, compiler_fence};

use crate::assembly::{
    Append, Assembly, Element, Elements, Leaf, LevelAssembly, in_order, made_for, wide_enough,
};
use crate::coordinate::Coordinate;
use crate::error::Fault;
use crate::fibre::Fibre;
use crate::growing::Growing;
use crate::merge::{self, Coordinates, Intersection, Union};
use crate::tally::Room;
use crate::workspace::Workspace;

use super::compressed::{Compressed, CompressedArrays};
use super::positions::check_ends;

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
    fn new(memory: CompressedArrays<I>, extent: usize, room: Room, is_counted: bool, below: B) -> Self {
        wide_enough::<I>(extent);
        let zero = I::wrapped(0);
        let mut positions = Growing::within(memory.positions, room.parents.saturating_add(1));
        positions.push(zero);
        let coordinates = Growing::within(memory.coordinates, room.positions);
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
    fn append_some<A: Fibre>(&mut self, a: A, take: impl FnMut(usize, A::Below) -> Option<T>) {
        let (extent, room) = (a.extent(), a.room());
        let each = Coordinates::<A, true>::new(a);
        let mut run = self.run(extent, room);
        // SAFETY: see above; not more is made of coordinates than there are.
        unsafe {
            merge::each(each, take, |coordinate, element| {
                if let Some(element) = element {
                    run.put(coordinate, element);
                }
            });
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
        Self::assemble_within(CompressedArrays::NONE, extent, room, below)
    }

    fn emptied(arrays: &mut CompressedArrays<I>, parents: usize) -> Option<(CompressedArrays<I>, usize)> {
        let none = CompressedArrays { positions: vec![I::wrapped(0); parents + 1], coordinates: Vec::new() };
        Some((mem::replace(arrays, none), 0))
    }

    fn assemble_within<B: Assembly>(
        memory: CompressedArrays<I>,
        extent: usize,
        room: usize,
        below: B,
    ) -> CompressedAssembly<I, B, UNIQUE> {
        CompressedAssembly::new(memory, extent, Room { parents: 0, positions: room }, false, below)
    }

    fn assemble_counted<B: Assembly>(
        extent: usize,
        room: Room,
        below: B,
    ) -> CompressedAssembly<I, B, UNIQUE> {
        CompressedAssembly::new(CompressedArrays::NONE, extent, room, true, below)
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
