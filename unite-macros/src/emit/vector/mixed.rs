//! Weighted sums, of which the weights are a constant together.

use syn::{BinOp, Expr, Lit};

use super::Vector;
use crate::lanes;
use crate::lanes::value::{Node, Op, Step};

/// `x * weight + y * (total - weight)`
pub struct Mix {
    /// What is weighted.
    pub x: Node,
    /// What has the rest of the weight.
    pub y: Node,
    /// The weight.
    pub weight: Node,
    /// Both weights together.
    pub total: i128,
}

impl Vector<'_, '_> {
    /// A sum that is `x * w + y * (total - w)`, of which intervals alone say too much.
    pub fn mixed(&self, sum: Node) -> Option<Mix> {
        let nodes = &self.program.nodes;
        let (Op::Add, &[a, b]) = (&nodes[sum].op, &nodes[sum].args[..]) else { return None };
        let factors = |n: Node| match (&nodes[n].op, &nodes[n].args[..]) {
            (Op::Mul, &[x, w]) => Some([(x, w), (w, x)]),
            _ => None,
        };
        let (first, second) = (factors(a)?, factors(b)?);
        let pairs = first.iter().flat_map(|f| second.iter().map(move |s| (*f, *s)));
        pairs.into_iter().find_map(|((x, w), (y, v))| {
            let (weight, total) = match (self.total(w, v), self.total(v, w)) {
                (Some(total), _) => (w, total),
                (_, Some(total)) => (v, total),
                _ => return None,
            };
            Some(Mix { x, y, weight, total })
        })
    }

    /// What two weights are together, if the second is said as the rest that the first leaves of it.
    fn total(&self, weight: Node, rest: Node) -> Option<i128> {
        let nodes = &self.program.nodes;
        match (&nodes[weight].op, &nodes[rest].op) {
            (Op::Uniform(weight), Op::Uniform(rest)) => {
                let Expr::Binary(difference) = bare(rest) else { return None };
                let same = |expr: &Expr| bare(expr) == bare(weight);
                match (&difference.op, bare(&difference.left)) {
                    (BinOp::Sub(_), Expr::Lit(literal)) if same(&difference.right) => match &literal.lit {
                        Lit::Int(total) => total.base10_parse().ok(),
                        _ => None,
                    },
                    _ => None,
                }
            }
            (_, Op::Sub) => match (&nodes[nodes[rest].args[0]].op, nodes[rest].args[1]) {
                (Op::Literal(total), other) if self.is_same(weight, other) => Some(*total),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether two nodes are one, or reads of the same elements with no write between them.
    fn is_same(&self, a: Node, b: Node) -> bool {
        let nodes = &self.program.nodes;
        let (Op::Read(first), Op::Read(second)) = (&nodes[a].op, &nodes[b].op) else { return a == b };
        let data = |read| lanes::data(self.emitter.kernel, self.emitter.analysis, read);
        let step = |node| self.program.steps.iter().position(|s| matches!(s, Step::Read(n) if *n == node));
        let (Some(i), Some(k)) = (step(a), step(b)) else { return a == b };
        let between = &self.program.steps[i.min(k)..i.max(k)];
        self.base(first) == self.base(second)
            && data(first) == data(second)
            && !between.iter().any(|s| matches!(s, Step::Write(..)))
    }
}

/// An expression without parentheses.
fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => bare(&inner.expr),
        Expr::Group(inner) => bare(&inner.expr),
        other => other,
    }
}
