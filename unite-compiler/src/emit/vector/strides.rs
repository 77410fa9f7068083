//! How far apart lanes lie in memory: numbers that the macro knows, or the type of a tensor, or its caller.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::super::names::Stride;
use super::{Code, Vector};
use crate::analyse::BaseKind;
use crate::ir::Id;
use crate::known::Known;
use crate::lanes::independent::factor;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::Read;

/// What strides are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A read or a write by itself: what only the caller knows of its columns is 1, or there are no lanes.
    Alone,
    /// Elements side by side, which may lie as they like.
    Tile,
    /// Two that were read already: whatever only the caller knows is 1.
    Pair,
}

/// How far apart the lanes of an access are.
pub struct Strides {
    /// From row to row.
    pub down: Known<i64>,
    /// Along a row.
    pub right: Known<i64>,
    /// The same as a type, where it is a constant.
    pub pace: TokenStream,
}

impl Vector<'_, '_> {
    /// How far apart the lanes of an access are, down and to the right.
    pub fn strides(&self, read: &Read, side: Side, out: &mut Code<'_>) -> Result<Strides, Refusal> {
        let kernel = self.emitter.kernel;
        let (base, data) = (read.base, &read.data);
        let mut strides = [Known::Now(0), Known::Now(0)];
        let mut pace = None;
        for (k, var) in [self.rows, Some(self.columns)].into_iter().enumerate() {
            let Some(var) = var else { continue };
            let mut known = 0i64;
            let mut named = Vec::new();
            for (axis, index) in data.iter().enumerate() {
                let access = &kernel.accesses[read.access];
                let Some(by) = factor(index, var) else {
                    return Err(Refusal::new(
                        access.span.first(),
                        format!("the index of `{}` is not linear along the lanes", access.source),
                    ));
                };
                match self.emitter.stride(base, axis) {
                    _ if by == 0 => {}
                    Stride::Constant(stride) => known += by * stride,
                    Stride::Named(name) => {
                        let stride = match side {
                            Side::Pair if k == 1 => self.stride_or_one(base, axis, &name),
                            Side::Alone if k == 1 => self.known_stride(base, axis, &name, out),
                            _ => quote!(#name),
                        };
                        if k == 1 {
                            pace = Some(self.pace_along((base, axis), by, &stride));
                        }
                        let literal = Literal::i64_unsuffixed(by);
                        named.push(if by == 1 { stride } else { quote!(#literal * #stride) });
                    }
                }
            }
            let literal = Literal::i64_unsuffixed(known);
            strides[k] = match &named[..] {
                [] => Known::Now(known),
                [one] if known == 0 => Known::Later(one.clone()),
                all => {
                    pace = None;
                    Known::Later(quote!(#literal #(+ #all)*))
                }
            };
        }
        let [down, right] = strides;
        let pace = pace.unwrap_or_else(|| self.pace(&right));
        Ok(Strides { down, right, pace })
    }

    /// A distance between lanes, as a type where it is a constant.
    fn pace(&self, distance: &Known<i64>) -> TokenStream {
        let lanes = self.lanes();
        match distance {
            Known::Now(distance) => {
                let distance = Literal::i64_unsuffixed(*distance);
                quote!(#lanes::Fixed::<#distance>)
            }
            Known::Later(distance) => quote!(#distance),
        }
    }

    /// So many times a named stride, which the type of the tensor may know.
    fn pace_along(&self, (base, axis): (Id, usize), by: i64, stride: &TokenStream) -> TokenStream {
        let (along, by) = (Literal::usize_unsuffixed(axis), Literal::i64_unsuffixed(by));
        if self.is_block(base) {
            return quote!(#by * #stride);
        }
        let carrier = self.emitter.carrier_name(base);
        quote!(#carrier.pace::<#along, #by>(#stride))
    }

    /// The stride of an axis where lanes ask for it, so many times.
    pub fn pace_of(&self, base: Id, axis: usize, by: i64, out: &mut Code<'_>) -> TokenStream {
        match self.emitter.stride(base, axis) {
            Stride::Constant(stride) => self.pace(&Known::Now(by * stride)),
            Stride::Named(name) => {
                let stride = self.known_stride(base, axis, &name, out);
                self.pace_along((base, axis), by, &stride)
            }
        }
    }

    /// The stride of an axis where lanes ask for it: known to the macro, or as [`known_stride`](Self::known_stride) says.
    pub fn stride_of(&self, base: Id, axis: usize, out: &mut Code<'_>) -> TokenStream {
        match self.emitter.stride(base, axis) {
            Stride::Constant(stride) => Literal::i64_unsuffixed(stride).to_token_stream(),
            Stride::Named(name) => self.known_stride(base, axis, &name, out),
        }
    }

    /// A stride that is a constant of the type, or else 1, which the loops ask for before they begin; inside of them its name
    /// stands for that.
    pub fn known_stride(&self, base: Id, axis: usize, name: &Ident, out: &mut Code<'_>) -> TokenStream {
        let stride = self.known_or_one(base, name, |carrier| quote!(#carrier.knows_stride(#axis)), out);
        if !self.is_block(base) {
            out.know(base, axis, name, &stride);
        }
        quote!(#name)
    }

    /// A stride that is a constant of the type, or else 1.
    fn stride_or_one(&self, base: Id, axis: usize, name: &Ident) -> TokenStream {
        let carrier = self.emitter.carrier_name(base);
        if self.is_block(base) {
            quote!(#name)
        } else {
            quote!((if #carrier.knows_stride(#axis) { #name } else { 1 }))
        }
    }

    /// Whether a base is a block of the kernel's own.
    pub fn is_block(&self, base: Id) -> bool {
        matches!(self.emitter.analysis.tensors.bases[base].kind, BaseKind::Block(_))
    }

    /// A stride where what `is_known` says of the carrier holds, or else 1, which the loops ask for before they begin.
    fn known_or_one(
        &self,
        base: Id,
        name: &Ident,
        is_known: impl FnOnce(Ident) -> TokenStream,
        out: &mut Code<'_>,
    ) -> TokenStream {
        if self.is_block(base) {
            return quote!(#name);
        }
        let is_known = is_known(self.emitter.carrier_name(base));
        out.ask(quote!((#is_known || #name == 1)));
        quote!((if #is_known { #name } else { 1 }))
    }

    /// How far the members of a group are apart. Whoever has rows of lanes in memory need not know it.
    pub fn axis_stride(
        &self,
        axis: usize,
        read: &Read,
        right: &Known<i64>,
        out: &mut Code<'_>,
    ) -> Known<i64> {
        let base = read.base;
        let name = match self.emitter.stride(base, axis) {
            Stride::Constant(stride) => return Known::Now(stride),
            Stride::Named(name) => name,
        };
        let is_known = |carrier: Ident| {
            let columns = read.data.iter().enumerate().filter(|(axis, index)| {
                factor(index, self.columns) != Some(0)
                    && matches!(self.emitter.stride(base, *axis), Stride::Named(_))
            });
            let columns = columns.map(|(axis, _)| quote!(&& #carrier.knows_stride(#axis)));
            let is_near = match right {
                Known::Now(0 | 1) => quote!(true),
                Known::Now(_) => quote!(false),
                Known::Later(right) => quote!(::core::matches!(#right, 0 | 1)),
            };
            quote!(#carrier.knows_stride(#axis) || #is_near #(#columns)*)
        };
        Known::Later(self.known_or_one(base, &name, is_known, out))
    }

    /// The same as a type, where it is a constant.
    pub fn axis_pace(&self, axis: usize, read: &Read, step: &Known<i64>) -> TokenStream {
        match step {
            Known::Now(_) => self.pace(step),
            Known::Later(step) => self.pace_along((read.base, axis), 1, step),
        }
    }
}
