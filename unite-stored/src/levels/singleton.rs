//! One coordinate for each parent.

use std::marker::PhantomData;
use std::mem;

use crate::assembly::{Append, Assembly, Elements, Leaf, LevelAssembly, in_order, made_for, wide_enough};
use crate::coordinate::{Coordinate, numbers};
use crate::error::Fault;
use crate::growing::Growing;
use crate::level::{Level, LevelFormat};
use crate::pack::{Fibres, Packed};

/// Each parent has one coordinate: the second and later axes of a list of entries. The array has the coordinates by parent.
#[derive(Clone, Copy, Debug)]
pub struct Singleton<I = u32>(PhantomData<I>);

/// A level of [`Singleton`].
#[derive(Clone, Copy, Debug)]
pub struct SingletonLevel<'a, I> {
    extent: usize,
    coordinates: &'a [I],
}

// SAFETY: `check` has found that there are as many coordinates as parents, each less than the extent; the only counter of a parent
// is its own position.
unsafe impl<I: Coordinate> Level for SingletonLevel<'_, I> {
    const BRANCHLESS: bool = true;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    unsafe fn coord(self, _: usize, at: usize) -> usize {
        // SAFETY: `at` is a parent, and there are as many coordinates.
        unsafe { self.coordinates.get_unchecked(at).index() }
    }
}

// SAFETY: `check` tests what the level relies on.
unsafe impl<I: Coordinate> LevelFormat for Singleton<I> {
    type Arrays = Vec<I>;
    type Level<'a> = SingletonLevel<'a, I>;
    const NAME: &'static str = "Singleton";

    #[inline(always)]
    fn level(coordinates: &Vec<I>, extent: usize) -> SingletonLevel<'_, I> {
        SingletonLevel { extent, coordinates }
    }

    fn check(coordinates: &Vec<I>, extent: usize, parents: usize) -> Result<usize, Fault> {
        if coordinates.len() != parents {
            return Err(Fault::CoordinateCount { expected: parents, found: coordinates.len() });
        }
        match coordinates.iter().position(|coordinate| coordinate.index() >= extent) {
            Some(at) => {
                let coordinate = coordinates[at].index();
                Err(Fault::Beyond { parent: at, position: at, coordinate, extent })
            }
            None => Ok(parents),
        }
    }

    fn drawn(coordinates: &Vec<I>) -> Vec<(&'static str, Vec<String>)> {
        vec![("crd", numbers(coordinates))]
    }

    fn pack(fibres: &Fibres<'_>) -> Result<(Vec<I>, Packed), Fault> {
        let mut coordinates = Vec::with_capacity(fibres.parents.len());
        for (parent, entries) in fibres.parents.iter().enumerate() {
            let Some(first) = entries.clone().next().filter(|_| entries.len() == 1) else {
                // The level above has a position for each entry, unless it is another than it should be.
                return Err(Fault::CoordinateCount { expected: parent + 1, found: parent + entries.len() });
            };
            let number = fibres.coordinates[first];
            coordinates.push(I::of(number).ok_or(Fault::Narrow { number })?);
        }
        Ok((coordinates, fibres.parents.to_vec()))
    }
}

/// A level of [`Singleton`] on its way.
#[derive(Clone, Debug)]
pub struct SingletonAssembly<I, B> {
    extent: usize,
    coordinates: Growing<I>,
    /// The coordinate that was begun.
    opened: I,
    /// How much lay below before it.
    before: usize,
    below: B,
}

impl<I: Coordinate, B: Assembly> Assembly for SingletonAssembly<I, B> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.coordinates.len()
    }

    #[inline(always)]
    fn complete(&mut self) {}

    #[inline(always)]
    fn skip(&mut self) {}
}

impl<I: Coordinate, B: Assembly> LevelAssembly for SingletonAssembly<I, B> {
    type Below = B;

    #[inline(always)]
    fn open(&mut self, coordinate: usize) -> &mut B {
        in_order(coordinate, 0, self.extent);
        self.opened = I::wrapped(coordinate);
        self.before = self.below.count();
        &mut self.below
    }

    #[inline(always)]
    fn close(&mut self) {
        // A parent for each entry below.
        let count = self.below.count();
        let more = count.saturating_sub(self.before);
        self.before = count;
        (0..more).for_each(|_| self.coordinates.push(self.opened));
    }
}

// SAFETY: merges call what they are given with coordinates of the fibres, and with what lies below them.
unsafe impl<I: Coordinate, T: Copy> Leaf for SingletonAssembly<I, Elements<T>> {
    type Element = T;

    #[inline(always)]
    fn push(&mut self, coordinate: usize, element: T) {
        in_order(coordinate, 0, self.extent);
        self.coordinates.push(I::wrapped(coordinate));
        self.below.push(element);
    }
}

// SAFETY: what `verify` answers is what `check` does.
unsafe impl<I: Coordinate> Append for Singleton<I> {
    type Assembly<B: Assembly> = SingletonAssembly<I, B>;

    fn assemble<B: Assembly>(extent: usize, room: usize, below: B) -> SingletonAssembly<I, B> {
        Self::assemble_within(Vec::new(), extent, room, below)
    }

    fn emptied(arrays: &mut Vec<I>, parents: usize) -> Option<(Vec<I>, usize)> {
        // Each parent has a coordinate.
        (parents == 0).then(|| (mem::take(arrays), 0))
    }

    fn assemble_within<B: Assembly>(
        memory: Vec<I>,
        extent: usize,
        room: usize,
        below: B,
    ) -> SingletonAssembly<I, B> {
        wide_enough::<I>(extent);
        SingletonAssembly {
            extent,
            coordinates: Growing::within(memory, room),
            opened: I::wrapped(0),
            before: 0,
            below,
        }
    }

    fn finish<B: Assembly>(assembly: SingletonAssembly<I, B>, extent: usize) -> Result<(Vec<I>, B), Fault> {
        made_for(extent, assembly.extent)?;
        Ok((assembly.coordinates.into_vec(), assembly.below))
    }
}
