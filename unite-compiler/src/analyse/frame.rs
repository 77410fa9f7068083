//! The frame in which a tensor is seen where another one is: the view at whose points it needs to have elements.
//!
//! Mostly that is the parameter which the other one is made of. Of one that leaves points out it is the view that does:
//! a coarse tensor has an element at each of `fine.coarsen([2, 2])`, and not at each of `fine`.

use quote::format_ident;

use super::bases::{Base, BaseKind, Collapsed};
use super::space::{Along, ancestry, indices, up};
use super::tensors::Tensors;
use crate::ir::{Atom, Boundary, Def, Id, Index, Kernel};

/// The view that stands for where `b` is, if that is another one than what it is made of: the highest above `b` that leaves
/// the same points out.
pub(super) fn frame(kernel: &Kernel, tensors: &Tensors, id: Id, b: Id) -> Option<Id> {
    // A rule leads to the nearest point of all that there are.
    if leads(kernel, id) {
        return None;
    }
    let spaces = tensors.spaces();
    let above = ancestry(spaces, b);
    let steps = |view: &Id| steps(&tensors.views[*view]);
    let lowest = above.iter().position(|view| steps(view).is_some())?;
    if steps(&above[lowest])?.iter().all(|step| step.as_constant() == Some(1)) {
        return None;
    }
    let is_plain = |along: &Along| match along.single() {
        Some((_, floor)) => [floor.a, floor.d].iter().all(|factor| factor.as_constant() == Some(1)),
        None => matches!(along, Along::Fixed(..)),
    };
    let more = above[lowest..].iter().take_while(|view| spaces[**view].axes.iter().all(is_plain)).count();
    above.get(lowest + more).copied()
}

/// The index of each axis of a frame that those of `b` lie at.
pub(super) fn within(tensors: &Tensors, b: Id, frame: Id) -> Vec<Index> {
    let rank = tensors.views[b].extent.len();
    up(tensors.spaces(), b, frame, indices(rank)).iter().map(Along::first).collect()
}

/// The base that stands for `of` seen from `by`, made once for each pair at entry.
pub(super) fn seen(
    kernel: &Kernel,
    tensors: &mut Tensors,
    (of, by, frame): (Id, Id, Option<Id>),
    entry: bool,
    share: [i64; 4],
    view: Id,
) -> Id {
    // Blocks exist only after their definition.
    let is_param = |base: Id| matches!(tensors.bases[base].kind, BaseKind::Param(_));
    let entry = entry
        && is_param(tensors.views[of].base)
        && is_param(by)
        && frame.is_none_or(|frame| is_told(kernel, tensors, frame));
    let kind = BaseKind::Seen { of, by, frame, entry, share };
    if entry && let Some(known) = tensors.bases.iter().position(|b| is_same(tensors, b.kind, kind)) {
        return known;
    }
    let name = if entry {
        let by = frame.map_or(&tensors.bases[by].name, |frame| &kernel.views[frame].name);
        format_ident!("{}_at_{by}", kernel.views[of].name)
    } else {
        kernel.views[view].name.clone()
    };
    let rank = frame.map_or(tensors.bases[by].rank, |frame| tensors.views[frame].extent.len());
    tensors.bases.push(Base { kind, name, rank });
    tensors.bases.len() - 1
}

/// Whether two kinds stand for the same: a frame is one wherever it is written down.
fn is_same(tensors: &Tensors, one: BaseKind, other: BaseKind) -> bool {
    let BaseKind::Seen { frame: Some(mine), .. } = one else { return one == other };
    let BaseKind::Seen { of, by, frame: Some(its), entry, share } = other else { return false };
    let [mine_is, its_is] = [mine, its].map(|view| (&tensors.views[view].at, &tensors.views[view].extent));
    mine_is == its_is && one == BaseKind::Seen { of, by, frame: Some(mine), entry, share }
}

/// Whether where a view is follows from tensors alone, and from no number that a kernel takes or computes.
fn is_told(kernel: &Kernel, tensors: &Tensors, view: Id) -> bool {
    let v = &tensors.views[view];
    let is_told = |index: &Index| {
        !tensors.resolve(kernel, index).any_atom(|atom| {
            !matches!(atom, Atom::Axis(_) | Atom::Get(..) | Atom::Op(..))
                || matches!(atom, Atom::Get(_, view, _) if !is_parameter(tensors, *view))
        })
    };
    let are_constant = steps(v).is_some_and(|steps| steps.iter().all(|step| step.as_constant().is_some()));
    are_constant && v.at.iter().chain(&v.extent).all(is_told)
}

fn is_parameter(tensors: &Tensors, view: Id) -> bool {
    matches!(tensors.bases[tensors.views[view].base].kind, BaseKind::Param(_))
}

/// How far points of a view are apart in the frame that it lies in, if that is the same everywhere.
fn steps(view: &Collapsed) -> Option<Vec<Index>> {
    let is_fixed = |at: &Index| !at.any_atom(|atom| matches!(atom, Atom::Axis(_)));
    let step = |at: &Index| at.along_one_axis().map(|(_, step, _)| step);
    view.at.iter().filter(|at| !is_fixed(at)).map(step).collect()
}

/// Whether a boundary rule says what a view reads, or one made of it, which leads elsewhere.
fn leads(kernel: &Kernel, id: Id) -> bool {
    let is_led = |view: Id| matches!(kernel.views[view].def, Def::Bounded(_, Boundary::Leads(_)));
    let shown = |view: Id| std::iter::successors(Some(view), |view| kernel.views[*view].def.shows());
    shown(id).any(is_led)
        || (id..kernel.views.len()).any(|below| is_led(below) && shown(below).any(|view| view == id))
}
