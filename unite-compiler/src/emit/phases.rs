//! Loops whose iterations take turns: where conditions ask whether a variable is even or odd, two iterations are written one after
//! the other, of each of which it is known. Of the variable of a loop around it is asked before the loop. The compiler sees strided
//! accesses without conditions.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ExprForLoop;

use super::{Body, Emitter, Written};
use crate::holes;
use crate::ir::Id;

impl Emitter<'_> {
    /// A loop over a range, by pairs of iterations or not, and for even and odd ones of a variable around.
    pub fn range_by_turns(
        &self,
        f: &ExprForLoop,
        by_pairs: bool,
        around: Option<Id>,
        written: &mut Written,
    ) -> TokenStream {
        let Some(var) = holes::variable(self.kernel, f) else { return TokenStream::new() };
        let whole = self.iterated(f, written);
        let whole = self.filled(&whole, written);
        let starts_even =
            self.resolve(&self.kernel.vars[var].start).as_constant().is_some_and(|start| start % 2 == 0);
        let range = self.fresh("whole");
        let nest = self.by_turns_around(around, written, |written| match by_pairs {
            true => self.by_pairs(f, &quote!(#range), starts_even, written),
            false => {
                let (pat, body) = (&f.pat, self.filled_block(&f.body, written));
                quote!(for #pat in #range { #body })
            }
        });
        quote!({ let #range = #whole; #nest })
    }

    /// A loop, twice if conditions in it ask whether a variable of a loop around it is even: for each of both.
    pub fn by_turns_around(
        &self,
        around: Option<Id>,
        written: &mut Written,
        nest: impl Fn(&mut Written) -> TokenStream,
    ) -> TokenStream {
        let Some(var) = around else { return nest(written) };
        let at = self.var_name(var);
        let (defined, contents) = (written.defined.clone(), written.contents.clone());
        let even = nest(written);
        written.defined = defined;
        written.contents = contents;
        let odd = nest(written);
        quote!(if #at & 1 == 0 { #even } else { #odd })
    }

    /// The loop over a range by pairs of iterations, of which the first is even.
    pub fn by_pairs(
        &self,
        f: &ExprForLoop,
        whole: &TokenStream,
        starts_even: bool,
        written: &mut Written,
    ) -> TokenStream {
        let (krate, pat) = (&self.kernel.krate, &f.pat);
        let at = holes::variable(self.kernel, f).map(|var| self.var_name(var));
        let [range, even, pairs, pair] = ["range", "even", "pairs", "pair"].map(|name| self.fresh(name));
        let (defined, contents) = (written.defined.clone(), written.contents.clone());
        // Where the variable is made an index, it is one already.
        let mut body = f.body.clone();
        body.stmts.retain(|stmt| !holes::is_snapshot(self.kernel, stmt));
        let mut each = |block: &syn::Block| {
            written.defined.clone_from(&defined);
            written.contents.clone_from(&contents);
            self.filled_block(block, written)
        };
        let (first, second, single) = (each(&body), each(&body), each(&f.body));
        let before = if starts_even {
            quote!()
        } else {
            let single = each(&f.body);
            let part =
                at_most_one(quote!(#krate::staged::part(&#range, ::core::primitive::isize::MIN, #even)));
            quote!(for #pat in #part { #single })
        };
        let rest = quote!(#krate::staged::part(&#range, #even + 2 * #pairs, ::core::primitive::isize::MAX));
        let rest = at_most_one(rest);
        quote!({
            let #range = #whole;
            let #even = (#range.start as ::core::primitive::isize + 1) & !1;
            let #pairs = ::core::cmp::Ord::max(#range.end as ::core::primitive::isize - #even, 0) / 2;
            #before
            for #pair in 0isize..#pairs {
                { let #at = #even + 2 * #pair; let #pat = #krate::staged::counted(&#range, #at); #first }
                { let #at = #even + 2 * #pair + 1; let #pat = #krate::staged::counted(&#range, #at); #second }
            }
            for #pat in #rest { #single }
        })
    }

    /// A loop over the points from an index to before another one, by pairs or not.
    pub fn points_by_pairs(
        &self,
        var: Id,
        [first, last]: [&Ident; 2],
        by_pairs: bool,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let name = self.var_name(var);
        if !by_pairs {
            let body = body(self, written);
            return quote!(for #name in #first..#last { #body });
        }
        let [even, pairs, pair] = ["even", "pairs", "pair"].map(|name| self.fresh(name));
        let defined = written.defined.clone();
        let mut each = || {
            written.defined.clone_from(&defined);
            body(self, written)
        };
        let (before, one, other, after) = (each(), each(), each(), each());
        let [odd, rest] = [quote!(#first..#even), quote!(#even + 2 * #pairs..#last)]
            .map(|range| at_most_one(quote!((#range))));
        quote! {
            let #even = ::core::cmp::Ord::min((#first + 1) & !1, #last);
            let #pairs = (#last - #even) / 2;
            for #name in #odd { #before }
            for #pair in 0isize..#pairs {
                { let #name = #even + 2 * #pair; #one }
                { let #name = #even + 2 * #pair + 1; #other }
            }
            for #name in #rest { #after }
        }
    }
}

/// What is left of a range beside pairs: the compiler would make lanes of it, too.
fn at_most_one(range: TokenStream) -> TokenStream {
    quote!(::core::iter::Iterator::take(#range, 1))
}
