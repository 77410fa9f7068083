//! Two loops as one: where every tensor of a nest lies in memory row after row without gaps, the rows are one long row,
//! which vectorises whatever the extents are.

use std::collections::HashSet;

use super::Site;
use crate::analyse::Plan;
use crate::cost::FEW;
use crate::ir::{Atom, Hole, Id, Index};

/// The loops that are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collapsed {
    /// The variable of the outer one.
    pub outer: Id,
    /// The variable of the inner one.
    pub inner: Id,
}

/// When two loops can be one.
pub struct Touching {
    /// The loops.
    pub loops: Collapsed,
    /// How far apart elements of a base have to be along an axis.
    pub strides: Vec<(Id, usize, Index)>,
}

impl Site<'_> {
    /// Whether the two innermost loops of a nest can be one, and under which conditions on strides.
    pub fn collapsible(&self, view: Id, loops: &[(Id, usize)], scope: Id) -> Option<Touching> {
        let [.., (outer, outer_axis), (inner, inner_axis)] = loops else { return None };
        let collapsed = Collapsed { outer: *outer, inner: *inner };
        let extent = &self.analysis.tensors.views[view].extent;
        let width = &extent[*inner_axis];
        // A few points are unrolled as they are, and a second form of them would only be in the way.
        if let (Some(height), Some(width)) = (extent[*outer_axis].as_constant(), width.as_constant())
            && height.saturating_mul(width) <= FEW
        {
            return None;
        }
        // The variables themselves are gone: nothing may ask for them.
        let asked = self.kernel.holes.iter().any(|h| match h {
            Hole::Var(var) => var == outer || var == inner,
            Hole::Get(_, index) => collapsed.mentioned(&self.resolve(index)),
            _ => false,
        });
        let inside = |inner: Id| self.is_in(inner, scope);
        let busy = self.kernel.calls.iter().any(|c| inside(c.scope))
            || self
                .kernel
                .scopes
                .iter()
                .enumerate()
                .any(|(s, _)| s != scope && inside(s) && !self.analysis.bounds.checks[s].is_empty())
            || self.kernel.vars.iter().any(|v| v.scope != scope && inside(v.scope));
        if asked || busy || self.has_rules(scope) || !self.knows_extents() {
            return None;
        }
        let mut strides = Vec::new();
        for (id, access) in self.kernel.accesses.iter().enumerate().filter(|(_, a)| inside(a.scope)) {
            let data = self.data(id);
            if !data.iter().any(|i| collapsed.mentioned(i)) {
                continue;
            }
            let (rows, columns) = collapsed.axes(&data)?;
            if self.analysis.bounds.accesses[id] == Plan::Here {
                return None;
            }
            let base = self.analysis.tensors.views[access.view].base;
            for (axis, wanted) in [(rows, width.clone()), (columns, Index::constant(1))] {
                match self.constant_stride(base, axis) {
                    Some(stride) if wanted.as_constant() == Some(stride) => {}
                    Some(_) => return None,
                    None => strides.push((base, axis, wanted)),
                }
            }
        }
        // Points that are taken at a time are a vector already.
        let is_distributed = self.distributed(*inner, scope, &HashSet::new()).is_some();
        (!is_distributed).then_some(Touching { loops: collapsed, strides })
    }
}

impl Collapsed {
    pub fn mentioned(self, index: &Index) -> bool {
        index.any_atom(|a| *a == Atom::Var(self.outer) || *a == Atom::Var(self.inner))
    }

    /// The axes that the outer and the inner variable run along, if each runs along one and nothing else.
    pub fn axes(self, data: &[Index]) -> Option<(usize, usize)> {
        let along = |var: Id| {
            let mut axes = data.iter().enumerate().filter(|(_, i)| i.any_atom(|a| *a == Atom::Var(var)));
            let (axis, index) = axes.next()?;
            let plain = index.terms.contains(&(Atom::Var(var), 1))
                && !index
                    .clone()
                    .plus(&Index::atom(Atom::Var(var)), -1)
                    .any_atom(|a| *a == Atom::Var(self.outer) || *a == Atom::Var(self.inner));
            (plain && axes.next().is_none()).then_some(axis)
        };
        let (rows, columns) = (along(self.outer)?, along(self.inner)?);
        (rows != columns).then_some((rows, columns))
    }
}
