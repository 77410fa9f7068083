//! A program of lanes as Rust: calls of the functions in `staged::lanes`.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::Emitter;
use super::names::Stride;
use crate::ir::{Atom, Id, Index};
use crate::lanes::independent::factor;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Op, Order, Products, Program, Read, Reduction, Step, Type};
use crate::lanes::{self};

/// Emits one program.
pub struct Vector<'e, 'a> {
    pub emitter: &'e Emitter<'a>,
    pub program: &'e Program,
    /// The variables along the lanes: of rows and of columns; there may be none for rows.
    pub rows: Option<Id>,
    pub columns: Id,
    /// How many rows and columns.
    pub shape: [i64; 2],
    done: RefCell<HashSet<Node>>,
}

impl<'e, 'a> Vector<'e, 'a> {
    /// A program over lanes.
    pub fn new(
        emitter: &'e Emitter<'a>,
        program: &'e Program,
        rows: Option<Id>,
        columns: Id,
        shape: [i64; 2],
    ) -> Self {
        Vector { emitter, program, rows, columns, shape, done: RefCell::default() }
    }

    fn lanes(&self) -> TokenStream {
        let krate = &self.emitter.kernel.krate;
        quote!(#krate::staged::lanes)
    }

    fn count(&self) -> Literal {
        Literal::i64_unsuffixed(self.shape[0] * self.shape[1])
    }

    fn name(&self, node: Node) -> Ident {
        format_ident!("v{}", node, span = Span::mixed_site())
    }

    fn key(&self, node: Node) -> TokenStream {
        let node = Literal::usize_unsuffixed(node);
        quote!({ UNITE_KEYS[#node] })
    }

    fn lane_type(&self, key: &TokenStream) -> TokenStream {
        let lanes = self.lanes();
        quote!(#lanes::Picked<#key>)
    }

    /// The constants of a program: the range of each node, and the type of its lanes.
    pub fn tables(&self) -> TokenStream {
        let (lanes, count) = (self.lanes(), self.program.nodes.len());
        let names: Vec<Ident> = (0..count).map(|n| format_ident!("r{}", n, span = Span::mixed_site())).collect();
        let ranges = (0..count).map(|n| {
            let (name, range) = (&names[n], self.range(n, &names));
            quote!(let #name = #range;)
        });
        let keys = (0..count).map(|n| self.key_of(n));
        quote! {
            const UNITE_RANGES: [#lanes::Range; #count] = { #(#ranges)* [#(#names),*] };
            const UNITE_KEYS: [u32; #count] = {
                let mut keys = [0; #count];
                #(#keys)*
                keys
            };
        }
    }

    /// The range of a node from those of its arguments.
    fn range(&self, node: Node, names: &[Ident]) -> TokenStream {
        let lanes = self.lanes();
        let n = &self.program.nodes[node];
        let arg = |k: usize| &names[n.args[k]];
        let (constant, ..) = n.ty.constant();
        let constant = format_ident!("{}", constant);
        let ty = quote!(#lanes::Range::#constant);
        let binary = |method: &str| {
            let (method, a, b) = (format_ident!("{}", method), arg(0), arg(1));
            quote!(#a.#method(#b).or_else_all(#ty))
        };
        match &n.op {
            Op::Literal(value) => {
                let value = Literal::i128_unsuffixed(*value);
                quote!(#lanes::Range::exact(#value))
            }
            Op::Constant(tokens) => quote!(#lanes::Range::exact((#tokens) as i128)),
            Op::Uniform(_) => match n.args.first() {
                Some(range) => {
                    let range = &names[*range];
                    quote!(#range.or_else_all(#ty))
                }
                None => ty,
            },
            Op::Index(index) => self.range_of_index(index),
            Op::Read(read) => {
                let view = self.emitter.kernel.accesses[read.access].view;
                let elem = lanes::elem_of(self.emitter.kernel, self.emitter.analysis, view).unwrap_or_default();
                let constant = Type::named(&elem).unwrap_or(Type::I32).constant().0;
                let constant = format_ident!("{}", constant);
                quote!(#lanes::Range::#constant)
            }
            Op::Add => binary("plus"),
            Op::Sub => binary("minus"),
            Op::Mul => binary("times"),
            Op::Shl => binary("shl"),
            Op::Shr => binary("shr"),
            Op::And => binary("and"),
            Op::Or => binary("or"),
            Op::Xor => binary("xor"),
            Op::Min => binary("min"),
            Op::Max => binary("max"),
            Op::Neg => {
                let a = arg(0);
                quote!(#a.negated().or_else_all(#ty))
            }
            Op::Abs => {
                let a = arg(0);
                quote!(#a.abs().or_else_all(#ty))
            }
            Op::AbsDiff => {
                let (a, b) = (arg(0), arg(1));
                quote!(#a.minus(#b).abs().or_else_all(#ty))
            }
            Op::Average => {
                let (a, b) = (arg(0), arg(1));
                quote!(#a.plus(#b).plus(#lanes::Range::exact(1)).shr(#lanes::Range::exact(1)).or_else_all(#ty))
            }
            Op::Cast => {
                let a = arg(0);
                quote!(#a.or_else_all(#ty))
            }
            Op::Compare(_) | Op::Both | Op::Either | Op::Not => quote!(#lanes::Range::new(0, 1)),
            Op::Select => {
                let (a, b) = (arg(1), arg(2));
                quote!(#a.union(#b))
            }
            Op::Growing(trips) => {
                let (start, term) = (arg(0), arg(1));
                let trips = Literal::i64_unsuffixed(*trips);
                quote!(#start.plus(#term.union(#lanes::Range::exact(0)).sum_of(#trips)).or_else_all(#ty))
            }
        }
    }

    fn range_of_index(&self, index: &Index) -> TokenStream {
        let lanes = self.lanes();
        let range = |atom: &Atom| match atom {
            Atom::Var(v) => {
                let v = &self.emitter.kernel.vars[*v];
                Some((self.emitter.resolve(&v.start).as_constant()?, self.emitter.resolve(&v.end).as_constant()? - 1))
            }
            _ => None,
        };
        let (mut first, mut last) = (i128::from(index.constant), i128::from(index.constant));
        for (atom, c) in &index.terms {
            let Some((a, b)) = range(atom) else { return quote!(#lanes::Range::I32) };
            let (a, b) = (i128::from(a) * i128::from(*c), i128::from(b) * i128::from(*c));
            first += a.min(b);
            last += a.max(b);
        }
        let (first, last) = (Literal::i128_unsuffixed(first), Literal::i128_unsuffixed(last));
        quote!(#lanes::Range::new(#first, #last))
    }

    /// The type of the lanes in which a node is computed.
    fn key_of(&self, node: Node) -> TokenStream {
        let lanes = self.lanes();
        let n = &self.program.nodes[node];
        let at = Literal::usize_unsuffixed(node);
        let range = |k: Node| {
            let k = Literal::usize_unsuffixed(k);
            quote!(UNITE_RANGES[#k])
        };
        let of = |nodes: &[Node]| {
            let ranges = nodes.iter().map(|k| range(*k));
            quote!(#lanes::lane(&[#(#ranges),*]))
        };
        let key = match &n.op {
            Op::Compare(_) => of(&n.args),
            // A mask has the lanes of what was compared.
            Op::Both | Op::Either | Op::Not => {
                let varying = n.args.iter().find(|a| self.program.nodes[**a].varying).unwrap_or(&n.args[0]);
                let varying = Literal::usize_unsuffixed(*varying);
                quote!(keys[#varying])
            }
            Op::Select => of(&[node, n.args[1], n.args[2]]),
            Op::Shl | Op::Shr => {
                let key = of(&[node, n.args[0]]);
                quote!(if #key == 8 { 16 } else { #key })
            }
            Op::Mul => {
                let key = of(&[node, n.args[0], n.args[1]]);
                quote!(if #key == 8 { 16 } else { #key })
            }
            Op::Growing(_) | Op::Uniform(_) => of(&[node]),
            _ => {
                let mut all = vec![node];
                all.extend(&n.args);
                of(&all)
            }
        };
        quote!(keys[#at] = #key;)
    }

    /// A value that is the same in all lanes, as an `i32`.
    pub fn scalar(&self, node: Node) -> Result<TokenStream, Refusal> {
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
                quote!((#value as i32))
            }
            Op::Constant(tokens) => quote!(((#tokens) as i32)),
            Op::Uniform(expr) => {
                let value = self.emitter.filled(expr);
                quote!(#lanes::uniform(#value))
            }
            Op::Index(index) => {
                let value = self.emitter.index(index);
                quote!(((#value) as i32))
            }
            _ if !matches!(n.ty, Type::I32 | Type::Any | Type::Bool) => return Err(refused()),
            op => {
                let args = n.args.iter().map(|a| self.scalar(*a)).collect::<Result<Vec<_>, _>>()?;
                match (op, &args[..]) {
                    (Op::Add, [a, b]) => quote!((#a + #b)),
                    (Op::Sub, [a, b]) => quote!((#a - #b)),
                    (Op::Mul, [a, b]) => quote!((#a * #b)),
                    (Op::Shl, [a, b]) => quote!((#a << #b)),
                    (Op::Shr, [a, b]) => quote!((#a >> #b)),
                    (Op::And, [a, b]) => quote!((#a & #b)),
                    (Op::Or, [a, b]) => quote!((#a | #b)),
                    (Op::Xor, [a, b]) => quote!((#a ^ #b)),
                    (Op::Neg, [a]) => quote!((-#a)),
                    (Op::Abs, [a]) => quote!((#a).abs()),
                    (Op::Min, [a, b]) => quote!(::core::cmp::Ord::min(#a, #b)),
                    (Op::Max, [a, b]) => quote!(::core::cmp::Ord::max(#a, #b)),
                    _ => return Err(refused()),
                }
            }
        })
    }

    /// A node in lanes of some type.
    fn value(&self, node: Node, key: &TokenStream, out: &mut TokenStream) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        let wanted = self.lane_type(key);
        let n = &self.program.nodes[node];
        if !n.varying {
            let scalar = self.scalar(node)?;
            return Ok(quote!(#lanes::splat::<_, #wanted, #count>(unite_simd, #scalar)));
        }
        if let Op::Index(index) = &n.op {
            let [rows, columns] = self.shape.map(Literal::i64_unsuffixed);
            let (first, steps) = (self.emitter.index(index), self.factors(index)?.map(Literal::i64_unsuffixed));
            let [down, right] = steps;
            return Ok(quote!(
                #lanes::ramp::<_, #wanted, #rows, #columns, #count>(unite_simd, (#first) as i32, [#down, #right])
            ));
        }
        self.compute(node, out)?;
        let (name, own) = (self.name(node), self.lane_type(&self.key(node)));
        Ok(quote!(#lanes::convert::<_, #own, #wanted, #count>(unite_simd, #name)))
    }

    /// A mask in lanes of some type.
    fn mask(&self, node: Node, key: &TokenStream, out: &mut TokenStream) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        if !self.program.nodes[node].varying {
            let shown = &self.program.nodes[node].shown;
            return Err(Refusal::new(
                Span::call_site(),
                format!("`{shown}` is the same in all lanes: ask it outside the loop"),
            ));
        }
        self.compute(node, out)?;
        let (name, own, wanted) = (self.name(node), self.lane_type(&self.key(node)), self.lane_type(key));
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
    fn compute(&self, node: Node, out: &mut TokenStream) -> Result<(), Refusal> {
        if !self.done.borrow_mut().insert(node) {
            return Ok(());
        }
        let (lanes, count) = (self.lanes(), self.count());
        let n = &self.program.nodes[node];
        let key = self.key(node);
        let (name, own) = (self.name(node), self.lane_type(&key));
        let all = |this: &Self, out: &mut TokenStream| {
            n.args.iter().map(|a| this.value(*a, &key, out)).collect::<Result<Vec<_>, _>>()
        };
        let function = |f: &str| {
            let f = format_ident!("{}", f);
            quote!(#lanes::#f::<_, #own, #count>)
        };
        let value = match &n.op {
            Op::Read(_) => return Err(Refusal::new(Span::call_site(), "a read out of order".into())),
            Op::Shl | Op::Shr => {
                let a = self.value(n.args[0], &key, out)?;
                let by = match &self.program.nodes[n.args[1]].op {
                    Op::Literal(value) => {
                        let value = Literal::i128_unsuffixed(*value);
                        quote!(#value)
                    }
                    Op::Constant(tokens) => quote!((#tokens) as u32),
                    Op::Uniform(expr) => {
                        let value = self.emitter.filled(expr);
                        quote!((#value) as u32)
                    }
                    _ => {
                        let by = self.scalar(n.args[1])?;
                        quote!(#by as u32)
                    }
                };
                let f = function(if matches!(n.op, Op::Shl) { "shl" } else { "shr" });
                quote!(#f(unite_simd, #a, #by))
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
                let args =
                    n.args.iter().map(|a| self.mask(*a, &key, out)).collect::<Result<Vec<_>, _>>()?;
                let f = function(match n.op {
                    Op::Both => "mask_and",
                    Op::Either => "mask_or",
                    _ => "mask_not",
                });
                quote!(#f(unite_simd, #(#args),*))
            }
            Op::Select => {
                let (a, b) = (self.value(n.args[1], &key, out)?, self.value(n.args[2], &key, out)?);
                let f = function("select");
                let condition = self.mask(n.args[0], &key, out)?;
                quote!(#f(unite_simd, #condition, #a, #b))
            }
            Op::Cast => {
                let a = self.value(n.args[0], &key, out)?;
                let (_, bits, signed) = n.ty.constant();
                let (at, bits) = (Literal::usize_unsuffixed(n.args[0]), Literal::u32_unsuffixed(bits));
                let constant = format_ident!("{}", n.ty.constant().0);
                quote!(if const { UNITE_RANGES[#at].fits(#lanes::Range::#constant) } {
                    #a
                } else {
                    #lanes::wrap::<_, #own, #count>(unite_simd, #a, #bits, #signed)
                })
            }
            op => {
                let args = all(self, out)?;
                let f = function(match op {
                    Op::Add => "add",
                    Op::Sub => "sub",
                    Op::Mul => "mul",
                    Op::Neg => "neg",
                    Op::And => "and",
                    Op::Or => "or",
                    Op::Xor => "xor",
                    Op::Min => "min",
                    Op::Max => "max",
                    Op::Abs => "abs",
                    Op::AbsDiff => "abs_diff",
                    Op::Average => "average",
                    _ => return Err(Refusal::new(Span::call_site(), format!("`{}`", n.shown))),
                });
                let plain = self.wrapped(node, quote!(#f(unite_simd, #(#args),*)));
                match &n.products {
                    Some(products) => self.products(node, products, plain, out)?,
                    None => plain,
                }
            }
        };
        out.extend(quote!(let #name = #value;));
        Ok(())
    }

    /// What is left of a value in a type narrower than `i32` that it may not fit.
    fn wrapped(&self, node: Node, value: TokenStream) -> TokenStream {
        let n = &self.program.nodes[node];
        if matches!(n.ty, Type::I32 | Type::Any | Type::Bool) {
            return value;
        }
        let (lanes, count) = (self.lanes(), self.count());
        let own = self.lane_type(&self.key(node));
        let (_, bits, signed) = n.ty.constant();
        let bits = Literal::u32_unsuffixed(bits);
        quote!(#lanes::wrap::<_, #own, #count>(unite_simd, #value, #bits, #signed))
    }

    /// A sum of products, where the machine multiplies and adds pairs of narrow numbers.
    fn products(
        &self,
        node: Node,
        products: &Products,
        plain: TokenStream,
        out: &mut TokenStream,
    ) -> Result<TokenStream, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        let ranges = products.args.iter().map(|a| {
            let a = Literal::usize_unsuffixed(*a);
            quote!(UNITE_RANGES[#a])
        });
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
        let at = Literal::usize_unsuffixed(node);
        Ok(quote!(if const { UNITE_KEYS[#at] == 32 && #lanes::pairs(#operand, &[#((#coefficients) as i32),*]) } {
            #lanes::convert::<_, #wide, #own, #count>(unite_simd, #sum)
        } else {
            #plain
        }))
    }

    /// Where an access begins, and how far apart its lanes are.
    fn place(&self, read: &Read) -> Result<(Id, TokenStream, [TokenStream; 2], Vec<Index>), Refusal> {
        let kernel = self.emitter.kernel;
        let data = lanes::data(kernel, self.emitter.analysis, read);
        let base = self.emitter.analysis.tensors.views[kernel.accesses[read.access].view].base;
        let offset = self.emitter.offset(base, &data);
        let mut strides = [TokenStream::new(), TokenStream::new()];
        for (k, var) in [self.rows, Some(self.columns)].into_iter().enumerate() {
            let Some(var) = var else {
                strides[k] = quote!(0);
                continue;
            };
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
                    Stride::Named(name) if by == 1 => named.push(quote!(#name)),
                    Stride::Named(name) => {
                        let by = Literal::i64_unsuffixed(by);
                        named.push(quote!(#by * #name));
                    }
                }
            }
            let known = Literal::i64_unsuffixed(known);
            strides[k] = match &named[..] {
                [] => quote!(#known),
                [one] if known.to_string() == "0" => quote!(#one),
                all => quote!(#known #(+ #all)*),
            };
        }
        Ok((base, offset, strides, data))
    }

    /// The base of an access and whether two accesses to it are `k` elements apart along one axis.
    fn distance(&self, a: &Read, b: &Read) -> Option<(usize, i64)> {
        let kernel = self.emitter.kernel;
        let base = |r: &Read| self.emitter.analysis.tensors.views[kernel.accesses[r.access].view].base;
        if base(a) != base(b) {
            return None;
        }
        let (x, y) = (
            lanes::data(kernel, self.emitter.analysis, a),
            lanes::data(kernel, self.emitter.analysis, b),
        );
        let mut found = None;
        for (axis, (x, y)) in x.iter().zip(&y).enumerate() {
            match y.clone().plus(x, -1).as_constant()? {
                0 => {}
                d if found.is_none() => found = Some((axis, d)),
                _ => return None,
            }
        }
        found
    }

    /// The reads or writes of all steps that lie side by side: for the first of each group all members in order.
    fn groups(&self, writes: bool) -> HashMap<usize, (Vec<usize>, usize)> {
        let steps = &self.program.steps;
        let access = |k: usize| match &steps[k] {
            Step::Read(node) => match &self.program.nodes[*node].op {
                Op::Read(read) => Some((read, false)),
                _ => None,
            },
            Step::Write(read, _) => Some((read, true)),
            Step::Reduce(..) => None,
        };
        let base = |r: &Read| {
            self.emitter.analysis.tensors.views[self.emitter.kernel.accesses[r.access].view].base
        };
        let mut groups = HashMap::new();
        let mut taken: HashSet<usize> = HashSet::new();
        for first in 0..steps.len() {
            let Some((a, w)) = access(first) else { continue };
            if w != writes || taken.contains(&first) {
                continue;
            }
            // Candidates on one axis, until something else touches the memory.
            let mut axes: HashMap<usize, Vec<(i64, usize)>> = HashMap::new();
            for other in first + 1..steps.len() {
                let Some((b, w)) = access(other) else { continue };
                if base(a) != base(b) {
                    continue;
                }
                if w != writes {
                    if writes || w {
                        break;
                    }
                    continue;
                }
                if let Some((axis, d)) = self.distance(a, b)
                    && !taken.contains(&other)
                {
                    let known = axes.entry(axis).or_default();
                    if !known.iter().any(|(k, _)| *k == d) {
                        known.push((d, other));
                    }
                }
            }
            for (axis, mut others) in axes {
                others.push((0, first));
                others.sort_unstable();
                let side_by_side = others.windows(2).all(|w| w[1].0 == w[0].0 + 1);
                if side_by_side && matches!(others.len(), 4 | 8 | 16) {
                    let members: Vec<usize> = others.iter().map(|(_, k)| *k).collect();
                    taken.extend(&members);
                    let key = if writes {
                        members.iter().copied().max().unwrap_or(first)
                    } else {
                        first
                    };
                    groups.insert(key, (members, axis));
                    break;
                }
            }
        }
        groups
    }

    fn axis_stride(&self, base: Id, axis: usize) -> TokenStream {
        match self.emitter.stride(base, axis) {
            Stride::Constant(stride) => {
                let stride = Literal::i64_unsuffixed(stride);
                quote!(#stride)
            }
            Stride::Named(name) => quote!(#name),
        }
    }

    /// The statements of all steps, and the conditions on strides under which lanes are worth it.
    pub fn steps(&self, accumulator: &dyn Fn(usize) -> Ident) -> Result<(TokenStream, Vec<TokenStream>), Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        let [rows, columns] = self.shape.map(Literal::i64_unsuffixed);
        let (reads, writes) = (self.groups(false), self.groups(true));
        let grouped: HashSet<usize> = reads.values().chain(writes.values()).flat_map(|(m, _)| m.iter().copied()).collect();
        let stores = self.program.steps.iter().any(|s| matches!(s, Step::Write(..)));
        let mut out = TokenStream::new();
        let mut conditions = Vec::new();
        let read_of = |k: usize| match &self.program.steps[k] {
            Step::Read(node) => match &self.program.nodes[*node].op {
                Op::Read(read) => Some((read, *node)),
                _ => None,
            },
            Step::Write(read, node) => Some((read, *node)),
            Step::Reduce(..) => None,
        };
        for (k, step) in self.program.steps.iter().enumerate() {
            match step {
                Step::Read(node) => {
                    if self.done.borrow().contains(node) {
                        continue;
                    }
                    if let Some((members, axis)) = reads.get(&k) {
                        let Some((first, _)) = read_of(members[0]) else { continue };
                        let (base, offset, strides, _) = self.place(first)?;
                        let (pointer, step) = (self.emitter.pointer_name(base), self.axis_stride(base, *axis));
                        let [down, right] = &strides;
                        let nodes: Vec<Node> = members.iter().filter_map(|m| read_of(*m).map(|r| r.1)).collect();
                        let names = nodes.iter().map(|n| self.name(*n));
                        let (own, size) =
                            (self.lane_type(&self.key(nodes[0])), Literal::usize_unsuffixed(nodes.len()));
                        self.done.borrow_mut().extend(&nodes);
                        conditions.push(quote!((#right == 1 || #right == 0 || #step == 1)));
                        out.extend(quote!(
                            let [#(#names),*] = unsafe {
                                #lanes::tile::<_, #own, _, #size, #rows, #columns, #count>(unite_simd, #pointer, #offset, [#down, #right], #step)
                            };
                        ));
                        continue;
                    }
                    let Some((read, _)) = read_of(k) else { continue };
                    let (base, offset, [down, right], _) = self.place(read)?;
                    let pointer = self.emitter.pointer_name(base);
                    let (name, own) = (self.name(*node), self.lane_type(&self.key(*node)));
                    self.done.borrow_mut().insert(*node);
                    if !stores {
                        conditions.push(quote!(matches!(#right, -1..=4)));
                    }
                    out.extend(quote!(
                        let #name = unsafe {
                            #lanes::load::<_, #own, _, #rows, #columns, #count>(unite_simd, #pointer, #offset, [#down, #right])
                        };
                    ));
                }
                Step::Write(target, node) => {
                    let key = self.key(*node);
                    // What a group writes is computed where it stands, and written with the last member.
                    let value = self.value(*node, &key, &mut out)?;
                    if grouped.contains(&k) {
                        let name = format_ident!("w{}", k, span = Span::mixed_site());
                        out.extend(quote!(let #name = #value;));
                    }
                    if let Some((members, axis)) = writes.get(&k) {
                        let Some((first, _)) = read_of(members[0]) else { continue };
                        let (base, offset, [down, right], _) = self.place(first)?;
                        let (pointer, step) = (self.emitter.pointer_name(base), self.axis_stride(base, *axis));
                        let nodes: Vec<Node> = members.iter().filter_map(|m| read_of(*m).map(|r| r.1)).collect();
                        // All of them in lanes that hold every one.
                        let ranges = nodes.iter().map(|n| {
                            let n = Literal::usize_unsuffixed(*n);
                            quote!(UNITE_RANGES[#n])
                        });
                        let common = quote!({ #lanes::lane(&[#(#ranges),*]) });
                        let wide = self.lane_type(&common);
                        let values = members.iter().zip(&nodes).map(|(m, n)| {
                            let name = format_ident!("w{}", m, span = Span::mixed_site());
                            let own = self.lane_type(&self.key(*n));
                            quote!(#lanes::convert::<_, #own, #wide, #count>(unite_simd, #name))
                        });
                        let size = Literal::usize_unsuffixed(nodes.len());
                        conditions.push(quote!((#right == 1 || #step == 1)));
                        out.extend(quote!(
                            unsafe {
                                #lanes::put_tile::<_, #wide, _, #size, #rows, #columns, #count>(unite_simd, #pointer, #offset, [#down, #right], #step, [#(#values),*])
                            }
                        ));
                    } else if !grouped.contains(&k) {
                        let (base, offset, [down, right], _) = self.place(target)?;
                        let (pointer, own) = (self.emitter.pointer_name(base), self.lane_type(&key));
                        conditions.push(quote!(#right == 1));
                        out.extend(quote!(
                            unsafe {
                                #lanes::store::<_, #own, _, #rows, #columns, #count>(unite_simd, #pointer, #offset, [#down, #right], #value)
                            }
                        ));
                    }
                }
                Step::Reduce(_, how, node) => {
                    let key = self.sum_key(*node, *how);
                    let value = self.value(*node, &key, &mut out)?;
                    let (name, own) = (accumulator(k), self.lane_type(&key));
                    let f = format_ident!(
                        "{}",
                        match how {
                            Reduction::Sum | Reduction::Difference => "add",
                            Reduction::Least => "min",
                            Reduction::Greatest => "max",
                        }
                    );
                    out.extend(quote!(#name = #lanes::#f::<_, #own, #count>(unite_simd, #name, #value);));
                }
            }
        }
        let mut seen = HashSet::new();
        conditions.retain(|c| seen.insert(c.to_string()));
        Ok((out, conditions))
    }

    /// The lanes in which terms are summed up. Least and greatest values need no more room than one of them.
    pub fn sum_key(&self, node: Node, how: Reduction) -> TokenStream {
        let lanes = self.lanes();
        let at = Literal::usize_unsuffixed(node);
        match how {
            Reduction::Least | Reduction::Greatest => quote!({ #lanes::lane(&[UNITE_RANGES[#at]]) }),
            _ => quote!({ UNITE_SUMS[#at] }),
        }
    }
}
