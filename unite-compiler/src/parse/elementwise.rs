//! Write statements, elementwise or not.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprIndex, ExprMethodCall, UnOp, parse_quote};

use super::{Parser, jumps};
use crate::ir::{Atom, Hole, Id, Index, ScopeKind, Var, Write};
use crate::messages;
use crate::source::Source;
use crate::syntax::path_ident;

impl Parser<'_> {
    /// `left op= right`, where `left` is an element of a tensor.
    pub(super) fn write(&mut self, left: &ExprIndex, op: Option<TokenStream>, right: &Expr) -> Option<Expr> {
        let mut right = right.clone();
        if let Expr::Array(at) = &*left.index
            && at.elems.iter().any(|e| bare_iterator(e).is_some())
        {
            if let Some(jump) = jumps::out_of(&right) {
                self.report.error(&jump, messages::jump_out_of_statement("an elementwise statement"));
                return Some(Expr::Verbatim(quote!(())));
            }
            jumps::enclose_macros(&mut right, self.kernel.scopes.len());
        }
        self.name_parts(&mut right);
        let right = &right;
        if let Some(walk) = self.assembled_statement(left, &op, right) {
            return Some(walk);
        }
        if !self.is_tensor(&left.expr) {
            return None;
        }
        let Expr::Array(array) = &*left.index else {
            let view = self.tensor(&left.expr, None)?;
            let message = messages::single_bracket(&self.name(view));
            self.report.error(left, message);
            return None;
        };
        let view = self.tensor(&left.expr, None)?;
        self.may_write(view, left, op.is_some());
        if let Some(walk) = self.stored_statement(view, left, array, &op, right) {
            return Some(walk);
        }
        let elems: Vec<&Expr> = array.elems.iter().collect();
        let mut right = right.clone();
        self.agree_with(view, &mut right);
        let right = &right;
        let hole = if elems.iter().any(|e| bare_iterator(e).is_some() || adorned_iterator(e).is_some()) {
            self.elementwise(view, left, &elems, op, right)
        } else {
            let mut value = right.clone();
            self.expression(&mut value);
            let target = self.access(view, left, &elems, true);
            let scope = self.scope;
            self.kernel.writes.push(Write { target, op, value, iterators: Vec::new(), scope });
            Hole::Write(self.kernel.writes.len() - 1)
        };
        Some(self.hole(hole))
    }

    /// Notes what keeps a tensor from being written, or from being written with an operator; whether nothing does.
    pub(super) fn may_write(&mut self, view: Id, left: &ExprIndex, with_operator: bool) -> bool {
        let mut mistakes = Vec::new();
        if let Some(base) = self.shared_base(view) {
            mistakes.push(messages::shared_write(&self.name(view), &self.name(base)));
        }
        if with_operator && self.broadcasts(view) {
            mistakes.push(messages::broadcast_of_sum(&self.name(view)));
        }
        if self.is_bounded(view) {
            mistakes.push(messages::bounded_write(&self.name(view)));
        }
        let none = mistakes.is_empty();
        mistakes.into_iter().for_each(|message| self.report.error(left, message));
        none
    }

    fn elementwise(
        &mut self,
        view: Id,
        left: &ExprIndex,
        elems: &[&Expr],
        op: Option<TokenStream>,
        right: &Expr,
    ) -> Hole {
        let rank = self.rank(view);
        if elems.len() != rank {
            let message = messages::wrong_rank(&self.name(view), rank, elems.len());
            self.report.error(&left.index, message);
        }
        let mut iterators: Vec<(String, Id, usize)> = Vec::new();
        for (axis, elem) in elems.iter().enumerate().take(rank) {
            if let Some(name) = bare_iterator(elem) {
                let text = name.to_string();
                if let Some((_, _, first)) = iterators.iter().find(|(n, _, _)| *n == text) {
                    let message = messages::repeated_iterator(&self.name(view), *first, axis, &text);
                    self.report.error(elem, message);
                    continue;
                }
                self.kernel.vars.push(Var {
                    name: name.clone(),
                    start: Index::constant(0),
                    end: Self::extent(view, axis),
                    staged: true,
                    has_gaps: false,
                    step: Some(1),
                    computed: None,
                    named: None,
                    scope: self.kernel.scopes.len(),
                });
                iterators.push((text, self.kernel.vars.len() - 1, axis));
            } else if let Some(name) = adorned_iterator(elem) {
                let message = messages::adorned_iterator(&self.name(view), axis, &name.to_string());
                self.report.error(elem, message);
            }
        }
        let names: Vec<String> = iterators.iter().map(|(n, ..)| n.clone()).collect();
        let right = &match self.forgets_iterator(right, &names) {
            true => syn::parse_quote!(0),
            false => right.clone(),
        };
        let outer = std::mem::replace(
            &mut self.iterators,
            iterators.iter().map(|(n, v, _)| (n.clone(), *v)).collect(),
        );
        let vars: Vec<Id> = iterators.iter().map(|(_, v, _)| *v).collect();
        let asked = self.asked.take();
        self.scheduled(asked, &vars);
        let (scope, (target, value)) = self.within(ScopeKind::Loop(vars), |this| {
            let mut value = right.clone();
            this.expression(&mut value);
            let spans = elems.iter().map(Source::from).collect();
            let mut at: Vec<Index> = elems
                .iter()
                .map(|e| if adorned_iterator(e).is_some() { Index::constant(0) } else { this.index(e) })
                .collect();
            at.resize(rank, Index::constant(0));
            (this.add_access(view, at, left, spans, true), value)
        });
        self.iterators = outer;
        let iterators = iterators.into_iter().map(|(_, v, axis)| (v, axis)).collect();
        self.kernel.writes.push(Write { target, op, value, iterators, scope });
        Hole::Write(self.kernel.writes.len() - 1)
    }
}

impl Parser<'_> {
    /// `block[[!i, ..]] = of[[!i, ..]]`: the statement that fills a copy.
    pub(super) fn copy_statement(&mut self, block: Id, of: Id, call: &ExprMethodCall) {
        let span = call.method.span();
        let rank = self.rank(block);
        let scope = self.kernel.scopes.len();
        let iterators: Vec<(Id, usize)> = (0..rank)
            .map(|axis| {
                let name = Ident::new(&format!("i{axis}"), span);
                let (start, end) = (Index::constant(0), Self::extent(block, axis));
                self.kernel.vars.push(Var {
                    name,
                    start,
                    end,
                    staged: true,
                    has_gaps: false,
                    step: Some(1),
                    scope,
                    computed: None,
                    named: None,
                });
                (self.kernel.vars.len() - 1, axis)
            })
            .collect();
        let at: Vec<Index> = iterators.iter().map(|(var, _)| Self::atom(Atom::Var(*var))).collect();
        let vars = iterators.iter().map(|(var, _)| *var).collect();
        let (scope, (target, value)) = self.within(ScopeKind::Loop(vars), |this| {
            let source: ExprIndex = syn::parse_quote_spanned!(span=> to_block[[..]]);
            let spans = vec![Source::from(call); rank];
            let read = this.add_access(of, at.clone(), &source, spans.clone(), false);
            (this.add_access(block, at, &source, spans, true), this.hole(Hole::Read(read)))
        });
        self.kernel.writes.push(Write { target, op: None, value, iterators, scope });
        self.kernel.fills.push((block, self.kernel.writes.len() - 1));
    }
}

/// The name in `!x`.
pub(super) fn bare_iterator(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Unary(u) if matches!(u.op, UnOp::Not(_)) => path_ident(&u.expr),
        _ => None,
    }
}

/// The name in `!x + 1` and other expressions that contain `!x`.
pub(super) fn adorned_iterator(expr: &Expr) -> Option<Ident> {
    struct Find(Option<Ident>);
    impl Visit<'_> for Find {
        fn visit_expr(&mut self, expr: &Expr) {
            match bare_iterator(expr) {
                Some(name) => self.0 = Some(name.clone()),
                None => syn::visit::visit_expr(self, expr),
            }
        }
    }
    if bare_iterator(expr).is_some() {
        return None;
    }
    let mut find = Find(None);
    find.visit_expr(expr);
    find.0
}

/// Puts variables of a walk in the place of iterators.
struct Plain<'a> {
    names: &'a [Ident],
}

/// An expression with variables of a walk in the place of iterators.
pub fn plain(expr: &Expr, names: &[Ident]) -> Expr {
    let mut expr = expr.clone();
    Plain { names }.visit_expr_mut(&mut expr);
    expr
}

impl VisitMut for Plain<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match bare_iterator(expr).filter(|name| self.names.contains(name)).cloned() {
            Some(name) => *expr = parse_quote!(#name),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
