//! Elements of a row that are named together, `let [a, b, .., z] = t[[y, ..]];`, and written together,
//! `t[[y, ..]] = [a, b, c];`.
//!
//! Here they become a view of the row, and one `let` or one write for each element: nothing after this knows of lists. How long
//! a row has to be is noted beside the view.

use std::collections::VecDeque;

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex, Ident, Lit, Local, Pat, RangeLimits, Stmt};

use super::elementwise::bare_iterator;
use super::index::strip_reference;
use super::operators::compound;
use super::tensor::{is_range, tidy};
use super::{Binding, Parser};
use crate::ir::{Def, Hole, Id, Index, List, Part};
use crate::messages;

/// A statement of a block, or what one has become.
pub(super) enum Piece {
    /// As it is written, or would be.
    Plain(Box<Stmt>),
    /// The definition of a row, whose elements stand in a list.
    Row(Box<Row>),
    /// The loop that writes several elements in each iteration.
    Together(Box<Stmt>),
}

/// A row of which elements are listed.
pub(super) struct Row {
    pub name: Ident,
    pub tensor: Expr,
    /// How many there have to be along each axis, and whether that has to be all.
    pub counts: Vec<(Expected, bool)>,
    pub span: Span,
    pub written: bool,
}

/// How many elements there have to be.
#[derive(Clone)]
pub(super) enum Expected {
    /// So many.
    Listed(usize),
    /// As many as a view of this name has along this axis.
    As(Ident, usize),
}

/// How many elements a list stands for that is written as `[value; count]`.
const LONGEST: u64 = 64;

impl Parser<'_> {
    /// The statement of a piece, and whether it is the loop of one; nothing if other pieces stand for it.
    pub(super) fn piece(&mut self, piece: Piece, rest: &mut VecDeque<Piece>) -> Option<(Stmt, bool)> {
        match piece {
            Piece::Together(stmt) => Some((*stmt, true)),
            Piece::Row(row) => Some((Stmt::Expr(self.row(&row)?, Some(Default::default())), false)),
            Piece::Plain(stmt) => match self.listed(&stmt) {
                Some(pieces) => {
                    pieces.into_iter().rev().for_each(|piece| rest.push_front(piece));
                    None
                }
                None => Some((*stmt, false)),
            },
        }
    }

    /// What a statement with a list becomes, if it is one.
    fn listed(&mut self, stmt: &Stmt) -> Option<Vec<Piece>> {
        match stmt {
            Stmt::Local(local) => self.named_together(local),
            Stmt::Expr(expr, _) => self.written_together(expr).or_else(|| self.assigned_together(expr)),
            _ => None,
        }
    }

    /// Whether an expression writes a row, or several elements.
    pub(super) fn writes_a_row(&self, expr: &Expr) -> bool {
        self.target_of_list(expr).is_some() || self.writes_together(expr)
    }

    /// `let [a, b, .., z] = t[[y, ..]];`
    fn named_together(&mut self, local: &Local) -> Option<Vec<Piece>> {
        let (pat, declared) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&typed.ty)),
            pat => (pat, None),
        };
        let (Pat::Slice(list), Some(init)) = (pat, &local.init) else { return None };
        let tensor = strip_reference(&init.expr);
        if !self.is_tensor(tensor) {
            return None;
        }
        let rank = self.rank_of_expression(tensor)?;
        if let Some((_, otherwise)) = &init.diverge {
            self.report.error(otherwise, messages::list_with_else());
            return Some(Vec::new());
        }
        if let Some(ty) = declared {
            self.report.error(ty, messages::list_of_type());
            return Some(Vec::new());
        }
        let is_rest = |pat: &Pat| matches!(pat, Pat::Rest(_)) || rest_name(pat).is_some();
        let rest = list.elems.iter().position(is_rest);
        let count = list.elems.len() - usize::from(rest.is_some());
        let name = self.name_of_row();
        let row = Row {
            name: name.clone(),
            tensor: tensor.clone(),
            counts: vec![(Expected::Listed(count), rest.is_none())],
            span: list.span(),
            written: false,
        };
        let mut pieces = vec![Piece::Row(Box::new(row))];
        for (k, pat) in list.elems.iter().enumerate() {
            let span = pat.span();
            let from_end = |left: usize| {
                let left = number(left, span);
                quote_spanned!(span=> #name.extent(0) - #left)
            };
            let all: Vec<TokenStream> = (1..rank).map(|_| quote_spanned!(span=> , ..)).collect();
            let after = list.elems.len() - k;
            let first = number(k, span);
            let at = match rest {
                Some(rest) if k > rest => from_end(after),
                Some(rest) if k == rest => {
                    let Some(rest) = rest_name(pat) else { continue };
                    let end = (after > 1).then(|| from_end(after - 1));
                    pieces.push(plain(quote_spanned!(span=> let #rest = #name[[#first..#end #(#all)*]];)));
                    continue;
                }
                _ => first.into_token_stream(),
            };
            match pat {
                Pat::Wild(_) => continue,
                Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => {}
                Pat::Slice(_) if rank > 1 => {}
                other => {
                    self.report.error(other, messages::pattern_in_list());
                    continue;
                }
            }
            pieces.push(plain(quote_spanned!(span=> let #pat = #name[[#at #(#all)*]];)));
        }
        Some(pieces.into_iter().map(|piece| piece.with_attributes(&local.attrs)).collect())
    }

    /// `t[[y, ..]] = [a, b, c];`
    fn written_together(&mut self, expr: &Expr) -> Option<Vec<Piece>> {
        let (left, op, right) = self.target_of_list(expr)?;
        let (left, right) = (left.clone(), right.clone());
        let tensor = Expr::Index(left.clone());
        let rank = self.rank_of_expression(&tensor)?;
        let mut pieces = Vec::new();
        let mut values = Values { lists: vec![None; rank], elements: Vec::new() };
        if is_list(&right) {
            if let Err(mistake) = values.read(&right, &mut Vec::new()) {
                let (at, message) = *mistake;
                self.report.error(&at, message);
                return Some(Vec::new());
            }
        } else if let Some(count) =
            self.length_of_row(&left).filter(|_| rank == 1 && self.may_be_array(&right))
        {
            // Only the compiler knows what array it is; that it is as long is what the pattern says.
            let span = right.span();
            let names: Vec<Ident> = (0..count).map(|k| self.own_name(&format!("value_{k}"))).collect();
            pieces.push(plain(quote_spanned!(span=> let [#(#names),*] = #right;)));
            values.lists = vec![Some(count)];
            values.elements = names.iter().enumerate().map(|(k, name)| (vec![k], path(name), None)).collect();
        } else {
            let view = tidy(&left.to_token_stream().to_string());
            self.report.error(&right, messages::row_without_list(&view));
            return Some(Vec::new());
        }
        let name = self.name_of_row();
        let view = self.tensor(&left.expr, None)?;
        if !self.may_write(view, &left, op.to_string() != "=") {
            return Some(Vec::new());
        }
        let mut writes = Vec::new();
        let mut known: Vec<TokenStream> = Vec::new();
        for (k, (at, value, same)) in values.elements.into_iter().enumerate() {
            let span = value.span();
            // What is listed is there before anything is written.
            let value = match same {
                Some(same) => known[same].clone(),
                None if matches!(&value, Expr::Lit(_)) || !is_list(&right) => value.to_token_stream(),
                None => {
                    let name = self.own_name(&format!("element_{k}"));
                    pieces.push(plain(quote_spanned!(span=> let #name = #value;)));
                    name.to_token_stream()
                }
            };
            known.push(value.clone());
            let at = at.iter().map(|at| number(*at, span));
            writes.push(plain(quote_spanned!(span=> #name[[#(#at),*]] #op #value;)));
        }
        pieces.push(Piece::Row(Box::new(Row {
            name,
            tensor,
            counts: values.lists.iter().map(|count| (Expected::Listed(count.unwrap_or(0)), true)).collect(),
            span: right.span(),
            written: true,
        })));
        pieces.extend(writes);
        Some(pieces)
    }

    /// The parts of `t[[y, ..]] = right` and `t[[y, ..]] += right`, with the operator as it is written.
    fn target_of_list<'e>(&self, expr: &'e Expr) -> Option<(&'e ExprIndex, TokenStream, &'e Expr)> {
        let (attributes, left, op, right) = match expr {
            Expr::Assign(a) => (&a.attrs, &*a.left, a.eq_token.to_token_stream(), &*a.right),
            Expr::Binary(b) if compound(&b.op).is_some() => {
                (&b.attrs, &*b.left, b.op.to_token_stream(), &*b.right)
            }
            _ => return None,
        };
        let Expr::Index(index) = left else { return None };
        let Expr::Array(at) = &*index.index else { return None };
        let is_row = attributes.is_empty()
            && at.elems.iter().any(is_range)
            && !at.elems.iter().any(|e| bare_iterator(e).is_some())
            && self.is_tensor(left);
        is_row.then_some((index, op, right))
    }

    /// How many elements a row has, if it can be read off the literals that it is made of.
    fn length_of_row(&mut self, row: &ExprIndex) -> Option<usize> {
        let (of, Expr::Array(at)) = (self.known_tensor(&row.expr)?, &*row.index) else { return None };
        let (axis, range) = at.elems.iter().enumerate().find(|(_, e)| is_range(e))?;
        let Expr::Range(range) = range else { return None };
        let start = match &range.start {
            Some(start) => self.try_index(start)?,
            None => Index::constant(0),
        };
        let length = match &range.end {
            Some(end) => self.try_index(end)?.plus(&start, -1).as_constant()?,
            None if axis < self.rank(of) => self.literal_extent(of, axis)? - start.as_constant()?,
            None => return None,
        };
        let closed = matches!(range.limits, RangeLimits::Closed(_));
        usize::try_from(length + i64::from(closed)).ok().filter(|length| *length as u64 <= LONGEST)
    }

    /// Whether the compiler might find that an expression is an array.
    fn may_be_array(&self, expr: &Expr) -> bool {
        let is_number =
            matches!(expr, Expr::Lit(_) | Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) | Expr::Range(_));
        !is_number && !self.is_tensor(strip_reference(expr))
    }

    /// Defines a row, and notes what is listed of it.
    pub(super) fn row(&mut self, row: &Row) -> Option<Expr> {
        let view = self.tensor(&row.tensor, Some(&row.name))?;
        self.kernel.views[view].shown = tidy(&row.tensor.to_token_stream().to_string());
        self.bind(&row.name, Binding::Tensor(view));
        for (axis, (count, all)) in row.counts.iter().enumerate() {
            let (of, along) = self.runs_along(view, axis);
            let (count, all) = (self.expected(count), *all);
            let (span, written) = (row.span, row.written);
            self.kernel.lists.push(List { view, axis, of, along, count, all, written, span });
        }
        Some(self.hole(Hole::Define(view)))
    }

    fn expected(&self, count: &Expected) -> Index {
        match count {
            Expected::Listed(count) => Index::constant(*count as i64),
            Expected::As(name, axis) => match self.lookup(&name.to_string()) {
                Some(Binding::Tensor(view)) => Self::extent(*view, *axis),
                _ => Index::constant(0),
            },
        }
    }

    /// Notes that the loop that was last is one statement.
    pub(super) fn is_together(&mut self) {
        self.renamed.clear();
        self.kernel.together.extend(self.kernel.loops.len().checked_sub(1));
    }

    /// The tensor of which an axis of a view is all, and the axis there; the view itself where it is part of one.
    fn runs_along(&self, view: Id, axis: usize) -> (Id, usize) {
        let whole = |(_, part): &(usize, &Part)| matches!(part, Part::Range { .. });
        let all = |part: &Part| matches!(part, Part::Range { start, end: None, step } if *start == Index::constant(0) && *step == Index::constant(1));
        match &self.kernel.views[view].def {
            Def::Partition(of, parts) => match parts.iter().enumerate().filter(whole).nth(axis) {
                Some((along, part)) if all(part) => (*of, along),
                _ => (view, axis),
            },
            Def::Permute(of, order) => (*of, order[axis]),
            _ => (view, axis),
        }
    }

    /// How many axes a tensor has that is not translated yet.
    fn rank_of_expression(&self, expr: &Expr) -> Option<usize> {
        match expr {
            Expr::Index(index) => match &*index.index {
                Expr::Array(array) => Some(array.elems.iter().filter(|e| is_range(e)).count()),
                by => self.rank_of_expression(by),
            },
            Expr::MethodCall(call) => self.rank_of_expression(&call.receiver),
            _ => self.known_tensor(expr).map(|view| self.rank(view)),
        }
    }

    fn name_of_row(&self) -> Ident {
        self.own_name(&format!("row_{}", self.kernel.lists.len() + self.kernel.views.len()))
    }
}

impl Piece {
    pub(super) fn plain(stmt: Stmt) -> Self {
        Piece::Plain(Box::new(stmt))
    }

    pub(super) fn into_stmt(self) -> Option<Stmt> {
        match self {
            Piece::Plain(stmt) | Piece::Together(stmt) => Some(*stmt),
            Piece::Row(_) => None,
        }
    }

    /// With the attributes of the statement that it is part of.
    fn with_attributes(mut self, attributes: &[syn::Attribute]) -> Self {
        if let Piece::Plain(stmt) = &mut self
            && let Stmt::Local(local) = &mut **stmt
        {
            local.attrs = attributes.to_vec();
        }
        self
    }
}

/// The values of a list of lists, by their indices.
struct Values {
    /// How many there are along each axis.
    lists: Vec<Option<usize>>,
    /// Indices, value, and the number of another one that it is the value of.
    elements: Vec<(Vec<usize>, Expr, Option<usize>)>,
}

impl Values {
    fn read(&mut self, expr: &Expr, at: &mut Vec<usize>) -> Result<(), Box<(Expr, String)>> {
        let (axis, rank) = (at.len(), self.lists.len());
        if axis == rank {
            self.elements.push((at.clone(), expr.clone(), None));
            return Ok(());
        }
        let count = match expr {
            Expr::Array(array) => array.elems.len(),
            Expr::Repeat(repeat) => match literal(&repeat.len).filter(|count| *count <= LONGEST) {
                Some(count) => count as usize,
                None => return Err(Box::new(((*repeat.len).clone(), messages::length_of_list(LONGEST)))),
            },
            other => return Err(Box::new((other.clone(), messages::list_of_lists(rank)))),
        };
        match self.lists[axis] {
            Some(other) if other != count => {
                return Err(Box::new((expr.clone(), messages::uneven_lists(other, count))));
            }
            _ => self.lists[axis] = Some(count),
        }
        match expr {
            Expr::Array(array) => {
                for (k, value) in array.elems.iter().enumerate() {
                    at.push(k);
                    self.read(value, at)?;
                    at.pop();
                }
            }
            Expr::Repeat(repeat) if count > 0 => {
                let first = self.elements.len();
                at.push(0);
                self.read(&repeat.expr, at)?;
                at.pop();
                // The same values, which are evaluated once.
                let again: Vec<_> =
                    (first..).zip(&self.elements[first..]).map(|(n, e)| (n, e.clone())).collect();
                for k in 1..count {
                    self.elements.extend(again.iter().map(|(n, (at, value, same))| {
                        let mut at = at.clone();
                        at[axis] = k;
                        (at, value.clone(), same.or(Some(*n)))
                    }));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether an expression is a list.
fn is_list(expr: &Expr) -> bool {
    matches!(expr, Expr::Array(_) | Expr::Repeat(_))
}

/// The name in `rest @ ..`.
fn rest_name(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) if p.by_ref.is_none() && p.mutability.is_none() => {
            matches!(&p.subpat, Some((_, inner)) if matches!(**inner, Pat::Rest(_))).then_some(&p.ident)
        }
        _ => None,
    }
}

fn literal(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Lit(l) => match &l.lit {
            Lit::Int(i) => i.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

fn path(name: &Ident) -> Expr {
    syn::parse_quote!(#name)
}

/// A number as people write it.
fn number(number: usize, span: Span) -> Literal {
    let mut literal = Literal::usize_unsuffixed(number);
    literal.set_span(span);
    literal
}

pub(super) fn plain(tokens: TokenStream) -> Piece {
    let stmt = syn::parse2(tokens).unwrap_or_else(|_| Stmt::Expr(Expr::Verbatim(quote!(())), None));
    Piece::plain(stmt)
}
