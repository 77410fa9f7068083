//! Where accesses with a boundary rule lie inside their blocks, so that no rule is needed: a whole nest of constant
//! extents, or the middle of an innermost loop.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Body, Emitter, Written};
use crate::analyse::Interval;
use crate::ir::{Id, Index};
use crate::plans::serial::{Inside, Middle, Steps};

impl Emitter<'_> {
    /// A nest of constant extents, without rules where all of it lies inside.
    pub fn inside_or_not(&self, scope: Id, nest: &Body<'_>, written: &mut Written) -> TokenStream {
        let Some(Inside { tests, known }) = self.site().inside(scope) else { return nest(self, written) };
        let tests = self.all_at_most(&tests);
        let defined = written.defined.clone();
        let fast = self.where_inside(&known, |there| nest(there, written));
        written.defined = defined;
        let slow = nest(&self.there(|here| here.plain = true), written);
        quote!(if #tests { #fast } else { #slow })
    }

    /// Whether indices are at most others, asked where the program runs; nothing if there is nothing to ask.
    pub fn all_at_most(&self, pairs: &[Interval]) -> TokenStream {
        let mut tests: Vec<TokenStream> = Vec::new();
        for (small, large) in pairs {
            let (small, large) = (self.exact_index(small), self.exact_index(large));
            let test = quote!(#small <= #large);
            if !tests.iter().any(|known| known.to_string() == test.to_string()) {
                tests.push(test);
            }
        }
        quote!(#(#tests)&&*)
    }

    /// An innermost loop, point by point.
    pub fn whole_loop(
        &self,
        var: Id,
        extent: &Index,
        scope: Id,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let (name, end) = (self.var_name(var), self.extent(extent));
        let (before, body) = self.with_distances(var, scope, body, written);
        quote!(#before for #name in 0isize..#end { #body })
    }

    /// An innermost loop, with a middle where the accesses that run along it lie inside, and how that is written.
    pub fn split_loop(
        &self,
        (var, extent, scope): (Id, &Index, Id),
        middle: &Middle,
        inner: &Steps,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let (name, end) = (self.var_name(var), self.extent(extent));
        let (begin, past) = (self.exact_index(&middle.begin), self.exact_index(&middle.past));
        let (first, last) = (self.fresh("inside_from"), self.fresh("inside_to"));
        let (before, loops) = self.with_hoisted(var, scope, |emitter| {
            let defined = written.defined.clone();
            let edge = body(emitter, written);
            written.defined = defined;
            let (before, middle) = emitter.in_middle(middle, |emitter| {
                emitter.with_hoisted(var, scope, |emitter| {
                    let ends = [&quote!(#first), &quote!(#last)];
                    match inner {
                        Steps::Distributed(distributed) => {
                            emitter.distributed_loop((var, scope), ends, &distributed.strip, body, written)
                        }
                        steps => {
                            let by_pairs = matches!(steps, Steps::Pairs);
                            emitter.points_by_pairs(var, [&first, &last], by_pairs, body, written)
                        }
                    }
                })
            });
            quote! {
                for #name in 0isize..#first { #edge }
                #before
                #middle
                for #name in #last..#end { #edge }
            }
        });
        quote! {
            let #first = #begin;
            let #last = ::core::cmp::Ord::max(#past, #first);
            #before
            #loops
        }
    }
}
