//! Loops whose iterations take turns: where conditions ask whether a variable is even or odd, two iterations are written one after
//! the other, of each of which it is known. Of the variable of a loop around it is asked before the loop. The compiler sees strided
//! accesses without conditions.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprForLoop, Lit, Stmt};

use super::{Body, Emitter, Written};
use crate::analyse::chain;
use crate::holes;
use crate::ir::{Hole, Id, Kernel};
use crate::syntax::path_ident;

impl Emitter<'_> {
    /// A loop over a range by pairs of iterations, if conditions in it ask which of both one is.
    pub fn in_phases(&self, f: &ExprForLoop, written: &mut Written) -> Option<TokenStream> {
        let var = crate::lanes::var_of(self.kernel, f)?;
        let v = &self.kernel.vars[var];
        let is_plain = f.label.is_none()
            && f.attrs.is_empty()
            && self.knows_extents()
            && crate::lanes::is_plain_range(&f.expr)
            && self.is_half_open(&f.expr)
            && v.computed.is_none()
            && !v.has_gaps
            && !self.kernel.schedules.contains_key(&var)
            && self.is_relied_range(var)
            && self.is_innermost(var);
        if !is_plain || self.kernel.left.contains(&var) || self.kernel.jumping.contains(&var) {
            return None;
        }
        let (takes_turns, around) = (self.asks_for_turns(var), self.asked_around(var, &[]));
        if !takes_turns && around.is_none() {
            return None;
        }
        let whole = self.iterated(f, written);
        let whole = self.filled(&whole, written);
        let starts_even = self.resolve(&v.start).as_constant().is_some_and(|start| start % 2 == 0);
        let range = self.fresh("whole");
        let nest = self.by_turns_around(around, written, |written| match takes_turns {
            true => self.by_pairs(f, &quote!(#range), starts_even, written),
            false => {
                let (pat, body) = (&f.pat, self.filled_block(&f.body, written));
                quote!(for #pat in #range { #body })
            }
        });
        Some(quote!({ let #range = #whole; #nest }))
    }

    /// The variable of a loop around that over a variable, of which conditions in the latter ask if it is even. Those of a nest over
    /// indices are in no order: `outer` are those around. None for a few points, nor in the slower one of two versions.
    pub fn asked_around(&self, var: Id, outer: &[(Id, usize)]) -> Option<Id> {
        let kernel = self.kernel;
        let v = &kernel.vars[var];
        let points = self.resolve(&v.end).plus(&self.resolve(&v.start), -1);
        if self.here.is_version || !self.knows_extents() || points.as_constant().is_some() {
            return None;
        }
        let scopes = chain(kernel, v.scope);
        let is_around = |other: &Id| match kernel.vars[*other].scope {
            scope if scope == v.scope => outer.iter().any(|(outer, _)| outer == other),
            scope => scopes.contains(&scope),
        };
        (0..kernel.vars.len()).filter(is_around).find(|other| self.asks_in(var, *other))
    }

    /// A loop, twice if conditions in it ask whether a variable of a loop around it is even: for each of both.
    pub fn by_turns_around(
        &self,
        around: Option<Id>,
        written: &mut Written,
        nest: impl Fn(&mut Written) -> TokenStream,
    ) -> TokenStream {
        let Some(var) = around else { return nest(written) };
        let at = self.var_name(var);
        let (defined, contents) = (written.defined.clone(), written.contents.clone());
        let even = nest(written);
        written.defined = defined;
        written.contents = contents;
        let odd = nest(written);
        quote!(if #at & 1 == 0 { #even } else { #odd })
    }

    /// The loop over a range by pairs of iterations, of which the first is even.
    pub fn by_pairs(
        &self,
        f: &ExprForLoop,
        whole: &TokenStream,
        starts_even: bool,
        written: &mut Written,
    ) -> TokenStream {
        let (krate, pat) = (&self.kernel.krate, &f.pat);
        let at = crate::lanes::var_of(self.kernel, f).map(|var| self.var_name(var));
        let [range, even, pairs, pair] = ["range", "even", "pairs", "pair"].map(|name| self.fresh(name));
        let (defined, contents) = (written.defined.clone(), written.contents.clone());
        // Where the variable is made an index, it is one already.
        let is_snapshot = |stmt: &Stmt| match stmt {
            Stmt::Expr(expr, _) => {
                holes::number(expr).is_some_and(|id| matches!(self.kernel.holes[id], Hole::Snapshot(_)))
            }
            _ => false,
        };
        let mut body = f.body.clone();
        body.stmts.retain(|stmt| !is_snapshot(stmt));
        let mut each = |block: &syn::Block| {
            written.defined.clone_from(&defined);
            written.contents.clone_from(&contents);
            self.filled_block(block, written)
        };
        let (first, second, single) = (each(&body), each(&body), each(&f.body));
        let before = if starts_even {
            quote!()
        } else {
            let single = each(&f.body);
            quote!(for #pat in #krate::staged::part(&#range, ::core::primitive::isize::MIN, #even) { #single })
        };
        quote!({
            let #range = #whole;
            let #even = (#range.start as ::core::primitive::isize + 1) & !1;
            let #pairs = ::core::cmp::Ord::max(#range.end as ::core::primitive::isize - #even, 0) / 2;
            #before
            for #pair in 0isize..#pairs {
                { let #at = #even + 2 * #pair; let #pat = #krate::staged::counted(&#range, #at); #first }
                { let #at = #even + 2 * #pair + 1; let #pat = #krate::staged::counted(&#range, #at); #second }
            }
            for #pat in #krate::staged::part(&#range, #even + 2 * #pairs, ::core::primitive::isize::MAX) { #single }
        })
    }

    /// A loop over the points from an index to before another one, by pairs where conditions ask if its variable is even.
    pub fn points_by_pairs(
        &self,
        var: Id,
        [first, last]: [&Ident; 2],
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let name = self.var_name(var);
        if !self.asks_for_turns(var) {
            let body = body(self, written);
            return quote!(for #name in #first..#last { #body });
        }
        let [even, pairs, pair] = ["even", "pairs", "pair"].map(|name| self.fresh(name));
        let defined = written.defined.clone();
        let mut each = || {
            written.defined.clone_from(&defined);
            body(self, written)
        };
        let (before, one, other, after) = (each(), each(), each(), each());
        quote! {
            let #even = ::core::cmp::Ord::min((#first + 1) & !1, #last);
            let #pairs = (#last - #even) / 2;
            for #name in #first..#even { #before }
            for #pair in 0isize..#pairs {
                { let #name = #even + 2 * #pair; #one }
                { let #name = #even + 2 * #pair + 1; #other }
            }
            for #name in #even + 2 * #pairs..#last { #after }
        }
    }

    /// Whether conditions ask if the variable of a loop is even.
    pub fn asks_for_turns(&self, var: Id) -> bool {
        self.asks_in(var, var)
    }

    /// Whether conditions in the loop over a variable ask if another one, or itself, is even.
    fn asks_in(&self, var: Id, asked: Id) -> bool {
        let kernel = self.kernel;
        let name = kernel.vars[asked].name.to_string();
        let mut asks = Asks { kernel, var: asked, name, asks: false };
        if kernel.vars[var].staged {
            let loops = kernel.loops.iter().filter(|l| l.vars.contains(&var));
            loops.for_each(|l| asks.visit_block(&l.body));
            let writes = kernel.writes.iter().filter(|w| w.iterators.iter().any(|(own, _)| *own == var));
            writes.for_each(|write| asks.visit_expr(&write.value));
        } else {
            let mut find = Loops { kernel, var, asks };
            find.visit_block(&kernel.function.block);
            kernel.bodies().for_each(|body| find.visit_block(body));
            asks = find.asks;
        }
        asks.asks
    }
}

/// Looks into the loop over a range that a variable is of.
struct Loops<'k> {
    kernel: &'k Kernel,
    var: Id,
    asks: Asks<'k>,
}

impl<'a> Visit<'a> for Loops<'a> {
    fn visit_expr_for_loop(&mut self, f: &'a ExprForLoop) {
        match crate::lanes::var_of(self.kernel, f) == Some(self.var) {
            true => self.asks.visit_block(&f.body),
            false => visit::visit_expr_for_loop(self, f),
        }
    }
}

/// Whether a condition asks if a variable is even.
struct Asks<'k> {
    kernel: &'k Kernel,
    var: Id,
    name: String,
    asks: bool,
}

impl<'a> Visit<'a> for Asks<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        let kernel = self.kernel;
        match holes::number(expr).map(|id| &kernel.holes[id]) {
            Some(Hole::Write(write)) => self.visit_expr(&kernel.writes[*write].value),
            Some(_) => {}
            None => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_if(&mut self, i: &'a syn::ExprIf) {
        self.asks |= self.is_asked(&i.cond);
        visit::visit_expr_if(self, i);
    }

    fn visit_expr_match(&mut self, m: &'a syn::ExprMatch) {
        self.asks |= self.is_asked(&m.expr);
        visit::visit_expr_match(self, m);
    }
}

impl Asks<'_> {
    fn is_asked(&self, condition: &Expr) -> bool {
        struct Find<'n>(&'n Asks<'n>, bool);
        impl<'a> Visit<'a> for Find<'_> {
            fn visit_expr_binary(&mut self, b: &'a syn::ExprBinary) {
                let is_number = |expr: &Expr, number: u32| matches!(expr, Expr::Lit(l) if matches!(&l.lit, Lit::Int(i) if i.base10_parse::<u32>().is_ok_and(|found| found == number)));
                let is_own = |expr: &Expr| match holes::number(expr).map(|id| &self.0.kernel.holes[id]) {
                    Some(Hole::Var(var)) => *var == self.0.var,
                    _ => path_ident(expr).is_some_and(|name| *name == self.0.name),
                };
                self.1 |= match b.op {
                    BinOp::BitAnd(_) => {
                        is_own(&b.left) && is_number(&b.right, 1) || is_own(&b.right) && is_number(&b.left, 1)
                    }
                    BinOp::Rem(_) => is_own(&b.left) && is_number(&b.right, 2),
                    _ => false,
                };
                visit::visit_expr_binary(self, b);
            }
        }
        let mut find = Find(self, false);
        find.visit_expr(condition);
        find.1
    }
}
