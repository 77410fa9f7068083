//! Loops over ranges of which each is all of another's body.

use syn::Expr;

use super::Emitter;
use super::strips::Chain;
use crate::holes;
use crate::ir::{Atom, Hole, Id, Index, Schedule};
use crate::lanes;

impl Emitter<'_> {
    /// The variables of a loop over a range and of the loops that are all of its body, outermost first.
    pub fn vars_of(&self, f: &syn::ExprForLoop) -> Vec<Id> {
        let chain: Vec<Id> = self.chain_of(f).into_iter().map(|(_, var)| var).collect();
        if chain.is_empty() { holes::variable(self.kernel, f).into_iter().collect() } else { chain }
    }

    /// The loops that are all of each other's bodies, outermost first.
    pub fn chain_of<'f>(&self, f: &'f syn::ExprForLoop) -> Chain<'f> {
        let mut chain = Chain::new();
        let mut next = Some(f);
        while let Some(f) = next.take() {
            let Some(var) = holes::variable(self.kernel, f) else { break };
            let v = &self.kernel.vars[var];
            let fixed = |i: &Index| {
                let i = self.resolve(i);
                !i.any_atom(|a| matches!(a, Atom::Var(v) if chain.iter().any(|(_, c)| c == v)))
            };
            let plain = lanes::is_plain_range(&f.expr)
                && holes::is_half_open(self.kernel, &f.expr)
                && f.label.is_none()
                && fixed(&v.start)
                && fixed(&v.end);
            let computed =
                v.computed.is_some() && f.label.is_none() && holes::is_half_open(self.kernel, &f.expr);
            if !(plain || computed && chain.is_empty()) {
                chain.clear();
                break;
            }
            chain.push((f, var));
            if computed {
                break;
            }
            let inner: Vec<&syn::Stmt> = f.body.stmts.iter().filter(|s| !self.is_nothing(s)).collect();
            if let [syn::Stmt::Expr(Expr::ForLoop(inner), _)] = inner[..]
                && holes::variable(self.kernel, inner).is_some_and(|v| {
                    // A loop whose points are to be written out is part of the body.
                    let unrolled = matches!(self.kernel.schedules.get(&v), Some(Schedule::Unroll));
                    self.kernel.vars[v].computed.is_none() && !unrolled
                })
            {
                next = Some(inner);
            }
        }
        chain
    }

    /// Whether nothing is left of a statement.
    fn is_nothing(&self, stmt: &syn::Stmt) -> bool {
        match holes::of_statement(self.kernel, stmt) {
            Some(Hole::Snapshot(_)) => true,
            Some(Hole::Checks(scope)) => self.analysis.bounds.checks[*scope].is_empty(),
            _ => false,
        }
    }
}
