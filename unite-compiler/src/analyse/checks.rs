//! Checks, and what bounds inference finds.

use super::interval::Interval;
use crate::ir::{Condition, Id, Index};

/// A check that indices lie in a base.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The base.
    pub base: Id,
    /// Its axis.
    pub axis: usize,
    /// The first index touched.
    pub first: Index,
    /// The last index touched.
    pub last: Index,
    /// Loops that must not be empty for anything to be touched, as intervals of their variables.
    pub ranges: Vec<Interval>,
    /// Conditions under which anything is touched.
    pub conditions: Vec<Condition>,
    /// The kernel call whose footprint it is, if any.
    pub call: Option<Called>,
}

/// How the bounds of an access are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// By a check at the beginning of a scope; 0 is the entry of the kernel.
    At(Id),
    /// By a check at the access.
    Here,
    /// Proven: nothing to check at run time.
    Proven,
    /// By what is checked for a scope around it: whatever conditions inside of that say, it lies inside.
    Shared(Id),
}

/// The interval on each axis, as far as it is known.
pub(super) type Shown = Vec<Option<Interval>>;

/// What bounds inference found.
#[derive(Clone)]
pub struct Bounds {
    /// How each access is kept in bounds.
    pub accesses: Vec<Plan>,
    /// The outermost scope that touches the element of each access whenever it runs.
    pub anyway: Vec<Id>,
    /// Of each access, the scope around its conditions if it lies inside whatever these say.
    pub regardless: Vec<Option<Id>>,
    /// The interval of each access on each axis of its base, for the listing.
    pub intervals: Vec<Vec<Option<Interval>>>,
    /// How the footprint of each called kernel is kept in bounds.
    pub calls: Vec<Plan>,
    /// The same where it colocates tensors of which it is known where they are.
    pub located: Vec<Option<Located>>,
    /// The checks at the beginning of each scope.
    pub checks: Vec<Vec<Check>>,
    /// Accesses that cannot be right.
    pub outside: Vec<Outside>,
}

/// A box of a base that is touched.
pub(super) struct Touched<'a> {
    /// The base.
    pub base: Id,
    /// The first corner.
    pub first: &'a [Index],
    /// The last corner.
    pub last: &'a [Index],
    /// The scope that it is touched in.
    pub scope: Id,
    /// What holds where it is touched, beside the conditions around: a check counts all of it, or stands at the access.
    pub when: &'a [Condition],
    /// The kernel call whose footprint it is, if any.
    pub call: Option<Called>,
    /// Whether it is all that there is, of which there has to be something.
    pub all: bool,
}

/// A part of what a called kernel touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// The call.
    pub call: Id,
    /// The tensor, by its place among the arguments that are tensors; past them, a pair of tensors.
    pub tensor: usize,
    /// Whether it is part of what a kernel touches that colocates.
    pub located: bool,
}

/// How the footprint of a kernel is kept in bounds that colocates its tensors.
#[derive(Clone)]
pub struct Located {
    /// Where it is checked.
    pub plan: Plan,
    /// The pairs of tensors that are not known to be in one frame.
    pub apart: Vec<usize>,
}

/// A constant index outside a block of constant extent.
#[derive(Clone)]
pub struct Outside {
    /// The access.
    pub access: Id,
    /// The axis of its view that the index runs along, if it can be told.
    pub axis: usize,
    /// The index on the axis of the block.
    pub index: i64,
    /// The extent of the block.
    pub extent: i64,
    /// The loop variables that lead there.
    pub example: Vec<(Id, i64)>,
    /// The base.
    pub base: Id,
}
