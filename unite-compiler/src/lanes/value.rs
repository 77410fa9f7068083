//! Values: what the lanes of a vector compute, free of any machine.
//!
//! A program is a graph of values, each of which is there once however often the source says it, in an order in which arguments
//! come first; and a list of what is read and written, in the order of the source. Every value has a number in each lane, or one
//! for all lanes.

use std::collections::HashMap;
use std::rc::Rc;

use syn::{BinOp, Expr};

pub use super::ids::{PerValue, ValueId};
pub use super::types::Type;
use crate::ir::{Atom, Id, Index};

/// A value.
pub struct Value {
    /// What is computed.
    pub op: Op,
    /// Of what.
    pub args: Vec<ValueId>,
    /// The type that it has in Rust.
    pub ty: Type,
    /// Whether the lanes differ.
    pub varying: bool,
    /// The source.
    pub shown: String,
}

/// What a value is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Op {
    /// A number.
    Literal(i128),
    /// A constant of the user's program.
    Constant(Expr),
    /// A value that is the same in all lanes, computed by the user's own code; its argument, if it has one, is a value
    /// that is never computed but has the same range.
    Uniform(Expr),
    /// An index: a ramp if it depends on a variable that runs along the lanes.
    Index(Index),
    /// A read of elements.
    Read(Read),
    /// A read of an element anywhere for each lane: its arguments are the indices on each axis of the base, before any rule.
    Gather(Read),
    /// An operand of this number, whose lanes are bytes that were picked out of others.
    Picked(usize),
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `-a`
    Neg,
    /// `a.wrapping_add(b)`
    WrappingAdd,
    /// `a.wrapping_sub(b)`
    WrappingSub,
    /// `a.wrapping_mul(b)`, of 16 bits.
    WrappingMul,
    /// `a.wrapping_neg()`
    WrappingNeg,
    /// `a << b`. The amount is the same in all lanes.
    Shl,
    /// `a >> b`. The amount is the same in all lanes.
    Shr,
    /// `1 << a`, of an index along the lanes: a bit of a mask, which only sums are made of.
    Bit,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// The absolute value.
    Abs,
    /// `a / b`, where `b` is a constant.
    Divide,
    /// `a / b`, whatever `b` is.
    Quotient,
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
    /// What a variable is at the beginning of a pass of a loop inside. Its first argument is what it is before the loop. Where there are
    /// others, it is one of all these at any time.
    Carried,
    /// What it is after the loop: its arguments are what it is after a pass, and at the beginning of one.
    After,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

impl Order {
    /// The comparison that an operator is.
    pub fn of(op: &BinOp) -> Option<Order> {
        Some(match op {
            BinOp::Eq(_) => Order::Eq,
            BinOp::Ne(_) => Order::Ne,
            BinOp::Lt(_) => Order::Lt,
            BinOp::Le(_) => Order::Le,
            BinOp::Gt(_) => Order::Gt,
            BinOp::Ge(_) => Order::Ge,
            _ => return None,
        })
    }
}

/// A read or a write, with the variables of unrolled loops replaced.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Read {
    /// The access.
    pub access: Id,
    /// The base that it goes to.
    pub base: Id,
    /// Its index on each axis of the base.
    pub data: Vec<Index>,
    /// The type of the elements, if lanes hold it.
    pub elem: Option<Type>,
    /// Values of loop variables.
    pub at: Vec<(Id, i64)>,
}

/// What a body does, in order.
pub enum Step {
    /// A read: the node.
    Read(ValueId),
    /// A write of a node.
    Write(Read, ValueId),
    /// Adding to a variable outside the loop: the variable, how, and the term.
    Reduce(syn::Ident, Reduction, ValueId),
    /// The beginning of a loop inside, up to its end: nothing but reads is between.
    Begin(Passes),
    /// The end of a loop inside: what its variables are after a pass.
    End(Vec<ValueId>),
}

/// A loop inside of the lanes, of which all make the same passes.
#[derive(Clone)]
pub struct Passes {
    /// Its variable.
    pub var: Id,
    /// The loop, if it is written as a range.
    pub range: Option<Rc<syn::ExprForLoop>>,
    /// What its variables are at the beginning of a pass.
    pub carried: Vec<ValueId>,
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
    /// `v |= ..`, of conditions.
    Any,
}

/// A body in terms of lanes.
#[derive(Default)]
pub struct Program {
    /// The variables that run along the lanes.
    pub lanes: Vec<Id>,
    /// The values.
    pub nodes: PerValue<Value>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Whether something is read or written that the source reads or writes under a condition.
    pub is_conditional: bool,
    /// Indices of which lanes of 32 bits have to hold what is made of them.
    pub small: Vec<Index>,
    /// Constants that are taken for numbers, which rustc confirms.
    pub confirmed: Vec<(Expr, i128)>,
    /// Where each value is.
    known: HashMap<(Op, Vec<ValueId>, Type), ValueId>,
}

impl Program {
    /// Nothing yet, along some variables.
    pub fn along(lanes: Vec<Id>) -> Self {
        Program { lanes, ..Program::default() }
    }

    /// Nothing yet, for the same values in another form.
    pub fn emptied(&self) -> Self {
        Program {
            lanes: self.lanes.clone(),
            is_conditional: self.is_conditional,
            small: self.small.clone(),
            confirmed: self.confirmed.clone(),
            ..Program::default()
        }
    }

    /// A value: one that is there already, if it is the same. Arithmetic on numbers is done.
    pub fn push(&mut self, op: Op, args: Vec<ValueId>, ty: Type, shown: String) -> ValueId {
        let op = match self.computed(&op, &args) {
            Some(value) if matches!(ty, Type::I32 | Type::Any) && Type::I32.holds(value) => {
                Op::Literal(value)
            }
            _ => op,
        };
        let args = if matches!(op, Op::Literal(_)) { Vec::new() } else { args };
        let key = (op, args, ty);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let (op, args, _) = key.clone();
        let new = self.add(op, args, ty, shown);
        self.known.insert(key, new);
        new
    }

    /// A value of its own, whether or not there is one like it: what is read may have changed.
    pub fn add(&mut self, op: Op, args: Vec<ValueId>, ty: Type, shown: String) -> ValueId {
        let varying = match &op {
            Op::Index(index) => self.runs_along(index),
            Op::Read(_) | Op::Gather(_) | Op::Picked(_) | Op::Carried => true,
            // Its argument is a range.
            Op::Uniform(_) => false,
            _ => args.iter().any(|a| self.nodes[*a].varying),
        };
        self.nodes.push(Value { op, args, ty, varying, shown })
    }

    /// A value of another program with the arguments that it has here: what is read, or carried, is a value of its own.
    pub fn again(&mut self, value: &Value, args: Vec<ValueId>) -> ValueId {
        let (op, shown) = (value.op.clone(), value.shown.clone());
        match op {
            Op::Read(_) | Op::Gather(_) | Op::Picked(_) | Op::Carried => self.add(op, args, value.ty, shown),
            _ => self.push(op, args, value.ty, shown),
        }
    }

    /// The steps, with values that are somewhere else.
    pub fn steps_at(&self, mut place: impl FnMut(ValueId) -> ValueId) -> Vec<Step> {
        let step = |step: &Step| match step {
            Step::Read(value) => Step::Read(place(*value)),
            Step::Write(target, value) => Step::Write(target.clone(), place(*value)),
            Step::Reduce(name, how, value) => Step::Reduce(name.clone(), *how, place(*value)),
            Step::Begin(passes) => {
                let carried = passes.carried.iter().map(|value| place(*value)).collect();
                Step::Begin(Passes { carried, ..passes.clone() })
            }
            Step::End(ends) => Step::End(ends.iter().map(|value| place(*value)).collect()),
        };
        self.steps.iter().map(step).collect()
    }

    /// Forgets the values after the first so many.
    pub fn truncate(&mut self, len: usize) {
        let forgotten: Vec<ValueId> = self.nodes.ids().skip(len).collect();
        self.known.retain(|_, id| !forgotten.contains(id));
        self.nodes.truncate(len);
    }

    /// Whether an index depends on a variable that runs along the lanes.
    pub fn runs_along(&self, index: &Index) -> bool {
        index.any_atom(|a| matches!(a, Atom::Var(v) if self.lanes.contains(v)))
    }

    /// Whether a step reads elements that lie anywhere.
    pub fn is_gather(&self, step: &Step) -> bool {
        matches!(step, Step::Read(node) if matches!(self.nodes[*node].op, Op::Gather(_)))
    }

    /// Whether a value is there whether or not it is used: what it needs may not hold.
    pub fn may_fail(&self, node: ValueId) -> bool {
        matches!(self.nodes[node].op, Op::Gather(_) | Op::Quotient)
    }

    /// What is written or summed up, or is what a variable of a loop inside becomes.
    pub fn results(&self) -> impl Iterator<Item = ValueId> {
        let results = |step: &Step| match step {
            Step::Write(_, node) | Step::Reduce(_, _, node) => vec![*node],
            Step::End(ends) => ends.clone(),
            Step::Read(_) | Step::Begin(_) => Vec::new(),
        };
        self.steps.iter().flat_map(results)
    }

    /// The loops inside.
    pub fn passes(&self) -> impl Iterator<Item = &Passes> {
        self.steps.iter().filter_map(|step| match step {
            Step::Begin(passes) => Some(passes),
            _ => None,
        })
    }

    /// Whether there is one.
    pub fn has_passes(&self) -> bool {
        self.passes().next().is_some()
    }

    /// The access of a step.
    pub fn accessed<'p>(&'p self, step: &'p Step) -> Option<&'p Read> {
        match step {
            Step::Read(node) => match &self.nodes[*node].op {
                Op::Read(read) | Op::Gather(read) => Some(read),
                _ => None,
            },
            Step::Write(read, _) => Some(read),
            Step::Reduce(..) | Step::Begin(_) | Step::End(_) => None,
        }
    }

    /// Whether all that is read and written of a tensor has the same index along an axis.
    pub fn has_one_index(&self, base: Id, axis: usize) -> bool {
        let accessed = self.steps.iter().filter_map(|step| self.accessed(step));
        let mut indices = accessed.filter(|read| read.base == base).map(|read| &read.data[axis]);
        let first = indices.next();
        indices.all(|index| Some(index) == first)
    }

    /// Which values some values need, themselves included; `next` adds those that one value needs.
    pub fn needed(
        &self,
        mut open: Vec<ValueId>,
        mut next: impl FnMut(ValueId, &mut Vec<ValueId>),
    ) -> PerValue<bool> {
        let mut needed = PerValue::filled(false, self.nodes.len());
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut needed[node], true) {
                next(node, &mut open);
            }
        }
        needed
    }

    /// Whether a node is computed from constants of the program alone.
    pub fn is_constant(&self, node: ValueId) -> bool {
        match &self.nodes[node].op {
            Op::Literal(_) | Op::Constant(_) => true,
            Op::Uniform(_) | Op::Index(_) | Op::Read(_) | Op::Gather(_) | Op::Picked(_) => false,
            Op::Carried | Op::After => false,
            _ => self.nodes[node].args.iter().all(|a| self.is_constant(*a)),
        }
    }

    /// The number that a value is, if it is one.
    pub fn known(&self, node: ValueId) -> Option<i128> {
        let value = &self.nodes[node];
        self.computed(&value.op, &value.args)
    }

    /// What comes of an operation on numbers.
    fn computed(&self, op: &Op, args: &[ValueId]) -> Option<i128> {
        let arg = |k: usize| self.known(args[k]);
        let shift = |k: usize| arg(k).and_then(|by| u32::try_from(by).ok()).filter(|by| *by < 32);
        Some(match op {
            Op::Literal(value) => *value,
            Op::Add => arg(0)?.checked_add(arg(1)?)?,
            Op::Sub => arg(0)?.checked_sub(arg(1)?)?,
            Op::Mul => arg(0)?.checked_mul(arg(1)?)?,
            Op::Divide | Op::Quotient => arg(0)?.checked_div(arg(1)?)?,
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
