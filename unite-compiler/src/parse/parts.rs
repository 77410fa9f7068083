//! Views of stored tensors: parts, other orders of axes, and where other tensors are. A part is a tensor that is stored too.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprIndex, ExprMethodCall, Ident, Lit, RangeLimits, parse_quote};

use super::index::strip_reference;
use super::tensor::is_range;
use super::{Binding, Parser};
use crate::ir::{Atom, Boundary, Def, Getter, Id, Index, Nothing, Op, Part, Stored, StoredPart};
use crate::messages;
use crate::syntax::path_ident;

/// What is seen along an axis of a stored tensor.
struct Along {
    /// The axis of the parameter.
    axis: usize,
    /// The index at index 0.
    first: Index,
    /// How many there are.
    extent: Index,
    /// The distance of neighbours.
    step: i64,
    /// Whether there is an axis of the view for it.
    is_seen: bool,
}

/// A part by the axes of what it is a part of.
struct Cut {
    /// The indices at index 0.
    first: Vec<Index>,
    /// How many there are.
    extent: Vec<Index>,
    /// The distances of neighbours.
    step: Vec<i64>,
    /// What is said of the elements beyond the ends.
    outside: Option<Box<Expr>>,
}

impl Parser<'_> {
    /// Whether an expression is a stored tensor, or a view of one.
    pub(super) fn is_stored(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Index(i) => {
                self.is_stored(&i.expr)
                    && match &*i.index {
                        Expr::Array(array) => array.elems.iter().any(is_range),
                        other => self.is_tensor(other) || self.is_stored(other),
                    }
            }
            Expr::MethodCall(call) => {
                (call.method == "permute" || call.method == "with_boundary") && self.is_stored(&call.receiver)
            }
            _ => self.known_stored(expr).is_some(),
        }
    }

    /// The stored tensor that an expression is. `name` is what a `let` calls it.
    pub(super) fn stored_view(&mut self, expr: &Expr, name: Option<&Ident>) -> Option<Id> {
        let of = match expr {
            Expr::Index(index) => {
                let of = self.stored_view(&index.expr, None)?;
                if self.is_written(of, expr) {
                    return None;
                }
                match &*index.index {
                    Expr::Array(array) => {
                        let parts: Vec<&Expr> = array.elems.iter().collect();
                        let rank = self.kernel.stored[of].seen();
                        if parts.len() != rank {
                            let name = self.stored_name(of);
                            self.report.error(array, messages::wrong_rank(&name, rank, parts.len()));
                            return None;
                        }
                        let parts = parts.into_iter().enumerate();
                        let parts = parts.map(|(axis, part)| self.cut(of, axis, part)).collect();
                        self.part_of_stored(of, parts, name.is_some())
                    }
                    place => self.stored_where(of, index, place, name.is_some())?,
                }
            }
            Expr::MethodCall(call) => {
                let of = self.stored_view(&call.receiver, None)?;
                if self.is_written(of, expr) {
                    return None;
                }
                match call.method == "permute" {
                    true => self.permuted(of, call)?,
                    false => self.with_fill_outside(of, call)?,
                }
            }
            _ => self.known_stored(expr)?,
        };
        Some(of)
    }

    /// The parameter of which a stored tensor is a part.
    pub(super) fn param_of(&self, of: Id) -> Id {
        self.kernel.stored[of].part.as_ref().map_or(of, |part| part.of)
    }

    /// What a stored tensor is called in messages.
    pub(super) fn stored_name(&self, of: Id) -> String {
        self.kernel.stored[self.param_of(of)].name.to_string()
    }

    /// Notes that what is written has no views.
    fn is_written(&mut self, of: Id, expr: &Expr) -> bool {
        let is_written = self.kernel.stored[of].mutable;
        if is_written {
            let name = self.stored_name(of);
            self.report.error(expr, messages::stored_output_read(&name));
        }
        is_written
    }

    /// What an entry of `a[[2..5, 3]]` leaves of an axis.
    fn cut(&mut self, of: Id, seen: usize, part: &Expr) -> Along {
        let (stored, name) = (&self.kernel.stored[of], self.stored_name(of));
        let axis = stored.order[seen];
        let whole = stored.extent[axis].clone();
        match part {
            Expr::Range(range) => {
                let first = range.start.as_ref().map_or(Index::constant(0), |start| self.index(start));
                let end = match (&range.end, range.limits) {
                    (Some(end), RangeLimits::HalfOpen(_)) => self.index(end),
                    (Some(end), RangeLimits::Closed(_)) => self.index(end).offset(1),
                    (None, _) => whole,
                };
                let extent = end.plus(&first, -1);
                Along { axis, first, extent, step: 1, is_seen: true }
            }
            Expr::MethodCall(call) if is_range(part) && call.method == "rev" => {
                self.refuse_backwards(call, &name, axis);
                self.cut(of, seen, &call.receiver)
            }
            Expr::MethodCall(call) if is_range(part) => {
                let step = match call.args.first() {
                    Some(step) if call.args.len() == 1 => self.index(step).as_constant(),
                    _ => None,
                };
                let step = step.filter(|step| (1..=1 << 30).contains(step)).unwrap_or_else(|| {
                    self.report.error(&call.args, messages::stored_step(&name, axis));
                    1
                });
                let along = self.cut(of, seen, &call.receiver);
                let extent = Index::op(
                    Op::FloorDiv,
                    vec![along.extent.offset(along.step * (step - 1)), Index::constant(step)],
                );
                Along { extent, step: along.step * step, ..along }
            }
            at => {
                let first = self.index(at);
                Along { axis, first, extent: Index::constant(1), step: 1, is_seen: false }
            }
        }
    }

    /// A part of a stored tensor.
    fn part_of_stored(&mut self, of: Id, along: Vec<Along>, is_named: bool) -> Id {
        let order = along.iter().filter(|along| along.is_seen).map(|along| along.axis).collect();
        let whole = &self.kernel.stored[of];
        let (mut first, mut extent) = (vec![Index::constant(0); whole.rank()], whole.extent.clone());
        let mut step = vec![1; whole.rank()];
        for along in along {
            first[along.axis] = along.first;
            extent[along.axis] = along.extent;
            step[along.axis] = along.step;
        }
        let outside = self.outside_of(of);
        self.part_beyond(of, Cut { first, extent, step, outside }, order, is_named)
    }

    /// What is said of the elements beyond the ends of a tensor.
    fn outside_of(&self, of: Id) -> Option<Box<Expr>> {
        self.kernel.stored[of].part.as_ref().and_then(|part| part.outside.clone())
    }

    /// A part of a stored tensor, or of a part: by its axes, the first index and how many there are.
    pub(super) fn parted(
        &mut self,
        of: Id,
        first: Vec<Index>,
        extent: Vec<Index>,
        order: Vec<usize>,
        is_named: bool,
    ) -> Id {
        let (step, outside) = (vec![1; first.len()], self.outside_of(of));
        self.part_beyond(of, Cut { first, extent, step, outside }, order, is_named)
    }

    /// The same with steps, and with what is said of the elements beyond the ends.
    fn part_beyond(&mut self, of: Id, cut: Cut, order: Vec<usize>, is_named: bool) -> Id {
        let Cut { first, extent, step, outside } = cut;
        first.iter().chain(&extent).for_each(|index| self.keep(index));
        let whole = &self.kernel.stored[of];
        let param = whole.part.as_ref().map_or(of, |part| part.of);
        let (first, step) = match &whole.part {
            Some(part) => {
                let first = part.first.iter().zip(&part.step).zip(first);
                let first = first.map(|((first, step), more)| first.clone().plus(&more, *step)).collect();
                let step = part.step.iter().zip(step).map(|(step, more)| step.saturating_mul(more)).collect();
                (first, step)
            }
            None => (first, step),
        };
        let origin = self.kernel.stored[param]
            .origin
            .iter()
            .zip(&first)
            .map(|(origin, first)| origin.clone().plus(first, 1))
            .collect();
        let number = self.kernel.stored.len();
        let own = |what: &str| self.own_name(&format!("{}_{what}_{number}", whole.name));
        let part = Stored {
            position: usize::MAX,
            name: own("part"),
            elem: whole.elem.clone(),
            format: None,
            mutable: false,
            nothing: None,
            is_assembled: false,
            is_changed: false,
            is_inserted: false,
            is_looked_up: false,
            is_passed: false,
            extents: (0..whole.rank()).map(|axis| own(&format!("extent_{axis}"))).collect(),
            extent,
            origins: Vec::new(),
            origin,
            order,
            part: Some(StoredPart { of: param, first, step, outside, is_named }),
            is_parted: [false; 3],
        };
        let kind = part.part.as_ref().map_or(0, |part| match (part.has_step(), &part.outside) {
            (true, _) => 2,
            (false, outside) => usize::from(outside.is_some()),
        });
        self.kernel.stored[param].is_parted[kind] = true;
        self.kernel.stored.push(part);
        number
    }

    /// All of a stored tensor, as a part of it.
    fn whole_of(&mut self, of: Id, order: Vec<usize>) -> Id {
        let stored = &self.kernel.stored[of];
        let (first, extent) = (vec![Index::constant(0); stored.rank()], stored.extent.clone());
        self.parted(of, first, extent, order, false)
    }

    /// `a.permute([1, 0])`
    fn permuted(&mut self, of: Id, call: &ExprMethodCall) -> Option<Id> {
        let (rank, name) = (self.kernel.stored[of].seen(), self.stored_name(of));
        let values = match call.args.first() {
            Some(Expr::Array(array)) if call.args.len() == 1 => self.numbers(array),
            _ => self.constants(call),
        };
        let Some(values) = values else {
            self.report.error(call, messages::not_constant(&name, "permute"));
            return None;
        };
        let mut seen = vec![false; rank];
        let is_each = |&value: &i64| {
            usize::try_from(value)
                .is_ok_and(|value| value < rank && !std::mem::replace(&mut seen[value], true))
        };
        if values.len() != rank || !values.iter().all(is_each) {
            self.report.error(&call.args, messages::not_a_permutation(&name, rank, &values));
            return None;
        }
        let order = values.into_iter().map(|value| self.kernel.stored[of].order[value as usize]).collect();
        Some(self.whole_of(of, order))
    }

    /// `a.with_boundary(Boundary::Constant(0))`
    fn with_fill_outside(&mut self, of: Id, call: &ExprMethodCall) -> Option<Id> {
        let name = self.stored_name(of);
        let rule = match call.args.first() {
            Some(rule) if call.args.len() == 1 => self.boundary(rule),
            _ => None,
        };
        let outside = match rule {
            Some(Boundary::Constant(value)) => Some(value),
            Some(Boundary::Error) => None,
            _ => {
                self.report.error(call, messages::stored_boundary(&name));
                return None;
            }
        };
        let stored = &self.kernel.stored[of];
        let (order, extent) = (stored.order.clone(), stored.extent.clone());
        let (first, step) = (vec![Index::constant(0); stored.rank()], vec![1; stored.rank()]);
        Some(self.part_beyond(of, Cut { first, extent, step, outside }, order, false))
    }

    /// `a[b]`: the part of a stored tensor where another tensor is.
    fn stored_where(&mut self, of: Id, index: &ExprIndex, place: &Expr, is_named: bool) -> Option<Id> {
        let name = self.stored_name(of);
        let (there, extent) = match self.is_stored(place) {
            true => {
                let source = self.stored_view(place, None)?;
                let source = &self.kernel.stored[source];
                if source.mutable || !source.is_upright() {
                    self.report.error(place, messages::stored_place(&source.name.to_string()));
                    return None;
                }
                (source.origin.clone(), source.extent.clone())
            }
            false => {
                let source = self.displaced(place)?;
                let rank = self.rank(source);
                let get = |getter, axis| Self::atom(Atom::Get(getter, source, axis));
                let all = |getter| (0..rank).map(|axis| get(getter, axis)).collect::<Vec<_>>();
                (all(Getter::Origin), all(Getter::Extent))
            }
        };
        let stored = &self.kernel.stored[of];
        if !stored.is_upright() || there.len() != stored.rank() {
            self.report.error(index, messages::stored_place(&name));
            return None;
        }
        let first =
            there.iter().zip(&stored.origin).map(|(there, here)| there.clone().plus(here, -1)).collect();
        let order = stored.order.clone();
        Some(self.parted(of, first, extent, order, is_named))
    }

    /// `frame[a]` of a stored `a`: the part of a dense tensor where it is.
    pub(super) fn where_stored(&mut self, of: &Expr, source: &Expr) -> Option<(Id, Vec<Part>)> {
        let of = self.displaced(of)?;
        let stored = self.stored_view(source, None)?;
        let stored = &self.kernel.stored[stored];
        if stored.mutable || !stored.is_upright() || stored.rank() != self.rank(of) {
            self.report.error(source, messages::stored_place(&stored.name.to_string()));
            return None;
        }
        let parts: Vec<Part> = (0..stored.rank())
            .map(|axis| {
                let here = Self::atom(Atom::Get(Getter::Origin, of, axis));
                let start = stored.origin[axis].clone().plus(&here, -1);
                let end = start.clone().plus(&stored.extent[axis], 1);
                Part::Range { start, end: Some(end), step: Index::constant(1) }
            })
            .collect();
        Some((of, parts))
    }

    /// A dense tensor that lies in the universe as it is: its parameter is checked for that.
    fn displaced(&mut self, expr: &Expr) -> Option<Id> {
        let view = self.tensor(expr, None)?;
        let mut param = view;
        loop {
            match &self.kernel.views[param].def {
                Def::Param { .. } => break,
                Def::Bounded(of, _) => param = *of,
                Def::Partition(of, parts) => {
                    let is_one = |part: &Part| matches!(part, Part::Range { step, .. } if step.as_constant() == Some(1));
                    if !parts.iter().all(is_one) {
                        self.report.error(expr, messages::stored_place(&self.name(view)));
                        return None;
                    }
                    param = *of;
                }
                _ => {
                    self.report.error(expr, messages::stored_place(&self.name(view)));
                    return None;
                }
            }
        }
        if !self.kernel.displaced.contains(&param) {
            self.kernel.displaced.push(param);
        }
        Some(view)
    }

    /// The names of a view's axes by axis of the tensor: those that are not seen have names of their own.
    pub(super) fn by_axis(&self, of: Id, names: Vec<Ident>) -> Vec<Ident> {
        let stored = &self.kernel.stored[of];
        let all = (0..stored.rank()).map(|axis| match stored.order.iter().position(|seen| *seen == axis) {
            Some(seen) => names[seen].clone(),
            None => self.own_name(&format!("at_{of}_{axis}")),
        });
        all.collect()
    }

    /// Gives views of stored tensors inside of an expression a name.
    pub(super) fn name_parts(&mut self, expr: &mut Expr) {
        if !self.kernel.stored.is_empty() {
            NameParts { parser: self }.visit_expr_mut(expr);
        }
    }

    /// What is said to lie beyond the ends of a tensor has to be what is not stored.
    pub(super) fn is_filled(&self, of: Id, nothing: Nothing) -> bool {
        let outside = self.kernel.stored[of].part.as_ref().and_then(|part| part.outside.as_ref());
        outside.is_none_or(|outside| is_nothing(strip_reference(outside), nothing))
    }
}

/// Whether a constant is this one.
fn is_nothing(value: &Expr, nothing: Nothing) -> bool {
    let end = |names: &[&str]| match value {
        Expr::Path(path) => {
            path.path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
        }
        Expr::Unary(u) => {
            matches!(u.op, syn::UnOp::Neg(_)) && names.contains(&"NEG_INFINITY") && is_infinity(&u.expr)
        }
        _ => false,
    };
    let number = match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => int.base10_parse::<u128>().ok().map(|int| int as f64),
            Lit::Float(float) => float.base10_parse::<f64>().ok(),
            Lit::Bool(bool) => Some(f64::from(u8::from(bool.value))),
            _ => None,
        },
        _ => None,
    };
    match nothing {
        Nothing::Zero => number == Some(0.0),
        Nothing::One => number == Some(1.0),
        Nothing::Least => end(&["MIN", "NEG_INFINITY"]),
        Nothing::Most => end(&["MAX", "INFINITY"]),
    }
}

fn is_infinity(value: &Expr) -> bool {
    matches!(value, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "INFINITY"))
}

/// Whether a body asks where tensors are.
pub fn asks_places(body: &Block) -> bool {
    struct Find(bool);
    impl Visit<'_> for Find {
        fn visit_expr_index(&mut self, index: &ExprIndex) {
            self.0 |=
                path_ident(&index.expr).is_some() && !matches!(&*index.index, Expr::Array(_) | Expr::Lit(_));
            syn::visit::visit_expr_index(self, index);
        }

        fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
            self.0 |= call.method == "origin";
            syn::visit::visit_expr_method_call(self, call);
        }
    }
    let mut find = Find(false);
    find.visit_block(body);
    find.0
}

/// Puts names in the place of views of stored tensors that elements are read of.
struct NameParts<'p, 'r> {
    parser: &'p mut Parser<'r>,
}

impl VisitMut for NameParts<'_, '_> {
    fn visit_expr_index_mut(&mut self, index: &mut ExprIndex) {
        if path_ident(&index.expr).is_none() && self.parser.is_stored(&index.expr) {
            let of = self.parser.stored_view(&index.expr, None);
            let number = self.parser.kernel.stored.len();
            let mut name = self.parser.own_name(&format!("part_{number}"));
            name.set_span(Span::mixed_site().located_at(index.span()));
            // Of one with a mistake nothing more is said.
            self.parser.bind(&name, of.map_or(Binding::Other, Binding::Stored));
            *index.expr = parse_quote!(#name);
        }
        visit_mut::visit_expr_index_mut(self, index);
    }
}
