//! Sums over indices that the left side does not have, `sum(|j| a[[i, j]] * x[[j]])`, and what is like them: `product`, `count`, `any`,
//! `all`, `max`, `min`.

use syn::visit::Visit;
use syn::{Expr, ExprCall, ExprIndex, Ident, parse_quote};

use super::reductions::{Reduction, reduction_of};
use super::{Parser, jumps};
use crate::ir::Nothing;
use crate::messages;
use crate::syntax::path_ident;

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
