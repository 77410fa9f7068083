//! Sums and other values of all points of a nest, which lanes keep until its end.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::strips::{Level, Shape};
use super::vector::{Terms, Vector};
use crate::lanes::value::{Program, Reduction, Step};

impl Emitter<'_> {
    /// The lanes in which sums are kept.
    pub fn sums(&self, vector: &Vector<'_, '_>, levels: &[Level], shape: &Shape) -> TokenStream {
        let (program, sums) = (vector.program, vector.sums_name());
        let in_lanes = |step: &&Step| match step {
            Step::Reduce(_, how, node) => !matches!(vector.terms(*node, *how), Some(Terms::Distances(_))),
            _ => false,
        };
        if !program.steps.iter().any(|step| in_lanes(&step)) {
            return TokenStream::new();
        }
        let krate = &self.kernel.krate;
        let count = program.nodes.len();
        let points = levels.iter().try_fold(1i64, |all, l| all.checked_mul(l.points()?));
        let each = points.map(|p| (p + shape.points() - 1) / shape.points());
        let keys = program.steps.iter().filter(in_lanes).filter_map(|s| match s {
            Step::Reduce(_, _, node) => {
                let (node, range) = (Literal::usize_unsuffixed(*node), vector.range_at(*node));
                Some(match each {
                    Some(each) => {
                        let each = Literal::i64_unsuffixed(each);
                        quote! {
                            let sum = #range.sum_of(#each).union(#krate::staged::lanes::Range::new(-1, 1));
                            keys[#node] = #krate::staged::lanes::lane(&[sum]);
                        }
                    }
                    None => quote!(keys[#node] = 32;),
                })
            }
            _ => None,
        });
        quote! {
            const #sums: [u32; #count] = {
                let mut keys = [32; #count];
                #(#keys)*
                keys
            };
        }
    }

    /// Sums before and after the loops.
    pub fn accumulators(
        &self,
        program: &Program,
        vector: &Vector<'_, '_>,
        name: &dyn Fn(usize) -> Ident,
    ) -> (TokenStream, TokenStream) {
        let krate = &self.kernel.krate;
        let lanes = quote!(#krate::staged::lanes);
        let n = Literal::i64_unsuffixed(vector.shape[0] * vector.shape[1]);
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        for (k, step) in program.steps.iter().enumerate() {
            let Step::Reduce(variable, how, node) = step else { continue };
            let (name, key) = (name(k), vector.sum_key(*node, *how));
            let range = vector.range_at(*node);
            let terms = vector.terms(*node, *how);
            if let Some(terms) = &terms {
                let (first, last) = vector.around_terms(terms, &name, variable);
                before.extend(first);
                after.extend(last);
                if let Terms::Distances(_) = terms {
                    continue;
                }
            }
            let own = vector.lane_type(&key);
            let first = match how {
                Reduction::Sum | Reduction::Difference => quote!(0),
                Reduction::Least => quote!(#range.last as i32),
                Reduction::Greatest => quote!(#range.first as i32),
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
