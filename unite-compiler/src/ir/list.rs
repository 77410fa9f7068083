//! Elements that are named or written together.

use proc_macro2::Span;

use super::{Id, Index};

/// How many elements an axis of a view has to have.
pub struct List {
    /// The view.
    pub view: Id,
    /// Its axis.
    pub axis: usize,
    /// The tensor that a message names: the one of which the axis is all, or the view.
    pub of: Id,
    /// The axis there.
    pub along: usize,
    /// How many there are at least.
    pub count: Index,
    /// Whether there are no others.
    pub all: bool,
    /// Whether they are written.
    pub written: bool,
    /// The list in the source.
    pub span: Span,
}
