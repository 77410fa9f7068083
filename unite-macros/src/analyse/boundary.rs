//! Rules for what lies outside a block, as maps of indices.

use std::collections::HashSet;

use super::collapse::{BaseKind, Tensors};
use super::interval::interval;
use crate::ir::{Atom, Boundary, Def, Id, Index, Kernel, Op};

/// The rule of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The nearest element.
    Clamp,
    /// The block, reflected.
    Mirror,
    /// The value that this view was given.
    Constant(Id),
}

impl Rule {
    /// The rule that a view declares, if there is one.
    pub fn of(kernel: &Kernel, view: Id) -> Option<Rule> {
        match &kernel.views[view].def {
            Def::Bounded(_, Boundary::Clamp) => Some(Rule::Clamp),
            Def::Bounded(_, Boundary::Mirror) => Some(Rule::Mirror),
            Def::Bounded(_, Boundary::Constant(_)) => Some(Rule::Constant(view)),
            _ => None,
        }
    }
}

impl Tensors {
    /// The rule that holds for an access.
    pub fn rule(&self, kernel: &Kernel, access: Id) -> Option<Rule> {
        self.views[kernel.accesses[access].view].boundary
    }

    /// The first and the last index of a base along an axis.
    pub fn edges(&self, base: Id, axis: usize) -> (Index, Index) {
        match self.bases[base].kind {
            BaseKind::Block(view) => (Index::constant(0), self.views[view].extent[axis].clone().offset(-1)),
            _ => {
                let edge = |last| Index::atom(Atom::Edge(base, axis, last));
                (edge(false), edge(true))
            }
        }
    }

    /// The index of an access on each axis of its base, where its rule leads.
    pub fn data(&self, kernel: &Kernel, access: Id) -> Vec<Index> {
        let (rule, base) = (self.rule(kernel, access), self.views[kernel.accesses[access].view].base);
        let raw = self.raw(kernel, access);
        let Some(rule) = rule else { return raw };
        let lead = |(axis, at): (usize, Index)| {
            if !self.is_ruled(kernel, access, axis, &at) {
                return at;
            }
            let (first, last) = self.edges(base, axis);
            match rule {
                Rule::Clamp => Index::op(Op::Min, vec![Index::op(Op::Max, vec![at, first]), last]),
                Rule::Mirror => Index::op(Op::Mirror, vec![at, first, last]),
                Rule::Constant(_) => at,
            }
        };
        raw.into_iter().enumerate().map(lead).collect()
    }

    /// The axes of its base along which an access may lie outside, with its index there; none without a rule.
    pub fn ruled(&self, kernel: &Kernel, access: Id) -> Vec<(usize, Index)> {
        if self.rule(kernel, access).is_none() {
            return Vec::new();
        }
        let raw = self.raw(kernel, access).into_iter().enumerate();
        raw.filter(|(axis, at)| self.is_ruled(kernel, access, *axis, at)).collect()
    }

    fn is_ruled(&self, kernel: &Kernel, access: Id, axis: usize, at: &Index) -> bool {
        if self.inside.borrow().contains(&(access, axis)) {
            return false;
        }
        let base = self.views[kernel.accesses[access].view].base;
        let (low, high) = self.edges(base, axis);
        let Some((first, last)) = interval(at, &|atom| self.constant_range(kernel, atom)) else {
            return true;
        };
        let below = first.plus(&low, -1).as_constant().is_none_or(|d| d < 0);
        below || high.plus(&last, -1).as_constant().is_none_or(|d| d < 0)
    }

    /// Runs `f` where these axes of accesses are known to lie inside.
    pub fn where_inside<R>(&self, known: &HashSet<(Id, usize)>, f: impl FnOnce() -> R) -> R {
        let outer = self.inside.borrow().clone();
        self.inside.borrow_mut().extend(known.iter().copied());
        let result = f();
        self.inside.replace(outer);
        result
    }
}
