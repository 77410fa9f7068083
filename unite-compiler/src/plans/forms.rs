//! Forms of a nest for extents that only rustc knows: those of rows and columns that a generic parameter says.

use super::Level;
use crate::cost::FORMS;
use crate::ir::{Atom, Id, Index, Kernel};

/// A form of a nest.
pub struct Form {
    /// The generic parameters that its rows and columns have as many points as, by their numbers.
    pub lengths: [Id; 2],
    /// How many columns it is for, and what the number of rows is a multiple of.
    pub columns: i64,
    /// See `columns`.
    pub rows: i64,
    /// The loops, with what is then known of them.
    pub levels: Vec<Level>,
}

/// The forms of a nest of which the two innermost loops have extents that are generic parameters.
pub fn forms(kernel: &Kernel, levels: &[Level]) -> Vec<Form> {
    let [around @ .., outer, inner] = levels else { return Vec::new() };
    let (Some(height), Some(width)) = (length(kernel, outer), length(kernel, inner)) else {
        return Vec::new();
    };
    let form = |(columns, rows)| {
        let inner = Level { end: Index::constant(columns), ..inner.clone() };
        let outer = Level { multiple: rows, ..outer.clone() };
        let levels = around.iter().cloned().chain([outer, inner]).collect();
        Form { lengths: [height, width], columns, rows, levels }
    };
    FORMS.into_iter().map(form).collect()
}

/// The generic parameter that a loop over an axis has as many points as.
fn length(kernel: &Kernel, level: &Level) -> Option<Id> {
    let [(Atom::Scalar(id), 1)] = level.end.terms[..] else { return None };
    let is_whole = level.end.constant == 0 && level.start.as_constant() == Some(0);
    (is_whole && kernel.scalars[id].is_generic()).then_some(id)
}

/// How many points a loop has, if that is a sum of generic parameters: only rustc knows it.
pub fn generic_points(kernel: &Kernel, level: &Level) -> Option<Index> {
    let points = level.end.clone().plus(&level.start, -1);
    let is_generic =
        |(atom, _): &(Atom, i64)| matches!(atom, Atom::Scalar(id) if kernel.scalars[*id].is_generic());
    (!points.terms.is_empty() && points.terms.iter().all(is_generic)).then_some(points)
}
