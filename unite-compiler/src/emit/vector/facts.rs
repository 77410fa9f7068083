//! What is known of the values of a program: the range of each, and the lanes that follow from it.
//!
//! Where no constant of the user's stands in the way, that is known to the macro. Else generated code has constants for it.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use unite_ranges::{I16, I32, Linear, Range, U8, U16, are_signed, lane};

use super::{Key, Vector, below};
use crate::cost::NUMBERS;
use crate::ir::{Atom, Index};
use crate::known::{Known, Truth};
use crate::lanes::value::{Op, PerValue, Type, ValueId};
use crate::rules::butterfly::butterfly;
use crate::rules::mixed::{Mix, mixed};

/// A value, as a sum of reads.
type Sum = Linear<NUMBERS>;

/// What is known of the values of a program.
#[derive(Default)]
pub struct Facts {
    /// The reads that others are seen as sums of.
    numbers: Vec<ValueId>,
    /// Their ranges.
    reads: Vec<Known<Range>>,
    /// Of each value what the macro knows.
    sums: PerValue<Option<Sum>>,
    /// Those of which it knows nothing.
    later: Vec<ValueId>,
    /// Values that may leave their types, if that is known, and wrap around.
    wraps: PerValue<bool>,
    /// The lanes that each is computed in.
    keys: PerValue<Known<u32>>,
}

impl Vector<'_, '_> {
    /// Finds out what is known of the values.
    pub fn learn(&mut self) {
        let nodes = &self.program.nodes;
        let read = |n: &ValueId| matches!(nodes[*n].op, Op::Read(_) | Op::Gather(_) | Op::Picked(_));
        let numbers: Vec<ValueId> = nodes.ids().filter(read).take(NUMBERS).collect();
        let reads: Vec<Known<Range>> = numbers.iter().map(|n| self.range_of_read(*n)).collect();
        let mut x = [Range::I32; NUMBERS];
        x.iter_mut().zip(&reads).for_each(|(x, read)| *x = read.now().copied().unwrap_or(Range::I32));
        self.facts = Facts { numbers, reads, ..Facts::default() };
        for node in nodes.ids() {
            let known = self.sum(node, &x);
            let (range, ty) = (known.map(Linear::range), nodes[node].ty.range());
            self.facts.wraps.push(!range.is_some_and(|range| range.fits(ty)));
            self.facts.sums.push(known.map(|sum| match nodes[node].op {
                // What does not come of arithmetic is what it is.
                Op::Literal(_)
                | Op::Index(_)
                | Op::Read(_)
                | Op::Gather(_)
                | Op::Picked(_)
                | Op::Select
                | Op::Between
                | Op::Carried
                | Op::After => sum,
                _ => sum.or_else_all(ty),
            }));
            if known.is_none() {
                self.facts.later.push(node);
            }
        }
        for node in nodes.ids() {
            let key = self.key_rule(node);
            self.facts.keys.push(key);
        }
    }

    /// Has a value computed in lanes of 16 bits, whatever it needs.
    pub fn widen(&mut self, node: ValueId) {
        self.facts.keys[node] = Known::Now(I16);
    }

    /// The range of each value, as far as it is known.
    pub fn ranges(&self) -> Vec<Option<Range>> {
        self.facts.sums.iter().map(|sum| sum.map(Linear::range)).collect()
    }

    /// The range of a value.
    pub fn range(&self, node: ValueId) -> Known<Range> {
        match &self.facts.sums[node] {
            Some(sum) => Known::Now(sum.range()),
            None => {
                let table = format_ident!("UNITE_RANGES_{}", self.number);
                let at = self.facts.later.iter().position(|later| *later == node).unwrap_or_default();
                let at = Literal::usize_unsuffixed(at);
                Known::Later(quote!(#table[#at]))
            }
        }
    }

    /// The range of a value, as a constant.
    pub fn range_at(&self, node: ValueId) -> TokenStream {
        match self.range(node) {
            Known::Now(range) => self.range_tokens(range),
            Known::Later(tokens) => tokens,
        }
    }

    /// The lanes that a value is computed in.
    pub fn key(&self, node: ValueId) -> Known<u32> {
        match &self.facts.keys[node] {
            Known::Now(key) => Known::Now(*key),
            Known::Later(_) => {
                let (table, node) = (format_ident!("UNITE_KEYS_{}", self.number), node.literal());
                Known::Later(quote!(#table[#node]))
            }
        }
    }

    /// The narrowest lanes that hold some values.
    pub fn lane_of(&self, nodes: &[ValueId]) -> Known<u32> {
        let ranges: Option<Vec<Range>> = nodes.iter().map(|n| self.range(*n).now().copied()).collect();
        match ranges {
            Some(ranges) => Known::Now(lane(&ranges)),
            None => {
                let (lanes, ranges) = (self.lanes(), nodes.iter().map(|n| self.range_at(*n)));
                Known::Later(quote!(#lanes::lane(&[#(#ranges),*])))
            }
        }
    }

    /// Whether a value fits a range.
    pub fn fits(&self, node: ValueId, range: Range) -> Known<bool> {
        let tokens = self.range_tokens(range);
        self.range(node).map(|own| own.fits(range), |own| quote!(#own.fits(#tokens)))
    }

    /// Whether a value may wrap around in its type.
    pub fn wraps(&self, node: ValueId) -> bool {
        self.facts.wraps[node]
    }

    /// A range as a constant.
    pub fn range_tokens(&self, range: Range) -> TokenStream {
        let lanes = self.lanes();
        let named = Type::ALL.into_iter().find(|ty| ty.range() == range);
        match named {
            Some(ty) => {
                let name = format_ident!("{}", ty.constant().0);
                quote!(#lanes::Range::#name)
            }
            None if range.is_exact() => {
                let value = Literal::i128_unsuffixed(range.first);
                quote!(#lanes::Range::exact(#value))
            }
            None => {
                let [first, last] = [range.first, range.last].map(Literal::i128_unsuffixed);
                quote!(#lanes::Range::new(#first, #last))
            }
        }
    }

    /// The constants that rustc finds out: the ranges of values that depend on the user's, and their lanes.
    pub fn tables(&self) -> TokenStream {
        let facts = &self.facts;
        if facts.later.is_empty() {
            return TokenStream::new();
        }
        let lanes = self.lanes();
        let nodes = &self.program.nodes;
        let needed = self.program.needed(facts.later.clone(), |node, open| {
            open.extend(&nodes[node].args);
            if let Some(Mix { x, y, weight, .. }) = mixed(self.program, node) {
                open.extend([x, y, weight]);
            }
        });
        let name = |n: ValueId| format_ident!("r{}", n, span = Span::mixed_site());
        let known = facts.reads.iter().map(|range| match range {
            Known::Now(range) => self.range_tokens(*range),
            Known::Later(tokens) => tokens.clone(),
        });
        let ranges = needed.those().map(|n| {
            let (name, range) = (name(n), self.sum_tokens(n, &name));
            quote!(let #name = #range;)
        });
        let results = facts.later.iter().map(|n| name(*n));
        let keys = facts.keys.entries().filter_map(|(node, key)| match key {
            Known::Later(key) => {
                let node = node.literal();
                Some(quote!(keys[#node] = #key;))
            }
            Known::Now(_) => None,
        });
        let (unite_ranges, unite_keys) =
            (format_ident!("UNITE_RANGES_{}", self.number), format_ident!("UNITE_KEYS_{}", self.number));
        let (size, count, all) = (facts.numbers.len(), facts.later.len(), nodes.len());
        quote! {
            const #unite_ranges: [#lanes::Range; #count] = {
                let x: &[#lanes::Range; #size] = &[#(#known),*];
                #(#ranges)*
                [#(#results.range()),*]
            };
            const #unite_keys: [::core::primitive::u32; #all] = {
                let mut keys = [0; #all];
                #(#keys)*
                keys
            };
        }
    }

    /// What is known of a value from what is known of its arguments, whatever its type is.
    fn sum(&self, node: ValueId, x: &[Range; NUMBERS]) -> Option<Sum> {
        let n = &self.program.nodes[node];
        let arg = |k: usize| self.facts.sums[n.args[k]];
        let range = |k: usize| arg(k).map(Linear::range);
        let number = || self.facts.numbers.iter().position(|number| *number == node);
        Some(match &n.op {
            Op::Add => {
                let sum = arg(0)?.plus(arg(1)?, x);
                match mixed(self.program, node) {
                    Some(Mix { x, y, weight, total }) => {
                        let range = |n: ValueId| self.facts.sums[n].map(Linear::range);
                        let (ty, mixed) = (n.ty.range(), range(x)?.mixed(range(y)?, range(weight)?, total));
                        match (sum.range().fits(ty), mixed.fits(ty)) {
                            (true, _) => sum.within(mixed),
                            (false, true) => sum.or_else_all(ty).within(mixed),
                            (false, false) => sum,
                        }
                    }
                    None => match butterfly(self.program, node) {
                        Some(steps) if !steps.steps.iter().any(|step| self.wraps(*step)) => {
                            let [a, b] = steps.operands.map(|n| self.facts.sums[n].map(Linear::range));
                            sum.within(a?.abs().max(b?.abs()).sum_of(2))
                        }
                        _ => sum,
                    },
                }
            }
            Op::WrappingAdd => arg(0)?.plus(arg(1)?, x),
            Op::Sub | Op::WrappingSub => arg(0)?.minus(arg(1)?, x),
            Op::Mul | Op::WrappingMul => arg(0)?.times(arg(1)?, x),
            Op::Shl => arg(0)?.shl(arg(1)?, x),
            Op::Neg | Op::WrappingNeg => arg(0)?.negated(x),
            Op::Cast => arg(0)?,
            Op::Read(_) | Op::Gather(_) | Op::Picked(_) => match number() {
                Some(k) => {
                    self.facts.reads[k].now()?;
                    Sum::number(k, x)
                }
                None => Sum::of(*self.range_of_read(node).now()?),
            },
            Op::Literal(value) => Sum::of(Range::exact(*value)),
            Op::Constant(_) => return None,
            Op::Uniform(_) => match n.args.first() {
                Some(_) => Sum::of(range(0)?),
                None => Sum::of(n.ty.range()),
            },
            Op::Index(index) => Sum::of(self.range_of_index(index)),
            Op::Shr => Sum::of(range(0)?.shr(range(1)?)),
            Op::And => Sum::of(range(0)?.and(range(1)?)),
            Op::Or => Sum::of(range(0)?.or(range(1)?)),
            Op::Xor => Sum::of(range(0)?.xor(range(1)?)),
            Op::Min => Sum::of(range(0)?.min(range(1)?)),
            Op::Max => Sum::of(range(0)?.max(range(1)?)),
            Op::Abs => Sum::of(range(0)?.abs()),
            Op::Divide | Op::Quotient => Sum::of(range(0)?.divided(range(1)?)),
            Op::Bit => Sum::of(n.ty.range()),
            Op::Compare(_) | Op::Both | Op::Either | Op::Not => Sum::of(Range::new(0, 1)),
            Op::Select => Sum::of(range(1)?.union(range(2)?)),
            Op::Between => Sum::of(range(0)?.union(range(1)?)),
            // What it may be between passes has the range of its type, if nothing says more.
            Op::Carried => match &n.args[1..] {
                [] => Sum::of(n.ty.range()),
                others => Sum::of(others.iter().try_fold(range(0)?, |all, other| {
                    Some(all.union(self.facts.sums[*other].map(Linear::range)?))
                })?),
            },
            Op::After => Sum::of(range(1)?),
            Op::Growing(trips) => {
                let most = range(1)?.union(Range::exact(0)).sum_of(i128::from(*trips));
                Sum::of(range(0)?.plus(most))
            }
        })
    }

    /// The same, as a constant expression of the names of the arguments.
    fn sum_tokens(&self, node: ValueId, name: &dyn Fn(ValueId) -> Ident) -> TokenStream {
        let lanes = self.lanes();
        let n = &self.program.nodes[node];
        let ty = self.range_tokens(n.ty.range());
        let sum = |method: &str| {
            let method = format_ident!("{}", method);
            let (first, others) = (name(n.args[0]), n.args[1..].iter().map(|a| name(*a)));
            quote!(#first.#method(#(#others,)* x).or_else_all(#ty))
        };
        let size = self.facts.numbers.len();
        let of = |range: TokenStream| quote!(#lanes::Linear::<#size>::of(#range));
        let known = |range: Range| of(self.range_tokens(range));
        let arg = |k: usize| {
            let name = name(n.args[k]);
            quote!(#name.range())
        };
        let within = |range: TokenStream| of(quote!(#range.or_else_all(#ty)));
        let binary = |method: &str| {
            let (method, a, b) = (format_ident!("{}", method), arg(0), arg(1));
            within(quote!(#a.#method(#b)))
        };
        match &n.op {
            Op::Add => {
                let sum = sum("plus");
                match mixed(self.program, node) {
                    Some(Mix { x, y, weight, total }) => {
                        let ([x, y, weight], total) =
                            ([x, y, weight].map(name), Literal::i128_unsuffixed(total));
                        quote!(#sum.within(#x.range().mixed(#y.range(), #weight.range(), #total)))
                    }
                    None => sum,
                }
            }
            Op::WrappingAdd => sum("plus"),
            Op::Sub | Op::WrappingSub => sum("minus"),
            Op::Mul | Op::WrappingMul => sum("times"),
            Op::Shl => sum("shl"),
            Op::Neg | Op::WrappingNeg => sum("negated"),
            Op::Cast => {
                let a = name(n.args[0]);
                quote!(#a.or_else_all(#ty))
            }
            Op::Read(_) | Op::Gather(_) | Op::Picked(_) => {
                match self.facts.numbers.iter().position(|number| *number == node) {
                    Some(k) => quote!(#lanes::Linear::number(#k, x)),
                    None => match self.range_of_read(node) {
                        Known::Now(range) => known(range),
                        Known::Later(tokens) => of(tokens),
                    },
                }
            }
            Op::Literal(value) => known(Range::exact(*value)),
            Op::Constant(constant) => {
                of(quote!(#lanes::Range::exact((#constant) as ::core::primitive::i128)))
            }
            Op::Uniform(_) => match n.args.first() {
                Some(_) => within(arg(0)),
                None => of(ty),
            },
            Op::Index(index) => known(self.range_of_index(index)),
            Op::Shr => binary("shr"),
            Op::And => binary("and"),
            Op::Or => binary("or"),
            Op::Xor => binary("xor"),
            Op::Min => binary("min"),
            Op::Max => binary("max"),
            Op::Abs => {
                let a = arg(0);
                within(quote!(#a.abs()))
            }
            Op::Divide | Op::Quotient => binary("divided"),
            Op::Bit => of(ty),
            Op::Compare(_) | Op::Both | Op::Either | Op::Not => known(Range::new(0, 1)),
            Op::Select => {
                let (a, b) = (arg(1), arg(2));
                of(quote!(#a.union(#b)))
            }
            Op::Between => {
                let (first, last) = (arg(0), arg(1));
                of(quote!(#first.union(#last)))
            }
            Op::Carried => match &n.args[..] {
                [start, others @ ..] if !others.is_empty() => {
                    let (start, others) = (name(*start), others.iter().map(|other| name(*other)));
                    of(quote!(#start.range() #(.union(#others.range()))*))
                }
                _ => of(ty),
            },
            Op::After => of(arg(1)),
            Op::Growing(trips) => {
                let (start, term) = (arg(0), arg(1));
                let trips = Literal::i64_unsuffixed(*trips);
                within(quote!(#start.plus(#term.union(#lanes::Range::exact(0)).sum_of(#trips))))
            }
        }
    }

    /// The range of a read.
    fn range_of_read(&self, node: ValueId) -> Known<Range> {
        let read = match &self.program.nodes[node].op {
            Op::Read(read) | Op::Gather(read) => read,
            Op::Picked(_) => return Known::Now(Range::U8),
            _ => return Known::Now(Range::I32),
        };
        if let Some(range) = self.content(read) {
            return range;
        }
        let ty = read.elem.unwrap_or(Type::I32);
        self.emitter.declared_range(read.base, ty).unwrap_or(Known::Now(ty.range()))
    }

    pub(super) fn range_of_index(&self, index: &Index) -> Range {
        let range = |atom: &Atom| match atom {
            Atom::Var(v) => {
                let v = &self.emitter.kernel.vars[*v];
                Some((
                    self.emitter.resolve(&v.start).as_constant()?,
                    self.emitter.resolve(&v.end).as_constant()? - 1,
                ))
            }
            _ => None,
        };
        let (mut first, mut last) = (i128::from(index.constant), i128::from(index.constant));
        for (atom, c) in &index.terms {
            let Some((a, b)) = range(atom) else { return Range::I32 };
            let (a, b) = (i128::from(a) * i128::from(*c), i128::from(b) * i128::from(*c));
            first += a.min(b);
            last += a.max(b);
        }
        Range::new(first, last)
    }

    /// The lanes in which a value is computed.
    fn key_rule(&self, node: ValueId) -> Known<u32> {
        let plain = self.plain_key(node);
        match self.found(node) {
            Some((found, holds)) => self.either(holds, self.found_key(node, found), plain),
            None => plain,
        }
    }

    /// The lanes in which a value is computed without an idiom.
    fn plain_key(&self, node: ValueId) -> Known<u32> {
        // It is counted before bits are taken away.
        if let Some((index, bits)) = self.low_bits(node) {
            let [down, right] = self.factors(index).unwrap_or([0; 2]);
            let last = below(bits) + down * self.shape[0] + right * self.shape[1];
            let key = lane(&[Range::new(0, i128::from(last.max(0)))]);
            return Known::Now(if key == U8 { I16 } else { key });
        }
        let n = &self.program.nodes[node];
        let of = |nodes: &[ValueId]| self.lane_of(nodes);
        let all = || {
            let mut all = vec![node];
            all.extend(&n.args);
            self.lane_of(&all)
        };
        // There is no such arithmetic on lanes of 8 bits.
        let at_least_16 = |key: Known<u32>| {
            key.map(|key| if key == U8 { I16 } else { key }, |key| quote!(if #key == 8 { 16 } else { #key }))
        };
        match &n.op {
            Op::Compare(_) => of(&n.args),
            // A mask has the lanes of what was compared.
            Op::Both | Op::Either | Op::Not => {
                let varying = n.args.iter().find(|a| self.program.nodes[**a].varying).unwrap_or(&n.args[0]);
                let at = varying.literal();
                self.facts.keys[*varying].clone().map(|key| key, |_| quote!(keys[#at]))
            }
            Op::Select => {
                let key = of(&[node, n.args[1], n.args[2]]);
                match self.is_chosen_again(node) {
                    true => self.either(self.is_on_wide_lanes(n.args[0]), at_least_16(key.clone()), key),
                    false => key,
                }
            }
            // Upper halves are those of 16 bits.
            Op::Divide => at_least_16(of(&[node, n.args[0]])),
            Op::Quotient => Known::Now(I32),
            // Its arguments have lanes of their own.
            Op::Gather(_) => of(&[node]),
            Op::Shl | Op::Shr => at_least_16(of(&[node, n.args[0]])),
            Op::Cast | Op::Between | Op::Growing(_) | Op::Uniform(_) => of(&[node]),
            // It has one type before, in and after the loop.
            Op::Carried | Op::After => of(&[node]),
            // The machine's absolute value of -32768 is right as a number without sign.
            Op::Abs => {
                let (own, a) = (of(&[node]), n.args[0]);
                let is_magnitude = own.map(|key| key == U16, |key| quote!(#key == 17));
                self.either(is_magnitude.and(self.are_signed([a, a])), Known::Now(U16), all())
            }
            Op::Mul => match self.doubled(node) {
                Some(a) => of(&[node, a]),
                None => at_least_16(all()),
            },
            Op::WrappingMul => at_least_16(all()),
            _ => all(),
        }
    }

    /// Whether a value is one of two of which one is chosen, too, or is such a one. One pass makes masks of 16 bits of those of 32 bits,
    /// and two more those of bytes.
    fn is_chosen_again(&self, node: ValueId) -> bool {
        let nodes = &self.program.nodes;
        let chosen = |node: ValueId| nodes[node].args[1..].iter();
        let is_choice = |node: ValueId| nodes[node].op == Op::Select;
        chosen(node).any(|arg| is_choice(*arg))
            || nodes.ids().any(|user| is_choice(user) && chosen(user).any(|arg| *arg == node))
    }

    /// Whether a condition has lanes of 32 bits.
    fn is_on_wide_lanes(&self, condition: ValueId) -> Truth {
        let at = condition.literal();
        self.facts.keys[condition].clone().map(|key| key == I32, |_| quote!(keys[#at] == 32))
    }

    /// The value that this is twice as much as: a sum, which lanes of 8 bits have, too.
    pub fn doubled(&self, node: ValueId) -> Option<ValueId> {
        let nodes = &self.program.nodes;
        let is_two = |arg: ValueId| matches!(nodes[arg].op, Op::Literal(2));
        match (&nodes[node].op, &nodes[node].args[..]) {
            (Op::Mul, &[two, a]) | (Op::Mul, &[a, two]) if is_two(two) => Some(a),
            _ => None,
        }
    }

    /// One of two keys.
    fn either(&self, condition: Known<bool>, yes: Known<u32>, no: Known<u32>) -> Known<u32> {
        let tokens = |key: Known<u32>| match key {
            Known::Now(key) => {
                let key = Literal::u32_unsuffixed(key);
                quote!(#key)
            }
            Known::Later(tokens) => tokens,
        };
        match condition {
            Known::Now(true) => yes,
            Known::Now(false) => no,
            Known::Later(condition) => {
                let (yes, no) = (tokens(yes), tokens(no));
                Known::Later(quote!(if #condition { #yes } else { #no }))
            }
        }
    }

    /// The lanes in which a value is summed up, so many times in each.
    pub fn sum_key(&self, node: ValueId) -> Known<u32> {
        let Some(each) = self.each else { return Known::Now(I32) };
        let (lanes, count) = (self.lanes(), Literal::i64_unsuffixed(each));
        let one = self.range_tokens(Range::new(-1, 1));
        self.range(node).map(
            |range| lane(&[range.sum_of(i128::from(each)).union(Range::new(-1, 1))]),
            |range| quote!(#lanes::lane(&[#range.sum_of(#count).union(#one)])),
        )
    }

    /// Whether an absolute value is the machine's.
    pub fn is_magnitude(&self, node: ValueId) -> Known<bool> {
        let a = self.program.nodes[node].args[0];
        let key = self.key_of(&Key::Value(node)).map(|key| key == U16, |key| quote!(#key == 17));
        key.and(match self.range(a) {
            Known::Now(range) => Known::Now(are_signed(range, range)),
            Known::Later(_) => self.are_signed([a, a]),
        })
    }
}
