//! Index maps along one axis: compositions of floors of affine functions.

use alloc::vec::Vec;

use super::ViewError;
use crate::geometry::LIMIT;

/// `x -> floor((a x + b) / d)`, with `a >= 0` and `d >= 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Floor {
    pub a: isize,
    pub b: isize,
    pub d: isize,
}

impl Floor {
    pub const IDENTITY: Floor = Floor { a: 1, b: 0, d: 1 };

    /// From a child to its parent: `floor(c x / r) + o`.
    pub fn up(coarsening: isize, refinement: isize, origin: isize) -> Result<Floor, ViewError> {
        Floor::new(coarsening, origin.checked_mul(refinement), refinement)
    }

    /// From a parent to its child: `floor(r (x - o) / c)`.
    pub fn down(coarsening: isize, refinement: isize, origin: isize) -> Result<Floor, ViewError> {
        Floor::new(refinement, origin.checked_neg().and_then(|o| o.checked_mul(refinement)), coarsening)
    }

    fn new(
        a: impl Into<Option<isize>>,
        b: impl Into<Option<isize>>,
        d: impl Into<Option<isize>>,
    ) -> Result<Floor, ViewError> {
        match (a.into(), b.into(), d.into()) {
            (Some(a), Some(b), Some(d)) if a <= LIMIT && b.unsigned_abs() <= LIMIT as usize && d <= LIMIT => {
                let g = gcd(gcd(a, b), d);
                Ok(Floor { a: a / g, b: b / g, d: d / g })
            }
            _ => Err(ViewError::Coordinate),
        }
    }

    pub fn at(self, x: isize) -> isize {
        // Saturated coordinates lie outside every block.
        self.a.saturating_mul(x).saturating_add(self.b).div_euclid(self.d)
    }

    /// The first and the last of the points that an interval of points leads to. A factor of `a` makes `a` points of
    /// each, of which `d` neighbours are one.
    pub fn interval(self, first: isize, last: isize) -> (isize, isize) {
        let spread = self.a.max(1) - 1;
        let end = self.a.saturating_mul(last).saturating_add(self.b).saturating_add(spread);
        (self.at(first), end.div_euclid(self.d))
    }

    /// `self` after `inner`, where that is one floor again and covers the same intervals of points.
    fn after(self, inner: Floor) -> Result<Option<Floor>, ViewError> {
        let (o, i) = (self, inner);
        if i.d == 1 {
            let b = o.a.checked_mul(i.b).and_then(|b| b.checked_add(o.b));
            Floor::new(o.a.checked_mul(i.a), b, o.d).map(Some)
        } else if o.a == 1 {
            let b = o.b.checked_mul(i.d).and_then(|b| b.checked_add(i.b));
            Floor::new(i.a, b, o.d.checked_mul(i.d)).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The simplest floor with the same values. It may stand for smaller intervals of points, so only what asks
    /// for the first point of each may use it.
    pub fn of_first_points(self) -> Floor {
        let g = gcd(self.a, self.d);
        Floor { a: self.a / g, b: self.b.div_euclid(g), d: self.d / g }
    }
}

fn gcd(mut a: isize, mut b: isize) -> isize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

/// How a coordinate follows from the index of one axis of a view, or from none: floors, one after the other. They
/// are collapsed only where the result stays exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AxisMap {
    /// The axis of the view; `None` for a constant, which is the value at 0.
    pub along: Option<usize>,
    /// How many coordinates follow the value of a constant: a slice of a coarse axis stands for several.
    more: isize,
    /// What is applied to the index.
    first: Floor,
    /// What is applied to the result, in order. Mostly empty, so it mostly costs no allocation.
    then: Vec<Floor>,
}

impl AxisMap {
    /// The index of an axis itself.
    pub const fn identity(along: Option<usize>) -> Self {
        AxisMap { along, more: 0, first: Floor::IDENTITY, then: Vec::new() }
    }

    /// The same coordinates, from the first to the last, whatever the index.
    pub const fn constant((first, last): (isize, isize)) -> Self {
        let more = last.saturating_sub(first);
        AxisMap { along: None, more, first: Floor { a: 0, b: first, d: 1 }, then: Vec::new() }
    }

    pub fn at(&self, x: isize) -> isize {
        self.then.iter().fold(self.first.at(x), |x, floor| floor.at(x))
    }

    /// The coordinate for a whole index of the view.
    pub fn at_index(&self, index: &[isize]) -> isize {
        self.at(self.along.map_or(0, |axis| index[axis]))
    }

    /// The first and the last coordinate that an interval of indices leads to.
    pub fn interval(&self, first: isize, last: isize) -> (isize, isize) {
        let (first, last) =
            self.floors().fold((first, last), |(first, last), floor| floor.interval(first, last));
        (first, last.saturating_add(self.more))
    }

    /// The coordinates that a whole index of the view leads to.
    pub fn interval_at(&self, index: &[isize]) -> (isize, isize) {
        let at = self.along.map_or(0, |axis| index[axis]);
        self.interval(at, at)
    }

    /// The floors, in the order of application.
    pub fn floors(&self) -> impl DoubleEndedIterator<Item = Floor> + '_ {
        core::iter::once(self.first).chain(self.then.iter().copied())
    }

    /// The map as one floor, if it is one.
    pub fn single(&self) -> Option<Floor> {
        self.then.is_empty().then_some(self.first)
    }

    /// Whether this is one affine function.
    pub fn is_affine(&self) -> bool {
        self.single().is_some_and(|floor| floor.d == 1)
    }

    /// The floor that this is and what is affine after it, if it is no more.
    pub fn spread(&self) -> Option<(Floor, Floor)> {
        let identity = Floor { a: 1, b: 0, d: 1 };
        match self.then[..] {
            [] if self.first.d == 1 => Some((identity, self.first)),
            [] => Some((self.first, identity)),
            [then] if then.d == 1 => Some((self.first, then)),
            _ => None,
        }
    }

    /// `inner` first, then this map; the result runs along `along`.
    pub fn before(&mut self, along: usize, inner: Floor) -> Result<(), ViewError> {
        self.along = Some(along);
        match self.first.after(inner)? {
            Some(first) => self.first = first,
            None => {
                self.then.insert(0, self.first);
                self.first = inner;
            }
        }
        Ok(())
    }

    /// `inner` first, then this map.
    pub fn after(&self, inner: &AxisMap) -> Result<AxisMap, ViewError> {
        if self.along.is_none() {
            return Ok(self.clone());
        }
        let Some(along) = inner.along else {
            return Ok(AxisMap::constant(self.interval(inner.at(0), inner.at(0).saturating_add(inner.more))));
        };
        let mut all = self.clone();
        for floor in inner.floors().rev() {
            all.before(along, floor)?;
        }
        Ok(all)
    }

    /// This map first, then `outer`.
    pub fn then(&mut self, outer: Floor) -> Result<(), ViewError> {
        let last = self.then.last_mut().unwrap_or(&mut self.first);
        match outer.after(*last)? {
            Some(floor) => *last = floor,
            None => self.then.push(outer),
        }
        Ok(())
    }

    /// Replaces the first floor by the simplest one with the same values, as [`Floor::of_first_points`] does.
    pub fn of_first_points(mut self) -> Self {
        self.first = self.first.of_first_points();
        if self.first.d == 1 && !self.then.is_empty() {
            // An integer inside never stops the next floor from collapsing; it cannot overflow, as it only shrinks.
            if let Ok(Some(first)) = self.then[0].after(self.first) {
                self.then.remove(0);
                self.first = first;
                return self.of_first_points();
            }
        }
        self
    }
}
