//! A loop of a nest.

use crate::ir::{Id, Index, Op};

/// A loop of a nest; a nest has them outermost first.
#[derive(Clone)]
pub struct Level {
    /// Its variable.
    pub var: Id,
    /// Its first point.
    pub start: Index,
    /// One past its last point.
    pub end: Index,
    /// What is known to divide the number of its points.
    pub multiple: i64,
    /// All points, from the first to before the last one, where these are the middle of them, and those before and after may need a
    /// rule.
    pub whole: Option<[Index; 2]>,
}

impl Level {
    /// A loop from one index to before another one.
    pub fn new(var: Id, start: Index, end: Index) -> Self {
        Level { var, start, end, multiple: 1, whole: None }
    }

    /// Leaves those points of the loop that are from an index to before another one.
    pub fn narrow(&mut self, begin: Index, past: Index) {
        self.whole = Some([self.start.clone(), self.end.clone()]);
        self.end = Index::op(Op::Max, vec![past, begin.clone()]);
        self.start = begin;
    }

    /// How many points there are, if that is a constant.
    pub fn points(&self) -> Option<i64> {
        self.end.clone().plus(&self.start, -1).as_constant()
    }

    /// How many points a row has, those around the middle with them.
    pub fn length(&self) -> Index {
        let [start, end] = self.whole.as_ref().map_or([&self.start, &self.end], |[start, end]| [start, end]);
        end.clone().plus(start, -1)
    }

    /// Whether the points are groups of so many.
    pub fn is_multiple_of(&self, of: i64) -> bool {
        self.points().unwrap_or(self.multiple) % of == 0
    }
}
