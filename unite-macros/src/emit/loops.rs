//! Loop nests. The axis that is nearest in memory is the innermost, whatever it is called.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::Emitter;
use super::names::Stride;
use crate::analyse::BaseKind;
use crate::ir::{Id, ScopeKind};

impl Emitter<'_> {
    /// A write statement: a point, or the loop nest of its iterators.
    pub fn write(&self, write: Id) -> TokenStream {
        let w = &self.kernel.writes[write];
        if w.iterators.is_empty() {
            return self.write_point(write);
        }
        let view = self.kernel.accesses[w.target].view;
        let nest = self.nest(view, &w.iterators, w.scope, None, &|| self.write_point(write));
        let checks = self.scope_checks(w.scope);
        if checks.is_empty() { nest } else { quote!({ #checks #nest }) }
    }

    /// A loop over an index space.
    pub fn staged_loop(&self, id: Id) -> TokenStream {
        let l = &self.kernel.loops[id];
        let label = &l.label;
        let scope = l.vars.first().map(|v| self.kernel.vars[*v].scope);
        let checks = scope.map(|s| self.scope_checks(s)).unwrap_or_default();
        let nest = match &l.traversal {
            Some(traversal) => self.unrolled(l.vars.as_slice(), traversal, &self.filled_block(&l.body)),
            None => {
                let iterators: Vec<(Id, usize)> =
                    l.vars.iter().copied().enumerate().map(|(j, v)| (v, j)).collect();
                self.nest(l.over, &iterators, scope.unwrap_or_default(), label.as_ref(), &|| {
                    self.filled_block(&l.body)
                })
            }
        };
        if checks.is_empty() { nest } else { quote!({ #checks #nest }) }
    }

    /// A constant traversal: a loop over a constant table of points, which the compiler unrolls.
    fn unrolled(&self, vars: &[Id], traversal: &crate::ir::Traversal, body: &TokenStream) -> TokenStream {
        let names: Vec<_> = vars.iter().map(|v| self.var_name(*v)).collect();
        let counter = traversal.counter.map(|c| self.var_name(c));
        let steps = traversal.points.iter().enumerate().map(|(k, point)| {
            let point = point.iter().map(|i| Literal::isize_suffixed(*i as isize));
            let count = counter.as_ref().map(|c| {
                let k = Literal::isize_suffixed(k as isize);
                quote!(let #c = #k;)
            });
            quote!({ #count #(let #names = #point;)* #body })
        });
        quote!({ #(#steps)* })
    }

    /// Loops over axes of `view`, in the order of its memory.
    fn nest(
        &self,
        view: Id,
        iterators: &[(Id, usize)],
        scope: Id,
        label: Option<&syn::Label>,
        body: &dyn Fn() -> TokenStream,
    ) -> TokenStream {
        let v = &self.analysis.tensors.views[view];
        // The base axis that an iterator runs along; an axis without memory is outermost.
        let base_axis =
            |axis: usize| v.data.iter().position(|d| d.any_atom(|a| *a == crate::ir::Atom::Axis(axis)));
        let mut order: Vec<(Option<usize>, Id, usize)> =
            iterators.iter().map(|&(var, axis)| (base_axis(axis), var, axis)).collect();
        order.sort_by_key(|(k, _, _)| *k);
        let loops: Vec<(Id, usize)> = order.iter().map(|(_, var, axis)| (*var, *axis)).collect();
        // What the body defines, it defines in every form of the nest.
        let defined = self.defined.borrow().clone();
        let nest = self.ordered_nest(view, &order, label, body());
        self.defined.replace(defined);
        match self.collapsible(view, &loops, scope) {
            Some((condition, collapsed)) => {
                let one = self.collapsed_nest(view, &loops, collapsed, label, body);
                // The types of the tensors decide which of the two is left.
                if condition.is_empty() { one } else { quote!(if #condition { #one } else { #nest }) }
            }
            None => nest,
        }
    }

    fn ordered_nest(
        &self,
        view: Id,
        order: &[(Option<usize>, Id, usize)],
        label: Option<&syn::Label>,
        body: TokenStream,
    ) -> TokenStream {
        let v = &self.analysis.tensors.views[view];
        let is_block = matches!(self.analysis.tensors.bases[v.base].kind, BaseKind::Block(_));
        if let ([(Some(k0), v0, a0), (Some(k1), v1, a1)], false) = (order, is_block)
            && let (Stride::Named(s0), Stride::Named(s1)) =
                (self.stride(v.base, *k0), self.stride(v.base, *k1))
        {
            // Which of two axes is nearer in memory is for the type, or the caller, to say.
            let (y, x) = (self.var_name(*v0), self.var_name(*v1));
            let (h, w) = (self.index(&v.extent[*a0]), self.index(&v.extent[*a1]));
            let span = proc_macro2::Span::mixed_site();
            let (rows, outer, inner) = (
                format_ident!("by_rows", span = span),
                format_ident!("outer", span = span),
                format_ident!("inner", span = span),
            );
            return quote!({
                let #rows = #s0 >= #s1;
                #label for #outer in 0..(if #rows { #h } else { #w }) {
                    for #inner in 0..(if #rows { #w } else { #h }) {
                        let (#y, #x) = if #rows { (#outer, #inner) } else { (#inner, #outer) };
                        #body
                    }
                }
            });
        }
        let mut nest = body;
        for (depth, (_, var, axis)) in order.iter().rev().enumerate() {
            let (name, extent) = (self.var_name(*var), self.index(&v.extent[*axis]));
            let label = (depth + 1 == order.len()).then_some(label).flatten();
            nest = quote!(#label for #name in 0isize..#extent { #nest });
        }
        nest
    }

    /// The scopes of loops written as ranges, whose checks stand before them.
    pub fn is_loop(&self, scope: Id) -> bool {
        matches!(self.kernel.scopes[scope].kind, ScopeKind::Loop(_))
    }
}
