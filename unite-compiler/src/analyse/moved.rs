//! Loops over ranges that change places: their ranges stand among other names then. What is computed for one does not move, for it may
//! panic where it was not asked for.

use syn::visit::{self, Visit};
use syn::{Expr, ExprForLoop, RangeLimits};

use crate::holes;
use crate::ir::{Id, Kernel};
use crate::syntax::{bound, path_ident};

/// The variable of a loop that counts up one by one to before an end, where nothing is computed.
pub fn counted(kernel: &Kernel, f: &ExprForLoop) -> Option<Id> {
    let var = holes::variable(kernel, f)?;
    let v = &kernel.vars[var];
    let is_range = matches!(&*f.expr, Expr::Range(range) if matches!(range.limits, RangeLimits::HalfOpen(_)));
    let is_plain = is_range && f.label.is_none() && f.attrs.is_empty() && v.computed.is_none() && !v.has_gaps;
    is_plain.then_some(var)
}

/// Whether nothing was asked for the loop of a variable, and nothing leaves it.
pub fn is_free(kernel: &Kernel, var: Id) -> bool {
    !kernel.schedules.contains_key(&var) && !kernel.left.contains(&var) && !kernel.jumping.contains(&var)
}

/// Whether loops of a nest mean the same in any order, as far as their ranges are concerned: none has a name that another one binds.
pub fn may_change_places<'f>(loops: impl IntoIterator<Item = &'f ExprForLoop> + Clone) -> bool {
    let mut names = Vec::new();
    loops.clone().into_iter().for_each(|f| bound(&f.pat, |name| names.push(name.to_string())));
    loops.into_iter().all(|f| {
        let mut mentions = Mentions { names: &names, any: false };
        mentions.visit_expr(&f.expr);
        !mentions.any
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
