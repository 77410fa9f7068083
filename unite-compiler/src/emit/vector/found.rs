//! Idioms as calls of the functions that they are.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use unite_ranges::{I16, Range, U8};

use super::{Code, Key, Vector};
use crate::ir::Index;
use crate::known::{Known, Truth};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, ValueId};
use crate::rules::idioms::{LOW_BITS, Lanes, NEIGHBOURS};
use crate::rules::reductions::MASK;
use crate::rules::turns::TURNS;
use crate::rules::{Found, Need, dot};

impl Vector<'_, '_> {
    /// The idiom that is a function, if one computes a value, and whether what it needs holds.
    pub fn found(&self, node: ValueId) -> Option<(&Found, Truth)> {
        let found = self.findings.idioms[node].as_ref().filter(|found| found.idiom.lanes != Lanes::Own)?;
        let holds = found.needs.iter().map(|need| self.holds(*need)).fold(Known::Now(true), Truth::and);
        Some((found, holds))
    }

    fn holds(&self, need: Need) -> Truth {
        match need {
            Need::Fits(value, range) => self.fits(value, range),
            Need::Is(value, number) => match dot::constant(self.program, value) {
                Some(constant) => constant.is(number),
                None => Known::Now(false),
            },
            Need::Exact(value) => Known::Now(!self.wraps(value)),
            Need::Wide(value) => {
                let is_narrow = self.fits(value, Range::I16).or(self.fits(value, Range::U16));
                is_narrow.map(|narrow| !narrow, |narrow| quote!(!#narrow))
            }
        }
    }

    /// A value by its idiom; `plain` is how it is computed otherwise.
    pub fn at_once(
        &self,
        node: ValueId,
        out: &mut Code<'_>,
        plain: impl FnOnce(&mut Code<'_>) -> Result<TokenStream, Refusal>,
    ) -> Result<TokenStream, Refusal> {
        let Some((found, holds)) = self.found(node) else { return plain(out) };
        if holds.fails() {
            return plain(out);
        }
        let otherwise = if holds.holds() { TokenStream::new() } else { plain(out)? };
        let (lanes, count, own) = (self.lanes(), self.count(), self.own_type(node, out));
        let function = format_ident!("{}", found.idiom.name);
        let operands = match found.idiom.lanes {
            Lanes::All => Key::Value(node),
            Lanes::Signed | Lanes::Byte | Lanes::Own => Key::Bits(16),
            Lanes::OfBytes => Key::Bits(8),
        };
        // Conversions to narrow lanes stand where it is known that the operands fit them.
        let args: Vec<TokenStream> = found
            .operands
            .iter()
            .map(|operand| {
                let arg = self.value(*operand, &operands, out)?;
                let is_apart = found.idiom.name == "mul_high" && self.is_seen_through(*operand);
                Ok(if is_apart { quote!(#lanes::apart::<_, #own, #count>(unite_simd, #arg)) } else { arg })
            })
            .collect::<Result<_, Refusal>>()?;
        let call = quote!(#lanes::#function::<_, #own, #count>(unite_simd, #(#args),*));
        let call = if found.idiom.lanes == Lanes::All { self.wrapped(node, call, out) } else { call };
        holds.choose(|| Ok(call), || Ok(otherwise))
    }

    /// Whether a value is one of two bytes that are multiplied and added up at once.
    pub fn is_paired(&self, node: ValueId) -> bool {
        let pairs = |found: &Found| found.idiom.lanes == Lanes::OfBytes && found.operands.contains(&node);
        self.program.nodes.ids().any(|user| {
            self.findings.idioms[user].as_ref().is_some_and(pairs)
                && self.found(user).is_some_and(|(_, holds)| !holds.fails())
        })
    }

    /// The patterns of the idioms that may compute what is written.
    pub fn patterns(&self, result: Option<ValueId>) -> Vec<&'static str> {
        let results = self.program.results().chain(result).collect();
        let needed = self.program.needed(results, |node, open| {
            let found = self.found(node).filter(|(_, holds)| !holds.fails());
            open.extend(found.map_or(&self.program.nodes[node].args, |(found, _)| &found.operands));
        });
        let found = needed.those().filter_map(|node| self.findings.idioms[node].as_ref().map(|f| (node, f)));
        let holds = |node| self.found(node).is_none_or(|(_, holds)| !holds.fails());
        let mut patterns: Vec<&'static str> =
            found.filter(|(node, _)| holds(*node)).map(|(_, found)| found.idiom.pattern).collect();
        if self.program.results().any(|node| self.program.bit(node).is_some()) {
            patterns.push(MASK);
        }
        if !self.turns().is_empty() {
            patterns.push(TURNS);
        }
        patterns.sort_unstable();
        patterns.dedup();
        patterns
    }

    /// The lanes that a value is computed in by its idiom.
    pub fn found_key(&self, node: ValueId, found: &Found) -> Known<u32> {
        match found.idiom.lanes {
            Lanes::All => {
                let all: Vec<ValueId> = [node].into_iter().chain(found.operands.iter().copied()).collect();
                self.lane_of(&all)
            }
            Lanes::Signed | Lanes::Own => self.lane_of(&[node]),
            Lanes::Byte => Known::Now(U8),
            // It fits, where the idiom is taken.
            Lanes::OfBytes => Known::Now(I16),
        }
    }

    /// The index and the bits that are left of it.
    pub fn low_bits(&self, node: ValueId) -> Option<(&Index, i64)> {
        self.findings.named(node, LOW_BITS)?;
        let args = &self.program.nodes[node].args;
        let bits = args.iter().find_map(|arg| self.program.known(*arg))?;
        let index = args.iter().find_map(|arg| match &self.program.nodes[*arg].op {
            Op::Index(index) => Some(index),
            _ => None,
        })?;
        Some((index, i64::try_from(bits).ok()?))
    }

    /// Whether a value is the sum of two reads that are neighbours.
    pub fn is_of_neighbours(&self, node: ValueId) -> bool {
        self.findings.named(node, NEIGHBOURS).is_some()
    }

    /// Whether the compiler may widen a node elsewhere, which is read or the upper half of a product, whatever its type: then it
    /// does not find the instruction for the upper half of another product, of which this is a factor.
    fn is_seen_through(&self, node: ValueId) -> bool {
        let entry = &self.program.nodes[node];
        match entry.op {
            Op::Read(_) => true,
            Op::Cast => self.is_seen_through(entry.args[0]),
            _ => self.findings.named(node, "mul_high").is_some(),
        }
    }

    /// Whether all factors have 16 bits and a sign.
    pub fn are_all_signed(&self, pairs: &[[ValueId; 2]]) -> Truth {
        pairs.iter().map(|pair| self.are_signed(*pair)).fold(Known::Now(true), Truth::and)
    }

    /// Whether both values have 16 bits and a sign.
    pub fn are_signed(&self, nodes: [ValueId; 2]) -> Truth {
        let [a, b] = nodes.map(|n| self.fits(n, Range::I16));
        a.and(b)
    }
}
