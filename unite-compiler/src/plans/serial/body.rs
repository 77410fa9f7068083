//! The body of a nest: what runs at each of its points.

use crate::analyse::Effects;
use crate::ir::{Id, Kernel, Loop};

/// What runs at each point of a nest.
pub enum Body<'k> {
    /// An elementwise statement.
    Write(Id),
    /// The body of a loop over indices.
    Loop(&'k Loop),
}

impl<'k> Body<'k> {
    /// That of a scope, if nothing but memory is seen from one point to another, and whether something is added up that is no element of
    /// a tensor.
    pub fn of(kernel: &'k Kernel, scope: Id) -> Option<(Self, bool)> {
        let is_statement = |write: &Id| {
            let write = &kernel.writes[*write];
            write.scope == scope && !write.iterators.is_empty()
        };
        let (point, effects) = match (0..kernel.writes.len()).find(is_statement) {
            Some(write) => (Body::Write(write), Effects::of_value(kernel, &kernel.writes[write].value)),
            None => {
                let is_its = |l: &&Loop| l.vars.first().is_some_and(|var| kernel.vars[*var].scope == scope);
                let l = kernel.loops.iter().find(is_its)?;
                let is_free = l.traversal.is_none() && !l.jumps.are_there();
                (Body::Loop(l), is_free.then(|| Effects::of_block(kernel, &l.body))?)
            }
        };
        (!effects.ordered).then_some((point, effects.gathers))
    }
}
