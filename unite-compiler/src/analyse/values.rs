//! Between what the variables of loops are, which may be what others of them say, and what that says of an index.

use super::apart::factor;
use super::interval::at_most;
use super::tensors::Tensors;
use crate::cost::ALTERNATIVES;
use crate::ir::{Atom, Id, Index, Kernel, Op};

/// Between what a variable is: not before any of the first, not after any of the last.
pub struct Values {
    pub var: Id,
    pub first: Vec<Index>,
    pub last: Vec<Index>,
}

impl Values {
    /// Those of the variable of a loop, as that says it.
    pub fn of(kernel: &Kernel, tensors: &Tensors, var: Id) -> Self {
        let (first, last) = tensors.values(kernel, var);
        Values { var, first: each(first, Op::Max), last: each(last, Op::Min) }
    }
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
pub fn nearest(a: Index, b: Index, is_last: bool) -> Index {
    let is_less = at_most(&a, &b);
    if !is_less && !at_most(&b, &a) {
        return Index::op(if is_last { Op::Min } else { Op::Max }, vec![a, b]);
    }
    if is_less == is_last { a } else { b }
}

/// The first or the last of an index that variables count, of which the innermost one is the last: what one says of another one is seen, and
/// what `limits` say, which are at most 0. Nothing if what is left is not linear in them.
pub fn bound(all: &[Values], limits: &[Index], index: &Index, is_last: bool) -> Option<Index> {
    let count = |index: &Index| all.iter().filter(|values| factor(index, values.var) != Some(0)).count();
    let within = limits.iter().map(|limit| index.clone().plus(limit, if is_last { -1 } else { 1 }));
    let mut found = vec![index.clone()];
    found.extend(within.filter(|other| count(other) < count(index)));
    for Values { var, first, last } in all.iter().rev() {
        let mut next: Vec<Index> = Vec::new();
        for index in found {
            // Another one may be linear, which a limit takes from it.
            let Some(by) = factor(&index, *var) else { continue };
            if by == 0 {
                next.push(index);
                continue;
            }
            let rest = index.plus(&Index::atom(Atom::Var(*var)), -by);
            let ends = if (by > 0) == is_last { last } else { first };
            next.extend(ends.iter().map(|end| rest.clone().plus(end, by)));
        }
        next.truncate(ALTERNATIVES);
        found = next;
    }
    found.into_iter().reduce(|a, b| nearest(a, b, is_last))
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
            let all = [
                Values { var: 0, first: ends([0, 0], 0), last: ends([0, 0], 3) },
                Values { var: 1, first: ends([1, 0], 0), last: ends([1, 0], 3) },
                Values { var: 2, first: ends([1, 1], 0), last: ends([1, 1], 4) },
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
                        let is_in = |values: &Values| {
                            let after = |end: &Index| value(end, at).is_some_and(|end| end <= at[values.var]);
                            let before =
                                |end: &Index| value(end, at).is_some_and(|end| at[values.var] <= end);
                            values.first.iter().all(after) && values.last.iter().all(before)
                        };
                        let is_within = |limit: &Index| value(limit, at).is_some_and(|limit| limit <= 0);
                        if all.iter().all(is_in) && limits.iter().all(is_within) {
                            points.extend(value(&index, at));
                        }
                    }
                }
            }
            let (Some(least), Some(most)) = (points.iter().min(), points.iter().max()) else { continue };
            let found = [false, true]
                .map(|is_last| bound(&all, &limits, &index, is_last).and_then(|index| index.as_constant()));
            let [Some(first), Some(last)] = found else { panic!("all is known") };
            assert!(first <= *least && *most <= last, "{first}..={last} for {least}..={most}");
            if (first, last) == (*least, *most) { exact += 1 } else { others += 1 }
        }
        assert!(exact > others, "{exact} {others}");
    }
}
