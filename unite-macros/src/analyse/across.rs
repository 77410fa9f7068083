//! From one parameter to another: what a box of one is in indices of the other, which only the run knows.

use super::collapse::Tensors;
use super::presence::{Presence, Question};
use super::space::{Along, Apart, Sliced, ancestry, between, up};
use crate::ir::{Across, Def, Id, Index, Kernel, Op};

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
    let parameter = |view: Id| {
        let root = *ancestry(tensors.spaces(), view).last()?;
        matches!(kernel.views[root].def, Def::Param { .. }).then_some(root)
    };
    let (one, other) = (parameter(from)?, parameter(to)?);
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
