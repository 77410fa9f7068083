//! Sums of products with constants.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use unite_ranges::{I32, pairs};

use super::super::names::Stride;
use super::strides::{Side, Strides};
use super::{Code, Key, Vector};
use crate::cost::STREWN;
use crate::known::{Known, Truth};
use crate::lanes::constant::Constant;
use crate::lanes::independent::factor;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Read, Step, Type, ValueId};
use crate::rules::Products;

impl Vector<'_, '_> {
    /// A sum of products, where the machine multiplies and adds pairs of narrow numbers.
    pub fn products(
        &self,
        node: ValueId,
        products: &Products,
        plain: impl FnOnce(&mut Code<'_>) -> Result<TokenStream, Refusal>,
        out: &mut Code<'_>,
    ) -> Result<TokenStream, Refusal> {
        let operand = Key::Common(products.args.clone());
        let are_pairs = self.makes_pairs(node, products);
        if are_pairs.fails() {
            return plain(out);
        }
        let otherwise = if are_pairs.holds() { TokenStream::new() } else { plain(out)? };
        let (lanes, count) = (self.lanes(), self.count());
        let (narrow, wide) = (self.lane_type(&operand, out), self.lane_type(&Key::Bits(32), out));
        let args =
            products.args.iter().map(|a| self.value(*a, &operand, out)).collect::<Result<Vec<_>, _>>()?;
        let (terms, name) = (Literal::usize_unsuffixed(args.len()), self.weights(node, products, out));
        let of = pairs_of(&products.args);
        let dot = if of.iter().any(|pair| out.pairs.contains(pair)) {
            let pairs = of.into_iter().map(|pair| match out.pairs.contains(&pair) {
                true => {
                    let name = self.pair_name(pair);
                    quote!(::core::option::Option::Some(#name))
                }
                false => quote!(::core::option::Option::None),
            });
            quote!(#lanes::dot::<_, #name, #narrow, #count, #terms, _>(unite_simd, [#(#args),*], #lanes::Read([#(#pairs),*])))
        } else {
            quote!(#lanes::dot::<_, #name, #narrow, #count, #terms, _>(unite_simd, [#(#args),*], ()))
        };
        let sum = match products.rest {
            None => dot,
            Some((rest, negative)) => {
                let rest = self.value(rest, &Key::Bits(32), out)?;
                let f = if negative { quote!(sub) } else { quote!(add) };
                quote!(#lanes::#f::<_, #wide, #count>(unite_simd, #dot, #rest))
            }
        };
        let sum = self.converted(sum, &Key::Bits(32), &Key::Value(node), out);
        are_pairs.choose(|| Ok(sum), || Ok(otherwise))
    }

    /// The type that has the constants of a sum of products.
    fn weights(&self, node: ValueId, products: &Products, out: &mut Code<'_>) -> Ident {
        let lanes = self.lanes();
        let numbers: Option<Vec<i128>> = products.coefficients.iter().map(Constant::now).collect();
        let name = match numbers {
            // Those of one sum are those of any other.
            Some(numbers) => {
                let shown = numbers.iter().map(|number| number.to_string().replace('-', "m"));
                format_ident!("UniteWeights_{}", shown.collect::<Vec<_>>().join("_"))
            }
            None => format_ident!("UniteTerms{}_{}", self.number, node),
        };
        let terms = Literal::usize_unsuffixed(products.args.len());
        let coefficients = products.coefficients.iter().map(Constant::narrow_tokens);
        out.item(name.to_string(), || {
            quote! {
                struct #name;
                impl #lanes::Weights<#terms> for #name {
                    const TERMS: #lanes::Terms<#terms> = #lanes::terms([#(#coefficients),*]);
                }
            }
        });
        name
    }

    /// Whether a sum of products is computed by pairs.
    fn makes_pairs(&self, node: ValueId, products: &Products) -> Truth {
        self.is_wide(node).and(self.are_pairs(products, pairs, &quote!(pairs)))
    }

    /// Whether a node is computed in lanes of 32 bits.
    pub fn is_wide(&self, node: ValueId) -> Truth {
        self.key(node).map(|key| key == I32, |key| quote!(#key == 32))
    }

    /// What a function of `unite_ranges` says of the operands and constants of a sum of products.
    pub fn are_pairs(&self, products: &Products, now: fn(u32, &[i32]) -> bool, later: &TokenStream) -> Truth {
        let operand = Key::Common(products.args.clone());
        let narrow = |constant: &Constant| constant.now().and_then(|value| i32::try_from(value).ok());
        let numbers: Option<Vec<i32>> = products.coefficients.iter().map(narrow).collect();
        if let (Some(numbers), Known::Now(key)) = (numbers, self.key_of(&operand)) {
            return Known::Now(now(key, &numbers));
        }
        let (lanes, operand) = (self.lanes(), self.key_tokens(&operand));
        let coefficients = products.coefficients.iter().map(Constant::narrow_tokens);
        Known::Later(quote!(#lanes::#later(#operand, &[#(#coefficients),*])))
    }

    fn pair_name(&self, [a, b]: [ValueId; 2]) -> Ident {
        format_ident!("p{}_{}", a, b, span = Span::mixed_site())
    }

    /// Pairs of reads since `first`, a step, that sums of products need: read as pairs, because both may lie among the same
    /// bytes.
    pub fn read_pairs(&self, first: usize, end: usize, out: &mut Code<'_>) -> Result<(), Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        let read = |node: ValueId| {
            let is_among = |step: &Step| matches!(step, Step::Read(n) if *n == node);
            match &self.program.nodes[node].op {
                Op::Read(read) if self.program.steps[first..end].iter().any(is_among) => Some(read),
                _ => None,
            }
        };
        for (node, products) in self.findings.products.entries() {
            let Some(products) = products else { continue };
            if self.makes_pairs(node, products).fails() {
                continue;
            }
            for pair in pairs_of(&products.args) {
                let [Some(a), Some(b)] = pair.map(read) else { continue };
                if !self.may_be_strewn(a) || !self.may_be_strewn(b) {
                    continue;
                }
                if !out.pairs.insert(pair) {
                    continue;
                }
                let (name, bytes) = (self.pair_name(pair), Key::Bits(8));
                let (va, vb) = (self.value(pair[0], &bytes, out)?, self.value(pair[1], &bytes, out)?);
                // Where strides are not known, pairs are made of what is read in whatever way: they ask nothing of the loops.
                let Strides { right: sa, .. } = self.strides(a, Side::Pair, out)?;
                let Strides { right: sb, .. } = self.strides(b, Side::Pair, out)?;
                let [(pa, oa), (pb, ob)] = [a, b].map(|read| {
                    (self.emitter.pointer_name(read.base), self.emitter.offset(read.base, &read.data))
                });
                out.push(quote!(
                    let #name = unsafe {
                        #lanes::read_pairs::<_, #lanes::U8, #count>(unite_simd, [#pa, #pb], [#oa, #ob], [#sa, #sb], #va, #vb)
                    };
                ));
            }
        }
        Ok(())
    }

    /// Whether lanes are bytes that may lie apart.
    fn may_be_strewn(&self, read: &Read) -> bool {
        let emitter = self.emitter;
        let base = read.base;
        let apart = |(axis, index): (usize, &crate::ir::Index)| match (
            factor(index, self.columns),
            emitter.stride(base, axis),
        ) {
            (Some(0), _) => false,
            (Some(by), Stride::Constant(stride)) => by * stride > 1,
            (by, Stride::Named(_)) => by.is_some(),
            (None, _) => false,
        };
        self.rows.is_none()
            && self.shape[1] >= STREWN
            && read.elem == Some(Type::U8)
            && read.data.iter().enumerate().any(apart)
    }
}

/// The pairs of terms of a sum: the first two, the two after them, ...; the last with the one before it if it is alone.
fn pairs_of(args: &[ValueId]) -> Vec<[ValueId; 2]> {
    let last = args.len() - 1;
    let alone = last.is_multiple_of(2).then(|| [args[last - 1], args[last]]);
    (0..last).step_by(2).map(|k| [args[k], args[k + 1]]).chain(alone).collect()
}
