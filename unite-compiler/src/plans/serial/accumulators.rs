//! Sums that have several accumulators: one term waits for the one before, so that a sum with a single total takes as long as so many
//! additions one after the other.

use syn::Expr;
use syn::visit::{self, Visit};

use super::Site;
use crate::cost::{EXTREMES, FEW_TERMS};
use crate::holes;
use crate::ir::{Fold, Hole, Id, SumParts};
use crate::lanes::elem_of;

impl Site<'_> {
    /// How many accumulators a sum has, if it has more than one: as many as were asked for. Extremes of floats, which are the same in any
    /// order, have some unasked, unless there are a few terms only.
    pub fn accumulators(&self, sum: Id, parts: &SumParts<'_>) -> Option<usize> {
        let asked = self.kernel.sums[sum].accumulators;
        let is_extreme = || {
            let innermost = parts.loops.last().and_then(|f| holes::variable(self.kernel, f));
            let terms = innermost.and_then(|var| self.points(var));
            matches!(self.kernel.sums[sum].fold, Fold::Max | Fold::Min)
                && terms.is_none_or(|terms| terms > FEW_TERMS)
                && self.has_floats(parts.term)
        };
        asked.or_else(|| is_extreme().then_some(EXTREMES))
    }

    /// Whether something in an expression is an element that is a float.
    fn has_floats(&self, expr: &Expr) -> bool {
        let mut floats = Floats { site: self, are_there: false };
        floats.visit_expr(expr);
        floats.are_there
    }
}

/// Elements that are floats.
struct Floats<'s, 'k> {
    site: &'s Site<'k>,
    are_there: bool,
}

impl Visit<'_> for Floats<'_, '_> {
    fn visit_expr(&mut self, expr: &Expr) {
        let Site { kernel, analysis, .. } = self.site;
        if let Some(hole) = holes::number(expr) {
            if let Hole::Read(access) = &kernel.holes[hole] {
                let elem = elem_of(kernel, analysis, kernel.accesses[*access].view);
                self.are_there |= elem.is_some_and(|elem| elem.starts_with('f'));
            }
            return;
        }
        visit::visit_expr(self, expr);
    }
}
