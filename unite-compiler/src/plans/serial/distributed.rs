//! Loops around several points of an innermost loop, which are inside of it in the source: what a point computes in numbers that lanes
//! have no form for, the compiler makes vectors of, if points that lie side by side are the innermost loop.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Expr, RangeLimits};

use super::Site;
use super::body::range_of;
use super::parts::{Part, Parts};
use super::strip::Strip;
use super::tiles::{Summed, bytes_of};
use super::until::Until;
use crate::analyse::{Rule, factor, iterations_meet};
use crate::cost::{DISTRIBUTED_BYTES, SHORT_TILE_BYTES};
use crate::holes;
use crate::ir::{Atom, Hole, Id, Kernel, ScopeKind};
use crate::lanes::elem_of;
use crate::lanes::value::Type;

/// Points that are taken at a time, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distributed {
    /// The points.
    pub strip: Strip,
    /// Whether some parts are loops.
    pub in_loops: bool,
}

impl Distributed {
    /// What they are, for people.
    pub fn shown(&self) -> String {
        let of_loops = if self.in_loops { " inside of the loops" } else { "" };
        format!("{} points at a time{of_loops}{}", self.strip.points, self.strip.rests())
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
        let bytes = self.bytes_beside(scope)?;
        let (most, fewest) = (DISTRIBUTED_BYTES / bytes, SHORT_TILE_BYTES / bytes);
        // Of rows whose length is known no more than there are.
        let all = self.points(var).unwrap_or(most);
        let mut halves = std::iter::successors(Some(most), |points| Some(points / 2));
        let points = halves.find(|points| *points <= all.max(fewest))?;
        let is_free = !kernel.schedules.contains_key(&var) && !kernel.kept_first.contains_key(&var);
        if !is_free || all < fewest || self.is_in_order(var) {
            return None;
        }
        if !self.is_plain(var, scope, inside) {
            return None;
        }
        let parts = Parts::of(self, scope)?;
        let in_loops = parts.have_loops;
        if !parts.are_simple(kernel, &parts.all) || !self.are_side_by_side(var, scope, in_loops) {
            return None;
        }
        Some(Distributed { strip: Strip::new(points, self.is_repeatable(scope), fewest), in_loops })
    }

    /// Whether points of a loop meet that differ in its variable.
    fn is_in_order(&self, var: Id) -> bool {
        match self.kernel.vars[var].staged {
            true => self.analysis.dependences.is_in_order(var),
            false => iterations_meet(self.kernel, &self.analysis.tensors, var),
        }
    }

    /// The points of a loop over a range that are taken at a time, as those of another one.
    pub(super) fn points_of_range(&self, var: Id, inside: &HashSet<(Id, usize)>) -> Option<Distributed> {
        let (kernel, v) = (self.kernel, &self.kernel.vars[var]);
        let f = range_of(kernel, var)?;
        let is_half_open = matches!(holes::limits(kernel, &f.expr)?, RangeLimits::HalfOpen(_));
        // What lies inside of a middle is known of half-open ranges.
        let is_counted = (is_half_open || inside.is_empty()) && f.label.is_none() && f.attrs.is_empty();
        let leaves = kernel.left.contains(&var) || kernel.jumping.contains(&var);
        let is_free = is_counted && !leaves && !v.has_gaps && self.is_relied_range(var);
        is_free.then(|| self.distributed(var, v.scope, inside)).flatten()
    }

    /// How many bytes the widest number in a scope has, of four or more; nothing if lanes hold all elements and there may be some, or if some
    /// elements are no numbers.
    pub(super) fn bytes_beside(&self, scope: Id) -> Option<i64> {
        let (mut bytes, mut are_held) = (4, true);
        for access in self.accesses(&|at| self.is_in(at, scope)) {
            let elem = elem_of(self.kernel, self.analysis, self.kernel.accesses[access].view)?;
            bytes = bytes.max(bytes_of(&elem)?);
            are_held &= Type::of_elements(&elem).is_some();
        }
        (!are_held || self.is_refused).then_some(bytes)
    }

    /// Whether points lie side by side, or are one, wherever the loops inside of them read or write something else at each pass, and are
    /// several somewhere: what stays at its point is read once, in front of loops.
    fn are_side_by_side(&self, var: Id, scope: Id, in_loops: bool) -> bool {
        let kernel = self.kernel;
        let moves = |atom: &Atom| match atom {
            Atom::Var(other) => {
                let of_other = kernel.vars[*other].scope;
                of_other != scope && self.is_in(of_other, scope)
            }
            _ => false,
        };
        let mut are_several = false;
        for access in self.accesses(&|at| self.is_in(at, scope)) {
            let data = self.analysis.tensors.raw(kernel, access);
            let Some((last, rows)) = data.split_last() else { return false };
            let are_in_a_row = rows.iter().all(|row| factor(row, var) == Some(0));
            match factor(last, var).filter(|_| are_in_a_row) {
                Some(0) => continue,
                Some(1) => {}
                _ if in_loops && !data.iter().any(|index| index.any_atom(moves)) => {}
                _ => return false,
            }
            are_several = true;
        }
        are_several
    }

    /// Whether the loops at the points of a scope are those of the sums that it begins with, as far as points can take them together.
    pub fn has_sums_alone(&self, scope: Id) -> bool {
        let Some(Summed { sums, .. }) = Summed::of(self.kernel, scope) else { return false };
        let loops = |expr: &Expr| self.kernel.parts_of_sum(expr).map_or(0, |parts| parts.loops.len());
        let of_sums: usize = sums.iter().map(|(_, expr)| loops(expr)).sum();
        Parts::of(self, scope).is_none_or(|parts| parts.vars(self.kernel).len() <= of_sums)
    }

    /// Whether nothing is checked under a condition, called or made at a point, and nothing asks where an index leads.
    fn is_plain(&self, var: Id, scope: Id, inside: &HashSet<(Id, usize)>) -> bool {
        let kernel = self.kernel;
        let is_in = |at: Id| self.is_in(at, scope);
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
            !tensors.raw(kernel, access).iter().any(|index| index.any_atom(is_late))
                && ruled.all(|(axis, at, to)| {
                    let is_above = [&at, &to].into_iter().all(|index| !index.any_atom(is_along));
                    inside.contains(&(access, axis)) || leads && is_above
                })
        };
        // Checks of loops stand before them, for each point.
        let is_branch = |at: Id| !matches!(kernel.scopes[at].kind, ScopeKind::Loop(_));
        !(0..kernel.scopes.len()).any(|at| is_in(at) && is_branch(at) && self.is_checked(at))
            && self.makes_nothing(&is_in)
            && self.accesses(&is_in).all(is_plain)
    }
}

impl Parts<'_> {
    /// Whether the compiler makes vectors of what is at the points: there are no loops, jumps and macros.
    fn are_simple(&self, kernel: &Kernel, parts: &[Part<'_>]) -> bool {
        let mut look = Simple { kernel, taken: &self.taken, leaves: false, is_simple: true };
        parts.iter().all(|part| match part {
            Part::Statements(stmts) => {
                stmts.iter().for_each(|stmt| look.visit_stmt(stmt));
                look.is_simple
            }
            Part::Write(write) | Part::Computed(write) => {
                look.visit_expr(&kernel.writes[*write].value);
                look.is_simple
            }
            Part::Until(Until { pass, .. }) => {
                let mut look = Simple { leaves: true, ..look };
                pass.iter().for_each(|stmt| look.visit_stmt(stmt));
                look.is_simple
            }
            Part::Checks(_) => true,
            Part::Range(_, inner) | Part::Indices(_, inner) => self.are_simple(kernel, inner),
        })
    }
}

/// Whether the compiler makes vectors of statements.
struct Simple<'k> {
    kernel: &'k Kernel,
    taken: &'k [Id],
    /// Whether a point may leave what it does.
    leaves: bool,
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
        let jumps = match expr {
            Expr::Break(b) => !self.leaves || b.label.is_some() || b.expr.is_some(),
            Expr::Continue(c) => !self.leaves || c.label.is_some(),
            Expr::Return(_) | Expr::Try(_) => true,
            _ => false,
        };
        self.is_simple &= !is_long && !jumps;
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, _: &syn::Macro) {
        self.is_simple = false;
    }
}
