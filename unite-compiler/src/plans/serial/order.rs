//! Which loop of a nest is inside of which: the axis that is nearest in memory is the innermost, whatever it is called.

use std::collections::HashSet;

use super::Site;
use super::rows::Touching;
use crate::analyse::BaseKind;
use crate::ir::{Atom, Id, Index};

/// The order of a nest over axes of a view.
pub struct Nest {
    /// Variables and axes, outermost first.
    pub loops: Vec<(Id, usize)>,
    /// Who knows that order.
    pub order: Order,
    /// When the two innermost are one.
    pub touching: Option<Touching>,
}

/// Who knows the order of a nest.
pub enum Order {
    /// The macro.
    Known,
    /// The type of a base or the caller, who says which of two axes is nearer in memory.
    Asked {
        /// The base.
        base: Id,
        /// Its axes that the outer loop and the inner one run along.
        axes: [usize; 2],
        /// Whether each of the two orders is written by itself.
        is_twice: bool,
    },
}

impl Site<'_> {
    /// The order of loops over axes of a view.
    pub fn nest(&self, view: Id, iterators: &[(Id, usize)], scope: Id) -> Nest {
        let v = &self.analysis.tensors.views[view];
        // The base axis that an iterator runs along; an axis without memory is outermost.
        let base_axis = |axis: usize| v.data.iter().position(|d| d.any_atom(|a| *a == Atom::Axis(axis)));
        let mut along: Vec<(Option<usize>, Id, usize)> =
            iterators.iter().map(|&(var, axis)| (base_axis(axis), var, axis)).collect();
        let in_order = self.analysis.dependences.are_in_order(iterators.iter().map(|(var, _)| *var));
        if !in_order {
            along.sort_by_key(|(axis, ..)| *axis);
        }
        let loops: Vec<(Id, usize)> = along.iter().map(|(_, var, axis)| (*var, *axis)).collect();
        let is_block = matches!(self.analysis.tensors.bases[v.base].kind, BaseKind::Block(_));
        let order = match along[..] {
            [(Some(outer), y, rows), (Some(inner), x, columns)] if !in_order && !is_block => {
                let is_grouped = |var: Id, axis: usize| self.group(var, &v.extent[axis], scope).is_some();
                let is_tiled = |var: Id, around: (Id, usize)| self.tile(var, scope, &[around]).is_some();
                let has_ends = |var: Id, axis: usize| {
                    let last = v.extent[axis].clone().offset(-1);
                    self.between_ends(var, scope, [Index::constant(0), last]).is_some()
                };
                let is_twice = self.has_rules(scope)
                    || has_ends(x, columns)
                    || has_ends(y, rows)
                    || is_grouped(y, rows)
                    || is_grouped(x, columns)
                    || is_tiled(x, (y, rows))
                    || is_tiled(y, (x, columns))
                    || [x, y].into_iter().any(|var| self.distributed(var, scope, &HashSet::new()).is_some());
                Order::Asked { base: v.base, axes: [outer, inner], is_twice }
            }
            _ => Order::Known,
        };
        let touching = self.collapsible(view, &loops, scope);
        Nest { loops, order, touching }
    }
}
