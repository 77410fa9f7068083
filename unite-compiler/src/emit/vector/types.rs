//! The types of a program: those of its lanes, by a name where only rustc knows them.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Code, Vector};
use crate::known::Known;
use crate::lanes::value::{Reduction, ValueId};

/// What says which lanes a number is in.
pub enum Key {
    /// Those in which a node is computed.
    Value(ValueId),
    /// Those of 8, 16 or 32 bits; the latter two have a sign.
    Bits(u32),
    /// The narrowest that hold each of these nodes.
    Common(Vec<ValueId>),
    /// Those in which a node is summed up.
    Sum(ValueId),
}

impl Key {
    /// The lanes in which terms are summed up. Least and greatest values need no more room than one of them.
    pub fn of_sum(node: ValueId, how: Reduction) -> Key {
        match how {
            Reduction::Least | Reduction::Greatest => Key::Common(vec![node]),
            _ => Key::Sum(node),
        }
    }
}

impl Vector<'_, '_> {
    /// The lanes in which a node is computed.
    pub fn own_type(&self, node: ValueId, out: &mut Code<'_>) -> TokenStream {
        self.lane_type(&Key::Value(node), out)
    }

    /// The lanes that a key says, as a number.
    pub fn key_of(&self, key: &Key) -> Known<u32> {
        match key {
            Key::Bits(bits) => Known::Now(*bits),
            Key::Value(node) => self.key(*node),
            Key::Sum(node) => self.sum_key(*node),
            Key::Common(nodes) => self.lane_of(nodes),
        }
    }

    /// The lanes that a key says, as a type.
    pub fn lane_type(&self, key: &Key, out: &mut Code<'_>) -> TokenStream {
        let (lanes, number) = (self.lanes(), self.number);
        let constant = match self.key_of(key) {
            Known::Now(unite_ranges::U8) => return quote!(#lanes::U8),
            Known::Now(unite_ranges::I16) => return quote!(#lanes::I16),
            Known::Now(unite_ranges::U16) => return quote!(#lanes::U16),
            Known::Now(_) => return quote!(#lanes::I32),
            Known::Later(constant) => constant,
        };
        let name = match key {
            Key::Bits(bits) => format_ident!("UniteBits{}", bits),
            Key::Value(node) => format_ident!("UniteLane{}_{}", number, node),
            Key::Sum(node) => format_ident!("UniteSum{}_{}", number, node),
            Key::Common(nodes) => {
                let nodes: Vec<String> = nodes.iter().map(ToString::to_string).collect();
                format_ident!("UniteCommon{}_{}", number, nodes.join("_"))
            }
        };
        out.item(name.to_string(), || quote!(type #name = #lanes::Picked<{ #constant }>;));
        quote!(#name)
    }

    /// A vector that was computed in some lanes, in others.
    pub fn converted(&self, value: TokenStream, from: &Key, to: &Key, out: &mut Code<'_>) -> TokenStream {
        let (a, b) = (self.key_of(from), self.key_of(to));
        if let (Known::Now(a), Known::Now(b)) = (a, b)
            && a == b
        {
            return value;
        }
        let (lanes, count) = (self.lanes(), self.count());
        let (from, to) = (self.lane_type(from, out), self.lane_type(to, out));
        quote!(#lanes::convert::<_, #from, #to, #count>(unite_simd, #value))
    }

    /// A key as a constant.
    pub fn key_tokens(&self, key: &Key) -> TokenStream {
        match self.key_of(key) {
            Known::Now(key) => {
                let key = Literal::u32_unsuffixed(key);
                quote!(#key)
            }
            Known::Later(tokens) => tokens,
        }
    }
}
