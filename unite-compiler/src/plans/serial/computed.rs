//! Points of a body without loops that read what it writes, elsewhere. The compiler does not know that they are apart, so it takes one after
//! the other: what several points write is computed before any of it is written.

use super::Site;
use super::parts::Part;
use crate::holes;
use crate::ir::{Hole, Id};

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

/// Parts of which each computes what it writes before it does, if all that is written in a scope is written at each of its points.
pub(super) fn computed_first<'k>(site: &Site<'k>, scope: Id, parts: Vec<Part<'k>>) -> Option<Vec<Part<'k>>> {
    let kernel = site.kernel;
    let mut first = Vec::new();
    let mut computed = 0;
    let mut compute = |write: Id| {
        computed += 1;
        Part::Computed(write)
    };
    for part in parts {
        match part {
            Part::Write(write) => first.push(compute(write)),
            Part::Statements(stmts) => {
                for stmt in stmts {
                    match (holes::of_statement(kernel, &stmt), first.last_mut()) {
                        (Some(Hole::Write(write)), _) if kernel.writes[*write].iterators.is_empty() => {
                            first.push(compute(*write));
                        }
                        (_, Some(Part::Statements(stmts))) => stmts.push(stmt),
                        _ => first.push(Part::Statements(vec![stmt])),
                    }
                }
            }
            other => first.push(other),
        }
    }
    // Others are written under a condition, or are statements over points of their own.
    let all = kernel.writes.iter().filter(|write| site.is_in(write.scope, scope)).count();
    (computed == all).then_some(first)
}
