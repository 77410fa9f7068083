//! A value as a sum: how often each term is in it, and the number that is added.

use crate::lanes::value::{Op, Program, ValueId};

/// `sum of weight * value + number`
#[derive(Default)]
pub struct Terms {
    /// The values with their weights, in order of first appearance.
    pub terms: Vec<(ValueId, i128)>,
    /// The number.
    pub number: i128,
}

impl Terms {
    /// A value as a sum, whatever is added up in it in whatever order.
    pub fn of(program: &Program, value: ValueId) -> Option<Terms> {
        let mut terms = Terms::default();
        terms.add(program, value, 1)?;
        terms.terms.retain(|(_, weight)| *weight != 0);
        Some(terms)
    }

    fn add(&mut self, program: &Program, value: ValueId, by: i128) -> Option<()> {
        if let Some(number) = program.known(value) {
            self.number = self.number.checked_add(number.checked_mul(by)?)?;
            return Some(());
        }
        let node = &program.nodes[value];
        match (&node.op, &node.args[..]) {
            (Op::Add, &[a, b]) => {
                self.add(program, a, by)?;
                self.add(program, b, by)
            }
            (Op::Sub, &[a, b]) => {
                self.add(program, a, by)?;
                self.add(program, b, by.checked_neg()?)
            }
            (Op::Neg, &[a]) => self.add(program, a, by.checked_neg()?),
            (Op::Mul, &[a, b]) => match (program.known(a), program.known(b)) {
                (Some(times), None) => self.add(program, b, by.checked_mul(times)?),
                (None, Some(times)) => self.add(program, a, by.checked_mul(times)?),
                _ => self.count(value, by),
            },
            (Op::Shl, &[a, b]) => match program.known(b) {
                Some(amount @ 0..32) => self.add(program, a, by.checked_mul(1 << amount)?),
                _ => self.count(value, by),
            },
            _ => self.count(value, by),
        }
    }

    fn count(&mut self, value: ValueId, by: i128) -> Option<()> {
        match self.terms.iter_mut().find(|(known, _)| *known == value) {
            Some((_, weight)) => *weight = weight.checked_add(by)?,
            None => self.terms.push((value, by)),
        }
        Some(())
    }

    /// The two values of which each is in it once, if the number is this one.
    pub fn pair(&self, number: i128) -> Option<[ValueId; 2]> {
        match self.terms[..] {
            [(a, 1), (b, 1)] if self.number == number => Some([a, b]),
            _ => None,
        }
    }
}
