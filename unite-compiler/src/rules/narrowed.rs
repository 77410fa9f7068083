//! What is cut to 16 bits needs no more on the way: sums, differences and products of the low 16 bits are those of the whole.

use std::collections::HashMap;

use unite_ranges::Range;

use crate::lanes::value::{Op, Program, Type, ValueId};

/// The same program, in which what is cut is computed in as many bits, where it might have more; nothing, if there is no such.
pub fn narrowed(program: &Program, range: &dyn Fn(ValueId) -> Option<Range>) -> Option<Program> {
    let mut rewriting = Rewriting { old: program, range, new: program.emptied(), places: HashMap::new() };
    if !program.nodes.ids().any(|node| rewriting.is_cut(node)) {
        return None;
    }
    rewriting.new.steps = program.steps_at(|value| rewriting.place(value));
    Some(rewriting.new)
}

struct Rewriting<'p> {
    old: &'p Program,
    range: &'p dyn Fn(ValueId) -> Option<Range>,
    new: Program,
    /// Where values are in the new program.
    places: HashMap<ValueId, ValueId>,
}

impl Rewriting<'_> {
    /// Whether a value is cut to 16 bits that it may not fit, and all before it can be.
    fn is_cut(&self, node: ValueId) -> bool {
        let cast = &self.old.nodes[node];
        let is_cast = matches!(cast.op, Op::Cast) && matches!(cast.ty, Type::I16 | Type::U16) && cast.varying;
        is_cast && self.is_arithmetic(cast.args[0]) && self.may_be_cut(cast.args[0])
    }

    /// Whether a value may have more than 16 bits, and its low ones come of those of its operands.
    fn is_arithmetic(&self, node: ValueId) -> bool {
        let value = &self.old.nodes[node];
        let is_ring = matches!(value.op, Op::Add | Op::Sub | Op::Mul | Op::Neg | Op::Shl);
        is_ring && value.varying && value.ty == Type::I32 && !self.has_16_bits(node)
    }

    fn has_16_bits(&self, node: ValueId) -> bool {
        (self.range)(node).is_some_and(|range| range.fits(Range::I16) || range.fits(Range::U16))
    }

    /// Whether the low bits of a value are there without its other ones.
    fn may_be_cut(&self, node: ValueId) -> bool {
        let value = &self.old.nodes[node];
        if self.is_arithmetic(node) {
            // The amount of a shift is the same in all lanes.
            let operands = if matches!(value.op, Op::Shl) { &value.args[..1] } else { &value.args[..] };
            return operands.iter().all(|operand| self.may_be_cut(*operand));
        }
        let is_read = matches!(&value.op, Op::Read(read) if read.elem == Some(Type::I32));
        let is_number = !value.varying && matches!(value.ty, Type::I32 | Type::Any);
        is_number || is_read || value.varying && self.has_16_bits(node)
    }

    /// A value in the new program.
    fn place(&mut self, node: ValueId) -> ValueId {
        if let Some(place) = self.places.get(&node) {
            return *place;
        }
        let value = &self.old.nodes[node];
        let place = if self.is_cut(node) {
            self.low(value.args[0], value.ty)
        } else {
            let args: Vec<ValueId> = value.args.iter().map(|arg| self.place(*arg)).collect();
            self.new.again(value, args)
        };
        self.places.insert(node, place);
        place
    }

    /// The low bits of a value, as a number of a type.
    fn low(&mut self, node: ValueId, ty: Type) -> ValueId {
        let value = &self.old.nodes[node];
        let shown = || value.shown.clone();
        if !self.is_arithmetic(node) {
            return match self.old.known(node) {
                Some(number) => self.new.push(Op::Literal(wrapped(number, ty)), vec![], ty, shown()),
                None => {
                    let place = self.place(node);
                    let is_there = self.new.nodes[place].ty == ty;
                    if is_there { place } else { self.new.push(Op::Cast, vec![place], ty, shown()) }
                }
            };
        }
        let first = self.low(value.args[0], ty);
        match value.op {
            Op::Neg => self.new.push(Op::WrappingNeg, vec![first], ty, shown()),
            Op::Shl => {
                // As a product: amounts may be more than there are bits.
                let power = self.power(value.args[1], ty);
                self.new.push(Op::WrappingMul, vec![first, power], ty, shown())
            }
            _ => {
                let second = self.low(value.args[1], ty);
                let op = match value.op {
                    Op::Add => Op::WrappingAdd,
                    Op::Sub => Op::WrappingSub,
                    _ => Op::WrappingMul,
                };
                self.new.push(op, vec![first, second], ty, shown())
            }
        }
    }

    /// The low bits of a power of two.
    fn power(&mut self, amount: ValueId, ty: Type) -> ValueId {
        let shown = format!("1 << {}", self.old.nodes[amount].shown);
        if let Some(by) = self.old.known(amount).and_then(|by| u32::try_from(by).ok()).filter(|by| *by < 32) {
            return self.new.push(Op::Literal(wrapped(1 << by, ty)), vec![], ty, shown);
        }
        let (one, by) = (self.new.push(Op::Literal(1), vec![], Type::I32, "1".into()), self.place(amount));
        let power = self.new.push(Op::Shl, vec![one, by], Type::I32, shown.clone());
        self.new.push(Op::Cast, vec![power], ty, shown)
    }
}

/// What is left of a number in a type of 16 bits.
fn wrapped(number: i128, ty: Type) -> i128 {
    if ty == Type::U16 { i128::from(number as u16) } else { i128::from(number as i16) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::value::{Reduction, Step};

    fn number(program: &mut Program, value: i128) -> ValueId {
        program.push(Op::Literal(value), vec![], Type::I32, value.to_string())
    }

    /// `(a * 70000 + b << 3) as ty`, of two operands of so many values.
    fn cut(ty: Type, op: &Op) -> Program {
        let mut program = Program::default();
        let [a, b] = [0, 1].map(|k| program.push(Op::Picked(k), vec![], Type::I32, "an element".into()));
        let (factor, by) = (number(&mut program, 70_000), number(&mut program, 3));
        let product = program.push(op.clone(), vec![a, factor], Type::I32, "a * 70000".into());
        let sum = program.push(Op::Add, vec![product, b], Type::I32, "a * 70000 + b".into());
        let shifted = program.push(Op::Shl, vec![sum, by], Type::I32, "shifted".into());
        let cast = program.push(Op::Cast, vec![shifted], ty, "cast".into());
        program.steps.push(Step::Reduce(quote::format_ident!("all"), Reduction::Sum, cast));
        program
    }

    fn ranges(program: &Program) -> impl Fn(ValueId) -> Option<Range> {
        move |node| match program.nodes[node].op {
            Op::Picked(_) => Some(Range::U8),
            _ => program.known(node).map(Range::exact).or(Some(Range::I32)),
        }
    }

    #[test]
    fn sums_and_products_are_computed_in_what_is_left_of_them() {
        for (ty, left) in [(Type::I16, 4464), (Type::U16, 4464)] {
            let old = cut(ty, &Op::Mul);
            let new = narrowed(&old, &ranges(&old)).expect("a cast that cuts");
            let of = |op: &Op| new.nodes.iter().filter(|value| value.op == *op && value.ty == ty).count();
            assert_eq!([of(&Op::WrappingMul), of(&Op::WrappingAdd)], [2, 1]);
            assert_eq!([of(&Op::Literal(left)), of(&Op::Literal(8))], [1, 1]);
            assert!(!new.nodes.iter().any(|value| matches!(value.op, Op::Mul | Op::Add | Op::Shl)));
            // Operands come first.
            let [Step::Reduce(_, _, result)] = new.steps[..] else { panic!("one result") };
            assert_eq!(result, new.nodes.ids().last().expect("values"));
        }
    }

    #[test]
    fn what_needs_all_bits_stays() {
        // The upper bits of a maximum come of those of its operands.
        let old = cut(Type::I16, &Op::Max);
        assert!(narrowed(&old, &ranges(&old)).is_none());
        // Nothing is cut.
        let old = cut(Type::I16, &Op::Mul);
        assert!(narrowed(&old, &|_| Some(Range::I16)).is_none());
        assert!(narrowed(&cut(Type::I32, &Op::Mul), &ranges(&old)).is_none());
    }

    #[test]
    fn numbers_wrap_around() {
        assert_eq!([wrapped(70_000, Type::U16), wrapped(40_000, Type::I16)], [4464, -25_536]);
        assert_eq!([wrapped(-1, Type::U16), wrapped(-1, Type::I16)], [0xFFFF, -1]);
    }
}
