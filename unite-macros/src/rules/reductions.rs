//! Sums over all points whose terms machines add up as they make them.

use super::idioms::is_byte;
use crate::lanes::value::{Op, Program, Reduction, ValueId};

/// What is summed up.
pub enum Terms {
    /// Distances of bytes, or bytes, which are distances from 0.
    Distances(Vec<(ValueId, Option<ValueId>)>),
    /// Products.
    Products([ValueId; 2]),
}

/// Terms of a sum that there is a way to add up, so many of them side by side.
pub fn find(program: &Program, node: ValueId, how: Reduction, lanes: i64) -> Option<Terms> {
    if how != Reduction::Sum {
        return None;
    }
    let n = &program.nodes[node];
    let is_byte = |n: ValueId| lanes >= 8 && is_byte(program, n);
    match (&n.op, &n.args[..]) {
        (Op::Abs, &[difference]) => {
            match (&program.nodes[difference].op, &program.nodes[difference].args[..]) {
                (Op::Sub, &[a, b]) if is_byte(a) && is_byte(b) => Some(Terms::Distances(vec![(a, Some(b))])),
                _ => None,
            }
        }
        (Op::Read(_), _) if is_byte(node) => Some(Terms::Distances(vec![(node, None)])),
        (Op::Add, &[a, b]) if is_byte(a) && is_byte(b) => Some(Terms::Distances(vec![(a, None), (b, None)])),
        (Op::Mul, &[a, b]) if [a, b].iter().all(|a| program.nodes[*a].varying) => {
            Some(Terms::Products([a, b]))
        }
        _ => None,
    }
}
