//! Where accesses with a boundary rule lie inside their blocks, so that no rule is needed: a whole nest of constant extents, or the
//! middle of an innermost loop, where conditions at its ends are known, too.

use std::collections::{HashMap, HashSet};

use super::Site;
use crate::analyse::{Interval, Rule, interval};
use crate::ir::{Atom, Id, Index, Op};

/// Axes of accesses, with the first and the last index on each.
type Ruled = Vec<((Id, usize), Index, Index)>;

/// The points of a loop where accesses with a rule lie inside.
pub struct Middle {
    /// The first of them.
    pub begin: Index,
    /// One past the last; less than the first if there are none.
    pub past: Index,
    /// These axes of accesses.
    pub inside: HashSet<(Id, usize)>,
    /// The branches that run there, and those that do not.
    pub sides: HashMap<Id, bool>,
}

/// When a nest of constant extents needs no rule.
pub struct Inside {
    /// What has to be at most what.
    pub tests: Vec<Interval>,
    /// The axes of accesses that lie inside then.
    pub known: HashSet<(Id, usize)>,
}

impl Site<'_> {
    /// The axes along which accesses inside a scope may lie outside their blocks.
    fn ruled(&self, scope: Id) -> Ruled {
        let inside = |access: &Id| self.is_in(self.kernel.accesses[*access].scope, scope);
        let tensors = &self.analysis.tensors;
        let of = |access: Id| {
            let ruled = tensors.ruled(self.kernel, access).into_iter();
            ruled.map(move |(axis, first, last)| ((access, axis), first, last))
        };
        (0..self.kernel.accesses.len()).filter(inside).flat_map(of).collect()
    }

    /// The first and the last index of the base of an access along an axis.
    pub fn edges(&self, (access, axis): (Id, usize)) -> (Index, Index) {
        let tensors = &self.analysis.tensors;
        tensors.edges(tensors.base(self.kernel, access), axis)
    }

    /// When a nest of constant extents in a scope needs no rule, if that is not decided already.
    pub fn inside(&self, scope: Id) -> Option<Inside> {
        let mut inside = Inside { tests: Vec::new(), known: HashSet::new() };
        let tensors = &self.analysis.tensors;
        for (which, at, to) in self.ruled(scope) {
            let range = |index: &Index| interval(index, &|atom| tensors.constant_range(self.kernel, atom));
            let (Some((first, _)), Some((_, last))) = (range(&at), range(&to)) else { continue };
            let (low, high) = self.edges(which);
            if ![&first, &last, &low, &high].iter().all(|index| self.is_known_before(index, scope)) {
                continue;
            }
            // Where some point always lies outside, there is nothing to choose.
            let never = |past: Index| past.as_constant().is_some_and(|past| past > 0);
            if never(low.clone().plus(&first, -1)) || never(last.clone().plus(&high, -1)) {
                continue;
            }
            inside.tests.extend([(low, first), (last, high)]);
            inside.known.insert(which);
        }
        (!inside.known.is_empty()).then_some(inside)
    }

    /// The middle of an innermost loop from an index to before another one, where the accesses that run along it lie inside, and between
    /// its ends; none of a few points.
    pub fn middle(&self, var: Id, [start, extent]: [&Index; 2], scope: Id) -> Option<Middle> {
        if extent.clone().plus(start, -1).as_constant().is_some() {
            return None;
        }
        let mut inside = HashSet::new();
        let (mut begin, mut past, mut rows) = (vec![start.clone()], vec![extent.clone()], Vec::new());
        for (which, at, to) in self.ruled(scope) {
            if !at.any_atom(|atom| *atom == Atom::Var(var)) {
                let (low, high) = self.edges(which);
                let has_end = self.is_fixed(var, scope, &low) && self.is_fixed(var, scope, &high);
                if let Some((first, last)) = self.in_row(which, var, scope, [&at, &to]).filter(|_| has_end) {
                    narrow(&mut rows, first.plus(&low, -1), Op::Min);
                    narrow(&mut rows, high.plus(&last, -1), Op::Min);
                    inside.insert(which);
                }
                continue;
            }
            for at in [&at, &to] {
                let (least, most) = self.room(var, scope, at, self.edges(which))?;
                narrow(&mut begin, least, Op::Max);
                narrow(&mut past, most.offset(1), Op::Min);
            }
            inside.insert(which);
        }
        let mut sides = HashMap::new();
        if let Some(ends) = self.between_ends(var, scope, [start.clone(), extent.clone().offset(-1)]) {
            if let Some([least, most]) = ends.of(var) {
                least.iter().for_each(|least| narrow(&mut begin, least.clone(), Op::Max));
                most.iter().for_each(|most| narrow(&mut past, most.clone().offset(1), Op::Min));
            }
            ends.around(var).for_each(|room| narrow(&mut rows, room, Op::Min));
            sides = ends.sides;
        }
        let one = |bounds: Vec<Index>, op: Op| {
            let bound = bounds.into_iter().reduce(|a, b| Index::op(op, vec![a, b]));
            bound.unwrap_or_default()
        };
        // A row of which something lies outside has no middle: where it is negative how far inside it is, its sign has all bits.
        begin.extend(rows.into_iter().map(|room| {
            let sign = Index::op(Op::Shr, vec![room, Index::constant(63)]);
            Index::op(Op::And, vec![sign, extent.clone()])
        }));
        let begin = Index::op(Op::Min, vec![one(begin, Op::Max), extent.clone()]);
        let is_any = !inside.is_empty() || !sides.is_empty();
        is_any.then(|| Middle { begin, past: one(past, Op::Min), inside, sides })
    }

    /// The same of a loop that others of its nest may be inside of, where no variable but those `outside` says what it is.
    pub fn middle_among(
        &self,
        outside: impl Iterator<Item = Id>,
        var: Id,
        ends: [&Index; 2],
        scope: Id,
    ) -> Option<Middle> {
        let outside: Vec<Id> = outside.collect();
        let is_inside = |atom: &Atom| match atom {
            Atom::Var(other) => self.kernel.vars[*other].scope == scope && !outside.contains(other),
            _ => false,
        };
        let middle = self.middle(var, ends, scope)?;
        let is_known = ![&middle.begin, &middle.past].into_iter().any(|index| index.any_atom(is_inside));
        is_known.then_some(middle)
    }

    /// The points of a loop over a range where the accesses that run along it lie inside, if it may be three loops: it is the
    /// innermost but for loops of a few points, and nothing leaves it.
    pub fn middle_of_range(&self, var: Id) -> Option<Middle> {
        let v = &self.kernel.vars[var];
        if !self.is_divisible(var) {
            return None;
        }
        self.middle(var, [&self.resolve(&v.start), &self.resolve(&v.end)], v.scope)
    }

    /// Whether a loop over a range may be several: it is the innermost but for loops of a few points, and nothing leaves it.
    pub fn is_divisible(&self, var: Id) -> bool {
        let v = &self.kernel.vars[var];
        self.knows_extents()
            && v.computed.is_none()
            && !v.has_gaps
            && self.is_relied_range(var)
            && self.is_innermost(var)
            && !self.kernel.left.contains(&var)
    }

    /// Between which indices an access is on an axis that the innermost loop does not run along, if it matters whether that is
    /// inside: a rule that leads somewhere is made once for a row, and one that asks is asked at each point.
    fn in_row(
        &self,
        (access, _): (Id, usize),
        var: Id,
        scope: Id,
        [at, to]: [&Index; 2],
    ) -> Option<(Index, Index)> {
        match self.analysis.tensors.rule(self.kernel, access)? {
            Rule::Constant(_) | Rule::Covered(_) => {}
            Rule::Leads(_) | Rule::Above(_) => return None,
        }
        let range = |index: &Index| interval(index, &|atom| self.inner_range(var, scope, atom));
        let ((first, _), (_, last)) = (range(at)?, range(to)?);
        let is_known = |index: &Index| self.is_fixed(var, scope, index) && !index.may_overflow();
        (is_known(&first) && is_known(&last)).then_some((first, last))
    }

    /// The interval of the variable of a loop inside of another one, if that is known before it.
    fn inner_range(&self, var: Id, scope: Id, atom: &Atom) -> Option<Interval> {
        let Atom::Var(id) = atom else { return None };
        if *id == var || !self.changes(var, scope, atom) {
            return None;
        }
        let is_fixed = |index: &Index| self.is_fixed(var, scope, index) && !index.may_overflow();
        self.analysis.tensors.constant_range(self.kernel, atom).or_else(|| {
            let (first, last) = self.analysis.tensors.values(self.kernel, *id);
            (is_fixed(&first) && is_fixed(&last)).then_some((first, last))
        })
    }

    /// The least and the greatest value of a variable with which an index is between two edges.
    fn room(&self, var: Id, scope: Id, at: &Index, (low, high): (Index, Index)) -> Option<(Index, Index)> {
        let mut factor = 0;
        let mut rest = Index::constant(at.constant);
        for (atom, c) in &at.terms {
            if *atom == Atom::Var(var) {
                factor = *c;
            } else {
                rest = rest.plus(&Index::atom(atom.clone()), *c);
            }
        }
        if factor == 0 || rest.any_atom(|atom| *atom == Atom::Var(var)) {
            return None;
        }
        // The loops of the nest are outside of this one; those of its body are not.
        let (least, most) = interval(&rest, &|atom| self.inner_range(var, scope, atom))?;
        if ![&least, &most, &low, &high].iter().all(|index| self.is_fixed(var, scope, index)) {
            return None;
        }
        let by = factor.abs();
        let down = |index: Index| Index::op(Op::FloorDiv, vec![index, Index::constant(by)]);
        let up = |index: Index| down(index.offset(by - 1));
        Some(if factor > 0 {
            (up(low.plus(&least, -1)), down(high.plus(&most, -1)))
        } else {
            (up(most.plus(&high, -1)), down(least.plus(&low, -1)))
        })
    }

    /// Whether some access inside a scope has a rule.
    pub fn has_rules(&self, scope: Id) -> bool {
        !self.ruled(scope).is_empty()
    }
}

/// Adds a bound to those of which the largest or the smallest counts.
fn narrow(bounds: &mut Vec<Index>, bound: Index, op: Op) {
    for known in bounds.iter_mut() {
        if known.clone().plus(&bound, -1).as_constant().is_some() {
            *known = Index::op(op, vec![known.clone(), bound]);
            return;
        }
    }
    bounds.push(bound);
}
