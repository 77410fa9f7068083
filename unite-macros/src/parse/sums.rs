//! Sums over indices that the left side does not have: `sum(|j| a[[i, j]] * x[[j]])`.

use syn::visit::Visit;
use syn::{Expr, ExprCall, ExprIndex, Ident, Pat, parse_quote};

use super::{Parser, jumps};
use crate::messages;
use crate::syntax::path_ident;

/// The names and the term of a sum.
pub fn parts(expr: &Expr) -> Option<(Vec<Ident>, &Expr)> {
    let Expr::Call(call) = expr else { return None };
    of_call(call)
}

fn of_call(call: &ExprCall) -> Option<(Vec<Ident>, &Expr)> {
    if path_ident(&call.func)? != "sum" {
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
        let (names, term) = of_call(call).filter(|_| self.lookup("sum").is_none())?;
        if let Some(jump) = jumps::out_of(term) {
            self.report.error(&jump, messages::jump_out_of_statement("a sum"));
            return Some(parse_quote!(0));
        }
        let mut term = term.clone();
        jumps::enclose_macros(&mut term, self.kernel.scopes.len());
        let term = &term;
        if let Some(mut whole) = self.sum_of_stored(&names, term) {
            self.expression(&mut whole);
            return Some(whole);
        }
        let krate = self.kernel.krate.clone();
        let mut axes = Axes { parser: self, names: &names, found: vec![None; names.len()] };
        axes.visit_expr(term);
        let found = axes.found;
        let total = self.own_name("total");
        let mut sum: Expr = parse_quote!(#total = #krate::staged::sum(#total, #term));
        for (name, axis) in names.iter().zip(found).rev() {
            let Some((tensor, axis)) = axis else {
                self.report.error(name, messages::sum_without_axis(&name.to_string()));
                return Some(parse_quote!(0));
            };
            sum = parse_quote!(for #name in 0..#tensor.extent(#axis) { #sum; });
        }
        let mut whole: Expr = parse_quote!({
            let mut #total = #krate::staged::zero();
            #sum
            #total
        });
        self.expression(&mut whole);
        Some(whole)
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
