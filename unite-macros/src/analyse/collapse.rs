//! Collapsing and location propagation.
//!
//! Every view becomes a map from its indices to the indices of a *base*, a tensor with memory of its own, by
//! substitution along its chain of operations. Nothing of the chain is left. Beside it goes the location: a map to
//! the indices of the *anchor*, the parameter or block in whose frame the view was made. The two differ where a view
//! shows the elements of a tensor of another frame, or of a copy.

use std::collections::{HashMap, HashSet};

use syn::Ident;

use super::across::{across, at_each};
use super::boundary::Rule;
use super::climb::Climb;
use super::frame::{frame, seen, within};
use super::getters::resolve;
use super::interval::{Interval, interval};
use super::presence::{Presence, all};
use super::sharing::{is_affine, repeated, share_along, shared};
use super::space::{Along, Apart, Floor, Space, ancestry, between, indices};
use crate::ir::{Atom, CoarseRead, Condition, Def, Getter, Id, Index, Kernel, Op, Part, Policy};
use crate::messages;
use crate::report::Report;

/// A tensor that accesses are made to.
#[derive(Clone)]
pub struct Base {
    /// What it is.
    pub kind: BaseKind,
    /// What its pointer and strides are called in the output.
    pub name: Ident,
    /// The number of axes.
    pub rank: usize,
}

/// Kinds of base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseKind {
    /// A parameter: the view.
    Param(Id),
    /// A block made in the kernel: the view.
    Block(Id),
    /// A tensor seen from the frame of another one: the view that is seen, the base that it is seen from, and
    /// whether it can be made at entry.
    Seen {
        /// The view whose data it is.
        of: Id,
        /// The base whose indices it has.
        by: Id,
        /// The view of that whose indices it has in their place, where it is not all of it.
        frame: Option<Id>,
        /// Whether it is made at entry; otherwise it is made where the view is defined.
        entry: bool,
        /// How many points of the frame share one point of the view along each of its axes.
        share: [i64; 4],
    },
}

/// A view, collapsed.
#[derive(Clone, Debug)]
pub struct Collapsed {
    /// The base.
    pub base: Id,
    /// The index on each axis of the base, over [`Atom::Axis`].
    pub data: Vec<Index>,
    /// The last of the points that an index stands for, on each axis of the base.
    pub last: Vec<Index>,
    /// What a read of several points takes.
    pub reads: CoarseRead,
    /// Whether a write hits all of them.
    pub broadcasts: bool,
    /// The extent of each axis.
    pub extent: Vec<Index>,
    /// The base in whose frame the view lies.
    pub anchor: Id,
    /// The location on each axis of the anchor, over [`Atom::Axis`]: of several points, the first.
    pub at: Vec<Index>,
    /// A base that has to be made where the view is defined.
    pub made_here: Option<Id>,
    /// What a read finds outside the block.
    pub boundary: Option<Rule>,
}

/// All bases, and all views in terms of them.
#[derive(Clone, Default)]
pub struct Tensors {
    /// Tensors with memory.
    pub bases: Vec<Base>,
    /// One entry for each view of the kernel.
    pub views: Vec<Collapsed>,
    /// The space of each view.
    spaces: Vec<Space>,
    /// Reads that may lie outside of their blocks, and go on above.
    pub climbs: HashMap<Id, Climb>,
    /// Pairs of parameters of which it is asked where the first is in the second.
    pub related: Vec<(Id, Id)>,
    /// What has to hold for views to be somewhere.
    pub presences: Vec<Presence>,
    /// When reads above blocks happen.
    pub cases: HashMap<Id, Vec<Vec<Condition>>>,
    /// Whether the parameters may overlap: all of them are one memory.
    pub overlapping: bool,
    /// The axes of accesses that are known to lie inside, so that no rule is needed for them.
    pub inside: HashSet<(Id, usize)>,
}

impl Tensors {
    /// An index in terms of what is known at entry, loop variables and values.
    pub fn resolve(&self, kernel: &Kernel, index: &Index) -> Index {
        resolve(kernel, &self.bases, &self.views, index)
    }

    /// Adds a view.
    pub fn push(&mut self, view: Collapsed, space: Space) {
        self.views.push(view);
        self.spaces.push(space);
    }

    /// The space of every view.
    pub fn spaces(&self) -> &[Space] {
        &self.spaces
    }

    /// The space of a view.
    pub fn space(&self, view: Id) -> &Space {
        &self.spaces[view]
    }

    /// The interval of a loop variable of constant range.
    pub fn constant_range(&self, kernel: &Kernel, atom: &Atom) -> Option<Interval> {
        let Atom::Var(id) = atom else { return None };
        let var = &kernel.vars[*id];
        let (start, end) = (self.resolve(kernel, &var.start), self.resolve(kernel, &var.end));
        (start.as_constant().is_some() && end.as_constant().is_some()).then(|| (start, end.offset(-1)))
    }

    /// The base of an access.
    pub fn base(&self, kernel: &Kernel, access: Id) -> Id {
        self.views[kernel.accesses[access].view].base
    }

    /// The parameter or the block whose memory a base is; of parameters that may overlap, the first.
    pub fn memory(&self, base: Id) -> Id {
        match self.bases[base].kind {
            BaseKind::Seen { of, .. } if self.views[of].base != base => self.memory(self.views[of].base),
            BaseKind::Param(_) if self.overlapping => {
                self.bases.iter().position(|b| matches!(b.kind, BaseKind::Param(_))).unwrap_or(base)
            }
            _ => base,
        }
    }

    /// The index of an access on each axis of its base, whatever is there.
    pub fn raw(&self, kernel: &Kernel, access: Id) -> Vec<Index> {
        self.through(kernel, access, &self.views[kernel.accesses[access].view].data)
    }

    /// The last of the points that an access stands for, on each axis of its base.
    pub fn raw_last(&self, kernel: &Kernel, access: Id) -> Vec<Index> {
        self.through(kernel, access, &self.views[kernel.accesses[access].view].last)
    }

    fn through(&self, kernel: &Kernel, access: Id, map: &[Index]) -> Vec<Index> {
        let access = &kernel.accesses[access];
        let at: Vec<Index> = access.at.iter().map(|i| self.resolve(kernel, i)).collect();
        let inside = |index: &Index| {
            let index = index.substitute(&mut |atom| match atom {
                Atom::Axis(j) => Some(at[*j].clone()),
                _ => None,
            });
            settled(kernel, self, &index)
        };
        map.iter().map(inside).collect()
    }
}

/// Collapses every view of a kernel.
pub fn collapse(kernel: &Kernel, report: &mut Report) -> Tensors {
    let mut tensors = Tensors { overlapping: kernel.overlapping, ..Tensors::default() };
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

/// An index whose divisions have one value over the constant ranges of all loops.
fn settled(kernel: &Kernel, tensors: &Tensors, index: &Index) -> Index {
    let range = |atom: &Atom| tensors.constant_range(kernel, atom);
    index.substitute(&mut |atom| {
        let Atom::Op(Op::FloorDiv, _) = atom else { return None };
        let (first, last) = interval(&Index::atom(atom.clone()), &range)?;
        (first == last && first.as_constant().is_some()).then_some(first)
    })
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

/// A view of `of`, whose index on each axis follows from those of the view.
fn through(tensors: &Tensors, of: Id, axes: Vec<Along>, extent: Vec<Index>) -> (Collapsed, Space) {
    let map: Vec<Index> = axes.iter().map(Along::first).collect();
    let mut substitute = |atom: &Atom| match atom {
        Atom::Axis(j) => Some(map[*j].clone()),
        _ => None,
    };
    let last: Vec<Index> = axes.iter().map(Along::last).collect();
    let mut substitute_last = |atom: &Atom| match atom {
        Atom::Axis(j) => Some(last[*j].clone()),
        _ => None,
    };
    let of_view = &tensors.views[of];
    let view = Collapsed {
        base: of_view.base,
        data: of_view.data.iter().map(|d| d.substitute(&mut substitute)).collect(),
        extent,
        anchor: of_view.anchor,
        at: of_view.at.iter().map(|d| d.substitute(&mut substitute)).collect(),
        made_here: None,
        boundary: of_view.boundary,
        last: of_view.last.iter().map(|d| d.substitute(&mut substitute_last)).collect(),
        reads: of_view.reads,
        broadcasts: of_view.broadcasts,
    };
    (view, Space::below(of, axes))
}

/// What `of` shows at the points of `source`, whose coordinates on the axes of `of` are these; what covers several points
/// is at the first of them.
pub fn colocated(tensors: &Tensors, of: Id, source: Id, axes: Vec<Along>) -> (Collapsed, Space) {
    let first = |along| match along {
        Along::Fixed(first, _) => Along::point(first),
        runs => runs,
    };
    let by = &tensors.views[source];
    let axes: Vec<Along> = axes.into_iter().map(first).collect();
    let (view, _) = through(tensors, of, axes.clone(), by.extent.clone());
    let space = Space::colocated(source, by.extent.len(), of, axes);
    (Collapsed { anchor: by.anchor, at: by.at.clone(), ..view }, space)
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
    let near = between(&tensors.spaces, from, to, axes.clone(), undecided.as_deref_mut());
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
    if ancestry(&tensors.spaces, a).last() == ancestry(&tensors.spaces, b).last() {
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
