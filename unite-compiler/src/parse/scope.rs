//! Names and control flow: what is known where.

use quote::ToTokens;
use syn::visit::Visit;
use syn::{Expr, Pat, PatIdent, parse_quote};

use super::{Binding, Parser};
use crate::ir::{Condition, Hole, Id, Scope, ScopeKind, Value};
use crate::syntax::path_ident;

impl Parser<'_> {
    /// Runs `f` inside a new stretch of control flow and returns its number.
    pub(super) fn within<R>(&mut self, kind: ScopeKind, f: impl FnOnce(&mut Self) -> R) -> (Id, R) {
        let order = self.tick();
        self.kernel.scopes.push(Scope { parent: Some(self.scope), kind, order, doubtful: false });
        let id = self.kernel.scopes.len() - 1;
        let outer = std::mem::replace(&mut self.scope, id);
        let outside = self.open();
        let result = f(self);
        self.close(outside);
        self.scope = outer;
        (id, result)
    }

    /// Binds every name of a pattern to a value that only the running kernel knows.
    pub(super) fn bind_pattern(&mut self, pat: &Pat) {
        self.bind_all(pat, |this, p| {
            if p.mutability.is_some() { Binding::Other } else { Binding::Value(this.named_value(&p.ident)) }
        });
    }

    /// Binds every name of a pattern to what `binding` says.
    pub(super) fn bind_all(&mut self, pat: &Pat, binding: impl Fn(&mut Self, &PatIdent) -> Binding) {
        struct Names<'p>(Vec<&'p PatIdent>);
        impl<'p> Visit<'p> for Names<'p> {
            fn visit_pat_ident(&mut self, p: &'p PatIdent) {
                self.0.push(p);
                syn::visit::visit_pat_ident(self, p);
            }
        }
        let mut names = Names(Vec::new());
        names.visit_pat(pat);
        for p in names.0 {
            // A name that begins in upper case is a constant or a variant, unless it hides a variable.
            if is_upper(&p.ident) && p.subpat.is_none() && self.lookup(&p.ident.to_string()).is_none() {
                continue;
            }
            let binding = binding(self, p);
            self.bind(&p.ident, binding);
        }
    }

    /// A local that does not change, as something an index can depend on.
    pub(super) fn named_value(&mut self, name: &syn::Ident) -> Id {
        let order = self.tick();
        let tokens: Expr = parse_quote!(#name);
        self.kernel.values.push(Value {
            tokens,
            scope: self.scope,
            order,
            name: Some(name.clone()),
            kept: true,
        });
        let id = self.kernel.values.len() - 1;
        self.pending.push(Hole::Keep(id));
        id
    }

    /// The values in part of the definition of a tensor are kept: they are those at the definition wherever the tensor
    /// is used.
    pub(super) fn keep(&mut self, index: &crate::ir::Index) {
        index.for_each_atom(&mut |atom| {
            if let crate::ir::Atom::Value(id) = atom {
                self.kernel.values[*id].kept = true;
            }
        });
    }

    /// What an expression says about indices, as a condition.
    pub(super) fn condition(&mut self, expr: &Expr) -> Condition {
        match expr {
            _ if self.in_macro => Condition::Unknown,
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Not(_)) => self.condition(&u.expr).negated(),
            Expr::Lit(l) => match &l.lit {
                syn::Lit::Bool(b) => Condition::Constant(b.value),
                _ => Condition::Unknown,
            },
            Expr::Binary(b) => {
                use syn::BinOp::*;
                match b.op {
                    And(_) => return self.condition(&b.left).and(self.condition(&b.right)),
                    Or(_) => return self.condition(&b.left).or(self.condition(&b.right)),
                    _ => {}
                }
                let (Some(l), Some(r)) = (self.try_index(&b.left), self.try_index(&b.right)) else {
                    return Condition::Unknown;
                };
                let condition = match b.op {
                    Lt(_) => Condition::less(&l, &r),
                    Gt(_) => Condition::less(&r, &l),
                    Le(_) => Condition::less(&r, &l).negated(),
                    Ge(_) => Condition::less(&l, &r).negated(),
                    Eq(_) => Condition::equal(&l, &r),
                    Ne(_) => Condition::equal(&l, &r).negated(),
                    _ => return Condition::Unknown,
                };
                let plain = self.is_plain(&b.left) && self.is_plain(&b.right);
                if plain {
                    return condition;
                }
                let casts = self.casts(&b.left) || self.casts(&b.right);
                Condition::Computed { condition: Box::new(condition), sides: vec![l, r], casts }
            }
            _ => Condition::Unknown,
        }
    }

    /// Whether an index is a number as it stands: nothing was computed that could have wrapped around.
    pub(super) fn is_plain(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) => true,
            Expr::MethodCall(call) => self.known_tensor(&call.receiver).is_some(),
            Expr::Unary(u) => {
                matches!(&*u.expr, Expr::Lit(_))
                    || self.iterators.iter().any(|(n, _)| path_ident(&u.expr).is_some_and(|i| i == n))
            }
            Expr::Path(path) => match path.path.get_ident().and_then(|n| self.lookup(&n.to_string())) {
                Some(Binding::Let(id)) => !self.kernel.computed.contains_key(id),
                _ => true,
            },
            _ => false,
        }
    }

    /// Whether something in an index was cast.
    pub(super) fn casts(&self, expr: &Expr) -> bool {
        struct Casts<'a, 'b>(&'a Parser<'b>, bool);
        impl Visit<'_> for Casts<'_, '_> {
            fn visit_expr_cast(&mut self, _: &syn::ExprCast) {
                self.1 = true;
            }

            fn visit_path(&mut self, path: &syn::Path) {
                let binding = path.get_ident().and_then(|n| self.0.lookup(&n.to_string()));
                if let Some(Binding::Let(id)) = binding {
                    self.1 |= self.0.kernel.computed.get(id).is_some_and(|casts| *casts);
                }
            }
        }
        let mut casts = Casts(self, false);
        casts.visit_expr(expr);
        casts.1
    }

    /// When a pattern of a `match` on an index applies.
    pub(super) fn pattern_condition(&mut self, on: &crate::ir::Index, pat: &Pat) -> Condition {
        match pat {
            _ if self.in_macro => Condition::Unknown,
            // A constant, or a variable that hides one of the same name.
            Pat::Ident(p) if self.lookup(&p.ident.to_string()).is_some() && is_upper(&p.ident) => {
                Condition::Unknown
            }
            Pat::Or(or) => or
                .cases
                .iter()
                .map(|case| self.pattern_condition(on, case))
                .fold(Condition::Constant(false), Condition::or),
            Pat::Wild(_) => Condition::Constant(true),
            Pat::Ident(p) if p.subpat.is_none() && !p.ident.to_string().starts_with(char::is_uppercase) => {
                Condition::Constant(true)
            }
            Pat::Paren(p) => self.pattern_condition(on, &p.pat),
            Pat::Guard(_) => Condition::Unknown,
            Pat::Range(range) => {
                let bound = |this: &mut Self, e: &Option<Box<Expr>>| match e {
                    Some(e) => this.try_index(e).map(Some),
                    None => Some(None),
                };
                let (Some(start), Some(end)) = (bound(self, &range.start), bound(self, &range.end)) else {
                    return Condition::Unknown;
                };
                let above = start.map_or(Condition::Constant(true), |s| Condition::less(on, &s).negated());
                let below = end.map_or(Condition::Constant(true), |e| match range.limits {
                    syn::RangeLimits::HalfOpen(_) => Condition::less(on, &e),
                    syn::RangeLimits::Closed(_) => Condition::less(&e, on).negated(),
                });
                above.and(below)
            }
            other => {
                let tokens = other.to_token_stream();
                match syn::parse2::<Expr>(tokens).ok().and_then(|e| self.try_index(&e)) {
                    Some(value) => Condition::equal(on, &value),
                    None => Condition::Unknown,
                }
            }
        }
    }
}

/// Whether a name begins in upper case, as constants do.
fn is_upper(name: &syn::Ident) -> bool {
    name.to_string().starts_with(char::is_uppercase)
}
