//! The order of loops over ranges. Where every iteration of a nest is by itself, nobody can tell which of its loops is the innermost
//! one; that along which elements lie side by side in memory is best. It may be moved inwards: loops, their variables and their
//! scopes change places, and all that comes later sees the nest as if it had been written so.

use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprForLoop, Stmt};

use super::apart::factor;
use super::dependence::Nest;
use super::effects::Effects;
use super::moved::{counted, is_free, may_change_places};
use super::placement::chain;
use super::tensors::Tensors;
use crate::holes;
use crate::ir::{Atom, Def, Id, Index, Kernel, ScopeKind};

/// Moves loops of a kernel inwards where that is better.
pub fn settle(kernel: &mut Kernel, tensors: &Tensors) {
    // Tensors of one memory run in the order of the source, and what is not all integers of the kernel's own, too.
    if kernel.overlapping || kernel.opaque.is_some() || kernel.mixed {
        return;
    }
    let mut body = kernel.function.block.clone();
    let mut moved = Move { kernel, tensors, orders: Vec::new() };
    moved.visit_block_mut(&mut body);
    let orders = moved.orders;
    kernel.function.block = body;
    for order in orders {
        let scopes: Vec<Id> = order.before.iter().map(|var| kernel.vars[*var].scope).collect();
        for (scope, var) in scopes.into_iter().zip(order.after) {
            kernel.scopes[scope].kind = ScopeKind::Loop(vec![var]);
            kernel.vars[var].scope = scope;
        }
    }
}

/// The variables of a nest, outermost first, as they were and as they are.
struct Order {
    before: Vec<Id>,
    after: Vec<Id>,
}

struct Move<'k> {
    kernel: &'k Kernel,
    tensors: &'k Tensors,
    orders: Vec<Order>,
}

impl VisitMut for Move<'_> {
    fn visit_expr_for_loop_mut(&mut self, f: &mut ExprForLoop) {
        let nest = nest_of(self.kernel, f);
        let vars: Vec<Id> = nest.iter().map(|(_, var)| *var).collect();
        let may_move = may_change_places(nest.iter().map(|(f, _)| f));
        let from =
            nest.last().filter(|_| may_move).and_then(|(innermost, _)| self.from(&vars, &innermost.body));
        if let Some(from) = from {
            let mut after: Vec<usize> = (0..vars.len()).collect();
            after[from..].rotate_left(1);
            let moved = rewritten(self.kernel, &nest, &after);
            self.orders.push(Order { after: after.into_iter().map(|k| vars[k]).collect(), before: vars });
            *f = moved;
            return;
        }
        visit_mut::visit_expr_for_loop_mut(self, f);
    }
}

impl Move<'_> {
    /// Which of some loops, outermost first, is better the innermost one.
    fn from(&self, vars: &[Id], body: &Block) -> Option<usize> {
        let (kernel, tensors) = (self.kernel, self.tensors);
        let (&inner, outer) = vars.split_last()?;
        let first = *outer.first()?;
        let scope = kernel.vars[first].scope;
        let is_inside = |at: Id| chain(kernel, at).contains(&scope);
        let effects = Effects::of_range(kernel, body);
        let makes = kernel
            .views
            .iter()
            .any(|view| matches!(view.def, Def::Block { .. } | Def::Copy { .. }) && is_inside(view.scope));
        if effects.ordered || effects.calls || makes || vars.iter().any(|var| !is_free(kernel, *var)) {
            return None;
        }
        let accesses: Vec<Id> =
            (0..kernel.accesses.len()).filter(|a| is_inside(kernel.accesses[*a].scope)).collect();
        let is_by_data = |index: &Index| {
            index.any_atom(|atom| matches!(atom, Atom::Value(v) if is_inside(kernel.values[*v].scope)))
        };
        if accesses.iter().any(|access| tensors.data(kernel, *access).iter().any(is_by_data)) {
            return None;
        }
        // How many accesses go from one row to another, or leave elements out.
        let apart = |var: Id, writes: bool| {
            let lie_apart = |access: &&Id| {
                let data = tensors.data(kernel, **access);
                let Some((last, rows)) = data.split_last() else { return false };
                factor(last, var).is_none_or(|by| by.abs() > 1)
                    || rows.iter().any(|i| factor(i, var) != Some(0))
            };
            let chosen = |access: &&Id| !writes || kernel.accesses[**access].writes;
            accesses.iter().filter(chosen).filter(lie_apart).count()
        };
        let is_along = |var: Id| {
            let mut written = accesses.iter().filter(|access| kernel.accesses[**access].writes).peekable();
            written.peek().is_some()
                && apart(var, true) == 0
                && written.all(|access| {
                    tensors.data(kernel, *access).last().is_some_and(|last| factor(last, var) == Some(1))
                })
        };
        let from = outer.iter().rposition(|var| is_along(*var))?;
        let is_better = apart(outer[from], false) < apart(inner, false) && apart(inner, true) > 0;
        let nest = Nest::new(kernel, tensors, scope, vars, effects.calls);
        (is_better && nest.meetings().next().is_none()).then_some(from)
    }
}

/// The loops over ranges that are all of each other's bodies, with their variables, if none of them depends on another one.
fn nest_of(kernel: &Kernel, f: &ExprForLoop) -> Vec<(ExprForLoop, Id)> {
    let mut nest: Vec<(ExprForLoop, Id)> = Vec::new();
    let mut next = Some(f);
    while let Some(f) = next.take() {
        let Some(var) = counted(kernel, f) else { break };
        let v = &kernel.vars[var];
        let scopes: Vec<Id> = nest.iter().map(|(_, var)| kernel.vars[*var].scope).collect();
        let depends = |atom: &Atom| match atom {
            Atom::Var(var) => nest.iter().any(|(_, outer)| outer == var),
            Atom::Value(value) => scopes.contains(&kernel.values[*value].scope),
            Atom::Get(_, view, _) => scopes.contains(&kernel.views[*view].scope),
            Atom::Let(id) => kernel.lets[*id].any_atom(
                |atom| matches!(atom, Atom::Var(var) if nest.iter().any(|(_, outer)| outer == var)),
            ),
            _ => false,
        };
        if v.start.any_atom(depends) || v.end.any_atom(depends) {
            break;
        }
        nest.push((f.clone(), var));
        let statements: Vec<&Stmt> =
            f.body.stmts.iter().filter(|stmt| !holes::is_of_loop(kernel, stmt)).collect();
        if let [Stmt::Expr(Expr::ForLoop(inner), _)] = statements[..] {
            next = Some(inner);
        }
    }
    nest
}

/// The same loops in another order. What stands before a loop stays before the one that takes its place.
fn rewritten(kernel: &Kernel, nest: &[(ExprForLoop, Id)], order: &[usize]) -> ExprForLoop {
    let mut whole: Option<ExprForLoop> = None;
    for (place, &from) in order.iter().enumerate().rev() {
        let (at, own) = (&nest[place].0, &nest[from].0);
        let snapshot =
            |f: &ExprForLoop| f.body.stmts.iter().find(|stmt| holes::is_snapshot(kernel, stmt)).cloned();
        let mut stmts: Vec<Stmt> = snapshot(own).into_iter().collect();
        for stmt in at.body.stmts.iter().filter(|stmt| !holes::is_snapshot(kernel, stmt)) {
            match (stmt, &mut whole) {
                (Stmt::Expr(Expr::ForLoop(_), semi), Some(_)) if place + 1 < nest.len() => {
                    let inner = whole.take().map(Expr::ForLoop);
                    stmts.extend(inner.map(|inner| Stmt::Expr(inner, *semi)));
                }
                _ => stmts.push(stmt.clone()),
            }
        }
        let body = Block { brace_token: at.body.brace_token, stmts };
        whole = Some(ExprForLoop { body, ..own.clone() });
    }
    whole.unwrap_or_else(|| nest[0].0.clone())
}
