//! Sums of products with constants.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::Vector;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Products};

impl Vector<'_, '_> {
    /// A sum of products, where the machine multiplies and adds pairs of narrow numbers.
    pub fn products(
        &self,
        node: Node,
        products: &Products,
        plain: TokenStream,
        out: &mut TokenStream,
    ) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        let ranges = products.args.iter().map(|a| self.range_at(*a));
        let operand = quote!({ #lanes::lane(&[#(#ranges),*]) });
        let own = self.lane_type(&self.key(node));
        let wide = quote!(#lanes::I32);
        let narrow = self.lane_type(&operand);
        let args =
            products.args.iter().map(|a| self.value(*a, &operand, out)).collect::<Result<Vec<_>, _>>()?;
        let terms = Literal::usize_unsuffixed(args.len());
        let coefficients = &products.coefficients;
        let names: Vec<Ident> =
            (0..args.len()).map(|k| format_ident!("t{}", k, span = Span::mixed_site())).collect();
        let dot2 = quote!(#lanes::dot2::<_, #narrow, #narrow, #count>);
        let add = quote!(#lanes::add::<_, #wide, #count>);
        let at = |k: usize| {
            let k = Literal::usize_unsuffixed(k);
            quote!({ const { UNITE_TERMS.0[#k] } })
        };
        let half = |k: usize| {
            let k = Literal::usize_unsuffixed(k);
            quote!({ const { UNITE_TERMS.1[#k] } })
        };
        // Pairs of terms; what has no partner gets the other half of a constant that is two.
        let mut sum: Option<TokenStream> = None;
        for k in (0..names.len() - 1).step_by(2) {
            let (a, b, ca, cb) = (&names[k], &names[k + 1], at(k), at(k + 1));
            let pair = quote!(#dot2(unite_simd, #a, #ca, #b, #cb));
            sum = Some(match sum {
                None => pair,
                Some(sum) => quote!(#add(unite_simd, #sum, #pair)),
            });
        }
        let mut total = sum.unwrap_or_default();
        let alone = names.len() % 2 == 1;
        if alone {
            let last = names.len() - 1;
            let (v, c) = (&names[last], at(last));
            let choices = names.iter().enumerate().map(|(k, name)| {
                let (k, half) = (Literal::usize_unsuffixed(k), half(k));
                quote!(if const { UNITE_TERMS.2 == #k } { #dot2(unite_simd, #v, #c, #name, #half) } else)
            });
            total = quote!(#add(unite_simd, #total, #(#choices)* { #dot2(unite_simd, #v, #c, #v, 0) }));
        }
        let mut rests = TokenStream::new();
        for (k, name) in names.iter().enumerate() {
            let (at, half) = (Literal::usize_unsuffixed(k), half(k));
            rests.extend(quote!(
                let total = if const { UNITE_TERMS.1[#at] != 0 && !(#alone && UNITE_TERMS.2 == #at) } {
                    #add(unite_simd, total, #dot2(unite_simd, #name, #half, #name, 0))
                } else {
                    total
                };
            ));
        }
        let dot = quote!({
            const UNITE_TERMS: ([i32; #terms], [i32; #terms], usize) = #lanes::halves([#((#coefficients) as i32),*]);
            #(let #names = #args;)*
            let total = #total;
            #rests
            total
        });
        let sum = match products.rest {
            None => dot,
            Some((rest, negative)) => {
                let rest = self.value(rest, &quote!({ 32 }), out)?;
                let f = if negative { quote!(sub) } else { quote!(add) };
                quote!(#lanes::#f::<_, #wide, #count>(unite_simd, #dot, #rest))
            }
        };
        let key = self.key_at(node);
        Ok(quote!(if const { #key == 32 && #lanes::pairs(#operand, &[#((#coefficients) as i32),*]) } {
            #lanes::convert::<_, #wide, #own, #count>(unite_simd, #sum)
        } else {
            #plain
        }))
    }
}
