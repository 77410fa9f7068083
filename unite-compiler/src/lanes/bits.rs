//! Masks: sums of bits, of which each lane has its own where a condition holds.

use syn::{BinOp, Expr};

use super::independent::factor;
use super::lower::Lowering;
use super::value::{Op, Program, Type, ValueId};
use crate::ir::Index;

/// A bit of a mask, one for each lane.
pub struct Bit<'p> {
    /// What is asked.
    pub condition: ValueId,
    /// Whether the bit is set where that holds, or where it does not.
    pub holds: bool,
    /// Which bit: one more in each lane.
    pub index: &'p Index,
}

impl Program {
    /// The bit that a term of a sum is, if it is one.
    pub fn bit(&self, node: ValueId) -> Option<Bit<'_>> {
        let (&[lane], Op::Select) = (&self.lanes[..], &self.nodes[node].op) else { return None };
        let &[condition, yes, no] = &self.nodes[node].args[..] else { return None };
        let counted = |bit: ValueId| match (&self.nodes[bit].op, &self.nodes[bit].args[..]) {
            (Op::Bit, &[index]) => match &self.nodes[index].op {
                Op::Index(index) => Some(index).filter(|index| factor(index, lane) == Some(1)),
                _ => None,
            },
            _ => None,
        };
        let (holds, bit, other) = match counted(yes) {
            Some(index) => (true, index, no),
            None => (false, counted(no)?, yes),
        };
        let is_mask = self.known(other) == Some(0) && self.nodes[condition].varying;
        is_mask.then_some(Bit { condition, holds, index: bit })
    }

    /// Whether a value is made of a bit that is another one in each lane.
    pub fn has_bits(&self, node: ValueId) -> bool {
        let needed = self.needed(vec![node], |node, open| open.extend(&self.nodes[node].args));
        needed.those().any(|node| matches!(self.nodes[node].op, Op::Bit))
    }
}

impl Lowering<'_> {
    /// `1 << k`, or a condition as a number shifted by `k`, in a term of a sum: a bit of a mask.
    pub fn counted_bit(
        &mut self,
        b: &syn::ExprBinary,
        [a, by]: [ValueId; 2],
        expr: &Expr,
    ) -> Option<ValueId> {
        let nodes = &self.program.nodes;
        let is_bit = self.is_summed
            && matches!(b.op, BinOp::Shl(_))
            && matches!(nodes[a].ty, Type::I32 | Type::Any)
            && matches!(nodes[by].op, Op::Index(_));
        if !is_bit {
            return None;
        }
        if self.program.known(a) == Some(1) {
            return Some(self.push(Op::Bit, vec![by], Type::I32, expr));
        }
        let (Op::Select, &[condition, one, zero]) = (&nodes[a].op, &nodes[a].args[..]) else { return None };
        if [one, zero].map(|number| self.program.known(number)) != [Some(1), Some(0)] {
            return None;
        }
        let bit = self.push(Op::Bit, vec![by], Type::I32, expr);
        Some(self.push(Op::Select, vec![condition, bit, zero], Type::I32, expr))
    }
}
