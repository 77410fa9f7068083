//! What ranges decide: conditions that always hold, or never do, and extremes that are always the same one of two. A least value begins
//! with `i32::MAX`, which would ask for lanes of 32 bits.

use unite_ranges::Range;

use crate::lanes::value::{Op, Order, PerValue, Program, ValueId};

/// Whether a program asks for ranges: it compares something with a number that 16 bits do not hold.
pub fn is_open(program: &Program) -> bool {
    let is_wide = |arg: &ValueId| {
        let fits = |range: Range| program.known(*arg).is_none_or(|number| Range::exact(number).fits(range));
        !fits(Range::I16) && !fits(Range::U16)
    };
    let asks = |op: &Op| matches!(op, Op::Compare(_) | Op::Min | Op::Max);
    program.nodes.iter().any(|value| asks(&value.op) && value.args.iter().any(is_wide))
}

/// The same program without what ranges decide.
pub fn decided(program: &Program, range: &dyn Fn(ValueId) -> Option<Range>) -> Program {
    let mut new = program.emptied();
    let mut places: PerValue<ValueId> = PerValue::default();
    for value in program.nodes.iter() {
        let chosen = match (&value.op, &value.args[..]) {
            (Op::Select, &[condition, yes, no]) => {
                holds(program, condition, range).map(|holds| if holds { yes } else { no })
            }
            (Op::Min, &[a, b]) => is_lesser(range(a), range(b)).map(|is_less| if is_less { a } else { b }),
            (Op::Max, &[a, b]) => is_lesser(range(a), range(b)).map(|is_less| if is_less { b } else { a }),
            _ => None,
        };
        let place = match chosen {
            Some(chosen) if program.nodes[chosen].ty == value.ty => places[chosen],
            _ => new.again(value, value.args.iter().map(|arg| places[*arg]).collect()),
        };
        places.push(place);
    }
    new.steps = program.steps_at(|value| places[value]);
    new
}

/// Whether a condition always holds, or never does.
fn holds(program: &Program, condition: ValueId, range: &dyn Fn(ValueId) -> Option<Range>) -> Option<bool> {
    let Op::Compare(order) = program.nodes[condition].op else { return None };
    let &[a, b] = &program.nodes[condition].args[..] else { return None };
    let (a, b) = (range(a)?, range(b)?);
    let never = match order {
        Order::Eq => Order::Ne,
        Order::Ne => Order::Eq,
        Order::Lt => Order::Ge,
        Order::Le => Order::Gt,
        Order::Gt => Order::Le,
        Order::Ge => Order::Lt,
    };
    if always(order, a, b) { Some(true) } else { always(never, a, b).then_some(false) }
}

/// Whether two values are in an order, whichever they are of these ranges.
fn always(order: Order, a: Range, b: Range) -> bool {
    match order {
        Order::Lt => a.last < b.first,
        Order::Le => a.last <= b.first,
        Order::Gt => always(Order::Lt, b, a),
        Order::Ge => always(Order::Le, b, a),
        Order::Eq => always(Order::Le, a, b) && always(Order::Ge, a, b),
        Order::Ne => always(Order::Lt, a, b) || always(Order::Gt, a, b),
    }
}

/// Whether the first of two values is the lesser one, if it is always the same one.
fn is_lesser(a: Option<Range>, b: Option<Range>) -> Option<bool> {
    let (a, b) = (a?, b?);
    if always(Order::Le, a, b) { Some(true) } else { always(Order::Ge, a, b).then_some(false) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::value::Type;

    /// `if a < most { a } else { b }`, with what is known of `a`.
    fn chosen(order: Order, a: Range, most: i128) -> Op {
        let mut program = Program::along(Vec::new());
        let [first, second] = [3, 4].map(|number| {
            let bound = program.push(Op::Literal(number), vec![], Type::I32, "a number".into());
            program.add(Op::Between, vec![bound, bound], Type::I32, "a value".into())
        });
        let number = program.push(Op::Literal(most), vec![], Type::I32, "the most".into());
        let condition =
            program.push(Op::Compare(order), vec![first, number], Type::Bool, "a condition".into());
        let select = program.push(Op::Select, vec![condition, first, second], Type::I32, "a choice".into());
        program.push(Op::Abs, vec![select], Type::I32, "what is asked for".into());
        assert_eq!(is_open(&program), most > 0xFFFF);
        let range = |node: ValueId| match program.known(node) {
            Some(number) => Some(Range::exact(number)),
            None => (node == first).then_some(a),
        };
        let new = decided(&program, &range);
        let last = new.nodes.iter().last().expect("values");
        new.nodes[last.args[0]].op.clone()
    }

    #[test]
    fn conditions_that_always_hold() {
        let a = Range::new(-5, 9);
        for (order, most, is_decided) in [
            (Order::Lt, 10, true),
            (Order::Lt, 9, false),
            (Order::Lt, -5, true),
            (Order::Lt, -4, false),
            (Order::Le, 9, true),
            (Order::Le, -5, false),
            (Order::Le, -6, true),
            (Order::Gt, -6, true),
            (Order::Gt, -5, false),
            (Order::Gt, 9, true),
            (Order::Ge, -5, true),
            (Order::Ge, 9, false),
            (Order::Ge, 10, true),
            (Order::Eq, 10, true),
            (Order::Eq, 9, false),
            (Order::Ne, -6, true),
            (Order::Ne, -5, false),
            (Order::Lt, i128::from(i32::MAX), true),
        ] {
            assert_eq!(chosen(order, a, most) != Op::Select, is_decided, "{most}");
        }
    }
}
