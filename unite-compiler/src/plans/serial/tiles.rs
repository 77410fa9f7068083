//! Statements whose right sides have sums: the sums of several points are taken at a time. One sum waits for itself, because its terms
//! are added one after the other; points that lie side by side are a vector, and rows of them share what they read.

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Local, Pat, Stmt};

use super::Site;
use super::body::Body;
use super::strip::Strip;
use crate::analyse::{Plan, chain, factor};
use crate::cost::{
    CHAINS, FEW_TERMS, INTEGERS, SHORT_INTEGERS, SHORT_TILE_BYTES, TILE_BYTES, TILE_ROWS, WIDE_TILE_BYTES,
};
use crate::holes;
use crate::ir::{Id, Index, Kernel};
use crate::lanes::elem_of;
use crate::syntax::mentions;

/// The points whose sums are taken at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The points side by side.
    pub strip: Strip,
    /// How many rows of them.
    pub rows: i64,
    /// The sums.
    pub sums: Vec<Id>,
}

impl Tile {
    /// What it is, for people.
    pub fn shown(&self) -> String {
        let points = match self.rows {
            1 => self.strip.points.to_string(),
            rows => format!("{rows} x {}", self.strip.points),
        };
        format!("sums of {points} points at a time{}", self.strip.rests())
    }
}

/// A statement, or a loop over indices, that may have sums.
pub struct Summed<'k> {
    /// Those that it has in any case, before anything is written.
    pub sums: Vec<(Id, &'k Expr)>,
    /// Its variables.
    vars: Vec<Id>,
    /// An element that is written at each point.
    target: Id,
    /// Whether something is added up that is no element of a tensor.
    gathers: bool,
}

impl<'k> Summed<'k> {
    /// That of a scope, if nothing that happens at one point can be seen at another one.
    pub fn of(kernel: &'k Kernel, scope: Id) -> Option<Self> {
        let (body, gathers) = Body::of(kernel, scope)?;
        let l = match body {
            Body::Write(write) => {
                let write = &kernel.writes[write];
                let vars = write.iterators.iter().map(|(var, _)| *var).collect();
                let sums = Certain::of(kernel, [&write.value]);
                return Some(Summed { sums, vars, target: write.target, gathers });
            }
            Body::Loop(l) => l,
            Body::Range(_) => return None,
        };
        // What is bound before is bound at each point anew.
        let mut bound: Vec<String> = Vec::new();
        let value = |stmt: &'k Stmt| match stmt {
            Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) => {
                let is_by_itself = !bound.iter().any(|name| mentions(&init.expr, name));
                bound.push(name.ident.to_string());
                (kernel.sum_of(&init.expr).is_some() && is_by_itself).then_some(&*init.expr)
            }
            _ => None,
        };
        let sums = Certain::of(kernel, l.body.stmts.iter().map_while(value));
        let is_inside = |at: Id| chain(kernel, at).contains(&scope);
        let target = kernel.writes.iter().find(|write| is_inside(write.scope))?.target;
        Some(Summed { sums, vars: l.vars.clone(), target, gathers })
    }
}

impl Site<'_> {
    /// The points of a statement whose sums are taken at a time, if its scope is that of a statement with sums, and if that is worth
    /// it: `var` is its innermost variable.
    pub fn tile(&self, var: Id, scope: Id, outer: &[(Id, usize)]) -> Option<Tile> {
        let kernel = self.kernel;
        if kernel.sums.is_empty() || kernel.overlapping || self.is_version || !self.knows_extents() {
            return None;
        }
        let Summed { sums, vars, target, gathers } = Summed::of(kernel, scope)?;
        let is_free = |var: &Id| !kernel.schedules.contains_key(var) && !kernel.kept_first.contains_key(var);
        let is_in_order = |var: &Id| self.analysis.dependences.is_in_order(*var);
        if !vars.iter().all(is_free) || is_in_order(&var) {
            return None;
        }
        // Rows follow each other where they meet.
        let is_single = outer.is_empty() || vars.iter().any(is_in_order);
        let even = |(sum, expr): (Id, &Expr)| Some((sum, self.even(expr, scope)?));
        // What is told of the order of terms holds.
        if sums.iter().any(|(sum, _)| kernel.sums[*sum].accumulators.is_some()) {
            return None;
        }
        let has_several = |(sum, expr): &(Id, &Expr)| {
            kernel.parts_of_sum(expr).is_some_and(|parts| self.accumulators(*sum, &parts).is_some())
        };
        let have_several = sums.iter().all(has_several);
        let (sums, loops): (Vec<Id>, Vec<Id>) = sums.into_iter().filter_map(even).unzip();
        if sums.is_empty() || self.has_rules(scope) || !self.are_plain(&loops) {
            return None;
        }
        let elem = elem_of(kernel, self.analysis, kernel.accesses[target].view)?;
        let bytes = bytes_of(&elem)?;
        let inside = |access: &Id| {
            let at = kernel.accesses[*access].scope;
            loops.iter().any(|outermost| self.is_in(at, *outermost))
        };
        let (mut beside, mut apart, mut of_floats) = (false, false, false);
        for access in (0..kernel.accesses.len()).filter(inside) {
            let data = self.data(access);
            let elem = elem_of(kernel, self.analysis, kernel.accesses[access].view);
            of_floats |= elem.is_none_or(|elem| elem.starts_with('f'));
            let (last, rows) = data.split_last()?;
            match factor(last, var) {
                Some(0) | None if rows.iter().any(|row| factor(row, var) != Some(0)) => apart = true,
                Some(0) => {}
                Some(1) if rows.iter().all(|row| factor(row, var) == Some(0)) => beside = true,
                _ => apart = true,
            }
        }
        let target = self.data(target);
        let is_along = target.split_last().is_some_and(|(last, _)| factor(last, var) == Some(1));
        let again = !gathers && self.is_repeatable(scope);
        let is_beside = beside && !apart && is_along;
        let tile = |points: i64, rows: i64| {
            let fewer = if of_floats { SHORT_TILE_BYTES / bytes } else { SHORT_INTEGERS };
            let fewer = if is_beside { fewer } else { points };
            Some(Tile { strip: Strip::new(points, again, fewer), rows, sums })
        };
        match (is_beside, is_single) {
            (true, false) if of_floats => tile(TILE_BYTES / bytes, TILE_ROWS),
            (true, true) if of_floats => tile(WIDE_TILE_BYTES / bytes, 1),
            (true, _) => tile(INTEGERS, 1),
            (false, is_single) if apart && elem.starts_with('f') && !have_several => {
                tile(CHAINS, if is_single { 1 } else { TILE_ROWS })
            }
            (false, _) => None,
        }
    }

    /// Whether what is done at a point may be done twice: it reads nothing that is written.
    pub(super) fn is_repeatable(&self, scope: Id) -> bool {
        let kernel = self.kernel;
        let tensors = &self.analysis.tensors;
        let is_inside = |at: Id| self.is_in(at, scope);
        let memory = |access: Id| tensors.memory(tensors.base(kernel, access));
        let writes = || kernel.writes.iter().filter(|write| is_inside(write.scope));
        let reads: Vec<Id> = (0..kernel.accesses.len())
            .filter(|access| !kernel.accesses[*access].writes && is_inside(kernel.accesses[*access].scope))
            .map(memory)
            .collect();
        let calls = kernel.calls.iter().any(|call| is_inside(call.scope));
        !calls && writes().all(|write| write.op.is_none() && !reads.contains(&memory(write.target)))
    }

    /// The scope of the outermost loop of a sum, if it has loops of its own alone, which are the same at every point of a statement in a
    /// scope and not a few passes that the compiler writes out.
    fn even(&self, expr: &Expr, scope: Id) -> Option<Id> {
        let kernel = self.kernel;
        let parts = kernel.parts_of_sum(expr)?;
        let mut inner = Loops(false);
        inner.visit_expr(parts.term);
        let (mut outermost, mut terms) = (None, Some(1i64));
        for f in &parts.loops {
            let var = holes::variable(kernel, f)?;
            let v = &kernel.vars[var];
            let is_known = |index: &Index| self.is_known_before(&self.resolve(index), scope);
            if v.computed.is_some() || v.has_gaps || !is_known(&v.start) || !is_known(&v.end) {
                return None;
            }
            outermost.get_or_insert(v.scope);
            terms = terms.zip(self.points(var)).and_then(|(terms, points)| terms.checked_mul(points));
        }
        outermost.filter(|_| !inner.0 && terms.is_none_or(|terms| terms > FEW_TERMS))
    }

    /// Whether nothing is checked, asked or made in the loops of some sums, by their scopes.
    fn are_plain(&self, loops: &[Id]) -> bool {
        let kernel = self.kernel;
        let inside = |at: Id| loops.iter().any(|outermost| self.is_in(at, *outermost));
        let has_rule = |access: &Id| self.analysis.tensors.rule(kernel, *access).is_some();
        !(0..kernel.scopes.len()).any(|at| inside(at) && self.is_checked(at))
            && self.makes_nothing(&inside)
            && !self.accesses(&inside).any(|access| has_rule(&access))
    }

    /// Whether something is checked at the beginning of a scope.
    pub(super) fn is_checked(&self, scope: Id) -> bool {
        !self.analysis.bounds.checks[scope].is_empty()
    }

    /// Whether nothing is called or made in some scopes, nor checked at an access.
    pub(super) fn makes_nothing(&self, inside: &impl Fn(Id) -> bool) -> bool {
        let kernel = self.kernel;
        !kernel.calls.iter().any(|call| inside(call.scope))
            && !kernel.views.iter().any(|view| inside(view.scope))
            && self.accesses(inside).all(|access| self.analysis.bounds.accesses[access] != Plan::Here)
    }

    /// The accesses in some scopes.
    pub(super) fn accesses(&self, inside: &impl Fn(Id) -> bool) -> impl Iterator<Item = Id> {
        let accesses = self.kernel.accesses.iter().enumerate();
        accesses.filter(|(_, access)| inside(access.scope)).map(|(id, _)| id)
    }
}

/// How many bytes what is computed of elements has.
pub(super) fn bytes_of(elem: &str) -> Option<i64> {
    match elem {
        "u8" | "i8" | "u16" | "i16" | "i32" | "u32" | "f32" => Some(4),
        "i64" | "u64" | "f64" => Some(8),
        _ => None,
    }
}

/// The sums of expressions that they have in any case.
pub(super) struct Certain<'k> {
    kernel: &'k Kernel,
    sums: Vec<(Id, &'k Expr)>,
}

impl<'k> Certain<'k> {
    pub(super) fn of(kernel: &'k Kernel, values: impl IntoIterator<Item = &'k Expr>) -> Vec<(Id, &'k Expr)> {
        let mut certain = Certain { kernel, sums: Vec::new() };
        values.into_iter().for_each(|value| certain.visit_expr(value));
        certain.sums
    }
}

impl<'k> Visit<'k> for Certain<'k> {
    fn visit_expr(&mut self, expr: &'k Expr) {
        match expr {
            Expr::Block(_) => self.sums.extend(self.kernel.sum_of(expr).map(|sum| (sum, expr))),
            Expr::Binary(b) if matches!(b.op, BinOp::And(_) | BinOp::Or(_)) => self.visit_expr(&b.left),
            Expr::Binary(_)
            | Expr::Unary(_)
            | Expr::Paren(_)
            | Expr::Group(_)
            | Expr::Cast(_)
            | Expr::Call(_)
            | Expr::MethodCall(_) => visit::visit_expr(self, expr),
            _ => {}
        }
    }
}

/// Whether there are loops.
struct Loops(bool);

impl Visit<'_> for Loops {
    fn visit_expr(&mut self, expr: &Expr) {
        self.0 |= matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Macro(_));
        visit::visit_expr(self, expr);
    }
}
