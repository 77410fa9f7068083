//! Elements where Rust would change a place. An element is a value: it is read with `t[[i]]`, and changes by a statement
//! `t[[i]] = ..` only. What Rust would do elsewhere is to change a copy.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, ExprIndex, Pat};

use super::Parser;
use super::index::strip_reference;
use super::tensor::tidy;
use crate::messages;

/// What methods that change their receiver are called; all others of numbers take it by value.
fn changes(method: &str) -> bool {
    method.ends_with("_assign")
        || method.ends_with("_mut")
        || ["clone_from", "swap", "replace", "take", "fill", "push", "insert", "sort", "reverse"]
            .contains(&method)
}

impl Parser<'_> {
    /// The element that a place is, or is part of.
    fn element<'e>(&self, place: &'e Expr) -> Option<&'e ExprIndex> {
        match place {
            Expr::Field(f) => self.element(&f.base),
            Expr::Index(i) if self.is_tensor(&i.expr) => (!self.is_tensor(place)).then_some(i),
            Expr::Index(i) => self.element(&i.expr),
            _ => None,
        }
    }

    /// Notes expressions that would change a copy of an element; whether this is one.
    pub(super) fn changes_a_copy(&mut self, expr: &Expr) -> bool {
        let (element, what) = match expr {
            Expr::Reference(r) if r.mutability.is_some() && !self.is_tensor(strip_reference(&r.expr)) => {
                (self.element(&r.expr), format!("`{}`", shown(expr)))
            }
            Expr::MethodCall(m) if changes(&m.method.to_string()) => {
                (self.element(&m.receiver), format!("`{}`", m.method))
            }
            // Two elements of a call are one mistake.
            Expr::Call(c) => {
                let changed = c.args.iter().find_map(|arg| match arg {
                    Expr::Reference(r) if r.mutability.is_some() => {
                        self.element(&r.expr).filter(|_| !self.is_tensor(strip_reference(&r.expr)))
                    }
                    _ => None,
                });
                (changed, format!("`{}`", shown(&c.func)))
            }
            Expr::Assign(a) if matches!(&*a.left, Expr::Tuple(_) | Expr::Array(_)) => {
                let elements = match &*a.left {
                    Expr::Tuple(t) => &t.elems,
                    Expr::Array(t) => &t.elems,
                    _ => return false,
                };
                let Some(element) = elements.iter().find_map(|e| self.element(e)) else { return false };
                let message = messages::one_by_one(&shown(element));
                self.report.error(&a.left, message);
                return true;
            }
            Expr::Assign(a) => (self.part_of(&a.left), format!("`{} = ..`", shown(&a.left))),
            Expr::Binary(b) if b.op.to_token_stream().to_string().ends_with('=') => {
                let is_assignment = !matches!(
                    b.op,
                    syn::BinOp::Eq(_) | syn::BinOp::Ne(_) | syn::BinOp::Le(_) | syn::BinOp::Ge(_)
                );
                (self.part_of(&b.left).filter(|_| is_assignment), format!("`{} ..`", shown(&b.left)))
            }
            Expr::Match(m) if m.arms.iter().any(|arm| borrows(&arm.pat)) => {
                (self.element(&m.expr), "`ref mut`".to_string())
            }
            Expr::Let(l) if borrows(&l.pat) => (self.element(&l.expr), "`ref mut`".to_string()),
            _ => return false,
        };
        let Some(element) = element else { return false };
        let message = messages::element_is_a_value(&shown(element), &what);
        self.report.error(expr, message);
        true
    }

    /// The same for `let ref mut x = t[[i]]`.
    pub(super) fn binds_a_copy(&mut self, local: &syn::Local) {
        if let Some(init) = &local.init
            && borrows(&local.pat)
            && let Some(element) = self.element(&init.expr)
        {
            let message = messages::element_is_a_value(&shown(element), "`ref mut`");
            self.report.error(local, message);
        }
    }

    /// Notes `t[[i]];`, which does nothing.
    pub(super) fn does_nothing(&mut self, expr: &Expr) {
        if let Expr::Index(index) = expr
            && self.element(expr).is_some_and(|element| std::ptr::eq(element, index))
        {
            let message = messages::does_nothing(&shown(index));
            self.report.error(expr, message);
        }
    }

    /// The element that a place is part of.
    fn part_of<'e>(&self, place: &'e Expr) -> Option<&'e ExprIndex> {
        match place {
            Expr::Index(i) if self.is_tensor(&i.expr) => None,
            _ => self.element(place),
        }
    }
}

/// Whether a pattern has a name that would change what is matched.
fn borrows(pat: &Pat) -> bool {
    struct Find(bool);
    impl Visit<'_> for Find {
        fn visit_pat_ident(&mut self, p: &syn::PatIdent) {
            self.0 |= p.by_ref.is_some() && p.mutability.is_some();
            visit::visit_pat_ident(self, p);
        }
    }
    let mut find = Find(false);
    find.visit_pat(pat);
    find.0
}

fn shown(syntax: &impl ToTokens) -> String {
    tidy(&syntax.to_token_stream().to_string())
}
