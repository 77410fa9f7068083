//! Expressions that are tensors: names, partitions, permutations, colocations.

use quote::{ToTokens, format_ident};
use syn::{Expr, ExprIndex, ExprMethodCall, Ident, RangeLimits};

use super::index::strip_reference;
use super::{Binding, Parser};
use crate::ir::{Access, Def, Id, Index, Op, Part, View};
use crate::messages;
use crate::source::Source;
use crate::syntax::path_ident;
use crate::traversal;

impl Parser<'_> {
    /// The tensor that a name or an expression in parentheses already stands for.
    pub(super) fn known_tensor(&self, expr: &Expr) -> Option<Id> {
        match self.lookup(&path_ident(expr)?.to_string()) {
            Some(Binding::Tensor(view)) => Some(*view),
            _ => None,
        }
    }

    /// Whether an expression is a tensor, without translating it.
    pub(super) fn is_tensor(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Index(i) => {
                self.is_tensor(&i.expr)
                    && match &*i.index {
                        Expr::Array(array) => array.elems.iter().any(is_range),
                        other => self.is_tensor(other) || self.is_stored(other),
                    }
            }
            Expr::MethodCall(c) => {
                self.is_tensor(&c.receiver)
                    && !matches!(
                        c.method.to_string().as_str(),
                        "extent" | "origin" | "step" | "stride" | "indices"
                    )
                    && !traversal::is_known(&c.method.to_string())
            }
            _ => self.known_tensor(expr).is_some(),
        }
    }

    /// The tensor that an expression is. `name` is what a `let` calls it.
    pub(super) fn tensor(&mut self, expr: &Expr, name: Option<&Ident>) -> Option<Id> {
        match expr {
            Expr::Index(i) => self.indexed(i, name),
            Expr::MethodCall(c) => self.operation(c, name),
            _ => {
                let view = self.known_tensor(expr)?;
                match name {
                    // Another name for the same tensor.
                    Some(name) => {
                        let rank = self.rank(view);
                        let order = (0..rank).collect();
                        Some(self.view(name.clone(), name.span(), Def::Permute(view, order), rank, true))
                    }
                    None => Some(view),
                }
            }
        }
    }

    pub(super) fn derived(
        &mut self,
        of: Id,
        suffix: &str,
        name: Option<&Ident>,
        expr: &impl ToTokens,
        def: Def,
        rank: usize,
    ) -> Id {
        let span = Source::from(expr);
        match name {
            Some(name) => self.view(name.clone(), span, def, rank, true),
            None => {
                let name = format_ident!("{}_{}", self.kernel.views[of].name, suffix, span = span.first());
                let view = self.view(name, span, def, rank, false);
                self.kernel.views[view].shown = tidy(&expr.to_token_stream().to_string());
                view
            }
        }
    }

    /// `t[[a..b, ..]]` and `t[u]`.
    fn indexed(&mut self, expr: &ExprIndex, name: Option<&Ident>) -> Option<Id> {
        if self.is_stored(&expr.index) {
            let (of, parts) = self.where_stored(&expr.expr, &expr.index)?;
            let rank = parts.len();
            return Some(self.derived(of, "here", name, expr, Def::Partition(of, parts), rank));
        }
        let of = self.tensor(&expr.expr, None)?;
        let Expr::Array(array) = &*expr.index else {
            let source = self.tensor(&expr.index, None)?;
            let rank = self.rank(source);
            return Some(self.derived(of, "here", name, expr, Def::Colocate(of, source), rank));
        };
        let rank = self.rank(of);
        if array.elems.len() != rank {
            let message = messages::wrong_rank(&self.name(of), rank, array.elems.len());
            self.report.error(array, message);
        }
        let mut parts: Vec<Part> =
            array.elems.iter().enumerate().map(|(axis, e)| self.part(of, axis, e)).collect();
        parts.truncate(rank);
        parts.resize_with(rank, || Part::Range {
            start: Index::constant(0),
            end: None,
            step: Index::constant(1),
        });
        for part in &parts {
            match part {
                Part::At(index) => self.keep(index),
                Part::Range { start, end, step } => {
                    self.keep(start);
                    self.keep(step);
                    end.iter().for_each(|end| self.keep(end));
                }
            }
        }
        let rank = parts.iter().filter(|p| matches!(p, Part::Range { .. })).count();
        Some(self.derived(of, "part", name, expr, Def::Partition(of, parts), rank))
    }

    fn part(&mut self, of: Id, axis: usize, expr: &Expr) -> Part {
        match expr {
            Expr::Range(range) => {
                let start = range.start.as_ref().map_or(Index::constant(0), |s| self.index(s));
                let end = range.end.as_ref().map(|e| self.index(e));
                let end = match range.limits {
                    RangeLimits::HalfOpen(_) => end,
                    RangeLimits::Closed(_) => end.map(|e| e.offset(1)),
                };
                let extent = if axis < self.rank(of) { self.literal_extent(of, axis) } else { None };
                let last = end.as_ref().map_or(extent, |end| self.known(end));
                if let (Some(first), Some(last)) = (self.known(&start), last)
                    && first >= last
                {
                    let range = tidy(&range.to_token_stream().to_string());
                    let message = messages::empty_range(&range, &self.name(of), axis, first, last, extent);
                    self.report.error(expr, message);
                }
                Part::Range { start, end, step: Index::constant(1) }
            }
            Expr::MethodCall(call) if call.method == "step_by" && is_range(&call.receiver) => {
                let step = match call.args.first() {
                    Some(by) if call.args.len() == 1 => self.factor(by),
                    _ => Index::constant(1),
                };
                let step = match step.as_constant() {
                    Some(below) if below < 1 => {
                        let message = messages::bad_factor(&self.name(of), "step_by", axis, below);
                        self.report.error(&call.args, message);
                        Index::constant(1)
                    }
                    _ => step,
                };
                match self.part(of, axis, &call.receiver) {
                    Part::Range { start, end, .. } => Part::Range { start, end, step },
                    at => at,
                }
            }
            Expr::MethodCall(call) if is_range(&call.receiver) && call.method == "rev" => {
                let name = self.name(of);
                self.refuse_backwards(call, &name, axis);
                self.part(of, axis, &call.receiver)
            }
            other => {
                self.reject_iterators(of, other);
                Part::At(self.index(other))
            }
        }
    }

    /// A part of a tensor that runs backwards.
    pub(super) fn refuse_backwards(&mut self, call: &ExprMethodCall, name: &str, axis: usize) {
        let range = tidy(&call.to_token_stream().to_string());
        self.report.error(&call.method, messages::part_backwards(name, axis, &range));
    }

    /// `t.permute([1, 0])` and the like.
    fn operation(&mut self, call: &ExprMethodCall, name: Option<&Ident>) -> Option<Id> {
        let of = self.tensor(&call.receiver, None)?;
        let rank = self.rank(of);
        let method = call.method.to_string();
        match method.as_str() {
            "permute" => {
                let order = self.permutation(of, call)?;
                let mut seen = vec![false; rank];
                let valid = order.iter().all(|&p| {
                    usize::try_from(p).is_ok_and(|p| p < rank && !std::mem::replace(&mut seen[p], true))
                });
                if !valid {
                    let message = messages::not_a_permutation(&self.name(of), rank, &order);
                    self.report.error(&call.args, message);
                    return Some(of);
                }
                let order = order.iter().map(|&p| p as usize).collect();
                Some(self.derived(of, "permuted", name, call, Def::Permute(of, order), rank))
            }
            "coarsen" => {
                let Some(factors) = self.factors(of, call)? else { return Some(of) };
                Some(self.derived(of, "coarse", name, call, Def::Coarsen(of, factors), rank))
            }
            "refine" => {
                let Some(factors) = self.factors(of, call)? else { return Some(of) };
                Some(self.derived(of, "refined", name, call, Def::Refine(of, factors), rank))
            }
            "region_of" => match call.args.first().map(strip_reference) {
                Some(source) if call.args.len() == 1 && self.is_tensor(source) => {
                    let source = self.tensor(source, None)?;
                    Some(self.derived(of, "region", name, call, Def::Region(of, source), rank))
                }
                _ => {
                    let message = messages::takes_a_tensor(&self.name(of), "region_of");
                    self.report.error(call, message);
                    Some(of)
                }
            },
            "coverage" => self.coverage(of, call, name),
            "with_coarse_read" => self.with_policy(of, call, name, true),
            "with_coarse_write" => self.with_policy(of, call, name, false),
            "with_boundary" => self.bounded(of, call, name),
            "block_copy" | "to_block" => {
                let data = method == "to_block";
                let elem = self.copied_element(call, data, of);
                let view = self.derived(of, "copy", name, call, Def::Copy { of, elem }, rank);
                if data {
                    self.copy_statement(view, of, call);
                }
                Some(view)
            }
            _ => {
                let message = messages::unknown_operation(&self.name(of), &method);
                self.report.error(&call.method, message);
                // What the name stands for is not known.
                name.is_none().then_some(of)
            }
        }
    }

    /// The type of `t.block_copy::<f32>()`; data are copied as they are.
    fn copied_element(&mut self, call: &ExprMethodCall, data: bool, of: Id) -> Option<Box<syn::Type>> {
        let types = call.turbofish.as_ref()?;
        match types.args.first() {
            Some(syn::GenericArgument::Type(ty)) if types.args.len() == 1 && !data => {
                Some(Box::new(self.element_type(&self.name(of), ty)))
            }
            _ => {
                self.report.error(types, messages::copied_type(&call.method.to_string()));
                None
            }
        }
    }

    /// `t.coverage([y, x], seen)`.
    fn coverage(&mut self, of: Id, call: &ExprMethodCall, name: Option<&Ident>) -> Option<Id> {
        let rank = self.rank(of);
        let args: Vec<&Expr> = call.args.iter().collect();
        let [Expr::Array(index), seen] = args[..] else {
            let message = messages::takes_index_and_tensor(&self.name(of));
            self.report.error(call, message);
            return Some(of);
        };
        let seen = strip_reference(seen);
        if !self.is_tensor(seen) {
            let message = messages::takes_index_and_tensor(&self.name(of));
            self.report.error(seen, message);
            return Some(of);
        }
        if index.elems.len() != rank {
            let message = messages::wrong_count(&self.name(of), "coverage", rank, index.elems.len());
            self.report.error(index, message);
            return Some(of);
        }
        let at: Vec<Index> = index.elems.iter().map(|e| self.index(e)).collect();
        at.iter().for_each(|at| self.keep(at));
        let seen = self.tensor(seen, None)?;
        Some(self.derived(of, "covered", name, call, Def::Coverage(of, at, seen), rank))
    }

    /// A number that a view is made with.
    fn factor(&mut self, expr: &Expr) -> Index {
        let index = self.index(expr);
        let index = self.known(&index).map_or(index, Index::constant);
        self.keep(&index);
        index
    }

    /// The factors of `t.coarsen([..])`, one for each axis; nothing if one of them is below 1.
    fn factors(&mut self, of: Id, call: &ExprMethodCall) -> Option<Option<Vec<Index>>> {
        let (rank, method) = (self.rank(of), call.method.to_string());
        let constants = self.constants(call);
        let elems: Vec<&Expr> = match call.args.first() {
            Some(Expr::Array(array)) if call.args.len() == 1 => array.elems.iter().collect(),
            _ if constants.is_some() => Vec::new(),
            _ => {
                let message = messages::no_factors(&self.name(of), &method);
                self.report.error(call, message);
                return None;
            }
        };
        let count = constants.as_ref().map_or(elems.len(), Vec::len);
        if count != rank {
            let message = messages::wrong_count(&self.name(of), &method, rank, count);
            self.report.error(&call.args, message);
            return None;
        }
        let factors: Vec<Index> = match constants {
            Some(numbers) => numbers.into_iter().map(Index::constant).collect(),
            None => elems.into_iter().map(|factor| self.factor(factor)).collect(),
        };
        let below = |(axis, factor): (usize, &Index)| {
            factor.as_constant().filter(|factor| *factor < 1).map(|factor| (axis, factor))
        };
        if let Some((axis, below)) = factors.iter().enumerate().find_map(below) {
            let message = messages::bad_factor(&self.name(of), &method, axis, below);
            self.report.error(&call.args, message);
            return Some(None);
        }
        Some(Some(factors))
    }

    /// The integer literals of `t.permute([..])`, one for each axis.
    fn permutation(&mut self, of: Id, call: &ExprMethodCall) -> Option<Vec<i64>> {
        let rank = self.rank(of);
        let values = match call.args.first() {
            Some(Expr::Array(array)) if call.args.len() == 1 => self.numbers(array),
            _ => self.constants(call),
        };
        let Some(values) = values else {
            let message = messages::not_constant(&self.name(of), &call.method.to_string());
            match call.args.first() {
                Some(array @ Expr::Array(_)) => self.report.error(array, message),
                _ => self.report.error(call, message),
            }
            return None;
        };
        if values.len() != rank {
            let message = messages::wrong_count(&self.name(of), &call.method.to_string(), rank, values.len());
            self.report.error(&call.args, message);
            return None;
        }
        Some(values)
    }

    /// An array of numbers that are known here.
    pub(super) fn numbers(&mut self, array: &syn::ExprArray) -> Option<Vec<i64>> {
        array.elems.iter().map(|e| self.constant_index(e).and_then(|i| i.as_constant())).collect()
    }

    /// The constant of the kernel that is the argument of a call, if it is such an array.
    pub(super) fn constants(&self, call: &ExprMethodCall) -> Option<Vec<i64>> {
        let name = call.args.first().filter(|_| call.args.len() == 1).and_then(path_ident)?;
        match self.lookup(&name.to_string()) {
            Some(Binding::Numbers(numbers)) => Some(numbers.clone()),
            _ => None,
        }
    }

    /// Adds the access `t[[..]]`, of which `elems` are the indices.
    pub(super) fn access(&mut self, view: Id, expr: &ExprIndex, elems: &[&Expr], writes: bool) -> Id {
        let rank = self.rank(view);
        if elems.len() != rank {
            let message = messages::wrong_rank(&self.name(view), rank, elems.len());
            self.report.error(&expr.index, message);
        }
        let spans = elems.iter().map(Source::from).collect();
        let mut at: Vec<Index> = elems
            .iter()
            .map(|e| {
                self.reject_iterators(view, e);
                self.index(e)
            })
            .collect();
        at.resize(rank, Index::constant(0));
        self.add_access(view, at, expr, spans, writes)
    }

    /// What is said of a view, with what the user wrote in the place of names that the user does not know.
    fn shown_as(&self, view: Id, source: String) -> String {
        let View { name, shown, named, .. } = &self.kernel.views[view];
        let name = name.to_string();
        let source = if *named && *shown != name { source.replace(&name, shown) } else { source };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words = source.split_inclusive(|c| !is_word(c)).flat_map(|part| {
            let end = part.trim_end_matches(|c| !is_word(c)).len();
            [&part[..end], &part[end..]]
        });
        let mut shown = String::new();
        for word in words {
            let known = self.renamed.iter().find(|(name, _)| name == word);
            shown.push_str(known.map_or(word, |(_, shown)| shown));
        }
        shown
    }

    /// Adds an access whose indices are known already.
    pub(super) fn add_access(
        &mut self,
        view: Id,
        at: Vec<Index>,
        expr: &ExprIndex,
        spans: Vec<Source>,
        writes: bool,
    ) -> Id {
        let source = expr.to_token_stream().to_string();
        let source = self.shown_as(view, tidy(&source));
        let scope = self.scope;
        self.kernel.accesses.push(Access { view, at, scope, source, span: expr.into(), spans, writes });
        self.kernel.accesses.len() - 1
    }

    /// Notes every `!x` in an index that is neither an iterator here nor a value of the kernel.
    fn reject_iterators(&mut self, view: Id, expr: &Expr) {
        if let Expr::Unary(u) = expr
            && matches!(u.op, syn::UnOp::Not(_))
            && let Some(name) = path_ident(&u.expr)
        {
            let text = name.to_string();
            if self.iterators.iter().any(|(n, _)| *n == text) {
                return;
            }
            let message = if self.iterators.is_empty() {
                messages::stray_iterator(&self.name(view), &text)
            } else {
                let known: Vec<String> = self.iterators.iter().map(|(n, _)| n.clone()).collect();
                messages::unknown_iterator(&text, &known)
            };
            if self.iterators.is_empty() && self.lookup(&text).is_some() {
                return;
            }
            self.report.error(expr, message);
            return;
        }
        match expr {
            Expr::Unary(u) => self.reject_iterators(view, &u.expr),
            Expr::Cast(c) => self.reject_iterators(view, &c.expr),
            Expr::Binary(b) => {
                self.reject_iterators(view, &b.left);
                self.reject_iterators(view, &b.right);
            }
            _ => {}
        }
    }

    /// The parameter that a tensor is a view of, if that is only borrowed for reading.
    pub(super) fn shared_base(&self, view: Id) -> Option<Id> {
        match &self.kernel.views[view].def {
            Def::Param { mutable, .. } => (!mutable).then_some(view),
            def => self.shared_base(def.shows()?),
        }
    }

    /// The extent of an axis of a tensor, as an index.
    pub(super) fn extent(view: Id, axis: usize) -> Index {
        Self::atom(crate::ir::Atom::Get(crate::ir::Getter::Extent, view, axis))
    }

    /// The extent of an axis of a tensor, if its definition gives a literal.
    pub(super) fn literal_extent(&self, view: Id, axis: usize) -> Option<i64> {
        match &self.kernel.views[view].def {
            Def::Param { extents, .. } => extents[axis].as_ref()?.as_constant(),
            Def::Block { extents, .. } => extents[axis].as_constant(),
            Def::Copy { of, .. } => self.literal_extent(*of, axis),
            Def::Permute(of, order) => self.literal_extent(*of, order[axis]),
            Def::Colocate(_, source) => self.literal_extent(*source, axis),
            Def::Coarsen(of, by) => {
                let (extent, by) = (self.literal_extent(*of, axis)?, by[axis].as_constant()?);
                Some((extent + by - 1) / by)
            }
            Def::Refine(of, by) => Some(self.literal_extent(*of, axis)? * by[axis].as_constant()?),
            Def::Bounded(of, _) | Def::Coarse(of, _) => self.literal_extent(*of, axis),
            Def::Region(..) | Def::Coverage(..) => None,
            Def::Repeated { place, .. } => self.literal_extent(*place, axis),
            Def::Partition(of, parts) => {
                let (whole, part) =
                    parts.iter().enumerate().filter(|(_, p)| matches!(p, Part::Range { .. })).nth(axis)?;
                let Part::Range { start, end, step } = part else { return None };
                let length = match end {
                    Some(end) => end.clone().plus(start, -1).as_constant()?,
                    None => self.literal_extent(*of, whole)? - start.as_constant()?,
                };
                let step = step.as_constant()?;
                Some((length + step - 1) / step)
            }
        }
    }

    /// The last of the values `start, start + step, ..` below `end`, plus one.
    pub(super) fn stepped_end(start: &Index, end: &Index, step: i64) -> Index {
        if step == 1 {
            return end.clone();
        }
        let steps =
            Index::op(Op::FloorDiv, vec![end.clone().plus(start, -1).offset(-1), Index::constant(step)]);
        start.clone().plus(&steps, step).offset(1)
    }
}

/// Whether an entry of an index is a range, with or without a step, or backwards, which is a mistake.
pub fn is_range(expr: &Expr) -> bool {
    match expr {
        Expr::Range(_) => true,
        Expr::MethodCall(c) => (c.method == "step_by" || c.method == "rev") && is_range(&c.receiver),
        _ => false,
    }
}

/// A token stream's text with the spaces that people write.
pub fn tidy(tokens: &str) -> String {
    let mut text = String::new();
    for c in tokens.chars() {
        let mut before = text.trim_end_matches(' ').chars();
        let (last, second) = (before.next_back(), before.as_str().trim_end_matches(' ').chars().next_back());
        // What stands before a sign that is no operator.
        let opens = |c: Option<char>| c.is_none_or(|c| "([,=+-*/%&|<>.".contains(c));
        let joined = match c {
            ' ' => false,
            '.' => last != Some(','),
            '[' | ']' | ')' | ',' | ':' => true,
            '(' => last.is_some_and(|l| l.is_alphanumeric() || "_)]!".contains(l)),
            _ => {
                matches!(last, Some('[' | '(' | '.' | '!' | ':'))
                    || (matches!(last, Some('-' | '&' | '*')) && opens(second))
                    || (last == Some('=') && second == Some('.'))
            }
        };
        if joined {
            text.truncate(text.trim_end_matches(' ').len());
        }
        text.push(c);
    }
    text
}
