//! Tuples, taken apart: definitions of several names, and what is chosen for several things at once.

use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprBlock, ExprIf, ExprMatch, ItemFn, Lit, Local, Pat, Stmt, parse_quote};

use super::{Parentheses, idents};

/// Takes tuples apart, where that means the same: `let (a, b) = (x, y);`, `match (a, b) { (true, _) => .. }` of conditions, and `let
/// (a, b) = if c { (x, y) } else { (z, w) };`.
pub(super) struct Tuples {
    /// Names that stand somewhere in the function.
    taken: HashSet<String>,
    /// How many more there are.
    count: usize,
}

impl Tuples {
    /// Those of a function.
    pub(super) fn of(function: &ItemFn) -> Self {
        let taken = idents(function.to_token_stream()).map(|name| name.to_string()).collect();
        Tuples { taken, count: 0 }
    }

    /// A name that nobody has.
    fn fresh(&mut self, what: &str) -> Ident {
        loop {
            self.count += 1;
            let name = format_ident!("{}_{}", what, self.count, span = Span::mixed_site());
            if self.taken.insert(name.to_string()) {
                return name;
            }
        }
    }

    /// What is chosen for conditions, one after the other: what they are, and the choice.
    fn chain(&mut self, choice: &ExprMatch) -> Option<(Vec<Stmt>, Expr)> {
        let Expr::Tuple(values) = &*choice.expr else { return None };
        let names: Vec<Ident> = values.elems.iter().map(|_| self.fresh("of")).collect();
        let conditions: Vec<Option<Expr>> =
            choice.arms.iter().map(|arm| condition(&names, &arm.pat)).collect::<Option<_>>()?;
        let (last, others) = choice.arms.split_last()?;
        let is_plain = choice.attrs.is_empty() && choice.arms.iter().all(|arm| arm.attrs.is_empty());
        // The last one is what is left: the compiler no longer sees whether something is.
        let is_whole = conditions.last()?.is_none() || covers_all(choice, names.len());
        if !is_plain || !is_whole {
            return None;
        }
        let mut chain = (*last.body).clone();
        for (arm, condition) in others.iter().zip(&conditions).rev() {
            let body = &arm.body;
            chain = match condition {
                Some(condition) if matches!(chain, Expr::If(_)) => {
                    parse_quote!(if #condition { #body } else #chain)
                }
                Some(condition) => parse_quote!(if #condition { #body } else { #chain }),
                None => (**body).clone(),
            };
        }
        let lets = names.iter().zip(&values.elems);
        let lets = lets.map(|(name, value)| parse_quote!(#[allow(unused_variables)] let #name = #value;));
        Some((lets.collect(), chain))
    }

    /// A definition of several names as some of one, in order, if it is one.
    fn taken_apart(&mut self, local: &Local) -> Option<Vec<Stmt>> {
        let (Pat::Tuple(names), Some(init)) = (&local.pat, &local.init) else { return None };
        let is_name =
            |name: &Pat| matches!(name, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none());
        if !local.attrs.is_empty() || init.diverge.is_some() || !names.elems.iter().all(is_name) {
            return None;
        }
        if let Some(definitions) = in_turn(local) {
            return Some(definitions.into_iter().map(Stmt::Local).collect());
        }
        let (mut stmts, chosen) = match &*init.expr {
            Expr::Match(choice) => self.chain(choice)?,
            other => (Vec::new(), other.clone()),
        };
        let Expr::If(choice) = &chosen else { return None };
        let mut conditions = Vec::new();
        let each = self.each(choice, names.elems.len(), &mut conditions)?;
        stmts.extend(conditions);
        // A value may mean what a name was before.
        let values: Vec<Ident> = each.iter().map(|_| self.fresh("value")).collect();
        let chosen = values.iter().zip(each);
        stmts.extend(chosen.map(|(value, chosen)| -> Stmt { parse_quote!(let #value = #chosen;) }));
        let named = names.elems.iter().zip(&values);
        stmts.extend(named.map(|(name, value)| -> Stmt { parse_quote!(let #name = #value;) }));
        // What is quoted is printed, with parentheses.
        stmts.iter_mut().for_each(|stmt| Parentheses.visit_stmt_mut(stmt));
        Some(stmts)
    }

    /// What is chosen for each of so many names, and before it the conditions, each asked where it was.
    fn each(&mut self, choice: &ExprIf, count: usize, conditions: &mut Vec<Stmt>) -> Option<Vec<Expr>> {
        let then = values(&choice.then_branch, count)?;
        let (_, other) = choice.else_branch.as_ref()?;
        if matches!(*choice.cond, Expr::Let(_)) || !choice.attrs.is_empty() {
            return None;
        }
        let (name, asked) = (self.fresh("is"), &choice.cond);
        conditions.push(parse_quote!(let #name = #asked;));
        let before = conditions.len();
        let others = match &**other {
            Expr::If(next) => self.each(next, count, conditions)?,
            Expr::Block(block) => values(&block.block, count)?,
            _ => return None,
        };
        for stmt in &mut conditions[before..] {
            if let Stmt::Local(Local { init: Some(init), .. }) = stmt {
                let asked = &init.expr;
                *init.expr = parse_quote!(!#name && (#asked));
            }
        }
        let both = then.into_iter().zip(others);
        Some(both.map(|(then, other)| parse_quote!(if #name { #then } else { #other })).collect())
    }
}

impl VisitMut for Tuples {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for stmt in std::mem::take(&mut block.stmts) {
            let apart = match &stmt {
                Stmt::Local(local) => self.taken_apart(local),
                _ => None,
            };
            block.stmts.extend(apart.unwrap_or_else(|| vec![stmt]));
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Match(choice) = expr
            && let Some((mut stmts, chain)) = self.chain(choice)
        {
            stmts.push(Stmt::Expr(chain, None));
            let block = Block { brace_token: Default::default(), stmts };
            *expr = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block });
            Parentheses.visit_expr_mut(expr);
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// When an arm is taken, if none before it was; nothing if that is always so. Arms that ask for numbers, which may be phases, or that name
/// something, are left alone.
fn condition(names: &[Ident], pat: &Pat) -> Option<Option<Expr>> {
    let mut all: Option<Expr> = None;
    let mut and = |condition: Expr| {
        all = Some(match all.take() {
            Some(all) => parse_quote!(#all && #condition),
            None => condition,
        });
    };
    let (pat, guard) = guarded(pat);
    match pat {
        Pat::Wild(_) => {}
        Pat::Tuple(tuple) if tuple.elems.len() == names.len() => {
            for (name, pat) in names.iter().zip(&tuple.elems) {
                match pat {
                    Pat::Wild(_) => {}
                    Pat::Lit(lit) => match &lit.lit {
                        Lit::Bool(is) if is.value => and(parse_quote!(#name)),
                        Lit::Bool(_) => and(parse_quote!(!#name)),
                        _ => return None,
                    },
                    _ => return None,
                }
            }
        }
        _ => return None,
    }
    if let Some(guard) = guard {
        and(parse_quote!((#guard)));
    }
    Some(all)
}

/// A pattern, and what is asked beside it.
fn guarded(pat: &Pat) -> (&Pat, Option<&Expr>) {
    match pat {
        Pat::Guard(guarded) => (&guarded.pat, Some(&guarded.guard)),
        pat => (pat, None),
    }
}

/// Whether there are arms without a guard for all of so many conditions.
fn covers_all(choice: &ExprMatch, count: usize) -> bool {
    let is_of = |pat: &Pat, case: usize, at: usize| match pat {
        Pat::Wild(_) => true,
        Pat::Lit(lit) => matches!(&lit.lit, Lit::Bool(is) if is.value == (case >> at & 1 == 1)),
        _ => false,
    };
    let covers = |case: usize| {
        choice.arms.iter().any(|arm| match &arm.pat {
            Pat::Wild(_) => true,
            Pat::Tuple(tuple) => tuple.elems.iter().enumerate().all(|(at, pat)| is_of(pat, case, at)),
            _ => false,
        })
    };
    count <= 8 && (0..1 << count).all(covers)
}

/// The values of a tuple that a block is.
fn values(block: &Block, count: usize) -> Option<Vec<Expr>> {
    match &block.stmts[..] {
        [Stmt::Expr(Expr::Tuple(tuple), None)] if tuple.elems.len() == count => {
            Some(tuple.elems.iter().cloned().collect())
        }
        _ => None,
    }
}

/// The definitions of a tuple, one by one, if no value could be taken for a name before it.
fn in_turn(local: &Local) -> Option<Vec<Local>> {
    let (Pat::Tuple(names), Some(init)) = (&local.pat, &local.init) else { return None };
    let Expr::Tuple(values) = &*init.expr else { return None };
    if names.elems.len() != values.elems.len() {
        return None;
    }
    let mut before: Vec<&Ident> = Vec::new();
    for (name, value) in names.elems.iter().zip(&values.elems) {
        let Pat::Ident(name) = name else { return None };
        let tokens = value.to_token_stream();
        // A macro may mean any name, in the text that it is given too.
        let may_mean_one = tokens.to_string().contains('!') || idents(tokens).any(|i| before.contains(&&i));
        if before.contains(&&name.ident) || may_mean_one {
            return None;
        }
        before.push(&name.ident);
    }
    let both = names.elems.iter().zip(&values.elems);
    let definitions = both.map(|(name, value)| Local {
        pat: name.clone(),
        init: Some(syn::LocalInit { expr: Box::new(value.clone()), ..init.clone() }),
        ..local.clone()
    });
    Some(definitions.collect())
}
