//! Numbered holes in a body of Rust: where the entries of the IR stand.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprForLoop, RangeLimits, Stmt};

use crate::ir::{self, Atom, Hole, Id, Kernel};

const PREFIX: &str = "__unite_hole_";

/// How names of holes and of the items in a body begin.
const OWN: [&str; 14] = [
    PREFIX,
    ir::UNNAMED,
    "UNITE_KEYS_",
    "UNITE_RANGES_",
    "UNITE_STAGES",
    "UniteBits",
    "UniteCommon",
    "UniteForm",
    "UniteLane",
    "UniteRules",
    "UniteSum",
    "UniteTerms",
    "UniteView",
    "UniteWeights",
];

/// The expression that stands in hole `id`.
pub fn expression(id: Id) -> Expr {
    let name = format_ident!("{}{}", PREFIX, id);
    Expr::Verbatim(quote!(#name))
}

/// The hole that an expression is, if it is one.
pub fn number(expr: &Expr) -> Option<Id> {
    match expr {
        Expr::Verbatim(tokens) => in_tokens(tokens),
        // After a way through tokens and back.
        Expr::Path(path) => in_token(&path.path.get_ident()?.clone().into()),
        _ => None,
    }
}

/// What stands in the hole that a statement is, if it is one.
pub fn of_statement<'k>(kernel: &'k Kernel, stmt: &Stmt) -> Option<&'k Hole> {
    match stmt {
        Stmt::Expr(expr, _) => number(expr).map(|id| &kernel.holes[id]),
        _ => None,
    }
}

/// Whether a statement is where the variable of a loop is made an index.
pub fn is_snapshot(kernel: &Kernel, stmt: &Stmt) -> bool {
    matches!(of_statement(kernel, stmt), Some(Hole::Snapshot(_)))
}

/// Whether a statement is that, or where checks of a loop stand: nothing of the user's.
pub fn is_of_loop(kernel: &Kernel, stmt: &Stmt) -> bool {
    matches!(of_statement(kernel, stmt), Some(Hole::Snapshot(_) | Hole::Checks(_)))
}

/// The scope whose checks stand at the beginning of a block: a branch, or the body of a loop.
pub fn scope(kernel: &Kernel, block: &syn::Block) -> Option<Id> {
    match of_statement(kernel, block.stmts.first()?)? {
        Hole::Checks(scope) => Some(*scope),
        _ => None,
    }
}

/// The same of an expression that is a block.
pub fn scope_of(kernel: &Kernel, expr: &Expr) -> Option<Id> {
    match expr {
        Expr::Block(block) => scope(kernel, &block.block),
        _ => None,
    }
}

/// The variable of a loop over a range.
pub fn variable(kernel: &Kernel, f: &ExprForLoop) -> Option<Id> {
    f.body.stmts.iter().find_map(|stmt| match of_statement(kernel, stmt)? {
        Hole::Snapshot(var) => Some(*var),
        _ => None,
    })
}

/// How a range ends that a loop counts up, one value after the other.
pub fn limits<'k>(kernel: &'k Kernel, expr: &'k Expr) -> Option<&'k RangeLimits> {
    match number(expr).map(|id| &kernel.holes[id]) {
        Some(Hole::Range(var)) => kernel.vars[*var].computed.as_ref().map(|computed| &computed.range.limits),
        _ => match expr {
            Expr::Range(range) => Some(&range.limits),
            _ => None,
        },
    }
}

/// Whether a loop counts up to before the end of a range.
pub fn is_half_open(kernel: &Kernel, expr: &Expr) -> bool {
    matches!(limits(kernel, expr), Some(RangeLimits::HalfOpen(_)))
}

fn in_tokens(tokens: &TokenStream) -> Option<Id> {
    in_token(&tokens.clone().into_iter().next()?)
}

/// The hole that a token is, if it is one.
pub fn in_token(token: &TokenTree) -> Option<Id> {
    match token {
        TokenTree::Ident(ident) => ident.to_string().strip_prefix(PREFIX)?.parse().ok(),
        _ => None,
    }
}

/// Whether a hole is in tokens, however deep.
pub fn are_in(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => are_in(&group.stream()),
        token => in_token(&token).is_some(),
    })
}

/// Syntax as its reader knows it: variables of loops, elements and parameters of tensors as they are written, in place of their holes.
pub fn shown(kernel: &Kernel, tokens: TokenStream) -> TokenStream {
    let written = |hole: &Hole| match hole {
        Hole::Var(var) => Some(kernel.vars[*var].shown()),
        Hole::Read(read) => Some(kernel.accesses[*read].source.clone()),
        Hole::Get(view, index) => match &index.terms[..] {
            [(Atom::Get(getter, _, axis), 1)] => {
                Some(format!("{}.{}({axis})", kernel.views[*view].shown, getter.name()))
            }
            _ => None,
        },
        _ => None,
    };
    let of_token = |token: TokenTree| -> TokenStream {
        match &token {
            TokenTree::Group(group) => {
                TokenTree::Group(Group::new(group.delimiter(), shown(kernel, group.stream()))).into()
            }
            _ => {
                let text = in_token(&token).and_then(|id| written(&kernel.holes[id]));
                text.and_then(|text| text.parse().ok()).unwrap_or_else(|| token.into())
            }
        }
    };
    tokens.into_iter().map(of_token).collect()
}

/// Whether a name of the user's would be taken for a hole, or for an item that stands in the body of the function that the kernel
/// becomes: items hide those of their name outside.
pub fn is_reserved(ident: &proc_macro2::Ident) -> bool {
    let name = ident.to_string();
    name == "unite_lanes" || OWN.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether an expression has a hole in it.
pub fn contains(expr: &Expr) -> bool {
    contained(expr)
}

/// Whether a hole stands in an expression.
pub fn names(expr: &Expr, hole: Id) -> bool {
    fn is_in(tokens: TokenStream, hole: Id) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => is_in(group.stream(), hole),
            token => in_token(&token) == Some(hole),
        })
    }
    is_in(expr.to_token_stream(), hole)
}

/// Whether there is a hole in some syntax.
pub fn contained(syntax: &impl ToTokens) -> bool {
    syntax.to_token_stream().to_string().contains(PREFIX)
}
