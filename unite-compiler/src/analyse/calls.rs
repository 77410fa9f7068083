//! What called kernels touch: of each of their tensors, and of each where another one is.

use super::bases::BaseKind;
use super::checks::{Bounds, Called, Located, Plan, Touched};
use super::places::place;
use super::space::{Along, between, indices};
use super::tensors::Tensors;
use crate::ir::{Atom, Def, Id, Index, Kernel};

/// A box of a base, as a map from the indices of a box that a called kernel touches.
struct Mapped {
    called: Called,
    base: Id,
    data: Vec<Index>,
}

/// Infers where the footprint of every called kernel is checked.
pub fn infer(kernel: &Kernel, tensors: &Tensors, bounds: &mut Bounds) {
    for (id, call) in kernel.calls.iter().enumerate() {
        if call.path.is_ident(&kernel.name) {
            // What a kernel touches cannot be said by itself.
            bounds.calls.push(Plan::Here);
            bounds.located.push(None);
            continue;
        }
        let views: Vec<Id> = call.tensors().collect();
        let own = |located: bool| {
            let touched = move |(tensor, &view): (usize, &Id)| Mapped {
                called: Called { call: id, tensor, located },
                base: tensors.views[view].base,
                data: tensors.views[view].data.clone(),
            };
            views.iter().enumerate().map(touched).collect::<Vec<Mapped>>()
        };
        let plan = placed(kernel, tensors, bounds, own(false));
        bounds.calls.push(plan);
        let (pairs, apart) = pairs(kernel, tensors, id, &views);
        let located = (!pairs.is_empty()).then(|| {
            let plan = placed(kernel, tensors, bounds, own(true).into_iter().chain(pairs).collect());
            Located { plan, apart }
        });
        bounds.located.push(located);
    }
}

/// Each tensor of a call where another one is, as far as they are in one frame; and the numbers of all other pairs.
fn pairs(kernel: &Kernel, tensors: &Tensors, call: Id, views: &[Id]) -> (Vec<Mapped>, Vec<usize>) {
    let (mut near, mut apart) = (Vec::new(), Vec::new());
    for (a, &of) in views.iter().enumerate() {
        for (b, &by) in views.iter().enumerate() {
            if a == b {
                continue;
            }
            let tensor = views.len() * (a + 1) + b;
            let rank = tensors.views[by].extent.len();
            // What is shown where it is not is nowhere, and so is a copy of it: only the base that shows it knows.
            let base = tensors.views[by].base;
            let is_somewhere = (!shows(kernel, tensors, by) || tensors.views[of].base == base)
                && !copies(kernel, tensors, of);
            match between(tensors.spaces(), by, of, indices(rank), None) {
                Some(Ok(axes)) if is_somewhere => {
                    let axes: Vec<Index> = axes.iter().map(Along::first).collect();
                    let into = |index: &Index| {
                        index.substitute(&mut |atom| match atom {
                            Atom::Axis(j) => Some(axes[*j].clone()),
                            _ => None,
                        })
                    };
                    let view = &tensors.views[of];
                    let data = view.data.iter().map(into).collect();
                    near.push(Mapped {
                        called: Called { call, tensor, located: true },
                        base: view.base,
                        data,
                    });
                }
                _ => apart.push(tensor),
            }
        }
    }
    (near, apart)
}

/// Whether a view shows a tensor where another one is, or a copy of that.
fn shows(kernel: &Kernel, tensors: &Tensors, view: Id) -> bool {
    matches!(tensors.bases[tensors.views[view].base].kind, BaseKind::Seen { .. })
        || copies(kernel, tensors, view)
}

/// Whether the elements of a view are a copy of a tensor that was shown where another one is.
fn copies(kernel: &Kernel, tensors: &Tensors, view: Id) -> bool {
    let BaseKind::Block(block) = tensors.bases[tensors.views[view].base].kind else { return false };
    matches!(kernel.views[block].def, Def::Copy { of, .. } if shows(kernel, tensors, of))
}

/// Places the checks of boxes that a called kernel touches.
fn placed(kernel: &Kernel, tensors: &Tensors, bounds: &mut Bounds, boxes: Vec<Mapped>) -> Plan {
    let mut plans = Vec::new();
    for Mapped { called, base, data } in &boxes {
        let Called { call, tensor, located } = *called;
        // The callee touches a box of the view; a view that runs along an axis backwards does not exist.
        let corner = |last: bool| -> Vec<Index> {
            let reach = |atom: &Atom| match atom {
                Atom::Axis(j) if located => Some(Index::atom(Atom::Located(call, tensor, *j, last))),
                Atom::Axis(j) => Some(Index::atom(Atom::Reach(call, tensor, *j, last))),
                _ => None,
            };
            data.iter().map(|d| d.substitute(&mut { reach })).collect()
        };
        let (first, last) = (corner(false), corner(true));
        let scope = kernel.calls[call].scope;
        let touched = Touched {
            base: *base,
            first: &first,
            last: &last,
            scope,
            when: &[],
            call: Some(*called),
            all: false,
        };
        plans.push(place(kernel, tensors, bounds, &touched).0);
    }
    if plans.contains(&Plan::Here) {
        // Some footprint cannot be known before the call, so the callee checks them all.
        for checks in &mut bounds.checks {
            checks.retain(|c| !boxes.iter().any(|touched| c.call == Some(touched.called)));
        }
        return Plan::Here;
    }
    plans.into_iter().find(|p| *p != Plan::Proven).unwrap_or(Plan::Proven)
}
