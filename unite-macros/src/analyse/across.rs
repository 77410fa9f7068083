//! From one parameter to another: what a box of one is in indices of the other, which only the run knows.

use super::collapse::Tensors;
use super::presence::{Presence, Question};
use super::space::{Along, Apart, Sliced, ancestry, between, indices, up};
use crate::ir::{Across, Atom, Def, Id, Index, Kernel, Op};

/// The parameter that a view is made of.
fn parameter(kernel: &Kernel, tensors: &Tensors, view: Id) -> Option<Id> {
    let root = *ancestry(tensors.spaces(), view).last()?;
    matches!(kernel.views[root].def, Def::Param { .. }).then_some(root)
}

/// The points of `to` at each point of `from`, from the first to the last on each axis of `to`, over the indices of `from`; `None`
/// if they are not made of two parameters. View `id` is somewhere only if all of `from` shares the locations that `to` has on the
/// axes of the universe that it does not run along.
pub fn at_each(kernel: &Kernel, tensors: &mut Tensors, id: Id, from: Id, to: Id) -> Option<Vec<Along>> {
    let (one, other) = (parameter(kernel, tensors, from)?, parameter(kernel, tensors, to)?);
    let extent = tensors.views[from].extent.clone();
    let above = up(tensors.spaces(), from, one, indices(extent.len()));
    let [first, last] = [Along::first, Along::last].map(|end| above.iter().map(end).collect::<Vec<Index>>());
    let end = |axis: usize, is_last: bool| {
        let op = Op::Across(Across { from: one, to: other, axis, last: is_last });
        Index::op(op, if is_last { last.clone() } else { first.clone() })
    };
    let rank = tensors.views[other].extent.len();
    let there = (0..rank).map(|axis| Along::Fixed(end(axis, false), end(axis, true))).collect();
    let found = between(tensors.spaces(), other, to, there, None)?.ok()?;
    if !tensors.related.contains(&(one, other)) {
        tensors.related.push((one, other));
    }
    let by = tensors.views[one].base;
    for corner in
        [vec![Index::constant(0); extent.len()], extent.iter().map(|e| e.clone().offset(-1)).collect()]
    {
        let there = |index: &Index| {
            index.substitute(&mut |atom| match atom {
                Atom::Axis(j) => Some(corner[*j].clone()),
                _ => None,
            })
        };
        let [first, last] = [&first, &last].map(|all| all.iter().map(there).collect());
        tensors.presences.push(Presence {
            view: id,
            of: other,
            question: Question::Shares { by, first, last },
        });
    }
    Some(found)
}

/// What a box of `from` is on the axes of `to`, made of two parameters, for the definition of view `id`; `None` if they are made
/// of anything else.
pub fn across(
    kernel: &Kernel,
    tensors: &mut Tensors,
    id: Id,
    from: Id,
    to: Id,
    axes: Vec<Along>,
    undecided: Option<&mut Vec<Sliced>>,
) -> Option<Result<Vec<Along>, Apart>> {
    let (one, other) = (parameter(kernel, tensors, from)?, parameter(kernel, tensors, to)?);
    let mut ends: [Vec<Index>; 2] = Default::default();
    for along in up(tensors.spaces(), from, one, axes) {
        let Along::Fixed(first, last) = along else { return None };
        ends[0].push(first);
        ends[1].push(last);
    }
    let end = |axis: usize, last: bool| {
        let op = Op::Across(Across { from: one, to: other, axis, last });
        Index::op(op, ends[usize::from(last)].clone())
    };
    let rank = tensors.views[other].extent.len();
    let there = (0..rank).map(|axis| Along::Fixed(end(axis, false), end(axis, true))).collect();
    let found = between(tensors.spaces(), other, to, there, undecided);
    if !tensors.related.contains(&(one, other)) {
        tensors.related.push((one, other));
    }
    let by = tensors.views[one].base;
    let [first, last] = ends;
    tensors.presences.push(Presence { view: id, of: other, question: Question::Shares { by, first, last } });
    found
}
