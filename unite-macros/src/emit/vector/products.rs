//! Sums of products with constants.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::super::names::Stride;
use super::Vector;
use crate::lanes::independent::factor;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Op, Products, Read, Step};
use crate::lanes::{self, elem_of};

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
        let add = quote!(#lanes::add::<_, #wide, #count>);
        let of = |list: &str, k: usize| {
            let (list, k) = (format_ident!("{}", list), Literal::usize_unsuffixed(k));
            quote!({ const { UNITE_TERMS.#list[#k] } })
        };
        // Two terms with their constants, in the order of their numbers.
        let dot2 = |[i, j]: [usize; 2], [ci, cj]: [TokenStream; 2]| {
            let ([a, b], pair) = ([&names[i], &names[j]], [products.args[i], products.args[j]]);
            if self.pairs.borrow().contains(&pair) {
                let pairs = self.pair_name(pair);
                quote!(#lanes::dot2_of::<_, #narrow, #count>(unite_simd, #pairs, #a, #ci, #b, #cj))
            } else {
                quote!(#lanes::dot2::<_, #narrow, #narrow, #count>(unite_simd, #a, #ci, #b, #cj))
            }
        };
        let last = args.len() - 1;
        let is_alone = last % 2 == 0;
        let mut sums = TokenStream::new();
        for k in (0..last).step_by(2) {
            let (pair, is_negative) =
                (dot2([k, k + 1], [of("first", k), of("first", k + 1)]), of("is_negative", k));
            sums.extend(quote!(let (pair, is_negative) = (#pair, #is_negative);));
            sums.extend(match k {
                0 => quote!(let total = if is_negative { #lanes::neg::<_, #wide, #count>(unite_simd, pair) } else { pair };),
                _ => quote!(let total = #lanes::plus_or_minus::<_, #count>(unite_simd, total, pair, is_negative);),
            });
        }
        if is_alone {
            // With the second half of a constant, or with nothing of the one before.
            let choices = (0..=last).map(|k| {
                let (at, half) = (Literal::usize_unsuffixed(k), of("second", k));
                let half = quote!((if is_negative { -#half } else { #half }));
                let pair = dot2([k, last], [half, of("first", last)]);
                quote!(if const { UNITE_TERMS.split == #at } { #pair } else)
            });
            let (plain, is_negative) =
                (dot2([last - 1, last], [quote!(0), of("first", last)]), of("is_negative", last));
            sums.extend(quote!(
                let is_negative = #is_negative;
                let pair = #(#choices)* { #plain };
                let total = #lanes::plus_or_minus::<_, #count>(unite_simd, total, pair, is_negative);
            ));
        }
        for (k, name) in names.iter().enumerate() {
            let (at, half) = (Literal::usize_unsuffixed(k), of("second", k));
            sums.extend(quote!(
                let total = if const { UNITE_TERMS.second[#at] != 0 && !(#is_alone && UNITE_TERMS.split == #at) } {
                    #add(unite_simd, total, #lanes::dot2::<_, #narrow, #narrow, #count>(unite_simd, #name, #half, #name, 0))
                } else {
                    total
                };
            ));
        }
        let dot = quote!({
            const UNITE_TERMS: #lanes::Terms<#terms> = #lanes::terms([#((#coefficients) as i32),*]);
            #(let #names = #args;)*
            #sums
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

    fn pair_name(&self, [a, b]: [Node; 2]) -> Ident {
        format_ident!("p{}_{}", a, b, span = Span::mixed_site())
    }

    /// Pairs of reads since `first`, a step, that sums of products need: read as pairs, because both may lie among the same
    /// bytes.
    pub fn read_pairs(&self, first: usize, end: usize) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        let read = |node: Node| {
            let is_among = |step: &Step| matches!(step, Step::Read(n) if *n == node);
            match &self.program.nodes[node].op {
                Op::Read(read) if self.program.steps[first..end].iter().any(is_among) => Some(read),
                _ => None,
            }
        };
        let mut out = TokenStream::new();
        for products in self.program.nodes.iter().filter_map(|n| n.products.as_ref()) {
            let args = &products.args;
            let pairs = (0..args.len() - 1).step_by(2).map(|k| [args[k], args[k + 1]]);
            let alone = (args.len() % 2 == 1).then(|| [args[args.len() - 2], args[args.len() - 1]]);
            for pair in pairs.chain(alone) {
                let [Some(a), Some(b)] = pair.map(read) else { continue };
                if !self.may_be_strewn(a) || !self.may_be_strewn(b) {
                    continue;
                }
                if !self.pairs.borrow_mut().insert(pair) {
                    continue;
                }
                let (name, bytes) = (self.pair_name(pair), quote!({ 8 }));
                let (va, vb) =
                    (self.value(pair[0], &bytes, &mut out)?, self.value(pair[1], &bytes, &mut out)?);
                // Where strides are not known, pairs are made of what is read in whatever way: they ask nothing of the loops.
                let units = self.units.borrow().clone();
                let [(pa, oa, [_, sa]), (pb, ob, [_, sb])] = [self.place(a, false)?, self.place(b, false)?]
                    .map(|(base, offset, strides)| (self.emitter.pointer_name(base), offset, strides));
                *self.units.borrow_mut() = units;
                out.extend(quote!(
                    let #name = unsafe {
                        #lanes::read_pairs::<_, #lanes::U8, #count>(unite_simd, [#pa, #pb], [#oa, #ob], [#sa, #sb], #va, #vb)
                    };
                ));
            }
        }
        Ok(out)
    }

    /// Whether lanes are bytes that may lie apart.
    fn may_be_strewn(&self, read: &Read) -> bool {
        let emitter = self.emitter;
        let (base, view) = (self.base(read), emitter.kernel.accesses[read.access].view);
        let apart = |(axis, index): (usize, &crate::ir::Index)| match (
            factor(index, self.columns),
            emitter.stride(base, axis),
        ) {
            (Some(0), _) => false,
            (Some(by), Stride::Constant(stride)) => by * stride > 1,
            (by, Stride::Named(_)) => by.is_some(),
            (None, _) => false,
        };
        let data = lanes::data(emitter.kernel, emitter.analysis, read);
        self.rows.is_none()
            && self.shape[1] >= 8
            && elem_of(emitter.kernel, emitter.analysis, view).as_deref() == Some("u8")
            && data.iter().enumerate().any(apart)
    }
}
