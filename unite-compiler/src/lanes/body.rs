//! The statements of a loop body to nodes and steps.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{BinOp, Block, Expr, Pat, Stmt};

use super::lower::{Bound, Lowered, Lowering, SHIFTED};
use super::passes::Around;
use super::refusal::{Refusal, refuse, refuse_elements};
use super::value::{Op, Reduction, Step, Type, ValueId};
use super::wide::OF_U32;
use crate::analyse::Rule;
use crate::arrays;
use crate::holes;
use crate::ir::{Def, Hole, Id, Loop, Traversal};
use crate::syntax::path_ident;

impl Lowering<'_> {
    /// All statements of a body.
    pub fn body(&mut self, block: &Block) -> Lowered<()> {
        let names = self.names.len();
        for stmt in &block.stmts {
            self.statement(stmt)?;
        }
        self.names.truncate(names);
        Ok(())
    }

    /// The value of a block.
    pub fn block_value(&mut self, block: &Block) -> Lowered<Bound> {
        let names = self.names.len();
        let (last, before) = block.stmts.split_last().ok_or_else(|| refuse(block, "an empty block"))?;
        for stmt in before {
            self.statement(stmt)?;
        }
        let Stmt::Expr(value, None) = last else { return Err(refuse(block, "a block without a value")) };
        let value = self.value(value);
        self.names.truncate(names);
        value
    }

    pub(super) fn statement(&mut self, stmt: &Stmt) -> Lowered<()> {
        match stmt {
            Stmt::Local(local) => {
                let Some(init) = &local.init else { return Err(refuse(local, "a `let` without a value")) };
                if init.diverge.is_some() {
                    return Err(refuse(local, "a `let` with `else`"));
                }
                let value = self.value(&init.expr)?;
                self.bind(&local.pat, value)
            }
            Stmt::Expr(expr, _) => self.effect(expr),
            other => Err(refuse(other, "this statement has no form for lanes")),
        }
    }

    /// Lets the names of a pattern stand for a value.
    pub fn bind(&mut self, pat: &Pat, value: Bound) -> Lowered<()> {
        match (pat, value) {
            (Pat::Ident(p), value) if p.by_ref.is_none() && p.subpat.is_none() => {
                self.names.push((p.ident.to_string(), value));
                Ok(())
            }
            (Pat::Type(t), Bound::Number(node)) => {
                let name = crate::syntax::type_name(&t.ty);
                match Type::named(&name) {
                    Some(ty) if self.program.nodes[node].ty.with(ty) == ty => {
                        let node = self.typed(node, ty, t);
                        self.bind(&t.pat, Bound::Number(node))
                    }
                    _ => Err(refuse(t, &format!("`{name}`: lanes hold `u8`, `i8`, `u16`, `i16` and `i32`"))),
                }
            }
            (Pat::Type(t), group @ Bound::Group(_)) => self.bind(&t.pat, group),
            (Pat::Paren(p), value) => self.bind(&p.pat, value),
            (Pat::Wild(_), _) => Ok(()),
            (Pat::Tuple(t), Bound::Group(group)) if t.elems.len() == group.len() => {
                t.elems.iter().zip(group).try_for_each(|(p, v)| self.bind(p, v))
            }
            (Pat::Slice(s), Bound::Group(group)) if s.elems.len() == group.len() => {
                s.elems.iter().zip(group).try_for_each(|(p, v)| self.bind(p, v))
            }
            _ => Err(refuse(pat, "this pattern has no form for lanes")),
        }
    }

    /// A value of a type that is said of it.
    pub(super) fn typed(&mut self, node: ValueId, ty: Type, at: &dyn ToTokens) -> ValueId {
        match (&self.program.nodes[node].op, self.program.nodes[node].ty) {
            (_, from) if from == ty => node,
            // What is an `i32` without a word may become of another type.
            (_, Type::Any) if ty == Type::I32 => node,
            (Op::Literal(number), Type::Any) => self.push(Op::Literal(*number), vec![], ty, at),
            _ => self.push(Op::Cast, vec![node], ty, at),
        }
    }

    /// What a statement does.
    pub fn effect(&mut self, expr: &Expr) -> Lowered<()> {
        if let Some(hole) = holes::number(expr) {
            return self.hole_statement(hole, expr);
        }
        match expr {
            Expr::Block(b) if b.label.is_none() => self.body(&b.block),
            Expr::Assign(a) => match (path_ident(&a.left), &*a.left) {
                (Some(name), _) => self.assign(name, &a.right),
                (None, Expr::Index(element)) => self.assign_element(element, &a.right),
                (None, _) => Err(refuse(a, "this assignment has no form for lanes")),
            },
            Expr::Binary(b) => self.compound(b),
            Expr::ForLoop(f) => self.ranged(f),
            Expr::If(i) => self.guarded(i),
            Expr::Match(m) => self.guarded_arms(m),
            Expr::Call(c) => match arrays::sorted(expr) {
                Some(array) => self.sort(array, expr),
                None => Err(refuse(c, "a call")),
            },
            other => Err(refuse(other, "this statement has no form for lanes")),
        }
    }

    fn hole_statement(&mut self, hole: Id, expr: &Expr) -> Lowered<()> {
        match &self.kernel.holes[hole] {
            Hole::Write(write) => self.write(*write, expr),
            Hole::Define(view) => match &self.kernel.views[*view].def {
                Def::Block { .. } | Def::Copy { .. } => Err(refuse(expr, "a block of its own for each lane")),
                _ if self.analysis.tensors.views[*view].made_here.is_some()
                    || super::meets_here(self.kernel, self.analysis, *view) =>
                {
                    Err(refuse(expr, "a tensor that is located anew for each lane"))
                }
                _ => Ok(()),
            },
            Hole::Checks(scope)
                if self.analysis.bounds.checks[*scope].is_empty()
                    && !super::meets_in(self.kernel, self.analysis, *scope) =>
            {
                Ok(())
            }
            Hole::Checks(_) => Err(refuse(expr, "an index whose bounds are checked inside the loop")),
            Hole::Same => Err(refuse(expr, "a macro that the kernel does not know")),
            Hole::Keep(value) => {
                self.keep(*value);
                Ok(())
            }
            Hole::Snapshot(_) | Hole::Mentioned(_) | Hole::MentionedPattern(..) => Ok(()),
            Hole::Through(..) => Err(refuse(expr, "an elementwise statement inside")),
            Hole::Loop(l) => {
                let l = &self.kernel.loops[*l];
                if let Some(traversal) = &l.traversal {
                    return self.traversed(l, traversal);
                }
                self.any_points(l, &l.vars)
            }
            Hole::Call(c) => {
                let call = &self.kernel.calls[*c];
                let path = crate::parse::tidy(&call.path.to_token_stream().to_string());
                Err(Refusal::new(call.span.first(), format!("a call of the kernel `{path}`")))
            }
            _ => Err(refuse(expr, "this statement has no form for lanes")),
        }
    }

    /// A loop over an index space inside the body: one over each axis.
    fn any_points(&mut self, l: &Loop, vars: &[Id]) -> Lowered<()> {
        if l.jumps.are_there() {
            return Err(refuse(&l.body, "a jump out of a loop"));
        }
        let Some((var, inner)) = vars.split_first() else { return self.body(&l.body) };
        let body = |this: &mut Lowering<'_>| this.any_points(l, inner);
        self.inner(Around { var: *var, range: None, body: &body, at: &self.kernel.vars[*var].name })
    }

    /// A constant order of points inside the body, point by point.
    fn traversed(&mut self, l: &Loop, traversal: &Traversal) -> Lowered<()> {
        if l.jumps.are_there() {
            return Err(refuse(&l.body, "a jump out of a loop"));
        }
        for (k, point) in traversal.points.iter().enumerate() {
            let values = l.vars.iter().copied().zip(point.iter().copied());
            let counted = traversal.counter.map(|counter| (counter, k as i64));
            let (at, names) = (self.at.len(), self.names.len());
            for (var, value) in values.chain(counted) {
                self.at.push((var, value));
                let name = &self.kernel.vars[var].name;
                let number = self.push(Op::Literal(value.into()), vec![], Type::Any, name);
                self.names.push((name.to_string(), Bound::Number(number)));
            }
            let result = self.body(&l.body);
            self.names.truncate(names);
            self.at.truncate(at);
            result?;
        }
        Ok(())
    }

    fn write(&mut self, write: Id, expr: &Expr) -> Lowered<()> {
        let w = &self.kernel.writes[write];
        if !w.iterators.is_empty() {
            return Err(refuse(expr, "an elementwise statement inside"));
        }
        if !self.is_chosen() || self.is_conditional() && !self.is_there_anyway(w.target) {
            return Err(refuse(expr, "a write under a condition"));
        }
        self.point(write)
    }

    /// A write statement at one point.
    pub fn point(&mut self, write: Id) -> Lowered<()> {
        let w = &self.kernel.writes[write];
        let a = &self.kernel.accesses[w.target];
        let elem = super::elem_of(self.kernel, self.analysis, a.view);
        if elem.as_deref().and_then(Type::of_elements).is_none() {
            return Err(refuse_elements(a.span.first(), &a.source, "writes"));
        }
        let target = self.place(w.target)?;
        let mut value = self.number(&w.value)?;
        if !matches!(self.program.nodes[value].ty, Type::I32 | Type::Any) {
            return Err(refuse(&w.value, "what is written is no `i32`"));
        }
        if let Some(Rule::Covered(_)) = self.analysis.tensors.rule(self.kernel, w.target) {
            return Err(refuse(&w.value, "what is written stands for several points"));
        }
        if let Some(op) = &w.op {
            let read = self.read_here(w.target, a.source.clone())?;
            let op = match op.to_string().as_str() {
                "+" => Op::Add,
                "-" => Op::Sub,
                "*" => Op::Mul,
                "&" => Op::And,
                "|" => Op::Or,
                "^" => Op::Xor,
                _ => return Err(refuse(&w.value, "this operator has no form for lanes")),
            };
            value = self.push(op, vec![read, value], Type::I32, &w.value);
        }
        if self.is_conditional() {
            value = self.written_or_kept(w.target, &target, value, &w.value)?;
        }
        self.program.is_conditional |= self.is_conditional();
        self.overwritten(target.base);
        self.program.steps.push(Step::Write(target, value));
        Ok(())
    }

    /// `name = name.max(..)`, or a variable of the body.
    fn assign(&mut self, name: &Ident, right: &Expr) -> Lowered<()> {
        if let Some(sum) = self.kernel.sums.iter().position(|sum| sum.total == *name)
            && let Expr::Call(call) = right
            && let Some(term) = call.args.last()
        {
            return self.term(sum, name, term);
        }
        let text = name.to_string();
        if let Some(at) = self.names.iter().rposition(|(n, _)| *n == text) {
            self.may_assign(name)?;
            let value = self.value(right)?;
            self.names[at].1 = value;
            return Ok(());
        }
        if let Expr::MethodCall(m) = right
            && path_ident(&m.receiver).is_some_and(|n| *n == text)
            && m.args.len() == 1
        {
            let how = match m.method.to_string().as_str() {
                "min" => Reduction::Least,
                "max" => Reduction::Greatest,
                _ => return Err(refuse(name, "this assignment has no form for lanes")),
            };
            return self.reduce(name, how, &m.args[0]);
        }
        Err(refuse(
            name,
            "an assignment to a variable outside the loop, other than `+=`, `-=`, `|=`, `.min(..)` and `.max(..)`",
        ))
    }

    fn compound(&mut self, b: &syn::ExprBinary) -> Lowered<()> {
        let op = match b.op {
            BinOp::AddAssign(_) => Op::Add,
            BinOp::SubAssign(_) => Op::Sub,
            BinOp::MulAssign(_) => Op::Mul,
            BinOp::BitOrAssign(_) => Op::Either,
            BinOp::BitAndAssign(_) => Op::Both,
            _ => return Err(refuse(b, "this assignment has no form for lanes")),
        };
        if let Expr::Index(element) = &*b.left {
            return self.combine_element(element, op, &b.right, b);
        }
        let Some(name) = path_ident(&b.left) else {
            return Err(refuse(b, "this statement has no form for lanes"));
        };
        let text = name.to_string();
        if let Some(at) = self.names.iter().rposition(|(n, _)| *n == text) {
            self.may_assign(b)?;
            return self.combined(at, op, &b.right, b);
        }
        match op {
            Op::Add => self.reduce(name, Reduction::Sum, &b.right),
            Op::Sub => self.reduce(name, Reduction::Difference, &b.right),
            Op::Either => self.any(name, &b.right),
            _ => Err(refuse(b, "this assignment has no form for lanes")),
        }
    }

    /// A name of the body becomes what an operation makes of it and a value.
    pub(super) fn combined(&mut self, at: usize, op: Op, right: &Expr, shown: &dyn ToTokens) -> Lowered<()> {
        let new = self.combine(self.names[at].1.clone(), op, right, shown)?;
        self.names[at].1 = new;
        Ok(())
    }

    /// What an operation makes of what was bound and a value.
    pub(super) fn combine(
        &mut self,
        old: Bound,
        op: Op,
        right: &Expr,
        shown: &dyn ToTokens,
    ) -> Lowered<Bound> {
        let value = self.number(right)?;
        let Bound::Number(old) = old else {
            return Err(refuse(right, "this assignment has no form for lanes"));
        };
        let ty = self.program.nodes[old].ty.with(self.program.nodes[value].ty);
        if ty == Type::U32 {
            return Err(refuse(right, OF_U32));
        }
        let op = match op {
            Op::Either if ty != Type::Bool => Op::Or,
            Op::Both if ty != Type::Bool => Op::And,
            op => op,
        };
        Ok(Bound::Number(self.push(op, vec![old, value], ty, shown)))
    }

    pub(super) fn reduce(&mut self, name: &Ident, how: Reduction, term: &Expr) -> Lowered<()> {
        self.may_assign(name)?;
        let outer = std::mem::replace(&mut self.is_summed, how == Reduction::Sum);
        let number = self.number(term);
        self.is_summed = outer;
        let mut node = number?;
        if !matches!(self.program.nodes[node].ty, Type::I32 | Type::Any) {
            return Err(refuse(term, "what is added is no `i32`"));
        }
        node = self.where_chosen(how, node, term)?;
        if self.program.has_bits(node) && self.program.bit(node).is_none() {
            return Err(refuse(term, SHIFTED));
        }
        self.program.steps.push(Step::Reduce(name.clone(), how, node));
        Ok(())
    }

    /// `name |= condition`.
    pub(super) fn any(&mut self, name: &Ident, condition: &Expr) -> Lowered<()> {
        self.may_assign(name)?;
        let mut node = self.number(condition)?;
        if self.program.nodes[node].ty != Type::Bool || !self.program.nodes[node].varying {
            return Err(refuse(condition, "what is added by `|=` is no condition on the lanes"));
        }
        node = self.where_chosen(Reduction::Any, node, condition)?;
        self.program.steps.push(Step::Reduce(name.clone(), Reduction::Any, node));
        Ok(())
    }

    /// A loop over a range inside the body.
    pub(super) fn ranged(&mut self, f: &syn::ExprForLoop) -> Lowered<()> {
        let Some(var) = holes::variable(self.kernel, f) else {
            return Err(refuse(&f.expr, "a loop inside over something else than a range of numbers"));
        };
        let body = |this: &mut Lowering<'_>| this.body(&f.body);
        self.inner(Around { var, range: Some(f), body: &body, at: &f.pat })
    }
}
