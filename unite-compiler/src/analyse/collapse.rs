//! Collapsing and location propagation.
//!
//! Every view becomes a map from its indices to the indices of a *base*, a tensor with memory of its own, by
//! substitution along its chain of operations. Nothing of the chain is left. Beside it goes the location: a map to
//! the indices of the *anchor*, the parameter or block in whose frame the view was made. The two differ where a view
//! shows the elements of a tensor of another frame, or of a copy.

use syn::Ident;

use super::across::{across, at_each};
use super::bases::{Base, BaseKind, Collapsed};
use super::frame::{frame, seen, within};
use super::presence::all;
use super::rule::Rule;
use super::sharing::{is_affine, repeated, share_along, shared};
use super::space::{Along, Apart, Floor, Space, ancestry, between, indices};
use super::tensors::Tensors;
use super::through::{colocated, through};
use crate::ir::{Atom, CoarseRead, Def, Getter, Id, Index, Kernel, Op, Part, Policy};
use crate::messages;
use crate::report::Report;

/// Collapses every view of a kernel.
pub fn collapse(kernel: &Kernel, report: &mut Report) -> Tensors {
    let mut tensors = Tensors::new(kernel.overlapping);
    for id in 0..kernel.views.len() {
        let (view, space) = one(kernel, &mut tensors, id, report);
        tensors.push(view, space);
    }
    tensors
}

/// Collapses a view that was added to a kernel.
pub fn add(kernel: &Kernel, tensors: &mut Tensors, id: Id, report: &mut Report) {
    let (view, space) = one(kernel, tensors, id, report);
    tensors.push(view, space);
}

fn axis(j: usize) -> Index {
    Index::atom(Atom::Axis(j))
}

fn identity(rank: usize) -> Vec<Index> {
    (0..rank).map(axis).collect()
}

fn one(kernel: &Kernel, tensors: &mut Tensors, id: Id, report: &mut Report) -> (Collapsed, Space) {
    let view = &kernel.views[id];
    let resolve = |tensors: &Tensors, index: &Index| tensors.resolve(kernel, index);
    match &view.def {
        Def::Param { extents, .. } => {
            let extent = extents
                .iter()
                .enumerate()
                .map(|(j, e)| e.clone().unwrap_or_else(|| Index::atom(Atom::Get(Getter::Extent, id, j))))
                .collect();
            own(tensors, BaseKind::Param(id), view.name.clone(), extent)
        }
        Def::Block { extents, .. } => {
            let extent = extents.iter().map(|e| resolve(tensors, e)).collect();
            own(tensors, BaseKind::Block(id), view.name.clone(), extent)
        }
        Def::Copy { of, .. } => copy(kernel, tensors, id, *of),
        Def::Repeated { place, at, elements, floors } => {
            repeating(tensors, id, [*place, *elements], [at, floors])
        }
        Def::Permute(of, order) => {
            let whole = &tensors.views[*of];
            let mut back = vec![Along::point(Index::constant(0)); order.len()];
            for (j, &p) in order.iter().enumerate() {
                back[p] = Along::Runs(j, Vec::new());
            }
            let extent = order.iter().map(|&p| whole.extent[p].clone()).collect();
            through(tensors, *of, back, extent)
        }
        Def::Coarsen(of, by) => {
            let by = factors(kernel, tensors, id, *of, by);
            let floor = |f: &Index| Floor::affine(f.clone(), Index::constant(0));
            let extent = tensors.views[*of].extent.iter().zip(&by).map(|(e, f)| points(e, f)).collect();
            let axes = by.iter().enumerate().map(|(j, f)| Along::Runs(j, vec![floor(f)])).collect();
            through(tensors, *of, axes, extent)
        }
        Def::Refine(of, by) => {
            let by = factors(kernel, tensors, id, *of, by);
            let extent = tensors.views[*of].extent.iter().zip(&by).map(|(e, f)| e.times(f)).collect();
            let floor = |(j, f): (usize, &Index)| Along::Runs(j, vec![Floor::refining(f.clone())]);
            through(tensors, *of, by.iter().enumerate().map(floor).collect(), extent)
        }
        Def::Partition(of, parts) => {
            let steps: Vec<Index> = parts
                .iter()
                .map(|part| match part {
                    Part::At(_) => Index::constant(1),
                    Part::Range { step, .. } => step.clone(),
                })
                .collect();
            let steps = factors(kernel, tensors, id, *of, &steps);
            let whole = &tensors.views[*of];
            let mut map = Vec::new();
            let mut extent = Vec::new();
            for (k, part) in parts.iter().enumerate() {
                match part {
                    Part::At(index) => map.push(Along::point(resolve(tensors, index))),
                    Part::Range { start, end, .. } => {
                        let start = resolve(tensors, start);
                        let end = end.as_ref().map_or(whole.extent[k].clone(), |e| resolve(tensors, e));
                        map.push(Along::Runs(
                            extent.len(),
                            vec![Floor::affine(steps[k].clone(), start.clone())],
                        ));
                        extent.push(points(&end.plus(&start, -1), &steps[k]));
                    }
                }
            }
            through(tensors, *of, map, extent)
        }
        Def::Bounded(of, _) => {
            let whole = &tensors.views[*of];
            let (rank, extent) = (whole.extent.len(), whole.extent.clone());
            let (mut view, space) = through(tensors, *of, indices(rank), extent);
            view.boundary = Rule::of(kernel, id);
            (view, space)
        }
        Def::Coarse(of, policy) => {
            let (mut view, space) = all_at(kernel, tensors, id, *of, report).unwrap_or_else(|| {
                let whole = &tensors.views[*of];
                through(tensors, *of, indices(whole.extent.len()), whole.extent.clone())
            });
            match policy {
                Policy::Read(read) => view.reads = *read,
                Policy::Broadcast(all) => view.broadcasts = *all,
            }
            (view, space)
        }
        Def::Colocate(a, b) => {
            tensors.place(*a);
            tensors.place(*b);
            colocate(kernel, tensors, id, *a, *b, report)
        }
        Def::Region(a, b) => {
            tensors.place(*a);
            tensors.place(*b);
            let all = all(&tensors.views[*b].extent);
            let found = mapped(kernel, tensors, id, *b, *a, all, "region_of", report);
            part(tensors, *a, found.as_deref())
        }
        Def::Coverage(of, at, seen) => {
            tensors.place(*of);
            tensors.place(*seen);
            let point = at.iter().map(|at| Along::point(resolve(tensors, at))).collect();
            let there = mapped(kernel, tensors, id, *of, *seen, point, "coverage", report);
            let back =
                there.and_then(|there| mapped(kernel, tensors, id, *seen, *of, there, "coverage", report));
            part(tensors, *of, back.as_deref())
        }
    }
}

/// A parameter whose points share elements: at the place of one, with the elements of the other, each by its floors.
fn repeating(
    tensors: &mut Tensors,
    id: Id,
    [place, elements]: [Id; 2],
    floors: [&[[Index; 3]]; 2],
) -> (Collapsed, Space) {
    // What the numbers are is asked at entry.
    for (numbers, number) in floors.into_iter().flat_map(|numbers| [(numbers, 0), (numbers, 2)]) {
        let each: Vec<Index> = numbers.iter().map(|floor| floor[number].clone()).collect();
        tensors.with_factors(id, place, &each);
    }
    let along = |numbers: &[[Index; 3]]| -> Vec<Along> {
        let floor = |[a, b, d]: &[Index; 3]| Floor { a: a.clone(), b: b.clone(), d: d.clone() };
        numbers.iter().enumerate().map(|(j, numbers)| Along::Runs(j, vec![floor(numbers)])).collect()
    };
    let [at, data] = floors.map(along);
    let view = Collapsed {
        base: tensors.views[elements].base,
        data: data.iter().map(Along::first).collect(),
        last: data.iter().map(Along::last).collect(),
        at: at.iter().map(Along::first).collect(),
        ..tensors.views[place].clone()
    };
    (view, Space::below(place, at))
}

/// How many points are left of an extent when every `step`-th is kept.
fn points(extent: &Index, step: &Index) -> Index {
    Index::op(Op::FloorDiv, vec![extent.clone().plus(step, 1).offset(-1), step.clone()])
}

/// Factors of a view, in terms of what is known at entry. Those that only the run knows are checked to be at least 1.
fn factors(kernel: &Kernel, tensors: &mut Tensors, id: Id, of: Id, by: &[Index]) -> Vec<Index> {
    let by: Vec<Index> = by.iter().map(|factor| tensors.resolve(kernel, factor)).collect();
    tensors.with_factors(id, of, &by);
    by
}

/// The part of a tensor between the first and the last index on each axis.
fn part(tensors: &Tensors, of: Id, found: Option<&[Along]>) -> (Collapsed, Space) {
    let nothing = nowhere(tensors, of);
    let mut axes = Vec::new();
    let mut extent = Vec::new();
    for along in found.unwrap_or(&nothing) {
        let (first, last) = match along {
            Along::Fixed(first, last) => (first.clone(), last.clone()),
            runs => (runs.first(), runs.first()),
        };
        axes.push(Along::Runs(extent.len(), vec![Floor::affine(Index::constant(1), first.clone())]));
        extent.push(last.plus(&first, -1).offset(1));
    }
    through(tensors, of, axes, extent)
}

/// What messages call an index that is a tensor.
const COLOCATION: &str = "colocation";

/// What `axes`, on those of `from`, are on those of `to`. If that cannot be said, it is a mistake.
#[allow(clippy::too_many_arguments)]
fn mapped(
    kernel: &Kernel,
    tensors: &mut Tensors,
    id: Id,
    from: Id,
    to: Id,
    axes: Vec<Along>,
    what: &str,
    report: &mut Report,
) -> Option<Vec<Along>> {
    let (a, b) = (&kernel.views[to].shown, &kernel.views[from].shown);
    // What is indexed may be nowhere; a region has to be somewhere.
    let mut slices = Vec::new();
    let mut undecided = (what != COLOCATION).then_some(&mut slices);
    let near = between(tensors.spaces(), from, to, axes.clone(), undecided.as_deref_mut());
    let found = near.unwrap_or_else(|| across(kernel, tensors, id, from, to, axes, undecided));
    tensors.on_slices(id, slices);
    found.map_err(|apart| report.error(kernel.views[id].span, apart_by(apart, a, b))).ok()
}

/// Why there is no place for one tensor in another one.
fn apart_by(apart: Apart, a: &str, b: &str) -> String {
    match apart {
        Apart::Slices => messages::disjoint_slices(a, b),
        Apart::Undecided => messages::undecided_projection(a, b),
    }
}

/// What stands for the indices of a tensor after a mistake.
fn nowhere(tensors: &Tensors, of: Id) -> Vec<Along> {
    vec![Along::point(Index::constant(0)); tensors.views[of].extent.len()]
}

fn own(tensors: &mut Tensors, kind: BaseKind, name: Ident, extent: Vec<Index>) -> (Collapsed, Space) {
    let rank = extent.len();
    tensors.bases.push(Base { kind, name, rank });
    let base = tensors.bases.len() - 1;
    let (data, at) = (identity(rank), identity(rank));
    let view = Collapsed {
        base,
        last: data.clone(),
        data,
        reads: CoarseRead::First,
        broadcasts: false,
        extent,
        anchor: base,
        at,
        made_here: None,
        boundary: None,
    };
    (view, Space::root())
}

/// A block that is a child of a tensor, with the same points.
fn copy(kernel: &Kernel, tensors: &mut Tensors, id: Id, of: Id) -> (Collapsed, Space) {
    let copied = tensors.views[of].clone();
    let rank = copied.extent.len();
    let (mut view, _) = own(tensors, BaseKind::Block(id), kernel.views[id].name.clone(), copied.extent);
    (view.anchor, view.at) = (copied.anchor, copied.at);
    (view, Space::below(of, indices(rank)))
}

/// `a[b]`: the data of `a` at the locations of `b`, in the parameterisation of `b`.
fn colocate(
    kernel: &Kernel,
    tensors: &mut Tensors,
    id: Id,
    a: Id,
    b: Id,
    report: &mut Report,
) -> (Collapsed, Space) {
    let by = tensors.views[b].clone();
    let rank = by.extent.len();
    if ancestry(tensors.spaces(), a).last() == ancestry(tensors.spaces(), b).last() {
        let axes = mapped(kernel, tensors, id, b, a, indices(rank), COLOCATION, report)
            .unwrap_or_else(|| nowhere(tensors, a));
        return colocated(tensors, a, b, axes);
    }
    let has_policy = tensors.views[a].reads != CoarseRead::First || tensors.views[a].broadcasts;
    let strided = is_affine(&tensors.views[a]) || repeated(tensors, a).is_some();
    if has_policy || !strided {
        return asked(kernel, tensors, id, a, b, report);
    }
    let origin = whole(tensors, tensors.views[a].base);
    let (of, shares, entry) = match shared(tensors, a, origin) {
        Some(shares) => (origin, shares, true),
        None if is_affine(&tensors.views[a]) => (a, [1; 4], false),
        None => repeated(tensors, a).map_or((a, [1; 4], false), |(of, shares)| (of, shares, false)),
    };
    let frame = (shares == [1; 4]).then(|| frame(kernel, tensors, id, b)).flatten();
    let there = frame.map_or(by.at.clone(), |frame| within(tensors, b, frame));
    let base = seen(kernel, tensors, (of, by.anchor, frame), entry, shares, id);
    let made_here = (!matches!(tensors.bases[base].kind, BaseKind::Seen { entry: true, .. })).then_some(base);
    let data: Vec<Index> = (0..tensors.bases[base].rank)
        .map(|j| {
            let share = share_along(shares, j);
            if share == 1 {
                return there[j].clone();
            }
            let numerator = there[j].clone().plus(&Index::atom(Atom::Phase(base, j)), 1);
            Index::op(Op::FloorDiv, vec![numerator, Index::constant(share)])
        })
        .collect();
    let boundary = tensors.views[a].boundary;
    let view = Collapsed {
        base,
        last: data.clone(),
        data,
        reads: CoarseRead::First,
        broadcasts: false,
        extent: by.extent,
        anchor: by.anchor,
        at: by.at,
        made_here,
        boundary,
    };
    (view, Space::below(b, indices(rank)))
}

/// `a[b]` of two tensors where no stride leads from one point of `b` to the next, or where all points of `a` count that lie at
/// one of `b`: each access asks anew which of them that are.
fn asked(
    kernel: &Kernel,
    tensors: &mut Tensors,
    id: Id,
    a: Id,
    b: Id,
    report: &mut Report,
) -> (Collapsed, Space) {
    let by = tensors.views[b].clone();
    let rank = by.extent.len();
    let axes = at_each(kernel, tensors, id, b, a).unwrap_or_else(|apart| {
        let (a_is, b_is) = (&kernel.views[a].shown, &kernel.views[b].shown);
        report.error(kernel.views[id].span, apart_by(apart, a_is, b_is));
        nowhere(tensors, a)
    });
    let (view, _) = through(tensors, a, axes, by.extent);
    (Collapsed { anchor: by.anchor, at: by.at, ..view }, Space::below(b, indices(rank)))
}

/// A view of `a[b]` of two tensors, as each access finds all points of `a`. None, if it is no such.
fn all_at(
    kernel: &Kernel,
    tensors: &mut Tensors,
    id: Id,
    view: Id,
    report: &mut Report,
) -> Option<(Collapsed, Space)> {
    let base = tensors.views[view].base;
    let BaseKind::Seen { .. } = tensors.bases[base].kind else { return None };
    let mut shown = view;
    let a = loop {
        match &kernel.views[shown].def {
            Def::Colocate(a, _) if tensors.views[*a].base != base => break *a,
            def => shown = def.shows()?,
        }
    };
    let rule = tensors.views[view].boundary;
    let (found, space) = asked(kernel, tensors, id, a, view, report);
    Some((Collapsed { boundary: rule, ..found }, space))
}

/// The view that a base was defined by: a plain view has the same data at every location.
fn whole(tensors: &Tensors, base: Id) -> Id {
    match tensors.bases[base].kind {
        BaseKind::Param(view) | BaseKind::Block(view) => view,
        BaseKind::Seen { of, .. } => of,
    }
}
