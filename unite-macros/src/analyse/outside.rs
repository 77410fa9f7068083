//! Accesses that cannot be right: an example of where one is outside of its block.

use super::bounds::{Loops, at};
use super::collapse::{BaseKind, Tensors};
use super::placement::{candidates, chain};
use crate::ir::{Condition, Id, Index, Kernel, ScopeKind};

/// A constant index outside a block of constant extent.
#[derive(Clone)]
pub struct Outside {
    /// The access.
    pub access: Id,
    /// The axis of its view that the index runs along, if it can be told.
    pub axis: usize,
    /// The index on the axis of the block.
    pub index: i64,
    /// The extent of the block.
    pub extent: i64,
    /// The loop variables that lead there.
    pub example: Vec<(Id, i64)>,
    /// The base.
    pub base: Id,
}

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
