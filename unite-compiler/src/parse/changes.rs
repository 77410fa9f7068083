//! Stored tensors whose elements are changed where they are: what is stored, and where, stays as it is.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprArray, ExprForLoop, ExprIndex, Ident, Macro, parse_quote};

use super::domain::{Iterators, Mistake};
use super::elementwise::{adorned_iterator, bare_iterator, plain};
use super::macros::is_known_macro;
use super::parser::Changing;
use super::stored::Run;
use super::{Binding, Parser};
use crate::ir::{Changes, Fold, Hole, Id};
use crate::messages;
use crate::syntax::{idents, path_ident};

impl Parser<'_> {
    /// The changes that a loop makes to what it runs over, if that is a tensor that is written.
    pub(super) fn changes_in_loop(&mut self, f: &ExprForLoop, of: Id) -> Option<Changes> {
        if !self.kernel.stored[of].mutable {
            return None;
        }
        let name = self.stored_name(of);
        let mut leaves = LeavesKernel::default();
        leaves.visit_block(&f.body);
        if let Some(place) = leaves.0 {
            self.report.error(&place, messages::stored_changed_jump(&name));
        }
        if self.changing.iter().any(|changing| changing.of == of) {
            self.report.error(&f.expr, messages::stored_changed_inside(&name));
        }
        self.kernel.stored[of].is_changed = true;
        Some(Changes { place: self.place_name(), by_index: true })
    }

    /// What the place of an element is called, as no other one around.
    fn place_name(&self) -> Ident {
        self.own_name(&format!("place_{}", self.kernel.scopes.len()))
    }

    /// `a[[i, j]] = 2.0`, `a[[i, j]] += x` of a stored tensor: in a loop over what it stores that of the loop is changed, and elsewhere
    /// one that is looked up.
    pub(super) fn changed_element(
        &mut self,
        of: Id,
        left: &ExprIndex,
        op: &Option<TokenStream>,
        right: &Expr,
    ) -> Option<Expr> {
        let Expr::Array(at) = &*left.index else { return None };
        let is_iterator = |elem: &Expr| bare_iterator(elem).is_some() || adorned_iterator(elem).is_some();
        let (stored, name) = (&self.kernel.stored[of], self.stored_name(of));
        if !stored.mutable || at.elems.len() != stored.rank() || at.elems.iter().any(is_iterator) {
            return None;
        }
        let (krate, rank) = (self.kernel.krate.clone(), stored.rank());
        let (elem, tensor) = (stored.elem.clone(), stored.name.clone());
        let around = self.changing.iter().find(|changing| changing.of == of);
        let here = around.map(|changing| self.is_there(at, changing).then(|| changing.place.clone()));
        if here == Some(None) {
            self.report.error(left, messages::stored_changed_elsewhere(&name));
            return Some(Expr::Verbatim(quote!(())));
        }
        self.kernel.stored[of].is_changed = true;
        // What it was is read where it is.
        let old = self.own_name("old_element");
        let mut reads_itself = Itself { left, old: &old, is_read: false };
        let mut value = right.clone();
        reads_itself.visit_expr_mut(&mut value);
        let is_read = reads_itself.is_read;
        self.expression(&mut value);
        let new = self.own_name("new_element");
        let kept = quote!(let #new: <#elem as #krate::Elem>::Wide = #value;);
        let (place, found) = match here.flatten() {
            Some(place) => (place, TokenStream::new()),
            None => {
                let (place, source) = (self.own_name("place_found"), left.span());
                let (krate, all) = (self.krate_at(source), self.looked_up_at(at, &name, source));
                let found = quote_spanned!(source=>
                    #krate::stored::staged::element_mut::<#rank, _>(&mut *#tensor, #name, #all));
                (place.clone(), quote!(let #place = #found;))
            }
        };
        let put = match op {
            Some(op) => quote!(#krate::Elem::widen(*#place) #op #new),
            None => new.to_token_stream(),
        };
        let before = match is_read {
            true => quote!(#found let #old = #krate::Elem::widen(*#place); #kept),
            false => quote!(#kept #found),
        };
        Some(parse_quote!({
            #before
            #krate::stored::staged::store(#place, #put);
        }))
    }

    /// Whether these indices are the variables of a loop.
    fn is_there(&self, at: &ExprArray, changing: &Changing) -> bool {
        let is_var = |(elem, var): (&Expr, &Id)| {
            let name = path_ident(elem).map(ToString::to_string);
            name.is_some_and(|name| matches!(self.lookup(&name), Some(Binding::Var(other)) if other == var))
        };
        at.elems.iter().zip(&changing.vars).all(is_var)
    }

    /// `a[[!i, !j]] *= 2.0`, `a[[!i, !j]] = a[[!i, !j]] * x[[!j]]`: a statement over the elements that there are. What is not stored
    /// has to stay what it is.
    pub(super) fn changed(
        &mut self,
        of: Id,
        left: &ExprIndex,
        op: &Option<TokenStream>,
        right: &Expr,
        free: &[Ident],
    ) -> Result<Expr, Mistake> {
        let name = self.stored_name(of);
        let mut leaves = LeavesKernel::default();
        leaves.visit_expr(right);
        if let Some(place) = leaves.0 {
            return Err(((&place).into(), messages::stored_changed_jump(&name)));
        }
        if self.changing.iter().any(|changing| changing.of == of) {
            return Err((left.into(), messages::stored_changed_inside(&name)));
        }
        let term: Expr = match op {
            Some(op) => parse_quote!(#left #op (#right)),
            None => right.clone(),
        };
        let found = self.stored_reads(&term);
        if let Some((other, beside)) = found.iter().find(|(read, _)| read != left) {
            let beside = self.stored_name(*beside);
            return Err((other.into(), messages::stored_changed_beside(&name, &beside)));
        }
        let extents = self.kernel.stored[of].extent.clone();
        let (reduced, changed) = (Vec::new(), Some(of));
        let iterators = Iterators { fold: Fold::Sum, free, extents: &extents, reduced, adds: false, changed };
        let domain = self.domain(iterators, &term, found).map_err(|(place, message)| {
            // Where nothing is stored, something would be.
            let is_factor = message == messages::stored_factor(&name);
            (place, if is_factor { messages::stored_changed_fill(&name, free.len()) } else { message })
        })?;
        self.stored_factors(Fold::Sum, &domain)?;
        self.kernel.stored[of].is_changed = true;
        let krate = &self.kernel.krate;
        let (place, value) = (self.place_name(), plain(&domain.values[0].1, &domain.names));
        let by_index = idents(value.to_token_stream()).any(|name| domain.names.contains(&name));
        let body = parse_quote!({ #krate::stored::staged::store(#place, #value); });
        let run = Run { statement: Some(None), changes: Some(Changes { place, by_index }), ..Run::default() };
        let walk = self.walk(domain.operands, Vec::new(), &domain.names, body, run);
        Ok(self.hole(Hole::Walk(walk)))
    }
}

/// Reads of the element that is changed, which become a name.
struct Itself<'a> {
    left: &'a ExprIndex,
    old: &'a Ident,
    is_read: bool,
}

impl VisitMut for Itself<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Index(index) if index == self.left) {
            let old = self.old;
            (*expr, self.is_read) = (parse_quote!(#old), true);
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// What leaves a function early, or may.
#[derive(Default)]
struct LeavesKernel(Option<Expr>);

impl LeavesKernel {
    fn note(&mut self, expr: &Expr) {
        self.0.get_or_insert_with(|| expr.clone());
    }
}

impl Visit<'_> for LeavesKernel {
    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Return(_) | Expr::Try(_) => self.note(expr),
            // Nothing leaves these but to where they are.
            Expr::Closure(_) | Expr::Async(_) => {}
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, mac: &Macro) {
        if !is_known_macro(mac) {
            let path = &mac.path;
            let span = mac.span();
            self.note(&Expr::Verbatim(quote_spanned!(span=> #path)));
        }
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}
