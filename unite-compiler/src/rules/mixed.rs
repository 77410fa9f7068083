//! Weighted sums, of which the weights are a constant together.

use syn::{BinOp, Expr, Lit};

use crate::lanes::value::{Op, Program, ValueId};

/// `x * weight + y * (total - weight)`
pub struct Mix {
    /// What is weighted.
    pub x: ValueId,
    /// What has the rest of the weight.
    pub y: ValueId,
    /// The weight.
    pub weight: ValueId,
    /// Both weights together.
    pub total: i128,
}

/// A sum that is `x * w + y * (total - w)`, of which intervals alone say too much.
pub fn mixed(program: &Program, sum: ValueId) -> Option<Mix> {
    let nodes = &program.nodes;
    let (Op::Add, &[a, b]) = (&nodes[sum].op, &nodes[sum].args[..]) else { return None };
    let factors = |n: ValueId| match (&nodes[n].op, &nodes[n].args[..]) {
        (Op::Mul, &[x, w]) => Some([(x, w), (w, x)]),
        _ => None,
    };
    let (first, second) = (factors(a)?, factors(b)?);
    let pairs = first.iter().flat_map(|f| second.iter().map(move |s| (*f, *s)));
    pairs.into_iter().find_map(|((x, w), (y, v))| {
        let (weight, total) = match (total(program, w, v), total(program, v, w)) {
            (Some(total), _) => (w, total),
            (_, Some(total)) => (v, total),
            _ => return None,
        };
        Some(Mix { x, y, weight, total })
    })
}

/// What two weights are together, if the second is said as the rest that the first leaves of it.
fn total(program: &Program, weight: ValueId, rest: ValueId) -> Option<i128> {
    let nodes = &program.nodes;
    match (&nodes[weight].op, &nodes[rest].op) {
        (Op::Uniform(weight), Op::Uniform(rest)) => {
            let Expr::Binary(difference) = rest else { return None };
            match (&difference.op, &*difference.left) {
                (BinOp::Sub(_), Expr::Lit(literal)) if *difference.right == *weight => match &literal.lit {
                    Lit::Int(total) => total.base10_parse().ok(),
                    _ => None,
                },
                _ => None,
            }
        }
        (_, Op::Sub) => {
            let (total, other) = (program.known(nodes[rest].args[0])?, nodes[rest].args[1]);
            (weight == other).then_some(total)
        }
        _ => None,
    }
}
