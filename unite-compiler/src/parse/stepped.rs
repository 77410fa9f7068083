//! Ranges with a step: `(a..b).step_by(2)` is counted as `0..(b - a + 1) / 2`, of which lanes and rustc take several values at a time.

use proc_macro2::Literal;
use syn::{Expr, ExprForLoop, ExprLit, Lit, Pat, RangeLimits, parse_quote};

use super::Parser;
use super::parser::Kind;
use crate::cost::TURNS;
use crate::ir::Atom;
use crate::syntax::normal;

impl Parser<'_> {
    /// Counts the passes of a loop over every second, third or fourth value of a range, and makes its variable of that number. Both ends are
    /// numbers with a sign that no loop counts: what the variable reaches is known from them then, and one may be below the other.
    pub(super) fn count_steps(&mut self, f: &mut ExprForLoop) {
        let Expr::MethodCall(call) = &*f.expr else { return };
        let Some(by) = call.args.first().and_then(small_step).filter(|_| call.method == "step_by") else {
            return;
        };
        let Expr::Range(range) = &*call.receiver else { return };
        let (RangeLimits::HalfOpen(_), Some(start), Some(end)) = (&range.limits, &range.start, &range.end)
        else {
            return;
        };
        let Pat::Ident(name) = &*f.pat else { return };
        let is_plain = name.mutability.is_none() && name.by_ref.is_none() && name.subpat.is_none();
        if !is_plain || self.kind(end) != Some(Kind::Number) {
            return;
        }
        let Expr::Lit(first) = &**start else { return };
        let [Some(from), Some(to)] = [start, end].map(|bound| self.try_index(bound)) else { return };
        let is_counted = |atom: &Atom| matches!(atom, Atom::Var(_) | Atom::Value(_));
        if from.as_constant().is_none() || to.as_constant().is_some() || to.any_atom(is_counted) {
            return;
        }
        let name = &name.ident;
        let [less, by] = [by - 1, by].map(Literal::i64_unsuffixed);
        let (passes, value): (Expr, Expr) = match from.as_constant() {
            Some(0) => (parse_quote!(((#end) + #less) / #by), parse_quote!(#by * #name)),
            // Nothing wraps around where the end is far below the first value.
            _ => (
                parse_quote!(((#end).max(#first) - #first + #less) / #by),
                parse_quote!(#first + #by * #name),
            ),
        };
        f.body.stmts.insert(0, parse_quote!(let #name = #value;));
        *f.expr = normal(parse_quote!(0..#passes));
    }
}

/// A literal step with which elements are still taken out of vectors.
fn small_step(by: &Expr) -> Option<i64> {
    let Expr::Lit(ExprLit { lit: Lit::Int(by), .. }) = by else { return None };
    by.base10_parse().ok().filter(|by| TURNS.contains(by))
}
