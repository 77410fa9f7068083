//! From one parameter to another: what a box of one is in indices of the other, which only the run knows.

use super::question::{Presence, Question};
use super::space::{Along, Apart, Sliced, ancestry, between, indices, up};
use super::tensors::Tensors;
use crate::ir::{Across, Atom, Def, Id, Index, Kernel, Op};

/// What a view is made of: a parameter, or a block of the kernel's own, which lies in the universe.
struct Root {
    view: Id,
    /// Where the block lies.
    origin: Option<Vec<Index>>,
}

impl Root {
    fn of(kernel: &Kernel, tensors: &Tensors, view: Id) -> Self {
        let view = ancestry(tensors.spaces(), view).pop().unwrap_or(view);
        let origin = match &kernel.views[view].def {
            Def::Block { origin, .. } => Some(origin.iter().map(|at| tensors.resolve(kernel, at)).collect()),
            _ => None,
        };
        Root { view, origin }
    }

    /// Its indices, or where they are in the universe.
    fn placed(&self, at: Vec<Index>) -> Vec<Index> {
        match &self.origin {
            Some(origin) => at.into_iter().zip(origin).map(|(at, origin)| at.plus(origin, 1)).collect(),
            None => at,
        }
    }

    /// The index along an axis, of a coordinate of the universe where it is a block.
    fn index(&self, axis: usize, at: Index) -> Index {
        match &self.origin {
            Some(origin) => at.plus(&origin[axis], -1),
            None => at,
        }
    }
}

/// The points of one root at the corners of a box of the other.
fn ends(tensors: &Tensors, one: &Root, other: &Root, [first, last]: [&[Index]; 2]) -> Vec<Along> {
    let end = |axis: usize, is_last: bool| {
        let op = Op::Across(Across { from: one.view, to: other.view, axis, last: is_last });
        other.index(axis, Index::op(op, if is_last { last } else { first }.to_vec()))
    };
    let rank = tensors.views[other.view].extent.len();
    (0..rank).map(|axis| Along::Fixed(end(axis, false), end(axis, true))).collect()
}

impl Tensors {
    /// Notes that it is asked whether two roots lie in one universe.
    fn relate(&mut self, one: &Root, other: &Root) {
        if !self.related.contains(&(one.view, other.view)) {
            self.related.push((one.view, other.view));
        }
    }

    /// Notes that a view is somewhere only if a box of one root shares locations with the other. With a block it does, as that
    /// runs along every axis of the universe.
    fn sharing(&mut self, view: Id, one: &Root, other: &Root, [first, last]: [Vec<Index>; 2]) {
        if other.origin.is_none() {
            let (by, in_universe) = (self.views[one.view].base, one.origin.is_some());
            let question = Question::Shares { by, in_universe, first, last };
            self.presences.push(Presence { view, of: other.view, question });
        }
    }
}

/// The points of `to` at each point of `from`, from the first to the last on each axis of `to`, over the indices of `from`. View `id` is somewhere only if all of `from` shares the locations
/// that `to` has on the axes of the universe that it does not run along, and is on the slices that it is on.
pub fn at_each(
    kernel: &Kernel,
    tensors: &mut Tensors,
    id: Id,
    from: Id,
    to: Id,
) -> Result<Vec<Along>, Apart> {
    let (one, other) = (Root::of(kernel, tensors, from), Root::of(kernel, tensors, to));
    let extent = tensors.views[from].extent.clone();
    let above = up(tensors.spaces(), from, one.view, indices(extent.len()));
    let [first, last] =
        [Along::first, Along::last].map(|end| one.placed(above.iter().map(end).collect::<Vec<Index>>()));
    let there = ends(tensors, &one, &other, [&first, &last]);
    let mut slices = Vec::new();
    let found = down_to(tensors, other.view, to, there, Some(&mut slices))?;
    tensors.relate(&one, &other);
    for corner in
        [vec![Index::constant(0); extent.len()], extent.iter().map(|e| e.clone().offset(-1)).collect()]
    {
        let there = |index: &Index| {
            index.substitute(&mut |atom| match atom {
                Atom::Axis(j) => Some(corner[*j].clone()),
                _ => None,
            })
        };
        let corners = [&first, &last].map(|all| all.iter().map(there).collect());
        tensors.sharing(id, &one, &other, corners);
        let slices = slices.iter().map(|slice: &Sliced| {
            let [first, last] = [&slice.first, &slice.last].map(there);
            Sliced { first, last, ..slice.clone() }
        });
        tensors.on_slices(id, slices.collect());
    }
    Ok(found)
}

/// What `axes` of a root are on the axes of a view of it.
fn down_to(
    tensors: &Tensors,
    root: Id,
    view: Id,
    axes: Vec<Along>,
    undecided: Option<&mut Vec<Sliced>>,
) -> Result<Vec<Along>, Apart> {
    // It is above the view, so there is a way.
    between(tensors.spaces(), root, view, axes, undecided).unwrap_or(Err(Apart::Undecided))
}

/// What a box of `from` is on the axes of `to`, for the definition of view `id`.
pub fn across(
    kernel: &Kernel,
    tensors: &mut Tensors,
    id: Id,
    from: Id,
    to: Id,
    axes: Vec<Along>,
    undecided: Option<&mut Vec<Sliced>>,
) -> Result<Vec<Along>, Apart> {
    let (one, other) = (Root::of(kernel, tensors, from), Root::of(kernel, tensors, to));
    let above = up(tensors.spaces(), from, one.view, axes);
    let [first, last] = [Along::first, Along::last].map(|end| one.placed(above.iter().map(end).collect()));
    let there = ends(tensors, &one, &other, [&first, &last]);
    let found = down_to(tensors, other.view, to, there, undecided);
    tensors.relate(&one, &other);
    tensors.sharing(id, &one, &other, [first, last]);
    found
}
