//! Sums over all points whose terms machines add up as they make them.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Key, Vector};
use crate::lanes::elem_of;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Op, Reduction};

/// What is summed up.
pub enum Terms {
    /// Distances of bytes, or bytes, which are distances from 0.
    Distances(Vec<(Node, Option<Node>)>),
    /// Products.
    Products([Node; 2]),
}

impl Vector<'_, '_> {
    /// Terms of a sum that there is a way to add up.
    pub fn terms(&self, node: Node, how: Reduction) -> Option<Terms> {
        if how != Reduction::Sum {
            return None;
        }
        let n = &self.program.nodes[node];
        let are_many = self.shape[0] * self.shape[1] >= 8;
        let is_byte = |n: Node| match &self.program.nodes[n].op {
            Op::Read(read) => {
                let view = self.emitter.kernel.accesses[read.access].view;
                elem_of(self.emitter.kernel, self.emitter.analysis, view).as_deref() == Some("u8")
            }
            _ => false,
        };
        match (&n.op, &n.args[..]) {
            (Op::AbsDiff, &[a, b]) if are_many && is_byte(a) && is_byte(b) => {
                Some(Terms::Distances(vec![(a, Some(b))]))
            }
            (Op::Read(_), _) if are_many && is_byte(node) => Some(Terms::Distances(vec![(node, None)])),
            (Op::Add, &[a, b]) if are_many && is_byte(a) && is_byte(b) => {
                Some(Terms::Distances(vec![(a, None), (b, None)]))
            }
            (Op::Mul, &[a, b]) if [a, b].iter().all(|a| self.program.nodes[*a].varying) => {
                Some(Terms::Products([a, b]))
            }
            _ => None,
        }
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
