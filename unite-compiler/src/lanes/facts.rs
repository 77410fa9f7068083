//! What is known of the names around a loop.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Local, Pat};

use super::literal::literal;
use crate::analyse::Analysis;
use crate::holes;
use crate::ir::{Hole, Id, Kernel, Scalar};
use crate::syntax::{bound, mentions, path_ident, type_name};

/// What a name is.
pub enum Fact {
    /// A closure, which can be inlined.
    Closure(syn::ExprClosure),
    /// A number: how it starts, and what is added to it, how often at most, with which sign.
    Number {
        /// The first value.
        start: Expr,
        /// Everything that is added to it.
        terms: Vec<Term>,
    },
    /// An array of numbers, which does not change.
    Array(Vec<Expr>),
    /// A parameter with a least and a greatest value.
    Ranged(Box<[Expr; 2]>),
    /// Anything else.
    Other,
}

/// What is added to a number.
pub struct Term {
    /// What.
    pub value: Expr,
    /// How often at most.
    pub trips: i64,
    /// Whether it is taken away.
    pub negative: bool,
    /// The variables of the loops around it.
    pub vars: Vec<(String, Id)>,
}

/// The names around a loop, in order.
#[derive(Default)]
pub struct Facts {
    names: Vec<(String, Fact)>,
}

impl Facts {
    /// What is known before a kernel begins.
    pub fn of_parameters(kernel: &Kernel) -> Facts {
        let ranged =
            |s: &Scalar| Some((s.param.as_ref()?.to_string(), Fact::Ranged(Box::new(s.range.clone()?))));
        Facts { names: kernel.scalars.iter().filter_map(ranged).collect() }
    }

    /// How many names are known.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Forgets the names of a block.
    pub fn truncate(&mut self, len: usize) {
        self.names.truncate(len);
    }

    /// A name, as the first `seen` of them say, and which of them it is.
    pub fn get(&self, name: &str, seen: usize) -> Option<(usize, &Fact)> {
        let at = self.names[..seen].iter().rposition(|(n, _)| n == name)?;
        Some((at, &self.names[at].1))
    }

    /// A name of which nothing is known.
    pub fn hide(&mut self, name: &str) {
        self.names.push((name.to_string(), Fact::Other));
    }

    /// The names of a `let`. `rest` are the statements after it.
    pub fn learn(&mut self, kernel: &Kernel, analysis: &Analysis, local: &Local, rest: &Block) {
        let Some(init) = &local.init else { return self.hide_all(&local.pat) };
        self.pair(kernel, analysis, &local.pat, &init.expr, rest);
    }

    fn pair(&mut self, kernel: &Kernel, analysis: &Analysis, pat: &Pat, init: &Expr, rest: &Block) {
        match (pat, init) {
            (Pat::Ident(p), Expr::Closure(c)) if p.mutability.is_none() => {
                self.names.push((p.ident.to_string(), Fact::Closure(c.clone())));
            }
            (Pat::Ident(p), Expr::Array(a))
                if p.mutability.is_none()
                    && p.by_ref.is_none()
                    && p.subpat.is_none()
                    && a.elems.iter().all(|element| literal(element).is_some()) =>
            {
                self.names.push((p.ident.to_string(), Fact::Array(a.elems.iter().cloned().collect())));
            }
            (Pat::Type(t), init @ Expr::Array(_)) if type_name(&t.ty).contains("i32") => {
                self.pair(kernel, analysis, &t.pat, init, rest);
            }
            (Pat::Ident(p), init) if p.by_ref.is_none() && p.subpat.is_none() => {
                let name = p.ident.to_string();
                let mut grows = Grows {
                    kernel,
                    analysis,
                    name: &name,
                    trips: vec![],
                    vars: vec![],
                    locals: vec![],
                    terms: vec![],
                    lost: false,
                };
                if p.mutability.is_some() {
                    grows.visit_block(rest);
                }
                let fact = match grows.lost {
                    true => Fact::Other,
                    false => Fact::Number { start: init.clone(), terms: grows.terms },
                };
                self.names.push((name, fact));
            }
            (Pat::Tuple(t), Expr::Tuple(e)) if t.elems.len() == e.elems.len() => {
                for (p, e) in t.elems.iter().zip(&e.elems) {
                    self.pair(kernel, analysis, p, e, rest);
                }
            }
            (Pat::Slice(s), Expr::Array(e)) if s.elems.len() == e.elems.len() => {
                for (p, e) in s.elems.iter().zip(&e.elems) {
                    self.pair(kernel, analysis, p, e, rest);
                }
            }
            _ => self.hide_all(pat),
        }
    }

    /// The names of a pattern, of which nothing is known.
    pub fn hide_all(&mut self, pat: &Pat) {
        bound(pat, |name| self.hide(&name.to_string()));
    }
}

/// Looks for everything that changes a variable.
struct Grows<'a> {
    kernel: &'a Kernel,
    analysis: &'a Analysis,
    name: &'a str,
    trips: Vec<i64>,
    vars: Vec<(String, Id)>,
    /// Names bound inside: what they hide is not known.
    locals: Vec<String>,
    terms: Vec<Term>,
    lost: bool,
}

impl Grows<'_> {
    fn is_it(&self, expr: &Expr) -> bool {
        path_ident(expr).is_some_and(|n| n == self.name)
    }

    fn term(&mut self, value: &Expr, negative: bool) {
        let trips = self.trips.iter().try_fold(1i64, |all, n| all.checked_mul(*n));
        let local = self.locals.iter().any(|l| mentions(value, l));
        match trips {
            Some(trips) if !local => {
                self.terms.push(Term { value: value.clone(), trips, negative, vars: self.vars.clone() });
            }
            _ => self.lost = true,
        }
    }

    fn many(&mut self, trips: Option<i64>, body: &Block) {
        match trips {
            Some(trips) => {
                self.trips.push(trips.max(0));
                self.visit_block(body);
                self.trips.pop();
            }
            None => {
                // However often it runs: fine, unless it changes the variable.
                let before = self.terms.len();
                self.visit_block(body);
                self.lost |= self.terms.len() != before;
            }
        }
    }
}

impl Visit<'_> for Grows<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if let Some(hole) = holes::number(expr) {
            match &self.kernel.holes[hole] {
                Hole::Loop(l) => {
                    let l = &self.kernel.loops[*l];
                    let extent = &self.analysis.tensors.views[l.over].extent;
                    let trips = extent.iter().try_fold(1i64, |all, e| all.checked_mul(e.as_constant()?));
                    self.many(trips, &l.body);
                }
                // How much is stored is not known.
                Hole::Walk(walk) => self.many(None, &self.kernel.walks[*walk].body),
                Hole::Write(w) => self.visit_expr(&self.kernel.writes[*w].value),
                Hole::Through(results, _) => {
                    for (_, fill) in self.kernel.fills.iter().filter(|(of, _)| of == results) {
                        self.visit_expr(&self.kernel.writes[*fill].value);
                    }
                }
                Hole::Call(c) => {
                    for arg in &self.kernel.calls[*c].args {
                        if let crate::ir::Arg::Value(e, _) = arg {
                            self.visit_expr(e);
                        }
                    }
                }
                _ => {}
            }
            return;
        }
        match expr {
            Expr::ForLoop(f) => {
                let trips = holes::variable(self.kernel, f).and_then(|var| {
                    let v = &self.kernel.vars[var];
                    let resolve = |i| self.analysis.tensors.resolve(self.kernel, i).as_constant();
                    Some(resolve(&v.end)? - resolve(&v.start)?)
                });
                self.visit_expr(&f.expr);
                let var = holes::variable(self.kernel, f);
                match var {
                    Some(var) => self.vars.push((self.kernel.vars[var].name.to_string(), var)),
                    None => self.visit_pat(&f.pat),
                }
                self.many(trips, &f.body);
                if var.is_some() {
                    self.vars.pop();
                }
            }
            Expr::While(w) => {
                self.visit_expr(&w.cond);
                self.many(None, &w.body);
            }
            Expr::Loop(l) => self.many(None, &l.body),
            Expr::Closure(c) => {
                let before = self.terms.len();
                self.visit_expr(&c.body);
                self.lost |= self.terms.len() != before;
            }
            Expr::Binary(b) if self.is_it(&b.left) && is_assigning(&b.op) => {
                match b.op {
                    syn::BinOp::AddAssign(_) => self.term(&b.right, false),
                    syn::BinOp::SubAssign(_) => self.term(&b.right, true),
                    _ => self.lost = true,
                }
                self.visit_expr(&b.right);
            }
            Expr::Assign(a) => {
                self.lost |= mentions(&a.left, self.name);
                self.visit_expr(&a.right);
            }
            Expr::Reference(r) if r.mutability.is_some() && self.is_it(&r.expr) => self.lost = true,
            Expr::Macro(_) => self.lost |= expr.to_token_stream().to_string().contains(self.name),
            Expr::MethodCall(m) if self.is_it(&m.receiver) && m.method.to_string().ends_with("_assign") => {
                self.lost = true;
            }
            other => visit::visit_expr(self, other),
        }
    }

    fn visit_pat_ident(&mut self, p: &syn::PatIdent) {
        self.locals.push(p.ident.to_string());
        visit::visit_pat_ident(self, p);
    }
}

fn is_assigning(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
