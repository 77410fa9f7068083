//! Two loops as one: where every tensor of a nest lies in memory row after row without gaps, the rows are one long row,
//! which vectorises whatever the extents are.

use proc_macro2::TokenStream;
use quote::quote;

use super::names::Stride;
use super::{Body, Emitter, Written};
use crate::analyse::Plan;
use crate::cost::FEW;
use crate::ir::{Atom, Hole, Id, Index};

/// The loops that are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collapsed {
    /// The variable of the outer one.
    outer: Id,
    /// The variable of the inner one.
    inner: Id,
}

impl Emitter<'_> {
    /// Whether the two innermost loops of a nest can be one, and under which condition on strides.
    pub fn collapsible(
        &self,
        view: Id,
        loops: &[(Id, usize)],
        scope: Id,
    ) -> Option<(TokenStream, Collapsed)> {
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
        let inside = |mut s: Id| loop {
            if s == scope {
                break true;
            }
            match self.kernel.scopes[s].parent {
                Some(parent) => s = parent,
                None => break false,
            }
        };
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
        let mut conditions: Vec<TokenStream> = Vec::new();
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
                match self.stride(base, axis) {
                    Stride::Constant(stride) => {
                        if wanted.as_constant() != Some(stride) {
                            return None;
                        }
                    }
                    Stride::Named(name) => {
                        let wanted = self.exact_index(&wanted);
                        conditions.push(quote!(#name == #wanted));
                    }
                }
            }
        }
        let mut seen = Vec::new();
        conditions.retain(|c| {
            let text = c.to_string();
            !seen.contains(&text) && {
                seen.push(text);
                true
            }
        });
        Some((quote!(#(#conditions)&&*), collapsed))
    }

    /// The nest with its two innermost loops as one.
    pub fn collapsed_nest(
        &self,
        view: Id,
        loops: &[(Id, usize)],
        collapsed: Collapsed,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let body = body(&self.there(|here| here.collapsed = Some(collapsed)), written);
        let extent = &self.analysis.tensors.views[view].extent;
        let [rest @ .., (_, rows), (_, columns)] = loops else { return TokenStream::new() };
        let point = self.fresh("point");
        let size = self.exact_index(&Index::op(
            crate::ir::Op::Mul,
            vec![extent[*rows].clone(), extent[*columns].clone()],
        ));
        let mut nest = quote!(for #point in 0isize..#size { #body });
        for (var, axis) in rest.iter().rev() {
            let (name, extent) = (self.var_name(*var), self.exact_index(&extent[*axis]));
            nest = quote!(for #name in 0isize..#extent { #nest });
        }
        nest
    }

    /// The offset of an access under collapsed loops.
    pub fn collapsed_offset(&self, base: Id, data: &[Index]) -> Option<TokenStream> {
        let collapsed = self.here.collapsed?;
        let (rows, columns) = collapsed.axes(data)?;
        // Without the variables, what is left is where the rows begin.
        let rest: Vec<Index> = data
            .iter()
            .enumerate()
            .map(|(axis, index)| match axis {
                a if a == rows => index.clone().plus(&Index::atom(Atom::Var(collapsed.outer)), -1),
                a if a == columns => index.clone().plus(&Index::atom(Atom::Var(collapsed.inner)), -1),
                _ => index.clone(),
            })
            .collect();
        let point = self.fresh("point");
        if rest.iter().all(|i| i.as_constant() == Some(0)) {
            return Some(quote!(#point));
        }
        let start = self.offset(base, &rest);
        Some(quote!(#start + #point))
    }
}

impl Collapsed {
    fn mentioned(self, index: &Index) -> bool {
        index.any_atom(|a| *a == Atom::Var(self.outer) || *a == Atom::Var(self.inner))
    }

    /// The axes that the outer and the inner variable run along, if each runs along one and nothing else.
    fn axes(self, data: &[Index]) -> Option<(usize, usize)> {
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
