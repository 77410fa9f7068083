//! Rules for what lies outside a block, as maps of indices.

use super::bases::BaseKind;
use super::interval::interval;
use super::rule::{Cover, Rule};
use super::tensors::Tensors;
use crate::ir::{Arg, Atom, CoarseRead, Id, Index, Kernel, Lead, Op};

impl Tensors {
    /// The rule that holds for an access.
    pub fn rule(&self, kernel: &Kernel, access: Id) -> Option<Rule> {
        if let Some(climb) = self.climbs.get(&access) {
            return Some(Rule::Above(climb.above));
        }
        let view = &self.views[kernel.accesses[access].view];
        let coarse = || self.raw(kernel, access) != self.raw_last(kernel, access);
        match kernel.accesses[access].writes {
            true if view.broadcasts && coarse() => Some(Rule::Covered(Cover::Broadcast)),
            false if view.reads != CoarseRead::First && coarse() => {
                Some(Rule::Covered(Cover::Read(view.reads)))
            }
            _ => view.boundary,
        }
    }

    /// Whether a rule leads to the nearest points of a tensor that is seen from another one: each has to be at one of that. Where
    /// its points are shared they are.
    pub fn is_matched(&self, base: Id) -> bool {
        let BaseKind::Seen { share: [1, 1, 1, 1], .. } = self.bases[base].kind else { return false };
        let leads = |rule| matches!(rule, Some(Rule::Leads(_)));
        self.views.iter().any(|view| view.base == base && leads(view.boundary))
    }

    /// Where a rule leads by which everything is read of a tensor that is seen from another one: along the axes, too, that the other one
    /// does not run along.
    pub fn leads_aside(&self, kernel: &Kernel, base: Id) -> Option<Lead> {
        let BaseKind::Seen { of, .. } = self.bases[base].kind else { return None };
        let accesses = (0..kernel.accesses.len()).filter(|access| self.base(kernel, *access) == base);
        let passed = kernel.calls.iter().flat_map(|call| &call.args).filter_map(|arg| match arg {
            Arg::Tensor(view) if self.views[*view].base == base => Some(self.views[*view].boundary),
            _ => None,
        });
        let mut rules = accesses.map(|access| self.rule(kernel, access)).chain(passed);
        let Some(Rule::Leads(lead)) = rules.next()? else { return None };
        // Its points are all that there are.
        let is_whole = self.views[of].data.iter().all(is_each);
        (is_whole && rules.all(|other| other == Some(Rule::Leads(lead)))).then_some(lead)
    }

    /// The points that an access stands for along each axis of its base: how many there are.
    pub fn points(&self, kernel: &Kernel, access: Id) -> Vec<Index> {
        let base = self.base(kernel, access);
        let ruled: Vec<usize> = self.ruled(kernel, access).into_iter().map(|(axis, ..)| axis).collect();
        let first = self.data(kernel, access);
        let lasts = self.raw_last(kernel, access).into_iter().enumerate();
        lasts
            .map(|(axis, last)| {
                let last = if ruled.contains(&axis) {
                    Index::op(Op::Min, vec![last, self.edges(base, axis).1])
                } else {
                    last
                };
                last.plus(&first[axis], -1).offset(1)
            })
            .collect()
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
        let (rule, base) = (self.rule(kernel, access), self.base(kernel, access));
        let raw = self.raw(kernel, access);
        let Some(rule) = rule else { return raw };
        let ruled: Vec<usize> = self.ruled(kernel, access).into_iter().map(|(axis, ..)| axis).collect();
        let lead = |(axis, at): (usize, Index)| {
            if !ruled.contains(&axis) {
                return at;
            }
            self.led(rule, base, axis, at)
        };
        raw.into_iter().enumerate().map(lead).collect()
    }

    /// Where a rule leads from an index on an axis of a base.
    fn led(&self, rule: Rule, base: Id, axis: usize, at: Index) -> Index {
        let (first, last) = self.edges(base, axis);
        match rule {
            // Of these, intervals are known.
            Rule::Leads(Lead::Clamp) => Index::op(Op::Min, vec![Index::op(Op::Max, vec![at, first]), last]),
            Rule::Leads(lead) => Index::op(Op::Lead(lead), vec![at, first, last]),
            Rule::Constant(_) | Rule::Above(_) => at,
            Rule::Covered(_) => Index::op(Op::Max, vec![at, first]),
        }
    }

    /// The indices on the axes of its base of a view that is passed on. Where it is a slice, its rule decides which one, so that
    /// the kernel that is called has to follow the rule along its axes only.
    pub fn passed(&self, view: Id) -> Vec<Index> {
        let v = &self.views[view];
        let runs = |at: &Index| at.any_atom(|atom| matches!(atom, Atom::Axis(_)));
        let lead = |(axis, at): (usize, &Index)| match v.boundary {
            Some(rule) if !runs(at) => self.led(rule, v.base, axis, at.clone()),
            _ => at.clone(),
        };
        v.data.iter().enumerate().map(lead).collect()
    }

    /// Whether the rule of a view leads to the same elements in a kernel that the view is passed to, which has the points of the view
    /// only: none of the block is left out between them.
    pub fn is_rule_passed(&self, view: Id) -> bool {
        let v = &self.views[view];
        let leads = matches!(v.boundary, Some(Rule::Leads(_)));
        !leads || v.data.iter().all(is_each)
    }

    /// The axes of its base along which an access may lie outside, with its first and its last index there; none without
    /// a rule.
    pub fn ruled(&self, kernel: &Kernel, access: Id) -> Vec<(usize, Index, Index)> {
        let first = self.raw(kernel, access);
        let last = match self.rule(kernel, access) {
            None => return Vec::new(),
            Some(Rule::Covered(_)) => self.raw_last(kernel, access),
            Some(_) => first.clone(),
        };
        let both = first.into_iter().zip(last).enumerate().map(|(axis, (first, last))| (axis, first, last));
        both.filter(|(axis, first, last)| self.is_ruled(kernel, access, *axis, first, last)).collect()
    }

    fn is_ruled(&self, kernel: &Kernel, access: Id, axis: usize, at: &Index, to: &Index) -> bool {
        if self.inside.contains(&(access, axis)) {
            return false;
        }
        if let Some(climb) = self.climbs.get(&access) {
            return climb.ends.iter().any(|end| end.0 == axis);
        }
        let base = self.base(kernel, access);
        let (low, high) = self.edges(base, axis);
        let range = |index: &Index| interval(index, &|atom| self.constant_range(kernel, atom));
        let (Some((first, _)), Some((_, last))) = (range(at), range(to)) else { return true };
        let below = first.plus(&low, -1).as_constant().is_none_or(|d| d < 0);
        below || high.plus(&last, -1).as_constant().is_none_or(|d| d < 0)
    }
}

/// Whether an index runs through the points of an axis one by one, or is one of them.
fn is_each(at: &Index) -> bool {
    match at.along_one_axis() {
        Some((_, step, _)) => step.as_constant() == Some(1),
        None => !at.any_atom(|atom| matches!(atom, Atom::Axis(_))),
    }
}
