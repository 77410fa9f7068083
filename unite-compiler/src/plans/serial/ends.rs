//! Conditions at the ends of loops: between these, what they ask is known, `x == 0`, `x < w - 1` or `y >= r && y < h - r`.

use std::collections::HashMap;
use std::iter;

use super::Site;
use crate::cost::AT_ENDS;
use crate::ir::{Atom, Condition, Id, Index, ScopeKind};

/// A variable, and between what it is where the conditions at its ends are known.
struct Between {
    var: Id,
    /// The first and the last value that the loop gives it.
    ends: [Index; 2],
    /// It is at least each of these.
    least: Vec<Index>,
    /// It is at most each of these.
    most: Vec<Index>,
}

/// The points of an innermost loop between its ends.
pub struct Ends {
    variables: Vec<Between>,
    /// The branches that run there, and those that do not.
    pub sides: HashMap<Id, bool>,
}

impl Ends {
    /// Of the variable of a loop that it is at least each of these there, and at most each of those.
    pub fn of(&self, var: Id) -> Option<[&[Index]; 2]> {
        let between = self.variables.iter().find(|between| between.var == var)?;
        Some([&between.least, &between.most])
    }

    /// How far the variables of loops around are from each end; where one of them is negative, nothing is known.
    pub fn around(&self, var: Id) -> impl Iterator<Item = Index> {
        self.variables.iter().filter(move |between| between.var != var).flat_map(|between| {
            let at = || Index::atom(Atom::Var(between.var));
            let least = between.least.iter().map(move |least| at().plus(least, -1));
            least.chain(between.most.iter().map(move |most| most.clone().plus(&at(), -1)))
        })
    }
}

impl Site<'_> {
    /// The points between the ends of the loop over a variable in a scope, and of the loops around it, where that decides conditions; the
    /// loop gives it values from a first to a last one.
    pub fn between_ends(&self, var: Id, scope: Id, ends: [Index; 2]) -> Option<Ends> {
        let branches: Vec<(Id, Condition)> = (0..self.kernel.scopes.len())
            .filter(|inner| *inner != scope && self.is_in(*inner, scope))
            .filter_map(|inner| match &self.kernel.scopes[inner].kind {
                ScopeKind::Branch(condition) => {
                    Some((inner, condition.map(&mut |index| self.resolve(index))))
                }
                _ => None,
            })
            .collect();
        let mut variables = Vec::new();
        for (_, condition) in &branches {
            condition.for_each_index(&mut |index| {
                let Some((of, ..)) = self.alone(var, scope, index) else { return };
                if variables.iter().all(|known: &Between| known.var != of) {
                    let ends = if of == var {
                        ends.clone()
                    } else {
                        self.analysis.tensors.values(self.kernel, of).into()
                    };
                    variables.push(Between { var: of, ends, least: Vec::new(), most: Vec::new() });
                }
            });
        }
        for between in &mut variables {
            let mut begins = Vec::new();
            for (_, condition) in &branches {
                self.begins(var, scope, condition, between.var, &mut begins);
            }
            between.leave_out(&begins);
        }
        let sides: HashMap<Id, bool> = branches
            .iter()
            .filter_map(|(inner, condition)| Some((*inner, self.side(var, scope, condition, &variables)?)))
            .collect();
        (!sides.is_empty()).then_some(Ends { variables, sides })
    }

    /// The only variable of a loop in an index, with its factor, 1 or -1, and what is added to it, which is known before the loop over
    /// `inner` as far as it is not that one's.
    fn alone(&self, inner: Id, scope: Id, index: &Index) -> Option<(Id, i64, Index)> {
        let mut vars = index.terms.iter().filter_map(|(atom, factor)| match atom {
            Atom::Var(var) => Some((*var, *factor)),
            _ => None,
        });
        let (var, factor) = vars.next().filter(|(_, factor)| matches!(factor, 1 | -1))?;
        let at = Index::atom(Atom::Var(var));
        let rest = index.clone().plus(&at, -factor);
        let is_var = |atom: &Atom| matches!(atom, Atom::Var(_));
        let is_known = vars.next().is_none() && !rest.any_atom(is_var) && self.is_fixed(inner, scope, &rest);
        let is_around = var == inner || self.is_fixed(inner, scope, &at);
        (is_known && is_around && !rest.may_overflow()).then_some((var, factor, rest))
    }

    /// The values of a variable with which what a condition asks begins to be another one.
    fn begins(&self, inner: Id, scope: Id, condition: &Condition, var: Id, begins: &mut Vec<Index>) {
        let alone = |index: &Index| self.alone(inner, scope, index).filter(|(of, ..)| *of == var);
        match condition {
            Condition::Negative(index) => begins.extend(alone(index).map(|(_, factor, rest)| match factor {
                1 => rest.scaled(-1),
                _ => rest.offset(1),
            })),
            Condition::Zero(index) => {
                let Some((_, factor, rest)) = alone(index) else { return };
                let at = rest.scaled(-factor);
                begins.extend([at.clone(), at.offset(1)]);
            }
            Condition::And(a, b) | Condition::Or(a, b) => {
                self.begins(inner, scope, a, var, begins);
                self.begins(inner, scope, b, var, begins);
            }
            Condition::Not(condition) => self.begins(inner, scope, condition, var, begins),
            Condition::Computed { .. } | Condition::Constant(_) | Condition::Unknown => {}
        }
    }

    /// Whether a condition holds between the ends, if that is known of all that is asked.
    fn side(&self, inner: Id, scope: Id, condition: &Condition, variables: &[Between]) -> Option<bool> {
        let of = |condition: &Condition| self.side(inner, scope, condition, variables);
        let range = |index: &Index| {
            if let Some(constant) = index.as_constant() {
                return Some([Some(constant); 2]);
            }
            let (var, factor, rest) = self.alone(inner, scope, index)?;
            let between = variables.iter().find(|between| between.var == var)?;
            let [least, most] = between.bounds();
            let ends = if factor == 1 { [least, most] } else { [most, least] };
            let [low, high] = ends.map(|bounds| {
                bounds.map(|bound| bound.scaled(factor).plus(&rest, 1).as_constant()).collect::<Vec<_>>()
            });
            Some([low.into_iter().flatten().max(), high.into_iter().flatten().min()])
        };
        match condition {
            Condition::Negative(index) => match range(index)? {
                [_, Some(high)] if high < 0 => Some(true),
                [Some(low), _] if low >= 0 => Some(false),
                _ => None,
            },
            Condition::Zero(index) => match range(index)? {
                [_, Some(high)] if high < 0 => Some(false),
                [Some(low), _] if low > 0 => Some(false),
                [Some(0), Some(0)] => Some(true),
                _ => None,
            },
            // What is asked first may be anything of the user's: where it is not known, it is asked.
            Condition::And(a, b) => of(a).and_then(|holds| if holds { of(b) } else { Some(false) }),
            Condition::Or(a, b) => of(a).and_then(|holds| if holds { Some(true) } else { of(b) }),
            Condition::Not(condition) => of(condition).map(|holds| !holds),
            Condition::Constant(holds) => Some(*holds),
            Condition::Computed { .. } | Condition::Unknown => None,
        }
    }
}

impl Between {
    /// Everything that it is at least, and at most.
    fn bounds(&self) -> [impl Iterator<Item = &Index>; 2] {
        let [first, last] = &self.ends;
        [(first, &self.least), (last, &self.most)].map(|(end, more)| iter::once(end).chain(more))
    }

    /// Leaves out the points before each of some values that is near the first one, and from each on that is near the last one: as far from
    /// it as a small number says, or as another one of them is from the other end, or as the extents of two tensors differ, which should be
    /// the same.
    fn leave_out(&mut self, begins: &[Index]) {
        let [first, last] = &self.ends;
        let from_first = |begin: &Index| begin.clone().plus(first, -1);
        let to_last = |begin: &Index| last.clone().plus(begin, -1).offset(1);
        let length = last.clone().plus(first, -1);
        let is_near = |distance: &Index, other: &dyn Fn(&Index) -> Index| match distance.as_constant() {
            Some(distance) => AT_ENDS.contains(&distance),
            // Of a distance and what is left of the loop, this is the one that does not tell how long the loop is.
            None if distance.any_atom(|atom| length.any_atom(|of| of == atom)) => {
                distance.is_difference_of_extents()
            }
            None => begins.iter().any(|begin| other(begin) == *distance),
        };
        for begin in begins {
            if is_near(&from_first(begin), &to_last) {
                self.least.push(begin.clone());
            } else if is_near(&to_last(begin), &from_first) {
                self.most.push(begin.clone().offset(-1));
            }
        }
    }
}
