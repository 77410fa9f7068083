//! Sums over all points whose terms machines add up as they make them.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use unite_ranges::{I32, Range};

use super::{Code, Key, Vector};
use crate::ir::{Atom, Index};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Reduction, ValueId};
use crate::rules::reductions::{self, Terms};

impl Vector<'_, '_> {
    /// Terms of a sum that there is a way to add up. Bits of a mask are there once: a loop around them would set them again.
    pub fn terms(&self, node: ValueId, how: Reduction) -> Option<Terms> {
        let terms = reductions::find(self.program, node, how, self.shape[0] * self.shape[1]);
        terms.filter(|terms| match terms {
            Terms::Bits { .. } => self.nest.len() == 1,
            // Where lanes of 16 bits hold the sums, and a difference is there anyway, its sum takes one instruction.
            Terms::Differences(_) => self.sum_key(node).now() == Some(&I32) || !self.is_used_otherwise(node),
            _ => true,
        })
    }

    /// Whether anything but one sum needs a value.
    fn is_used_otherwise(&self, node: ValueId) -> bool {
        self.program.nodes.iter().any(|value| value.args.contains(&node))
            || self.program.results().filter(|result| *result == node).count() > 1
    }

    /// The name of the sums of products.
    fn products_name(name: &Ident) -> Ident {
        format_ident!("{}_products", name, span = name.span())
    }

    /// What stands before the loops, and after them.
    pub fn around_terms(
        &self,
        terms: &Terms,
        name: &Ident,
        variable: &Ident,
        out: &mut Code<'_>,
    ) -> (TokenStream, TokenStream) {
        let (lanes, count) = (self.lanes(), self.count());
        match terms {
            Terms::Distances(_) | Terms::Differences(_) => (
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
            Terms::Nonzero(node) => {
                let own = self.own_type(*node, out);
                (
                    quote!(let mut #name = #lanes::splat::<_, #own, #count>(unite_simd, 0);),
                    quote!(#variable |= #lanes::any_nonzero::<_, #own, #count>(unite_simd, #name);),
                )
            }
            Terms::Anywhere(node) => {
                let own = self.own_type(*node, out);
                (
                    quote!(let mut #name = #lanes::mask_of::<_, #own, #count>(unite_simd, 0);),
                    quote!(#variable |= #lanes::anywhere::<_, #own, #count>(unite_simd, #name);),
                )
            }
            Terms::Bits { .. } => {
                (quote!(let mut #name = 0u32;), quote!(#variable += #name as ::core::primitive::i32;))
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
            Terms::Differences([a, b]) => {
                let bytes = Key::Bits(8);
                let (a, b) = (self.value(*a, &bytes, out)?, self.value(*b, &bytes, out)?);
                let nothing = quote!(#lanes::splat::<_, #lanes::U8, #count>(unite_simd, 0));
                Ok(quote!(
                    #name = #lanes::add_distances::<_, #count>(unite_simd, #name, #a, #nothing);
                    #name = #lanes::sub_distances::<_, #count>(unite_simd, #name, #b, #nothing);
                ))
            }
            Terms::Products(pairs) => {
                let (are_narrow, narrow) = (self.are_all_signed(pairs), Key::Bits(16));
                if are_narrow.fails() {
                    return plain(out);
                }
                let otherwise = if are_narrow.holds() { TokenStream::new() } else { plain(out)? };
                let (name, mut add) = (Self::products_name(name), TokenStream::new());
                for [a, b] in pairs {
                    let (a, b) = (self.value(*a, &narrow, out)?, self.value(*b, &narrow, out)?);
                    add.extend(quote!(#name = #lanes::add_products::<_, #count>(unite_simd, #name, #a, #b);));
                }
                are_narrow.choose(|| Ok(add), || Ok(otherwise))
            }
            Terms::Nonzero(node) => {
                let own = self.own_type(*node, out);
                let value = self.value(*node, &Key::Value(*node), out)?;
                Ok(quote!(#name = #lanes::or::<_, #own, #count>(unite_simd, #name, #value);))
            }
            Terms::Anywhere(node) => {
                let own = self.own_type(*node, out);
                let mask = self.mask(*node, &Key::Value(*node), out)?;
                Ok(quote!(#name = #lanes::mask_or::<_, #own, #count>(unite_simd, #name, #mask);))
            }
            Terms::Bits { condition, holds, index } => {
                self.ask_for_places(index, out)?;
                let own = self.own_type(*condition, out);
                let mut mask = self.mask(*condition, &Key::Value(*condition), out)?;
                if !holds {
                    mask = quote!(#lanes::mask_not::<_, #own, #count>(unite_simd, #mask));
                }
                let first = self.emitter.index(index);
                Ok(quote!(
                    #name |= #lanes::bits::<_, #own, #count>(unite_simd, #mask) << (#first) as ::core::primitive::u32;
                ))
            }
        }
    }

    /// Asks whether a mask of 32 bits has a place for each bit, if the macro does not know it.
    fn ask_for_places(&self, index: &Index, out: &mut Code<'_>) -> Result<(), Refusal> {
        let places = Range::new(0, 31);
        if self.range_of_index(index).fits(places) {
            return Ok(());
        }
        let var = &self.emitter.kernel.vars[self.columns];
        let [first, past] = [&var.start, &var.end].map(|end| {
            let end = self.emitter.resolve(end);
            let at = |atom: &Atom| matches!(atom, Atom::Var(v) if *v == self.columns).then(|| end.clone());
            index.substitute(&mut { at })
        });
        let is_inside =
            |index: &Index| index.any_atom(|a| matches!(a, Atom::Var(v) if self.nest.contains(v)));
        if var.computed.is_some() || is_inside(&first) || is_inside(&past) {
            let reason = "bits that may be more than the 32 of a mask".to_string();
            return Err(Refusal::new(var.name.span(), reason));
        }
        let [first, past] = [first, past].map(|index| self.emitter.exact_index(&index));
        out.ask(quote!(((#first) >= 0 && (#past) <= 32)));
        Ok(())
    }
}
