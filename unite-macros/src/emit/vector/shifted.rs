//! Products of which machines give the upper half at once.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use unite_ranges::Range;

use super::{Key, Vector};
use crate::known::Truth;
use crate::lanes::dot::constant;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Op, Type};

/// A product, shifted right.
pub struct Shifted {
    /// What is multiplied.
    pub factors: [Node; 2],
    /// All of it, before it is shifted.
    pub product: Node,
    function: &'static str,
    /// Whether the machine's instruction gives it.
    pub is_narrow: Truth,
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
        let by = constant(self.program, by)?;
        if let Some(factors) = product(shifted) {
            let is_narrow = by.is(16).and(self.are_signed(factors));
            return Some(Shifted { factors, product: shifted, function: "mul_high_signed", is_narrow });
        }
        let [sum, half] = args(shifted).filter(|_| matches!(nodes[shifted].op, Op::Add))?;
        let (factors, half) = (product(sum)?, constant(self.program, half)?);
        let mut is_narrow = by.is(15).and(half.is(1 << 14)).and(self.are_signed(factors));
        if !is_cast {
            // The instruction wraps for one pair of numbers.
            is_narrow = is_narrow.and(self.fits(node, Range::I16));
        }
        Some(Shifted { factors, product: shifted, function: "mul_rounded", is_narrow })
    }

    /// A node that may be a product, shifted right; `plain` is how it is computed otherwise.
    pub fn shifted_product(
        &self,
        node: Node,
        key: &Key,
        plain: impl FnOnce(&mut TokenStream) -> Result<TokenStream, Refusal>,
        out: &mut TokenStream,
    ) -> Result<TokenStream, Refusal> {
        let Some(Shifted { factors: [a, b], function, is_narrow, .. }) = self.shifted(node) else {
            return plain(out);
        };
        let (lanes, count, own) = (self.lanes(), self.count(), self.lane_type(key));
        let narrow = Key::Bits(16);
        let function = format_ident!("{}", function);
        if is_narrow.fails() {
            return plain(out);
        }
        let otherwise = if is_narrow.holds() { TokenStream::new() } else { plain(out)? };
        // Conversions to narrow lanes stand where it is known that the factors fit them.
        let (a, b) = (self.value(a, &narrow, out)?, self.value(b, &narrow, out)?);
        is_narrow
            .choose(|| Ok(quote!(#lanes::#function::<_, #own, #count>(unite_simd, #a, #b))), || Ok(otherwise))
    }
}
