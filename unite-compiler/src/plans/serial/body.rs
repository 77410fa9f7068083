//! The body of a nest: what runs at each of its points.

use syn::ExprForLoop;
use syn::visit::{self, Visit};

use crate::analyse::Effects;
use crate::holes;
use crate::ir::{Id, Kernel, Loop};

/// What runs at each point of a nest.
pub enum Body<'k> {
    /// An elementwise statement.
    Write(Id),
    /// The body of a loop over indices.
    Loop(&'k Loop),
    /// The body of a loop over a range.
    Range(&'k ExprForLoop),
}

impl<'k> Body<'k> {
    /// That of a scope, if nothing but memory is seen from one point to another, and whether something is added up that is no element of
    /// a tensor.
    pub fn of(kernel: &'k Kernel, scope: Id) -> Option<(Self, bool)> {
        let is_statement = |write: &Id| {
            let write = &kernel.writes[*write];
            write.scope == scope && !write.iterators.is_empty()
        };
        let is_its = |l: &&Loop| l.vars.first().is_some_and(|var| kernel.vars[*var].scope == scope);
        let (point, effects) = if let Some(write) = (0..kernel.writes.len()).find(is_statement) {
            (Body::Write(write), Effects::of_value(kernel, &kernel.writes[write].value))
        } else if let Some(l) = kernel.loops.iter().find(is_its) {
            let is_free = l.traversal.is_none() && !l.jumps.are_there();
            (Body::Loop(l), is_free.then(|| Effects::of_block(kernel, &l.body))?)
        } else {
            let of_range = |var: &Id| !kernel.vars[*var].staged && kernel.vars[*var].scope == scope;
            let f = range_of(kernel, (0..kernel.vars.len()).find(of_range)?)?;
            (Body::Range(f), Effects::of_range(kernel, &f.body))
        };
        (!effects.ordered).then_some((point, effects.gathers))
    }
}

/// The loop over a range that a variable is of.
pub(super) fn range_of(kernel: &Kernel, var: Id) -> Option<&ExprForLoop> {
    let mut find = Find { kernel, var, found: None };
    find.visit_block(&kernel.function.block);
    kernel.bodies().for_each(|body| find.visit_block(body));
    find.found
}

/// Looks for the loop over a range that a variable is of.
struct Find<'k> {
    kernel: &'k Kernel,
    var: Id,
    found: Option<&'k ExprForLoop>,
}

impl<'k> Visit<'k> for Find<'k> {
    fn visit_expr_for_loop(&mut self, f: &'k ExprForLoop) {
        match holes::variable(self.kernel, f) == Some(self.var) {
            true => self.found = Some(f),
            false => visit::visit_expr_for_loop(self, f),
        }
    }
}
