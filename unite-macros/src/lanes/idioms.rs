//! Arithmetic that has instructions of its own, or none: sums of neighbours, masks of indices, upper halves of products, means
//! that round up, weighted means of three, divisors.

use syn::{BinOp, Expr};

use super::independent::factor;
use super::lower::{Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Node, Op, Read, Type};
use crate::ir::Index;

impl Lowering<'_> {
    /// The index, and the bits that are left of it, of an index and a mask.
    pub fn low_bits(&self, a: Node, b: Node) -> Option<(Index, i64)> {
        let nodes = &self.program.nodes;
        let (index, bits) = match (&nodes[a].op, &nodes[b].op) {
            (Op::Index(index), Op::Literal(bits)) | (Op::Literal(bits), Op::Index(index)) => (index, *bits),
            _ => return None,
        };
        let counts_up = self.lanes.iter().all(|lane| factor(index, *lane).is_some_and(|by| by >= 0));
        let is_small = (0..256).contains(&bits);
        (is_small && counts_up && self.runs_along(index)).then(|| (index.clone(), bits as i64))
    }

    /// A sum, in which reads of neighbours are added up first.
    pub fn sum(&mut self, a: Node, b: Node, expr: &Expr) -> Node {
        if self.are_neighbours(a, b) {
            return self.push(Op::AddNeighbours, vec![a, b], Type::I32, expr);
        }
        let entry = &self.program.nodes[a];
        match (&entry.op, &entry.args[..]) {
            (Op::Add, &[rest, last]) if self.are_neighbours(last, b) => {
                let pair = self.push(Op::AddNeighbours, vec![last, b], Type::I32, expr);
                self.push(Op::Add, vec![rest, pair], Type::I32, expr)
            }
            _ => self.push(Op::Add, vec![a, b], Type::I32, expr),
        }
    }

    /// Whether two nodes are reads of which the second is one element behind the first, and two are taken by each lane.
    fn are_neighbours(&self, a: Node, b: Node) -> bool {
        let &[lane] = &self.lanes[..] else { return false };
        let (Op::Read(first), Op::Read(second)) = (&self.program.nodes[a].op, &self.program.nodes[b].op)
        else {
            return false;
        };
        let base = |read: &Read| self.analysis.tensors.base(self.kernel, read.access);
        let data = |read: &Read| super::data(self.kernel, self.analysis, read);
        base(first) == base(second)
            && data(first).iter().zip(&data(second)).filter(|(x, y)| x != y).count() == 1
            && data(first).iter().zip(&data(second)).all(|(x, y)| {
                let (by, apart) = (factor(x, lane), (*y).clone().plus(x, -1).as_constant());
                matches!((by, apart), (Some(0), Some(0)) | (Some(2), Some(1)))
            })
    }

    /// Whether a node is a constant that lanes may be divided by.
    pub fn is_divisor(&self, node: Node) -> bool {
        match &self.program.nodes[node].op {
            Op::Literal(value) => *value > 0,
            _ => self.program.is_constant(node),
        }
    }

    /// `(a * b) >> 16` in `u32`, where the product itself may not fit the lanes.
    pub fn upper_half(&mut self, b: &syn::ExprBinary, left: Node, right: Node, expr: &Expr) -> Lowered<Node> {
        let nodes = &self.program.nodes;
        let narrow = |n: Node| match (&nodes[n].op, &nodes[n].args[..]) {
            (Op::Cast, [from]) if matches!(nodes[*from].ty, Type::U8 | Type::U16) => Some(*from),
            _ => None,
        };
        match b.op {
            BinOp::Mul(_) if narrow(left).is_some() && narrow(right).is_some() => {
                Ok(self.push(Op::Mul, vec![left, right], Type::U32, expr))
            }
            BinOp::Shr(_) if matches!(nodes[right].op, Op::Literal(16)) => match nodes[left].args[..] {
                [x, y] if matches!(nodes[left].op, Op::Mul) => {
                    let args: Vec<Node> = [x, y].into_iter().filter_map(narrow).collect();
                    Ok(self.push(Op::MulHigh, args, Type::U32, expr))
                }
                _ => Err(refuse(expr, "arithmetic in `u32` other than `(a * b) >> 16` of two `u16`")),
            },
            _ => Err(refuse(expr, "arithmetic in `u32` other than `(a * b) >> 16` of two `u16`")),
        }
    }

    /// The operands of `(a + 2 * b + c + 2) >> 2`, if they are bytes of memory.
    pub fn weighted(&self, sum: Node, by: Node) -> Option<[Node; 3]> {
        let mut terms: Vec<(Node, i128)> = Vec::new();
        let rest = self.weights(sum, &mut terms)?;
        if self.program.known(by) != Some(2) || rest != 2 {
            return None;
        }
        terms.sort_by_key(|(_, weight)| *weight);
        match terms[..] {
            [(a, 1), (c, 1), (b, 2)] => Some([a, b, c]),
            [(a, 1), (b, 3)] => Some([a, b, b]),
            _ => None,
        }
    }

    /// The weights of bytes of memory in a sum, and the number that is added to them.
    fn weights(&self, node: Node, terms: &mut Vec<(Node, i128)>) -> Option<i128> {
        if let Some(number) = self.program.known(node) {
            return Some(number);
        }
        let entry = &self.program.nodes[node];
        match (&entry.op, &entry.args[..]) {
            (Op::Add | Op::AddNeighbours, [a, b]) => {
                Some(self.weights(*a, terms)? + self.weights(*b, terms)?)
            }
            (Op::Mul, [a, b]) => {
                let (by, byte) = match (self.program.known(*a), self.program.known(*b)) {
                    (Some(by), None) => (by, *b),
                    (None, Some(by)) => (by, *a),
                    _ => return None,
                };
                self.is_byte(byte).then(|| terms.push((byte, by)))?;
                Some(0)
            }
            _ => {
                self.is_byte(node).then(|| terms.push((node, 1)))?;
                Some(0)
            }
        }
    }

    /// Whether a node is a byte of memory, without sign.
    fn is_byte(&self, node: Node) -> bool {
        match &self.program.nodes[node].op {
            Op::Read(read) => {
                let view = self.kernel.accesses[read.access].view;
                super::elem_of(self.kernel, self.analysis, view).as_deref() == Some("u8")
            }
            _ => false,
        }
    }

    /// The operands of `(a + b + 1) >> 1`.
    pub fn rounded_pair(&self, sum: Node, by: Node) -> Option<[Node; 2]> {
        let nodes = &self.program.nodes;
        let is_one = |n: Node| matches!(nodes[n].op, Op::Literal(1));
        if !is_one(by) || !matches!(nodes[sum].op, Op::Add) || !is_one(nodes[sum].args[1]) {
            return None;
        }
        let pair = nodes[sum].args[0];
        let [a, b] = nodes[pair].args[..] else { return None };
        (matches!(nodes[pair].op, Op::Add) && nodes[a].varying && nodes[b].varying).then_some([a, b])
    }
}
