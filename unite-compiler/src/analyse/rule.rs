//! What a read finds outside of a block, and what a write does with several points.

use crate::ir::{Boundary, CoarseRead, Def, Id, Kernel, Lead};

/// The rule of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An element of the block.
    Leads(Lead),
    /// The value that this view was given.
    Constant(Id),
    /// Those of the points that an index stands for which the block has.
    Covered(Cover),
    /// What this read finds in the tensor above the block.
    Above(Id),
}

/// What is done with the points that an index stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// One number is made of them.
    Read(CoarseRead),
    /// All are written.
    Broadcast,
}

impl Rule {
    /// The rule that a view declares, if there is one.
    pub fn of(kernel: &Kernel, view: Id) -> Option<Rule> {
        match &kernel.views[view].def {
            Def::Bounded(_, Boundary::Leads(lead)) => Some(Rule::Leads(*lead)),
            Def::Bounded(_, Boundary::Constant(_)) => Some(Rule::Constant(view)),
            _ => None,
        }
    }
}
