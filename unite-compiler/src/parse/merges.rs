//! Statements and sums with stored tensors, as loops.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Block, Expr, ExprArray, ExprBlock, ExprIndex, Ident, Stmt, parse_quote};

use super::Parser;
use super::domain::{Domain, Iterators, Mistake};
use super::elementwise::{bare_iterator, plain};
use super::reductions::Reduction;
use super::stored::Run;
use crate::ir::{Assembling, Case, Covered, Fold, Hole, Id, Index, Nothing, Operand};
use crate::messages;

impl Parser<'_> {
    /// `t[[!i]] = sum(|j| a[[!i, j]] * x[[j]])`, and other statements with stored tensors.
    pub(super) fn stored_statement(
        &mut self,
        view: Id,
        left: &ExprIndex,
        target: &ExprArray,
        op: &Option<TokenStream>,
        right: &Expr,
    ) -> Option<Expr> {
        if target.elems.iter().all(|elem| bare_iterator(elem).is_none()) {
            return None;
        }
        let found = self.stored_reads(right);
        if found.is_empty() {
            return None;
        }
        match self.statement_of(view, left, target, op, right, found) {
            Ok(statement) => Some(statement),
            Err((place, message)) => {
                self.report.error(place, message);
                Some(Expr::Verbatim(quote!(())))
            }
        }
    }

    /// `sum(|i, j| a[[i, j]] * b[[i, j]])` where a value is needed, if something of it is stored.
    pub(super) fn sum_of_stored(&mut self, fold: Fold, names: &[Ident], term: &Expr) -> Option<Expr> {
        let found = self.stored_reads(term);
        let first = found.first()?.1;
        let (mut names, mut term) = (names.to_vec(), term.clone());
        self.flatten(fold, &mut names, &mut term);
        let iterators =
            Iterators { fold, free: &[], extents: &[], reduced: names, adds: false, changed: None };
        let domain = self.domain(iterators, &term, found).and_then(|domain| {
            self.stored_factors(fold, &domain)?;
            Ok(domain)
        });
        let domain = match domain {
            Ok(domain) => domain,
            Err((place, message)) => {
                self.report.error(place, message);
                return Some(parse_quote!(0));
            }
        };
        let krate = self.kernel.krate.clone();
        let total = self.own_name("total");
        let (nothing, function) = (self.of_nothing(fold, first), fold.function());
        let add = |value: &Expr| quote!(#total = #krate::staged::#function(#total, #value););
        let loop_ = match &domain.operands[..] {
            [operand] if !self.is_plain_read(operand, &domain.reads[0]) => {
                let add = add(&domain.values[0].1);
                self.merged = Some((domain.names, domain.operands, Vec::new(), parse_quote!({ #add })));
                quote!(for _ in () {})
            }
            [_] => {
                let (read, add) = (&domain.reads[0], add(&domain.values[0].1));
                let (tensor, index, element) = (&read.expr, &read.index, &domain.operands[0].element);
                quote!(for (#index, #element) in #tensor.stored() { #add })
            }
            _ => {
                let (cases, body) = cases(&domain.values, |value| {
                    let add = add(value);
                    parse_quote!(#add)
                });
                self.merged = Some((domain.names, domain.operands, cases, body));
                // The loop over them, which is read next.
                quote!(for _ in () {})
            }
        };
        Some(parse_quote!({
            let mut #total = #nothing;
            #loop_
            #total
        }))
    }

    /// What is not stored, of the type of a tensor's elements in kernels.
    pub(super) fn nothing(&self, fold: Fold, of: Id) -> Expr {
        let value = fold.nothing().value(&self.kernel.krate, &self.kernel.stored[of].elem);
        parse_quote!(#value)
    }

    /// What it is of no terms, which are of that type.
    fn of_nothing(&self, fold: Fold, of: Id) -> Expr {
        let value = fold.first(&self.kernel.krate, &self.kernel.stored[of].elem);
        parse_quote!(#value)
    }

    /// What is not stored of these tensors has to be what changes nothing.
    pub(super) fn stored_factors(&mut self, fold: Fold, domain: &Domain) -> Result<(), Mistake> {
        for (operand, read) in domain.operands.iter().zip(&domain.reads) {
            if !self.is_filled(operand.of, fold.nothing()) {
                let message = messages::stored_outside(&self.stored_name(operand.of), fold.nothing().shown());
                return Err((read.into(), message));
            }
            let param = self.param_of(operand.of);
            let stored = &mut self.kernel.stored[param];
            if stored.nothing.is_some_and(|other| other != fold.nothing()) {
                return Err((read.into(), messages::stored_two_fills(&stored.name.to_string())));
            }
            stored.nothing = Some(fold.nothing());
        }
        Ok(())
    }

    /// Whether a read is one of a parameter as it is.
    fn is_plain_read(&self, operand: &Operand, read: &ExprIndex) -> bool {
        self.kernel.stored[operand.of].part.is_none() && self.known_stored(&read.expr) == Some(operand.of)
    }

    /// The loop over several tensors that a sum has just become.
    pub(super) fn merged_loop(&mut self) -> Option<Expr> {
        let (names, operands, cases, body) = self.merged.take()?;
        let walk = self.walk(operands, cases, &names, body, Run::default());
        Some(self.hole(Hole::Walk(walk)))
    }

    /// The reads of stored tensors in an expression.
    pub(super) fn stored_reads(&self, expr: &Expr) -> Vec<(ExprIndex, Id)> {
        let mut find = Reads { parser: self, found: Vec::new() };
        find.visit_expr(expr);
        find.found
    }

    /// `c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]]` into a stored `c`.
    pub(super) fn assembled_statement(
        &mut self,
        left: &ExprIndex,
        op: &Option<TokenStream>,
        right: &Expr,
    ) -> Option<Expr> {
        let of = self.known_stored(&left.expr)?;
        if let Some(changed) = self.changed_element(of, left, op, right) {
            return Some(changed);
        }
        match self.assembled(of, left, op, right) {
            Ok(statement) => Some(statement),
            Err((place, message)) => {
                self.report.error(place, message);
                Some(Expr::Verbatim(quote!(())))
            }
        }
    }

    fn assembled(
        &mut self,
        of: Id,
        left: &ExprIndex,
        op: &Option<TokenStream>,
        right: &Expr,
    ) -> Result<Expr, Mistake> {
        let name = self.stored_name(of);
        if !self.kernel.stored[of].mutable {
            return Err((left.into(), messages::stored_unwritten(&name)));
        }
        let Expr::Array(at) = &*left.index else {
            return Err((left.into(), messages::single_bracket(&name)));
        };
        let rank = self.kernel.stored[of].rank();
        if at.elems.len() != rank {
            return Err(((&*left.index).into(), messages::wrong_rank(&name, rank, at.elems.len())));
        }
        let mut free: Vec<Ident> = Vec::new();
        for elem in &at.elems {
            match bare_iterator(elem).filter(|iterator| !free.contains(iterator)) {
                Some(iterator) => free.push(iterator.clone()),
                None => return Err((elem.into(), messages::stored_output(&name))),
            }
        }
        let sign = op.as_ref().map(ToString::to_string);
        let read = self.stored_reads(right);
        let is_added = matches!(sign.as_deref(), Some("+" | "-")) && !read.is_empty();
        if op.is_some() && !is_added || read.iter().any(|(_, read)| *read == of) {
            return self.changed(of, left, op, right, &free);
        }
        let Reduction { fold, names: mut reduced, mut term } = reduction_or(right);
        if fold != Fold::Sum && op.is_some() {
            return Err((left.into(), messages::stored_fold_operator(&name, fold.word())));
        }
        let found = self.stored_reads(&term);
        if found.is_empty() {
            return Err((right.into(), messages::stored_output_of_dense(&name)));
        }
        self.flatten(fold, &mut reduced, &mut term);
        let (is_sum, adds) = (!reduced.is_empty(), reduced.is_empty() && op.is_some());
        let extents = self.kernel.stored[of].extent.clone();
        let iterators = Iterators { fold, free: &free, extents: &extents, reduced, adds, changed: None };
        let domain = self.domain(iterators, &term, found)?;
        let narrow = self.kernel.stored[of].elem.to_token_stream().to_string();
        if (is_sum || domain.is_sum(&free))
            && matches!(fold, Fold::Sum | Fold::Product)
            && matches!(narrow.as_str(), "u8" | "i8" | "u16" | "i16")
        {
            return Err((left.into(), messages::stored_narrow(&name, &narrow)));
        }
        if let Some((other, elem)) = free.iter().zip(&at.elems).find(|(free, _)| !domain.names.contains(free))
        {
            return Err((elem.into(), messages::stored_output_iterator(&name, &other.to_string())));
        }
        self.stored_factors(fold, &domain)?;
        // Where there is no term, the result is what is not stored of the operands: that of the output has to be the same.
        let is_extreme = fold.nothing() != Nothing::Zero;
        let elem = |of: Id| self.kernel.stored[of].elem.to_token_stream().to_string();
        let other = domain.operands.iter().position(|operand| elem(operand.of) != narrow);
        if let Some(number) = other.filter(|_| is_extreme) {
            let operand = self.stored_name(domain.operands[number].of);
            let message = messages::stored_output_extreme(&name, &operand, fold.word());
            return Err(((&domain.reads[number]).into(), message));
        }
        self.kernel.stored[of].nothing = Some(fold.of_nothing());
        let number = |name: &Ident| domain.names.iter().position(|other| other == name);
        let vars: Vec<usize> = free.iter().filter_map(number).collect();
        // What is not appended in order, row by row, with sums in each row, is put where it belongs.
        let assembling = Assembling::in_order(vars.clone(), domain.names.len())
            .filter(|(how, _)| op.is_none() && (fold == Fold::Sum || *how != Assembling::Row))
            .unwrap_or((Assembling::Inserted { is_new: op.is_none() }, 0));
        let is_inserted = matches!(assembling, (Assembling::Inserted { .. }, _));
        // What is put in any order is not counted.
        let is_counted = !is_inserted && self.counted.take().is_some();
        let stored = &mut self.kernel.stored[of];
        stored.is_inserted |= is_inserted;
        stored.is_assembled |= !is_inserted;
        let (at, krate) = (plain(&Expr::Index(left.clone()), &domain.names), &self.kernel.krate);
        let function = fold.function();
        let result = |value: &Expr| {
            let value = plain(value, &domain.names);
            match (is_inserted, sign.as_deref()) {
                (false, _) => Stmt::Expr(value, None),
                (true, Some("-")) => parse_quote!(#at -= #value;),
                (true, _) if fold == Fold::Sum => parse_quote!(#at += #value;),
                (true, _) => parse_quote!(#at = #krate::staged::#function(#at, #value);),
            }
        };
        let (cases, body) = cases(&domain.values, result);
        let run = Run { statement: Some(None), ..Run::default() };
        let walk = self.walk(domain.operands, cases, &domain.names, body, run);
        let walk_of = &mut self.kernel.walks[walk];
        walk_of.output = Some(Operand { of, vars, element: parse_quote!(_) });
        walk_of.assembling = Some(assembling);
        walk_of.is_counted = is_counted;
        walk_of.fold = fold;
        Ok(self.hole(Hole::Walk(walk)))
    }

    fn statement_of(
        &mut self,
        view: Id,
        left: &ExprIndex,
        target: &ExprArray,
        op: &Option<TokenStream>,
        right: &Expr,
        found: Vec<(ExprIndex, Id)>,
    ) -> Result<Expr, Mistake> {
        let name = self.stored_name(found[0].1);
        let sign = op.as_ref().map(ToString::to_string);
        if !matches!(sign.as_deref(), None | Some("+" | "-")) {
            return Err((left.into(), messages::stored_operator(&name)));
        }
        let Reduction { fold, names: mut reduced, mut term } = reduction_or(right);
        if fold != Fold::Sum && op.is_some() {
            return Err((left.into(), messages::stored_fold_operator(&name, fold.word())));
        }
        self.flatten(fold, &mut reduced, &mut term);
        let mut free = Vec::new();
        for elem in &target.elems {
            match bare_iterator(elem) {
                Some(iterator) => free.push(iterator.clone()),
                None => return Err((elem.into(), messages::stored_target(&name))),
            }
        }
        let adds = reduced.is_empty() && op.is_some();
        let extents: Vec<Index> = (0..free.len()).map(|axis| Self::extent(view, axis)).collect();
        let iterators = Iterators { fold, free: &free, extents: &extents, reduced, adds, changed: None };
        let domain = self.domain(iterators, &term, found)?;
        let root = self.root(&left.expr);
        let mut reads = Touches { parser: self, root, found: None };
        reads.visit_expr(&term);
        if let Some(read) = reads.found {
            let target = self.name(view);
            return Err(((&read).into(), messages::stored_in_place(&name, &target)));
        }
        let is_sum = domain.is_sum(&free);
        let narrow = self.elem_name(view);
        if is_sum
            && matches!(fold, Fold::Sum | Fold::Product)
            && matches!(narrow.as_str(), "u8" | "i8" | "u16" | "i16")
        {
            return Err((left.into(), messages::stored_narrow(&name, &narrow)));
        }
        let zeroed = match op {
            Some(_) => None,
            None => {
                let zero = self.of_nothing(fold, domain.operands[0].of);
                let zeroed = self.write(left, None, &zero).ok_or_else(|| (left.into(), String::new()))?;
                crate::holes::number(&zeroed)
            }
        };
        self.stored_factors(fold, &domain)?;
        let is_added = op.is_some() || is_sum;
        let at = plain(&Expr::Index(left.clone()), &domain.names);
        if matches!(fold, Fold::Max | Fold::Min) && self.broadcasts(view) {
            return Err((left.into(), messages::broadcast_of_sum(&self.name(view))));
        }
        // One element is written at a time, or a row of them.
        let is_point = free.iter().all(|name| domain.names.contains(name));
        let statement = |value: &Expr| {
            let value = plain(value, &domain.names);
            match (sign.as_deref(), is_added) {
                (Some("-"), _) => quote!(#at -= #value;),
                (_, true) if fold == Fold::Any => quote!(#at |= #value;),
                (_, true) if fold == Fold::All => quote!(#at &= #value;),
                (_, true) if fold == Fold::Product => quote!(#at *= #value;),
                (_, true) if fold == Fold::Max && !is_point => quote!(#at = #at.max(#value);),
                (_, true) if fold == Fold::Min && !is_point => quote!(#at = #at.min(#value);),
                (_, true) => quote!(#at += #value;),
                (_, false) => quote!(#at = #value;),
            }
        };
        let mut covered = Vec::new();
        for (number, operand) in domain.operands.iter().enumerate() {
            for (axis, var) in operand.vars.iter().enumerate() {
                if let Some(along) = free.iter().position(|free| *free == domain.names[*var]) {
                    covered.push(Covered { operand: number, axis, target: view, along });
                }
            }
        }
        let (cases, body) = match &domain.values[..] {
            [(_, value)] if domain.operands.len() == 1 => {
                let statement = statement(value);
                (Vec::new(), parse_quote!({ #statement }))
            }
            values => cases(values, |value| {
                let statement = statement(value);
                parse_quote!(#statement)
            }),
        };
        let first = self.kernel.writes.len();
        let run = Run { statement: Some(zeroed), ..Run::default() };
        let walk = self.walk(domain.operands, cases, &domain.names, body, run);
        if is_point && matches!(fold, Fold::Max | Fold::Min) {
            let folds = (first..self.kernel.writes.len()).map(|write| (write, fold));
            self.kernel.folds.extend(folds);
        }
        self.kernel.walks[walk].covered = covered;
        Ok(self.hole(Hole::Walk(walk)))
    }
}

/// The sum that a right side is, or its one term.
fn reduction_or(right: &Expr) -> Reduction {
    let one = || Reduction { fold: Fold::Sum, names: Vec::new(), term: right.clone() };
    super::reductions::reduction(right).unwrap_or_else(one)
}

/// The cases, and a block with one for each of them.
fn cases(values: &[(Case, Expr)], inside: impl Fn(&Expr) -> Stmt) -> (Vec<Case>, Block) {
    let blocks = values.iter().map(|(_, value)| {
        let block = Block { brace_token: Default::default(), stmts: vec![inside(value)] };
        Stmt::Expr(Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block }), None)
    });
    let body = Block { brace_token: Default::default(), stmts: blocks.collect() };
    (values.iter().map(|(case, _)| *case).collect(), body)
}

/// Reads of stored tensors.
struct Reads<'p, 'r> {
    parser: &'p Parser<'r>,
    found: Vec<(ExprIndex, Id)>,
}

impl Visit<'_> for Reads<'_, '_> {
    fn visit_expr_index(&mut self, index: &ExprIndex) {
        if let Some(of) = self.parser.known_stored(&index.expr) {
            self.found.push((index.clone(), of));
        }
        syn::visit::visit_expr_index(self, index);
    }
}

/// Reads of what a view shows.
struct Touches<'p, 'r> {
    parser: &'p Parser<'r>,
    root: Option<Id>,
    found: Option<ExprIndex>,
}

impl Visit<'_> for Touches<'_, '_> {
    fn visit_expr_index(&mut self, index: &ExprIndex) {
        let tensors = &self.parser.kernel.views;
        let origin = |mut view: Id| {
            while let Some(of) = tensors[view].def.shows() {
                view = of;
            }
            view
        };
        if self.root.is_some() && self.parser.root(&index.expr).map(origin) == self.root.map(origin) {
            self.found.get_or_insert(index.clone());
        }
        syn::visit::visit_expr_index(self, index);
    }
}
