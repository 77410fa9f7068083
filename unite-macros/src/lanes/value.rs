//! Expressions over elements: what the lanes of a vector compute.
//!
//! A program is a list of nodes in the order of the source. Every node has a value in each lane (or one for all lanes),
//! and a *range*, an interval of integers that holds the value whatever the elements are. Ranges are computed by the
//! compiler, in constants of the generated code, because the constants of the user's program have values only there.

use proc_macro2::TokenStream;
use syn::Expr;
use unite_ranges::Range;

use super::constant::Constant;
use crate::ir::{Id, Index};

/// The number of a node.
pub type Node = usize;

/// A node.
pub struct Entry {
    /// What is computed.
    pub op: Op,
    /// Of what.
    pub args: Vec<Node>,
    /// The type that the value has in Rust.
    pub ty: Type,
    /// Whether the lanes differ.
    pub varying: bool,
    /// The source.
    pub shown: String,
    /// The same as a sum of products, where it is one.
    pub products: Option<Products>,
}

impl Entry {
    /// What is computed before it: the arguments, in both ways of saying it.
    pub fn operands(&self) -> impl Iterator<Item = Node> {
        let products = self.products.iter();
        let products = products.flat_map(|p| p.args.iter().copied().chain(p.rest.map(|r| r.0)));
        self.args.iter().copied().chain(products)
    }
}

/// A sum of products with constants.
pub struct Products {
    /// The constants.
    pub coefficients: Vec<Constant>,
    /// What they multiply.
    pub args: Vec<Node>,
    /// What is added, or taken away.
    pub rest: Option<(Node, bool)>,
}

/// Types of numbers in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `u8`
    U8,
    /// `i8`
    I8,
    /// `u16`
    U16,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `u32`, which is only ever the upper half of a product.
    U32,
    /// `bool`
    Bool,
    /// What a literal has before something else decides.
    Any,
}

impl Type {
    /// The type of that name, if lanes can hold it.
    pub fn named(name: &str) -> Option<Type> {
        Some(match name {
            "u8" => Type::U8,
            "i8" => Type::I8,
            "u16" => Type::U16,
            "i16" => Type::I16,
            "i32" => Type::I32,
            "u32" => Type::U32,
            "bool" => Type::Bool,
            _ => return None,
        })
    }

    /// The type of the elements of a tensor, if lanes can hold them.
    pub fn of_elements(name: &str) -> Option<Type> {
        Type::named(name).filter(|ty| !matches!(ty, Type::Bool | Type::U32))
    }

    /// All that lanes hold, and `u32`.
    pub const ALL: [Type; 6] = [Type::U8, Type::I8, Type::U16, Type::I16, Type::I32, Type::U32];

    /// The values that it has.
    pub fn range(self) -> Range {
        match self {
            Type::U8 => Range::U8,
            Type::I8 => Range::I8,
            Type::U16 => Range::U16,
            Type::I16 => Range::I16,
            Type::U32 => Range::U32,
            Type::I32 | Type::Bool | Type::Any => Range::I32,
        }
    }

    /// The name of its range among the constants of `Range`, and the number of its bits.
    pub fn constant(self) -> (&'static str, u32, bool) {
        match self {
            Type::U8 => ("U8", 8, false),
            Type::I8 => ("I8", 8, true),
            Type::U16 => ("U16", 16, false),
            Type::I16 => ("I16", 16, true),
            Type::U32 => ("U32", 32, false),
            Type::I32 | Type::Bool | Type::Any => ("I32", 32, true),
        }
    }
}

/// What a node computes.
#[derive(Clone)]
pub enum Op {
    /// A number.
    Literal(i128),
    /// A constant of the user's program.
    Constant(TokenStream),
    /// A value that is the same in all lanes, computed by the user's own code; its argument, if it has one, is a node
    /// that is never computed but has the same range.
    Uniform(Expr),
    /// An index: a ramp if it depends on a variable that runs along the lanes.
    Index(Index),
    /// The bits of an index that are set in a small number, too.
    LowBits(Index, i64),
    /// A read of elements.
    Read(Read),
    /// An operand of this number, whose lanes are bytes that were picked out of others.
    Picked(usize),
    /// Arithmetic.
    Add,
    /// The sum of two reads that are neighbours in memory, in each lane of its own.
    AddNeighbours,
    /// Arithmetic.
    Sub,
    /// Arithmetic.
    Mul,
    /// Arithmetic.
    Neg,
    /// Arithmetic. The amount is the same in all lanes.
    Shl,
    /// Arithmetic. The amount is the same in all lanes.
    Shr,
    /// Bitwise.
    And,
    /// Bitwise.
    Or,
    /// Bitwise.
    Xor,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// The absolute value.
    Abs,
    /// The absolute value of a difference.
    AbsDiff,
    /// `(a + b + 1) >> 1`
    Average,
    /// `(a + 2 * b + c + 2) >> 2`
    Weighted,
    /// By a constant.
    Divide,
    /// `(a * b) >> 16`, of numbers without sign.
    MulHigh,
    /// `(a + b).min(0xFFFF)`
    AddCapped,
    /// Another type.
    Cast,
    /// A comparison.
    Compare(Order),
    /// Both.
    Both,
    /// One of both.
    Either,
    /// Not.
    Not,
    /// The second where the first is true, otherwise the third.
    Select,
    /// Anything from the first to the second: only ranges are made of it.
    Between,
    /// A sum of at most so many terms, the first of which is the initial one: only ranges are made of it.
    Growing(i64),
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// A read or a write, with the variables of unrolled loops replaced.
#[derive(Clone)]
pub struct Read {
    /// The access.
    pub access: Id,
    /// Values of loop variables.
    pub at: Vec<(Id, i64)>,
}

/// What a body does, in order.
pub enum Step {
    /// A read: the node.
    Read(Node),
    /// A write of a node.
    Write(Read, Node),
    /// Adding to a variable outside the loop: the variable, how, and the term.
    Reduce(syn::Ident, Reduction, Node),
}

/// Ways to make one value of many.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// `+=`
    Sum,
    /// `-=`
    Difference,
    /// `v = v.min(..)`
    Least,
    /// `v = v.max(..)`
    Greatest,
}

/// A body in terms of lanes.
#[derive(Default)]
pub struct Program {
    /// The nodes.
    pub nodes: Vec<Entry>,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Program {
    /// Adds a node.
    pub fn push(&mut self, op: Op, args: Vec<Node>, ty: Type, shown: String) -> Node {
        let varying = match &op {
            Op::Index(_) | Op::LowBits(..) | Op::Read(_) | Op::Picked(_) => true,
            // Its argument is a range.
            Op::Uniform(_) => false,
            _ => args.iter().any(|a| self.nodes[*a].varying),
        };
        self.nodes.push(Entry { op, args, ty, varying, shown, products: None });
        self.nodes.len() - 1
    }

    /// What is written or summed up.
    pub fn results(&self) -> impl Iterator<Item = Node> {
        self.steps.iter().filter_map(|step| match step {
            Step::Write(_, node) | Step::Reduce(_, _, node) => Some(*node),
            Step::Read(_) => None,
        })
    }

    /// Which nodes some nodes need, themselves included; `next` adds those that one node needs.
    pub fn needed(&self, mut open: Vec<Node>, mut next: impl FnMut(Node, &mut Vec<Node>)) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut needed[node], true) {
                next(node, &mut open);
            }
        }
        needed
    }

    /// Whether a node is computed from constants of the program alone.
    pub fn is_constant(&self, node: Node) -> bool {
        match &self.nodes[node].op {
            Op::Literal(_) | Op::Constant(_) => true,
            Op::Uniform(_) | Op::Index(_) | Op::LowBits(..) | Op::Read(_) | Op::Picked(_) => false,
            _ => self.nodes[node].args.iter().all(|a| self.is_constant(*a)),
        }
    }

    /// The value of a node that is made of numbers alone.
    pub fn known(&self, node: Node) -> Option<i128> {
        let entry = &self.nodes[node];
        let arg = |k: usize| self.known(entry.args[k]);
        let shift = |k: usize| arg(k).and_then(|by| u32::try_from(by).ok()).filter(|by| *by < 32);
        Some(match &entry.op {
            Op::Literal(value) => *value,
            Op::Add | Op::AddNeighbours => arg(0)?.checked_add(arg(1)?)?,
            Op::Sub => arg(0)?.checked_sub(arg(1)?)?,
            Op::Mul => arg(0)?.checked_mul(arg(1)?)?,
            Op::Neg => arg(0)?.checked_neg()?,
            Op::Shl => arg(0)?.checked_mul(1 << shift(1)?)?,
            Op::Shr => arg(0)? >> shift(1)?,
            Op::And => arg(0)? & arg(1)?,
            Op::Or => arg(0)? | arg(1)?,
            Op::Xor => arg(0)? ^ arg(1)?,
            Op::Min => arg(0)?.min(arg(1)?),
            Op::Max => arg(0)?.max(arg(1)?),
            Op::Both => arg(0)?.min(arg(1)?),
            Op::Either => arg(0)?.max(arg(1)?),
            Op::Not => 1 - arg(0)?,
            Op::Compare(order) => {
                let (a, b) = (arg(0)?, arg(1)?);
                i128::from(match order {
                    Order::Eq => a == b,
                    Order::Ne => a != b,
                    Order::Lt => a < b,
                    Order::Le => a <= b,
                    Order::Gt => a > b,
                    Order::Ge => a >= b,
                })
            }
            _ => return None,
        })
    }
}
