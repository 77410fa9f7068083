//! Where one tensor is, in another: the mapping between two spaces of a trie, axis by axis.
//!
//! Every mapping takes boxes of points to boxes of points, so that an axis is either an index map or an interval.

use alloc::vec::Vec;

use super::ViewError;
use super::floor::{AxisMap, Floor};
use crate::space::ReferenceSpace;

/// What is known of one axis of a space on the way from the source to the destination.
#[derive(Clone, Debug)]
pub(super) enum Along {
    /// It follows an axis of the source.
    Runs(AxisMap),
    /// It is fixed: the points from the first to the last.
    Fixed(isize, isize),
}

/// The axes of the destination, and whether any point of the source has a location there.
pub(super) struct Correspondence {
    pub axes: Vec<Along>,
    pub elsewhere: bool,
}

/// The correspondence that carries every index of a source over.
pub(super) fn of_indices(from: &ReferenceSpace, to: &ReferenceSpace) -> Result<Correspondence, ViewError> {
    between(from, to, (0..from.rank()).map(|axis| Along::Runs(AxisMap::identity(Some(axis)))).collect())
}

/// The correspondence of a box of points, as first and last coordinates.
pub(super) fn of_box(
    from: &ReferenceSpace,
    to: &ReferenceSpace,
    points: &[(isize, isize)],
) -> Result<Correspondence, ViewError> {
    between(from, to, points.iter().map(|&(first, last)| Along::Fixed(first, last)).collect())
}

impl Correspondence {
    /// The intervals of a correspondence of boxes.
    pub fn intervals(&self) -> Vec<(isize, isize)> {
        let interval = |along: &Along| match along {
            Along::Fixed(first, last) => (*first, *last),
            Along::Runs(map) => (map.at(0), map.at(0)),
        };
        self.axes.iter().map(interval).collect()
    }
}

/// Up to the nearest common ancestor, then down.
fn between(
    from: &ReferenceSpace,
    to: &ReferenceSpace,
    mut axes: Vec<Along>,
) -> Result<Correspondence, ViewError> {
    let common = from
        .common_ancestor(to)
        .ok_or(ViewError::Universe { this: to.root().rank(), other: from.root().rank() })?;
    for space in from.ancestry().take_while(|&space| space != common) {
        axes = up(space, &axes)?;
    }
    let mut path: Vec<&ReferenceSpace> = to.ancestry().take_while(|&space| space != common).collect();
    let mut elsewhere = false;
    while let Some(space) = path.pop() {
        axes = down(space, &axes, &mut elsewhere)?;
    }
    Ok(Correspondence { axes, elsewhere })
}

fn up(space: &ReferenceSpace, axes: &[Along]) -> Result<Vec<Along>, ViewError> {
    let mut above: Vec<Along> = space.origin().iter().map(|&at| Along::Fixed(at, at)).collect();
    for (axis, &runs) in space.permutation().iter().enumerate() {
        let (c, r, o) = (space.coarsening()[axis], space.refinement()[axis], space.origin()[runs]);
        let floor = Floor::up(c, r, o)?;
        above[runs] = match &axes[axis] {
            Along::Runs(map) => {
                let mut map = map.clone();
                map.then(floor)?;
                Along::Runs(map)
            }
            Along::Fixed(first, last) => {
                Along::Fixed(floor.at(*first), floor.at(*last).saturating_add(c - 1))
            }
        };
    }
    Ok(above)
}

fn down(space: &ReferenceSpace, axes: &[Along], elsewhere: &mut bool) -> Result<Vec<Along>, ViewError> {
    let Some(parent) = space.parent() else { return Ok(axes.to_vec()) };
    for (axis, along) in axes.iter().enumerate().filter(|(axis, _)| !space.permutation().contains(axis)) {
        match along {
            Along::Runs(map) => return Err(ViewError::Projection { axis: map.along.unwrap_or(0) }),
            Along::Fixed(first, last) => {
                let (first, last) = location(parent, axis, *first, *last)?;
                let (at, end) = location(parent, axis, space.origin()[axis], space.origin()[axis])?;
                *elsewhere |= last < at || end < first;
            }
        }
    }
    let mut below = Vec::with_capacity(space.rank());
    for (axis, &runs) in space.permutation().iter().enumerate() {
        let (c, r, o) = (space.coarsening()[axis], space.refinement()[axis], space.origin()[runs]);
        let floor = Floor::down(c, r, o)?;
        below.push(match &axes[runs] {
            Along::Runs(map) => {
                let mut map = map.clone();
                map.then(floor)?;
                Along::Runs(map)
            }
            Along::Fixed(first, last) => {
                Along::Fixed(floor.at(*first), floor.at(*last).saturating_add(r - 1))
            }
        });
    }
    Ok(below)
}

/// The coordinates of the root that an interval along one axis covers.
fn location(
    space: &ReferenceSpace,
    mut axis: usize,
    mut first: isize,
    mut last: isize,
) -> Result<(isize, isize), ViewError> {
    for space in space.ancestry().take_while(|space| space.parent().is_some()) {
        let runs = space.permutation()[axis];
        let (c, r, o) = (space.coarsening()[axis], space.refinement()[axis], space.origin()[runs]);
        let floor = Floor::up(c, r, o)?;
        (first, last, axis) = (floor.at(first), floor.at(last).saturating_add(c - 1), runs);
    }
    Ok((first, last))
}
