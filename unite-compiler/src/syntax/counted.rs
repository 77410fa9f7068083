//! `let mut x = a; while x < b { ..; x += 1; }` as what it is: `for x in a..b { .. }`.

use std::collections::HashSet;

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprWhile, Lit, Pat, Stmt, UnOp, parse_quote_spanned};

use super::path_ident;

/// Turns loops that count by hand into loops over ranges, from the innermost one on.
pub struct Counted;

impl VisitMut for Counted {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let mut at = 0;
        while at < block.stmts.len() {
            match counted(&block.stmts, at) {
                Some((definition, counts)) => {
                    block.stmts[at] = counts;
                    block.stmts.remove(definition);
                }
                None => at += 1,
            }
        }
    }
}

/// Where the variable of a loop that is a statement is defined, and the loop over a range that both are.
fn counted(stmts: &[Stmt], at: usize) -> Option<(usize, Stmt)> {
    let Stmt::Expr(Expr::While(l), _) = &stmts[at] else { return None };
    let (name, end, is_closed) = limit(&l.cond)?;
    let (definition, start) = (0..at).rev().find_map(|at| Some((at, definition(&stmts[at], name)?)))?;
    let is_named = |stmts: &[Stmt]| stmts.iter().any(|stmt| names(stmt.to_token_stream(), name));
    if is_named(&stmts[definition + 1..at])
        || is_named(&stmts[at + 1..])
        || l.label.is_some()
        || !l.attrs.is_empty()
    {
        return None;
    }
    let (last, body) = l.body.stmts.split_last()?;
    let by = step(last, name)?;
    let mut changes = Changes { within: 0, names: HashSet::new(), goes_on: false, is_opaque: false };
    body.iter().for_each(|stmt| changes.visit_stmt(stmt));
    let is_changed = |name: &Ident| changes.names.contains(&name.to_string());
    if changes.goes_on || changes.is_opaque || is_changed(name) || !is_fixed(end, name, &is_changed) {
        return None;
    }
    let (counted, span) = (Block { stmts: body.to_vec(), ..l.body.clone() }, l.while_token.span);
    let range: Expr = match is_closed {
        true => parse_quote_spanned!(span=> #start..=#end),
        false => parse_quote_spanned!(span=> #start..#end),
    };
    let range: Expr = match by {
        None => range,
        Some(by) => parse_quote_spanned!(span=> (#range).step_by(#by)),
    };
    Some((
        definition,
        Stmt::Expr(super::normal(parse_quote_spanned!(span=> for #name in #range #counted)), None),
    ))
}

/// The variable and the end that a condition is about; whether the end is a value of it.
fn limit(cond: &Expr) -> Option<(&Ident, &Expr, bool)> {
    let Expr::Binary(b) = cond else { return None };
    match b.op {
        BinOp::Lt(_) => Some((path_ident(&b.left)?, &b.right, false)),
        BinOp::Le(_) => Some((path_ident(&b.left)?, &b.right, true)),
        BinOp::Gt(_) => Some((path_ident(&b.right)?, &b.left, false)),
        BinOp::Ge(_) => Some((path_ident(&b.right)?, &b.left, true)),
        _ => None,
    }
}

/// What a variable is at first, where a statement defines it without a type.
fn definition<'s>(stmt: &'s Stmt, name: &Ident) -> Option<&'s Expr> {
    let Stmt::Local(local) = stmt else { return None };
    let Pat::Ident(pat) = &local.pat else { return None };
    let init = local.init.as_ref()?;
    let is_plain =
        pat.by_ref.is_none() && pat.subpat.is_none() && local.attrs.is_empty() && init.diverge.is_none();
    (is_plain && pat.mutability.is_some() && pat.ident == *name).then_some(&*init.expr)
}

/// The step of `x += 1` or `x = x + 1`, if that is a statement: nothing is said of 1.
fn step(stmt: &Stmt, name: &Ident) -> Option<Option<Literal>> {
    let (place, by) = match stmt {
        Stmt::Expr(Expr::Binary(b), _) if matches!(b.op, BinOp::AddAssign(_)) => (&b.left, &b.right),
        Stmt::Expr(Expr::Assign(assign), _) => match &*assign.right {
            Expr::Binary(b) if matches!(b.op, BinOp::Add(_)) && path_ident(&b.left) == Some(name) => {
                (&assign.left, &b.right)
            }
            _ => return None,
        },
        _ => return None,
    };
    let Expr::Lit(syn::ExprLit { lit: Lit::Int(by), .. }) = &**by else { return None };
    let by = by.base10_parse::<usize>().ok().filter(|by| (1..=1 << 16).contains(by))?;
    (path_ident(place) == Some(name)).then_some((by != 1).then(|| Literal::usize_unsuffixed(by)))
}

/// Whether an end is the same number at each pass, and no pass names it by the variable.
fn is_fixed(end: &Expr, name: &Ident, is_changed: &impl Fn(&Ident) -> bool) -> bool {
    let of = |expr: &Expr| is_fixed(expr, name, is_changed);
    match end {
        Expr::Lit(_) => true,
        Expr::Path(_) => path_ident(end).is_some_and(|of| of != name && !is_changed(of)),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && of(&unary.expr),
        Expr::Cast(cast) => of(&cast.expr),
        Expr::Binary(b) => {
            matches!(b.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_))
                && of(&b.left)
                && of(&b.right)
        }
        Expr::MethodCall(call) => {
            let is_number = call.method == "min" || call.method == "max" || call.method == "extent";
            is_number && of(&call.receiver) && call.args.iter().all(of)
        }
        _ => false,
    }
}

/// Whether a name stands in tokens, or in a text that may be formatted.
fn names(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => names(group.stream(), name),
        TokenTree::Literal(text) => text.to_string().contains(&format!("{{{name}")),
        TokenTree::Punct(_) => false,
    })
}

/// What the body of a loop changes.
struct Changes {
    /// How many loops inside.
    within: usize,
    /// Names that something is assigned to, or that are borrowed for it.
    names: HashSet<String>,
    /// Whether it goes on with the next pass before its end.
    goes_on: bool,
    /// Whether it has a macro, which may do anything.
    is_opaque: bool,
}

impl Changes {
    fn change(&mut self, place: &Expr) {
        match place {
            Expr::Field(field) => self.change(&field.base),
            Expr::Index(index) => self.change(&index.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|place| self.change(place)),
            other => self.names.extend(path_ident(other).map(ToString::to_string)),
        }
    }

    fn within(&mut self, visit: impl FnOnce(&mut Self)) {
        self.within += 1;
        visit(self);
        self.within -= 1;
    }
}

impl Visit<'_> for Changes {
    fn visit_expr_assign(&mut self, assign: &syn::ExprAssign) {
        self.change(&assign.left);
        visit::visit_expr_assign(self, assign);
    }

    fn visit_expr_binary(&mut self, b: &syn::ExprBinary) {
        let changes = b.op.to_token_stream().to_string();
        if changes.ends_with('=')
            && !matches!(b.op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Le(_) | BinOp::Ge(_))
        {
            self.change(&b.left);
        }
        visit::visit_expr_binary(self, b);
    }

    fn visit_expr_reference(&mut self, reference: &syn::ExprReference) {
        if reference.mutability.is_some() {
            self.change(&reference.expr);
        }
        visit::visit_expr_reference(self, reference);
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        if call.method.to_string().ends_with("_assign") {
            self.change(&call.receiver);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_continue(&mut self, jump: &syn::ExprContinue) {
        self.goes_on |= self.within == 0 || jump.label.is_some();
    }

    fn visit_expr_for_loop(&mut self, l: &syn::ExprForLoop) {
        self.within(|this| visit::visit_expr_for_loop(this, l));
    }

    fn visit_expr_while(&mut self, l: &ExprWhile) {
        self.within(|this| visit::visit_expr_while(this, l));
    }

    fn visit_expr_loop(&mut self, l: &syn::ExprLoop) {
        self.within(|this| visit::visit_expr_loop(this, l));
    }

    fn visit_macro(&mut self, _: &syn::Macro) {
        self.is_opaque = true;
    }
}
