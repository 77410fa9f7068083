//! Where a box is checked: as far out as all is known that the check needs.

use super::bases::BaseKind;
use super::checks::{Bounds, Check, Plan, Shown, Touched};
use super::interval::{Interval, at_most};
use super::loops::Loops;
use super::placement::{candidates, chain, depends_on_later, is_known};
use super::rule::Rule;
use super::tensors::Tensors;
use crate::ir::{Atom, Id, Index, Kernel, Op, ScopeKind};

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
    if let Some(Rule::Leads(_)) = tensors.rule(kernel, access) {
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
