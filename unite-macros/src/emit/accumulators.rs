//! Sums and other values of all points of a nest, which lanes keep until its end.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use unite_ranges::Range;

use super::Emitter;
use super::vector::{Code, Key, Vector};
use crate::known::Known;
use crate::lanes::value::{Program, Reduction, Step};
use crate::rules::reductions::Terms;

impl Emitter<'_> {
    /// Sums before and after the loops.
    pub fn accumulators(
        &self,
        program: &Program,
        vector: &Vector<'_, '_>,
        name: &dyn Fn(usize) -> Ident,
        code: &mut Code<'_>,
    ) -> (TokenStream, TokenStream) {
        let lanes = self.lanes_path();
        let n = Literal::i64_unsuffixed(vector.shape[0] * vector.shape[1]);
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        for (k, step) in program.steps.iter().enumerate() {
            let Step::Reduce(variable, how, node) = step else { continue };
            let (name, key) = (name(k), Key::of_sum(*node, *how));
            let terms = vector.terms(*node, *how);
            if let Some(terms) = &terms {
                let (first, last) = vector.around_terms(terms, &name, variable);
                before.extend(first);
                after.extend(last);
                if let Terms::Distances(_) | Terms::Bits { .. } = terms {
                    continue;
                }
            }
            let own = vector.lane_type(&key, code);
            let first = match how {
                Reduction::Sum | Reduction::Difference => quote!(0),
                Reduction::Least => bound(&vector.range(*node), |range| range.last, &quote!(last)),
                Reduction::Greatest => bound(&vector.range(*node), |range| range.first, &quote!(first)),
            };
            before.extend(quote!(let mut #name = #lanes::splat::<_, #own, #n>(unite_simd, #first);));
            after.extend(match how {
                Reduction::Sum => quote!(#variable += #lanes::reduce_add::<_, #own, #n>(unite_simd, #name);),
                Reduction::Difference => {
                    quote!(#variable -= #lanes::reduce_add::<_, #own, #n>(unite_simd, #name);)
                }
                Reduction::Least => {
                    quote!(#variable = #variable.min(#lanes::reduce_min::<_, #own, #n>(unite_simd, #name));)
                }
                Reduction::Greatest => {
                    quote!(#variable = #variable.max(#lanes::reduce_max::<_, #own, #n>(unite_simd, #name));)
                }
            });
        }
        (before, after)
    }
}

/// The first or the last number of a range.
fn bound(range: &Known<Range>, now: impl Fn(&Range) -> i128, later: &TokenStream) -> TokenStream {
    match range {
        Known::Now(range) => {
            let bound = Literal::i128_unsuffixed(now(range));
            quote!(#bound)
        }
        Known::Later(range) => quote!(#range.#later as ::core::primitive::i32),
    }
}
