//! Ranges with their end: `a..=b` is counted as `a..b + 1`, which rustc and lanes take several values at a time of.

use syn::{
    BinOp, Expr, Lit, LitInt, RangeLimits, Token, UnOp, parse_quote, parse_quote_spanned, spanned::Spanned,
};

use super::loops::bounds;
use super::parser::Kind;
use super::{Binding, Parser};
use crate::ir::{Atom, Id, Index};
use crate::syntax::{normal, path_ident};

/// The largest number that each type of integers has.
const LEAST_MOST: i64 = i8::MAX as i64;

impl Parser<'_> {
    /// Makes the range that a loop runs over one without its end, if its type has the number after the end: of a type of 8 bits it may not,
    /// as in `0..=255`. A type of 32 bits has it, or the end is no index. Whether that is asked where the loop begins: of a literal it is
    /// known.
    pub(super) fn count_closed(&self, expr: &mut Expr) -> bool {
        let Some(range) = bounds(expr) else { return false };
        let (RangeLimits::Closed(dots), Some(end)) = (&range.limits, &range.end) else { return false };
        let mirrored = match range.start.as_deref() {
            Some(Expr::Unary(start)) if matches!(start.op, UnOp::Neg(_)) => {
                path_ident(end).is_some() && path_ident(&start.expr) == path_ident(end)
            }
            _ => false,
        };
        let literal = after_literal(end);
        let is_asked = literal.is_none();
        let after =
            literal.or_else(|| (mirrored || self.is_wide(end)).then(|| normal(parse_quote!((#end) + 1))));
        let Some(after) = after else { return false };
        let [first, second, _] = dots.spans;
        range.limits = RangeLimits::HalfOpen(Token![..]([first, second]));
        range.end = Some(Box::new(after));
        is_asked
    }

    /// Whether a number has 32 bits or more, or is one that is small.
    fn is_wide(&self, expr: &Expr) -> bool {
        match self.kind(expr) {
            Some(kind) => matches!(kind, Kind::Number | Kind::Size),
            None => match expr {
                Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => self.is_wide(&negated.expr),
                Expr::Binary(b) if matches!(b.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_)) => {
                    // Both sides are of one type; what is small by itself may not be so in a product.
                    [&b.left, &b.right].into_iter().any(|side| self.is_wide(side) && !self.is_small(side))
                }
                Expr::MethodCall(call) if matches!(call.method.to_string().as_str(), "min" | "max") => {
                    self.is_wide(&call.receiver) || call.args.iter().any(|arg| self.is_wide(arg))
                }
                _ => self.variable(expr).is_some_and(|var| self.is_wide_variable(var)) || self.is_small(expr),
            },
        }
    }

    /// Whether an expression is a variable that stays below what each type has.
    fn is_small(&self, expr: &Expr) -> bool {
        let end = self.variable(expr).and_then(|var| self.kernel.vars[var].end.as_constant());
        end.is_some_and(|end| end <= LEAST_MOST)
    }

    fn variable(&self, expr: &Expr) -> Option<Id> {
        match self.lookup(&path_ident(expr)?.to_string()) {
            Some(Binding::Var(var)) => Some(*var),
            _ => None,
        }
    }

    /// Whether a bound of a variable is an extent, or another variable of that kind: bounds are of its type.
    fn is_wide_variable(&self, var: Id) -> bool {
        let of_extents = |bound: &Index| {
            bound.any_atom(|atom| match atom {
                Atom::Get(..) => true,
                Atom::Var(other) => *other != var && self.is_wide_variable(*other),
                _ => false,
            })
        };
        let v = &self.kernel.vars[var];
        of_extents(&v.start) || of_extents(&v.end)
    }
}

/// The number after a literal, if each type has it.
fn after_literal(end: &Expr) -> Option<Expr> {
    let (number, negative) = match end {
        Expr::Lit(lit) => (&lit.lit, false),
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => match &*negated.expr {
            Expr::Lit(lit) => (&lit.lit, true),
            _ => return None,
        },
        _ => return None,
    };
    let Lit::Int(number) = number else { return None };
    let value = number.base10_parse::<i64>().ok()?;
    let after = if negative { 1 - value } else { value + 1 };
    if !(-LEAST_MOST..=LEAST_MOST).contains(&after) {
        return None;
    }
    let literal = LitInt::new(&format!("{}{}", after.abs(), number.suffix()), number.span());
    let span = end.span();
    Some(if after < 0 {
        parse_quote_spanned!(span=> -#literal)
    } else {
        parse_quote_spanned!(span=> #literal)
    })
}
