//! Sums over dense tensors, `sum(|k| ..)` and what is like it: terms one after the other inside of a body, or the sum of all lanes.

use proc_macro2::Ident;
use syn::Expr;

use super::lower::{Bound, Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Op, Reduction, Type};
use crate::ir::{Fold, Id, SumParts};

impl Lowering<'_> {
    /// The value of a sum of a few terms.
    pub fn sum(&mut self, sum: Id, expr: &Expr) -> Lowered<Bound> {
        let no_form = || refuse(expr, "this sum has no form for lanes");
        let SumParts { before, loops, .. } = self.kernel.parts_of_sum(expr).ok_or_else(no_form)?;
        let sum = &self.kernel.sums[sum];
        let (first, ty) = match sum.fold {
            Fold::Sum => (0, Type::Any),
            Fold::Product => (1, Type::Any),
            Fold::Any => (0, Type::Bool),
            Fold::All => (1, Type::Bool),
            Fold::Max => (i128::from(i32::MIN), Type::Any),
            Fold::Min => (i128::from(i32::MAX), Type::Any),
        };
        let first = self.push(Op::Literal(first), vec![], ty, &sum.total);
        let names = self.names.len();
        self.names.push((sum.total.to_string(), Bound::Number(first)));
        let checked = before.iter().try_for_each(|stmt| self.statement(stmt));
        let done = checked.and_then(|()| self.ranged(loops[0]));
        let value = self.names.get(names).map(|(_, value)| value.clone());
        self.names.truncate(names);
        done?;
        value.ok_or_else(no_form)
    }

    /// One term more of a sum: of one inside of the body, or of that of all lanes.
    pub fn term(&mut self, sum: Id, name: &Ident, term: &Expr) -> Lowered<()> {
        let fold = self.kernel.sums[sum].fold;
        let Some(at) = self.names.iter().rposition(|(n, _)| name == n) else {
            return match fold {
                Fold::Sum => self.reduce(name, Reduction::Sum, term),
                Fold::Max => self.reduce(name, Reduction::Greatest, term),
                Fold::Min => self.reduce(name, Reduction::Least, term),
                Fold::Any => self.any(name, term),
                Fold::Product | Fold::All => Err(refuse(term, "a product, or `all`, of all lanes")),
            };
        };
        let op = match fold {
            Fold::Sum => Op::Add,
            Fold::Product => Op::Mul,
            Fold::Max => Op::Max,
            Fold::Min => Op::Min,
            Fold::Any => Op::Either,
            Fold::All => Op::Both,
        };
        self.combined(at, op, term, term)
    }
}
