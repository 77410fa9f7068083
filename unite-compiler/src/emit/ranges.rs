//! Loops that are written as ranges, with a middle where no rule is needed.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ExprForLoop;

use super::{Emitter, Written};
use crate::holes;
use crate::ir::Id;
use crate::plans::serial::{Middle, Steps};

impl Emitter<'_> {
    /// Whether a loop counts up from a number to before another one, and has nothing else to it.
    pub fn is_counted(&self, f: &ExprForLoop) -> bool {
        f.label.is_none()
            && f.attrs.is_empty()
            && crate::lanes::is_plain_range(&f.expr)
            && holes::is_half_open(self.kernel, &f.expr)
    }

    /// The middle of a loop over a range, if it has one.
    pub fn middle_of_range(&self, f: &ExprForLoop) -> Option<Middle> {
        let var = holes::variable(self.kernel, f)?;
        if self.is_counted(f) { self.site().middle_of_range(var) } else { None }
    }

    /// A loop over a range, as three: the middle in steps, and for even and odd ones of a variable around.
    pub fn split_range(
        &self,
        f: &ExprForLoop,
        middle: &Middle,
        inner: &Steps,
        around: Option<Id>,
        written: &mut Written,
    ) -> TokenStream {
        let Some(var) = holes::variable(self.kernel, f) else { return TokenStream::new() };
        let scope = self.kernel.vars[var].scope;
        let (krate, pat) = (&self.kernel.krate, &f.pat);
        let whole = self.iterated(f, written);
        let whole = self.filled(&whole, written);
        let (range, first, last) = (self.fresh("range"), self.fresh("inside_from"), self.fresh("inside_to"));
        let (begin, past) = (self.exact_index(&middle.begin), self.exact_index(&middle.past));
        let (before, loops) = self.with_hoisted(var, scope, |emitter| {
            let defined = written.defined.clone();
            let edge = emitter.filled_block(&f.body, written);
            written.defined.clone_from(&defined);
            let (before, middle) = emitter.in_middle(middle, |emitter| {
                let part = quote!(#krate::staged::part(&#range, #first, #last));
                emitter.with_hoisted(var, scope, |emitter| {
                    emitter.by_turns_around(around, written, |written| match inner {
                        Steps::Pairs => emitter.by_pairs(f, &part, false, written),
                        Steps::Distributed(points) => {
                            let ends = [&quote!(#first), &quote!(#last)];
                            emitter.distributed_range(f, &range, ends, &points.strip, written)
                        }
                        _ => {
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
        quote!({
            let #range = #whole;
            let #first: ::core::primitive::isize = #begin;
            let #last = ::core::cmp::Ord::max(#past, #first);
            #before
            #loops
        })
    }
}
