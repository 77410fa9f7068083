//! Quotients and remainders.

use syn::Expr;

use super::lower::{Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Op, Type, ValueId};

impl Lowering<'_> {
    /// `a / b`
    pub fn quotient(&mut self, args: [ValueId; 2], ty: Type, expr: &Expr) -> Lowered<ValueId> {
        Ok(self.divided(args, ty, expr)?.0)
    }

    /// `a % b`: what is left of `a` without so many times `b`.
    pub fn remainder(&mut self, args: [ValueId; 2], ty: Type, expr: &Expr) -> Lowered<ValueId> {
        let (quotient, by) = self.divided(args, ty, expr)?;
        let whole = self.push(Op::Mul, vec![quotient, by], ty, expr);
        Ok(self.push(Op::Sub, vec![args[0], whole], ty, expr))
    }

    /// A quotient, and what is divided by.
    fn divided(&mut self, [a, by]: [ValueId; 2], ty: Type, expr: &Expr) -> Lowered<(ValueId, ValueId)> {
        if self.is_divisor(by) {
            return Ok((self.push(Op::Divide, vec![a, by], ty, expr), by));
        }
        if self.ranges_only || !matches!(ty, Type::I32 | Type::Any) {
            return Err(refuse(expr, "a division by what is no constant, or not positive"));
        }
        // Lanes in which nobody asks divide by 1.
        let by = self.where_asked(by, 1, expr);
        Ok((self.push(Op::Quotient, vec![a, by], ty, expr), by))
    }

    /// Whether a node is a constant that lanes may be divided by.
    fn is_divisor(&self, node: ValueId) -> bool {
        match self.program.known(node) {
            Some(value) => value > 0,
            None => self.program.is_constant(node),
        }
    }
}
