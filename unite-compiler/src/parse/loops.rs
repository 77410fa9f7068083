//! Loops: over index spaces, over constant traversals and over ranges.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprForLoop, Ident, Pat, RangeLimits};

use super::{Binding, Parser, jumps, macros};
use crate::ir::{
    Atom, ComputedRange, Condition, Hole, Id, Index, Loop, Op, ScopeKind, Traversal, UNNAMED, Var,
};
use crate::messages;
use crate::syntax::enclose;
use crate::traversal;

impl Parser<'_> {
    /// Translates a `for` loop in place.
    pub(super) fn for_loop(&mut self, expr: &mut Expr) {
        let Expr::ForLoop(f) = expr else { return };
        if let Some(merged) = self.merged_loop() {
            *expr = merged;
            return;
        }
        if let Some(written_out) = self.over_kernels(f) {
            *expr = written_out;
            self.visit_expr_mut(expr);
            return;
        }
        self.asked = self.schedule(&mut f.attrs);
        self.unknown_schedules(&f.attrs);
        let replaced = match (self.space(&f.expr), self.stored_elements(&f.expr)) {
            (Some((view, order, enumerated)), _) => {
                Some(self.staged_loop(f, view, order.as_deref(), enumerated))
            }
            (None, Some(stored)) => Some(self.walk_loop(f, stored)),
            (None, None) => {
                self.range_loop(f);
                None
            }
        };
        if let Some(hole) = replaced {
            *expr = hole;
        }
    }

    /// The tensor and the traversal of `t.indices()`, `t.zigzag()`, `t.zigzag().enumerate()`.
    fn space(&mut self, expr: &Expr) -> Option<(Id, Option<String>, bool)> {
        let Expr::MethodCall(call) = expr else { return None };
        match call.method.to_string().as_str() {
            "enumerate" => {
                let (view, order, _) = self.space(&call.receiver)?;
                Some((view, Some(order.unwrap_or_else(|| "raster".into())), true))
            }
            "indices" if self.is_tensor(&call.receiver) => {
                Some((self.tensor(&call.receiver, None)?, None, false))
            }
            order if traversal::is_known(order) && self.is_tensor(&call.receiver) => {
                Some((self.tensor(&call.receiver, None)?, Some(order.to_string()), false))
            }
            _ => None,
        }
    }

    fn staged_loop(&mut self, f: &mut ExprForLoop, view: Id, order: Option<&str>, enumerated: bool) -> Expr {
        let rank = self.rank(view);
        let (counter, pat) = match &*f.pat {
            Pat::Tuple(t) if enumerated && t.elems.len() == 2 => (Some(&t.elems[0]), &t.elems[1]),
            other => (None, other),
        };
        let mut names: Vec<Ident> = match pat {
            Pat::Slice(s) => s.elems.iter().filter_map(pattern_ident).collect(),
            other if rank == 1 => pattern_ident(other).into_iter().collect(),
            _ => Vec::new(),
        };
        if names.len() != rank || (enumerated && counter.is_none()) {
            let message = messages::loop_pattern(&self.name(view), rank);
            self.report.error(&f.pat, message);
            names.resize(rank, Ident::new(UNNAMED, f.pat.span()));
        }
        let points = order.and_then(|order| self.traversal(view, order, f.expr.span()));
        let mut vars: Vec<Id> = names
            .iter()
            .enumerate()
            .map(|(axis, name)| self.loop_var(name, Index::constant(0), Self::extent(view, axis), true))
            .collect();
        let counter = counter.and_then(pattern_ident).map(|name| {
            let count = points.as_ref().map_or(0, Vec::len) as i64;
            let id = self.loop_var(&name, Index::constant(0), Index::constant(count), true);
            (name, id)
        });
        let axes = vars.clone();
        let asked = self.asked.take();
        self.scheduled(asked, &axes);
        vars.extend(counter.as_ref().map(|(_, id)| *id));
        let mut body = f.body.clone();
        let jumps = jumps::redirect(&mut body, f.label.as_ref(), self.kernel.scopes.len().to_string());
        macros::name_variables(&mut body, &names);
        self.within(ScopeKind::Loop(vars), |this| {
            for (name, id) in names.iter().zip(&axes) {
                this.bind(name, Binding::Var(*id));
            }
            if let Some((name, id)) = &counter {
                this.bind(name, Binding::Var(*id));
            }
            this.block(&mut body);
        });
        self.sums_in_loops(&mut body);
        let traversal = points.map(|points| Traversal { counter: counter.map(|(_, id)| id), points });
        self.kernel.loops.push(Loop { jumps, over: view, vars: axes, body, traversal });
        let hole = Hole::Loop(self.kernel.loops.len() - 1);
        self.hole(hole)
    }

    /// The points of a traversal, if the tensor's extents are literals.
    fn traversal(&mut self, view: Id, order: &str, span: Span) -> Option<Vec<Vec<i64>>> {
        let rank = self.rank(view);
        let extents: Option<Vec<i64>> = (0..rank).map(|axis| self.literal_extent(view, axis)).collect();
        match extents.and_then(|extents| traversal::points(order, &extents)) {
            Some(points) => Some(points),
            None => {
                let message = messages::dynamic_traversal(&self.name(view), order);
                self.report.error(span, message);
                None
            }
        }
    }

    pub(super) fn loop_var(&mut self, name: &Ident, start: Index, end: Index, staged: bool) -> Id {
        // The scope of the loop is the next one to be made.
        let scope = self.kernel.scopes.len();
        self.kernel.vars.push(Var {
            name: name.clone(),
            start,
            end,
            staged,
            has_gaps: false,
            step: Some(1),
            scope,
            computed: None,
            named: None,
        });
        self.kernel.vars.len() - 1
    }

    /// `for i in a..b` and its variants; anything else is a loop over values.
    fn range_loop(&mut self, f: &mut ExprForLoop) {
        let asked = self.asked.take();
        self.count_steps(f);
        let range = self.range(&f.expr);
        if let Some((start, end)) = &range
            && let (Some(start), Some(end)) = (self.known(start), self.known(end))
            && start >= end
        {
            let shown = |syntax: &dyn Fn() -> proc_macro2::TokenStream| super::tidy(&syntax().to_string());
            let range = shown(&|| f.expr.to_token_stream());
            let turned = match &*f.expr {
                Expr::Range(r) if start > end => {
                    let (first, limits, last) = (&r.end, &r.limits, &r.start);
                    Some(shown(&|| quote::quote!((#first #limits #last).rev())))
                }
                _ => None,
            };
            self.report.error(&f.expr, messages::empty_loop(&range, turned.as_deref()));
        }
        let to_end = range.is_some() && self.count_closed(&mut f.expr);
        let computed = bounds(&mut f.expr)
            .cloned()
            .filter(|r| ![&r.start, &r.end].into_iter().flatten().all(|bound| self.is_plain(bound)));
        let raw = computed.and_then(|r| self.range(&Expr::Range(r)));
        let named = bounds(&mut f.expr)
            .cloned()
            .filter(|r| ![&r.start, &r.end].into_iter().flatten().all(|bound| is_small_literal(bound)));
        let named = named.and_then(|r| self.range(&Expr::Range(r)));
        self.expression(&mut f.expr);
        let name = match &*f.pat {
            Pat::Ident(p) if p.mutability.is_none() && p.by_ref.is_none() => Some(p.ident.clone()),
            // Passes that nobody counts.
            wild @ Pat::Wild(_) if range.is_some() => {
                let name = pattern_ident(wild);
                *f.pat = syn::parse_quote!(#name);
                name
            }
            _ => None,
        };
        match (range, name) {
            (Some((start, end)), Some(name)) => {
                let var = self.loop_var(&name, start, end, false);
                self.kernel.vars[var].has_gaps = is_stepped(&f.expr);
                self.kernel.vars[var].step = self.step(&f.expr);
                let [left, jumps] = jumps::may_leave(&f.body);
                self.kernel.left.extend(left.then_some(var));
                self.kernel.jumping.extend(jumps.then_some(var));
                self.kernel.to_ends.extend(to_end.then_some(var));
                self.kernel.vars[var].named = named.filter(|_| raw.is_none());
                self.scheduled(asked, &[var]);
                let hole = self.hole(Hole::Range(var));
                if let (Some((start, end)), Some(range)) = (raw, bounds(&mut f.expr)) {
                    self.kernel.vars[var].computed = Some(ComputedRange { range: range.clone(), start, end });
                    replace_bounds(&mut f.expr, hole);
                }
                let (scope, ()) = self.within(ScopeKind::Loop(vec![var]), |this| {
                    this.bind(&name, Binding::Var(var));
                    this.block(&mut f.body);
                });
                let snapshot = self.hole(Hole::Snapshot(var));
                f.body.stmts.insert(0, syn::Stmt::Expr(snapshot, Some(Default::default())));
                let checks = self.hole(Hole::Checks(scope));
                self.before.push(checks);
            }
            _ => {
                let checks = self.within(ScopeKind::Branch(Condition::Unknown), |this| {
                    this.bind_pattern(&f.pat);
                    this.block(&mut f.body);
                });
                self.checked_block(checks.0, &mut f.body);
            }
        }
    }

    /// The bounds of a range of integers that are not too large, made half-open.
    fn range(&mut self, expr: &Expr) -> Option<(Index, Index)> {
        self.bounds_of(expr).filter(|(start, end)| !self.in_macro && !start.overflows() && !end.overflows())
    }

    fn bounds_of(&mut self, expr: &Expr) -> Option<(Index, Index)> {
        match expr {
            Expr::Range(r) => {
                let start = self.try_index(r.start.as_ref()?)?;
                let end = self.try_index(r.end.as_ref()?)?;
                match r.limits {
                    RangeLimits::HalfOpen(_) => Some((start, end)),
                    RangeLimits::Closed(_) => Some((start, end.offset(1))),
                }
            }
            Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
                ("rev", 0) => self.range(&call.receiver),
                ("step_by", 1) => {
                    let by = self.try_index(&call.args[0])?.as_constant().filter(|by| *by >= 1)?;
                    // Stepping through a reversed or stepped range reaches no further than the range itself.
                    let (start, end) = self.range(&call.receiver)?;
                    if !matches!(*call.receiver, Expr::Range(_)) {
                        return Some((start, end));
                    }
                    let stepped = Self::stepped_end(&start, &end, by);
                    // Of a variable the last value is not seen where it begins elsewhere each time: that of the range is, too.
                    let end = match start.any_atom(|atom| matches!(atom, Atom::Var(_))) {
                        true => Index::op(Op::Min, vec![end, stepped]),
                        false => stepped,
                    };
                    Some((start, end))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// How far the values of a range are apart, which begin with its first one.
    fn step(&mut self, expr: &Expr) -> Option<i64> {
        match expr {
            Expr::Range(_) => Some(1),
            Expr::MethodCall(call) if call.method == "rev" => self.step(&call.receiver),
            Expr::MethodCall(call) if call.method == "step_by" => {
                let is_range = matches!(*call.receiver, Expr::Range(_));
                let by = self.try_index(call.args.first()?)?.as_constant();
                by.filter(|by| is_range && *by >= 1)
            }
            _ => None,
        }
    }

    /// Puts the checks of a branch at the beginning of its block.
    pub(super) fn checked_block(&mut self, scope: Id, block: &mut syn::Block) {
        let checks = self.hole(Hole::Checks(scope));
        block.stmts.insert(0, syn::Stmt::Expr(checks, Some(Default::default())));
    }

    /// Makes an expression a block that begins with the checks of its branch.
    pub(super) fn checked_expression(&mut self, scope: Id, expr: &mut Expr) {
        self.checked_block(scope, enclose(expr));
    }
}

/// The range that an expression like `(a..b).rev()` iterates over.
pub fn bounds(expr: &mut Expr) -> Option<&mut syn::ExprRange> {
    match expr {
        Expr::Range(r) => Some(r),
        Expr::MethodCall(call) => bounds(&mut call.receiver),
        _ => None,
    }
}

/// Whether the expression steps over values of its range.
fn is_stepped(expr: &Expr) -> bool {
    match expr {
        Expr::MethodCall(call) => call.method == "step_by" || is_stepped(&call.receiver),
        _ => false,
    }
}

/// Whether a bound of a range is a literal that is an index.
fn is_small_literal(bound: &Expr) -> bool {
    let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) = bound else { return false };
    number.base10_parse::<i32>().is_ok()
}

/// Puts `hole` in its place.
pub fn replace_bounds(expr: &mut Expr, hole: Expr) {
    match expr {
        Expr::MethodCall(call) => replace_bounds(&mut call.receiver, hole),
        other => *other = hole,
    }
}

pub(super) fn pattern_ident(pat: &Pat) -> Option<Ident> {
    match pat {
        Pat::Ident(p) if p.subpat.is_none() => Some(p.ident.clone()),
        Pat::Wild(w) => Some(Ident::new(UNNAMED, w.underscore_token.span)),
        _ => None,
    }
}
