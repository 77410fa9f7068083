//! Several elements in one statement, `(a[[i]], b[[j]]) = (x, y);`, or in each iteration of one, `(a[[!i]], b[[!i]]) = f(t[[!i]]);`.
//!
//! All that stands on the right is computed before anything is written: of elements this is a `let` of the values, and a write of
//! each. With iterators it is a loop around that; whether an iteration reads what another one writes is asked when it is known
//! where everything lies.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprIndex, Ident};

use super::elementwise::{adorned_iterator, bare_iterator};
use super::rows::{Expected, Piece, Row, plain};
use super::tensor::is_range;
use super::{Parser, jumps};
use crate::messages;

impl Parser<'_> {
    /// What `(a[[..]], b[[..]]) = right;` becomes, if a statement is that.
    pub(super) fn assigned_together(&mut self, expr: &Expr) -> Option<Vec<Piece>> {
        let (targets, right) = self.targets(expr)?;
        let names: Vec<Ident> = iterators(&targets[0]).into_iter().cloned().collect();
        if targets.iter().all(|target| iterators(target).is_empty()) {
            let (mut pieces, values) = self.values(targets.len(), &right);
            let writes = targets.iter().zip(values).map(|(target, value)| {
                let span = target.span();
                plain(quote_spanned!(span=> #target = #value;))
            });
            pieces.extend(writes);
            return Some(pieces);
        }
        for target in &targets {
            let own = iterators(target);
            let is_same = own.len() == names.len() && names.iter().all(|name| own.contains(&name));
            if !is_same || indices(target).iter().any(|at| adorned_iterator(at).is_some()) {
                self.report.error(target, messages::targets_differ());
                return Some(Vec::new());
            }
        }
        self.each_together(&names, &targets, right)
    }

    /// Whether an expression assigns several elements.
    pub(super) fn writes_together(&self, expr: &Expr) -> bool {
        self.targets(expr).is_some()
    }

    /// The elements on the left and what stands on the right.
    fn targets(&self, expr: &Expr) -> Option<(Vec<ExprIndex>, Expr)> {
        let Expr::Assign(assign) = expr else { return None };
        let Expr::Tuple(left) = &*assign.left else { return None };
        let target = |expr: &Expr| match expr {
            Expr::Index(index) if self.is_tensor(&index.expr) && !self.is_tensor(expr) => {
                matches!(&*index.index, Expr::Array(_)).then(|| index.clone())
            }
            _ => None,
        };
        let targets: Option<Vec<ExprIndex>> = left.elems.iter().map(target).collect();
        let targets = targets.filter(|targets| targets.len() > 1 && assign.attrs.is_empty())?;
        Some((targets, (*assign.right).clone()))
    }

    /// Definitions of so many values, and their names.
    fn values(&self, count: usize, right: &Expr) -> (Vec<Piece>, Vec<Ident>) {
        let names: Vec<Ident> = (0..count).map(|k| self.own_name(&format!("value_{k}"))).collect();
        let pieces = match right {
            Expr::Tuple(values) if values.elems.len() == count => {
                let each = names.iter().zip(&values.elems).map(|(name, value)| {
                    let span = value.span();
                    plain(quote_spanned!(span=> let #name = #value;))
                });
                each.collect()
            }
            right => {
                let span = right.span();
                vec![plain(quote_spanned!(span=> let (#(#names),*) = #right;))]
            }
        };
        (pieces, names)
    }

    /// The loop that a statement with iterators becomes.
    fn each_together(
        &mut self,
        iterators: &[Ident],
        targets: &[ExprIndex],
        mut right: Expr,
    ) -> Option<Vec<Piece>> {
        if let Some(jump) = jumps::out_of(&right) {
            self.report.error(&jump, messages::jump_out_of_statement("an elementwise statement"));
            return Some(Vec::new());
        }
        let texts: Vec<String> = iterators.iter().map(Ident::to_string).collect();
        if self.forgets_iterator(&right, &texts) {
            return Some(Vec::new());
        }
        jumps::enclose_macros(&mut right, self.kernel.scopes.len());
        // An iterator is no variable of the kernel, of which there may be one of its name.
        let variables: Vec<Ident> = iterators
            .iter()
            .map(|name| match self.lookup(&name.to_string()) {
                Some(_) => self.own_name(&format!("each_{name}")),
                None => name.clone(),
            })
            .collect();
        let shown = iterators.iter().zip(&variables);
        self.renamed = shown.map(|(name, variable)| (variable.to_string(), format!("!{name}"))).collect();
        Replaced { iterators, variables: &variables }.visit_expr_mut(&mut right);
        let mut pieces = Vec::new();
        let mut rows: Vec<Ident> = Vec::new();
        for (k, target) in targets.iter().enumerate() {
            let (at, tensor, span) = (indices(target), &target.expr, target.span());
            let view = self.tensor(tensor, None)?;
            if !self.may_write(view, target, false) {
                return Some(Vec::new());
            }
            let parts = at.iter().map(|at| match bare_iterator(at) {
                Some(_) => quote!(..),
                None => at.to_token_stream(),
            });
            let row = self.own_name(&format!("target_{}_{k}", self.kernel.views.len()));
            let own = self::iterators(target);
            let tensor = match own.len() == at.len() {
                true => (**tensor).clone(),
                false => syn::parse2(quote_spanned!(span=> #tensor[[#(#parts),*]])).ok()?,
            };
            let counts = match rows.first() {
                None => Vec::new(),
                Some(first) => {
                    let axis = |name: &&Ident| iterators.iter().position(|known| known == *name).unwrap_or(0);
                    own.iter().map(|name| (Expected::As(first.clone(), axis(name)), true)).collect()
                }
            };
            pieces.push(Piece::Row(Box::new(Row { name: row.clone(), tensor, counts, span, written: true })));
            rows.push(row);
        }
        let (body, values) = self.values(targets.len(), &right);
        let body = body.into_iter().filter_map(Piece::into_stmt);
        let writes = targets.iter().zip(&rows).zip(values).map(|((target, row), value)| {
            let at = self::iterators(target).into_iter().map(|name| {
                let axis = iterators.iter().position(|known| known == name).unwrap_or(0);
                &variables[axis]
            });
            let span = target.span();
            quote_spanned!(span=> #row[[#(#at),*]] = #value;)
        });
        let (first, writes): (&Ident, Vec<TokenStream>) = (&rows[0], writes.collect());
        let stmt = quote!(for [#(#variables),*] in #first.indices() { #(#body)* #(#writes)* });
        pieces.push(Piece::Together(Box::new(syn::parse2(stmt).ok()?)));
        Some(pieces)
    }
}

/// The indices of an element.
fn indices(element: &ExprIndex) -> Vec<&Expr> {
    match &*element.index {
        Expr::Array(at) => at.elems.iter().collect(),
        _ => Vec::new(),
    }
}

/// The names in `!i` among them.
fn iterators(element: &ExprIndex) -> Vec<&Ident> {
    indices(element).into_iter().filter(|at| !is_range(at)).filter_map(bare_iterator).collect()
}

/// Writes variables in the place of iterators.
struct Replaced<'n> {
    iterators: &'n [Ident],
    variables: &'n [Ident],
}

impl VisitMut for Replaced<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let at = bare_iterator(expr).and_then(|name| self.iterators.iter().position(|known| known == name));
        match at {
            Some(at) => {
                let variable = &self.variables[at];
                *expr = syn::parse_quote!(#variable);
            }
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
