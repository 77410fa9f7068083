//! Sums over all points whose terms machines add up as they make them.

use super::idioms::is_byte;
use crate::ir::Index;
use crate::lanes::bits::Bit;
use crate::lanes::value::{Op, Order, Program, Reduction, Type, ValueId};

/// The terms of a mask, for people.
pub const MASK: &str = "+= if c { 1 << k } else { 0 }";

/// What is summed up.
pub enum Terms {
    /// Distances of bytes, or bytes, which are distances from 0.
    Distances(Vec<(ValueId, Option<ValueId>)>),
    /// Bytes of which others are taken away.
    Differences([ValueId; 2]),
    /// Products, all of whose factors vary.
    Products(Vec<[ValueId; 2]>),
    /// Whether any number is not 0.
    Nonzero(ValueId),
    /// Whether a condition holds anywhere.
    Anywhere(ValueId),
    /// Bits of a mask: where a condition holds, or where it does not, from an index on.
    Bits {
        /// What is asked.
        condition: ValueId,
        /// Whether bits are set where it holds.
        holds: bool,
        /// The bit of the first lane.
        index: Index,
    },
}

/// Terms of a sum that there is a way to add up, so many of them side by side.
pub fn find(program: &Program, node: ValueId, how: Reduction, lanes: i64) -> Option<Terms> {
    match how {
        Reduction::Sum => {}
        Reduction::Any => return Some(nonzero(program, node).map_or(Terms::Anywhere(node), Terms::Nonzero)),
        _ => return None,
    }
    if let Some(Bit { condition, holds, index }) = program.bit(node) {
        return Some(Terms::Bits { condition, holds, index: index.clone() });
    }
    let n = &program.nodes[node];
    let is_byte = |n: ValueId| lanes >= 4 && is_byte(program, n);
    match (&n.op, &n.args[..]) {
        (Op::Abs, &[difference]) => {
            match (&program.nodes[difference].op, &program.nodes[difference].args[..]) {
                (Op::Sub, &[a, b]) if is_byte(a) && is_byte(b) => Some(Terms::Distances(vec![(a, Some(b))])),
                _ => None,
            }
        }
        (Op::Read(_), _) if is_byte(node) => Some(Terms::Distances(vec![(node, None)])),
        (Op::Add, &[a, b]) if is_byte(a) && is_byte(b) => Some(Terms::Distances(vec![(a, None), (b, None)])),
        (Op::Sub, &[a, b]) if n.ty == Type::I32 && is_byte(a) && is_byte(b) => {
            Some(Terms::Differences([a, b]))
        }
        (Op::Add, &[a, b]) => Some(Terms::Products(vec![product(program, a)?, product(program, b)?])),
        _ => Some(Terms::Products(vec![product(program, node)?])),
    }
}

/// The factors of a product that both vary.
fn product(program: &Program, node: ValueId) -> Option<[ValueId; 2]> {
    let value = &program.nodes[node];
    let factors: [ValueId; 2] = value.args[..].try_into().ok().filter(|_| matches!(value.op, Op::Mul))?;
    factors.iter().all(|factor| program.nodes[*factor].varying).then_some(factors)
}

/// What is asked not to be 0.
fn nonzero(program: &Program, condition: ValueId) -> Option<ValueId> {
    let value = &program.nodes[condition];
    let [a, b] = value.args[..].try_into().ok().filter(|_| value.op == Op::Compare(Order::Ne))?;
    match [a, b].map(|number| program.known(number) == Some(0)) {
        [false, true] => Some(a),
        [true, false] => Some(b),
        _ => None,
    }
}
