//! Values that take turns: what is computed of every second element of a row, and the same of those between. Both are there where it is
//! computed of elements side by side, and taken apart afterwards.

use std::collections::HashSet;

use crate::ir::Id;
use crate::lanes::independent::factor;
use crate::lanes::value::{Op, Program, Read, Step, ValueId};

/// How that is said in plans.
pub const TURNS: &str = "f(t[2 * x]) and f(t[2 * x + 1])";

/// Two values that take turns.
pub struct Turns {
    /// What is computed of every second element.
    pub first: ValueId,
    /// The same of the elements behind those.
    pub second: ValueId,
    /// What the first one reads.
    pub reads: Vec<ValueId>,
}

/// The values that take turns among those that are written. With one read alone there is nothing to save, and nothing else may write
/// where they read.
pub fn find(program: &Program) -> Vec<Turns> {
    let &[lane] = &program.lanes[..] else { return Vec::new() };
    let writes: Vec<(&Read, ValueId)> = program.steps.iter().filter_map(written).collect();
    let mut found: Vec<Turns> = Vec::new();
    for (_, first) in &writes {
        for (_, second) in &writes {
            let is_free = |turns: &Turns| {
                let both = [turns.first, turns.second];
                !both.contains(first) && !both.contains(second)
            };
            let is_pair = first != second && is_next(program, lane, *first, *second, &mut HashSet::new());
            if !is_pair || !found.iter().all(is_free) {
                continue;
            }
            let needed = program.needed(vec![*first], |node, open| open.extend(&program.nodes[node].args));
            let reads: Vec<ValueId> =
                needed.those().filter(|node| matches!(program.nodes[*node].op, Op::Read(_))).collect();
            let is_written = |node: &ValueId| match &program.nodes[*node].op {
                Op::Read(read) => writes.iter().any(|(target, _)| target.base == read.base),
                _ => false,
            };
            if reads.len() > 1 && !reads.iter().any(is_written) {
                found.push(Turns { first: *first, second: *second, reads });
            }
        }
    }
    found
}

/// Where a step writes, and what.
fn written(step: &Step) -> Option<(&Read, ValueId)> {
    match step {
        Step::Write(target, node) => Some((target, *node)),
        Step::Read(_) | Step::Reduce(..) | Step::Begin(_) | Step::End(_) => None,
    }
}

/// Whether a value is another one, but of the elements that follow: every second one is read along a lane. `seen` are pairs that are.
fn is_next(program: &Program, lane: Id, a: ValueId, b: ValueId, seen: &mut HashSet<[ValueId; 2]>) -> bool {
    let (first, second) = (&program.nodes[a], &program.nodes[b]);
    if !first.varying {
        return a == b;
    }
    if seen.contains(&[a, b]) {
        return true;
    }
    let is = match (&first.op, &second.op) {
        (Op::Read(first), Op::Read(second)) => follows(lane, first, second),
        (Op::Index(_) | Op::Gather(_) | Op::Picked(_), _) => false,
        (op, other) => {
            op == other
                && first.ty == second.ty
                && !program.may_fail(a)
                && first.args.len() == second.args.len()
                && first.args.iter().zip(&second.args).all(|(a, b)| is_next(program, lane, *a, *b, seen))
        }
    };
    is && seen.insert([a, b])
}

/// Whether the second read is of the elements behind those of the first, of which every second one is read.
fn follows(lane: Id, first: &Read, second: &Read) -> bool {
    let pairs = || first.data.iter().zip(&second.data);
    first.base == second.base
        && pairs().filter(|(x, y)| x != y).count() == 1
        && pairs().all(|(x, y)| {
            let apart = y.clone().plus(x, -1).as_constant();
            matches!((factor(x, lane), apart), (Some(0), Some(0)) | (Some(2), Some(1)))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Atom, Index};
    use crate::lanes::value::Type;

    const LANE: Id = 7;

    /// An access of a row: the element `by * x + at` of a base.
    fn access(base: Id, by: i64, at: i64) -> Read {
        let column = Index::atom(Atom::Var(LANE)).scaled(by).offset(at);
        Read { access: 0, base, data: vec![Index::constant(3), column], elem: Some(Type::U8), at: vec![] }
    }

    /// `op(t[by * x + at], u[by * x + at])`, of bases 0 and 1.
    fn value(program: &mut Program, op: Op, by: i64, at: i64) -> ValueId {
        let args = [0, 1].map(|base| {
            let read = program.push(Op::Read(access(base, by, at)), vec![], Type::I32, "an element".into());
            program.steps.push(Step::Read(read));
            read
        });
        program.push(op, args.to_vec(), Type::I32, "a value".into())
    }

    fn found(target: Id, values: [(Op, i64, i64); 2]) -> Vec<[usize; 2]> {
        let mut program = Program::along(vec![LANE]);
        let values = values.map(|(op, by, at)| value(&mut program, op, by, at));
        for value in values {
            program.steps.push(Step::Write(access(target, 1, 0), value));
        }
        let number = |value| values.iter().position(|v| *v == value).expect("what is written");
        let turns = find(&program);
        assert!(turns.iter().all(|turns| turns.reads.len() == 2));
        turns.iter().map(|turns| [number(turns.first), number(turns.second)]).collect()
    }

    #[test]
    fn the_same_of_elements_in_turn_is_a_pair() {
        assert_eq!(found(9, [(Op::Min, 2, 4), (Op::Min, 2, 5)]), [[0, 1]]);
        assert_eq!(found(9, [(Op::Min, 2, 0), (Op::Min, 2, -1)]), [[1, 0]]);
    }

    #[test]
    fn what_is_something_else_is_none() {
        let none: [[usize; 2]; 0] = [];
        for (second, by, at) in [(Op::Max, 2, 1), (Op::Min, 2, 2), (Op::Min, 2, 0), (Op::Min, 1, 1)] {
            assert_eq!(found(9, [(Op::Min, 2, 0), (second, by, at)]), none, "{by} * x + {at}");
        }
        // Rows as they are, and every third element.
        assert_eq!(found(9, [(Op::Min, 1, 0), (Op::Min, 1, 1)]), none);
        assert_eq!(found(9, [(Op::Min, 3, 0), (Op::Min, 3, 1)]), none);
    }

    #[test]
    fn what_is_read_stays_as_it_is() {
        assert!(found(1, [(Op::Min, 2, 0), (Op::Min, 2, 1)]).is_empty());
    }
}
