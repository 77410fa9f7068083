//! Sums and other values of all points of a nest, which lanes keep until its end.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use unite_ranges::Range;

use super::Emitter;
use super::vector::{Code, Key, Vector};
use crate::known::Known;
use crate::lanes::value::{Program, Reduction, Step};
use crate::plans::Level;
use crate::rules::reductions::Terms;

impl Emitter<'_> {
    /// The name that says whether lanes of a nest ran, if it matters: the least of no elements is none of theirs.
    pub fn asked_whether_it_ran(&self, program: &Program, levels: &[Level]) -> Option<Ident> {
        let is_extreme =
            |step: &Step| matches!(step, Step::Reduce(_, Reduction::Least | Reduction::Greatest, _));
        let has_points = levels.iter().all(|level| level.points().is_some_and(|points| points > 0));
        (!has_points && program.steps.iter().any(is_extreme)).then(|| self.fresh("ran"))
    }

    /// Sums before and after the loops; `ran` is the name that says whether there were points.
    pub fn accumulators(
        &self,
        program: &Program,
        vector: &Vector<'_, '_>,
        name: &dyn Fn(usize) -> Ident,
        ran: Option<&Ident>,
        code: &mut Code<'_>,
    ) -> (TokenStream, TokenStream) {
        let lanes = self.lanes_path();
        let n = Literal::i64_unsuffixed(vector.shape[0] * vector.shape[1]);
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        before.extend(ran.map(|ran| quote!(let mut #ran = false;)));
        for (k, step) in program.steps.iter().enumerate() {
            let Step::Reduce(variable, how, node) = step else { continue };
            let (name, key) = (name(k), Key::of_sum(*node, *how));
            // Nothing else says the type of a total of the macro's own.
            if self.kernel.sums.iter().any(|sum| sum.total == *variable) {
                let ty = if *how == Reduction::Any { quote!(bool) } else { quote!(i32) };
                before.extend(quote!(let _: ::core::primitive::#ty = #variable;));
            }
            let terms = vector.terms(*node, *how);
            if let Some(terms) = &terms {
                let (first, last) = vector.around_terms(terms, &name, variable, code);
                before.extend(first);
                after.extend(last);
                // Products are made otherwise where their factors are too wide.
                if !matches!(terms, Terms::Products(_)) {
                    continue;
                }
            }
            let own = vector.lane_type(&key, code);
            let first = match how {
                Reduction::Sum | Reduction::Difference => quote!(0),
                // It is among the terms.
                Reduction::Any => continue,
                Reduction::Least => bound(&vector.range(*node), |range| range.last, &quote!(last)),
                Reduction::Greatest => bound(&vector.range(*node), |range| range.first, &quote!(first)),
            };
            before.extend(quote!(let mut #name = #lanes::splat::<_, #own, #n>(unite_simd, #first);));
            after.extend(match how {
                Reduction::Sum => quote!(#variable += #lanes::reduce_add::<_, #own, #n>(unite_simd, #name);),
                Reduction::Difference => {
                    quote!(#variable -= #lanes::reduce_add::<_, #own, #n>(unite_simd, #name);)
                }
                Reduction::Any => continue,
                Reduction::Least => {
                    let least = quote!(#lanes::reduce_min::<_, #own, #n>(unite_simd, #name));
                    where_it_ran(ran, &quote!(#variable = #variable.min(#least);))
                }
                Reduction::Greatest => {
                    let greatest = quote!(#lanes::reduce_max::<_, #own, #n>(unite_simd, #name));
                    where_it_ran(ran, &quote!(#variable = #variable.max(#greatest);))
                }
            });
        }
        (before, after)
    }
}

/// A statement for where there were points, if that is not certain.
fn where_it_ran(ran: Option<&Ident>, statement: &TokenStream) -> TokenStream {
    match ran {
        Some(ran) => quote!(if #ran { #statement }),
        None => statement.clone(),
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
