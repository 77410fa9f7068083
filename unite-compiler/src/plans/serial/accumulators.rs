//! Sums that have several accumulators: one term waits for the one before, so that a sum with a single total takes as long as so many
//! additions one after the other.

use super::Site;
use crate::cost::{EXTREMES, FEW_TERMS};
use crate::holes;
use crate::ir::{Fold, Id, SumParts};
use crate::lanes::elem_of;

impl Site<'_> {
    /// How many accumulators a sum has, if it has more than one: as many as were asked for. Extremes of floats, which are the same in any
    /// order, have some unasked, unless there are a few terms only.
    pub fn accumulators(&self, sum: Id, parts: &SumParts<'_>) -> Option<usize> {
        let asked = self.kernel.sums[sum].accumulators;
        let is_extreme = || {
            matches!(self.kernel.sums[sum].fold, Fold::Max | Fold::Min)
                && parts.loops.last().and_then(|f| holes::variable(self.kernel, f)).is_some_and(|innermost| {
                    self.points(innermost).is_none_or(|terms| terms > FEW_TERMS)
                        && self.reads_floats(self.kernel.vars[innermost].scope)
                })
        };
        asked.or_else(|| is_extreme().then_some(EXTREMES))
    }

    /// Whether an element that is read in a scope is a float.
    fn reads_floats(&self, scope: Id) -> bool {
        self.kernel.accesses.iter().any(|access| {
            self.is_in(access.scope, scope)
                && elem_of(self.kernel, self.analysis, access.view).is_some_and(|elem| elem.starts_with('f'))
        })
    }
}
