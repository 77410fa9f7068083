//! The loops around an access, walked or as ranges.

use super::apart::factor;
use super::interval::{Interval, at_most, interval};
use super::placement::is_decided;
use super::tensors::Tensors;
use crate::cost::{ALTERNATIVES, WALKED};
use crate::ir::{Atom, Condition, Id, Index, Kernel, Op};

/// The loops and conditions between a check and its access.
#[derive(Default)]
pub(super) struct Loops {
    pub ranges: Vec<(Id, Interval)>,
    /// Between what the variables are, as the loops say it: by those of loops further out, too.
    bounds: Vec<Bounds>,
    /// Indices of several variables that are at most 0, as conditions say.
    limits: Vec<Index>,
    pub conditions: Vec<Condition>,
    /// Those among them that no smaller range says.
    pub vague: Vec<Condition>,
    pub guards: Vec<Condition>,
}

/// Values of the variables that are walked.
pub(super) type Point = Vec<(Id, i64)>;

impl Loops {
    fn range(&self, atom: &Atom) -> Option<Interval> {
        match atom {
            Atom::Var(id) => self.ranges.iter().find(|(v, _)| v == id).map(|(_, r)| r.clone()),
            // Whatever the data, what a mask leaves of it is bounded.
            Atom::Op(Op::And, args) if args[0].any_atom(|a| matches!(a, Atom::Value(_))) => {
                let mask = args[1].as_constant().filter(|mask| *mask >= 0)?;
                Some((Index::constant(0), Index::constant(mask)))
            }
            _ => None,
        }
    }

    /// Adds the variable of a loop, whose bounds may depend on loops further out.
    pub fn enter(&mut self, kernel: &Kernel, tensors: &Tensors, var: Id) -> Option<()> {
        let v = &kernel.vars[var];
        let start = tensors.resolve(kernel, &v.start);
        let end = tensors.resolve(kernel, &v.end).offset(-1);
        let (low, _) = interval(&start, &|a| self.range(a))?;
        let (_, high) = interval(&end, &|a| self.range(a))?;
        self.ranges.push((var, (low, high)));
        let is_empty = start.clone().plus(&end, -1);
        self.bounds.push(Bounds { var, first: each(start, Op::Max), last: each(end, Op::Min) });
        // Where it has no pass, nothing is touched in it.
        self.tighten(&is_empty);
        Some(())
    }

    /// Takes a condition into account: as a smaller range of a variable, as a guard, or when points are walked.
    pub fn assume(&mut self, kernel: &Kernel, condition: &Condition, place: Id) {
        if let Condition::And(a, b) = condition {
            self.assume(kernel, a, place);
            self.assume(kernel, b, place);
            return;
        }
        if let Condition::Not(inner) = condition
            && let Condition::Or(a, b) = &**inner
        {
            self.assume(kernel, &(**a).clone().negated(), place);
            self.assume(kernel, &(**b).clone().negated(), place);
            return;
        }
        if is_decided(kernel, condition, place) {
            self.guards.push(condition.clone());
            return;
        }
        // `index <= limit` in all forms.
        let at_most_zero: Vec<Index> = match condition {
            Condition::Negative(i) => vec![i.clone().offset(1)],
            Condition::Not(inner) => match &**inner {
                Condition::Negative(i) => vec![i.scaled(-1)],
                _ => vec![],
            },
            Condition::Zero(i) => vec![i.clone(), i.scaled(-1)],
            _ => vec![],
        };
        let mut exact = !at_most_zero.is_empty();
        for index in at_most_zero {
            let is_used = self.tighten(&index);
            exact &= is_used;
            self.limits.extend((!is_used).then_some(index));
        }
        if !exact {
            self.vague.push(condition.clone());
        }
        self.conditions.push(condition.clone());
    }

    /// Whether nothing is known to be touched only because a condition was too hard to use, of the vague ones from a
    /// number on.
    pub fn uses_conditions(&self, from: usize, walked: Option<&[Point]>) -> bool {
        let point = walked.and_then(<[Point]>::first);
        self.vague[from..].iter().all(|c| point.is_some_and(|point| c.evaluate(&at(point)).is_some()))
    }

    /// Uses `index <= 0` where it bounds a single variable, and says whether it does.
    fn tighten(&mut self, index: &Index) -> bool {
        let varying: Vec<(usize, i64)> = index
            .terms
            .iter()
            .filter_map(|(atom, c)| match atom {
                Atom::Var(id) => self.ranges.iter().position(|(v, _)| v == id).map(|p| (p, *c)),
                _ => None,
            })
            .collect();
        let [(position, coefficient @ (1 | -1))] = varying[..] else { return false };
        let var = Index::atom(Atom::Var(self.ranges[position].0));
        let rest = index.clone().plus(&var, -coefficient);
        if rest.any_atom(|a| self.range(a).is_some()) {
            return false;
        }
        let (low, high) = self.ranges[position].1.clone();
        let bounds = &mut self.bounds[position];
        match coefficient {
            1 => bounds.last.push(rest.scaled(-1)),
            _ => bounds.first.push(rest.clone()),
        }
        self.ranges[position].1 = if coefficient == 1 {
            (low, Index::op(Op::Min, vec![high, rest.scaled(-1)]))
        } else {
            (Index::op(Op::Max, vec![low, rest]), high)
        };
        true
    }

    /// Every point of the constant ranges at which the conditions can hold; `None` if there are too many.
    pub fn walk(&self) -> Option<Vec<Point>> {
        let mut points: Vec<Point> = vec![Vec::new()];
        for (var, (low, high)) in self.ranges.iter().rev() {
            let (Some(low), Some(high)) = (low.as_constant(), high.as_constant()) else { continue };
            let count = high.saturating_sub(low).saturating_add(1).max(0);
            if count == 0 {
                return Some(Vec::new());
            }
            if count.checked_mul(points.len() as i64).is_none_or(|n| n > WALKED) {
                break;
            }
            points = (low..=high)
                .flat_map(|value| {
                    points.iter().map(move |p| p.iter().copied().chain([(*var, value)]).collect())
                })
                .collect();
        }
        if points.first().is_some_and(Vec::is_empty) {
            return None;
        }
        points.retain(|point| self.conditions.iter().all(|c| c.evaluate(&at(point)) != Some(false)));
        Some(points)
    }

    /// The loops that may be empty at run time.
    pub fn open_ranges(&self) -> Vec<Interval> {
        self.ranges
            .iter()
            .map(|(_, r)| r.clone())
            .filter(|(low, high)| high.clone().plus(low, -1).as_constant().is_none_or(|d| d < 0))
            .collect()
    }

    /// The interval of an index: of each variable by itself, or by what loops say of one by another one, whichever is less.
    fn whole(&self, index: &Index) -> Option<Interval> {
        let (low, high) = interval(index, &|a| self.range(a))?;
        let is_ranged = |index: &Index| index.any_atom(|atom| self.range(atom).is_some());
        let are_apart = |bounds: &Bounds| !bounds.first.iter().chain(&bounds.last).any(is_ranged);
        if self.limits.is_empty() && self.bounds.iter().all(are_apart) {
            return Some((low, high));
        }
        let [first, last] = [false, true].map(|is_last| bound(&self.bounds, &self.limits, index, is_last));
        let nearer = |plain: Index, other: Option<Index>, is_last: bool| {
            // What is left is known, but for masks.
            let other = other.and_then(|other| interval(&other, &|a| self.range(a)));
            match other {
                Some((_, other)) if is_last => nearest(plain, other, true),
                Some((other, _)) => nearest(plain, other, false),
                None => plain,
            }
        };
        Some((nearer(low, first, false), nearer(high, last, true)))
    }

    /// The interval of an index, exact over the walked points where it separates.
    pub fn interval(&self, index: &Index, walked: Option<&[Point]>) -> Option<Interval> {
        let plain = || self.whole(index);
        let Some(points) = walked else { return plain() };
        let on: Vec<Id> = points[0].iter().map(|(v, _)| *v).collect();
        let walks = |i: &Index| i.any_atom(|a| matches!(a, Atom::Var(v) if on.contains(v)));
        let mut exact = Index::constant(0);
        let mut rest = Index::constant(index.constant);
        for (atom, c) in &index.terms {
            let term = Index::atom(atom.clone());
            let side = if walks(&term) { &mut exact } else { &mut rest };
            *side = std::mem::take(side).plus(&term, *c);
        }
        let values: Option<Vec<i64>> = points.iter().map(|p| exact.evaluate(&at(p))).collect();
        let Some(values) = values else { return plain() };
        let (low, high) = self.whole(&rest)?;
        Some((low.offset(*values.iter().min()?), high.offset(*values.iter().max()?)))
    }
}

/// Between what a variable is: not before any of the first, not after any of the last.
struct Bounds {
    var: Id,
    first: Vec<Index>,
    last: Vec<Index>,
}

/// The numbers of which an index is the least, or the greatest.
fn each(index: Index, op: Op) -> Vec<Index> {
    match &index.terms[..] {
        [(Atom::Op(of, args), 1)] if *of == op => {
            args.iter().flat_map(|arg| each(arg.clone().offset(index.constant), op)).collect()
        }
        _ => vec![index],
    }
}

/// The lesser of two bounds past the last index, or the greater one of those before the first.
fn nearest(a: Index, b: Index, is_last: bool) -> Index {
    match (at_most(&a, &b), at_most(&b, &a)) {
        (true, _) => {
            if is_last {
                a
            } else {
                b
            }
        }
        (_, true) => {
            if is_last {
                b
            } else {
                a
            }
        }
        _ => Index::op(if is_last { Op::Min } else { Op::Max }, vec![a, b]),
    }
}

/// The first or the last of an index that variables count, from the innermost one on: what one says of another one is seen, and what
/// `limits` say, which are at most 0.
fn bound(bounds: &[Bounds], limits: &[Index], index: &Index, is_last: bool) -> Option<Index> {
    let count = |index: &Index| bounds.iter().filter(|bounds| factor(index, bounds.var) != Some(0)).count();
    let within = limits.iter().map(|limit| index.clone().plus(limit, if is_last { -1 } else { 1 }));
    let mut all = vec![index.clone()];
    all.extend(within.filter(|other| count(other) < count(index)));
    for Bounds { var, first, last } in bounds.iter().rev() {
        let mut next: Vec<Index> = Vec::new();
        for index in &all {
            let by = factor(index, *var)?;
            let rest = index.clone().plus(&Index::atom(Atom::Var(*var)), -by);
            let ends = if (by > 0) == is_last { last } else { first };
            let found = if by == 0 {
                vec![rest]
            } else {
                ends.iter().map(|end| rest.clone().plus(end, by)).collect()
            };
            next.extend(found);
        }
        next.truncate(ALTERNATIVES);
        all = next;
    }
    all.into_iter().reduce(|a, b| nearest(a, b, is_last))
}

pub(super) fn at(point: &Point) -> impl Fn(&Atom) -> Option<i64> + '_ {
    |atom| match atom {
        Atom::Var(id) => point.iter().find(|(v, _)| v == id).map(|(_, value)| *value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nests of three loops of small bounds, each by those further out, against all of their points.
    #[test]
    fn bounds_by_other_variables() {
        let linear = |terms: [i64; 2], constant: i64| Index {
            terms: (0..2).filter(|var| terms[*var] != 0).map(|var| (Atom::Var(var), terms[var])).collect(),
            constant,
        };
        let value = |index: &Index, at: [i64; 3]| {
            index.evaluate(&|atom| match atom {
                Atom::Var(var) => Some(at[*var]),
                _ => None,
            })
        };
        let mut state = 1u32;
        let mut next = |count: i64| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i64::from(state >> 8) % count
        };
        let (mut exact, mut others) = (0, 0);
        for _ in 0..600 {
            let mut ends = |scale: [i64; 2], from: i64| -> Vec<Index> {
                let one = |next: &mut dyn FnMut(i64) -> i64| {
                    linear(scale.map(|scale| scale * (next(3) - 1)), from + next(5) - 2)
                };
                (0..1 + next(2)).map(|_| one(&mut next)).collect()
            };
            let bounds = [
                Bounds { var: 0, first: ends([0, 0], 0), last: ends([0, 0], 3) },
                Bounds { var: 1, first: ends([1, 0], 0), last: ends([1, 0], 3) },
                Bounds { var: 2, first: ends([1, 1], 0), last: ends([1, 1], 4) },
            ];
            let mut index = linear([next(5) - 2, next(5) - 2], next(9));
            index = index.plus(&Index::atom(Atom::Var(2)), next(5) - 2);
            let limits: Vec<Index> =
                (0..next(2)).map(|_| linear([next(3) - 1, next(3) - 1], next(5) - 2)).collect();
            let limits: Vec<Index> =
                limits.into_iter().map(|limit| limit.plus(&Index::atom(Atom::Var(2)), next(3) - 1)).collect();
            let mut points = Vec::new();
            for i in -9..9 {
                for j in -20..20 {
                    for k in -40..40 {
                        let at = [i, j, k];
                        let is_in = |bounds: &Bounds| {
                            let after = |end: &Index| value(end, at).is_some_and(|end| end <= at[bounds.var]);
                            let before =
                                |end: &Index| value(end, at).is_some_and(|end| at[bounds.var] <= end);
                            bounds.first.iter().all(after) && bounds.last.iter().all(before)
                        };
                        let is_within = |limit: &Index| value(limit, at).is_some_and(|limit| limit <= 0);
                        if bounds.iter().all(is_in) && limits.iter().all(is_within) {
                            points.extend(value(&index, at));
                        }
                    }
                }
            }
            let (Some(least), Some(most)) = (points.iter().min(), points.iter().max()) else { continue };
            let found = [false, true].map(|is_last| {
                bound(&bounds, &limits, &index, is_last).and_then(|index| index.as_constant())
            });
            let [Some(first), Some(last)] = found else { panic!("all is known") };
            assert!(first <= *least && *most <= last, "{first}..={last} for {least}..={most}");
            if (first, last) == (*least, *most) { exact += 1 } else { others += 1 }
        }
        assert!(exact > others, "{exact} {others}");
    }
}
