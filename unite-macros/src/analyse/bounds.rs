//! Bounds inference: the indices that every access touches, and where that is checked.
//!
//! Each access gets the interval of its index over the loops around it, on each axis of its base. The check of
//! that interval goes as far out as all it needs is known, at best to the entry of the kernel: that part is the
//! kernel's *footprint*. Loops over small constant ranges are walked point by point, so that conditions on their
//! variables (`if y >= 2 { .. p[[-1, y - 3]] .. }`) count exactly.

use std::collections::HashMap;

use crate::cost::WALKED;
use crate::ir::{Atom, Condition, Id, Index, Kernel, Op, ScopeKind};

use super::boundary::Rule;
use super::calls::{Called, Located};
use super::certain::Certain;
use super::collapse::{BaseKind, Tensors};
use super::interval::{Interval, at_most, interval};
use super::outside::{Outside, counter_example};
use super::placement::{candidates, chain, depends_on_later, is_decided, is_known};

/// A check that indices lie in a base.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The base.
    pub base: Id,
    /// Its axis.
    pub axis: usize,
    /// The first index touched.
    pub first: Index,
    /// The last index touched.
    pub last: Index,
    /// Loops that must not be empty for anything to be touched, as intervals of their variables.
    pub ranges: Vec<Interval>,
    /// Conditions under which anything is touched.
    pub conditions: Vec<Condition>,
    /// The kernel call whose footprint it is, if any.
    pub call: Option<Called>,
}

/// How the bounds of an access are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// By a check at the beginning of a scope; 0 is the entry of the kernel.
    At(Id),
    /// By a check at the access.
    Here,
    /// Proven: nothing to check at run time.
    Proven,
    /// By what is checked for a scope around it: whatever conditions inside of that say, it lies inside.
    Shared(Id),
}

/// The interval on each axis, as far as it is known.
pub(super) type Shown = Vec<Option<Interval>>;

/// What bounds inference found.
#[derive(Clone)]
pub struct Bounds {
    /// How each access is kept in bounds.
    pub accesses: Vec<Plan>,
    /// The interval of each access on each axis of its base, for the listing.
    pub intervals: Vec<Vec<Option<Interval>>>,
    /// How the footprint of each called kernel is kept in bounds.
    pub calls: Vec<Plan>,
    /// The same where it colocates tensors of which it is known where they are.
    pub located: Vec<Option<Located>>,
    /// The checks at the beginning of each scope.
    pub checks: Vec<Vec<Check>>,
    /// Accesses that cannot be right.
    pub outside: Vec<Outside>,
}

/// Accesses that are known to lie inside, each at every point of a scope.
pub type Known = HashMap<Id, Id>;

/// A box of a base that is touched.
pub(super) struct Touched<'a> {
    /// The base.
    pub base: Id,
    /// The first corner.
    pub first: &'a [Index],
    /// The last corner.
    pub last: &'a [Index],
    /// The scope that it is touched in.
    pub scope: Id,
    /// What holds where it is touched, beside the conditions around: a check counts all of it, or stands at the access.
    pub when: &'a [Condition],
    /// The kernel call whose footprint it is, if any.
    pub call: Option<Called>,
    /// Whether it is all that there is, of which there has to be something.
    pub all: bool,
}

/// Infers the bounds of every access of a kernel, of which some are known.
pub fn infer(kernel: &Kernel, tensors: &Tensors, known: &Known) -> Bounds {
    let mut bounds = Bounds {
        accesses: Vec::new(),
        intervals: Vec::new(),
        calls: Vec::new(),
        located: Vec::new(),
        checks: kernel.scopes.iter().map(|_| Vec::new()).collect(),
        outside: Vec::new(),
    };
    let certain = Certain::of(kernel, tensors);
    for (id, access) in kernel.accesses.iter().enumerate() {
        if let Some(scope) = known.get(&id) {
            bounds.accesses.push(Plan::Shared(*scope));
            bounds.intervals.push(vec![None; tensors.bases[tensors.base(kernel, id)].rank]);
            continue;
        }
        let view = &tensors.views[access.view];
        let data = tensors.data(kernel, id);
        if let Some(rule) = tensors.rule(kernel, id) {
            let (plan, intervals) = bounded(kernel, tensors, &mut bounds, id, rule);
            bounds.accesses.push(plan);
            bounds.intervals.push(intervals);
            continue;
        }
        let mut plans = Vec::new();
        let mut intervals = Vec::new();
        for when in &tensors.cases(id) {
            let (base, scope) = (view.base, access.scope);
            let touched = Touched { base, first: &data, last: &data, scope, when, call: None, all: false };
            let anyway = if tensors.is_one_case(id) {
                certain.place(kernel, tensors, &mut bounds.checks, &touched)
            } else {
                None
            };
            let (plan, shown) = anyway.unwrap_or_else(|| place(kernel, tensors, &mut bounds, &touched));
            plans.push(plan);
            intervals = if intervals.is_empty() { shown } else { hull(intervals, shown) };
            bounds.outside.extend(counter_example(kernel, tensors, id, &data, when));
        }
        bounds.accesses.push(weakest(&plans));
        bounds.intervals.push(intervals);
    }
    super::calls::infer(kernel, tensors, &mut bounds);
    bounds
}

/// The plan of an access of which each case has one.
fn weakest(plans: &[Plan]) -> Plan {
    let least = plans.iter().find(|plan| **plan != Plan::Proven).copied().unwrap_or(Plan::Proven);
    if plans.contains(&Plan::Here) { Plan::Here } else { least }
}

/// An access with a rule: its block has to have something, unless the rule gives a value. What it touches may be all
/// of that.
fn bounded(kernel: &Kernel, tensors: &Tensors, bounds: &mut Bounds, id: Id, rule: Rule) -> (Plan, Shown) {
    let access = &kernel.accesses[id];
    let base = tensors.views[access.view].base;
    let rank = tensors.bases[base].rank;
    let edges: Vec<Interval> = (0..rank).map(|axis| tensors.edges(base, axis)).collect();
    let (first, last): (Vec<Index>, Vec<Index>) = edges.iter().cloned().unzip();
    let mut placed = |first: &[Index], last: &[Index]| {
        let (mut plans, mut intervals) = (Vec::new(), Vec::new());
        for when in &tensors.cases(id) {
            let touched = Touched { base, first, last, scope: access.scope, when, call: None, all: true };
            let (plan, shown) = place(kernel, tensors, bounds, &touched);
            plans.push(plan);
            intervals = if intervals.is_empty() { shown } else { hull(intervals, shown) };
        }
        (weakest(&plans), intervals)
    };
    let plan = match rule {
        Rule::Constant(_) | Rule::Above(_) => Plan::Proven,
        // Of the points that an index stands for, the block has to have one.
        Rule::Covered(_) => return placed(&tensors.raw_last(kernel, id), &tensors.raw(kernel, id)),
        _ => placed(&first, &last).0,
    };
    (plan, edges.into_iter().map(Some).collect())
}

/// The intervals that hold those of two cases, as far as it can be said which is less.
fn hull(one: Shown, other: Shown) -> Shown {
    let both = |(a, b): (Option<Interval>, Option<Interval>)| match (a, b) {
        (Some((a, to)), Some((b, until))) => {
            let first = if at_most(&a, &b) { a } else { at_most(&b, &a).then_some(b)? };
            let last = if at_most(&to, &until) { until } else { at_most(&until, &to).then_some(to)? };
            Some((first, last))
        }
        (one, other) => one.or(other),
    };
    one.into_iter().zip(other).map(both).collect()
}

/// Finds the outermost place where a box can be checked, and puts the check there.
pub(super) fn place(
    kernel: &Kernel,
    tensors: &Tensors,
    bounds: &mut Bounds,
    touched: &Touched,
) -> (Plan, Shown) {
    let (plan, open, shown) = find(kernel, tensors, touched, &chain(kernel, touched.scope));
    merge_all(&mut bounds.checks, plan, open);
    (plan, shown)
}

/// The outermost place in a chain of scopes where a box can be checked, and the checks.
pub(super) fn find(
    kernel: &Kernel,
    tensors: &Tensors,
    touched: &Touched,
    around: &[Id],
) -> (Plan, Vec<Check>, Shown) {
    let mut shown = vec![None; touched.first.len()];
    for position in candidates(kernel, around)..around.len() {
        let place = around[position];
        if !exists(kernel, tensors, touched.base, place) {
            continue;
        }
        let Some(checks) = checks_at(kernel, tensors, touched, &around[position..]) else {
            continue;
        };
        for check in &checks {
            shown[check.axis] = Some((check.first.clone(), check.last.clone()));
        }
        if !checks.iter().all(|check| is_complete(kernel, check, place)) {
            continue;
        }
        let open: Vec<Check> =
            checks.into_iter().filter(|check| !is_proven(tensors, check, touched.all)).collect();
        return if open.is_empty() { (Plan::Proven, open, shown) } else { (Plan::At(place), open, shown) };
    }
    (Plan::Here, Vec::new(), shown)
}

/// Puts checks where they stand.
pub(super) fn merge_all(checks: &mut [Vec<Check>], plan: Plan, open: Vec<Check>) {
    let Plan::At(place) = plan else { return };
    open.into_iter().for_each(|check| merge(&mut checks[place], check));
}

/// What has to hold for an access to lie inside at all points of a scope, whatever conditions inside of that say that only the
/// running kernel can decide: of each pair the first index is at most the second one.
pub fn reach(kernel: &Kernel, tensors: &Tensors, access: Id, scope: Id) -> Option<Vec<Interval>> {
    let around = chain(kernel, kernel.accesses[access].scope);
    let outside = around.iter().position(|inner| *inner == scope)?;
    let base = tensors.base(kernel, access);
    if candidates(kernel, &around) <= outside || !exists(kernel, tensors, base, scope) {
        return None;
    }
    // Wherever a rule leads is inside, if there is anything.
    if let Some(Rule::Clamp | Rule::Mirror) = tensors.rule(kernel, access) {
        let is_plain = tensors.is_one_case(access) && !kernel.in_closures.contains(&access);
        let edges = (0..tensors.bases[base].rank).map(|axis| tensors.edges(base, axis));
        return is_plain.then(|| edges.filter(|(first, last)| !at_most(first, last)).collect());
    }
    if !tensors.is_plain(kernel, access) {
        return None;
    }
    let is_branch = |scope: &Id| matches!(kernel.scopes[*scope].kind, ScopeKind::Branch(_));
    let inner: Vec<Id> = around[outside..].iter().copied().filter(|scope| !is_branch(scope)).collect();
    let data = tensors.data(kernel, access);
    let touched = Touched { base, first: &data, last: &data, scope, when: &[], call: None, all: false };
    let is_lasting = |atom: &Atom| !matches!(atom, Atom::Value(id) if !kernel.values[*id].kept);
    if data.iter().any(|index| index.any_atom(|atom| !is_lasting(atom))) {
        return None;
    }
    let checks = checks_at(kernel, tensors, &touched, &inner)?;
    let is_whole = checks.len() == data.len() && checks.iter().all(|check| is_complete(kernel, check, scope));
    let open = checks.into_iter().filter(|check| !is_proven(tensors, check, false));
    let inside = |check: Check| {
        let (low, high) = tensors.edges(base, check.axis);
        [(low, check.first), (check.last, high)]
    };
    is_whole.then(|| open.flat_map(inside).collect())
}

/// Whether all that a check needs is known at the beginning of a scope.
fn is_complete(kernel: &Kernel, check: &Check, place: Id) -> bool {
    is_known(kernel, &check.first, place)
        && is_known(kernel, &check.last, place)
        && check.ranges.iter().all(|(a, b)| is_known(kernel, a, place) && is_known(kernel, b, place))
}

/// What is known of a box wherever a check of it may stand: all that it would be checked for.
pub(super) fn known(kernel: &Kernel, tensors: &Tensors, touched: &Touched) -> Vec<Vec<Check>> {
    let around = chain(kernel, touched.scope);
    let places = (candidates(kernel, &around)..around.len()).map(|position| &around[position..]);
    places
        .filter(|inner| exists(kernel, tensors, touched.base, inner[0]))
        .filter_map(|inner| Some((checks_at(kernel, tensors, touched, inner)?, inner[0])))
        .filter(|(checks, place)| checks.iter().all(|check| is_complete(kernel, check, *place)))
        .map(|(checks, _)| checks)
        .collect()
}

/// Whether a base has been made when `scope` begins.
fn exists(kernel: &Kernel, tensors: &Tensors, base: Id, scope: Id) -> bool {
    let made = match tensors.bases[base].kind {
        BaseKind::Param(_) | BaseKind::Seen { entry: true, .. } => return true,
        // A block of constant extents has bounds before it exists.
        BaseKind::Block(view) if tensors.views[view].extent.iter().all(|e| e.as_constant().is_some()) => {
            return true;
        }
        BaseKind::Block(view) => view,
        BaseKind::Seen { .. } => match tensors.views.iter().position(|v| v.made_here == Some(base)) {
            Some(view) => view,
            None => return false,
        },
    };
    let view = &kernel.views[made];
    let around = chain(kernel, scope);
    view.order < kernel.scopes[scope].order && around[..around.len() - 1].contains(&view.scope)
}

/// The checks of an access if they stood at the beginning of `inner[0]`.
fn checks_at(kernel: &Kernel, tensors: &Tensors, touched: &Touched, inner: &[Id]) -> Option<Vec<Check>> {
    let &Touched { base, first, last, when, call, .. } = touched;
    let place = inner[0];
    let mut loops = Loops::default();
    for (depth, &scope) in inner.iter().enumerate() {
        match &kernel.scopes[scope].kind {
            ScopeKind::Kernel => {}
            ScopeKind::Loop(vars) => {
                for &var in vars {
                    loops.enter(kernel, tensors, var)?;
                }
            }
            // The condition of the place itself holds where the check stands.
            ScopeKind::Branch(_) if depth == 0 => {}
            ScopeKind::Branch(condition) => {
                // A value that is not there yet decides: what may not happen at all must not be asked for.
                if depends_on_later(kernel, condition, place) {
                    return None;
                }
                loops.assume(kernel, condition, place);
            }
        }
    }
    let vague = loops.vague.len();
    for condition in when {
        if depends_on_later(kernel, condition, place) {
            return None;
        }
        loops.assume(kernel, condition, place);
    }
    let walked = loops.walk();
    if walked.as_ref().is_some_and(Vec::is_empty) {
        return Some(Vec::new());
    }
    // A kernel that checks for itself where it is called refuses nothing that a condition keeps from happening; nor does
    // a read that goes on in another tensor only where it is outside of a block.
    let from = if call.is_some_and(|called| called.located) { 0 } else { vague };
    if !loops.uses_conditions(from, walked.as_deref()) {
        return None;
    }
    let ranges = loops.open_ranges();
    let mut checks = Vec::new();
    for axis in 0..first.len() {
        let (mut low, _) = loops.interval(&first[axis], walked.as_deref())?;
        let (_, mut high) = loops.interval(&last[axis], walked.as_deref())?;
        // Of several points the block has to have one: the last of them is not before it, the first not after it.
        let (from, to) = tensors.edges(base, axis);
        let all = first[axis] == from && last[axis] == to;
        if call.is_none() && first[axis] != last[axis] && !all {
            high = Index::op(Op::Max, vec![high, from]);
            low = Index::op(Op::Min, vec![Index::op(Op::Min, vec![low, to]), high.clone()]);
        }
        checks.push(Check {
            base,
            axis,
            first: low,
            last: high,
            ranges: ranges.clone(),
            conditions: loops.guards.clone(),
            call,
        });
    }
    Some(checks)
}

/// The loops and conditions between a check and its access.
#[derive(Default)]
pub(super) struct Loops {
    pub ranges: Vec<(Id, Interval)>,
    pub conditions: Vec<Condition>,
    /// Those among them that no smaller range says.
    vague: Vec<Condition>,
    pub guards: Vec<Condition>,
}

/// Values of the variables that are walked.
pub(super) type Point = Vec<(Id, i64)>;

impl Loops {
    fn range(&self, atom: &Atom) -> Option<Interval> {
        match atom {
            Atom::Var(id) => self.ranges.iter().find(|(v, _)| v == id).map(|(_, r)| r.clone()),
            // Whatever the data, what a mask leaves of it is bounded.
            Atom::Op(Op::And, args) if args[0].any_atom(|a| matches!(a, Atom::Value(_))) => {
                let mask = args[1].as_constant().filter(|mask| *mask >= 0)?;
                Some((Index::constant(0), Index::constant(mask)))
            }
            _ => None,
        }
    }

    /// Adds the variable of a loop, whose bounds may depend on loops further out.
    pub fn enter(&mut self, kernel: &Kernel, tensors: &Tensors, var: Id) -> Option<()> {
        let v = &kernel.vars[var];
        let start = tensors.resolve(kernel, &v.start);
        let end = tensors.resolve(kernel, &v.end).offset(-1);
        let (low, _) = interval(&start, &|a| self.range(a))?;
        let (_, high) = interval(&end, &|a| self.range(a))?;
        self.ranges.push((var, (low, high)));
        Some(())
    }

    /// Takes a condition into account: as a smaller range of a variable, as a guard, or when points are walked.
    pub fn assume(&mut self, kernel: &Kernel, condition: &Condition, place: Id) {
        if let Condition::And(a, b) = condition {
            self.assume(kernel, a, place);
            self.assume(kernel, b, place);
            return;
        }
        if let Condition::Not(inner) = condition
            && let Condition::Or(a, b) = &**inner
        {
            self.assume(kernel, &(**a).clone().negated(), place);
            self.assume(kernel, &(**b).clone().negated(), place);
            return;
        }
        if is_decided(kernel, condition, place) {
            self.guards.push(condition.clone());
            return;
        }
        // `index <= limit` in all forms.
        let at_most_zero: Vec<Index> = match condition {
            Condition::Negative(i) => vec![i.clone().offset(1)],
            Condition::Not(inner) => match &**inner {
                Condition::Negative(i) => vec![i.scaled(-1)],
                _ => vec![],
            },
            Condition::Zero(i) => vec![i.clone(), i.scaled(-1)],
            _ => vec![],
        };
        let mut exact = !at_most_zero.is_empty();
        for index in at_most_zero {
            exact &= self.tighten(&index);
        }
        if !exact {
            self.vague.push(condition.clone());
        }
        self.conditions.push(condition.clone());
    }

    /// Whether nothing is known to be touched only because a condition was too hard to use, of the vague ones from a
    /// number on.
    fn uses_conditions(&self, from: usize, walked: Option<&[Point]>) -> bool {
        let point = walked.and_then(<[Point]>::first);
        self.vague[from..].iter().all(|c| point.is_some_and(|point| c.evaluate(&at(point)).is_some()))
    }

    /// Uses `index <= 0` where it bounds a single variable, and says whether it does.
    fn tighten(&mut self, index: &Index) -> bool {
        let varying: Vec<(usize, i64)> = index
            .terms
            .iter()
            .filter_map(|(atom, c)| match atom {
                Atom::Var(id) => self.ranges.iter().position(|(v, _)| v == id).map(|p| (p, *c)),
                _ => None,
            })
            .collect();
        let [(position, coefficient @ (1 | -1))] = varying[..] else { return false };
        let var = Index::atom(Atom::Var(self.ranges[position].0));
        let rest = index.clone().plus(&var, -coefficient);
        if rest.any_atom(|a| self.range(a).is_some()) {
            return false;
        }
        let (low, high) = self.ranges[position].1.clone();
        self.ranges[position].1 = if coefficient == 1 {
            (low, Index::op(Op::Min, vec![high, rest.scaled(-1)]))
        } else {
            (Index::op(Op::Max, vec![low, rest]), high)
        };
        true
    }

    /// Every point of the constant ranges at which the conditions can hold; `None` if there are too many.
    pub fn walk(&self) -> Option<Vec<Point>> {
        let mut points: Vec<Point> = vec![Vec::new()];
        for (var, (low, high)) in self.ranges.iter().rev() {
            let (Some(low), Some(high)) = (low.as_constant(), high.as_constant()) else { continue };
            let count = high.saturating_sub(low).saturating_add(1).max(0);
            if count == 0 {
                return Some(Vec::new());
            }
            if count.checked_mul(points.len() as i64).is_none_or(|n| n > WALKED) {
                break;
            }
            points = (low..=high)
                .flat_map(|value| {
                    points.iter().map(move |p| p.iter().copied().chain([(*var, value)]).collect())
                })
                .collect();
        }
        if points.first().is_some_and(Vec::is_empty) {
            return None;
        }
        points.retain(|point| self.conditions.iter().all(|c| c.evaluate(&at(point)) != Some(false)));
        Some(points)
    }

    /// The loops that may be empty at run time.
    fn open_ranges(&self) -> Vec<Interval> {
        self.ranges
            .iter()
            .map(|(_, r)| r.clone())
            .filter(|(low, high)| high.clone().plus(low, -1).as_constant().is_none_or(|d| d < 0))
            .collect()
    }

    /// The interval of an index, exact over the walked points where it separates.
    fn interval(&self, index: &Index, walked: Option<&[Point]>) -> Option<Interval> {
        let plain = || interval(index, &|a| self.range(a));
        let Some(points) = walked else { return plain() };
        let on: Vec<Id> = points[0].iter().map(|(v, _)| *v).collect();
        let walks = |i: &Index| i.any_atom(|a| matches!(a, Atom::Var(v) if on.contains(v)));
        let mut exact = Index::constant(0);
        let mut rest = Index::constant(index.constant);
        for (atom, c) in &index.terms {
            let term = Index::atom(atom.clone());
            let side = if walks(&term) { &mut exact } else { &mut rest };
            *side = std::mem::take(side).plus(&term, *c);
        }
        let values: Option<Vec<i64>> = points.iter().map(|p| exact.evaluate(&at(p))).collect();
        let Some(values) = values else { return plain() };
        let (low, high) = interval(&rest, &|a| self.range(a))?;
        Some((low.offset(*values.iter().min()?), high.offset(*values.iter().max()?)))
    }
}

pub(super) fn at(point: &Point) -> impl Fn(&Atom) -> Option<i64> + '_ {
    |atom| match atom {
        Atom::Var(id) => point.iter().find(|(v, _)| v == id).map(|(_, value)| *value),
        _ => None,
    }
}

/// Whether a check holds whatever happens.
pub(super) fn is_proven(tensors: &Tensors, check: &Check, all: bool) -> bool {
    let BaseKind::Block(view) = tensors.bases[check.base].kind else { return false };
    let extent = &tensors.views[view].extent[check.axis];
    (!all || at_most(&check.first, &check.last))
        && check.first.as_constant().is_some_and(|first| first >= 0)
        && at_most(&check.last.clone().offset(1), extent)
}

/// Adds a check, or widens one that differs from it by constants only.
fn merge(checks: &mut Vec<Check>, check: Check) {
    for known in checks.iter_mut() {
        if known.base != check.base
            || known.axis != check.axis
            || known.ranges != check.ranges
            || known.conditions != check.conditions
            || known.call != check.call
        {
            continue;
        }
        let first = check.first.clone().plus(&known.first, -1).as_constant();
        let last = check.last.clone().plus(&known.last, -1).as_constant();
        if let (Some(first), Some(last)) = (first, last) {
            known.first = known.first.clone().offset(first.min(0));
            known.last = known.last.clone().offset(last.max(0));
            return;
        }
    }
    checks.push(check);
}
