//! Locality access beyond a block that the kernel makes: up to the tensor that it was made of.
//!
//! A block copy lies where another tensor is. A read outside of it finds the element at that location in that tensor; if that
//! is in a block which is a copy itself, this goes on. Where a read cannot lie outside, nothing is added; where it lies
//! outside as a whole, it is a read of the tensor above; otherwise it becomes two reads, of which the index chooses one.

use quote::format_ident;

use super::bases::{BaseKind, Collapsed};
use super::checks::{Check, Touched};
use super::interval::at_most;
use super::places::known;
use super::space::{Space, indices, shown};
use super::tensors::{Climb, Tensors};
use super::through::colocated;
use crate::cost::CASES;
use crate::ir::{Access, Atom, CoarseRead, Condition, Def, Id, Index, Kernel, View};

/// How an index lies to a block.
enum Lies {
    /// Always inside.
    Inside,
    /// Never.
    Outside,
    /// Perhaps past these ends.
    Past(Vec<(usize, bool)>),
}

impl Tensors {
    /// When an access happens, beside the conditions around it: each case by itself.
    pub fn cases(&self, access: Id) -> Vec<Vec<Condition>> {
        self.cases.get(&access).cloned().unwrap_or_else(|| vec![Vec::new()])
    }

    /// Whether an access happens wherever it stands.
    pub fn is_one_case(&self, access: Id) -> bool {
        self.cases(access) == [Vec::new()]
    }

    /// Whether an access is a read that began in a block below.
    pub fn is_above(&self, access: Id) -> bool {
        self.climbs.values().any(|climb| climb.above == access)
    }
}

/// Makes every read of a block copy that may lie outside of it go on above.
pub fn climb(kernel: &mut Kernel, tensors: &mut Tensors) {
    for id in 0..kernel.accesses.len() {
        let mut access = id;
        while !kernel.accesses[access].writes && tensors.rule(kernel, access).is_none() {
            let Some((of, view, space)) = above(kernel, tensors, kernel.accesses[access].view) else { break };
            let lies = lies(kernel, tensors, access);
            if let Lies::Inside = lies {
                break;
            }
            let from = kernel.accesses[access].view;
            kernel.views.push(named_after(kernel, from, of));
            tensors.push(view, space);
            let view = kernel.views.len() - 1;
            match lies {
                Lies::Inside => {}
                Lies::Outside => kernel.accesses[access].view = view,
                Lies::Past(ends) => {
                    let cases = past(kernel, tensors, access, &ends);
                    let a = &kernel.accesses[access];
                    kernel.accesses.push(Access {
                        view,
                        at: a.at.clone(),
                        scope: a.scope,
                        source: a.source.clone(),
                        span: a.span,
                        spans: a.spans.clone(),
                        writes: false,
                    });
                    let above = kernel.accesses.len() - 1;
                    tensors.cases.insert(above, cases);
                    tensors.climbs.insert(access, Climb { above, ends });
                    access = above;
                }
            }
        }
    }
}

/// The tensor above the block of a view, and what the view is of that: for every index, what a copy of it would have there.
/// Nothing if there is no tensor above.
fn above(kernel: &Kernel, tensors: &Tensors, view: Id) -> Option<(Id, Collapsed, Space)> {
    let v = &tensors.views[view];
    let BaseKind::Block(block) = tensors.bases[v.base].kind else { return None };
    let Def::Copy { of, elem: None } = kernel.views[block].def else { return None };
    let axes = shown(tensors.spaces(), view, block, indices(v.extent.len()));
    let (mut above, space) = colocated(tensors, of, view, axes);
    let one = |last: &Index| {
        last.substitute(&mut |atom| match atom {
            Atom::Axis(j) => Some(v.data[*j].clone()),
            _ => None,
        })
    };
    above.last = tensors.views[of].last.iter().map(one).collect();
    (v.reads == CoarseRead::First).then_some((of, above, space))
}

/// An entry for the tensor above the block of a view, where the view is.
fn named_after(kernel: &Kernel, view: Id, of: Id) -> View {
    let View { name, shown, span, rank, scope, order, .. } = &kernel.views[view];
    View {
        name: format_ident!("{}_above", name),
        shown: shown.clone(),
        span: *span,
        def: Def::Colocate(of, view),
        rank: *rank,
        named: false,
        scope: *scope,
        order: *order,
    }
}

/// How the index of an access lies to the block of its view, in all cases.
fn lies(kernel: &Kernel, tensors: &Tensors, access: Id) -> Lies {
    let a = &kernel.accesses[access];
    let data = tensors.data(kernel, access);
    let base = tensors.views[a.view].base;
    let known: Vec<Vec<Vec<Check>>> = tensors
        .cases(access)
        .iter()
        .map(|when| {
            let touched =
                Touched { base, first: &data, last: &data, scope: a.scope, when, call: None, all: false };
            known(kernel, tensors, &touched)
        })
        .collect();
    // In every case something is known that proves it, wherever it may be checked.
    let always = |proof: &dyn Fn(&[Check]) -> bool| {
        known.iter().all(|places| places.iter().any(|checks| proof(checks)))
    };
    let mut ends = Vec::new();
    let mut is_outside = false;
    for axis in 0..data.len() {
        let (low, high) = tensors.edges(base, axis);
        let on = |checks: &[Check], test: &dyn Fn(&Check) -> bool| {
            checks.iter().filter(|check| check.axis == axis).all(test)
        };
        let touched = |checks: &[Check]| !checks.is_empty();
        is_outside |= always(&|checks| {
            touched(checks)
                && (on(checks, &|check| at_most(&check.last, &low.clone().offset(-1)))
                    || on(checks, &|check| at_most(&high.clone().offset(1), &check.first)))
        });
        if !always(&|checks| on(checks, &|check| at_most(&low, &check.first))) {
            ends.push((axis, false));
        }
        if !always(&|checks| on(checks, &|check| at_most(&check.last, &high))) {
            ends.push((axis, true));
        }
    }
    match (is_outside, ends.is_empty()) {
        (true, _) => Lies::Outside,
        (false, true) => Lies::Inside,
        (false, false) => Lies::Past(ends),
    }
}

/// The cases in which an index lies past one of these ends of the block.
fn past(kernel: &Kernel, tensors: &Tensors, access: Id, ends: &[(usize, bool)]) -> Vec<Vec<Condition>> {
    let data = tensors.data(kernel, access);
    let base = tensors.base(kernel, access);
    let beyond = |&(axis, last): &(usize, bool)| {
        let (low, high) = tensors.edges(base, axis);
        if last { Condition::less(&high, &data[axis]) } else { Condition::less(&data[axis], &low) }
    };
    let cases = tensors.cases(access);
    if cases.len() * ends.len() > CASES {
        return vec![vec![Condition::Unknown]];
    }
    cases
        .iter()
        .flat_map(|case| ends.iter().map(|end| case.iter().cloned().chain([beyond(end)]).collect()))
        .collect()
}
