//! Loops whose iterations take turns: conditions in them ask whether a variable is even or odd.

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit};

use super::Site;
use super::body::range_of;
use crate::holes;
use crate::ir::{Hole, Id, Kernel};
use crate::syntax::path_ident;

impl Site<'_> {
    /// The variable of a loop around that over a variable, of which conditions in the latter ask if it is even. Those of a nest over
    /// indices are in no order: `outer` are those around. None for a few points, nor in the slower one of two versions.
    pub fn asked_around(&self, var: Id, outer: &[(Id, usize)]) -> Option<Id> {
        let kernel = self.kernel;
        let own = kernel.vars[var].scope;
        if self.is_version || !self.knows_extents() || self.points(var).is_some() {
            return None;
        }
        let is_around = |other: &Id| match kernel.vars[*other].scope {
            scope if scope == own => outer.iter().any(|(outer, _)| outer == other),
            scope => self.is_in(own, scope),
        };
        (0..kernel.vars.len()).filter(is_around).find(|other| self.asks_in(var, *other))
    }

    /// Whether conditions ask if the variable of a loop is even.
    pub fn asks_for_turns(&self, var: Id) -> bool {
        self.asks_in(var, var)
    }

    /// Whether conditions in the loop over a variable ask if another one, or itself, is even.
    fn asks_in(&self, var: Id, asked: Id) -> bool {
        let kernel = self.kernel;
        let name = kernel.vars[asked].name.to_string();
        let mut asks = Asks { kernel, var: asked, name, asks: false };
        if kernel.vars[var].staged {
            let loops = kernel.loops.iter().filter(|l| l.vars.contains(&var));
            loops.for_each(|l| asks.visit_block(&l.body));
            let writes = kernel.writes.iter().filter(|w| w.iterators.iter().any(|(own, _)| *own == var));
            writes.for_each(|write| asks.visit_expr(&write.value));
        } else {
            range_of(kernel, var).into_iter().for_each(|f| asks.visit_block(&f.body));
        }
        asks.asks
    }
}

/// Whether a condition asks if a variable is even.
struct Asks<'k> {
    kernel: &'k Kernel,
    var: Id,
    name: String,
    asks: bool,
}

impl<'a> Visit<'a> for Asks<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        let kernel = self.kernel;
        match holes::number(expr).map(|id| &kernel.holes[id]) {
            Some(Hole::Write(write)) => self.visit_expr(&kernel.writes[*write].value),
            Some(_) => {}
            None => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_if(&mut self, i: &'a syn::ExprIf) {
        self.asks |= self.is_asked(&i.cond);
        visit::visit_expr_if(self, i);
    }

    fn visit_expr_match(&mut self, m: &'a syn::ExprMatch) {
        self.asks |= self.is_asked(&m.expr);
        visit::visit_expr_match(self, m);
    }
}

impl Asks<'_> {
    fn is_asked(&self, condition: &Expr) -> bool {
        struct Find<'n>(&'n Asks<'n>, bool);
        impl<'a> Visit<'a> for Find<'_> {
            fn visit_expr_binary(&mut self, b: &'a syn::ExprBinary) {
                let is_number = |expr: &Expr, number: u32| matches!(expr, Expr::Lit(l) if matches!(&l.lit, Lit::Int(i) if i.base10_parse::<u32>().is_ok_and(|found| found == number)));
                let is_own = |expr: &Expr| match holes::number(expr).map(|id| &self.0.kernel.holes[id]) {
                    Some(Hole::Var(var)) => *var == self.0.var,
                    _ => path_ident(expr).is_some_and(|name| *name == self.0.name),
                };
                self.1 |= match b.op {
                    BinOp::BitAnd(_) => {
                        is_own(&b.left) && is_number(&b.right, 1) || is_own(&b.right) && is_number(&b.left, 1)
                    }
                    BinOp::Rem(_) => is_own(&b.left) && is_number(&b.right, 2),
                    _ => false,
                };
                visit::visit_expr_binary(self, b);
            }
        }
        let mut find = Find(self, false);
        find.visit_expr(condition);
        find.1
    }
}
