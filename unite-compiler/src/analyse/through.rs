//! Views of views: maps put one into the other.

use super::bases::Collapsed;
use super::space::{Along, Space};
use super::tensors::Tensors;
use crate::ir::{Atom, Id, Index};

/// A view of `of`, whose index on each axis follows from those of the view.
pub fn through(tensors: &Tensors, of: Id, axes: Vec<Along>, extent: Vec<Index>) -> (Collapsed, Space) {
    let map: Vec<Index> = axes.iter().map(Along::first).collect();
    let mut substitute = |atom: &Atom| match atom {
        Atom::Axis(j) => Some(map[*j].clone()),
        _ => None,
    };
    let last: Vec<Index> = axes.iter().map(Along::last).collect();
    let mut substitute_last = |atom: &Atom| match atom {
        Atom::Axis(j) => Some(last[*j].clone()),
        _ => None,
    };
    let of_view = &tensors.views[of];
    let view = Collapsed {
        base: of_view.base,
        data: of_view.data.iter().map(|d| d.substitute(&mut substitute)).collect(),
        extent,
        anchor: of_view.anchor,
        at: of_view.at.iter().map(|d| d.substitute(&mut substitute)).collect(),
        made_here: None,
        boundary: of_view.boundary,
        last: of_view.last.iter().map(|d| d.substitute(&mut substitute_last)).collect(),
        reads: of_view.reads,
        broadcasts: of_view.broadcasts,
    };
    (view, Space::below(of, axes))
}

/// What `of` shows at the points of `source`, whose coordinates on the axes of `of` are these; what covers several points
/// is at the first of them.
pub fn colocated(tensors: &Tensors, of: Id, source: Id, axes: Vec<Along>) -> (Collapsed, Space) {
    let first = |along| match along {
        Along::Fixed(first, _) => Along::point(first),
        runs => runs,
    };
    let by = &tensors.views[source];
    let axes: Vec<Along> = axes.into_iter().map(first).collect();
    let (view, _) = through(tensors, of, axes.clone(), by.extent.clone());
    let space = Space::colocated(source, by.extent.len(), of, axes);
    (Collapsed { anchor: by.anchor, at: by.at.clone(), ..view }, space)
}
