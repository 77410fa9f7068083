//! Statements and sums with stored tensors: what they run over, and what is computed where only some of several have an element.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Block, Expr, ExprArray, ExprBlock, ExprIndex, Ident, Stmt, parse_quote};

use super::Parser;
use super::algebra::{Presence, opposite};
use super::elementwise::{bare_iterator, plain};
use super::sums::Reduction;
use crate::ir::{Assembling, Case, Covered, Fold, Hole, Id, Nothing, Operand};
use crate::messages;
use crate::source::Source;
use crate::syntax::path_ident;

/// Operands of a statement at most: each more doubles the cases.
const MOST: usize = 3;

/// A sum over several tensors on its way to a loop: its variables, operands and cases, and what runs in these.
pub type Merged = (Vec<Ident>, Vec<Operand>, Vec<Case>, Block);

/// A mistake, and where it is.
type Mistake = (Source, String);

/// What a statement or a sum runs over.
struct Domain {
    /// The iterators, the outermost first.
    names: Vec<Ident>,
    /// The reads of stored tensors, each once.
    reads: Vec<ExprIndex>,
    /// The same, as operands.
    operands: Vec<Operand>,
    /// What is computed in each case that is not zero.
    values: Vec<(Case, Expr)>,
}

/// The iterators of a statement, or of a sum.
struct Iterators<'a> {
    /// How terms become one.
    fold: Fold,
    /// Those of the left side.
    free: &'a [Ident],
    /// Those that are summed over.
    reduced: Vec<Ident>,
    /// Whether an iterator may stand on the right alone.
    adds: bool,
}

impl Iterators<'_> {
    /// The iterator that runs along an axis of a stored tensor.
    fn along(&mut self, elem: &Expr, name: &str, axis: usize) -> Result<Ident, Mistake> {
        match (bare_iterator(elem), path_ident(elem)) {
            (Some(iterator), _) if self.free.contains(iterator) => Ok(iterator.clone()),
            (Some(iterator), _) if self.adds => {
                if !self.reduced.contains(iterator) {
                    self.reduced.push(iterator.clone());
                }
                Ok(iterator.clone())
            }
            (Some(iterator), _) => Err((elem.into(), messages::stored_sum(&iterator.to_string()))),
            (None, Some(plain)) if self.reduced.contains(plain) => Ok(plain.clone()),
            _ => Err((elem.into(), messages::stored_index(name, axis))),
        }
    }
}

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
        let iterators = Iterators { fold, free: &[], reduced: names, adds: false };
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
    fn nothing(&self, fold: Fold, of: Id) -> Expr {
        let value = fold.nothing().value(&self.kernel.krate, &self.kernel.stored[of].elem);
        parse_quote!(#value)
    }

    /// What it is of no terms, which are of that type.
    fn of_nothing(&self, fold: Fold, of: Id) -> Expr {
        match fold {
            Fold::All => parse_quote!(true),
            _ => self.nothing(fold, of),
        }
    }

    /// What is not stored of these tensors has to be what changes nothing.
    fn stored_factors(&mut self, fold: Fold, domain: &Domain) -> Result<(), Mistake> {
        for (operand, read) in domain.operands.iter().zip(&domain.reads) {
            let stored = &mut self.kernel.stored[operand.of];
            if stored.nothing.is_some_and(|other| other != fold.nothing()) {
                return Err((read.into(), messages::stored_two_fills(&stored.name.to_string())));
            }
            stored.nothing = Some(fold.nothing());
        }
        Ok(())
    }

    /// The loop over several tensors that a sum has just become.
    pub(super) fn merged_loop(&mut self) -> Option<Expr> {
        let (names, operands, cases, body) = self.merged.take()?;
        let walk = self.walk(operands, cases, &names, body, Default::default(), None);
        Some(self.hole(Hole::Walk(walk)))
    }

    /// The reads of stored tensors in an expression.
    pub(super) fn stored_reads(&self, expr: &Expr) -> Vec<(ExprIndex, Id)> {
        let mut find = Reads { parser: self, found: Vec::new() };
        find.visit_expr(expr);
        find.found
    }

    /// What a term runs over, with these iterators.
    fn domain(
        &mut self,
        mut iterators: Iterators<'_>,
        term: &Expr,
        found: Vec<(ExprIndex, Id)>,
    ) -> Result<Domain, Mistake> {
        if let Some(taken) = iterators.reduced.iter().find(|name| iterators.free.contains(name)) {
            return Err((taken.into(), messages::stored_sum_name(&taken.to_string())));
        }
        if let Some((inner, of)) = self.nested(term) {
            let name = self.kernel.stored[of].name.to_string();
            return Err(((&inner).into(), messages::stored_nested(&name)));
        }
        let fails = opposite(term.clone());
        let term = if iterators.fold == Fold::All { &fails } else { term };
        let (mut reads, mut along): (Vec<ExprIndex>, Vec<(Id, Vec<Ident>)>) = Default::default();
        for (read, of) in found {
            let name = self.kernel.stored[of].name.to_string();
            if reads.contains(&read) {
                continue;
            }
            if reads.len() == MOST {
                return Err(((&read).into(), messages::stored_operands(&name, MOST)));
            }
            along.push((of, self.iterators_of(&mut iterators, &read, of)?));
            reads.push(read);
        }
        let first = &self.kernel.stored[along[0].0].name.to_string();
        let is_used = |name: &Ident| along.iter().any(|(_, along)| along.contains(name));
        if let Some(other) = iterators.reduced.iter().find(|reduced| !is_used(reduced)) {
            return Err((other.into(), messages::stored_other_sum(first, &other.to_string())));
        }
        let names = order(&along, iterators.free);
        let number = |name: &Ident| names.iter().position(|other| other == name);
        let operands: Vec<Operand> = along
            .iter()
            .enumerate()
            .map(|(number_of, (of, along))| {
                let element = self.own_name(&format!("element_{number_of}"));
                let vars = along.iter().filter_map(number).collect();
                Operand { of: *of, vars, element: parse_quote!(#element) }
            })
            .collect();
        let krate = &self.kernel.krate;
        let absent: Vec<Expr> = operands
            .iter()
            .map(|operand| match iterators.fold.nothing() {
                Nothing::Zero => {
                    let elem = &self.kernel.stored[operand.of].elem;
                    parse_quote!(#krate::staged::zero::<<#elem as #krate::Elem>::Wide>())
                }
                _ => self.nothing(iterators.fold, operand.of),
            })
            .collect();
        let all_are = |kinds: &[&str]| {
            operands.iter().all(|operand| {
                let elem = self.kernel.stored[operand.of].elem.to_token_stream().to_string();
                kinds.contains(&elem.as_str())
            })
        };
        let (floats, wholes) = (["f32", "f64"], ["i32", "i64", "i128", "isize"]);
        let is_float = all_are(&floats);
        let presence = Presence {
            nothing: iterators.fold.nothing(),
            is_float,
            is_wide: is_float || all_are(&wholes),
            reads: &reads,
            operands: &operands,
            absent: &absent,
            krate,
        };
        let all: Vec<Case> = (1..1 << operands.len()).rev().collect();
        let value = |case: Case| match iterators.fold {
            // What holds is passed over.
            Fold::All => presence.value(term, case).map(opposite),
            _ => presence.value(term, case),
        };
        let values: Vec<(Case, Expr)> =
            all.into_iter().filter_map(|case| Some((case, value(case)?))).collect();
        // Where no operand runs along an iterator, there has to be nothing to compute.
        for (var, along) in names.iter().enumerate() {
            let lacks: Vec<usize> =
                (0..operands.len()).filter(|number| operands[*number].axis(var).is_none()).collect();
            if presence.value(term, lacks.iter().map(|number| 1 << number).sum()).is_none() {
                continue;
            }
            let alone = |number: &usize| presence.value(term, 1 << number).is_some();
            let culprit = lacks.iter().copied().find(alone).or(lacks.first().copied());
            let name = |number: usize| self.kernel.stored[operands[number].of].name.to_string();
            let number = lacks.first().copied().unwrap_or(0);
            let message = match iterators.fold {
                Fold::Max | Fold::Min => messages::stored_extreme(&name(number), iterators.fold.word()),
                Fold::Product => messages::stored_product(&name(number)),
                Fold::All => messages::stored_all(&name(number)),
                Fold::Sum | Fold::Any => String::new(),
            };
            if !message.is_empty() {
                return Err(((&reads[number]).into(), message));
            }
            return Err(match culprit {
                Some(number) => {
                    let message = messages::stored_broadcast(&name(number), &along.to_string());
                    ((&reads[number]).into(), message)
                }
                None => {
                    let number = (0..reads.len()).find(alone).unwrap_or(0);
                    ((&reads[number]).into(), messages::stored_factor(&name(number)))
                }
            });
        }
        Ok(Domain { names, reads, operands, values })
    }

    /// `c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]]` into a stored `c`.
    pub(super) fn assembled_statement(
        &mut self,
        left: &ExprIndex,
        op: &Option<TokenStream>,
        right: &Expr,
    ) -> Option<Expr> {
        let of = self.known_stored(&left.expr)?;
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
        let name = self.kernel.stored[of].name.to_string();
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
        if op.is_some() {
            return Err((left.into(), messages::stored_output(&name)));
        }
        let Reduction { fold, names: mut reduced, mut term } = reduction_or(right);
        let found = self.stored_reads(&term);
        if found.is_empty() {
            return Err((right.into(), messages::stored_output_of_dense(&name)));
        }
        self.flatten(fold, &mut reduced, &mut term);
        let is_sum = !reduced.is_empty();
        let narrow = self.kernel.stored[of].elem.to_token_stream().to_string();
        if is_sum
            && matches!(fold, Fold::Sum | Fold::Product)
            && matches!(narrow.as_str(), "u8" | "i8" | "u16" | "i16")
        {
            return Err((left.into(), messages::stored_narrow(&name, &narrow)));
        }
        let domain = self.domain(Iterators { fold, free: &free, reduced, adds: false }, &term, found)?;
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
            let operand = self.kernel.stored[domain.operands[number].of].name.to_string();
            let message = messages::stored_output_extreme(&name, &operand, fold.word());
            return Err(((&domain.reads[number]).into(), message));
        }
        self.kernel.stored[of].nothing = Some(fold.of_nothing());
        let plain = |value: &Expr| Stmt::Expr(plain(value, &domain.names), None);
        let (cases, body) = cases(&domain.values, plain);
        let number = |name: &Ident| domain.names.iter().position(|other| other == name);
        let vars = free.iter().filter_map(number).collect();
        let output = Operand { of, vars, element: parse_quote!(_) };
        let walk = self.walk(domain.operands, cases, &domain.names, body, Default::default(), Some(None));
        let assembling = self.kernel.walks[walk].assembling(&output);
        if fold != Fold::Sum && assembling.is_some_and(|(how, _)| how == Assembling::Row) {
            return Err((right.into(), messages::stored_output_fold(&name, fold.word())));
        }
        if assembling.is_none() {
            let outside = domain.names.iter().find(|name| !free.contains(name)).map(Ident::to_string);
            return Err((right.into(), messages::stored_output_sum(&name, &outside.unwrap_or_default())));
        }
        self.kernel.walks[walk].output = Some(output);
        self.kernel.walks[walk].fold = fold;
        Ok(self.hole(Hole::Walk(walk)))
    }

    /// The iterators that stand on the axes of a read.
    fn iterators_of(
        &mut self,
        iterators: &mut Iterators<'_>,
        read: &ExprIndex,
        of: Id,
    ) -> Result<Vec<Ident>, Mistake> {
        let (name, rank) = (self.kernel.stored[of].name.to_string(), self.kernel.stored[of].rank());
        if self.kernel.stored[of].mutable {
            return Err((read.into(), messages::stored_output_read(&name)));
        }
        let Expr::Array(at) = &*read.index else {
            return Err((read.into(), messages::single_bracket(&name)));
        };
        if at.elems.len() != rank {
            return Err(((&*read.index).into(), messages::wrong_rank(&name, rank, at.elems.len())));
        }
        let mut names: Vec<Ident> = Vec::new();
        for (axis, elem) in at.elems.iter().enumerate() {
            let along = iterators.along(elem, &name, axis)?;
            if names.contains(&along) {
                return Err((elem.into(), messages::stored_index(&name, axis)));
            }
            names.push(along);
        }
        Ok(names)
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
        let name = self.kernel.stored[found[0].1].name.to_string();
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
        let domain = self.domain(Iterators { fold, free: &free, reduced, adds }, &term, found)?;
        let root = self.root(&left.expr);
        let mut reads = Touches { parser: self, root, found: None };
        reads.visit_expr(&term);
        if let Some(read) = reads.found {
            let target = self.name(view);
            return Err(((&read).into(), messages::stored_in_place(&name, &target)));
        }
        let is_sum = domain.names.iter().any(|name| !free.contains(name));
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
        let walk = self.walk(domain.operands, cases, &domain.names, body, Default::default(), Some(zeroed));
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
    super::sums::reduction(right).unwrap_or_else(one)
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

/// An order of all iterators in which the axes of each operand stand as they do in that: its levels are walked so. Iterators of the
/// left side come as early as they can. Where operands cross, as `a[[!i, !j]]` and `b[[!j, !i]]`, their formats have to fit.
fn order(operands: &[(Id, Vec<Ident>)], free: &[Ident]) -> Vec<Ident> {
    let mut left: Vec<&Ident> = Vec::new();
    let all = operands.iter().flat_map(|(_, along)| along);
    for name in free.iter().chain(all.clone()) {
        if !left.contains(&name) && all.clone().any(|other| other == name) {
            left.push(name);
        }
    }
    let mut names: Vec<Ident> = Vec::new();
    while !left.is_empty() {
        // Next is one before which no operand has another that is left.
        let is_first = |name: &Ident| {
            operands.iter().all(|(_, along)| {
                let before = along.iter().take_while(|other| *other != name);
                !along.contains(name) || before.into_iter().all(|other| names.contains(other))
            })
        };
        let next = left.iter().position(|name| is_first(name)).unwrap_or(0);
        names.push(left.remove(next).clone());
    }
    names
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
