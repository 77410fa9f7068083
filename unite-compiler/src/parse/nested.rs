//! Sums inside of sums: `sum(|k| x[[k]] * sum(|l| t[[k, l]]))` over what is stored is one sum, over `k` and `l`.

use quote::ToTokens;
use syn::visit::Visit;
use syn::{Expr, Ident, parse_quote};

use super::{Parser, reductions};
use crate::ir::{Fold, Id};
use crate::syntax::idents;

impl Parser<'_> {
    /// A sum that is a factor of a term is summed together with it: `sum(|k| x[[k]] * sum(|l| t[[k, l]]))` is
    /// `sum(|k, l| x[[k]] * t[[k, l]])`.
    pub(super) fn flatten(&self, fold: Fold, names: &mut Vec<Ident>, term: &mut Expr) {
        if fold != Fold::Sum {
            return;
        }
        loop {
            let mut flat = term.clone();
            let Some(place) = factor(&mut flat, &mut |factor| {
                reductions::reduction(factor).is_some_and(|inner| {
                    inner.fold == Fold::Sum && !self.stored_reads(&inner.term).is_empty()
                })
            }) else {
                return;
            };
            let Some(inner) = reductions::reduction(place) else { return };
            *place = parse_quote!(());
            let is_taken = |name: &Ident| {
                names.contains(name) || idents(flat.to_token_stream()).any(|said| said == *name)
            };
            if inner.names.iter().any(is_taken) {
                return;
            }
            if let Some(place) =
                factor(&mut flat, &mut |factor| matches!(factor, Expr::Tuple(t) if t.elems.is_empty()))
            {
                *place = inner.term;
            }
            names.extend(inner.names);
            *term = flat;
        }
    }

    /// A sum over what is stored inside of a term, and what of it.
    pub(super) fn nested(&self, term: &Expr) -> Option<(Expr, Id)> {
        let mut nested = Nested { parser: self, found: None };
        nested.visit_expr(term);
        nested.found
    }
}

/// The first factor of a product of which something holds.
fn factor<'t>(term: &'t mut Expr, is: &mut dyn FnMut(&Expr) -> bool) -> Option<&'t mut Expr> {
    if is(term) {
        return Some(term);
    }
    match term {
        Expr::Binary(b) if matches!(b.op, syn::BinOp::Mul(_)) => match factor(&mut b.left, is) {
            Some(left) => Some(left),
            None => factor(&mut b.right, is),
        },
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Neg(_)) => factor(&mut u.expr, is),
        _ => None,
    }
}

/// Sums over what is stored inside of a term.
struct Nested<'p, 'r> {
    parser: &'p Parser<'r>,
    found: Option<(Expr, Id)>,
}

impl Visit<'_> for Nested<'_, '_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if let Some((_, term)) = reductions::parts(expr)
            && let Some((_, of)) = self.parser.stored_reads(term).first()
        {
            self.found.get_or_insert((expr.clone(), *of));
        }
        syn::visit::visit_expr(self, expr);
    }
}
