//! All tensors of a kernel: bases, views in terms of them, and what is known of both.

use std::collections::{HashMap, HashSet};

use super::bases::{Base, BaseKind, Collapsed};
use super::getters::resolve;
use super::interval::{Interval, interval};
use super::question::Presence;
use super::space::Space;
use crate::ir::{Atom, Condition, Def, Id, Index, Kernel, Op};

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
    /// None yet. `overlapping`: whether the parameters may overlap.
    pub fn new(overlapping: bool) -> Tensors {
        Tensors { overlapping, ..Tensors::default() }
    }

    /// Whether the memory of a base is borrowed mutably by the kernel.
    pub fn is_writable(&self, kernel: &Kernel, base: Id) -> bool {
        match self.bases[base].kind {
            BaseKind::Block(_) => true,
            BaseKind::Param(view) => matches!(kernel.views[view].def, Def::Param { mutable: true, .. }),
            BaseKind::Seen { of, .. } => self.is_writable(kernel, self.views[of].base),
        }
    }

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
        let (first, last) = self.values(kernel, *id);
        (first.as_constant().is_some() && last.as_constant().is_some()).then_some((first, last))
    }

    /// The first and the last value of the variable of a loop, as that says it.
    pub fn values(&self, kernel: &Kernel, var: Id) -> Interval {
        let v = &kernel.vars[var];
        (self.resolve(kernel, &v.start), self.resolve(kernel, &v.end).offset(-1))
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

/// An index whose divisions have one value over the constant ranges of all loops.
fn settled(kernel: &Kernel, tensors: &Tensors, index: &Index) -> Index {
    let range = |atom: &Atom| tensors.constant_range(kernel, atom);
    index.substitute(&mut |atom| {
        let Atom::Op(Op::FloorDiv, _) = atom else { return None };
        let (first, last) = interval(&Index::atom(atom.clone()), &range)?;
        (first == last && first.as_constant().is_some()).then_some(first)
    })
}

/// Where a read goes on that may lie outside of its block.
#[derive(Clone)]
pub struct Climb {
    /// The read of the tensor above.
    pub above: Id,
    /// The ends of the block past which the index may lie: the axis, and whether it is the last index there.
    pub ends: Vec<(usize, bool)>,
}
