//! Branches: `if` and `match`, and the names that their patterns bind.

use syn::{BinOp, Expr, Pat};

use super::{Binding, Parser};
use crate::ir::{Condition, Hole, Index, ScopeKind};
use crate::syntax::binds;

impl Parser<'_> {
    /// `if`: each side runs under its condition.
    pub(super) fn branches(&mut self, expr: &mut syn::ExprIf) {
        let condition = self.condition(&expr.cond);
        let outside = self.open();
        self.chain(&mut expr.cond);
        let (then, ()) = self.within(ScopeKind::Branch(condition.clone()), |this| {
            this.bind_chain(&expr.cond);
            this.block(&mut expr.then_branch);
        });
        self.close(outside);
        self.checked_block(then, &mut expr.then_branch);
        if let Some((_, otherwise)) = &mut expr.else_branch {
            let (scope, ()) =
                self.within(ScopeKind::Branch(condition.negated()), |this| this.expression(otherwise));
            self.checked_expression(scope, otherwise);
            self.kernel.alternatives.push(vec![then, scope]);
        }
    }

    /// A condition, with `let` among its operands or without: names bound by one operand are known to the next ones.
    pub(super) fn chain(&mut self, cond: &mut Expr) {
        if binds(cond) { self.operand(cond, true) } else { self.expression(cond) }
    }

    fn operand(&mut self, cond: &mut Expr, first: bool) {
        match cond {
            Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => {
                self.operand(&mut b.left, first);
                self.operand(&mut b.right, false);
            }
            Expr::Let(l) => {
                self.conditional(&mut l.expr, first);
                // In a condition there is no place where their values could be kept.
                self.bind_loosely(&l.pat);
            }
            other => self.conditional(other, first),
        }
    }

    /// An expression that is only evaluated if all `first` ones say so.
    fn conditional(&mut self, expr: &mut Expr, first: bool) {
        if first {
            self.expression(expr);
            return;
        }
        let (scope, ()) = self.within(ScopeKind::Branch(Condition::Unknown), |this| this.expression(expr));
        if crate::holes::contains(expr) {
            self.checked_expression(scope, expr);
        }
    }

    /// Binds the names of every `let` in a condition, for the block that runs under it.
    pub(super) fn bind_chain(&mut self, cond: &Expr) {
        match cond {
            Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => {
                self.bind_chain(&b.left);
                self.bind_chain(&b.right);
            }
            Expr::Let(l) => self.bind_pattern(&l.pat),
            _ => {}
        }
    }

    /// `match`: each arm runs if its pattern applies and no earlier one did.
    pub(super) fn arms(&mut self, expr: &mut syn::ExprMatch) {
        let on = self.try_index(&expr.expr);
        let casts = self.casts(&expr.expr);
        let computed = (!self.is_plain(&expr.expr)).then_some(casts);
        self.expression(&mut expr.expr);
        let mut before = Condition::Constant(false);
        let mut scopes = Vec::new();
        for arm in &mut expr.arms {
            let pattern = match &on {
                Some(on) => {
                    let pat = if let Pat::Guard(guarded) = &arm.pat { &*guarded.pat } else { &arm.pat };
                    match self.pattern_condition(on, pat) {
                        Condition::Constant(always) => Condition::Constant(always),
                        condition if computed.is_none() => condition,
                        condition => Condition::Computed {
                            condition: Box::new(condition),
                            sides: vec![on.clone()],
                            casts,
                        },
                    }
                }
                None => Condition::Unknown,
            };
            let mut guard = Condition::Constant(true);
            if let Pat::Guard(guarded) = &mut arm.pat {
                let outside = self.open();
                self.bind_loosely(&guarded.pat);
                let pending = self.pending.len();
                self.alias(&guarded.pat, on.as_ref(), computed);
                self.pending.truncate(pending);
                guard = self.condition(&guarded.guard);
                self.expression(&mut guarded.guard);
                self.close(outside);
            }
            let applies = pattern.and(guard);
            let condition = before.clone().negated().and(applies.clone());
            before = before.or(applies);
            let (scope, ()) = self.within(ScopeKind::Branch(condition), |this| {
                let pat = if let Pat::Guard(guarded) = &arm.pat { &*guarded.pat } else { &arm.pat };
                this.bind_pattern(pat);
                this.alias(pat, on.as_ref(), computed);
                this.as_block(&mut arm.body);
                this.expression(&mut arm.body);
            });
            scopes.push(scope);
            self.checked_expression(scope, &mut arm.body);
            if on.is_some() {
                binding_only(&mut arm.pat);
            }
            if arm.comma.is_none() {
                arm.comma = Some(Default::default());
            }
        }
        self.kernel.alternatives.push(scopes);
    }

    /// A plain name that is all of a pattern is the index that was matched.
    fn alias(&mut self, pat: &Pat, on: Option<&Index>, computed: Option<bool>) {
        if let (Pat::Ident(p), Some(on)) = (pat, on)
            && p.by_ref.is_none()
            && p.mutability.is_none()
            && p.subpat.is_none()
            && !p.ident.to_string().starts_with(char::is_uppercase)
            && !on.any_atom(|a| matches!(a, crate::ir::Atom::Value(_)))
        {
            let id = self.new_let(on.clone());
            if let Some(casts) = computed {
                self.kernel.computed.insert(id, casts);
            }
            self.bind(&p.ident, Binding::Let(id));
            // Instead of the value that the name would have without the macro.
            self.pending.pop();
            self.pending.push(Hole::MentionedPattern(id, p.ident.clone()));
        }
    }

    /// Binds every name of a pattern where its value cannot be kept.
    fn bind_loosely(&mut self, pat: &Pat) {
        self.bind_all(pat, |_, _| Binding::Other);
    }
}

/// A plain name in a pattern is a new variable, which always applies: `n @ _` is refused where `n` is a constant.
fn binding_only(pat: &mut Pat) {
    match pat {
        Pat::Ident(p) if p.subpat.is_none() && !p.ident.to_string().starts_with(char::is_uppercase) => {
            p.subpat = Some((Default::default(), Box::new(syn::parse_quote!(_))));
        }
        Pat::Paren(p) => binding_only(&mut p.pat),
        Pat::Or(or) => or.cases.iter_mut().for_each(binding_only),
        Pat::Guard(guarded) => binding_only(&mut guarded.pat),
        _ => {}
    }
}
