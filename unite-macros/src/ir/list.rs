//! Elements of a row that are named or written together.

use proc_macro2::Span;

use super::Id;

/// How many elements are listed along an axis of a view.
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
    pub count: usize,
    /// Whether there are no others.
    pub all: bool,
    /// Whether they are written.
    pub written: bool,
    /// The list in the source.
    pub span: Span,
}
