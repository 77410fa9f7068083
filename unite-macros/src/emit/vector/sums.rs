//! Sums over all points whose terms machines add up as they make them.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Code, Key, Vector};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Reduction, ValueId};
use crate::rules::reductions::{self, Terms};

impl Vector<'_, '_> {
    /// Terms of a sum that there is a way to add up.
    pub fn terms(&self, node: ValueId, how: Reduction) -> Option<Terms> {
        reductions::find(self.program, node, how, self.shape[0] * self.shape[1])
    }

    /// The name of the sums of products.
    fn products_name(name: &Ident) -> Ident {
        format_ident!("{}_products", name, span = name.span())
    }

    /// What stands before the loops, and after them.
    pub fn around_terms(&self, terms: &Terms, name: &Ident, variable: &Ident) -> (TokenStream, TokenStream) {
        let (lanes, count) = (self.lanes(), self.count());
        match terms {
            Terms::Distances(_) => (
                quote!(let mut #name = #lanes::Distances::<_, #count>::none(unite_simd);),
                quote!(#variable += #lanes::sum_of_distances::<_, #count>(unite_simd, #name);),
            ),
            Terms::Products(_) => {
                let name = Self::products_name(name);
                (
                    quote!(let mut #name = #lanes::Products::<_, #count>::none(unite_simd);),
                    quote!(#variable += #lanes::sum_of_products::<_, #count>(unite_simd, #name);),
                )
            }
        }
    }

    /// Adds the terms of a step; `plain` does so in lanes.
    pub fn add_terms(
        &self,
        terms: &Terms,
        name: &Ident,
        plain: impl FnOnce(&mut Code<'_>) -> Result<TokenStream, Refusal>,
        out: &mut Code<'_>,
    ) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        match terms {
            Terms::Distances(distances) => {
                let (bytes, mut added) = (Key::Bits(8), TokenStream::new());
                for (a, b) in distances {
                    let a = self.value(*a, &bytes, out)?;
                    let b = match b {
                        Some(b) => self.value(*b, &bytes, out)?,
                        None => quote!(#lanes::splat::<_, #lanes::U8, #count>(unite_simd, 0)),
                    };
                    added.extend(
                        quote!(#name = #lanes::add_distances::<_, #count>(unite_simd, #name, #a, #b);),
                    );
                }
                Ok(added)
            }
            Terms::Products(factors) => {
                let (are_narrow, narrow) = (self.are_signed(*factors), Key::Bits(16));
                let [a, b] = *factors;
                if are_narrow.fails() {
                    return plain(out);
                }
                let otherwise = if are_narrow.holds() { TokenStream::new() } else { plain(out)? };
                let (a, b) = (self.value(a, &narrow, out)?, self.value(b, &narrow, out)?);
                let name = Self::products_name(name);
                let add = quote!(#name = #lanes::add_products::<_, #count>(unite_simd, #name, #a, #b););
                are_narrow.choose(|| Ok(add), || Ok(otherwise))
            }
        }
    }
}
