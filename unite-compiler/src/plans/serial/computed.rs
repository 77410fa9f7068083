//! Points of a body without loops that read what it writes, elsewhere. The compiler does not know that they are apart, so it takes one after
//! the other: what several points write is computed before any of it is written.

use syn::Stmt;
use syn::visit::{self, Visit};

use super::Site;
use super::parts::Part;
use crate::holes;
use crate::ir::{Hole, Id, Kernel};

impl Site<'_> {
    /// Whether something is read in a scope that is written there at another place.
    pub(super) fn reads_elsewhere(&self, scope: Id) -> bool {
        let (kernel, tensors) = (self.kernel, &self.analysis.tensors);
        let accesses: Vec<Id> = self.accesses(&|at| self.is_in(at, scope)).collect();
        let (written, read): (Vec<Id>, Vec<Id>) =
            accesses.into_iter().partition(|access| kernel.accesses[*access].writes);
        let base = |access: Id| tensors.base(kernel, access);
        let place = |access: Id| (base(access), tensors.raw(kernel, access));
        let are_apart =
            |a: Id, b: Id| tensors.memory(base(a)) == tensors.memory(base(b)) && place(a) != place(b);
        written.iter().any(|a| read.iter().any(|b| are_apart(*a, *b)))
    }
}

/// Parts of which each computes what it writes before it does, if nothing is written under a condition.
pub(super) fn computed_first<'k>(kernel: &Kernel, parts: Vec<Part<'k>>) -> Option<Vec<Part<'k>>> {
    let mut first = Vec::new();
    for part in parts {
        match part {
            Part::Write(write) => first.push(Part::Computed(write)),
            Part::Statements(stmts) => {
                for stmt in stmts {
                    match (holes::of_statement(kernel, &stmt), first.last_mut()) {
                        (Some(Hole::Write(write)), _) => first.push(Part::Computed(*write)),
                        (_, Some(Part::Statements(stmts))) => stmts.push(stmt),
                        _ => first.push(Part::Statements(vec![stmt])),
                    }
                }
            }
            other => first.push(other),
        }
    }
    let mut look = Writes { kernel, are_there: false };
    for part in &first {
        if let Part::Statements(stmts) = part {
            stmts.iter().for_each(|stmt: &Stmt| look.visit_stmt(stmt));
        }
    }
    (!look.are_there).then_some(first)
}

/// Whether something is written.
struct Writes<'k> {
    kernel: &'k Kernel,
    are_there: bool,
}

impl Visit<'_> for Writes<'_> {
    fn visit_expr(&mut self, expr: &syn::Expr) {
        let hole = holes::number(expr).map(|hole| &self.kernel.holes[hole]);
        self.are_there |= matches!(hole, Some(Hole::Write(_)));
        visit::visit_expr(self, expr);
    }
}
