//! Loops over blocks of which none depends on another one, each with blocks of its own that it goes through again and again: a transform of
//! rows and then of columns. Lanes of such a loop are blocks, if each loop of its body is over all of a *batch* before the next one is.
//! For that, what a block of the kernel has of its own has an axis more, along which those of the batch lie side by side.
//!
//! What is written in rows, a row for each block, is kept like that too, and put into rows at the end.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprForLoop, Ident, Stmt};

use super::apart::factor;
use super::dependence::Nest;
use super::effects::Effects;
use super::moved::{counted, is_free};
use super::placement::chain;
use super::tensors::Tensors;
use crate::cost::{BATCH, BATCHED_ROW, STACK, STRIDE_OF_BATCH, WALKED};
use crate::holes;
use crate::ir::{Atom, Def, Hole, Id, Index, Kernel, ScopeKind, Stage};
use crate::syntax::{is_integer, path_ident};

/// A loop over blocks, so many of which may be gone through together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The name of its variable.
    pub name: String,
    /// How many loops over a variable of that name stand before it.
    pub before: usize,
    /// How many blocks are gone through together.
    pub blocks: i64,
    /// Whether these are all of them; otherwise the first of the loop is 0, and what is left is done block by block.
    pub are_all: bool,
    /// How many loops there are in its body.
    pub loops: usize,
    /// What is written in rows.
    pub results: Vec<Results>,
}

/// A tensor of which the loop writes a part for each block, all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// What the user calls it.
    pub tensor: Ident,
    /// The axis that the blocks are along.
    pub axis: usize,
    /// The extents of the part.
    pub extents: Vec<i64>,
    /// The type of its elements.
    pub element: syn::Type,
}

/// Finds them, outside of each other.
pub fn batches(kernel: &Kernel, tensors: &Tensors) -> Vec<Batch> {
    let is_plain =
        kernel.opaque.is_none() && !kernel.mixed && !kernel.closed && kernel.in_closures.is_empty();
    let is_dense = kernel.stored.is_empty() && kernel.walks.is_empty();
    let may_move = !kernel.overlapping && !kernel.autovectorize && kernel.stage == Stage::All;
    if !is_plain || !is_dense || !may_move {
        return Vec::new();
    }
    let mut found = Find { kernel, tensors, batches: Vec::new() };
    found.visit_block(&kernel.function.block);
    found.batches
}

struct Find<'k> {
    kernel: &'k Kernel,
    tensors: &'k Tensors,
    batches: Vec<Batch>,
}

impl<'a> Visit<'a> for Find<'_> {
    fn visit_expr_for_loop(&mut self, f: &'a ExprForLoop) {
        match self.batch(f) {
            Some(batch) => self.batches.push(batch),
            None => visit::visit_expr_for_loop(self, f),
        }
    }
}

impl Find<'_> {
    fn batch(&self, f: &ExprForLoop) -> Option<Batch> {
        let kernel = self.kernel;
        let var = self.counted(f)?;
        let loops = self.loops(&f.body)?;
        let scope = kernel.vars[var].scope;
        let [first, end] =
            [&kernel.vars[var].start, &kernel.vars[var].end].map(|index| self.tensors.resolve(kernel, index));
        let (blocks, are_all) = match (first.as_constant()?, end.as_constant()) {
            (first, Some(end)) if (BATCH / 2..=2 * BATCH).contains(&end.saturating_sub(first)) => {
                (end - first, true)
            }
            (0, Some(end)) if end < BATCH => return None,
            (0, _) => (BATCH, false),
            _ => return None,
        };
        let is_inside = |at: Id| chain(kernel, at).contains(&scope);
        let nest = Nest::new(kernel, self.tensors, scope, &[var], false);
        let is_own = |base: Id| is_inside(kernel.views[base].scope);
        let meet = nest.meetings().any(|(write, ..)| self.block_of(write).is_none_or(|view| !is_own(view)));
        if meet || kernel.calls.iter().any(|call| is_inside(call.scope)) {
            return None;
        }
        let mut results: Vec<(Id, usize)> = Vec::new();
        let (mut read, mut beside) = (BTreeSet::new(), BTreeSet::new());
        for (id, access) in kernel.accesses.iter().enumerate().filter(|(_, a)| is_inside(a.scope)) {
            let view = self.block_of(id)?;
            if is_own(view) {
                continue;
            }
            let data = self.tensors.data(kernel, id);
            let along: Vec<i64> = data.iter().map(|index| factor(index, var)).collect::<Option<_>>()?;
            let (last, rows) = along.split_last()?;
            let is_along = rows.iter().all(|by| *by == 0);
            if self.tensors.rule(kernel, id).is_some() {
                return None;
            }
            match access.writes {
                false if !is_along || last.abs() > STRIDE_OF_BATCH => return None,
                false => {
                    read.insert(view);
                }
                true if is_along && *last == 1 => {
                    beside.insert(view);
                }
                true => {
                    let axis = along.iter().position(|by| *by != 0)?;
                    let is_row = data[axis] == Index::atom(Atom::Var(var))
                        && along.iter().filter(|by| **by != 0).count() == 1;
                    if !is_row || !loops.iter().all(|points| *points <= BATCHED_ROW) {
                        return None;
                    }
                    if !results.contains(&(view, axis)) {
                        results.push((view, axis));
                    }
                }
            }
        }
        let tensors: BTreeSet<Id> = results.iter().map(|(view, _)| *view).collect();
        let is_mixed = tensors.len() < results.len()
            || tensors.iter().any(|view| read.contains(view) || beside.contains(view));
        if is_mixed {
            return None;
        }
        let results = results.into_iter().map(|(view, axis)| self.results(view, axis, scope));
        let name = kernel.vars[var].name.to_string();
        let before = kernel.vars[..var].iter().filter(|other| other.name == name).count();
        Some(Batch {
            name,
            before,
            blocks,
            are_all,
            loops: loops.len(),
            results: results.collect::<Option<_>>()?,
        })
    }

    /// The tensor or the block of the kernel that an access is to, by its view.
    fn block_of(&self, access: Id) -> Option<Id> {
        let mut view = self.kernel.accesses[access].view;
        while let Some(of) = self.kernel.views[view].def.shows() {
            if !matches!(self.kernel.views[view].def, Def::Partition(..)) {
                return None;
            }
            view = of;
        }
        Some(view)
    }

    /// The variable of a loop that counts up one by one, if nothing was asked for it and nothing leaves it.
    fn counted(&self, f: &ExprForLoop) -> Option<Id> {
        counted(self.kernel, f).filter(|var| is_free(self.kernel, *var))
    }

    /// How many points the loops of a body have, of which there are several, if there is nothing else but blocks of integers and views.
    fn loops(&self, body: &Block) -> Option<Vec<i64>> {
        let kernel = self.kernel;
        let (mut blocks, mut loops) = (0, Vec::new());
        for stmt in &body.stmts {
            match (stmt, holes::of_statement(kernel, stmt)) {
                (_, Some(Hole::Snapshot(_) | Hole::Checks(_))) => {}
                (_, Some(Hole::Define(view))) => match &kernel.views[*view].def {
                    Def::Block { elem, extents, heap: false, origin } => {
                        let lengths = extents.iter().map(Index::as_constant).collect::<Option<Vec<_>>>()?;
                        let points = volume(&lengths)?;
                        let is_at_zero = origin.iter().all(|at| at.as_constant() == Some(0));
                        if !is_at_zero || !is_integer(elem) || extents.len() > 3 || points > STACK / BATCH {
                            return None;
                        }
                        blocks += 1;
                    }
                    Def::Partition(..) => {}
                    _ => return None,
                },
                (Stmt::Expr(Expr::ForLoop(f), _), None) => {
                    let effects = Effects::beside_closures(kernel, &f.body);
                    if effects.ordered || effects.gathers || is_choosing(f) {
                        return None;
                    }
                    loops.push(self.points(f)?);
                }
                _ => return None,
            }
        }
        (blocks > 0 && loops.len() > 1).then_some(loops)
    }

    /// How many points a loop of constant ends has.
    fn points(&self, f: &ExprForLoop) -> Option<i64> {
        let v = &self.kernel.vars[self.counted(f)?];
        let [first, end] =
            [&v.start, &v.end].map(|index| self.tensors.resolve(self.kernel, index).as_constant());
        end?.checked_sub(first?)
    }

    /// The part of a tensor that each block has, if all of it is written.
    fn results(&self, view: Id, axis: usize, scope: Id) -> Option<Results> {
        let kernel = self.kernel;
        let v = &kernel.views[view];
        let Def::Param { elem, extents, .. } = &v.def else { return None };
        if !is_integer(elem) || !(2..=3).contains(&extents.len()) {
            return None;
        }
        let mut all = BTreeSet::new();
        for write in kernel.writes.iter().filter(|write| self.block_of(write.target) == Some(view)) {
            let target = &kernel.accesses[write.target];
            let scopes = chain(kernel, target.scope);
            let inside = &scopes[scopes.iter().position(|at| *at == scope)? + 1..];
            if write.op.is_some() {
                return None;
            }
            let mut vars: Vec<(Id, [i64; 2])> = Vec::new();
            let loops = inside.iter().copied().map(|at| match &kernel.scopes[at].kind {
                ScopeKind::Loop(vars) => Some(vars.as_slice()),
                _ => None,
            });
            let iterators: Vec<Id> = write.iterators.iter().map(|(var, _)| *var).collect();
            for var in loops.chain([Some(iterators.as_slice())]).collect::<Option<Vec<_>>>()?.concat() {
                let (first, last) = self.tensors.values(kernel, var);
                vars.push((var, [first.as_constant()?, last.as_constant()?]));
            }
            let data = self.tensors.data(kernel, write.target);
            let others: Vec<&Index> =
                data.iter().enumerate().filter(|(k, _)| *k != axis).map(|(_, index)| index).collect();
            for point in points(&vars)? {
                let value = |atom: &Atom| {
                    let at = vars.iter().position(|(var, _)| *atom == Atom::Var(*var))?;
                    Some(point[at])
                };
                all.insert(others.iter().map(|index| index.evaluate(&value)).collect::<Option<Vec<i64>>>()?);
            }
        }
        let extents: Vec<i64> = (0..extents.len() - 1)
            .map(|k| all.iter().map(|at| at[k].saturating_add(1)).max())
            .collect::<Option<_>>()?;
        let is_whole = all.iter().flatten().all(|at| *at >= 0) && volume(&extents) == Some(all.len() as i64);
        let element = (**elem).clone();
        (is_whole && all.len() as i64 * BATCH <= STACK).then(|| Results {
            tensor: v.name.clone(),
            axis,
            extents,
            element,
        })
    }
}

/// How many elements there are of some extents, if that is a number.
fn volume(extents: &[i64]) -> Option<i64> {
    extents.iter().try_fold(1i64, |all, extent| all.checked_mul(*extent))
}

/// All points of loops of constant ends.
fn points(vars: &[(Id, [i64; 2])]) -> Option<Vec<Vec<i64>>> {
    let mut points = vec![Vec::new()];
    for (_, [first, last]) in vars {
        if last.checked_sub(*first)?.checked_add(1)?.checked_mul(points.len() as i64)? > WALKED {
            return None;
        }
        let longer = |point: &Vec<i64>| -> Vec<Vec<i64>> {
            (*first..=*last).map(|at| point.iter().copied().chain([at]).collect()).collect()
        };
        points = points.iter().flat_map(longer).collect();
    }
    Some(points)
}

/// Whether a loop chooses what it does, or has something in it of which it is not seen.
fn is_choosing(f: &ExprForLoop) -> bool {
    struct Chooses(bool);
    impl Visit<'_> for Chooses {
        fn visit_expr(&mut self, expr: &Expr) {
            let is_choice = matches!(
                expr,
                Expr::If(_)
                    | Expr::Match(_)
                    | Expr::While(_)
                    | Expr::Loop(_)
                    | Expr::Macro(_)
                    | Expr::Struct(_)
            );
            self.0 |= is_choice || matches!(expr, Expr::Call(call) if path_ident(&call.func).is_none());
            visit::visit_expr(self, expr);
        }

        fn visit_stmt_macro(&mut self, _: &syn::StmtMacro) {
            self.0 = true;
        }
    }
    let mut chooses = Chooses(false);
    chooses.visit_expr_for_loop(f);
    chooses.0
}
