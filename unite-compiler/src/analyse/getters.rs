//! What indices ask of tensors: their extents, and where they are.

use super::bases::{Base, BaseKind, Collapsed};
use crate::ir::{Atom, Def, Getter, Id, Index, Kernel, Op};

/// An index in terms of what is known at entry, loop variables and values.
pub fn resolve(kernel: &Kernel, bases: &[Base], views: &[Collapsed], index: &Index) -> Index {
    index.substitute(&mut |atom| match atom {
        Atom::Let(id) => Some(resolve(kernel, bases, views, &kernel.lets[*id])),
        Atom::Get(Getter::Extent, view, j) => match &kernel.views[*view].def {
            Def::Param { extents, .. } => extents[*j].clone(),
            _ => Some(views[*view].extent[*j].clone()),
        },
        Atom::Get(getter @ (Getter::Origin | Getter::Step), view, j) => {
            location(kernel, bases, views, *getter, *view, *j)
        }
        _ => None,
    })
}

/// The origin or the step of a view in the root, in terms of those of its anchor.
fn location(
    kernel: &Kernel,
    bases: &[Base],
    views: &[Collapsed],
    getter: Getter,
    view: Id,
    j: usize,
) -> Option<Index> {
    if matches!(kernel.views[view].def, Def::Param { .. }) {
        return None;
    }
    let v = &views[view];
    let runs = |at: &Index| at.any_atom(|a| *a == Atom::Axis(j));
    let k = v.at.iter().position(runs)?;
    // Of index 1 along this axis, or of index 0.
    let there = |next: i64| {
        v.at[k].substitute(&mut |atom| match atom {
            Atom::Axis(axis) => Some(Index::constant(if *axis == j { next } else { 0 })),
            _ => None,
        })
    };
    let first = there(0);
    match (bases[v.anchor].kind, getter) {
        (BaseKind::Param(p), getter) => {
            let distance = |at: Index| match at.as_constant() {
                Some(0) => Index::constant(0),
                _ => Index::op(Op::Distance(p, k), vec![at]),
            };
            Some(match getter {
                Getter::Step => distance(there(1)).plus(&distance(first), -1),
                _ => Index::atom(Atom::Get(Getter::Origin, p, k)).plus(&distance(first), 1),
            })
        }
        (BaseKind::Block(_), Getter::Step) => Some(there(1).plus(&first, -1)),
        (BaseKind::Block(b), _) => match &kernel.views[b].def {
            Def::Block { origin, .. } => Some(resolve(kernel, bases, views, &origin[k]).plus(&first, 1)),
            _ => None,
        },
        (BaseKind::Seen { .. }, _) => None,
    }
}
