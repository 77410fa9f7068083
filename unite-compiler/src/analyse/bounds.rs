//! Bounds inference: the indices that every access touches, and where that is checked.
//!
//! Each access gets the interval of its index over the loops around it, on each axis of its base. The check of
//! that interval goes as far out as all it needs is known, at best to the entry of the kernel: that part is the
//! kernel's *footprint*. Loops over small constant ranges are walked point by point, so that conditions on their
//! variables (`if y >= 2 { .. p[[-1, y - 3]] .. }`) count exactly.

use std::collections::HashMap;

use super::calls;
use super::certain::{Certain, regardless};
use super::checks::{Bounds, Plan, Shown, Touched};
use super::interval::{Interval, at_most};
use super::outside::counter_example;
use super::placement::chain;
use super::places::{find, merge_all, place};
use super::rule::Rule;
use super::tensors::Tensors;
use crate::ir::{Id, Index, Kernel};

/// Accesses that are known to lie inside, each at every point of a scope.
pub type Known = HashMap<Id, Id>;

/// Infers the bounds of every access of a kernel, of which some are known.
pub fn infer(kernel: &Kernel, tensors: &Tensors, known: &Known) -> Bounds {
    let mut bounds = Bounds {
        accesses: Vec::new(),
        anyway: Vec::new(),
        regardless: Vec::new(),
        intervals: Vec::new(),
        calls: Vec::new(),
        located: Vec::new(),
        checks: kernel.scopes.iter().map(|_| Vec::new()).collect(),
        outside: Vec::new(),
    };
    let certain = Certain::of(kernel, tensors);
    for (id, access) in kernel.accesses.iter().enumerate() {
        let data = tensors.data(kernel, id);
        bounds.anyway.push(certain.scope_of(kernel, tensors, id, &data));
        bounds.regardless.push(None);
        if let Some(scope) = known.get(&id) {
            bounds.accesses.push(Plan::Shared(*scope));
            bounds.intervals.push(vec![None; tensors.bases[tensors.base(kernel, id)].rank]);
            continue;
        }
        let view = &tensors.views[access.view];
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
            let (plan, shown) = anyway.unwrap_or_else(|| {
                let (plan, open, shown) = find(kernel, tensors, &touched, &chain(kernel, scope));
                if tensors.is_plain(kernel, id) {
                    bounds.regardless[id] = regardless(kernel, tensors, &touched, (plan, &open));
                }
                merge_all(&mut bounds.checks, plan, open);
                (plan, shown)
            });
            plans.push(plan);
            intervals = if intervals.is_empty() { shown } else { hull(intervals, shown) };
            bounds.outside.extend(counter_example(kernel, tensors, id, &data, when));
        }
        bounds.accesses.push(weakest(&plans));
        bounds.intervals.push(intervals);
    }
    calls::infer(kernel, tensors, &mut bounds);
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
