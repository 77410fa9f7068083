//! Collapsing and location propagation.
//!
//! Every view becomes a map from its indices to the indices of a *base*, a tensor with memory of its own, by
//! substitution along its chain of operations. Nothing of the chain is left. Beside it goes the location: a map to
//! the indices of the *anchor*, the parameter or block in whose frame the view was made. The two differ as soon as a
//! view was colocated in a coarser tensor.

use syn::Ident;

use crate::ir::{Atom, Def, Getter, Id, Index, Kernel, Op, Part};
use crate::messages;
use crate::report::Report;

/// A tensor that accesses are made to.
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
        /// Whether it is made at entry; otherwise it is made where the view is defined.
        entry: bool,
    },
}

/// A view, collapsed.
#[derive(Clone, Debug)]
pub struct Collapsed {
    /// The base.
    pub base: Id,
    /// The index on each axis of the base, over [`Atom::Axis`].
    pub data: Vec<Index>,
    /// The extent of each axis.
    pub extent: Vec<Index>,
    /// The base in whose frame the view lies.
    pub anchor: Id,
    /// The location on each axis of the anchor, over [`Atom::Axis`]; each is affine in at most one axis.
    pub at: Vec<Index>,
    /// A base that has to be made where the view is defined.
    pub made_here: Option<Id>,
}

/// All bases, and all views in terms of them.
pub struct Tensors {
    /// Tensors with memory.
    pub bases: Vec<Base>,
    /// One entry for each view of the kernel.
    pub views: Vec<Collapsed>,
}

impl Tensors {
    /// An index in terms of what is known at entry, loop variables and values.
    pub fn resolve(&self, kernel: &Kernel, index: &Index) -> Index {
        resolve(kernel, &self.bases, &self.views, index)
    }

    /// Whether memory and location of a view are the same, so that what is at a location does not depend on it.
    fn is_plain(&self, view: Id) -> bool {
        let v = &self.views[view];
        v.base == v.anchor
            && v.data == v.at
            && v.at.iter().all(|at| at.along_one_axis().is_some_and(|(_, step, _)| step == 1))
    }
}

/// Collapses every view of a kernel.
pub fn collapse(kernel: &Kernel, report: &mut Report) -> Tensors {
    let mut tensors = Tensors { bases: Vec::new(), views: Vec::new() };
    for id in 0..kernel.views.len() {
        let view = one(kernel, &mut tensors, id, report);
        tensors.views.push(view);
    }
    tensors
}

fn axis(j: usize) -> Index {
    Index::atom(Atom::Axis(j))
}

fn identity(rank: usize) -> Vec<Index> {
    (0..rank).map(axis).collect()
}

fn one(kernel: &Kernel, tensors: &mut Tensors, id: Id, report: &mut Report) -> Collapsed {
    let view = &kernel.views[id];
    let resolve = |tensors: &Tensors, index: &Index| tensors.resolve(kernel, index);
    match &view.def {
        Def::Param { extents, .. } => {
            let extent = extents
                .iter()
                .enumerate()
                .map(|(j, e)| e.clone().unwrap_or_else(|| Index::atom(Atom::Get(Getter::Extent, id, j))))
                .collect();
            own(tensors, BaseKind::Param(id), view.name.clone(), extent, None)
        }
        Def::Block { extents, .. } => {
            let extent = extents.iter().map(|e| resolve(tensors, e)).collect();
            own(tensors, BaseKind::Block(id), view.name.clone(), extent, None)
        }
        Def::Copy { of, .. } => {
            let of = tensors.views[*of].clone();
            let location = (of.anchor, of.at.clone());
            own(tensors, BaseKind::Block(id), view.name.clone(), of.extent, Some(location))
        }
        Def::Permute(of, order) => {
            let of = tensors.views[*of].clone();
            let mut back = vec![Index::default(); order.len()];
            for (j, &p) in order.iter().enumerate() {
                back[p] = axis(j);
            }
            let extent = order.iter().map(|&p| of.extent[p].clone()).collect();
            through(&of, &back, extent)
        }
        Def::Coarsen(of, by) => {
            let of = tensors.views[*of].clone();
            let map: Vec<Index> = by.iter().enumerate().map(|(j, f)| axis(j).scaled(*f)).collect();
            let extent = of.extent.iter().zip(by).map(|(e, f)| points(e, *f)).collect();
            through(&of, &map, extent)
        }
        Def::Partition(of, parts) => {
            let whole = tensors.views[*of].clone();
            let mut map = Vec::new();
            let mut extent = Vec::new();
            for (k, part) in parts.iter().enumerate() {
                match part {
                    Part::At(index) => map.push(resolve(tensors, index)),
                    Part::Range { start, end, step } => {
                        let start = resolve(tensors, start);
                        let end = end.as_ref().map_or(whole.extent[k].clone(), |e| resolve(tensors, e));
                        map.push(axis(extent.len()).scaled(*step).plus(&start, 1));
                        extent.push(points(&end.plus(&start, -1), *step));
                    }
                }
            }
            through(&whole, &map, extent)
        }
        Def::Colocate(a, b) => colocate(kernel, tensors, id, *a, *b, report),
    }
}

/// How many points are left of an extent when every `step`-th is kept.
fn points(extent: &Index, step: i64) -> Index {
    Index::op(Op::FloorDiv, vec![extent.clone().offset(step - 1), Index::constant(step)])
}

/// A view through `map`, which gives the index on each axis of `of`.
fn through(of: &Collapsed, map: &[Index], extent: Vec<Index>) -> Collapsed {
    let mut substitute = |atom: &Atom| match atom {
        Atom::Axis(j) => Some(map[*j].clone()),
        _ => None,
    };
    Collapsed {
        base: of.base,
        data: of.data.iter().map(|d| d.substitute(&mut substitute)).collect(),
        extent,
        anchor: of.anchor,
        at: of.at.iter().map(|d| d.substitute(&mut substitute)).collect(),
        made_here: None,
    }
}

fn own(
    tensors: &mut Tensors,
    kind: BaseKind,
    name: Ident,
    extent: Vec<Index>,
    location: Option<(Id, Vec<Index>)>,
) -> Collapsed {
    let rank = extent.len();
    tensors.bases.push(Base { kind, name, rank });
    let base = tensors.bases.len() - 1;
    let (anchor, at) = location.unwrap_or((base, identity(rank)));
    Collapsed { base, data: identity(rank), extent, anchor, at, made_here: None }
}

/// `a[b]`: the data of `a` at the locations of `b`, in the parameterisation of `b`.
fn colocate(kernel: &Kernel, tensors: &mut Tensors, id: Id, a: Id, b: Id, report: &mut Report) -> Collapsed {
    let (of, by) = (tensors.views[a].clone(), tensors.views[b].clone());
    if of.anchor == by.anchor {
        let mut map = vec![Index::constant(0); of.extent.len()];
        for (here, there) in of.at.iter().zip(&by.at) {
            match here.along_one_axis() {
                Some((j, step, offset)) => {
                    let distance = there.clone().plus(&offset, -1);
                    map[j] = Index::op(Op::FloorDiv, vec![distance, Index::constant(step)]);
                }
                None => {
                    let (a, b) = (&kernel.views[a].shown, &kernel.views[b].shown);
                    match there.clone().plus(here, -1).as_constant() {
                        Some(0) => {}
                        Some(_) => report.error(kernel.views[id].span, messages::disjoint_slices(a, b)),
                        None => report.error(kernel.views[id].span, messages::undecided_projection(a, b)),
                    }
                }
            }
        }
        let mut data = through(&of, &map, by.extent.clone());
        data.anchor = by.anchor;
        data.at = by.at;
        return data;
    }
    let mut made_here = None;
    let plain = tensors.is_plain(a);
    let base = if plain {
        seen(kernel, tensors, whole(tensors, of.base), by.anchor, true, id)
    } else {
        seen(kernel, tensors, a, by.anchor, false, id)
    };
    if !matches!(tensors.bases[base].kind, BaseKind::Seen { entry: true, .. }) {
        made_here = Some(base);
    }
    Collapsed { base, data: by.at.clone(), extent: by.extent, anchor: by.anchor, at: by.at, made_here }
}

/// The view that a base was defined by: a plain view has the same data at every location.
fn whole(tensors: &Tensors, base: Id) -> Id {
    match tensors.bases[base].kind {
        BaseKind::Param(view) | BaseKind::Block(view) => view,
        BaseKind::Seen { of, .. } => of,
    }
}

/// The base that stands for `of` seen from `by`, made once for each pair at entry.
fn seen(kernel: &Kernel, tensors: &mut Tensors, of: Id, by: Id, entry: bool, view: Id) -> Id {
    // Blocks exist only after their definition.
    let is_param = |base: Id| matches!(tensors.bases[base].kind, BaseKind::Param(_));
    let entry = entry && is_param(tensors.views[of].base) && is_param(by);
    let kind = BaseKind::Seen { of, by, entry };
    if entry && let Some(known) = tensors.bases.iter().position(|b| b.kind == kind) {
        return known;
    }
    let name = if entry {
        quote::format_ident!("{}_at_{}", kernel.views[of].name, tensors.bases[by].name)
    } else {
        kernel.views[view].name.clone()
    };
    let rank = tensors.bases[by].rank;
    tensors.bases.push(Base { kind, name, rank });
    tensors.bases.len() - 1
}

fn resolve(kernel: &Kernel, bases: &[Base], views: &[Collapsed], index: &Index) -> Index {
    index.substitute(&mut |atom| match atom {
        Atom::Let(id) => Some(resolve(kernel, bases, views, &kernel.lets[*id])),
        Atom::Get(Getter::Extent, view, j) => match &kernel.views[*view].def {
            Def::Param { extents, .. } => extents[*j].clone(),
            _ => Some(views[*view].extent[*j].clone()),
        },
        Atom::Get(getter @ (Getter::Origin | Getter::Step), view, j) => {
            location(kernel, bases, views, *getter, *view, *j)
        }
        _ => None,
    })
}

/// The origin or the step of a view in the root, in terms of those of its anchor.
fn location(
    kernel: &Kernel,
    bases: &[Base],
    views: &[Collapsed],
    getter: Getter,
    view: Id,
    j: usize,
) -> Option<Index> {
    if matches!(kernel.views[view].def, Def::Param { .. }) {
        return None;
    }
    let v = &views[view];
    let (k, step, offset) =
        v.at.iter()
            .enumerate()
            .find_map(|(k, at)| at.along_one_axis().filter(|a| a.0 == j).map(|a| (k, a.1, a.2)))?;
    let (origin, unit) = match bases[v.anchor].kind {
        BaseKind::Param(p) => {
            (Index::atom(Atom::Get(Getter::Origin, p, k)), Index::atom(Atom::Get(Getter::Step, p, k)))
        }
        BaseKind::Block(b) => match &kernel.views[b].def {
            Def::Block { origin, .. } => (resolve(kernel, bases, views, &origin[k]), Index::constant(1)),
            _ => return None,
        },
        BaseKind::Seen { .. } => return None,
    };
    Some(match getter {
        Getter::Origin => origin.plus(&Index::op(Op::Mul, vec![unit, offset]), 1),
        _ => unit.scaled(step),
    })
}
