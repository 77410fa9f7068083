//! What is done at a point, in parts: loops of which all points make the same passes, and the statements around and inside of these.
//! Several points take each part together, so that the loops are around the points.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Expr, ExprForLoop, Ident, Local, Pat, Stmt, parse_quote};

use super::Site;
use super::body::Body;
use super::computed::computed_first;
use super::numbers::{Numbers, is_number_type};
use super::tiles::Certain;
use super::until::Until;
use crate::holes;
use crate::ir::{Hole, Id, Index, Kernel, Loop, SumParts};
use crate::syntax::{bound, idents};

/// What is done at a point.
pub struct Parts<'k> {
    /// In order; what a loop does is inside of it.
    pub all: Vec<Part<'k>>,
    /// Numbers that one part defines and that later ones have.
    pub shared: Vec<Shared>,
    /// Sums that are parts of their own: their totals stand in their places.
    pub taken: Vec<Id>,
    /// Whether loops are among them.
    pub have_loops: bool,
}

/// A number that several parts have.
pub struct Shared {
    /// Its name in the body.
    pub name: Ident,
    /// The parts that have it, the first of which defines it: those that are statements are counted, in order.
    pub parts: Vec<usize>,
    /// Whether it may change.
    pub changes: bool,
}

/// A part.
pub enum Part<'k> {
    /// Statements.
    Statements(Vec<Stmt>),
    /// A write, which is all of a statement.
    Write(Id),
    /// A write of which all points compute what they write before one of them does.
    Computed(Id),
    /// What is checked at each point before a loop of a scope.
    Checks(Id),
    /// A loop over a range, and what it does.
    Range(&'k ExprForLoop, Vec<Part<'k>>),
    /// A loop over an index space, and what it does.
    Indices(Id, Vec<Part<'k>>),
    /// A loop that each point leaves by itself.
    Until(Until<'k>),
}

impl<'k> Parts<'k> {
    /// Those of the points of a scope, if there is a loop among them, or if the compiler would not take them together for what they read and
    /// write, and if nothing but memory is seen from one point to another.
    pub fn of(site: &Site<'k>, scope: Id) -> Option<Self> {
        let kernel = site.kernel;
        let (body, gathers) = Body::of(kernel, scope)?;
        let mut found = Finding { site, scope, loops: 0, taken: Vec::new(), is_refused: gathers };
        let all = match body {
            Body::Write(write) => {
                let mut all = found.sums(&kernel.writes[write].value);
                all.push(Part::Write(write));
                all
            }
            Body::Loop(Loop { body, .. }) | Body::Range(ExprForLoop { body, .. }) => found.parts(&body.stmts),
        };
        let all = match found.loops {
            0 if site.reads_elsewhere(scope) => computed_first(site, scope, all)?,
            0 => return None,
            _ => all,
        };
        if found.is_refused {
            return None;
        }
        let shared = shared(kernel, scope, &found.taken, &all)?;
        Some(Parts { all, shared, taken: found.taken, have_loops: found.loops > 0 })
    }

    /// The variables of the loops of which all points make the same passes.
    pub fn vars(&self, kernel: &Kernel) -> Vec<Id> {
        fn collect(parts: &[Part<'_>], kernel: &Kernel, vars: &mut Vec<Id>) {
            for part in parts {
                match part {
                    Part::Range(f, inner) => {
                        vars.extend(holes::variable(kernel, f));
                        collect(inner, kernel, vars);
                    }
                    Part::Indices(l, inner) => {
                        vars.extend(&kernel.loops[*l].vars);
                        collect(inner, kernel, vars);
                    }
                    Part::Until(until) => vars.extend(until.var(kernel)),
                    Part::Statements(_) | Part::Write(_) | Part::Computed(_) | Part::Checks(_) => {}
                }
            }
        }
        let mut vars = Vec::new();
        collect(&self.all, kernel, &mut vars);
        vars
    }
}

/// Finds parts.
struct Finding<'s, 'k> {
    site: &'s Site<'k>,
    /// That of a point.
    scope: Id,
    loops: usize,
    /// Sums that are parts of their own.
    taken: Vec<Id>,
    is_refused: bool,
}

impl<'k> Finding<'_, 'k> {
    /// The parts of statements.
    fn parts(&mut self, stmts: &'k [Stmt]) -> Vec<Part<'k>> {
        let kernel = self.site.kernel;
        let mut parts = Vec::new();
        for stmt in stmts {
            // Attributes of a `let`, and what stands before a loop or at the beginning of one.
            match holes::of_statement(kernel, stmt) {
                Some(Hole::Mentioned(_) | Hole::Snapshot(_)) => continue,
                Some(Hole::Checks(scope)) => {
                    parts.push(Part::Checks(*scope));
                    continue;
                }
                _ => {}
            }
            let loops = match stmt {
                Stmt::Expr(whole @ Expr::ForLoop(f), _) => self.range(f, whole),
                Stmt::Expr(expr @ (Expr::While(_) | Expr::Loop(_)), _) => self.until(expr),
                _ => match holes::of_statement(kernel, stmt) {
                    Some(Hole::Loop(l)) => self.indices(*l),
                    _ => None,
                },
            };
            if let Some(part) = loops {
                if let Part::Indices(l, _) = part
                    && let Some(var) = kernel.loops[l].vars.first()
                {
                    parts.push(Part::Checks(kernel.vars[*var].scope));
                }
                parts.push(part);
                continue;
            }
            let sums = match (stmt, holes::of_statement(kernel, stmt)) {
                (_, Some(Hole::Write(write))) if kernel.writes[*write].iterators.is_empty() => {
                    self.sums(&kernel.writes[*write].value)
                }
                (Stmt::Local(Local { init: Some(init), .. }), _) => self.sums(&init.expr),
                (Stmt::Expr(Expr::Binary(b), _), _) => self.sums(&b.right),
                (Stmt::Expr(Expr::Assign(a), _), _) => match &*a.right {
                    // That of a total: what it makes one of.
                    Expr::Call(call) => call.args.last().map(|term| self.sums(term)).unwrap_or_default(),
                    value => self.sums(value),
                },
                _ => Vec::new(),
            };
            parts.extend(sums);
            let mut stmt = stmt.clone();
            if let Stmt::Local(local) = &mut stmt {
                // It may change in another part alone.
                local.attrs.push(parse_quote!(#[allow(unused_mut)]));
            }
            match parts.last_mut() {
                Some(Part::Statements(stmts)) => stmts.push(stmt),
                _ => parts.push(Part::Statements(vec![stmt])),
            }
        }
        parts
    }

    /// The sums that an expression has in any case, as parts before it.
    fn sums(&mut self, expr: &'k Expr) -> Vec<Part<'k>> {
        let kernel = self.site.kernel;
        let mut parts = Vec::new();
        for (sum, block) in Certain::of(kernel, [expr]) {
            let Expr::Block(block) = block else { continue };
            let Some(SumParts { loops, .. }) = SumParts::of(block) else { continue };
            if kernel.sums[sum].accumulators.is_some() {
                self.is_refused = true;
            }
            let (whole, others) = (self.loops, self.taken.len());
            let Some((_, stmts)) = block.block.stmts.split_last() else { continue };
            let of_sum = self.parts(stmts);
            // A sum whose loops stay at the points stays where it is.
            if self.loops >= whole + loops.len() {
                parts.extend(of_sum);
                self.taken.push(sum);
            } else {
                self.loops = whole;
                self.taken.truncate(others);
            }
        }
        parts
    }

    /// A loop over a range, if all points make the same passes of it.
    fn range(&mut self, f: &'k ExprForLoop, whole: &'k Expr) -> Option<Part<'k>> {
        let kernel = self.site.kernel;
        let var = holes::variable(kernel, f)?;
        let v = &kernel.vars[var];
        if f.label.is_some() || !f.attrs.is_empty() || kernel.schedules.contains_key(&var) {
            return None;
        }
        let computed = v.computed.iter().flat_map(|computed| [&computed.start, &computed.end]);
        if ![&v.start, &v.end].into_iter().chain(computed).all(|bound| self.is_known(bound)) {
            return None;
        }
        if kernel.left.contains(&var) || kernel.jumping.contains(&var) {
            return self.until(whole);
        }
        self.loops += 1;
        let parts = self.parts(&f.body.stmts);
        Some(Part::Range(f, parts))
    }

    /// A loop that each point leaves by itself.
    fn until(&mut self, whole: &'k Expr) -> Option<Part<'k>> {
        let until = Until::of(self.site.kernel, whole)?;
        self.loops += 1;
        Some(Part::Until(until))
    }

    /// A loop over an index space, if all points make the same passes of it.
    fn indices(&mut self, id: Id) -> Option<Part<'k>> {
        let kernel = self.site.kernel;
        let l = &kernel.loops[id];
        let is_free = l.traversal.is_none() && !l.jumps.are_there();
        let is_plain = |var: &Id| {
            let v = &kernel.vars[*var];
            !kernel.schedules.contains_key(var) && self.is_known(&v.start) && self.is_known(&v.end)
        };
        if !is_free || !l.vars.iter().all(is_plain) {
            return None;
        }
        self.loops += 1;
        let parts = self.parts(&l.body.stmts);
        Some(Part::Indices(id, parts))
    }

    fn is_known(&self, bound: &Index) -> bool {
        self.site.is_known_before(&self.site.resolve(bound), self.scope)
    }
}

/// The numbers that several parts have; nothing if something else is.
fn shared(kernel: &Kernel, scope: Id, taken: &[Id], all: &[Part<'_>]) -> Option<Vec<Shared>> {
    let mut statements = Vec::new();
    let mut loops = Said::new(kernel, taken);
    flat(all, &mut statements, &mut loops);
    // Loops are around the points: none of these is there.
    let mut points = kernel.vars.iter().filter(|var| var.scope == scope);
    if points.any(|var| loops.names.contains(&var.name.to_string())) {
        return None;
    }
    let mut shared: Vec<Shared> = Vec::new();
    let (mut seen, mut numbers) = (HashSet::new(), Numbers::around(kernel));
    for (defined, (_, locals, end)) in statements.iter().enumerate() {
        for local in *locals {
            let Stmt::Local(local) = local else { continue };
            let mut names = Vec::new();
            bound(&local.pat, |name| names.push(name.clone()));
            for name in names {
                let text = name.to_string();
                let is_new = seen.insert(text.clone());
                if loops.names.contains(&text) {
                    return None;
                }
                let is_total = kernel.sums.iter().any(|sum| sum.total == name);
                let (pat, is_typed) = match &local.pat {
                    Pat::Type(typed) => (&*typed.pat, is_number_type(&typed.ty)),
                    pat => (pat, false),
                };
                let init = local.init.as_ref().filter(|init| init.diverge.is_none());
                let is_by_value = || init.is_some_and(|init| numbers.has(&init.expr));
                let is_number = is_total || is_typed || is_by_value();
                numbers.learn(&name, is_number);
                let is_said = |part: &usize| *part == defined || statements[*part].0.contains(&text);
                let parts: Vec<usize> = (0..statements.len()).filter(is_said).collect();
                if parts.len() == 1 {
                    continue;
                }
                let Pat::Ident(pat) = pat else { return None };
                let is_inside = parts.iter().all(|part| defined <= *part && *part < *end);
                if !is_new || !is_inside || pat.by_ref.is_some() || !is_number || init.is_none() {
                    return None;
                }
                let changes = pat.mutability.is_some();
                shared.push(Shared { name, parts, changes });
            }
        }
    }
    Some(shared)
}

/// What a part of statements names, its statements, and where the parts end that see what these define.
type Flat<'p> = (HashSet<String>, &'p [Stmt], usize);

/// The parts that are statements, in order, and what is named by the loops around them.
fn flat<'p>(parts: &'p [Part<'_>], all: &mut Vec<Flat<'p>>, loops: &mut Said<'_>) {
    for part in parts {
        let mut said = Said::new(loops.kernel, loops.taken);
        let inner = match part {
            Part::Statements(stmts) => {
                stmts.iter().for_each(|stmt| said.visit_stmt(stmt));
                all.push((said.names, stmts, usize::MAX));
                continue;
            }
            Part::Checks(_) => continue,
            Part::Write(write) | Part::Computed(write) => {
                said.visit_expr(&loops.kernel.writes[*write].value);
                all.push((said.names, &[], usize::MAX));
                continue;
            }
            Part::Until(Until { over, pass }) => {
                if let Some(f) = over {
                    loops.visit_pat(&f.pat);
                    loops.visit_expr(&f.expr);
                }
                pass.iter().for_each(|stmt| said.visit_stmt(stmt));
                all.push((said.names, &[], usize::MAX));
                continue;
            }
            Part::Range(f, inner) => {
                loops.visit_pat(&f.pat);
                loops.visit_expr(&f.expr);
                inner
            }
            Part::Indices(l, inner) => {
                let kernel = loops.kernel;
                let vars = kernel.loops[*l].vars.iter();
                loops.names.extend(vars.map(|var| kernel.vars[*var].name.to_string()));
                inner
            }
        };
        let first = all.len();
        flat(inner, all, loops);
        let end = all.len();
        all[first..].iter_mut().for_each(|(.., seen)| *seen = end.min(*seen));
    }
}

/// The names that stand somewhere, and in what stands in holes there.
struct Said<'k> {
    kernel: &'k Kernel,
    /// Sums of which only the totals are there.
    taken: &'k [Id],
    names: HashSet<String>,
}

impl Said<'_> {
    fn new<'k>(kernel: &'k Kernel, taken: &'k [Id]) -> Said<'k> {
        Said { kernel, taken, names: HashSet::new() }
    }
}

impl Visit<'_> for Said<'_> {
    fn visit_path(&mut self, path: &syn::Path) {
        // Others name no variable.
        self.names.extend(path.get_ident().map(ToString::to_string));
    }

    fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
        self.names.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        self.names.extend(idents(mac.tokens.clone()).map(|name| name.to_string()));
    }

    fn visit_expr(&mut self, expr: &Expr) {
        let kernel = self.kernel;
        if let Some(sum) = kernel.sum_of(expr).filter(|sum| self.taken.contains(sum)) {
            self.names.insert(kernel.sums[sum].total.to_string());
            return;
        }
        match holes::number(expr).map(|hole| &kernel.holes[hole]) {
            Some(Hole::Write(write)) => self.visit_expr(&kernel.writes[*write].value),
            Some(Hole::Loop(l)) => self.visit_block(&kernel.loops[*l].body),
            Some(Hole::Var(var)) => {
                self.names.insert(kernel.vars[*var].name.to_string());
            }
            Some(Hole::Range(var)) => {
                let computed = kernel.vars[*var].computed.as_ref();
                computed.into_iter().for_each(|computed| self.visit_expr_range(&computed.range));
            }
            Some(_) => {}
            None => visit::visit_expr(self, expr),
        }
    }
}
