//! How sums are written: `sum(|j| ..)` and what is like it.

use syn::{Expr, ExprCall, Ident, Pat, parse_quote};

use crate::ir::Fold;
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

pub fn reduction_of(call: &ExprCall) -> Option<Reduction> {
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
    // `|k, l|` and `|[k, l]|` are the same.
    let inputs: Vec<&Pat> = match closure.inputs.iter().collect::<Vec<_>>()[..] {
        [Pat::Slice(slice)] => slice.elems.iter().collect(),
        _ => closure.inputs.iter().collect(),
    };
    let names = inputs.into_iter().map(|input| match input {
        Pat::Ident(p) if p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none() => {
            Some(p.ident.clone())
        }
        _ => None,
    });
    Some((names.collect::<Option<Vec<_>>>().filter(|names| !names.is_empty())?, &closure.body))
}
