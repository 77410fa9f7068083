//! What is asked of tensors when a kernel runs.

use super::space::Sliced;
use crate::ir::{Id, Index};

/// One thing that has to hold for a view to be somewhere.
#[derive(Clone)]
pub struct Presence {
    /// The view.
    pub view: Id,
    /// The tensor that it lies in.
    pub of: Id,
    /// What is asked of that.
    pub question: Question,
}

/// What is asked of a tensor.
#[derive(Clone)]
pub enum Question {
    /// Whether a box of indices of a base shares locations with it.
    Shares {
        /// The base.
        by: Id,
        /// Whether they are indices of the universe in its place, in which it lies.
        in_universe: bool,
        /// The first corner.
        first: Vec<Index>,
        /// The last corner.
        last: Vec<Index>,
    },
    /// Whether it is a slice that has these indices.
    Has(Sliced),
    /// Whether it can be coarsened, refined or stepped over along an axis by this.
    Factor(usize, Index),
    /// Whether it has as many elements along an axis as it has to have.
    Count {
        /// The axis.
        axis: usize,
        /// The extent.
        extent: Index,
        /// How many there have to be.
        count: Index,
        /// Whether there may be no others.
        all: bool,
    },
}

impl Presence {
    /// Every index that it depends on.
    pub fn indices(&self) -> Vec<&Index> {
        match &self.question {
            Question::Shares { first, last, .. } => first.iter().chain(last).collect(),
            Question::Has(Sliced { slice, first, last, .. }) => vec![slice, first, last],
            Question::Factor(_, factor) => vec![factor],
            Question::Count { extent, count, .. } => vec![extent, count],
        }
    }
}
