//! Every coordinate has a position.

use std::mem;
use std::ops::Add;

use crate::assembly::{
    Append, Assembly, Element, Elements, Leaf, LevelAssembly, in_order, made_for, rows_of_any, rows_of_both,
};
use crate::error::Fault;
use crate::fibre::Fibre;
use crate::level::{Insert, Level, LevelFormat};
use crate::pack::{Fibres, Packed};
use crate::workspace::Workspace;

/// Every coordinate below the extent is stored, for each parent. There are no arrays.
#[derive(Clone, Copy, Debug)]
pub struct Dense;

/// A level of [`Dense`].
#[derive(Clone, Copy, Debug)]
pub struct DenseLevel {
    extent: usize,
}

impl Dense {
    /// The level of coordinates less than this.
    #[inline(always)]
    pub(crate) fn of(extent: usize) -> DenseLevel {
        DenseLevel { extent }
    }
}

// SAFETY: counters are coordinates, from 0 to the extent; positions are less than the parents times the extent, which is the size
// that `check` answers.
unsafe impl Level for DenseLevel {
    const FULL: bool = true;
    const LOCATE: bool = true;

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
        self.extent
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        at
    }

    #[inline(always)]
    unsafe fn position(self, parent: usize, at: usize) -> usize {
        parent * self.extent + at
    }

    #[inline(always)]
    unsafe fn locate(self, parent: usize, coord: usize) -> usize {
        parent * self.extent + coord
    }

    #[inline(always)]
    unsafe fn seek(self, _: usize, coord: usize) -> usize {
        coord
    }
}

// SAFETY: there is nothing to check but that positions are numbers; see the level.
unsafe impl LevelFormat for Dense {
    type Arrays = ();
    type Level<'a> = DenseLevel;
    const NAME: &'static str = "Dense";
    const PADDED: bool = true;
    const INSERTS: bool = true;

    #[inline(always)]
    fn level(_: &(), extent: usize) -> DenseLevel {
        DenseLevel { extent }
    }

    fn check(_: &(), extent: usize, parents: usize) -> Result<usize, Fault> {
        parents.checked_mul(extent).ok_or(Fault::TooLarge)
    }

    fn drawn(_: &()) -> Vec<(&'static str, Vec<String>)> {
        Vec::new()
    }

    fn pack(fibres: &Fibres<'_>) -> Result<((), Packed), Fault> {
        let mut slots = fibres.slots(fibres.extent)?;
        for (parent, entries) in fibres.parents.iter().enumerate() {
            for (coordinate, segment) in fibres.segments(entries.clone()) {
                slots[parent * fibres.extent + coordinate] = segment;
            }
        }
        Ok(((), slots))
    }

    fn vacant(extent: usize, parents: usize, _: usize) -> Result<((), usize), Fault> {
        Ok(((), Self::check(&(), extent, parents)?))
    }

    fn room(_: &()) -> usize {
        usize::MAX
    }

    #[inline(always)]
    unsafe fn insert(_: &mut (), extent: usize, parent: usize, coordinate: usize) -> Option<usize> {
        Some(parent * extent + coordinate)
    }
}

// SAFETY: it is what `check` answers.
unsafe impl Insert for Dense {
    fn size(_: &(), extent: usize, parents: usize) -> Result<usize, Fault> {
        Self::check(&(), extent, parents)
    }
}

/// A level of [`Dense`] on its way.
#[derive(Clone, Debug)]
pub struct DenseAssembly<B> {
    extent: usize,
    /// The first coordinate that has no position yet.
    next: usize,
    parents: usize,
    below: B,
}

impl<B: Assembly> Assembly for DenseAssembly<B> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.parents * self.extent + self.next
    }

    #[inline(always)]
    fn complete(&mut self) {
        while self.next < self.extent {
            self.below.skip();
            self.next += 1;
        }
        self.next = 0;
        self.parents += 1;
    }

    #[inline(always)]
    fn skip(&mut self) {
        self.complete();
    }
}

impl<B: Assembly> LevelAssembly for DenseAssembly<B> {
    type Below = B;

    #[inline(always)]
    fn open(&mut self, coordinate: usize) -> &mut B {
        in_order(coordinate, self.next, self.extent);
        while self.next < coordinate {
            self.below.skip();
            self.next += 1;
        }
        &mut self.below
    }

    #[inline(always)]
    fn close(&mut self) {
        if self.next < self.extent {
            self.below.complete();
            self.next += 1;
        }
    }

    #[inline(always)]
    fn append_rows_both<A1, A2, T>(
        &mut self,
        a: A1,
        b: A2,
        take: impl FnMut(usize, usize, Element<A1>, Element<A2>) -> T,
    ) where
        B: Leaf<Element = T>,
        A1: Fibre<Below: Fibre>,
        A2: Fibre<Below: Fibre>,
    {
        if A1::FULL && A2::FULL {
            self.all_rows(a.extent(), b.extent());
            self.below.append_all_both(a, b, take);
        } else {
            rows_of_both(self, a, b, take);
        }
    }

    #[inline(always)]
    fn append_rows_any<A1, A2, T>(
        &mut self,
        a: A1,
        b: A2,
        both: impl FnMut(usize, usize, Element<A1>, Element<A2>) -> T,
        first: impl FnMut(usize, usize, Element<A1>) -> T,
        second: impl FnMut(usize, usize, Element<A2>) -> T,
    ) where
        B: Leaf<Element = T>,
        A1: Fibre<Below: Fibre>,
        A2: Fibre<Below: Fibre>,
    {
        if A1::FULL && A2::FULL {
            self.all_rows(a.extent(), b.extent());
            self.below.append_all_any(a, b, both, first, second);
        } else {
            rows_of_any(self, a, b, both, first, second);
        }
    }
}

impl<B: Assembly> DenseAssembly<B> {
    /// So many coordinates have what lies below, from the first on.
    #[inline(always)]
    fn all_rows(&mut self, rows: usize, other: usize) {
        assert!(
            self.next == 0 && rows == other && rows <= self.extent,
            "what is appended is all of a parent"
        );
        self.next = rows;
    }
}

// SAFETY: merges call what they are given with coordinates of the fibres, and with what lies below them.
unsafe impl<T: Copy> Leaf for DenseAssembly<Elements<T>> {
    type Element = T;

    #[inline(always)]
    fn push(&mut self, coordinate: usize, element: T) {
        self.open(coordinate).push(element);
        self.close();
    }

    #[inline(always)]
    fn append_sums<S: Copy + Default + Add<Output = S>>(
        &mut self,
        sums: &mut Workspace<S>,
        mut take: impl FnMut(S) -> T,
    ) {
        let is_row = self.next == 0 && sums.extent() == self.extent;
        match if is_row { sums.all() } else { None } {
            // All of them are put down in one go.
            Some(row) => {
                self.below.extend(row.iter_mut().map(|sum| take(mem::take(sum))));
                self.next = self.extent;
            }
            None => sums.take_each(|coordinate, sum| self.push(coordinate, take(sum))),
        }
    }
}

// SAFETY: what `verify` answers is what `check` does.
unsafe impl Append for Dense {
    type Assembly<B: Assembly> = DenseAssembly<B>;

    #[inline(always)]
    fn assemble<B: Assembly>(extent: usize, _: usize, below: B) -> DenseAssembly<B> {
        DenseAssembly { extent, next: 0, parents: 0, below }
    }

    #[inline(always)]
    fn emptied((): &mut (), _: usize) -> Option<((), usize)> {
        Some(((), 0))
    }

    #[inline(always)]
    fn assemble_within<B: Assembly>((): (), extent: usize, room: usize, below: B) -> DenseAssembly<B> {
        Self::assemble(extent, room, below)
    }

    #[inline(always)]
    fn finish<B: Assembly>(assembly: DenseAssembly<B>, extent: usize) -> Result<((), B), Fault> {
        made_for(extent, assembly.extent)?;
        Ok(((), assembly.below))
    }
}
