//! The last step of a Hadamard transform whose absolute values are added up: `(a + b).abs() + (a - b).abs()` is twice the greater of
//! `a.abs()` and `b.abs()`.

use std::collections::HashSet;

use crate::lanes::value::{Op, Program, Type, Value, ValueId};

/// `(a + b).abs() + (a - b).abs()`
pub struct Butterfly {
    /// `a` and `b`.
    pub operands: [ValueId; 2],
    /// Their sum and their difference, which must not wrap around.
    pub steps: [ValueId; 2],
    /// The absolute values of these.
    pub magnitudes: [ValueId; 2],
}

/// A value as such a sum.
pub fn butterfly(program: &Program, value: ValueId) -> Option<Butterfly> {
    let node = &program.nodes[value];
    let [first, second] = node.args[..].try_into().ok().filter(|_| node.op == Op::Add)?;
    of(program, first, second)
}

/// What two values that are added up are of.
fn of(program: &Program, first: ValueId, second: ValueId) -> Option<Butterfly> {
    let magnitude = |value: ValueId| {
        let node = &program.nodes[value];
        (node.op == Op::Abs && node.ty == Type::I32).then(|| node.args[0])
    };
    let step = |value: ValueId, op: Op| {
        let node = &program.nodes[value];
        let args: [ValueId; 2] = node.args[..].try_into().ok().filter(|_| node.op == op)?;
        args.iter().any(|arg| program.nodes[*arg].varying).then_some(args)
    };
    let steps = [magnitude(first)?, magnitude(second)?];
    let ([sum, difference], [plus, minus]) = match steps.map(|value| step(value, Op::Add)) {
        [Some(sum), None] => ([sum, step(steps[1], Op::Sub)?], steps),
        [None, Some(sum)] => ([sum, step(steps[0], Op::Sub)?], [steps[1], steps[0]]),
        _ => return None,
    };
    let is_same = sum == difference || sum == [difference[1], difference[0]];
    is_same.then_some(Butterfly { operands: sum, steps: [plus, minus], magnitudes: [first, second] })
}

/// Whether nothing but the absolute value of a value is wanted: a sum and a difference that are there anyway have theirs for less.
pub fn is_only_magnitude(program: &Program, value: ValueId) -> bool {
    let is_of = |user: &Value| user.op != Op::Abs && user.args.contains(&value);
    !program.nodes.iter().any(is_of) && !program.results().any(|result| result == value)
}

/// A sum in which the absolute values of such steps, among `wanted`, are added up first; or none, if there are none.
pub fn paired(
    program: &mut Program,
    both: [ValueId; 2],
    wanted: &HashSet<ValueId>,
    shown: &str,
) -> Option<ValueId> {
    let mut terms = Vec::new();
    both.into_iter().for_each(|value| flatten(program, value, &mut terms));
    let mut sums: Vec<ValueId> = Vec::new();
    let mut is_found = false;
    while let Some(first) = terms.pop() {
        let is_wanted = |pair: Butterfly| pair.steps.iter().all(|step| wanted.contains(step));
        let partner = terms.iter().rposition(|other| of(program, *other, first).is_some_and(is_wanted));
        sums.push(match partner.map(|at| terms.remove(at)) {
            Some(other) => {
                is_found = true;
                program.push(Op::Add, vec![other, first], Type::I32, shown.to_string())
            }
            None => first,
        });
    }
    let all = sums.into_iter().rev().filter(|_| is_found);
    all.reduce(|sum, term| program.push(Op::Add, vec![sum, term], Type::I32, shown.to_string()))
}

/// What is added up.
fn flatten(program: &Program, value: ValueId, terms: &mut Vec<ValueId>) {
    let node = &program.nodes[value];
    match (&node.op, &node.args[..]) {
        (Op::Add, &[a, b]) if node.ty == Type::I32 => {
            flatten(program, a, terms);
            flatten(program, b, terms);
        }
        _ => terms.push(value),
    }
}
