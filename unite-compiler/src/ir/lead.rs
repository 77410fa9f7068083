//! Boundary rules that lead to elements of the block.

/// Where a boundary rule leads from an index outside of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lead {
    /// To the nearest one.
    Clamp,
    /// To the one that is reflected at the edge, which is not repeated.
    Mirror,
    /// To the one that is reflected beyond the edge, which is repeated.
    Reflect,
    /// To the one that is as far from the other edge: the block begins anew.
    Wrap,
}

impl Lead {
    /// All of them, with what they are called in [`Boundary`](super::Boundary).
    pub const ALL: [(&str, Lead); 4] =
        [("Clamp", Lead::Clamp), ("Mirror", Lead::Mirror), ("Reflect", Lead::Reflect), ("Wrap", Lead::Wrap)];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Lead::ALL[self as usize].0
    }

    /// The index that `at` leads to.
    pub fn fold(self, at: i64, first: i64, last: i64) -> Option<i64> {
        let (from, length) = (at.checked_sub(first)?, last.checked_sub(first)?.checked_add(1)?);
        Some(match self {
            Lead::Clamp => at.max(first).min(last),
            Lead::Mirror => {
                let period = length.checked_sub(1)?.checked_mul(2)?.max(1);
                let from = from.rem_euclid(period);
                first + from.min(period - from).min(last - first)
            }
            Lead::Reflect => {
                let period = length.checked_mul(2)?.max(1);
                let from = from.rem_euclid(period);
                first + from.min(period - 1 - from)
            }
            Lead::Wrap => first + from.rem_euclid(length.max(1)),
        })
    }
}
