//! One form for all spellings of a program.
//!
//! Most spellings are one already: names, parentheses and closures are gone in the graph, what is computed twice is there once, and
//! arithmetic on numbers is done. What is left is the order of sums: reads of neighbours are added up first, and absolute values of
//! [`butterfly`](super::butterfly) steps. A sum does not begin with 0, and what a condition chooses is an extreme if it is one.

use std::collections::HashSet;

use super::butterfly::{is_only_magnitude, paired};
use super::idioms::are_neighbours;
use crate::lanes::value::{Op, Order, PerValue, Program, Type, ValueId};

/// The same program in that form.
pub fn canonical(program: &Program) -> Program {
    let mut new = program.emptied();
    let mut places: PerValue<ValueId> = PerValue::default();
    let mut steps = HashSet::new();
    for value in program.nodes.iter() {
        let args: Vec<ValueId> = value.args.iter().map(|arg| places[*arg]).collect();
        if value.op == Op::Abs && is_only_magnitude(program, value.args[0]) {
            steps.insert(args[0]);
        }
        let place = match (&value.op, &args[..]) {
            // A sum begins with 0.
            (Op::Add, &[a, b]) if new.known(a) == Some(0) && new.nodes[b].ty == value.ty => b,
            (Op::Add, &[a, b]) if value.ty == Type::I32 => sum(&mut new, [a, b], &steps, &value.shown),
            (Op::Select, &[_, a, b]) if a == b => a,
            (Op::Select, &[condition, a, b]) if value.ty == Type::I32 => {
                match extreme(&new, condition, [a, b]) {
                    Some(op) => new.push(op, vec![a, b], value.ty, value.shown.clone()),
                    None => new.again(value, args),
                }
            }
            _ => new.again(value, args),
        };
        places.push(place);
    }
    new.steps = program.steps_at(|value| places[value]);
    new
}

/// What the one of two values is that a condition chooses, if it asks which one is less.
fn extreme(program: &Program, condition: ValueId, [yes, no]: [ValueId; 2]) -> Option<Op> {
    let Op::Compare(order) = program.nodes[condition].op else { return None };
    let is_less = match order {
        Order::Lt | Order::Le => true,
        Order::Gt | Order::Ge => false,
        Order::Eq | Order::Ne => return None,
    };
    match program.nodes[condition].args[..] {
        [a, b] if [a, b] == [yes, no] => Some(if is_less { Op::Min } else { Op::Max }),
        [a, b] if [a, b] == [no, yes] => Some(if is_less { Op::Max } else { Op::Min }),
        _ => None,
    }
}

/// A sum, in which reads of neighbours are added up first, and so are absolute values of `steps`, of which nothing else is wanted.
fn sum(program: &mut Program, [a, b]: [ValueId; 2], steps: &HashSet<ValueId>, shown: &str) -> ValueId {
    if !steps.is_empty()
        && let Some(sum) = paired(program, [a, b], steps, shown)
    {
        return sum;
    }
    let (op, args) = (&program.nodes[a].op, &program.nodes[a].args[..]);
    if let (Op::Add, &[rest, last]) = (op, args)
        && !are_neighbours(program, rest, last)
        && are_neighbours(program, last, b)
    {
        let pair = program.push(Op::Add, vec![last, b], Type::I32, shown.to_string());
        return program.push(Op::Add, vec![rest, pair], Type::I32, shown.to_string());
    }
    program.push(Op::Add, vec![a, b], Type::I32, shown.to_string())
}
