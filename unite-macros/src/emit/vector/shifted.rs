//! Products of which machines give the upper half at once.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Key, Vector};
use crate::lanes::dot::constant_tokens;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Op, Type};

/// A product, shifted right.
pub struct Shifted {
    /// What is multiplied.
    pub factors: [Node; 2],
    /// All of it, before it is shifted.
    pub product: Node,
    function: &'static str,
    /// Whether the machine's instruction gives it, as a constant.
    pub is_narrow: TokenStream,
}

impl Vector<'_, '_> {
    /// `(a * b) >> 16`, or `(a * b + (1 << 14)) >> 15`, perhaps as `i16`.
    pub fn shifted(&self, node: Node) -> Option<Shifted> {
        let nodes = &self.program.nodes;
        let args = |n: Node| -> Option<[Node; 2]> { nodes[n].args[..].try_into().ok() };
        let product = |n: Node| matches!(nodes[n].op, Op::Mul).then(|| args(n)).flatten();
        let (shift, is_cast) = match nodes[node].op {
            Op::Cast if nodes[node].ty == Type::I16 => (nodes[node].args[0], true),
            _ => (node, false),
        };
        let [shifted, by] = args(shift).filter(|_| matches!(nodes[shift].op, Op::Shr))?;
        let by = constant_tokens(self.program, by)?;
        let lanes = self.lanes();
        let are_signed = |factors: [Node; 2]| {
            let ranges = factors.map(|f| self.range_at(f));
            quote!(#lanes::are_signed(#(#ranges),*))
        };
        if let Some(factors) = product(shifted) {
            let are_signed = are_signed(factors);
            let is_narrow = quote!(#by == 16 && #are_signed);
            return Some(Shifted { factors, product: shifted, function: "mul_high_signed", is_narrow });
        }
        let [sum, half] = args(shifted).filter(|_| matches!(nodes[shifted].op, Op::Add))?;
        let (factors, half) = (product(sum)?, constant_tokens(self.program, half)?);
        let are_signed = are_signed(factors);
        let mut is_narrow = quote!(#by == 15 && #half == 1 << 14 && #are_signed);
        if !is_cast {
            // The instruction wraps for one pair of numbers.
            let range = self.range_at(node);
            is_narrow = quote!(#is_narrow && #range.fits(#lanes::Range::I16));
        }
        Some(Shifted { factors, product: shifted, function: "mul_rounded", is_narrow })
    }

    /// A node that may be a product, shifted right; `plain` is how it is computed otherwise.
    pub fn shifted_product(
        &self,
        node: Node,
        key: &Key,
        plain: TokenStream,
        out: &mut TokenStream,
    ) -> Result<TokenStream, Refusal> {
        let Some(Shifted { factors: [a, b], function, is_narrow, .. }) = self.shifted(node) else {
            return Ok(plain);
        };
        let (lanes, count, own) = (self.lanes(), self.count(), self.lane_type(key));
        let narrow = Key::Bits(16);
        let function = format_ident!("{}", function);
        // Conversions to narrow lanes stand where it is known that the factors fit them.
        let (a, b) = (self.value(a, &narrow, out)?, self.value(b, &narrow, out)?);
        Ok(quote!(if const { #is_narrow } {
            #lanes::#function::<_, #own, #count>(unite_simd, #a, #b)
        } else {
            #plain
        }))
    }
}
