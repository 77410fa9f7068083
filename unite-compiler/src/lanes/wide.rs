//! Arithmetic on `u32`, of which there are upper halves of products only.

use syn::{BinOp, Expr};

use super::lower::{Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Op, Type, ValueId};
use crate::cost::TRACED;

/// Why there is no other arithmetic on them.
pub const OF_U32: &str = "arithmetic in `u32` other than `(a * b) >> 16` of two `u16`";

impl Lowering<'_> {
    /// Refuses to compare numbers of a type as lanes do, which have a sign, if that makes a difference.
    pub(super) fn may_compare(&self, ty: Type, numbers: &[ValueId], expr: &Expr) -> Lowered<()> {
        let are_small = || numbers.iter().all(|number| self.is_small(*number, TRACED));
        if ty == Type::U32 && !are_small() { Err(refuse(expr, OF_U32)) } else { Ok(()) }
    }

    /// Whether a number is surely neither negative nor as large as the sign.
    fn is_small(&self, number: ValueId, depth: u32) -> bool {
        let value = &self.program.nodes[number];
        let Some(deeper) = depth.checked_sub(1) else { return false };
        let is_small = |number: &ValueId| self.is_small(*number, deeper);
        let has_no_sign = |ty: Type| matches!(ty, Type::U8 | Type::U16);
        match &value.op {
            Op::Literal(number) => Type::I32.holds(*number) && *number >= 0,
            Op::Read(read) | Op::Gather(read) => read.elem.is_some_and(has_no_sign),
            Op::Cast => has_no_sign(value.ty) || value.args.iter().all(is_small),
            Op::Abs => value.ty == Type::U32,
            Op::Shr | Op::And | Op::Min | Op::Max => value.args.iter().all(is_small),
            Op::Select => value.args[1..].iter().all(is_small),
            _ => has_no_sign(value.ty) && !matches!(value.op, Op::Uniform(_)),
        }
    }

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
            _ => Err(refuse(expr, OF_U32)),
        }
    }
}
