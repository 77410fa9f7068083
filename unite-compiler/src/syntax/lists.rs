//! Loops over lists of numbers: `for (dy, dx) in [(-1, 0), (0, 1)] { .. }` is what it says, once for each of them, so that indices know by how
//! much they are apart.

use std::collections::HashMap;

use quote::ToTokens;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprArray, ExprBlock, ExprForLoop, Lit, Local, Pat, Stmt, UnOp, parse_quote};

use super::{Leaves, bound, path_ident};
use crate::cost::{LISTED, LISTED_TEXT};

/// Writes them out, innermost ones first.
#[derive(Default)]
pub(super) struct Lists {
    /// Lists that have names, block by block; nothing where a name means something else.
    named: Vec<HashMap<String, Option<ExprArray>>>,
}

impl Lists {
    /// The list that a loop is over.
    fn of<'e>(&'e self, over: &'e Expr) -> Option<&'e ExprArray> {
        match over {
            Expr::Array(list) => Some(list),
            _ => {
                let name = path_ident(over)?.to_string();
                self.named.iter().rev().find_map(|names| names.get(&name))?.as_ref()
            }
        }
    }

    /// What a loop says, if it is over a list of a few numbers, and no pass of it ends the loop.
    fn written_out(&self, f: &ExprForLoop) -> Option<Block> {
        let list = self.of(&f.expr)?;
        let mut leaves = Leaves::default();
        leaves.visit_block(&f.body);
        let is_plain = f.label.is_none() && f.attrs.is_empty() && !leaves.0;
        let text = f.body.to_token_stream().to_string().len().saturating_mul(list.elems.len());
        let is_short = (1..=LISTED).contains(&list.elems.len()) && text <= LISTED_TEXT;
        if !is_plain || !is_short || !list.elems.iter().all(is_number) {
            return None;
        }
        let (pat, stmts) = (&f.pat, &f.body.stmts);
        let passes = list.elems.iter().map(|number| -> Stmt {
            parse_quote!({
                #[allow(unused_variables)]
                let #pat = #number;
                #(#stmts)*
            })
        });
        // A list with a name is used.
        let over = path_ident(&f.expr).map(|name| -> Stmt { parse_quote!(let _ = #name;) });
        Some(Block { brace_token: Default::default(), stmts: over.into_iter().chain(passes).collect() })
    }

    /// What is defined from here on.
    fn define(&mut self, local: &Local) {
        let Some(names) = self.named.last_mut() else { return };
        bound(&local.pat, |name| {
            names.insert(name.to_string(), None);
        });
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return };
        let is_fixed = name.mutability.is_none() && name.by_ref.is_none() && name.subpat.is_none();
        if let (true, Expr::Array(list)) = (is_fixed, &*init.expr) {
            names.insert(name.ident.to_string(), Some(list.clone()));
        }
    }
}

impl VisitMut for Lists {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.named.push(HashMap::new());
        for stmt in &mut block.stmts {
            self.visit_stmt_mut(stmt);
            if let Stmt::Local(local) = stmt {
                self.define(local);
            }
        }
        self.named.pop();
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::ForLoop(f) = expr
            && let Some(block) = self.written_out(f)
        {
            *expr = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block });
        }
    }

    /// What is bound around a body is no list.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Some(names) = self.named.last_mut() {
            bound(pat, |name| {
                names.insert(name.to_string(), None);
            });
        }
    }
}

/// Whether an expression is a number, or a tuple or a list of such, whose type its uses say.
fn is_number(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            Lit::Bool(_) => true,
            _ => false,
        },
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_number(&unary.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_number),
        _ => false,
    }
}
