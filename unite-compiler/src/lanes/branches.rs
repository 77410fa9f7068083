//! Conditionals as values.

use quote::ToTokens;
use syn::Expr;

use super::lower::{Around, Bound, Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Op, Order, Read, Reduction, Step, Type, ValueId};
use crate::analyse::{Plan, Rule, chain};
use crate::holes;
use crate::ir::{Id, ScopeKind};

impl Lowering<'_> {
    pub fn conditional(&mut self, i: &syn::ExprIf, expr: &Expr) -> Lowered<ValueId> {
        let Some((_, otherwise)) = &i.else_branch else {
            return Err(refuse(i, "an `if` without `else` is no value"));
        };
        match self.side(holes::scope(self.kernel, &i.then_branch)) {
            Some(true) => return self.block_number(&i.then_branch),
            Some(false) => return self.number(otherwise),
            None => {}
        }
        let condition = self.number(&i.cond)?;
        // Where the condition is the same in all lanes and known, one side is all there is.
        if let Some(holds) = self.program.known(condition) {
            return if holds != 0 { self.block_number(&i.then_branch) } else { self.number(otherwise) };
        }
        let a = self.under(&[(condition, true)], |this| this.block_number(&i.then_branch))?;
        let b = self.under(&[(condition, false)], |this| this.number(otherwise))?;
        let ty = self.program.nodes[a].ty.with(self.program.nodes[b].ty);
        Ok(self.push(Op::Select, vec![condition, a, b], ty, expr))
    }

    pub fn arms(&mut self, m: &syn::ExprMatch, expr: &Expr) -> Lowered<ValueId> {
        let on = self.number(&m.expr)?;
        self.may_compare(self.program.nodes[on].ty, &[on], expr)?;
        let mut cases: Vec<(Option<ValueId>, ValueId)> = Vec::new();
        for arm in &m.arms {
            let side = self.side(holes::scope_of(self.kernel, &arm.body));
            if side == Some(false) {
                continue;
            }
            let mut condition = if side == Some(true) { None } else { self.pattern(on, &arm.pat)? };
            match condition.map(|c| self.program.known(c)) {
                Some(Some(0)) => continue,
                Some(Some(_)) => condition = None,
                _ => {}
            }
            let others = cases.iter().filter_map(|(other, _)| Some((*other.as_ref()?, false)));
            let around: Vec<_> = others.chain(condition.map(|condition| (condition, true))).collect();
            let value = self.under(&around, |this| this.number(&arm.body))?;
            cases.push((condition, value));
            if condition.is_none() {
                break;
            }
        }
        let Some((_, mut value)) = cases.pop() else { return Err(refuse(m, "an empty `match`")) };
        for (condition, case) in cases.into_iter().rev() {
            let Some(condition) = condition else { continue };
            let ty = self.program.nodes[case].ty.with(self.program.nodes[value].ty);
            value = self.push(Op::Select, vec![condition, case, value], ty, expr);
        }
        Ok(value)
    }

    /// Whether a pattern applies; `None` if it always does.
    fn pattern(&mut self, on: ValueId, pat: &syn::Pat) -> Lowered<Option<ValueId>> {
        match pat {
            syn::Pat::Wild(_) => Ok(None),
            syn::Pat::Paren(p) => self.pattern(on, &p.pat),
            syn::Pat::Lit(syn::ExprLit { lit: syn::Lit::Bool(holds), .. }) => Ok(Some(match holds.value {
                true => on,
                false => self.push(Op::Not, vec![on], Type::Bool, pat),
            })),
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
                let number = self.number(&value)?;
                let ty = self.program.nodes[on].ty.with(self.program.nodes[number].ty);
                Ok(Some(self.compared(Order::Eq, [on, number], ty, &value)?))
            }
        }
    }

    /// How two numbers compare, or two conditions: whether one of these holds, and not the other one.
    pub(super) fn compared(
        &mut self,
        order: Order,
        [a, b]: [ValueId; 2],
        ty: Type,
        expr: &Expr,
    ) -> Lowered<ValueId> {
        if ty != Type::Bool {
            self.may_compare(ty, &[a, b], expr)?;
            return Ok(self.push(Op::Compare(order), vec![a, b], Type::Bool, expr));
        }
        let mut of = |op: Op, args: Vec<ValueId>| self.push(op, args, Type::Bool, expr);
        let [not_a, not_b] = [a, b].map(|condition| of(Op::Not, vec![condition]));
        let sides = match order {
            Order::Eq => [[a, b], [not_a, not_b]],
            Order::Ne => [[a, not_b], [not_a, b]],
            _ => return Err(refuse(expr, "an order of conditions has no form for lanes")),
        };
        let [one, other] = sides.map(|both| of(Op::Both, both.to_vec()));
        Ok(of(Op::Either, vec![one, other]))
    }

    /// `if` as a statement: what it assigns to variables of the body, and what it writes, is chosen by its condition.
    pub fn guarded(&mut self, i: &syn::ExprIf) -> Lowered<()> {
        let otherwise = |this: &mut Self| match &i.else_branch {
            Some((_, otherwise)) => this.effect(otherwise),
            None => Ok(()),
        };
        match self.side(holes::scope(self.kernel, &i.then_branch)) {
            Some(true) => return self.body(&i.then_branch),
            Some(false) => return otherwise(self),
            None => {}
        }
        let condition = self.number(&i.cond)?;
        self.one_of(condition, |this| this.body(&i.then_branch), otherwise, &i.if_token)
    }

    /// `match` as a statement.
    pub fn guarded_arms(&mut self, m: &syn::ExprMatch) -> Lowered<()> {
        let on = self.number(&m.expr)?;
        self.one_of_arms(on, &m.arms)
    }

    fn one_of_arms(&mut self, on: ValueId, arms: &[syn::Arm]) -> Lowered<()> {
        let Some((arm, others)) = arms.split_first() else { return Ok(()) };
        match self.side(holes::scope_of(self.kernel, &arm.body)) {
            Some(true) => return self.effect(&arm.body),
            Some(false) => return self.one_of_arms(on, others),
            None => {}
        }
        match self.pattern(on, &arm.pat)? {
            None => self.effect(&arm.body),
            Some(condition) => self.one_of(
                condition,
                |this| this.effect(&arm.body),
                |this| this.one_of_arms(on, others),
                &arm.pat,
            ),
        }
    }

    /// Statements of which a condition chooses.
    fn one_of(
        &mut self,
        condition: ValueId,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<()>,
        at: &dyn ToTokens,
    ) -> Lowered<()> {
        match self.program.known(condition) {
            Some(0) => return otherwise(self),
            Some(_) => return then(self),
            None => {}
        }
        let before = self.names.clone();
        self.where_it(condition, true, then)?;
        let then = std::mem::replace(&mut self.names, before);
        self.where_it(condition, false, otherwise)?;
        for (k, (_, then)) in then.into_iter().enumerate() {
            let otherwise = self.names[k].1.clone();
            self.names[k].1 = self.either(condition, then, otherwise, at)?;
        }
        Ok(())
    }

    /// What an element is after a write under conditions: what is written, or what it was. Where it was written before, on the other
    /// side of a condition, the two become one.
    pub fn written_or_kept(
        &mut self,
        access: Id,
        target: &Read,
        value: ValueId,
        at: &Expr,
    ) -> Lowered<ValueId> {
        let memory = |this: &Self, read: &Read| this.analysis.tensors.memory(read.base);
        let its = memory(self, target);
        let is_plain = |this: &Self| {
            let writes = this.kernel.writes.iter().filter(|write| write.target == access);
            writes.into_iter().all(|write| write.op.is_none())
        };
        let last = self
            .program
            .steps
            .iter()
            .rposition(|step| self.program.accessed(step).is_none_or(|read| memory(self, read) == its));
        let earlier = last.filter(|_| is_plain(self)).and_then(|at| match &self.program.steps[at] {
            Step::Write(read, value) if read.base == target.base && read.data == target.data => {
                Some((at, *value))
            }
            _ => None,
        });
        let kept = match earlier {
            Some((at, value)) => {
                self.program.steps.remove(at);
                value
            }
            None => self.read_here(access, self.kernel.accesses[access].source.clone())?,
        };
        let mut value = value;
        for Around { condition, holds, .. } in self.around.clone().into_iter().rev() {
            let [a, b] = if holds { [value, kept] } else { [kept, value] };
            let (a, b) = (self.chosen(condition, a, true), self.chosen(condition, b, false));
            value = self.push(Op::Select, vec![condition, a, b], Type::I32, at);
        }
        Ok(value)
    }

    /// Whether an element is inside of its block at every point, whatever conditions inside of the lanes say.
    pub fn is_there_anyway(&self, access: Id) -> bool {
        let (kernel, tensors) = (self.kernel, &self.analysis.tensors);
        // Where no rule is asked for, as in the middle of a row, elements are there; and where one leads, too.
        let rule = tensors.rule(kernel, access).filter(|_| !tensors.climbs.contains_key(&access));
        let leads = matches!(rule, Some(Rule::Leads(_)));
        if rule.is_some() && (leads || tensors.ruled(kernel, access).is_empty()) {
            return true;
        }
        let scope = match self.analysis.bounds.accesses[access] {
            Plan::Here => return false,
            Plan::Shared(scope) => scope,
            Plan::At(_) | Plan::Proven => {
                let bounds = &self.analysis.bounds;
                bounds.regardless[access].unwrap_or(bounds.anyway[access])
            }
        };
        let around = chain(kernel, scope);
        let is_lane = |scope: &Id| match &kernel.scopes[*scope].kind {
            ScopeKind::Loop(vars) => vars.iter().any(|var| self.program.lanes.contains(var)),
            _ => false,
        };
        let is_branch = |scope: &Id| matches!(kernel.scopes[*scope].kind, ScopeKind::Branch(_));
        around.iter().position(is_lane).is_none_or(|nest| !around[nest..].iter().any(is_branch))
    }

    /// Whether a branch runs at all points of the lanes, or at none, if that is known.
    fn side(&self, branch: Option<Id>) -> Option<bool> {
        self.analysis.side(branch?)
    }

    /// What a value is where a condition holds, or does not: one side of what the same condition chooses.
    fn chosen(&self, condition: ValueId, value: ValueId, holds: bool) -> ValueId {
        let node = &self.program.nodes[value];
        match (&node.op, &node.args[..]) {
            (Op::Select, &[by, a, b]) if by == condition => {
                self.chosen(condition, if holds { a } else { b }, holds)
            }
            _ => value,
        }
    }

    /// Whether what is lowered stands under a condition.
    pub fn is_conditional(&self) -> bool {
        !self.around.is_empty()
    }

    /// Whether results are chosen by all conditions around them.
    pub fn is_chosen(&self) -> bool {
        self.around.iter().all(|around| around.of_statements)
    }

    /// A value that is asked for where some conditions hold, or do not.
    pub fn under<T>(
        &mut self,
        conditions: &[(ValueId, bool)],
        lower: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let before = self.around.len();
        let around = |&(condition, holds)| Around { condition, holds, of_statements: false };
        self.around.extend(conditions.iter().map(around));
        let lowered = lower(self);
        self.around.truncate(before);
        lowered
    }

    /// Statements where a condition holds, or does not.
    fn where_it(
        &mut self,
        condition: ValueId,
        holds: bool,
        lower: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        self.around.push(Around { condition, holds, of_statements: true });
        let lowered = lower(self);
        self.around.pop();
        lowered
    }

    /// One of two values of a variable.
    fn either(&mut self, condition: ValueId, a: Bound, b: Bound, at: &dyn ToTokens) -> Lowered<Bound> {
        Ok(match (a, b) {
            (Bound::Number(a), Bound::Number(b)) if a == b => Bound::Number(a),
            (Bound::Number(a), Bound::Number(b)) => {
                let ty = self.program.nodes[a].ty.with(self.program.nodes[b].ty);
                if ty == Type::Bool {
                    return Err(refuse(
                        &at.to_token_stream(),
                        "a condition that is assigned under a condition",
                    ));
                }
                Bound::Number(self.push(Op::Select, vec![condition, a, b], ty, at))
            }
            (Bound::Group(a), Bound::Group(b)) if a.len() == b.len() => {
                let both = a.into_iter().zip(b);
                Bound::Group(both.map(|(a, b)| self.either(condition, a, b, at)).collect::<Lowered<_>>()?)
            }
            (Bound::Closure(a), Bound::Closure(_)) => Bound::Closure(a),
            _ => return Err(refuse(&at.to_token_stream(), "an assignment under a condition")),
        })
    }

    /// Refuses to assign where the value is one of several: there, what is assigned is not chosen.
    pub fn may_assign(&self, at: &impl ToTokens) -> Lowered<()> {
        match self.is_chosen() {
            true => Ok(()),
            false => Err(refuse(at, "an assignment under a condition")),
        }
    }

    /// A value where it is asked for, and otherwise a number.
    pub fn where_asked(&mut self, value: ValueId, otherwise: i128, at: &Expr) -> ValueId {
        let mut value = value;
        for Around { condition, holds, .. } in self.around.clone().into_iter().rev() {
            let none = self.push(Op::Literal(otherwise), vec![], Type::Any, at);
            let [a, b] = if holds { [value, none] } else { [none, value] };
            value = self.push(Op::Select, vec![condition, a, b], Type::I32, at);
        }
        value
    }

    /// A term of a reduction where it is added, and otherwise what changes nothing.
    pub fn where_chosen(&mut self, how: Reduction, term: ValueId, at: &Expr) -> Lowered<ValueId> {
        match how {
            Reduction::Sum | Reduction::Difference => Ok(self.where_asked(term, 0, at)),
            Reduction::Any => {
                let mut term = term;
                for Around { condition, holds, .. } in self.around.clone().into_iter().rev() {
                    let condition = match holds {
                        true => condition,
                        false => self.push(Op::Not, vec![condition], Type::Bool, at),
                    };
                    term = self.push(Op::Both, vec![condition, term], Type::Bool, at);
                }
                Ok(term)
            }
            Reduction::Least | Reduction::Greatest if self.is_conditional() => {
                Err(refuse(at, "an assignment under a condition"))
            }
            Reduction::Least | Reduction::Greatest => Ok(term),
        }
    }
}
