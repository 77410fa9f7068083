//! The nearest byte, which machines find while they make bytes of numbers.

use proc_macro2::TokenStream;
use quote::quote;
use unite_ranges::Range;

use super::{Key, Vector};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Op, Program, Step};

/// What is clamped to 0 to 255, if that is all that a node does.
pub fn clamped(program: &Program, node: Node) -> Option<Node> {
    let bound = |node: Node, is_min: bool| {
        let entry = &program.nodes[node];
        let limit = match entry.op {
            Op::Min if is_min => 255,
            Op::Max if !is_min => 0,
            _ => return None,
        };
        match entry.args[..] {
            [a, b] if matches!(program.nodes[b].op, Op::Literal(value) if value == limit) => Some(a),
            [a, b] if matches!(program.nodes[a].op, Op::Literal(value) if value == limit) => Some(b),
            _ => None,
        }
    };
    [true, false].into_iter().find_map(|is_min| bound(bound(node, is_min)?, !is_min))
}

impl Vector<'_, '_> {
    /// What is clamped to bytes that are only written.
    pub fn written_clamped(&self, node: Node) -> Option<Node> {
        let inner = clamped(self.program, node).filter(|inner| self.program.nodes[*inner].varying)?;
        let is_used = self.program.nodes.iter().any(|n| n.operands().any(|operand| operand == node));
        let is_reduced = self.program.steps.iter().any(|s| matches!(s, Step::Reduce(_, _, n) if *n == node));
        (!is_used && !is_reduced).then_some(inner)
    }

    /// A node that may be the nearest byte of a number of 16 bits; `plain` is how it is computed otherwise.
    pub fn nearest_byte(
        &self,
        node: Node,
        plain: impl FnOnce(&mut TokenStream) -> Result<TokenStream, Refusal>,
        out: &mut TokenStream,
    ) -> Result<TokenStream, Refusal> {
        let Some(inner) = self.written_clamped(node) else { return plain(out) };
        let (lanes, count, fits) = (self.lanes(), self.count(), self.fits(inner, Range::I16));
        let own = self.own_type(node);
        if fits.fails() {
            return plain(out);
        }
        let otherwise = if fits.holds() { TokenStream::new() } else { plain(out)? };
        let number = self.value(inner, &Key::Bits(16), out)?;
        fits.choose(|| Ok(quote!(#lanes::nearest::<_, #own, #count>(unite_simd, #number))), || Ok(otherwise))
    }
}
