//! Views whose points share elements: how many of them do, where that is the same everywhere.

use super::bases::{BaseKind, Collapsed};
use super::space::{Along, ancestry, indices, up};
use super::tensors::Tensors;
use crate::ir::{Atom, Id, Index, Op};

/// How many points share one along an axis of the frame: the factor of the axis of the same number, unless all are the
/// same.
pub fn share_along(shares: [i64; 4], axis: usize) -> i64 {
    shares[axis.min(3)]
}

/// Whether every axis of the base has a stride in a view.
pub fn is_affine(view: &Collapsed) -> bool {
    let fixed = |d: &Index| !d.any_atom(|a| matches!(a, Atom::Axis(_)));
    view.data.iter().all(|d| d.along_one_axis().is_some() || fixed(d))
}

/// The index on an axis of a base, as what stands for it in a tensor that is passed on.
pub struct Spread {
    /// The axis of the view that it follows; none if it is one index.
    pub axis: Option<usize>,
    /// How far elements are apart that follow each other.
    pub step: Index,
    /// The index of the first.
    pub offset: Index,
    /// `[a, b, d]`: index `i` of the view is element `floor((a * i + b) / d)` of those.
    pub floor: [Index; 3],
}

/// The indices of another tensor that those of a view lead to, as they are passed on: on each axis one floor of one axis of the
/// view.
pub fn spread(there: &[Index]) -> Option<Vec<Spread>> {
    let runs = |index: &Index| index.any_atom(|a| matches!(a, Atom::Axis(_)));
    let [none, one] = [0, 1].map(Index::constant);
    let plain = [one.clone(), none.clone(), one.clone()];
    let each = |index: &Index| {
        if !runs(index) {
            return Some(Spread {
                axis: None,
                step: one.clone(),
                offset: index.clone(),
                floor: plain.clone(),
            });
        }
        if let Some((axis, step, offset)) = index.along_one_axis() {
            return Some(Spread { axis: Some(axis), step, offset, floor: plain.clone() });
        }
        let (moving, fixed): (Vec<_>, Vec<_>) =
            index.terms.iter().partition(|(atom, _)| runs(&Index::atom(atom.clone())));
        let [(atom, times @ 1..)] = &moving[..] else { return None };
        let (args, step) = match atom {
            Atom::Op(Op::FloorDiv, args) => (args, Index::constant(*times)),
            // Every so many elements, where only the run knows how many.
            Atom::Op(Op::Mul, product) if !runs(&product[0]) => match &product[1].terms[..] {
                [(Atom::Op(Op::FloorDiv, args), 1)] if product[1].constant == 0 => {
                    (args, product[0].scaled(*times))
                }
                _ => return None,
            },
            _ => return None,
        };
        let [numerator, divisor] = joined(&args[0], &args[1])?;
        let (axis, a, b) = numerator.along_one_axis().filter(|_| !runs(&divisor))?;
        let offset = fixed
            .iter()
            .fold(Index::constant(index.constant), |sum, (atom, c)| sum.plus(&Index::atom(atom.clone()), *c));
        Some(Spread { axis: Some(axis), step, offset, floor: [a, b, divisor] })
    };
    there.iter().map(each).collect()
}

/// The quotient, rounded down, as one division: divisions in the numerator, with whole numbers beside them, are part of it, also by
/// numbers that only the run knows. None if that is made of numbers that are too large.
fn joined(numerator: &Index, divisor: &Index) -> Option<[Index; 2]> {
    let runs = |index: &Index| index.any_atom(|a| matches!(a, Atom::Axis(_)));
    let (mut numerator, mut divisor) = (numerator.clone(), divisor.clone());
    loop {
        let divided = numerator.terms.iter().find_map(|(atom, times)| match (atom, times) {
            (Atom::Op(Op::FloorDiv, args), 1) if runs(&args[0]) => Some((atom.clone(), args.clone())),
            _ => None,
        });
        let Some((atom, args)) = divided else { return Some([numerator, divisor]) };
        let beside = numerator.plus(&Index::atom(atom), -1);
        if runs(&beside) || runs(&args[1]) {
            return None;
        }
        numerator = args[0].clone().plus(&Index::op(Op::Mul, vec![args[1].clone(), beside]), 1);
        divisor = Index::op(Op::Mul, vec![args[1].clone(), divisor]);
        if [&numerator, &divisor].into_iter().any(|index| index.widest() > i128::BITS - 2) {
            return None;
        }
    }
}

/// Whether a view has the element of `origin` at every location, so that what is at a location does not depend on the
/// view; and how many points share one along each axis.
pub(super) fn shared(tensors: &Tensors, view: Id, origin: Id) -> Option<[i64; 4]> {
    // What is shown where another tensor is, is at each location what it is without that.
    let is_one = |factor: &Index| factor.as_constant() == Some(1);
    let plain =
        |along: &Along| matches!(along.single(), Some((_, floor)) if is_one(&floor.a) && is_one(&floor.d));
    let mut below = vec![view];
    while let Some(last) = below.last()
        && *last != origin
    {
        let space = &tensors.spaces()[*last];
        if let Some((of, _)) = &space.shows {
            let axes = up(tensors.spaces(), view, *last, indices(tensors.views[view].extent.len()));
            return if axes.iter().all(plain) { shared(tensors, *of, origin) } else { None };
        }
        below.push(space.parent?);
    }
    if !ancestry(tensors.spaces(), view).contains(&origin)
        || tensors.views[origin].base != tensors.views[view].base
    {
        return None;
    }
    let axes = up(tensors.spaces(), view, origin, indices(tensors.views[view].extent.len()));
    let mut shares = [1; 4];
    for (k, along) in axes.iter().enumerate() {
        let (_, floor) = along.single()?;
        if !is_one(&floor.a) {
            return None;
        }
        shares[k] = floor.d.as_constant()?;
    }
    // Axes past the last one are those of a frame that has more of them.
    if shares[..axes.len()].iter().all(|d| *d == shares[0]) {
        shares = [shares[0]; 4];
    }
    Some(shares)
}

/// The nearest view above that has strides and the same element at every location; and how many points share one of it. What
/// is itself seen from another tensor is not seen once more like this.
pub(super) fn repeated(tensors: &Tensors, view: Id) -> Option<(Id, [i64; 4])> {
    if matches!(tensors.bases[tensors.views[view].base].kind, BaseKind::Seen { .. }) {
        return None;
    }
    let mut above = view;
    while let Some((of, _)) = tensors.spaces()[above].made_of() {
        above = of;
        if is_affine(&tensors.views[above]) {
            return Some((above, shared(tensors, view, above)?));
        }
    }
    None
}
