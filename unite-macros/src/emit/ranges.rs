//! Loops that are written as ranges, with a middle where no rule is needed.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ExprForLoop;

use super::boundary::Middle;
use super::{Emitter, Written};
use crate::analyse::chain;
use crate::ir::Id;

impl Emitter<'_> {
    /// The points of a loop over a range where the accesses that run along it lie inside, if it may be three loops: it is the
    /// innermost but for loops of a few points, and nothing leaves it.
    pub fn middle_of_range(&self, f: &ExprForLoop) -> Option<Middle> {
        let var = crate::lanes::var_of(self.kernel, f)?;
        let v = &self.kernel.vars[var];
        let is_plain = f.label.is_none()
            && f.attrs.is_empty()
            && self.knows_extents()
            && crate::lanes::is_plain_range(&f.expr)
            && self.is_half_open(&f.expr)
            && v.computed.is_none()
            && !v.has_gaps
            && self.is_relied_range(var);
        if !is_plain || !self.is_innermost(var) || self.kernel.left.contains(&var) {
            return None;
        }
        self.middle(var, [&self.resolve(&v.start), &self.resolve(&v.end)], v.scope)
    }

    /// Whether all loops inside of that over a variable are short.
    pub fn is_innermost(&self, var: Id) -> bool {
        let scope = self.kernel.vars[var].scope;
        let is_long = |v: &crate::ir::Var| {
            let points = self.resolve(&v.end).plus(&self.resolve(&v.start), -1);
            v.scope != scope && chain(self.kernel, v.scope).contains(&scope) && points.as_constant().is_none()
        };
        !self.kernel.vars.iter().any(is_long)
    }

    /// A loop over a range, as three where it has a middle.
    pub fn split_range(&self, f: &ExprForLoop, written: &mut Written) -> Option<TokenStream> {
        let Middle { begin, past, inside } = self.middle_of_range(f)?;
        let var = crate::lanes::var_of(self.kernel, f)?;
        let scope = self.kernel.vars[var].scope;
        let (krate, pat) = (&self.kernel.krate, &f.pat);
        let is_free = !self.kernel.schedules.contains_key(&var);
        let in_turns = is_free && self.asks_for_turns(var);
        let around = self.asked_around(var, &[]).filter(|_| is_free);
        let whole = self.iterated(f, written);
        let whole = self.filled(&whole, written);
        let (range, first, last) = (self.fresh("range"), self.fresh("inside_from"), self.fresh("inside_to"));
        let (begin, past) = (self.exact_index(&begin), self.exact_index(&past));
        let (before, loops) = self.with_hoisted(var, scope, |emitter| {
            let defined = written.defined.clone();
            let edge = emitter.filled_block(&f.body, written);
            written.defined.clone_from(&defined);
            let (before, middle) = emitter.where_inside(&inside, |emitter| {
                let part = quote!(#krate::staged::part(&#range, #first, #last));
                emitter.with_hoisted(var, scope, |emitter| {
                    emitter.by_turns_around(around, written, |written| match in_turns {
                        true => emitter.by_pairs(f, &part, false, written),
                        false => {
                            let body = emitter.filled_block(&f.body, written);
                            quote!(for #pat in #part { #body })
                        }
                    })
                })
            });
            written.defined = defined;
            quote! {
                for #pat in #krate::staged::part(&#range, ::core::primitive::isize::MIN, #first) { #edge }
                #before
                #middle
                for #pat in #krate::staged::part(&#range, #last, ::core::primitive::isize::MAX) { #edge }
            }
        });
        Some(quote!({
            let #range = #whole;
            let #first: ::core::primitive::isize = #begin;
            let #last = ::core::cmp::Ord::max(#past, #first);
            #before
            #loops
        }))
    }
}
