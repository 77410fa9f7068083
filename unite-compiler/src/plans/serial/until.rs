//! Loops that each point leaves by itself: points that are taken at a time make passes together, until none of them goes on.

use syn::visit::{self, Visit};
use syn::{Expr, ExprForLoop, Stmt, parse_quote};

use crate::analyse::has_integers_alone;
use crate::holes;
use crate::ir::{Hole, Id, Kernel};
use crate::syntax::binds;

/// A loop that each point leaves by itself.
pub struct Until<'k> {
    /// The loop over a range after which no point goes on, if it is one.
    pub over: Option<&'k ExprForLoop>,
    /// What is done in a pass, of which a condition that is asked before each is the first.
    pub pass: Vec<Stmt>,
}

impl<'k> Until<'k> {
    /// The loop that an expression is, if each point may leave it by itself, and if that is worth it: passes of integers are short, so that
    /// one point after the other is done as soon, and a point that has left would keep others from reading together.
    pub fn of(kernel: &'k Kernel, expr: &'k Expr) -> Option<Self> {
        let (attrs, label, over, condition, body) = match expr {
            Expr::ForLoop(f) => (&f.attrs, &f.label, Some(f), None, &f.body),
            Expr::While(w) => (&w.attrs, &w.label, None, Some(&*w.cond), &w.body),
            Expr::Loop(l) => (&l.attrs, &l.label, None, None, &l.body),
            _ => return None,
        };
        if !attrs.is_empty() || label.is_some() || condition.is_some_and(binds) || has_integers_alone(kernel)
        {
            return None;
        }
        let asked = condition.map(|condition| -> Stmt { parse_quote!(if !(#condition) { break; }) });
        let is_own = |stmt: &&Stmt| !holes::is_of_loop(kernel, stmt);
        let pass: Vec<Stmt> = asked.into_iter().chain(body.stmts.iter().filter(is_own).cloned()).collect();
        let mut touches = Touches { kernel, are_there: false };
        pass.iter().for_each(|stmt| touches.visit_stmt(stmt));
        (!touches.are_there).then_some(Until { over, pass })
    }

    /// The variable of the loop over a range.
    pub fn var(&self, kernel: &Kernel) -> Option<Id> {
        self.over.and_then(|f| holes::variable(kernel, f))
    }
}

/// Whether elements are read or written, or something is made, walked or called.
struct Touches<'k> {
    kernel: &'k Kernel,
    are_there: bool,
}

impl Visit<'_> for Touches<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        match holes::number(expr).map(|hole| &self.kernel.holes[hole]) {
            None => visit::visit_expr(self, expr),
            // Nothing is checked where nothing is touched.
            Some(Hole::Var(_) | Hole::Keep(_) | Hole::Mentioned(_) | Hole::Checks(_)) => {}
            Some(_) => self.are_there = true,
        }
    }
}
