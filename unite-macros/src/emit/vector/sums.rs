//! Sums over all points whose terms machines add up as they make them.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Vector;
use crate::lanes::elem_of;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Op, Reduction};

/// What is summed up.
pub enum Terms {
    /// Distances of bytes.
    Distances([Node; 2]),
    /// Products.
    Products([Node; 2]),
}

impl Vector<'_, '_> {
    /// Terms of a sum that there is a way to add up.
    pub fn terms(&self, node: Node, how: Reduction) -> Option<Terms> {
        let n = &self.program.nodes[node];
        let args: [Node; 2] = n.args[..].try_into().ok().filter(|_| how == Reduction::Sum)?;
        let are_many = self.shape[0] * self.shape[1] >= 8;
        let is_byte = |n: Node| match &self.program.nodes[n].op {
            Op::Read(read) => {
                let view = self.emitter.kernel.accesses[read.access].view;
                elem_of(self.emitter.kernel, self.emitter.analysis, view).as_deref() == Some("u8")
            }
            _ => false,
        };
        match n.op {
            Op::AbsDiff if are_many && args.into_iter().all(is_byte) => Some(Terms::Distances(args)),
            Op::Mul if args.into_iter().all(|a| self.program.nodes[a].varying) => Some(Terms::Products(args)),
            _ => None,
        }
    }

    /// Whether products have factors that are narrow enough, as a constant.
    pub fn are_narrow(&self, factors: [Node; 2]) -> TokenStream {
        let (lanes, [a, b]) = (self.lanes(), factors.map(|f| self.range_at(f)));
        quote!(#lanes::are_signed(#a, #b))
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
        plain: impl FnOnce(&mut TokenStream) -> Result<TokenStream, Refusal>,
        out: &mut TokenStream,
    ) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        match terms {
            Terms::Distances([a, b]) => {
                let bytes = quote!({ 8 });
                let (a, b) = (self.value(*a, &bytes, out)?, self.value(*b, &bytes, out)?);
                Ok(quote!(#name = #lanes::add_distances::<_, #count>(unite_simd, #name, #a, #b);))
            }
            Terms::Products(factors) => {
                let (is_narrow, narrow) = (self.are_narrow(*factors), quote!({ 16 }));
                let [a, b] = *factors;
                let (a, b) = (self.value(a, &narrow, out)?, self.value(b, &narrow, out)?);
                let plain = plain(out)?;
                let name = Self::products_name(name);
                Ok(quote!(if const { #is_narrow } {
                    #name = #lanes::add_products::<_, #count>(unite_simd, #name, #a, #b);
                } else {
                    #plain
                }))
            }
        }
    }
}
