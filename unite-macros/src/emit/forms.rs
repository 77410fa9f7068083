//! Forms of a nest for extents that only the compiler knows: those of rows and columns that a generic parameter says.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::strips::Level;
use crate::ir::{Atom, Index};

/// The columns of each form, and what the number of rows is a multiple of: all lanes, where there are so few columns.
const FORMS: [(i64, i64); 4] = [(16, 2), (8, 2), (4, 4), (4, 2)];

/// A form of a nest.
pub struct Form {
    /// What it is for, a constant.
    pub condition: TokenStream,
    /// The loops, with what is then known of them.
    pub levels: Vec<Level>,
}

impl Emitter<'_> {
    /// The forms of a nest of which the two innermost loops have extents that are generic parameters.
    pub fn forms(&self, levels: &[Level]) -> Vec<Form> {
        let [around @ .., outer, inner] = levels else { return Vec::new() };
        let (Some(height), Some(width)) = (self.length(outer), self.length(inner)) else { return Vec::new() };
        FORMS
            .iter()
            .map(|&(columns, rows)| {
                let (w, h) = (columns as usize, rows as usize);
                let inner = Level { end: Index::constant(columns), ..inner.clone() };
                let outer = Level { multiple: rows, ..outer.clone() };
                Form {
                    condition: match rows {
                        1 => quote!((#width) == #w),
                        _ => quote!((#width) == #w && (#height) % #h == 0),
                    },
                    levels: around.iter().cloned().chain([outer, inner]).collect(),
                }
            })
            .collect()
    }

    /// The number of points of a loop over an axis whose extent is a generic parameter.
    fn length(&self, level: &Level) -> Option<&TokenStream> {
        let [(Atom::Scalar(scalar), 1)] = level.end.terms[..] else { return None };
        let scalar = &self.kernel.scalars[scalar];
        let is_whole = level.end.constant == 0 && level.start.as_constant() == Some(0);
        (is_whole && scalar.param.is_none() && !scalar.global).then_some(&scalar.tokens)
    }
}
