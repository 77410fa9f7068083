//! Sums over indices that the left side does not have, `sum(|j| a[[i, j]] * x[[j]])`, and what is like them: `product`, `count`, `any`,
//! `all`, `max`, `min`.

use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprCall, ExprForLoop, ExprIndex, Ident, Local, Pat, Stmt, parse_quote};

use super::reductions::{Reduction, reduction_of};
use super::{Parser, jumps};
use crate::holes;
use crate::ir::{Fold, Hole, Kernel, Nothing, Sum};
use crate::messages;
use crate::syntax::{mentions, normal, path_ident, type_name};

impl Parser<'_> {
    /// A sum where a value is needed: loops over the axes that its names run along, or over what is stored.
    pub(super) fn sum(&mut self, call: &ExprCall) -> Option<Expr> {
        let word = path_ident(&call.func)?.to_string();
        let Reduction { fold, names, mut term } =
            reduction_of(call).filter(|_| self.lookup(&word).is_none())?;
        if let Some(jump) = jumps::out_of(&term) {
            self.report.error(&jump, messages::jump_out_of_statement("a sum"));
            return Some(parse_quote!(0));
        }
        jumps::enclose_macros(&mut term, self.kernel.scopes.len());
        self.name_parts(&mut term);
        let term = &term;
        if let Some(mut whole) = self.sum_of_stored(fold, &names, term) {
            self.expression(&mut whole);
            return Some(whole);
        }
        let krate = self.kernel.krate.clone();
        let found = self.axes_along(&names, term);
        let total = self.own_total();
        let accumulators = self.accumulators_of_sum();
        self.kernel.sums.push(Sum { fold, total: total.clone(), accumulators });
        let function = fold.function();
        let first: Expr = match fold.of_nothing() {
            Nothing::Zero => parse_quote!(#krate::staged::zero()),
            Nothing::One => parse_quote!(#krate::staged::one()),
            Nothing::Least => parse_quote!(#krate::staged::least()),
            Nothing::Most => parse_quote!(#krate::staged::most()),
        };
        let mut sum: Expr = parse_quote!(#total = #krate::staged::#function(#total, #term));
        for (name, axis) in names.iter().zip(found).rev() {
            let Some((tensor, axis)) = axis else {
                self.report.error(name, messages::sum_without_axis(&name.to_string()));
                return Some(parse_quote!(0));
            };
            sum = parse_quote!(for #name in 0..#tensor.extent(#axis) { #sum; });
        }
        let mut whole = normal(parse_quote!({
            let mut #total = #first;
            #sum
            #total
        }));
        self.expression(&mut whole);
        Some(whole)
    }
}

impl Parser<'_> {
    /// The first axis of a dense tensor that each name stands on by itself.
    pub(super) fn axes_along(&self, names: &[Ident], term: &Expr) -> Vec<Option<(Expr, usize)>> {
        let mut axes = Axes { parser: self, names, found: vec![None; names.len()] };
        axes.visit_expr(term);
        axes.found
    }
}

impl Parser<'_> {
    /// Makes sums of the loops at the beginning of a body that are written out, `let mut s = 0.0; for k in .. { s += term; }`, where terms
    /// are floats: lanes know such loops of integers.
    pub(super) fn sums_in_loops(&mut self, body: &mut Block) {
        let mut at = 0;
        while let Some((place, sum)) = self.sum_in_loops(&body.stmts[at..]) {
            let Stmt::Local(local) = &mut body.stmts[at] else { return };
            // It may not change any more.
            local.attrs.push(parse_quote!(#[allow(unused_mut)]));
            if let Some(init) = &mut local.init {
                *init.expr = sum;
            }
            body.stmts.drain(at + 1..=at + place);
            at += 1;
        }
    }

    /// The sum that some statements begin with, and the place of the loop.
    fn sum_in_loops(&mut self, stmts: &[Stmt]) -> Option<(usize, Expr)> {
        let Some(Stmt::Local(Local { pat, init: Some(init), .. })) = stmts.first() else { return None };
        let name = match pat {
            Pat::Ident(name) if name.mutability.is_some() && name.by_ref.is_none() => name.ident.clone(),
            _ => return None,
        };
        if !matches!(&*init.expr, Expr::Lit(_)) {
            return None;
        }
        let place = 1 + stmts[1..].iter().take_while(|stmt| holes::is_of_loop(&self.kernel, stmt)).count();
        let Some(Stmt::Expr(Expr::ForLoop(f), _)) = stmts.get(place) else { return None };
        let total = self.own_total();
        let mut f = f.clone();
        self.added_up(&mut f, &name, &total)?;
        self.kernel.sums.push(Sum { fold: Fold::Sum, total: total.clone(), accumulators: None });
        let (first, before) = (&init.expr, &stmts[1..place]);
        Some((place, parse_quote!({ let mut #total = #first; #(#before)* #f #total })))
    }

    /// Makes a sum's loop of one that adds floats to a variable and does nothing else.
    fn added_up(&self, f: &mut ExprForLoop, name: &Ident, total: &Ident) -> Option<()> {
        let is_plain = f.label.is_none() && f.attrs.is_empty();
        let (last, before) = f.body.stmts.split_last_mut().filter(|_| is_plain)?;
        if !before.iter().all(|stmt| holes::is_of_loop(&self.kernel, stmt)) {
            return None;
        }
        match last {
            Stmt::Expr(Expr::ForLoop(inner), _) => self.added_up(inner, name, total),
            Stmt::Expr(Expr::Binary(add), _) if matches!(add.op, BinOp::AddAssign(_)) => {
                let term = &add.right;
                let mut look = Term { kernel: &self.kernel, has_float: false, is_opaque: false };
                look.visit_expr(term);
                let is_by_itself = !look.is_opaque && !mentions(term, &name.to_string());
                if path_ident(&add.left) != Some(name) || !look.has_float || !is_by_itself {
                    return None;
                }
                let krate = &self.kernel.krate;
                *last = parse_quote!(#total = #krate::staged::sum(#total, #term););
                Some(())
            }
            _ => None,
        }
    }

    /// A name for the total of one more sum.
    fn own_total(&self) -> Ident {
        match self.kernel.sums.len() {
            0 => self.own_name("total"),
            number => self.own_name(&format!("total_{number}")),
        }
    }
}

/// What a term of a sum is made of.
struct Term<'k> {
    kernel: &'k Kernel,
    has_float: bool,
    /// Whether it is not known what it mentions.
    is_opaque: bool,
}

impl Visit<'_> for Term<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if let Some(hole) = holes::number(expr) {
            if let Hole::Read(access) = &self.kernel.holes[hole]
                && let Some(elem) = self.kernel.element_type(self.kernel.accesses[*access].view)
            {
                self.has_float |= matches!(type_name(elem).as_str(), "f32" | "f64");
            }
            return;
        }
        self.is_opaque |= matches!(expr, Expr::Macro(_) | Expr::Verbatim(_));
        visit::visit_expr(self, expr);
    }
}

/// The first axis of a tensor that each name stands on by itself.
struct Axes<'p, 'r, 'n> {
    parser: &'p Parser<'r>,
    names: &'n [Ident],
    found: Vec<Option<(Expr, usize)>>,
}

impl Visit<'_> for Axes<'_, '_, '_> {
    fn visit_expr_index(&mut self, index: &ExprIndex) {
        let tensor = &*index.expr;
        // How far a view goes that the names of the sum choose is another question for each of them.
        let is_chosen = || self.names.iter().any(|name| mentions(tensor, &name.to_string()));
        if let Expr::Array(at) = &*index.index
            && self.parser.is_tensor(tensor)
            && !is_chosen()
        {
            for (axis, elem) in at.elems.iter().enumerate() {
                if let Some(number) = self.names.iter().position(|name| path_ident(elem) == Some(name)) {
                    self.found[number].get_or_insert((tensor.clone(), axis));
                }
            }
        }
        visit::visit_expr_index(self, index);
    }
}
