//! Parameters: their names, and the tokens of what stands for them.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, GenericParam, Pat};

/// The name of what stands in angle brackets.
pub fn generic_name(param: &GenericParam) -> Option<&Ident> {
    match param {
        GenericParam::Type(t) => Some(&t.ident),
        GenericParam::Const(c) => Some(&c.ident),
        GenericParam::Lifetime(_) => None,
    }
}

/// The name of what a kernel takes.
pub fn input_name(input: &FnArg) -> Option<&Ident> {
    match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(p) if p.subpat.is_none() => Some(&p.ident),
            _ => None,
        },
        _ => None,
    }
}

/// The tokens of an expression, as one value where more than a name stands.
pub fn grouped(expr: &Expr) -> TokenStream {
    let tokens = expr.to_token_stream();
    match expr {
        Expr::Lit(_) | Expr::Path(_) | Expr::Paren(_) | Expr::Array(_) | Expr::Tuple(_) => tokens,
        _ => {
            let mut group = proc_macro2::Group::new(proc_macro2::Delimiter::None, tokens);
            group.set_span(expr.span());
            proc_macro2::TokenTree::Group(group).into()
        }
    }
}
