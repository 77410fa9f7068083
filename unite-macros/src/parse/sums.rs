//! Sums over indices that the left side does not have, `sum(|j| a[[i, j]] * x[[j]])`, and what is like them: `product`, `count`, `any`,
//! `all`, `max`, `min`.

use syn::visit::Visit;
use syn::{Expr, ExprCall, ExprIndex, Ident, Pat, parse_quote};

use super::{Parser, jumps};
use crate::ir::{Fold, Nothing};
use crate::messages;
use crate::syntax::{normal, path_ident};

/// A sum, or what is like one.
pub struct Reduction {
    /// How terms become one.
    pub fold: Fold,
    /// The names that it declares.
    pub names: Vec<Ident>,
    /// The term. What is counted is a number.
    pub term: Expr,
}

/// The sum that an expression is.
pub fn reduction(expr: &Expr) -> Option<Reduction> {
    let Expr::Call(call) = expr else { return None };
    reduction_of(call)
}

fn reduction_of(call: &ExprCall) -> Option<Reduction> {
    let (names, term) = of_call(call)?;
    let (fold, term) = match path_ident(&call.func)?.to_string().as_str() {
        "product" => (Fold::Product, term.clone()),
        "any" => (Fold::Any, term.clone()),
        "all" => (Fold::All, term.clone()),
        "max" => (Fold::Max, term.clone()),
        "min" => (Fold::Min, term.clone()),
        "count" => (Fold::Sum, parse_quote!((#term) as ::core::primitive::i32)),
        _ => (Fold::Sum, term.clone()),
    };
    Some(Reduction { fold, names, term: normal(term) })
}

/// The names and the term of a sum, as it is written.
pub fn parts(expr: &Expr) -> Option<(Vec<Ident>, &Expr)> {
    let Expr::Call(call) = expr else { return None };
    of_call(call)
}

/// What sums are called.
const WORDS: [&str; 7] = ["sum", "product", "count", "any", "all", "max", "min"];

fn of_call(call: &ExprCall) -> Option<(Vec<Ident>, &Expr)> {
    let word = path_ident(&call.func)?;
    if !WORDS.iter().any(|other| word == other) {
        return None;
    }
    let [Expr::Closure(closure)] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
    let names = closure.inputs.iter().map(|input| match input {
        Pat::Ident(p) if p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none() => {
            Some(p.ident.clone())
        }
        _ => None,
    });
    Some((names.collect::<Option<Vec<_>>>().filter(|names| !names.is_empty())?, &closure.body))
}

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
        let total = self.own_name("total");
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
        let mut whole: Expr = parse_quote!({
            let mut #total = #first;
            #sum
            #total
        });
        self.expression(&mut whole);
        Some(whole)
    }
}

impl Parser<'_> {
    /// The first axis of a dense tensor that each name stands on by itself.
    pub(super) fn axes_along(&self, names: &[Ident], term: &Expr) -> Vec<Option<(Ident, usize)>> {
        let mut axes = Axes { parser: self, names, found: vec![None; names.len()] };
        axes.visit_expr(term);
        axes.found
    }
}

/// The first axis of a tensor that each name stands on by itself.
struct Axes<'p, 'r, 'n> {
    parser: &'p Parser<'r>,
    names: &'n [Ident],
    found: Vec<Option<(Ident, usize)>>,
}

impl Visit<'_> for Axes<'_, '_, '_> {
    fn visit_expr_index(&mut self, index: &ExprIndex) {
        if let (Expr::Array(at), Some(tensor)) = (&*index.index, path_ident(&index.expr))
            && (self.parser.known_tensor(&index.expr).is_some())
        {
            for (axis, elem) in at.elems.iter().enumerate() {
                if let Some(number) = self.names.iter().position(|name| path_ident(elem) == Some(name)) {
                    self.found[number].get_or_insert((tensor.clone(), axis));
                }
            }
        }
        syn::visit::visit_expr_index(self, index);
    }
}
