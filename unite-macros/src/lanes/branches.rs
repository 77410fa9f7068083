//! Conditionals as values.

use quote::ToTokens;
use syn::Expr;

use super::lower::{Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Op, Order, Type, ValueId};

impl Lowering<'_> {
    pub fn conditional(&mut self, i: &syn::ExprIf, expr: &Expr) -> Lowered<ValueId> {
        let condition = self.number(&i.cond)?;
        let Some((_, otherwise)) = &i.else_branch else {
            return Err(refuse(i, "an `if` without `else` is no value"));
        };
        // Where the condition is the same in all lanes and known, one side is all there is.
        if let Some(holds) = self.program.known(condition) {
            return if holds != 0 { self.block_number(&i.then_branch) } else { self.number(otherwise) };
        }
        self.conditions += 1;
        let sides = self.block_number(&i.then_branch).and_then(|a| Ok((a, self.number(otherwise)?)));
        self.conditions -= 1;
        let (a, b) = sides?;
        let ty = match self.program.nodes[a].ty {
            Type::Any => self.program.nodes[b].ty,
            ty => ty,
        };
        Ok(self.push(Op::Select, vec![condition, a, b], ty, expr))
    }

    pub fn arms(&mut self, m: &syn::ExprMatch, expr: &Expr) -> Lowered<ValueId> {
        let on = self.number(&m.expr)?;
        let mut cases: Vec<(Option<ValueId>, ValueId)> = Vec::new();
        for arm in &m.arms {
            let mut condition = self.pattern(on, &arm.pat)?;
            match condition.map(|c| self.program.known(c)) {
                Some(Some(0)) => continue,
                Some(Some(_)) => condition = None,
                _ => {}
            }
            // The one that is left where all others are known not to apply.
            let is_certain = condition.is_none() && cases.is_empty();
            self.conditions += usize::from(!is_certain);
            let value = self.number(&arm.body);
            self.conditions -= usize::from(!is_certain);
            cases.push((condition, value?));
            if condition.is_none() {
                break;
            }
        }
        let Some((_, mut value)) = cases.pop() else { return Err(refuse(m, "an empty `match`")) };
        for (condition, case) in cases.into_iter().rev() {
            let Some(condition) = condition else { continue };
            let ty = self.program.nodes[case].ty;
            value = self.push(Op::Select, vec![condition, case, value], ty, expr);
        }
        Ok(value)
    }

    /// Whether a pattern applies; `None` if it always does.
    fn pattern(&mut self, on: ValueId, pat: &syn::Pat) -> Lowered<Option<ValueId>> {
        match pat {
            syn::Pat::Wild(_) => Ok(None),
            syn::Pat::Paren(p) => self.pattern(on, &p.pat),
            syn::Pat::Or(or) => {
                let mut any: Option<ValueId> = None;
                for case in &or.cases {
                    let Some(case) = self.pattern(on, case)? else { return Ok(None) };
                    any = Some(match any {
                        None => case,
                        Some(any) => self.push(Op::Either, vec![any, case], Type::Bool, pat),
                    });
                }
                Ok(any)
            }
            other => {
                let value = syn::parse2::<Expr>(other.to_token_stream())
                    .ok()
                    .filter(|e| matches!(e, Expr::Lit(_) | Expr::Unary(_)) || self.constant(e).is_some())
                    .ok_or_else(|| refuse(pat, "this pattern has no form for lanes"))?;
                let value = self.number(&value)?;
                Ok(Some(self.push(Op::Compare(Order::Eq), vec![on, value], Type::Bool, pat)))
            }
        }
    }
}
