//! Loops around several points of an innermost loop, which are inside of it in the source: what a point computes in numbers that lanes
//! have no form for, the compiler makes vectors of, if points that lie side by side are the innermost loop.

use std::collections::HashSet;

use syn::Expr;
use syn::visit::{self, Visit};

use super::Site;
use super::parts::{Part, Parts};
use super::tiles::Summed;
use crate::analyse::{Plan, Rule, factor};
use crate::cost::{DISTRIBUTED_BYTES, FEW_TERMS, SHORT_TILE_BYTES};
use crate::holes;
use crate::ir::{Atom, Hole, Id, Kernel};
use crate::lanes::elem_of;
use crate::lanes::value::Type;

/// The points that are inside of loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distributed {
    /// How many points at a time.
    pub points: i64,
    /// Whether the last ones of a row end with it, and some points are computed twice.
    pub again: bool,
    /// How many points of rows that are shorter, where the last ones end with it, too.
    pub fewer: Option<i64>,
}

impl Distributed {
    /// What it is, for people.
    pub fn shown(&self) -> String {
        let fewer = self.fewer.map_or(String::new(), |fewer| format!(", {fewer} in short rows"));
        let again = if self.again { ", the last of a row end with it" } else { "" };
        format!("{} points at a time inside of the loops{fewer}{again}", self.points)
    }
}

impl Site<'_> {
    /// The points of an innermost loop over a variable that are taken at a time, inside of loops of which each makes the same passes, where
    /// axes of accesses lie `inside` of their blocks; nothing if that may be seen, or is not worth it.
    pub fn distributed(&self, var: Id, scope: Id, inside: &HashSet<(Id, usize)>) -> Option<Distributed> {
        let kernel = self.kernel;
        if kernel.overlapping || self.is_version || !self.knows_extents() {
            return None;
        }
        let is_free = |var: &Id| !kernel.schedules.contains_key(var) && !kernel.kept_first.contains_key(var);
        if !is_free(&var) || self.analysis.dependences.is_in_order(var) || !self.is_plain(var, scope, inside)
        {
            return None;
        }
        let parts = Parts::of(self, scope)?;
        if !parts.are_worth_it(self) {
            return None;
        }
        let outermost: Vec<Id> = parts.vars(kernel).iter().map(|var| kernel.vars[*var].scope).collect();
        let (mut is_beside, mut bytes, mut is_held) = (false, 4, true);
        for access in (0..kernel.accesses.len()).filter(|id| self.is_in(kernel.accesses[*id].scope, scope)) {
            let elem = elem_of(kernel, self.analysis, kernel.accesses[access].view)?;
            match elem.as_str() {
                "u8" | "i8" | "u16" | "i16" | "i32" | "u32" | "f32" => {}
                "i64" | "u64" | "f64" => bytes = 8,
                _ => return None,
            }
            is_held &= Type::of_elements(&elem).is_some();
            let data = self.analysis.tensors.raw(kernel, access);
            let (last, rows) = data.split_last()?;
            let is_at = |by: i64| factor(last, var) == Some(by);
            let is_one_row = rows.iter().all(|row| factor(row, var) == Some(0));
            if !is_one_row || !is_at(0) && !is_at(1) {
                return None;
            }
            is_beside |=
                is_at(1) && outermost.iter().any(|own| self.is_in(kernel.accesses[access].scope, *own));
        }
        // What lanes hold is theirs.
        let points = DISTRIBUTED_BYTES / bytes;
        if !is_beside || is_held || self.points(var).is_some_and(|all| all < points) {
            return None;
        }
        let again = self.is_repeatable(scope);
        let fewer = Some(SHORT_TILE_BYTES / bytes).filter(|fewer| again && *fewer < points);
        Some(Distributed { points, again, fewer })
    }

    /// Whether the loops at the points of a scope are those of the sums that it begins with, as far as points can take them together.
    pub fn has_sums_alone(&self, scope: Id) -> bool {
        let Some(Summed { sums, .. }) = Summed::of(self.kernel, scope) else { return false };
        let loops = |expr: &Expr| self.kernel.parts_of_sum(expr).map_or(0, |parts| parts.loops.len());
        let of_sums: usize = sums.iter().map(|(_, expr)| loops(expr)).sum();
        Parts::of(self, scope).is_none_or(|parts| parts.vars(self.kernel).len() <= of_sums)
    }

    /// Whether nothing is checked, called or made at a point, and nothing asks where an index leads.
    fn is_plain(&self, var: Id, scope: Id, inside: &HashSet<(Id, usize)>) -> bool {
        let kernel = self.kernel;
        let is_in = |at: Id| self.is_in(at, scope);
        let is_checked = |at: Id| at != scope && is_in(at) && !self.analysis.bounds.checks[at].is_empty();
        let is_along = |atom: &Atom| matches!(atom, Atom::Var(other) if *other == var);
        let is_late = |atom: &Atom| match atom {
            Atom::Value(value) => !kernel.values[*value].kept || is_in(kernel.values[*value].scope),
            Atom::Let(_) | Atom::Edge(..) | Atom::Phase(..) | Atom::Group(_) => true,
            _ => false,
        };
        let is_plain = |access: Id| {
            let tensors = &self.analysis.tensors;
            let leads = matches!(tensors.rule(kernel, access), Some(Rule::Leads(_)) | None);
            let mut ruled = tensors.ruled(kernel, access).into_iter();
            self.analysis.bounds.accesses[access] != Plan::Here
                && !tensors.raw(kernel, access).iter().any(|index| index.any_atom(is_late))
                && ruled.all(|(axis, at, to)| {
                    let is_above = [&at, &to].into_iter().all(|index| !index.any_atom(is_along));
                    inside.contains(&(access, axis)) || leads && is_above
                })
        };
        !(0..kernel.scopes.len()).any(is_checked)
            && !kernel.calls.iter().any(|call| is_in(call.scope))
            && !kernel.views.iter().any(|view| is_in(view.scope))
            && (0..kernel.accesses.len()).filter(|id| is_in(kernel.accesses[*id].scope)).all(is_plain)
    }
}

impl Parts<'_> {
    /// Whether one of the loops is long enough, and the compiler makes vectors of what is at the points.
    fn are_worth_it(&self, site: &Site<'_>) -> bool {
        let kernel = site.kernel;
        let vars = self.vars(kernel);
        let points = |var: &Id| site.points(*var);
        let terms = vars.iter().try_fold(1i64, |all, var| all.checked_mul(points(var)?));
        terms.is_none_or(|terms| terms > FEW_TERMS) && self.are_simple(kernel, &self.all)
    }

    /// Whether there are no loops at points, nor jumps and macros.
    fn are_simple(&self, kernel: &Kernel, parts: &[Part<'_>]) -> bool {
        let mut look = Simple { kernel, taken: &self.taken, is_simple: true };
        parts.iter().all(|part| match part {
            Part::Statements(stmts) => {
                stmts.iter().for_each(|stmt| look.visit_stmt(stmt));
                look.is_simple
            }
            Part::Write(write) => {
                look.visit_expr(&kernel.writes[*write].value);
                look.is_simple
            }
            Part::Range(_, inner) | Part::Indices(_, inner) => self.are_simple(kernel, inner),
        })
    }
}

/// Whether the compiler makes vectors of statements.
struct Simple<'k> {
    kernel: &'k Kernel,
    taken: &'k [Id],
    is_simple: bool,
}

impl Visit<'_> for Simple<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if self.kernel.sum_of(expr).is_some_and(|sum| self.taken.contains(&sum)) {
            return;
        }
        if let Some(hole) = holes::number(expr) {
            match &self.kernel.holes[hole] {
                Hole::Write(write) if self.kernel.writes[*write].iterators.is_empty() => {
                    self.visit_expr(&self.kernel.writes[*write].value);
                }
                Hole::Read(_) | Hole::Var(_) | Hole::Get(..) | Hole::Keep(_) | Hole::Checks(_) => {}
                _ => self.is_simple = false,
            }
            return;
        }
        let is_long = matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_));
        let jumps = matches!(expr, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_));
        self.is_simple &= !is_long && !jumps;
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, _: &syn::Macro) {
        self.is_simple = false;
    }
}
