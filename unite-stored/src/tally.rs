//! What a statement will append, counted: how many coordinates each level has, so that it gets just the memory that it takes.

use std::ops::Add;

use crate::fibre::Fibre;
use crate::level::Properties;
use crate::merge::{self, Coordinates, Intersection, Union};
use crate::workspace::Workspace;

/// How many coordinates there are by level, outermost first, of what is told in the order in which it is appended.
#[derive(Clone, Copy, Debug)]
pub struct Tally<const N: usize> {
    /// Coordinates that have something below, of all parents together.
    counts: [usize; N],
    /// The outermost level of which a coordinate was opened, and nothing was told below it yet.
    opened: usize,
    /// Not fewer than an append of rows wants, which asks for room for what may come.
    room: usize,
}

/// What a level has memory for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Positions of the level above.
    pub parents: usize,
    /// Positions of this one. More of them at the end of the last level, if an append asks for them, are given back.
    pub positions: usize,
}

impl<const N: usize> Tally<N> {
    /// Of nothing.
    pub(crate) fn new() -> Self {
        Tally { counts: [0; N], opened: 0, room: 0 }
    }

    /// How many elements there are.
    pub fn entries(&self) -> usize {
        self.counts[N - 1]
    }

    /// What levels with these properties, of these extents, have memory for.
    pub fn rooms(&self, extents: [usize; N], levels: &[Properties; N]) -> [Room; N] {
        let mut parents = 1;
        std::array::from_fn(|level| {
            let positions = match levels[level] {
                Properties { full: true, .. } => usize::saturating_mul(parents, extents[level]),
                Properties { unique: false, .. } => self.entries(),
                _ => self.counts[level],
            };
            let is_asked = level + 1 == N && !levels[level].full;
            let here =
                Room { parents, positions: if is_asked { positions.max(self.room) } else { positions } };
            parents = positions;
            here
        })
    }

    /// A coordinate of a level begins.
    #[inline(always)]
    pub fn open(&mut self, level: usize) {
        self.opened = self.opened.min(level);
    }

    /// So many elements of a row, for which so much room is asked.
    #[inline(always)]
    fn more(&mut self, count: usize, asked: usize) {
        self.room = self.room.max(self.entries().saturating_add(asked));
        if count > 0 {
            for level in self.opened..N - 1 {
                self.counts[level] += 1;
            }
            self.opened = N - 1;
            self.counts[N - 1] += count;
        }
    }

    /// One element.
    #[inline(always)]
    pub fn one(&mut self) {
        self.more(1, 1);
    }

    /// An element for each coordinate of a fibre.
    #[inline(always)]
    pub fn each<A: Fibre>(&mut self, a: A) {
        self.more(Coordinates::<A, true>::new(a).count(), a.room());
    }

    /// One for each that two fibres both have.
    #[inline(always)]
    pub fn both<A: Fibre, B: Fibre>(&mut self, a: A, b: B) {
        let mut count = 0;
        merge::both(Intersection::<A, B, true>::new(a, b), |_, _, _| (), |_, ()| count += 1);
        self.more(count, a.room().min(b.room()));
    }

    /// One for each that one of two fibres has.
    #[inline(always)]
    pub fn any<A: Fibre, B: Fibre>(&mut self, a: A, b: B) {
        let mut count = 0;
        merge::any(Union::new(a, b), |_, _, _| (), |_, _| (), |_, _| (), |_, ()| count += 1);
        self.more(count, a.room().saturating_add(b.room()));
    }

    /// One for each sum of a row, which is none after that.
    #[inline(always)]
    pub fn row(&mut self, sums: &mut Workspace<Mark>) {
        let (room, mut count) = (sums.room(), 0);
        sums.take_each(|_, _| count += 1);
        self.more(count, room);
    }
}

/// That there is a term: a sum of which nothing else matters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark;

impl Add for Mark {
    type Output = Mark;

    #[inline(always)]
    fn add(self, _: Mark) -> Mark {
        Mark
    }
}
