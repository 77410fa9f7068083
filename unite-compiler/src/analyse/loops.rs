//! The loops around an access, walked or as ranges.

use super::interval::{Interval, interval};
use super::placement::is_decided;
use super::tensors::Tensors;
use super::values::{Values, bound, nearest};
use crate::cost::WALKED;
use crate::ir::{Atom, Condition, Id, Index, Kernel, Op};

/// The loops and conditions between a check and its access.
#[derive(Default)]
pub(super) struct Loops {
    pub ranges: Vec<(Id, Interval)>,
    /// Between what the variables are, as the loops say it: by those of loops further out, too.
    values: Vec<Values>,
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
        let (first, last) = tensors.values(kernel, var);
        let (low, _) = interval(&first, &|a| self.range(a))?;
        let (_, high) = interval(&last, &|a| self.range(a))?;
        self.ranges.push((var, (low, high)));
        self.values.push(Values::of(kernel, tensors, var));
        // Where it has no pass, nothing is touched in it.
        self.tighten(&first.plus(&last, -1));
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
                Condition::Zero(i) => self.beside(i).into_iter().collect(),
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

    /// What `index != 0` says as `index <= 0`, where it leaves out the first or the last value of a variable: in the other branch of
    /// `if x == 0`.
    fn beside(&self, index: &Index) -> Option<Index> {
        let (position, coefficient, rest) = self.single(index)?;
        let (low, high) = &self.ranges[position].1;
        let left_out = rest.scaled(-coefficient);
        let var = Index::atom(Atom::Var(self.ranges[position].0));
        match left_out {
            value if is_bound(low, Op::Max, &value) => Some(value.offset(1).plus(&var, -1)),
            value if is_bound(high, Op::Min, &value) => Some(var.plus(&value, -1).offset(1)),
            // Where the run says that it is the last one: one less is left then.
            value => {
                let last =
                    last_of(high).filter(|last| last.clone().plus(&value, -1).is_difference_of_extents())?;
                let [apart, other] = [last.clone().plus(&value, -1), value.plus(&last, -1)];
                let distance = Index::op(Op::Max, vec![apart, other]);
                let less =
                    Index::op(Op::Max, vec![Index::constant(0), Index::constant(1).plus(&distance, -1)]);
                Some(var.plus(&last, -1).plus(&less, 1))
            }
        }
    }

    /// The one variable in an index that has a range, as its number among them, with its factor, 1 or -1, and what else there is.
    fn single(&self, index: &Index) -> Option<(usize, i64, Index)> {
        let varying: Vec<(usize, i64)> = index
            .terms
            .iter()
            .filter_map(|(atom, c)| match atom {
                Atom::Var(id) => self.ranges.iter().position(|(v, _)| v == id).map(|p| (p, *c)),
                _ => None,
            })
            .collect();
        let [(position, coefficient @ (1 | -1))] = varying[..] else { return None };
        let var = Index::atom(Atom::Var(self.ranges[position].0));
        let rest = index.clone().plus(&var, -coefficient);
        (!rest.any_atom(|a| self.range(a).is_some())).then_some((position, coefficient, rest))
    }

    /// Uses `index <= 0` where it bounds a single variable, and says whether it does.
    fn tighten(&mut self, index: &Index) -> bool {
        let Some((position, coefficient, rest)) = self.single(index) else { return false };
        let (low, high) = self.ranges[position].1.clone();
        let values = &mut self.values[position];
        match coefficient {
            1 => values.last.push(rest.scaled(-1)),
            _ => values.first.push(rest.clone()),
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
        let are_apart = |values: &Values| !values.first.iter().chain(&values.last).any(is_ranged);
        if self.limits.is_empty() && self.values.iter().all(are_apart) {
            return Some((low, high));
        }
        let nearer = |plain: Index, is_last: bool| {
            // What is left of an index is known, but for masks.
            let left = bound(&self.values, &self.limits, index, is_last);
            match left.and_then(|left| interval(&left, &|a| self.range(a))) {
                Some((first, last)) => nearest(plain, if is_last { last } else { first }, is_last),
                None => plain,
            }
        };
        Some((nearer(low, false), nearer(high, true)))
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

/// Whether an end of an interval is this value, or the greatest or the least of several with it among them.
fn is_bound(end: &Index, op: Op, value: &Index) -> bool {
    match &end.terms[..] {
        [(Atom::Op(of, args), 1)] if *of == op => {
            args.iter().any(|arg| is_bound(&arg.clone().offset(end.constant), op, value))
        }
        _ => end == value,
    }
}

/// The value that an end of an interval is, or the first of several of which it is the least one.
fn last_of(end: &Index) -> Option<Index> {
    match &end.terms[..] {
        [(Atom::Op(Op::Min, args), 1)] => last_of(&args.first()?.clone().offset(end.constant)),
        _ => Some(end.clone()),
    }
}

pub(super) fn at(point: &Point) -> impl Fn(&Atom) -> Option<i64> + '_ {
    |atom| match atom {
        Atom::Var(id) => point.iter().find(|(v, _)| v == id).map(|(_, value)| *value),
        _ => None,
    }
}
