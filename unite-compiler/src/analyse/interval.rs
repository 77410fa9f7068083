//! The interval of an index over ranges of its variables, as indices again.

use crate::ir::{Atom, Getter, Index, Op};

/// The least and the greatest value.
pub type Interval = (Index, Index);

/// The interval of `index`, where `range` gives that of each atom that varies; `None` where none can be given.
pub fn interval(index: &Index, range: &dyn Fn(&Atom) -> Option<Interval>) -> Option<Interval> {
    let mut first = Index::constant(index.constant);
    let mut last = first.clone();
    for (atom, coefficient) in &index.terms {
        let (low, high) = of_atom(atom, range)?;
        let (low, high) = if *coefficient < 0 { (high, low) } else { (low, high) };
        first = first.plus(&low, *coefficient);
        last = last.plus(&high, *coefficient);
    }
    Some((first, last))
}

/// Whether the first of two indices is known to be at most the second: by a difference that is a constant, or as quotients
/// of such indices by one divisor.
pub fn at_most(small: &Index, large: &Index) -> bool {
    let (small, large) = (floored(small), floored(large));
    if let Some(difference) = large.clone().plus(&small, -1).as_constant() {
        return difference >= 0;
    }
    match (numerator(&small), numerator(&large)) {
        (Some((small, by)), Some((large, divisor))) => by == divisor && at_most(&small, &large),
        _ => false,
    }
}

/// `a` and `d`, if an index is `floor(a / d)`.
fn numerator(index: &Index) -> Option<(Index, i64)> {
    let [(Atom::Op(Op::FloorDiv, args), 1)] = &index.terms[..] else { return None };
    let divisor = args[1].as_constant()?;
    Some((args[0].clone().offset(index.constant.checked_mul(divisor)?), divisor))
}

/// An index in which divisions of what is not negative round down, as they all do then.
fn floored(index: &Index) -> Index {
    index.substitute(&mut |atom| {
        let Atom::Op(op, args) = atom else { return None };
        let args: Vec<Index> = args.iter().map(floored).collect();
        let rounds_down = *op == Op::Div
            && is_not_negative(&args[0])
            && args[1].as_constant().is_some_and(|divisor| divisor > 0);
        Some(Index::op(if rounds_down { Op::FloorDiv } else { *op }, args))
    })
}

/// Whether an index is made of extents, so that it is not negative.
fn is_not_negative(index: &Index) -> bool {
    let is_extent = |(atom, factor): &(Atom, i64)| {
        *factor > 0
            && match atom {
                Atom::Get(Getter::Extent, ..) => true,
                Atom::Op(Op::FloorDiv, args) => {
                    is_not_negative(&args[0]) && args[1].as_constant().is_some_and(|divisor| divisor > 0)
                }
                _ => false,
            }
    };
    index.constant >= 0 && index.terms.iter().all(is_extent)
}

fn of_atom(atom: &Atom, range: &dyn Fn(&Atom) -> Option<Interval>) -> Option<Interval> {
    if let Some(known) = range(atom) {
        return Some(known);
    }
    let Atom::Op(op, args) = atom else {
        let fixed = Index::atom(atom.clone());
        return Some((fixed.clone(), fixed));
    };
    let args: Vec<Interval> = args.iter().map(|a| interval(a, range)).collect::<Option<_>>()?;
    if args.iter().all(|(first, last)| first == last) {
        let fixed = Index::op(*op, args.into_iter().map(|(first, _)| first).collect());
        return Some((fixed.clone(), fixed));
    }
    let fixed = |i: usize| (args[i].0 == args[i].1).then(|| args[i].0.clone());
    let each = |f: &dyn Fn(Index) -> Index| (f(args[0].0.clone()), f(args[0].1.clone()));
    match op {
        // Monotone in the first operand, by a constant second one.
        Op::Div | Op::FloorDiv | Op::Shr | Op::Shl => {
            let by = fixed(1)?;
            let valid = match op {
                // By what is no constant nothing below 1 is divided.
                Op::FloorDiv => by.as_constant().is_none_or(|d| d > 0),
                Op::Div => by.as_constant().is_some_and(|d| d > 0),
                _ => true,
            };
            valid.then(|| each(&|a| Index::op(*op, vec![a, by.clone()])))
        }
        Op::Rem => {
            let d = fixed(1)?.as_constant().filter(|d| *d > 0)?;
            let low = match args[0].0.as_constant() {
                Some(a) if a >= 0 => 0,
                _ => 1 - d,
            };
            Some((Index::constant(low), Index::constant(d - 1)))
        }
        Op::And => {
            let mask = fixed(1).or(fixed(0))?.as_constant().filter(|m| *m >= 0)?;
            Some((Index::constant(0), Index::constant(mask)))
        }
        Op::Min | Op::Max => {
            let pick =
                |f: fn(&Interval) -> &Index| Index::op(*op, args.iter().map(|a| f(a).clone()).collect());
            Some((pick(|a| &a.0), pick(|a| &a.1)))
        }
        Op::Abs => {
            let high = Index::op(Op::Max, vec![args[0].1.clone(), args[0].0.scaled(-1)]);
            Some((Index::constant(0), high))
        }
        Op::Across(_) | Op::Distance(..) => {
            let (first, last) = args.into_iter().unzip();
            Some((Index::op(*op, first), Index::op(*op, last)))
        }
        // Where nothing is led to, nothing is read.
        Op::Lead(_) => Some((args[1].0.clone(), args[2].1.clone())),
        Op::Mul => {
            let mut corners = Vec::new();
            for a in [&args[0].0, &args[0].1] {
                for b in [&args[1].0, &args[1].1] {
                    let corner = Index::op(Op::Mul, vec![a.clone(), b.clone()]);
                    if !corners.contains(&corner) {
                        corners.push(corner);
                    }
                }
            }
            let all = |op: Op| corners.iter().cloned().reduce(|a, b| Index::op(op, vec![a, b]));
            Some((all(Op::Min)?, all(Op::Max)?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_of_extents_are_compared() {
        let extent = || Index::atom(Atom::Get(Getter::Extent, 0, 0));
        let div = |op, index: Index, by| Index::op(op, vec![index, Index::constant(by)]);
        let last = div(Op::FloorDiv, extent().offset(15), 16).offset(-1);
        let quarter = div(Op::Div, extent(), 4);
        let mut proven = Vec::new();
        for back in 0..6 {
            let index = div(Op::FloorDiv, quarter.clone().offset(-back), 4);
            let value = |index: &Index, e| {
                index.evaluate(&|atom| matches!(atom, Atom::Get(..)).then_some(e)).expect("all is known")
            };
            for (small, large) in [(&index, &last), (&last, &index)] {
                let holds = (0..200).all(|e| value(small, e) <= value(large, e));
                assert!(holds || !at_most(small, large), "{back}");
            }
            proven.push(at_most(&index, &last));
        }
        assert_eq!(proven, [false, true, true, true, true, true]);
        // What may be negative does not round down.
        let value = Index::atom(Atom::Value(0));
        assert!(!at_most(&div(Op::Div, value.clone(), 4), &div(Op::FloorDiv, value, 4)));
    }

    /// Every interval holds every value: all operations, over all small ranges.
    #[test]
    fn intervals_hold_their_values() {
        let var = |id| Index::atom(Atom::Var(id));
        let ops =
            [Op::Div, Op::FloorDiv, Op::Rem, Op::Shr, Op::Shl, Op::And, Op::Min, Op::Max, Op::Abs, Op::Mul];
        for op in ops {
            for second in [Index::constant(3), var(1)] {
                if matches!(op, Op::Div | Op::FloorDiv | Op::Rem | Op::Shr | Op::Shl | Op::And)
                    && second.as_constant().is_none()
                {
                    continue;
                }
                let args = if op == Op::Abs { vec![var(0)] } else { vec![var(0), second] };
                let index = Index::op(op, args).scaled(-2).offset(5);
                for (lo, hi) in [(-7, 9), (0, 6), (-9, -2)] {
                    let range = |atom: &Atom| match atom {
                        Atom::Var(0) => Some((Index::constant(lo), Index::constant(hi))),
                        Atom::Var(1) => Some((Index::constant(-2), Index::constant(4))),
                        _ => None,
                    };
                    let (first, last) = interval(&index, &range).expect("these have intervals");
                    let (first, last) = (first.as_constant().unwrap(), last.as_constant().unwrap());
                    for a in lo..=hi {
                        for b in -2..=4 {
                            let env = |atom: &Atom| match atom {
                                Atom::Var(0) => Some(a),
                                Atom::Var(1) => Some(b),
                                _ => None,
                            };
                            let value = index.evaluate(&env).unwrap();
                            assert!(
                                first <= value && value <= last,
                                "{op:?}: {value} not in {first}..={last}"
                            );
                        }
                    }
                }
            }
        }
    }
}
