//! Tensors with memory of their own, and views as maps to them.

use syn::Ident;

use super::rule::Rule;
use crate::ir::{CoarseRead, Id, Index};

/// A tensor that accesses are made to.
#[derive(Clone)]
pub struct Base {
    /// What it is.
    pub kind: BaseKind,
    /// What its pointer and strides are called in the output.
    pub name: Ident,
    /// The number of axes.
    pub rank: usize,
}

/// Kinds of base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseKind {
    /// A parameter: the view.
    Param(Id),
    /// A block made in the kernel: the view.
    Block(Id),
    /// A tensor seen from the frame of another one: the view that is seen, the base that it is seen from, and
    /// whether it can be made at entry.
    Seen {
        /// The view whose data it is.
        of: Id,
        /// The base whose indices it has.
        by: Id,
        /// The view of that whose indices it has in their place, where it is not all of it.
        frame: Option<Id>,
        /// Whether it is made at entry; otherwise it is made where the view is defined.
        entry: bool,
        /// How many points of the frame share one point of the view along each of its axes.
        share: [i64; 4],
    },
}

/// A view, collapsed.
#[derive(Clone, Debug)]
pub struct Collapsed {
    /// The base.
    pub base: Id,
    /// The index on each axis of the base, over [`Axis`](crate::ir::Atom::Axis).
    pub data: Vec<Index>,
    /// The last of the points that an index stands for, on each axis of the base.
    pub last: Vec<Index>,
    /// What a read of several points takes.
    pub reads: CoarseRead,
    /// Whether a write hits all of them.
    pub broadcasts: bool,
    /// The extent of each axis.
    pub extent: Vec<Index>,
    /// The base in whose frame the view lies.
    pub anchor: Id,
    /// The location on each axis of the anchor, over [`Axis`](crate::ir::Atom::Axis): of several points, the first.
    pub at: Vec<Index>,
    /// A base that has to be made where the view is defined.
    pub made_here: Option<Id>,
    /// What a read finds outside the block.
    pub boundary: Option<Rule>,
}
