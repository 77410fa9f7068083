//! The trie of a kernel's spaces, and the mappings between them.
//!
//! A view is a space below that of the tensor that it was made of. Between two spaces one goes up to the nearest
//! common ancestor, then down. Every step on the way is a floor of an affine function, on each axis by itself.

use crate::ir::index::greatest_common_divisor;
use crate::ir::{Atom, Id, Index, Op};

/// `x -> floor((a * x + b) / d)`, with positive `a` and `d`: what only the run knows of them is checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Floor {
    /// The factor.
    pub a: Index,
    /// What is added.
    pub b: Index,
    /// The divisor.
    pub d: Index,
}

impl Floor {
    /// `x -> a * x + b`.
    pub fn affine(a: Index, b: Index) -> Self {
        Floor { a, b, d: Index::constant(1) }
    }

    /// `x -> floor(x / d)`.
    pub fn refining(d: Index) -> Self {
        Floor { a: Index::constant(1), b: Index::constant(0), d }
    }

    fn at(&self, x: &Index) -> Index {
        let numerator = x.times(&self.a).plus(&self.b, 1);
        Index::op(Op::FloorDiv, vec![numerator, self.d.clone()])
    }

    /// The last of the points that share a location with `x`: the first one is [`at`](Self::at).
    fn last(&self, x: &Index) -> Index {
        let numerator = x.times(&self.a).plus(&self.b, 1).plus(&self.a, 1).offset(-1);
        Index::op(Op::FloorDiv, vec![numerator, self.d.clone()])
    }

    /// The way back.
    fn back(&self) -> Self {
        Floor { a: self.d.clone(), b: self.b.scaled(-1), d: self.a.clone() }
    }

    /// The same with the least numbers, where it finds the same points on the way back.
    fn reduced(self) -> Self {
        let one = Index::constant(1);
        if self.a == self.d && self.b.as_constant() == Some(0) {
            return Floor::affine(one, self.b);
        }
        let (Some(a), Some(d)) = (self.a.as_constant(), self.d.as_constant()) else { return self };
        let common = greatest_common_divisor(a, d);
        let is_whole = self.b.constant % common == 0 && self.b.terms.iter().all(|(_, c)| c % common == 0);
        if common == 1 || !is_whole {
            return self;
        }
        let terms = self.b.terms.into_iter().map(|(atom, c)| (atom, c / common)).collect();
        let b = Index { terms, constant: self.b.constant / common };
        Floor { a: Index::constant(a / common), b, d: Index::constant(d / common) }
    }

    /// `self` after `inner`, where that is one floor again and covers the same intervals of points.
    fn after(&self, inner: &Floor) -> Option<Floor> {
        let is_one = |factor: &Index| factor.as_constant() == Some(1);
        let (a, b, d) = if is_one(&inner.d) {
            let b = inner.b.times(&self.a).plus(&self.b, 1);
            (inner.a.times(&self.a), b, self.d.clone())
        } else if is_one(&self.a) {
            let b = self.b.times(&inner.d).plus(&inner.b, 1);
            (inner.a.clone(), b, inner.d.times(&self.d))
        } else {
            return None;
        };
        (!a.overflows() && !d.overflows()).then_some(Floor { a, b, d })
    }
}

/// How the coordinate on one axis of a space follows from the indices of another one.
#[derive(Clone, Debug, PartialEq)]
pub enum Along {
    /// From the index on this axis, by floors, one after the other.
    Runs(usize, Vec<Floor>),
    /// Not at all: the points from the first to the last.
    Fixed(Index, Index),
}

impl Along {
    /// One point.
    pub fn point(at: Index) -> Self {
        Along::Fixed(at.clone(), at)
    }

    /// The coordinate, over [`Atom::Axis`]: of several points, the first.
    pub fn first(&self) -> Index {
        match self {
            Along::Runs(j, floors) => {
                floors.iter().fold(Index::atom(Atom::Axis(*j)), |x, floor| floor.at(&x))
            }
            Along::Fixed(first, _) => first.clone(),
        }
    }

    /// The last of the points that share a location with the coordinate.
    pub fn last(&self) -> Index {
        match self {
            Along::Runs(j, floors) => {
                floors.iter().fold(Index::atom(Atom::Axis(*j)), |x, floor| floor.last(&x))
            }
            Along::Fixed(_, last) => last.clone(),
        }
    }

    /// The floor that this is, if it is one.
    pub fn single(&self) -> Option<(usize, Floor)> {
        match self {
            Along::Runs(j, floors) => match &floors[..] {
                [] => Some((*j, Floor::refining(Index::constant(1)))),
                [one] => Some((*j, one.clone().reduced())),
                _ => None,
            },
            Along::Fixed(..) => None,
        }
    }

    pub fn then(&self, floor: &Floor) -> Along {
        match self {
            Along::Runs(j, floors) => {
                let mut floors = floors.clone();
                match floors.last().and_then(|last| floor.after(last)) {
                    Some(one) => {
                        floors.pop();
                        floors.push(one);
                    }
                    None => floors.push(floor.clone()),
                }
                Along::Runs(*j, floors)
            }
            Along::Fixed(first, last) => Along::Fixed(floor.at(first), floor.last(last)),
        }
    }
}

/// The space of a view.
#[derive(Clone, Debug)]
pub struct Space {
    /// The view below whose space it lies; none for the space of a parameter or a block that lies nowhere.
    pub parent: Option<Id>,
    /// The coordinate on each axis of the parent.
    pub axes: Vec<Along>,
    /// Where the parent is not what the view shows, as the source of a colocation: what it shows, and the coordinate on
    /// each axis of that.
    pub shows: Option<(Id, Vec<Along>)>,
}

impl Space {
    /// That of a view of `parent`.
    pub fn below(parent: Id, axes: Vec<Along>) -> Self {
        Space { parent: Some(parent), axes, shows: None }
    }

    /// That of what has none above it.
    pub fn root() -> Self {
        Space { parent: None, axes: Vec::new(), shows: None }
    }

    /// That of a view which has the points of `source` and shows `of`.
    pub fn colocated(source: Id, rank: usize, of: Id, axes: Vec<Along>) -> Self {
        Space { parent: Some(source), axes: indices(rank), shows: Some((of, axes)) }
    }

    /// What the view was made of, and the coordinate on each axis of that.
    pub fn made_of(&self) -> Option<(Id, &[Along])> {
        match &self.shows {
            Some((of, axes)) => Some((*of, axes)),
            None => self.parent.map(|parent| (parent, &self.axes[..])),
        }
    }
}

/// A slice of a tensor, and the indices that are to be on it.
#[derive(Clone)]
pub struct Sliced {
    /// The view that is the slice.
    pub view: Id,
    /// The axis of its parent that is sliced away.
    pub axis: usize,
    /// The index of the slice.
    pub slice: Index,
    /// The first of the indices.
    pub first: Index,
    /// The last.
    pub last: Index,
}

/// Why a space cannot be mapped to another one.
pub enum Apart {
    /// They are on different slices of an axis.
    Slices,
    /// Whether they are on one slice of an axis depends on run-time values.
    Undecided,
}

/// The floor by which a slice that is made of an axis of `root`, somewhere on the way down to a view, follows from its index, and that:
/// nothing if there is none. Of what was coarsened and refined again it is no single one.
pub fn sliced(spaces: &[Space], view: Id, root: Id, axis: usize) -> Option<(Option<Floor>, Index)> {
    let (mut axis, mut above) = (axis, Vec::new());
    let way: Vec<Id> = ancestry(spaces, view).into_iter().take_while(|&space| space != root).collect();
    for &below in way.iter().rev() {
        match &spaces[below].axes[axis] {
            Along::Runs(j, floors) => {
                above.push(floors);
                axis = *j;
            }
            Along::Fixed(at, _) => {
                let floors = above.into_iter().rev().flatten();
                let along = floors.fold(Along::Runs(0, Vec::new()), |along, floor| along.then(floor));
                return Some((along.single().map(|(_, floor)| floor), at.clone()));
            }
        }
    }
    None
}

/// The spaces from that of a view upwards.
pub fn ancestry(spaces: &[Space], view: Id) -> Vec<Id> {
    let mut chain = vec![view];
    while let Some(parent) = spaces[*chain.last().expect("not empty")].parent {
        chain.push(parent);
    }
    chain
}

/// Every index of a space of this rank, as it is.
pub fn indices(rank: usize) -> Vec<Along> {
    (0..rank).map(|j| Along::Runs(j, Vec::new())).collect()
}

/// What `axes` are on the axes of an ancestor.
pub fn up(spaces: &[Space], from: Id, to: Id, axes: Vec<Along>) -> Vec<Along> {
    ancestry(spaces, from)
        .into_iter()
        .take_while(|&view| view != to)
        .fold(axes, |axes, view| composed(&spaces[view].axes, &axes))
}

/// What `axes` of a view are on the axes of the tensor whose elements it shows.
pub fn shown(spaces: &[Space], mut from: Id, to: Id, mut axes: Vec<Along>) -> Vec<Along> {
    while from != to
        && let Some((of, map)) = spaces[from].made_of()
    {
        axes = composed(map, &axes);
        from = of;
    }
    axes
}

/// A map after `axes`.
fn composed(map: &[Along], axes: &[Along]) -> Vec<Along> {
    map.iter()
        .map(|along| match along {
            Along::Runs(j, floors) => floors.iter().fold(axes[*j].clone(), |at, floor| at.then(floor)),
            fixed => fixed.clone(),
        })
        .collect()
}

/// Whether two views are in one space: one operation with the same numbers made them of views that are.
fn are_one(spaces: &[Space], one: Id, other: Id) -> bool {
    one == other
        || match (spaces[one].parent, spaces[other].parent) {
            (Some(mine), Some(its)) => spaces[one].axes == spaces[other].axes && are_one(spaces, mine, its),
            _ => false,
        }
}

/// What `axes`, on those of one space, are on those of another one; `None` if they are in different tries.
///
/// Whether they are on a slice that is not known before the run is noted in `undecided`; without that, it is a reason against.
pub fn between(
    spaces: &[Space],
    from: Id,
    to: Id,
    axes: Vec<Along>,
    mut undecided: Option<&mut Vec<Sliced>>,
) -> Option<Result<Vec<Along>, Apart>> {
    let (above, below) = (ancestry(spaces, from), ancestry(spaces, to));
    let (common, same) = above
        .iter()
        .find_map(|&view| Some((view, below.iter().position(|&other| are_one(spaces, view, other))?)))?;
    let mut axes = up(spaces, from, common, axes);
    for &view in below[..same].iter().rev() {
        match down(spaces, view, &axes, undecided.as_deref_mut()) {
            Ok(inside) => axes = inside,
            Err(apart) => return Some(Err(apart)),
        }
    }
    Some(Ok(axes))
}

/// What `axes`, on those of the parent, are on those of the space itself.
fn down(
    spaces: &[Space],
    view: Id,
    axes: &[Along],
    mut undecided: Option<&mut Vec<Sliced>>,
) -> Result<Vec<Along>, Apart> {
    let space = &spaces[view];
    let rank = space.axes.iter().filter(|along| matches!(along, Along::Runs(..))).count();
    let mut inside = vec![Along::point(Index::constant(0)); rank];
    for (axis, (mine, there)) in space.axes.iter().zip(axes).enumerate() {
        match mine {
            Along::Runs(j, floors) => {
                inside[*j] = floors.iter().rev().fold(there.clone(), |at, floor| at.then(&floor.back()));
            }
            Along::Fixed(at, _) => {
                let Along::Fixed(first, last) = there else { return Err(Apart::Undecided) };
                let before = first.clone().plus(at, -1).as_constant();
                let after = last.clone().plus(at, -1).as_constant();
                match (before, after) {
                    (Some(before), Some(after)) if before <= 0 && after >= 0 => {}
                    (Some(_), Some(_)) => return Err(Apart::Slices),
                    _ => match &mut undecided {
                        Some(undecided) => {
                            let (slice, first, last) = (at.clone(), first.clone(), last.clone());
                            undecided.push(Sliced { view, axis, slice, first, last });
                        }
                        None => return Err(Apart::Undecided),
                    },
                }
            }
        }
    }
    Ok(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(floors: &[(i64, i64, i64)]) -> Along {
        floors.iter().fold(Along::Runs(0, Vec::new()), |at, &(a, b, d)| {
            at.then(&Floor { a: Index::constant(a), b: Index::constant(b), d: Index::constant(d) })
        })
    }

    fn value(along: &Along, x: i64) -> i64 {
        let axis = |atom: &Atom| matches!(atom, Atom::Axis(0)).then_some(x);
        along.first().evaluate(&axis).expect("there are only axes in it")
    }

    #[test]
    fn floors_collapse_where_that_is_exact() {
        for chain in
            [[(1, 3, 4), (1, -1, 2)], [(3, 1, 1), (2, 5, 7)], [(1, 1, 2), (2, 0, 1)], [(1, 0, 2), (3, 1, 2)]]
        {
            let along = runs(&chain);
            for x in -40..40 {
                let want = chain.iter().fold(x, |x, &(a, b, d)| (a * x + b).div_euclid(d));
                assert_eq!(value(&along, x), want, "{chain:?} at {x}");
            }
        }
    }

    #[test]
    fn the_way_back_finds_the_first_point() {
        // A view that is refined by 3 and begins 2 points further.
        let spaces = [Space::root(), Space::below(0, vec![runs(&[(1, 2, 3)])])];
        let there =
            between(&spaces, 0, 1, indices(1), None).and_then(Result::ok).expect("one is below the other");
        for x in -9..9 {
            let first = (-40..40).find(|y: &i64| (y + 2).div_euclid(3) == x).expect("there is one");
            assert_eq!(value(&there[0], x), first);
            let point = vec![Along::point(Index::constant(x))];
            let cell = between(&spaces, 0, 1, point, None).and_then(Result::ok);
            let Some([Along::Fixed(first, last)]) = cell.as_deref() else { panic!("a point is fixed") };
            let points = (first.as_constant().unwrap(), last.as_constant().unwrap());
            assert_eq!(points, (3 * x - 2, 3 * x), "all points at location {x}");
        }
    }
}
