//! The body of a kernel: ordinary Rust, with every hole filled.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

use super::Emitter;
use crate::holes;
use crate::ir::{Hole, Id};

impl Emitter<'_> {
    /// An expression of the user with its holes filled.
    pub fn filled(&self, expr: &Expr) -> TokenStream {
        let mut expr = expr.clone();
        Filler(self).visit_expr_mut(&mut expr);
        expr.to_token_stream()
    }

    /// The statements of a block with their holes filled.
    pub fn filled_block(&self, block: &Block) -> TokenStream {
        let mut block = block.clone();
        Filler(self).visit_block_mut(&mut block);
        let stmts = &block.stmts;
        quote!(#(#stmts)*)
    }

    /// The arguments of a macro with their holes filled.
    fn filled_tokens(&self, tokens: TokenStream) -> TokenStream {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Group(group) => {
                    let mut filled = Group::new(group.delimiter(), self.filled_tokens(group.stream()));
                    filled.set_span(group.span());
                    TokenTree::Group(filled).into()
                }
                token => match holes::in_token(&token) {
                    Some(id) => self.fill(id),
                    None => token.into(),
                },
            })
            .collect()
    }

    fn fill(&self, id: Id) -> TokenStream {
        match &self.kernel.holes[id] {
            Hole::Read(access) => self.read(*access),
            Hole::Write(write) => self.write(*write),
            Hole::Call(call) => self.call(*call),
            Hole::Loop(l) => self.staged_loop(*l),
            Hole::Var(var) => {
                let name = self.var_name(*var);
                quote!((#name as i32))
            }
            Hole::Get(index) => {
                let value = self.index(&self.resolve(index));
                quote!(((#value) as i32))
            }
            Hole::Define(view) => self.define(*view),
            Hole::Checks(scope) => self.scope_checks(*scope),
            Hole::Snapshot(var) => {
                let (at, name) = (self.var_name(*var), &self.kernel.vars[*var].name);
                quote!(let #at = #name as isize;)
            }
        }
    }
}

/// Puts Rust where the holes are.
struct Filler<'a, 'b>(&'a Emitter<'b>);

impl VisitMut for Filler<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match holes::number(expr) {
            Some(id) => *expr = Expr::Verbatim(self.0.fill(id)),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.0.filled_tokens(std::mem::take(&mut mac.tokens));
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut stmts = Vec::new();
        for mut stmt in std::mem::take(&mut block.stmts) {
            let statement = match &stmt {
                Stmt::Expr(expr, _) => holes::number(expr).filter(|id| {
                    matches!(self.0.kernel.holes[*id], Hole::Define(_) | Hole::Checks(_) | Hole::Snapshot(_))
                }),
                _ => None,
            };
            match statement {
                // Definitions and checks are runs of statements, and often none.
                Some(id) => {
                    let tokens = self.0.fill(id);
                    if !tokens.is_empty() {
                        stmts.push(Stmt::Expr(Expr::Verbatim(tokens), None));
                    }
                }
                None => {
                    self.visit_stmt_mut(&mut stmt);
                    stmts.push(stmt);
                }
            }
        }
        block.stmts = stmts;
    }
}
