//! Expressions of the user's to nodes.

use std::collections::HashMap;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, UnOp};

use super::facts::{Fact, Facts};
use super::independent::changes_inside;
use super::literal::{end_of_type, literal};
use super::refusal::{Refusal, by_data, refuse, refuse_elements};
use super::value::{Op, Order, Program, Read, Step, Type, ValueId};
use crate::analyse::{Analysis, Rule};
use crate::cost::ARRAY;
use crate::holes;
use crate::ir::{Atom, Hole, Id, Index, Kernel, Param};
use crate::parse::tidy;
use crate::syntax::{path_ident, readable, type_name};

/// What a name of the body stands for.
#[derive(Clone, PartialEq)]
pub enum Bound {
    /// A number.
    Number(ValueId),
    /// A tuple or an array.
    Group(Vec<Bound>),
    /// A closure, which is inlined.
    Closure(Box<syn::ExprClosure>),
}

/// A condition around what is lowered.
#[derive(Clone, Copy)]
pub struct Around {
    /// What is asked.
    pub condition: ValueId,
    /// Whether it holds there.
    pub holds: bool,
    /// Whether statements are under it, of which results are chosen by it; or a value, which is one side of what it chooses.
    pub of_statements: bool,
}

/// What is known of reads.
#[derive(Clone, Default)]
pub struct Known {
    /// What was read where, after how many writes to that memory.
    pub reads: HashMap<(Id, Vec<Index>, usize), ValueId>,
    /// The same of reads whose indices are values, with the axes along which a rule leads.
    pub gathers: HashMap<(Id, Vec<ValueId>, Vec<usize>, usize), ValueId>,
    /// What variables are that indices are made of.
    pub kept: HashMap<Id, ValueId>,
}

/// Turns one body into a program.
pub struct Lowering<'a> {
    pub kernel: &'a Kernel,
    pub analysis: &'a Analysis,
    /// What is known of the names around the loop.
    pub facts: &'a Facts,
    /// How many of them are seen from here.
    pub seen: usize,
    /// Names of the body.
    pub names: Vec<(String, Bound)>,
    /// Values of the variables of unrolled loops.
    pub at: Vec<(Id, i64)>,
    /// The conditions around what is lowered, from the outermost on.
    pub around: Vec<Around>,
    /// Whether only ranges are asked for, so that a read may stand anywhere.
    pub ranges_only: bool,
    /// Whether it is a term of a sum.
    pub is_summed: bool,
    /// How many closures are being inlined.
    pub depth: usize,
    pub program: Program,
    pub known: Known,
    /// How often memory was written.
    pub written: HashMap<Id, usize>,
}

/// Why a shift is refused.
pub const SHIFTED: &str = "a shift by an amount that differs from lane to lane";

/// What lowering gives.
pub type Lowered<T> = Result<T, Refusal>;

impl<'a> Lowering<'a> {
    /// Nothing lowered yet.
    pub fn new(kernel: &'a Kernel, analysis: &'a Analysis, facts: &'a Facts, lanes: Vec<Id>) -> Self {
        Lowering {
            kernel,
            analysis,
            facts,
            seen: facts.len(),
            names: Vec::new(),
            at: Vec::new(),
            around: Vec::new(),
            ranges_only: false,
            is_summed: false,
            depth: 0,
            program: Program::along(lanes),
            known: Known::default(),
            written: HashMap::new(),
        }
    }

    pub fn push(&mut self, op: Op, args: Vec<ValueId>, ty: Type, shown: &dyn ToTokens) -> ValueId {
        let shown = holes::shown(self.kernel, shown.to_token_stream());
        self.program.push(op, args, ty, tidy(&shown.to_string()))
    }

    /// Whether an index depends on a variable that runs along the lanes.
    pub fn runs_along(&self, index: &Index) -> bool {
        self.program.runs_along(index)
    }

    /// An index with the variables of unrolled loops replaced.
    pub fn placed(&self, index: &Index) -> Index {
        placed(index, &self.at)
    }

    pub(super) fn resolved(&self, index: &Index) -> Index {
        self.placed(&self.analysis.tensors.resolve(self.kernel, index))
    }

    fn var(&mut self, id: Id, shown: &dyn ToTokens) -> ValueId {
        let index = self.placed(&Index::atom(Atom::Var(id)));
        match index.as_constant() {
            Some(value) => self.push(Op::Literal(value.into()), vec![], Type::Any, shown),
            None => self.push(Op::Index(index), vec![], Type::I32, shown),
        }
    }

    /// The number that an expression is.
    pub fn number(&mut self, expr: &Expr) -> Lowered<ValueId> {
        match self.value(expr)? {
            Bound::Number(node) => Ok(node),
            _ => Err(refuse(expr, "a tuple, an array or a closure stands where a number is needed")),
        }
    }

    pub fn lookup(&self, name: &str) -> Option<Bound> {
        self.names.iter().rev().find(|(n, _)| n == name).map(|(_, b)| b.clone())
    }

    /// What an expression is.
    pub fn value(&mut self, expr: &Expr) -> Lowered<Bound> {
        if let Some(hole) = holes::number(expr) {
            return self.hole(hole, expr).map(Bound::Number);
        }
        let is_truth = matches!(expr, Expr::Lit(literal) if matches!(literal.lit, Lit::Bool(_)));
        if !self.ranges_only && !is_truth && self.is_outer(expr) {
            return self.outer(expr);
        }
        if let Some(sum) = self.kernel.sum_of(expr) {
            return self.sum(sum, expr);
        }
        let number = match expr {
            Expr::Tuple(t) => return self.group(t.elems.iter()),
            Expr::Array(a) => return self.group(a.elems.iter()),
            Expr::Repeat(r) => {
                let element = self.value(&r.expr)?;
                let length = self.number(&r.len)?;
                return match self.program.nodes[length].op {
                    Op::Literal(length) if (0..=ARRAY as i128).contains(&length) => {
                        Ok(Bound::Group(vec![element; length as usize]))
                    }
                    _ => Err(refuse(expr, &format!("an array whose length is no number up to {ARRAY}"))),
                };
            }
            Expr::Closure(c) => return Ok(Bound::Closure(Box::new(c.clone()))),
            Expr::Block(b) if b.label.is_none() => return self.block_value(&b.block),
            Expr::Path(p) => match p.path.get_ident().and_then(|n| self.lookup(&n.to_string())) {
                Some(bound) => return Ok(bound),
                None => return self.outer(expr),
            },
            Expr::Lit(l) => match &l.lit {
                Lit::Int(i) => {
                    let value = i.base10_parse::<i128>().map_err(|_| refuse(expr, "a large number"))?;
                    let ty = if i.suffix().is_empty() { Type::Any } else { named(i.suffix(), expr)? };
                    self.push(Op::Literal(value), vec![], ty, expr)
                }
                Lit::Bool(b) => self.push(Op::Literal(b.value.into()), vec![], Type::Bool, expr),
                _ => return Err(refuse(expr, "a literal that is no integer")),
            },
            Expr::Index(i) => return self.element(i),
            Expr::Field(f) => return self.field(f),
            Expr::Unary(u) => {
                let a = self.number(&u.expr)?;
                let ty = self.program.nodes[a].ty;
                match u.op {
                    UnOp::Neg(_) => self.push(Op::Neg, vec![a], ty, expr),
                    UnOp::Not(_) if ty == Type::Bool => self.push(Op::Not, vec![a], ty, expr),
                    UnOp::Not(_) if ty != Type::U8 && ty != Type::U16 => {
                        let ones = self.push(Op::Literal(-1), vec![], Type::Any, expr);
                        self.push(Op::Xor, vec![a, ones], ty, expr)
                    }
                    _ => return Err(refuse(expr, "this operator has no form for lanes")),
                }
            }
            Expr::Binary(b) => return self.binary(b, expr).map(Bound::Number),
            Expr::Cast(c) => {
                let a = self.number(&c.expr)?;
                let ty = named(&type_name(&c.ty), expr)?;
                self.cast(a, ty, expr)
            }
            Expr::MethodCall(m) => return self.method(m, expr).map(Bound::Number),
            Expr::Call(c) => return self.call(c, expr),
            Expr::If(i) => return self.conditional(i, expr).map(Bound::Number),
            Expr::Match(m) => return self.arms(m, expr).map(Bound::Number),
            _ => return Err(refuse(expr, "this expression has no form for lanes")),
        };
        Ok(Bound::Number(number))
    }

    fn group<'e>(&mut self, elems: impl Iterator<Item = &'e Expr>) -> Lowered<Bound> {
        elems.map(|e| self.value(e)).collect::<Lowered<_>>().map(Bound::Group)
    }

    pub fn cast(&mut self, a: ValueId, ty: Type, expr: &Expr) -> ValueId {
        match self.program.nodes[a].ty {
            from if from == ty => a,
            Type::Bool => {
                let (one, zero) = (
                    self.push(Op::Literal(1), vec![], ty, expr),
                    self.push(Op::Literal(0), vec![], ty, expr),
                );
                self.push(Op::Select, vec![a, one, zero], ty, expr)
            }
            _ => self.push(Op::Cast, vec![a], ty, expr),
        }
    }

    fn hole(&mut self, hole: Id, expr: &Expr) -> Lowered<ValueId> {
        match &self.kernel.holes[hole] {
            Hole::Read(access) => self.read(*access),
            Hole::Var(var) => {
                let name = self.kernel.vars[*var].name.clone();
                Ok(self.var(*var, &name))
            }
            Hole::Get(_, index) => {
                let index = self.resolved(index);
                if self.runs_along(&index) {
                    return Err(refuse(expr, "a parameter of a tensor that differs from lane to lane"));
                }
                if self.ranges_only {
                    return Err(refuse(expr, "a parameter of a tensor"));
                }
                Ok(self.push(Op::Uniform(expr.clone()), vec![], Type::I32, expr))
            }
            _ => Err(refuse(expr, "this statement has no form for lanes")),
        }
    }

    fn read(&mut self, access: Id) -> Lowered<ValueId> {
        let a = &self.kernel.accesses[access];
        let (span, source) = (a.span.first(), a.source.clone());
        if super::is_made_inside(self.kernel, self.analysis, a.view) {
            return Err(Refusal::new(span, "a tensor that is located anew for each lane".into()));
        }
        let elem = super::elem_of(self.kernel, self.analysis, a.view);
        if elem.as_deref().and_then(Type::of_elements).is_none() {
            return Err(refuse_elements(span, &source, "reads"));
        }
        let tensors = &self.analysis.tensors;
        let rule = tensors.rule(self.kernel, access);
        if matches!(rule, Some(Rule::Covered(_))) {
            return Err(Refusal::new(span, format!("`{source}` stands for several points")));
        }
        if matches!(rule, Some(Rule::Constant(_))) && !tensors.ruled(self.kernel, access).is_empty() {
            let reason = format!("`{source}` may lie outside its block");
            return Err(Refusal::new(span, reason));
        }
        if let Some(Rule::Above(above)) = rule
            && !tensors.ruled(self.kernel, access).is_empty()
        {
            return match self.lies_inside(access) {
                Some(false) => self.read(above),
                Some(true) => self.read_here(access, source),
                None => Err(Refusal::new(
                    span,
                    format!("`{source}` may lie outside its block, and is read above then"),
                )),
            };
        }
        self.read_here(access, source)
    }

    /// Whether a read lies inside its block, where that is the same in all lanes and known.
    fn lies_inside(&self, access: Id) -> Option<bool> {
        let tensors = &self.analysis.tensors;
        let base = tensors.base(self.kernel, access);
        let mut inside = true;
        for (axis, at, _) in tensors.ruled(self.kernel, access) {
            let (first, last) = tensors.edges(base, axis);
            let at = self.placed(&at);
            let before = at.clone().plus(&first, -1).as_constant()?;
            let after = last.plus(&at, -1).as_constant()?;
            inside &= before >= 0 && after >= 0;
        }
        Some(inside)
    }

    /// Where an access is, if no value says so that is computed inside: such a one would be another in each lane.
    pub fn place(&self, access: Id) -> Lowered<Read> {
        let read = super::read_of(self.kernel, self.analysis, access, &self.at);
        let vars: Vec<Id> =
            self.program.lanes.iter().copied().chain(self.at.iter().map(|(v, _)| *v)).collect();
        if read.data.iter().any(|index| index.any_atom(|atom| changes_inside(self.kernel, atom, &vars))) {
            return Err(by_data(&self.kernel.accesses[access]));
        }
        Ok(read)
    }

    pub fn read_here(&mut self, access: Id, source: String) -> Lowered<ValueId> {
        let span = self.kernel.accesses[access].span.first();
        if self.ranges_only {
            let read = super::read_of(self.kernel, self.analysis, access, &self.at);
            return Ok(self.program.add(Op::Read(read), vec![], Type::I32, source));
        }
        let Ok(read) = self.place(access) else { return self.gathered(access, source) };
        let memory = self.analysis.tensors.memory(read.base);
        let place = (read.base, read.data.clone(), self.written.get(&memory).copied().unwrap_or(0));
        if let Some(known) = self.known.reads.get(&place) {
            return Ok(*known);
        }
        if self.is_conditional() && !self.is_there_anyway(access) {
            // What is read anyway may be used under a condition.
            let reason = format!(
                "`{source}` is read under a condition; bind it with `let` before, if it is always there"
            );
            return Err(Refusal::new(span, reason));
        }
        self.program.is_conditional |= self.is_conditional();
        let node = self.program.add(Op::Read(read), vec![], Type::I32, source);
        self.program.steps.push(Step::Read(node));
        self.known.reads.insert(place, node);
        Ok(node)
    }

    /// Notes that an element is written: what is read after it may be what was written.
    pub fn overwritten(&mut self, base: Id) {
        *self.written.entry(self.analysis.tensors.memory(base)).or_default() += 1;
    }

    /// Whether an expression is the same in all lanes and reads no element.
    fn is_outer(&self, expr: &Expr) -> bool {
        struct Inner<'x, 'a>(&'x Lowering<'a>, bool);
        impl syn::visit::Visit<'_> for Inner<'_, '_> {
            fn visit_expr(&mut self, e: &Expr) {
                if let Some(hole) = holes::number(e) {
                    self.1 |= match &self.0.kernel.holes[hole] {
                        Hole::Var(v) => {
                            self.0.program.lanes.contains(v) || self.0.at.iter().any(|(a, _)| a == v)
                        }
                        Hole::Get(_, index) => {
                            let index = self.0.analysis.tensors.resolve(self.0.kernel, index);
                            self.0.runs_along(&index) || self.0.placed(&index) != index
                        }
                        _ => true,
                    };
                    return;
                }
                match e {
                    Expr::Lit(_) => {}
                    Expr::Path(p) => {
                        self.1 |= p.path.get_ident().is_some_and(|n| {
                            let n = n.to_string();
                            self.0.lookup(&n).is_some()
                                || matches!(self.0.facts.get(&n, self.0.seen), Some((_, Fact::Closure(_))))
                        });
                    }
                    Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) | Expr::MethodCall(_) => {
                        syn::visit::visit_expr(self, e);
                    }
                    // What has control flow or calls is followed, or refused.
                    _ => self.1 = true,
                }
            }
        }
        let mut inner = Inner(self, false);
        syn::visit::Visit::visit_expr(&mut inner, expr);
        !inner.1
    }

    /// A value that is the same in all lanes: a constant, or what the user's own code computes.
    fn outer(&mut self, expr: &Expr) -> Lowered<Bound> {
        if let Expr::Path(p) = expr
            && let Some(name) = p.path.get_ident().map(ToString::to_string)
        {
            match self.facts.get(&name, self.seen) {
                Some((_, Fact::Closure(c))) => return Ok(Bound::Closure(Box::new(c.clone()))),
                Some((at, fact)) if self.ranges_only => return self.fact(at, fact, expr).map(Bound::Number),
                _ => {}
            }
        }
        if let Some(ty) = self.constant(expr) {
            let op = match (literal(expr), end_of_type(expr).filter(|_| !self.ranges_only)) {
                (Some(value), _) => Op::Literal(value),
                (None, Some(value)) => {
                    self.program.confirmed.push((readable(expr.clone()), value));
                    Op::Literal(value)
                }
                (None, None) => Op::Constant(readable(expr.clone())),
            };
            return Ok(Bound::Number(self.push(op, vec![], ty, expr)));
        }
        if self.ranges_only {
            // A parameter holds what its type does.
            let ty = self.parameter(expr).ok_or_else(|| refuse(expr, "nothing is known of this value"))?;
            return Ok(Bound::Number(self.push(Op::Uniform(expr.clone()), vec![], ty, expr)));
        }
        let range = self.range_of(expr);
        let ty = range.map_or(Type::I32, |r| self.program.nodes[r].ty);
        Ok(Bound::Number(self.push(Op::Uniform(expr.clone()), range.into_iter().collect(), ty, expr)))
    }

    /// The type of a parameter that is an integer.
    fn parameter(&self, expr: &Expr) -> Option<Type> {
        let name = path_ident(expr)?;
        self.kernel.params.iter().find_map(|param| match param {
            Param::Scalar(Some(known), input) if known == name => match &**input {
                syn::FnArg::Typed(input) => Type::of_elements(&input.ty.to_token_stream().to_string()),
                syn::FnArg::Receiver(_) => None,
            },
            _ => None,
        })
    }

    /// A node with the range of an expression around the loop.
    fn range_of(&mut self, expr: &Expr) -> Option<ValueId> {
        let (outer, nodes) = (std::mem::replace(&mut self.ranges_only, true), self.program.nodes.len());
        let result = self.number(expr);
        self.ranges_only = outer;
        if result.is_err() {
            self.program.truncate(nodes);
        }
        result.ok()
    }

    /// A node with the range of a name around the loop.
    fn fact(&mut self, at: usize, fact: &Fact, expr: &Expr) -> Lowered<ValueId> {
        let (start, terms) = match fact {
            Fact::Number { start, terms } => (start, terms),
            Fact::Ranged(range) => {
                let (first, last) = (self.number(&range[0])?, self.number(&range[1])?);
                return Ok(self.push(Op::Between, vec![first, last], Type::I32, expr));
            }
            _ => return Err(refuse(expr, "nothing is known of this value")),
        };
        self.depth += 1;
        if self.depth > 16 {
            return Err(refuse(expr, "too long a chain of values"));
        }
        let (seen, names, replaced) = (
            std::mem::replace(&mut self.seen, at),
            std::mem::take(&mut self.names),
            std::mem::take(&mut self.at),
        );
        let mut lowered = self.number(start);
        for term in terms {
            lowered = lowered.and_then(|sum| {
                for (name, var) in &term.vars {
                    let number = self.push(Op::Index(Index::atom(Atom::Var(*var))), vec![], Type::I32, name);
                    self.names.push((name.clone(), Bound::Number(number)));
                }
                let value = self.number(&term.value);
                self.names.clear();
                let mut value = value?;
                if term.negative {
                    value = self.push(Op::Neg, vec![value], Type::I32, expr);
                }
                Ok(self.push(Op::Growing(term.trips), vec![sum, value], Type::I32, expr))
            });
        }
        self.seen = seen;
        self.names = names;
        self.at = replaced;
        self.depth -= 1;
        lowered
    }

    /// The type of an expression that is a constant of the program, so that it may stand in a constant.
    pub fn constant(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Lit(l) => match &l.lit {
                Lit::Int(i) if i.suffix().is_empty() => Some(Type::Any),
                Lit::Int(i) => Type::named(i.suffix()),
                _ => None,
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => self.constant(&u.expr),
            Expr::Binary(b) => {
                let (a, c) = (self.constant(&b.left)?, self.constant(&b.right)?);
                let shift = matches!(b.op, BinOp::Shl(_) | BinOp::Shr(_));
                matches!(
                    b.op,
                    BinOp::Add(_)
                        | BinOp::Sub(_)
                        | BinOp::Mul(_)
                        | BinOp::Div(_)
                        | BinOp::Rem(_)
                        | BinOp::Shl(_)
                        | BinOp::Shr(_)
                        | BinOp::BitAnd(_)
                        | BinOp::BitOr(_)
                )
                .then_some(if shift || c == Type::Any { a } else { c })
            }
            Expr::Cast(c) => {
                self.constant(&c.expr)?;
                Type::named(&type_name(&c.ty))
            }
            Expr::Path(p) => {
                let last = p.path.segments.last()?.ident.to_string();
                let is_constant = last.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_');
                let first = p.path.segments.first()?.ident.to_string();
                let generic = self.kernel.function.sig.generics.params.iter().any(|g| match g {
                    syn::GenericParam::Type(t) => t.ident == first,
                    syn::GenericParam::Const(c) => c.ident == first,
                    syn::GenericParam::Lifetime(_) => false,
                }) || first == "Self";
                let local = p.path.segments.len() == 1
                    && (self.lookup(&last).is_some() || self.facts.get(&last, self.seen).is_some());
                let hidden = p.path.segments.len() == 1 && super::is_inner_constant(self.kernel, &last);
                (is_constant && !generic && !local && !hidden && holes::number(expr).is_none())
                    .then_some(Type::I32)
            }
            _ => None,
        }
    }

    fn binary(&mut self, b: &syn::ExprBinary, expr: &Expr) -> Lowered<ValueId> {
        let a = self.number(&b.left)?;
        let c = match b.op {
            BinOp::And(_) => self.under(&[(a, true)], |this| this.number(&b.right))?,
            BinOp::Or(_) => self.under(&[(a, false)], |this| this.number(&b.right))?,
            _ => self.number(&b.right)?,
        };
        let (ta, tc) = (self.program.nodes[a].ty, self.program.nodes[c].ty);
        let ty = match b.op {
            BinOp::Shl(_) | BinOp::Shr(_) if ta != Type::Any => ta,
            _ => ta.with(tc),
        };
        if let Some(order) = Order::of(&b.op) {
            return self.compared(order, [a, c], ty, expr);
        }
        if ty == Type::U32 {
            return self.upper_half(b, a, c, expr);
        }
        let op = match b.op {
            BinOp::Add(_) => Op::Add,
            BinOp::Sub(_) => Op::Sub,
            BinOp::Mul(_) => Op::Mul,
            BinOp::BitAnd(_) if ty == Type::Bool => Op::Both,
            BinOp::BitOr(_) if ty == Type::Bool => Op::Either,
            BinOp::BitAnd(_) => Op::And,
            BinOp::BitOr(_) => Op::Or,
            BinOp::BitXor(_) if ty == Type::Bool => return self.compared(Order::Ne, [a, c], ty, expr),
            BinOp::BitXor(_) => Op::Xor,
            BinOp::And(_) => Op::Both,
            BinOp::Or(_) => Op::Either,
            BinOp::Shl(_) | BinOp::Shr(_) => {
                if self.program.nodes[c].varying {
                    return self.counted_bit(b, [a, c], expr).ok_or_else(|| refuse(expr, SHIFTED));
                }
                let op = if matches!(b.op, BinOp::Shl(_)) { Op::Shl } else { Op::Shr };
                return Ok(self.push(op, vec![a, c], ta, expr));
            }
            BinOp::Div(_) => return self.quotient([a, c], ty, expr),
            BinOp::Rem(_) => return self.remainder([a, c], ty, expr),
            _ => return Err(refuse(expr, "this operator has no form for lanes")),
        };
        Ok(self.push(op, vec![a, c], ty, expr))
    }

    pub fn block_number(&mut self, block: &syn::Block) -> Lowered<ValueId> {
        match self.block_value(block)? {
            Bound::Number(node) => Ok(node),
            _ => Err(refuse(block, "a tuple, an array or a closure stands where a number is needed")),
        }
    }
}

/// An index with loop variables replaced by numbers.
pub fn placed(index: &Index, at: &[(Id, i64)]) -> Index {
    if at.is_empty() {
        return index.clone();
    }
    index.substitute(&mut |atom| match atom {
        Atom::Var(v) => at.iter().find(|(a, _)| a == v).map(|(_, value)| Index::constant(*value)),
        _ => None,
    })
}

fn named(name: &str, at: &impl Spanned) -> Lowered<Type> {
    Type::named(name)
        .filter(|t| *t != Type::Bool)
        .ok_or_else(|| refuse(at, &format!("`{name}`: lanes hold `u8`, `i8`, `u16`, `i16` and `i32`")))
}
