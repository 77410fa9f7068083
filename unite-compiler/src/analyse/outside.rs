//! Accesses that cannot be right: an example of where one is outside of its block.

use super::bases::BaseKind;
use super::checks::Outside;
use super::loops::{Loops, at};
use super::placement::{candidates, chain};
use super::tensors::Tensors;
use crate::ir::{Condition, Id, Index, Kernel, ScopeKind};

/// Looks for a point of constant loops at which an access to a block of constant extents is outside it.
pub(super) fn counter_example(
    kernel: &Kernel,
    tensors: &Tensors,
    id: Id,
    data: &[Index],
    when: &[Condition],
) -> Option<Outside> {
    let access = &kernel.accesses[id];
    let view = &tensors.views[access.view];
    let BaseKind::Block(block) = tensors.bases[view.base].kind else { return None };
    let around = chain(kernel, access.scope);
    if candidates(kernel, &around) > 0 {
        return None;
    }
    let mut loops = Loops::default();
    for &scope in &around {
        match &kernel.scopes[scope].kind {
            ScopeKind::Kernel => {}
            ScopeKind::Loop(vars) => {
                for &var in vars {
                    loops.enter(kernel, tensors, var)?;
                }
            }
            ScopeKind::Branch(c) => {
                loops.assume(kernel, c, 0);
            }
        }
    }
    when.iter().for_each(|condition| loops.assume(kernel, condition, 0));
    // A point that run-time conditions may exclude is no proof.
    if !loops.guards.is_empty() {
        return None;
    }
    let points = if loops.ranges.is_empty() { Some(vec![Vec::new()]) } else { loops.walk() };
    for point in points.unwrap_or_default() {
        if loops.conditions.iter().any(|c| c.evaluate(&at(&point)) != Some(true)) {
            continue;
        }
        for (axis, index) in data.iter().enumerate() {
            let (Some(index), Some(extent)) =
                (index.evaluate(&at(&point)), tensors.views[block].extent[axis].as_constant())
            else {
                continue;
            };
            if index < 0 || index >= extent {
                return Some(Outside { access: id, axis, index, extent, example: point, base: view.base });
            }
        }
    }
    None
}
