//! Loops of a kernel that may be run part by part: along a tensor each pass touches what is near its own index, along an axis of which
//! nothing else depends, so that the kernel with a part of each such tensor does these passes. A kernel that calls several of them may
//! run them in turns.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprForLoop, ReturnType, Stmt};

use super::bases::BaseKind;
use super::dependence::Nest;
use super::effects::{Effects, may_jump};
use super::interval::interval;
use super::moved::{counted, is_free};
use super::placement::chain;
use super::rule::Rule;
use super::tensors::Tensors;
use crate::holes;
use crate::ir::{Atom, Getter, Hole, Id, Index, Kernel, Lead, Param, ScopeKind};

/// How a loop goes along a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The axis.
    pub axis: usize,
    /// How many indices before its own a pass touches at most.
    pub before: i64,
    /// How many indices after its own a pass touches at most.
    pub after: i64,
    /// Whether a pass writes, at its own index alone.
    pub is_written: bool,
    /// Whether the loop goes as far as the axis.
    pub is_counted: bool,
    /// Whether a pass writes all that the tensor has at its index, and nothing is read of it.
    pub is_overwritten: bool,
}

/// The loops of a kernel that may be run part by part: how each goes along the tensors of the kernel, in order; nothing for a tensor that
/// it does not go along.
pub fn sweeps(kernel: &Kernel, tensors: &Tensors) -> Vec<Vec<Option<Sweep>>> {
    let is_seen = kernel.opaque.is_none() && !kernel.mixed && !kernel.closed && kernel.in_closures.is_empty();
    let is_dense = kernel.stored.is_empty() && kernel.walks.is_empty() && kernel.refined.is_empty();
    let is_alone =
        kernel.calls.is_empty() && !kernel.overlapping && kernel.folds.is_empty() && kernel.lists.is_empty();
    let is_anywhere = tensors.related.is_empty() && tensors.presences.is_empty() && tensors.climbs.is_empty();
    let is_plain = matches!(kernel.function.sig.output, ReturnType::Default) && !may_jump(kernel);
    if !(is_seen && is_dense && is_alone && is_anywhere && is_plain) {
        return Vec::new();
    }
    let Some(vars) = loops(kernel) else { return Vec::new() };
    vars.into_iter().filter_map(|var| Along::of(kernel, tensors, var)).collect()
}

/// The variables of the one nest that a kernel is.
fn loops(kernel: &Kernel) -> Option<Vec<Id>> {
    let mut found = None;
    for stmt in &kernel.function.block.stmts {
        let nest = match (stmt, holes::of_statement(kernel, stmt)) {
            (_, Some(Hole::Write(write))) => {
                let write = &kernel.writes[*write];
                let vars = write.iterators.iter().map(|(var, _)| *var).collect();
                of_block(kernel, &block(Stmt::Expr(write.value.clone(), None)), vars)?
            }
            (_, Some(Hole::Loop(l))) => {
                let l = &kernel.loops[*l];
                if l.traversal.is_some() || l.jumps.are_there() {
                    return None;
                }
                of_block(kernel, &l.body, l.vars.clone())?
            }
            (Stmt::Expr(Expr::ForLoop(f), _), None) => of_block(kernel, &f.body, of_ranges(kernel, f)?)?,
            (
                _,
                Some(
                    Hole::Define(_)
                    | Hole::Checks(_)
                    | Hole::Keep(_)
                    | Hole::Mentioned(_)
                    | Hole::MentionedPattern(..),
                ),
            ) => {
                continue;
            }
            (Stmt::Local(_), _) => {
                let effects = Effects::beside_closures(kernel, &block(stmt.clone()));
                if effects.ordered || effects.gathers {
                    return None;
                }
                continue;
            }
            _ => return None,
        };
        if found.replace(nest).is_some() {
            return None;
        }
    }
    found.filter(|vars| !vars.is_empty())
}

fn block(stmt: Stmt) -> Block {
    Block { brace_token: syn::token::Brace::default(), stmts: vec![stmt] }
}

/// The variables of a nest with this body, if its passes are alike in any order.
fn of_block(kernel: &Kernel, body: &Block, vars: Vec<Id>) -> Option<Vec<Id>> {
    let effects = Effects::beside_closures(kernel, body);
    (!effects.ordered && !effects.gathers).then_some(vars)
}

/// The variables of loops over ranges, of which each is all of the body of the one around.
fn of_ranges(kernel: &Kernel, f: &ExprForLoop) -> Option<Vec<Id>> {
    let var = counted(kernel, f).filter(|var| is_free(kernel, *var))?;
    let mut inner = f.body.stmts.iter().filter(|stmt| !holes::is_of_loop(kernel, stmt));
    let further = match (inner.next(), inner.next()) {
        (Some(Stmt::Expr(Expr::ForLoop(g), _)), None) => of_ranges(kernel, g),
        _ => None,
    };
    Some([vec![var], further.unwrap_or_default()].concat())
}

/// What is known of a tensor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Whole,
    Swept(Sweep),
}

struct Along<'k> {
    kernel: &'k Kernel,
    tensors: &'k Tensors,
    var: Id,
    params: Vec<Id>,
    known: Vec<Known>,
}

impl Along<'_> {
    fn of(kernel: &Kernel, tensors: &Tensors, var: Id) -> Option<Vec<Option<Sweep>>> {
        let params: Vec<Id> = kernel
            .params
            .iter()
            .filter_map(|param| match param {
                Param::Tensor(view) => Some(*view),
                Param::Scalar(..) => None,
            })
            .collect();
        let known = vec![Known::Nothing; params.len()];
        let mut along = Along { kernel, tensors, var, params, known };
        along.touched()?;
        along.counted()?;
        let nest = Nest::new(kernel, tensors, kernel.vars[var].scope, &[var], false);
        if along.is_mentioned() || nest.meetings().next().is_some() {
            return None;
        }
        let swept = |known: &Known| match known {
            Known::Swept(sweep) => Some(*sweep),
            Known::Nothing | Known::Whole => None,
        };
        Some(along.known.iter().map(swept).collect())
    }

    /// The number of the parameter that a base is.
    fn number(&self, base: Id) -> Option<usize> {
        match self.tensors.bases[base].kind {
            BaseKind::Param(view) => self.params.iter().position(|param| *param == view),
            BaseKind::Block(_) | BaseKind::Seen { .. } => None,
        }
    }

    fn is_own(&self, atom: &Atom) -> bool {
        *atom == Atom::Var(self.var)
    }

    /// Learns how all accesses go along their tensors.
    fn touched(&mut self) -> Option<()> {
        let (kernel, tensors) = (self.kernel, self.tensors);
        for (id, access) in kernel.accesses.iter().enumerate() {
            let base = tensors.base(kernel, id);
            let raw = tensors.raw(kernel, id);
            let mut axes =
                (0..raw.len()).filter(|axis| raw[*axis].any_atom(|atom| *atom == Atom::Var(self.var)));
            let axis = axes.next();
            if axes.next().is_some() {
                return None;
            }
            let Some(number) = self.number(base) else {
                let is_block = matches!(tensors.bases[base].kind, BaseKind::Block(_));
                if is_block && axis.is_none() {
                    continue;
                }
                return None;
            };
            let known = match axis {
                None if access.writes => return None,
                None => Known::Whole,
                Some(axis) => {
                    let from_own = raw[axis].clone().plus(&Index::atom(Atom::Var(self.var)), -1);
                    let (first, last) = interval(&from_own, &|atom| tensors.constant_range(kernel, atom))?;
                    let (first, last) = (first.as_constant()?, last.as_constant()?);
                    let (before, after) = match tensors.rule(kernel, id) {
                        None => (-first.min(0), last.max(0)),
                        // Near the edge it leads to the other side.
                        Some(Rule::Leads(Lead::Clamp | Lead::Mirror | Lead::Reflect) | Rule::Constant(_)) => {
                            let most = last.max(-first).max(0);
                            (most, most)
                        }
                        Some(_) => return None,
                    };
                    if access.writes && (first, last) != (0, 0) {
                        return None;
                    }
                    let is_written = access.writes;
                    let is_overwritten = is_written && self.is_all(id, axis);
                    Known::Swept(Sweep { axis, before, after, is_written, is_counted: false, is_overwritten })
                }
            };
            self.known[number] = match (self.known[number], known) {
                (Known::Nothing, known) => known,
                (Known::Whole, Known::Whole) => Known::Whole,
                (Known::Swept(a), Known::Swept(b)) if a.axis == b.axis => Known::Swept(Sweep {
                    before: a.before.max(b.before),
                    after: a.after.max(b.after),
                    is_written: a.is_written || b.is_written,
                    is_overwritten: (a.is_overwritten || b.is_overwritten) && a.is_written && b.is_written,
                    ..a
                }),
                _ => return None,
            };
        }
        Some(())
    }

    /// Whether a write in each pass is to all that its tensor has at one index of an axis.
    fn is_all(&self, access: Id, axis: usize) -> bool {
        let (kernel, tensors) = (self.kernel, self.tensors);
        let BaseKind::Param(view) = tensors.bases[tensors.base(kernel, access)].kind else { return false };
        let is_plain = kernel.writes.iter().any(|write| write.target == access && write.op.is_none());
        let is_always = chain(kernel, kernel.accesses[access].scope)
            .into_iter()
            .all(|scope| !matches!(kernel.scopes[scope].kind, ScopeKind::Branch(_)));
        let raw = tensors.raw(kernel, access);
        let runs_along = |other: usize| {
            let [(Atom::Var(var), 1)] = raw[other].terms[..] else { return false };
            let extent = tensors.resolve(kernel, &tensors.views[view].extent[other]);
            let v = &kernel.vars[var];
            let is_its_own = (0..raw.len()).all(|k| k == other || !raw[k].any_atom(|a| *a == Atom::Var(var)));
            let end = tensors.resolve(kernel, &v.end);
            let is_all = tensors.resolve(kernel, &v.start).as_constant() == Some(0) && end == extent;
            is_its_own && is_all && raw[other].constant == 0 && v.step == Some(1) && !v.has_gaps
        };
        is_plain && is_always && (0..raw.len()).all(|other| other == axis || runs_along(other))
    }

    /// Learns which tensor the loop goes as far as, from its first index on: one that is written.
    fn counted(&mut self) -> Option<()> {
        let v = &self.kernel.vars[self.var];
        let [start, end] = [&v.start, &v.end].map(|index| self.tensors.resolve(self.kernel, index));
        let [(Atom::Get(Getter::Extent, view, axis), 1)] = end.terms[..] else { return None };
        let is_all = start.as_constant() == Some(0) && end.constant == 0 && v.step == Some(1);
        if !is_all || v.computed.is_some() || v.has_gaps {
            return None;
        }
        let number = self.params.iter().position(|param| *param == view)?;
        match &mut self.known[number] {
            Known::Swept(sweep) if sweep.is_written && sweep.axis == axis => {
                sweep.is_counted = true;
                Some(())
            }
            _ => None,
        }
    }

    /// Whether something depends on which passes there are, beside what they touch.
    fn is_mentioned(&self) -> bool {
        let (kernel, tensors) = (self.kernel, self.tensors);
        let own = &kernel.vars[self.var];
        let depends = |index: &Index| self.depends(&tensors.resolve(kernel, index));
        let others = kernel.vars.iter().enumerate().filter(|(var, _)| *var != self.var);
        let mut bounds = others.flat_map(|(_, v)| {
            let computed = v.computed.as_ref().map(|computed| [&computed.start, &computed.end]);
            let named = v.named.as_ref().map(|(start, end)| [start, end]);
            [[&v.start, &v.end]].into_iter().chain(computed).chain(named).flatten()
        });
        let in_accesses = (0..kernel.accesses.len()).any(|id| {
            tensors.raw(kernel, id).iter().any(|index| {
                self.depends(&index.substitute(&mut |atom| self.is_own(atom).then(|| Index::constant(0))))
            })
        });
        let mut in_conditions = false;
        for scope in &kernel.scopes {
            if let ScopeKind::Branch(condition) = &scope.kind {
                condition.for_each_index(&mut |index| in_conditions |= depends(index));
            }
        }
        let mut look = Look { along: self, name: own.name.to_string(), any: false };
        look.visit_block(&kernel.function.block);
        kernel.bodies().for_each(|body| look.visit_block(body));
        kernel.writes.iter().for_each(|write| look.visit_expr(&write.value));
        kernel.values.iter().for_each(|value| look.visit_expr(&value.tokens));
        in_accesses || in_conditions || bounds.any(depends) || look.any
    }

    /// Whether an index is another one where the passes are others.
    fn depends(&self, index: &Index) -> bool {
        let swept = |number: usize, axis: usize| matches!(self.known[number], Known::Swept(sweep) if sweep.axis == axis);
        index.any_atom(|atom| match atom {
            Atom::Var(var) => *var == self.var,
            Atom::Get(Getter::Extent, view, axis) => {
                match self.params.iter().position(|param| param == view) {
                    Some(number) => swept(number, *axis),
                    None => true,
                }
            }
            Atom::Scalar(_) | Atom::Axis(_) | Atom::Let(_) => false,
            Atom::Edge(base, axis, _) => self.number(*base).is_none_or(|number| swept(number, *axis)),
            Atom::Op(op, _) => matches!(op, crate::ir::Op::Across(_) | crate::ir::Op::Distance(..)),
            // What is computed of them is found where it stands.
            Atom::Value(_) => false,
            Atom::Group(_) | Atom::Get(..) | Atom::Reach(..) | Atom::Located(..) | Atom::Phase(..) => true,
            Atom::Overflow => true,
        })
    }
}

/// Looks for the variable, and for numbers that are others where passes are, in what is computed.
struct Look<'l> {
    along: &'l Along<'l>,
    name: String,
    any: bool,
}

impl Look<'_> {
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ref name) => {
                    self.any |= *name == self.name;
                    if let Some(id) = holes::in_token(&token) {
                        self.hole(id);
                    }
                }
                _ => {}
            }
        }
    }

    fn hole(&mut self, id: Id) {
        let Along { kernel, tensors, var, .. } = *self.along;
        self.any |= match &kernel.holes[id] {
            Hole::Var(of) => *of == var,
            Hole::Get(_, index) | Hole::Number(index) => self.along.depends(&tensors.resolve(kernel, index)),
            Hole::Range(of) => *of == var,
            _ => false,
        };
    }
}

impl<'a> Visit<'a> for Look<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            // Its own range says how many passes there are.
            Expr::ForLoop(f) if holes::variable(self.along.kernel, f) == Some(self.along.var) => {
                self.visit_block(&f.body);
            }
            Expr::Path(_) | Expr::Verbatim(_) | Expr::Macro(_) => self.tokens(quote!(#expr)),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, mac: &'a syn::Macro) {
        self.tokens(mac.to_token_stream());
    }
}
