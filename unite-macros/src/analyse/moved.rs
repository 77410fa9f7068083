//! Loops over ranges that change places: their ranges are said among other names then, and are asked for where they were not.

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprForLoop, Lit, UnOp};

use crate::holes;
use crate::ir::{Hole, Kernel};
use crate::syntax::{bound, path_ident};

/// Whether loops of a nest mean the same in any order, as far as their ranges are concerned: none has a name that another one binds,
/// and none can panic.
pub fn may_change_places<'f>(
    kernel: &Kernel,
    loops: impl IntoIterator<Item = &'f ExprForLoop> + Clone,
) -> bool {
    let mut names = Vec::new();
    loops.clone().into_iter().for_each(|f| bound(&f.pat, |name| names.push(name.to_string())));
    loops.into_iter().all(|f| {
        let mut mentions = Mentions { names: &names, any: false };
        mentions.visit_expr(&f.expr);
        !mentions.any && is_calm(kernel, &f.expr)
    })
}

struct Mentions<'n> {
    names: &'n [String],
    any: bool,
}

impl<'a> Visit<'a> for Mentions<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        self.any |= path_ident(expr).is_some_and(|name| self.names.contains(&name.to_string()));
        visit::visit_expr(self, expr);
    }
}

/// Whether a range, or a bound of one, does nothing but give a number.
fn is_calm(kernel: &Kernel, expr: &Expr) -> bool {
    if let Some(id) = holes::number(expr) {
        return matches!(kernel.holes[id], Hole::Get(..) | Hole::Var(_));
    }
    match expr {
        Expr::Range(range) => {
            [&range.start, &range.end].into_iter().flatten().all(|end| is_calm(kernel, end))
        }
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Cast(cast) => is_calm(kernel, &cast.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && matches!(*unary.expr, Expr::Lit(_)),
        // An extent is not negative.
        Expr::Binary(binary) => {
            let is_extent =
                |expr: &Expr| holes::number(expr).is_some_and(|id| matches!(kernel.holes[id], Hole::Get(..)));
            let is_small = |expr: &Expr| matches!(expr, Expr::Lit(l) if matches!(&l.lit, Lit::Int(i) if i.base10_parse::<u16>().is_ok()));
            matches!(binary.op, BinOp::Sub(_)) && is_extent(&binary.left) && is_small(&binary.right)
        }
        _ => false,
    }
}
