//! Arithmetic on `u32`, of which there are upper halves of products only.

use syn::{BinOp, Expr};

use super::lower::{Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Op, Type, ValueId};

impl Lowering<'_> {
    /// `(a * b) >> 16` in `u32`, where the product itself may not fit the lanes.
    pub fn upper_half(
        &mut self,
        b: &syn::ExprBinary,
        left: ValueId,
        right: ValueId,
        expr: &Expr,
    ) -> Lowered<ValueId> {
        let nodes = &self.program.nodes;
        let is_narrow = |n: ValueId| match (&nodes[n].op, &nodes[n].args[..]) {
            (Op::Cast, [from]) => matches!(nodes[*from].ty, Type::U8 | Type::U16),
            _ => false,
        };
        match b.op {
            BinOp::Mul(_) if is_narrow(left) && is_narrow(right) => {
                Ok(self.push(Op::Mul, vec![left, right], Type::U32, expr))
            }
            BinOp::Shr(_) if matches!(nodes[left].op, Op::Mul) && self.program.known(right) == Some(16) => {
                Ok(self.push(Op::Shr, vec![left, right], Type::U32, expr))
            }
            _ => Err(refuse(expr, "arithmetic in `u32` other than `(a * b) >> 16` of two `u16`")),
        }
    }
}
