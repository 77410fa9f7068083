//! Where a view is, as another kernel is told.

use super::collapse::{BaseKind, Tensors};
use super::space::{Along, ancestry, indices, up};
use crate::ir::{Atom, Def, Id, Index, Kernel};

/// The location of a view in terms of its anchor.
pub struct Location {
    /// For each axis of the anchor: the axis of the view that runs along it, and the floor that its index follows by;
    /// nothing where it is no single one. What does not run along an axis is at the first index there.
    pub axes: Vec<(Option<usize>, Option<[Index; 3]>, Index)>,
    /// The numbers that tell the lowest refined space above the view, if the kernel refined it.
    pub refined: Vec<Index>,
}

/// Where a view is.
pub fn location(tensors: &Tensors, view: Id) -> Location {
    let spaces = tensors.spaces();
    let chain = ancestry(spaces, view);
    let root = *chain.last().expect("a view is its own ancestor");
    let rank = |view: Id| tensors.views[view].extent.len();
    let floor = |along: &Along| {
        let (_, floor) = along.single()?;
        Some([floor.a, floor.b, floor.d])
    };
    let at_zero = |along: &Along| {
        along.first().substitute(&mut |atom| matches!(atom, Atom::Axis(_)).then(|| Index::constant(0)))
    };
    let one = |along: &Along| match along {
        Along::Fixed(first, _) => (None, None, first.clone()),
        Along::Runs(j, _) => (Some(*j), floor(along), at_zero(along)),
    };
    let axes = up(spaces, view, root, indices(rank(view))).iter().map(one).collect();
    let refines = |along: &Along| matches!(along, Along::Runs(_, floors) if floors.iter().any(|f| f.d.as_constant() != Some(1)));
    let lowest = chain.iter().position(|&view| spaces[view].axes.iter().any(refines));
    let numbers = |along: Along| match along {
        Along::Fixed(first, _) => vec![first],
        Along::Runs(j, floors) => {
            let floors = floors.into_iter().flat_map(|f| [f.a, f.b, f.d]);
            [Index::constant(j as i64)].into_iter().chain(floors).collect()
        }
    };
    let Some(lowest) = lowest else { return Location { axes, refined: Vec::new() } };
    let above = up(spaces, chain[lowest], root, indices(rank(chain[lowest])));
    Location { axes, refined: above.into_iter().flat_map(numbers).collect() }
}

/// Whether where a view is follows from where its elements are.
pub fn is_located(kernel: &Kernel, tensors: &Tensors, view: Id) -> bool {
    let v = &tensors.views[view];
    let place = match tensors.bases[v.base].kind {
        BaseKind::Block(block) => {
            if let Def::Copy { .. } = kernel.views[block].def {
                tensors.views[block].at.clone()
            } else {
                return v.base == v.anchor && v.data == v.at;
            }
        }
        BaseKind::Param(_) => return v.base == v.anchor && v.data == v.at,
        BaseKind::Seen { frame: Some(frame), .. } => tensors.views[frame].at.clone(),
        BaseKind::Seen { frame: None, .. } => return v.data == v.at,
    };
    let through = |at: &Index| {
        at.substitute(&mut |atom| match atom {
            Atom::Axis(j) => Some(v.data[*j].clone()),
            _ => None,
        })
    };
    place.iter().map(through).eq(v.at.iter().cloned())
}
