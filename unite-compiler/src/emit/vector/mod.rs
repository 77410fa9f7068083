//! A program of lanes as Rust: calls of the functions in `staged::lanes`.

mod apart;
mod code;
mod facts;
mod found;
mod gather;
mod keys;
mod memory;
mod neighbours;
mod passes;
mod products;
mod repeated;
pub mod strides;
mod sums;
mod turns;
mod types;

pub use code::Code;
pub use types::Key;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use facts::Facts;

use super::contents::Contents;
use super::{Emitter, Written};
use crate::ir::{Id, Index};
use crate::lanes::independent::factor;
use crate::lanes::lower::SHIFTED;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Order, Program, Type, ValueId};
use crate::rules::Findings;

/// Emits one program.
pub struct Vector<'e, 'a> {
    pub emitter: &'e Emitter<'a>,
    pub program: &'e Program,
    /// What machines do at once in it.
    pub findings: &'e Findings,
    /// The variables along the lanes: of rows and of columns; there may be none for rows.
    pub rows: Option<Id>,
    pub columns: Id,
    /// How many rows and columns.
    pub shape: [i64; 2],
    /// The variables of all loops of the nest.
    pub nest: Vec<Id>,
    /// The number of its constants.
    pub number: usize,
    /// What local blocks hold before it.
    pub contents: Contents,
    /// What is known of its values.
    facts: Facts,
    /// How many points are summed up in each lane, if that is known.
    pub each: Option<i64>,
}

impl<'e, 'a> Vector<'e, 'a> {
    /// A program over lanes.
    pub fn new(
        emitter: &'e Emitter<'a>,
        written: &Written,
        (program, findings): (&'e Program, &'e Findings),
        rows: Option<Id>,
        columns: Id,
        shape: [i64; 2],
        nest: Vec<Id>,
    ) -> Self {
        Vector {
            emitter,
            program,
            findings,
            rows,
            columns,
            shape,
            nest,
            number: written.programs.next(),
            contents: written.contents.clone(),
            facts: Facts::default(),
            each: None,
        }
    }

    fn lanes(&self) -> TokenStream {
        self.emitter.lanes_path()
    }

    fn count(&self) -> Literal {
        Literal::i64_unsuffixed(self.shape[0] * self.shape[1])
    }

    fn name(&self, node: ValueId) -> Ident {
        format_ident!("v{}", node, span = Span::mixed_site())
    }

    /// A value that is the same in all lanes, as an `i32`.
    pub fn scalar(&self, node: ValueId, out: &mut Code<'_>) -> Result<TokenStream, Refusal> {
        let lanes = self.lanes();
        let n = &self.program.nodes[node];
        let refused = || {
            Refusal::new(
                Span::call_site(),
                format!("`{}` is the same in all lanes, but of a type that has no form for them", n.shown),
            )
        };
        Ok(match &n.op {
            Op::Literal(value) => {
                let value = Literal::i128_unsuffixed(*value);
                quote!((#value as ::core::primitive::i32))
            }
            Op::Constant(constant) => quote!(((#constant) as ::core::primitive::i32)),
            Op::Uniform(expr) => {
                let value = self.emitter.filled(expr, out.written);
                quote!(#lanes::uniform(#value))
            }
            Op::Index(index) => {
                let value = self.emitter.index(index);
                quote!(((#value) as ::core::primitive::i32))
            }
            Op::Cast if matches!(n.ty, Type::I16 | Type::U16) => {
                let a = self.scalar(n.args[0], out)?;
                let ty = format_ident!("{}", if n.ty == Type::U16 { "u16" } else { "i16" });
                quote!(((#a) as ::core::primitive::#ty as ::core::primitive::i32))
            }
            _ if !matches!(n.ty, Type::I32 | Type::Any | Type::Bool) => return Err(refused()),
            op => {
                let args = n.args.iter().map(|a| self.scalar(*a, out)).collect::<Result<Vec<_>, _>>()?;
                match (op, &args[..]) {
                    (Op::Add, [a, b]) => quote!((#a + #b)),
                    (Op::Sub, [a, b]) => quote!((#a - #b)),
                    (Op::Mul, [a, b]) => quote!((#a * #b)),
                    (Op::Divide, [a, b]) => quote!((#a / #b)),
                    (Op::Shl, [a, b]) => quote!((#a << #b)),
                    (Op::Shr, [a, b]) => quote!((#a >> #b)),
                    (Op::And, [a, b]) => quote!((#a & #b)),
                    (Op::Or, [a, b]) => quote!((#a | #b)),
                    (Op::Xor, [a, b]) => quote!((#a ^ #b)),
                    (Op::Neg, [a]) => quote!((-#a)),
                    (Op::WrappingAdd, [a, b]) => quote!(::core::primitive::i32::wrapping_add(#a, #b)),
                    (Op::WrappingSub, [a, b]) => quote!(::core::primitive::i32::wrapping_sub(#a, #b)),
                    (Op::WrappingNeg, [a]) => quote!(::core::primitive::i32::wrapping_neg(#a)),
                    (Op::Abs, [a]) => quote!((#a).abs()),
                    (Op::Min, [a, b]) => quote!(::core::cmp::Ord::min(#a, #b)),
                    (Op::Max, [a, b]) => quote!(::core::cmp::Ord::max(#a, #b)),
                    _ => return Err(refused()),
                }
            }
        })
    }

    /// A node in lanes of some type.
    fn value(&self, node: ValueId, key: &Key, out: &mut Code<'_>) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        let n = &self.program.nodes[node];
        let wanted = self.lane_type(key, out);
        if !n.varying {
            let scalar = self.scalar(node, out)?;
            return Ok(quote!(#lanes::splat::<_, #wanted, #count>(unite_simd, #scalar)));
        }
        if let Op::Index(index) = &n.op {
            let [rows, columns] = self.shape.map(Literal::i64_unsuffixed);
            let (first, steps) =
                (self.emitter.index(index), self.factors(index)?.map(Literal::i64_unsuffixed));
            let [down, right] = steps;
            return Ok(quote!(
                #lanes::ramp::<_, #wanted, #rows, #columns, #count>(unite_simd, (#first) as ::core::primitive::i32, [#down, #right])
            ));
        }
        if let Some((index, bits)) = self.low_bits(node) {
            let own = self.own_type(node, out);
            let (steps, first) = (self.factors(index)?, self.emitter.index(index));
            let is_in_table = self.shape[0] == 1 && steps[1] == 1 && (0..32).contains(&bits);
            let [low, bits] = [below(bits), bits].map(Literal::i64_unsuffixed);
            let first = quote!(((#first) & #low) as ::core::primitive::i32);
            let bits = if is_in_table {
                quote!(#lanes::low_bits::<_, #own, #bits, #count>(unite_simd, #first))
            } else {
                let [[rows, columns], [down, right]] =
                    [self.shape, steps].map(|pair| pair.map(Literal::i64_unsuffixed));
                quote!(#lanes::and::<_, #own, #count>(
                    unite_simd,
                    #lanes::ramp::<_, #own, #rows, #columns, #count>(unite_simd, #first, [#down, #right]),
                    #lanes::splat::<_, #own, #count>(unite_simd, #bits)
                ))
            };
            return Ok(self.converted(bits, &Key::Value(node), key, out));
        }
        self.compute(node, out)?;
        let name = self.name(node);
        Ok(self.converted(quote!(#name), &Key::Value(node), key, out))
    }

    /// A mask in lanes of some type.
    fn mask(&self, node: ValueId, key: &Key, out: &mut Code<'_>) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        if !self.program.nodes[node].varying && !self.is_of_passes(node) {
            let shown = &self.program.nodes[node].shown;
            return Err(Refusal::new(
                Span::call_site(),
                format!("`{shown}` is the same in all lanes: ask it outside the loop"),
            ));
        }
        self.compute(node, out)?;
        let (name, own, wanted) = (self.name(node), self.own_type(node, out), self.lane_type(key, out));
        Ok(quote!(#lanes::mask_convert::<_, #own, #wanted, #count>(unite_simd, #name)))
    }

    fn factors(&self, index: &Index) -> Result<[i64; 2], Refusal> {
        let of = |var: Option<Id>| match var {
            None => Some(0),
            Some(var) => factor(index, var),
        };
        match (of(self.rows), of(Some(self.columns))) {
            (Some(r), Some(c)) => Ok([r, c]),
            _ => Err(Refusal::new(Span::call_site(), "an index that is not linear along the lanes".into())),
        }
    }

    /// The statement that computes a node, and before it those of all that it needs.
    fn compute(&self, node: ValueId, out: &mut Code<'_>) -> Result<(), Refusal> {
        if !out.done.insert(node) {
            return Ok(());
        }
        let (lanes, count) = (self.lanes(), self.count());
        let n = &self.program.nodes[node];
        let key = Key::Value(node);
        let (name, own) = (self.name(node), self.lane_type(&key, out));
        let all = |this: &Self, out: &mut Code<'_>| {
            n.args.iter().map(|a| this.value(*a, &key, out)).collect::<Result<Vec<_>, _>>()
        };
        let function = |f: &str| {
            let f = format_ident!("{}", f);
            quote!(#lanes::#f::<_, #own, #count>)
        };
        let value = match &n.op {
            Op::Read(_) | Op::Gather(_) | Op::Picked(_) => {
                return Err(Refusal::new(Span::call_site(), "a read out of order".into()));
            }
            Op::Carried => return Err(Refusal::new(Span::call_site(), "a pass out of order".into())),
            Op::After => {
                let carried = self.name(n.args[1]);
                quote!(#carried)
            }
            Op::Bit => return Err(Refusal::new(Span::call_site(), SHIFTED.into())),
            Op::Shl | Op::Shr => {
                let by = match &self.program.nodes[n.args[1]].op {
                    Op::Literal(value) => {
                        let value = Literal::i128_unsuffixed(*value);
                        quote!(#value)
                    }
                    Op::Constant(constant) => quote!((#constant) as ::core::primitive::u32),
                    Op::Uniform(expr) => {
                        let value = self.emitter.filled(expr, out.written);
                        quote!((#value) as ::core::primitive::u32)
                    }
                    _ => {
                        let by = self.scalar(n.args[1], out)?;
                        quote!(#by as ::core::primitive::u32)
                    }
                };
                let f = function(if matches!(n.op, Op::Shl) { "shl" } else { "shr" });
                self.at_once(node, out, |out| {
                    let a = self.value(n.args[0], &key, out)?;
                    Ok(quote!(#f(unite_simd, #a, #by)))
                })?
            }
            Op::Compare(order) => {
                let args = all(self, out)?;
                let f = function(match order {
                    Order::Eq => "eq",
                    Order::Ne => "ne",
                    Order::Lt => "lt",
                    Order::Le => "le",
                    Order::Gt => "gt",
                    Order::Ge => "ge",
                });
                quote!(#f(unite_simd, #(#args),*))
            }
            Op::Both | Op::Either | Op::Not => {
                let args = n.args.iter().map(|a| self.mask(*a, &key, out)).collect::<Result<Vec<_>, _>>()?;
                let f = function(match n.op {
                    Op::Both => "mask_and",
                    Op::Either => "mask_or",
                    _ => "mask_not",
                });
                quote!(#f(unite_simd, #(#args),*))
            }
            Op::Select => {
                let f = function("select");
                self.at_once(node, out, |out| {
                    let (a, b) = (self.value(n.args[1], &key, out)?, self.value(n.args[2], &key, out)?);
                    let condition = self.mask(n.args[0], &key, out)?;
                    Ok(quote!(#f(unite_simd, #condition, #a, #b)))
                })?
            }
            Op::Cast => {
                let fits = self.fits(n.args[0], n.ty.range());
                self.at_once(node, out, |out| {
                    let from = Key::Value(n.args[0]);
                    let a = self.value(n.args[0], &from, out)?;
                    let (from_type, (_, bits, signed)) = (self.lane_type(&from, out), n.ty.constant());
                    let bits = Literal::u32_unsuffixed(bits);
                    fits.choose(
                        || Ok(self.converted(a.clone(), &from, &key, out)),
                        || Ok(quote!(#lanes::wrap::<_, #from_type, #own, #count>(unite_simd, #a, #bits, #signed))),
                    )
                })?
            }
            Op::Divide => {
                let (a, f, division) =
                    (self.value(n.args[0], &key, out)?, function("divided"), self.division(node));
                self.wrapped(node, quote!(#f(unite_simd, #a, #division)), out)
            }
            Op::Quotient => {
                let wide = Key::Bits(32);
                let (a, by) = (self.value(n.args[0], &wide, out)?, self.value(n.args[1], &wide, out)?);
                quote!(#lanes::quotient::<_, #count>(unite_simd, #a, #by))
            }
            Op::Abs => self.at_once(node, out, |out| {
                let a = n.args[0];
                let (plain, signed) = (self.value(a, &key, out)?, self.value(a, &Key::Bits(16), out)?);
                self.is_magnitude(node).choose(
                    || Ok(quote!(#lanes::magnitude::<_, #own, #count>(unite_simd, #signed))),
                    || Ok(quote!(#lanes::abs::<_, #own, #count>(unite_simd, #plain))),
                )
            })?,
            op => {
                let f = function(match op {
                    Op::Add => "add",
                    Op::Sub => "sub",
                    Op::Mul if self.doubled(node).is_some() => "add",
                    Op::Mul => "mul",
                    Op::Neg => "neg",
                    Op::WrappingAdd => "wrapping_add",
                    Op::WrappingSub => "wrapping_sub",
                    Op::WrappingMul => "wrapping_mul",
                    Op::WrappingNeg => "wrapping_neg",
                    Op::And => "and",
                    Op::Or => "or",
                    Op::Xor => "xor",
                    Op::Min => "min",
                    Op::Max => "max",
                    _ => return Err(Refusal::new(Span::call_site(), format!("`{}`", n.shown))),
                });
                let plain = |out: &mut Code<'_>| {
                    let args = match self.doubled(node) {
                        Some(a) => vec![self.value(a, &key, out)?; 2],
                        None => all(self, out)?,
                    };
                    Ok(self.wrapped(node, quote!(#f(unite_simd, #(#args),*)), out))
                };
                let plain = |out: &mut Code<'_>| self.at_once(node, out, plain);
                match &self.findings.products[node] {
                    Some(products) => self.products(node, products, plain, out)?,
                    None => plain(out)?,
                }
            }
        };
        out.push(quote!(let #name = #value;));
        Ok(())
    }

    /// What is left of a value in a type narrower than `i32` that it may not fit.
    fn wrapped(&self, node: ValueId, value: TokenStream, out: &mut Code<'_>) -> TokenStream {
        let n = &self.program.nodes[node];
        if matches!(n.ty, Type::I32 | Type::Any | Type::Bool) || !self.wraps(node) {
            return value;
        }
        let (lanes, count) = (self.lanes(), self.count());
        let own = self.own_type(node, out);
        let (_, bits, signed) = n.ty.constant();
        let bits = Literal::u32_unsuffixed(bits);
        quote!(#lanes::wrap::<_, #own, #own, #count>(unite_simd, #value, #bits, #signed))
    }

    /// The value of a node that is computed of what is picked, as bytes.
    pub fn form(
        &self,
        result: ValueId,
        picked: &dyn Fn(usize) -> TokenStream,
        out: &mut Code<'_>,
    ) -> Result<TokenStream, Refusal> {
        for (node, entry) in self.program.nodes.entries() {
            if let Op::Picked(operand) = entry.op {
                let (name, picked) = (self.name(node), picked(operand));
                out.done.insert(node);
                out.push(quote!(let #name = #picked;));
            }
        }
        self.value(result, &Key::Bits(8), out)
    }
}

/// All bits up to the highest that is set.
pub fn below(bits: i64) -> i64 {
    (bits + 1).unsigned_abs().next_power_of_two() as i64 - 1
}
