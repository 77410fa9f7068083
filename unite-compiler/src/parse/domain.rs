//! What a statement or a sum with stored tensors runs over: its iterators, the tensors that are along them, and what is computed where
//! only some of these have an element.

use std::collections::HashMap;

use quote::ToTokens;
use syn::{BinOp, Expr, ExprIndex, Ident, parse_quote};

use super::Parser;
use super::algebra::{Presence, opposite};
use super::elementwise::bare_iterator;
use crate::ir::{Case, Fold, Id, Index, Nothing, Operand};
use crate::messages;
use crate::source::Source;
use crate::syntax::{idents, path_ident};

/// Operands of a statement at most: each more doubles the cases.
const MOST: usize = 3;

/// A mistake, and where it is.
pub type Mistake = (Source, String);

/// What a statement or a sum runs over.
pub struct Domain {
    /// The iterators, the outermost first.
    pub names: Vec<Ident>,
    /// The reads of stored tensors, each once.
    pub reads: Vec<ExprIndex>,
    /// The same, as operands.
    pub operands: Vec<Operand>,
    /// What is computed in each case that is not zero.
    pub values: Vec<(Case, Expr)>,
    /// The names of axes of which there is one index.
    pub cut: Vec<Ident>,
}

impl Domain {
    /// Whether several terms become one.
    pub fn is_sum(&self, free: &[Ident]) -> bool {
        self.names.iter().any(|name| !free.contains(name) && !self.cut.contains(name))
    }
}

/// The iterators of a statement, or of a sum.
pub struct Iterators<'a> {
    /// How terms become one.
    pub fold: Fold,
    /// Those of the left side.
    pub free: &'a [Ident],
    /// Those of the left side, by how far they go.
    pub extents: &'a [Index],
    /// Those that are summed over.
    pub reduced: Vec<Ident>,
    /// Whether an iterator may stand on the right alone.
    pub adds: bool,
    /// The tensor that is changed where its elements are, and read there.
    pub changed: Option<Id>,
}

/// What stands on the axes of a read of a stored tensor.
struct AlongAxes {
    /// The tensor.
    of: Id,
    /// By axis of it, the iterator.
    names: Vec<Ident>,
    /// By axis of it, what is added to the iterator, if anything is.
    shifts: Vec<Option<Index>>,
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
    /// What a term runs over, with these iterators.
    pub(super) fn domain(
        &mut self,
        mut iterators: Iterators<'_>,
        term: &Expr,
        found: Vec<(ExprIndex, Id)>,
    ) -> Result<Domain, Mistake> {
        if let Some(taken) = iterators.reduced.iter().find(|name| iterators.free.contains(name)) {
            return Err((taken.into(), messages::stored_sum_name(&taken.to_string())));
        }
        if let Some((inner, of)) = self.nested(term) {
            let name = self.stored_name(of);
            return Err(((&inner).into(), messages::stored_nested(&name)));
        }
        let fails = opposite(term.clone());
        let term = if iterators.fold == Fold::All { &fails } else { term };
        let (mut reads, mut all_along): (Vec<ExprIndex>, Vec<AlongAxes>) = Default::default();
        let mut cut = Vec::new();
        for (read, of) in found {
            let name = self.stored_name(of);
            if reads.contains(&read) {
                continue;
            }
            if reads.len() == MOST {
                return Err(((&read).into(), messages::stored_operands(&name, MOST)));
            }
            all_along.push(self.iterators_of(&mut iterators, &mut cut, &read, of)?);
            reads.push(read);
        }
        let along = self.unshifted(&iterators, all_along, term)?;
        let first = &self.stored_name(along[0].0);
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
            let name = |number: usize| self.stored_name(operands[number].of);
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
            if let Some((name, of, axis)) = cut.iter().find(|(name, ..)| name == along) {
                let place =
                    (0..reads.len()).find(|number| operands[*number].axis(var).is_some()).unwrap_or(0);
                let _ = name;
                return Err(((&reads[place]).into(), messages::stored_cut(&self.stored_name(*of), *axis)));
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
        let cut = cut.into_iter().map(|(name, ..)| name).collect();
        Ok(Domain { names, reads, operands, values, cut })
    }

    /// Reads at a displacement, `a[[!i, !j - 1]]`, as reads of a part of the tensor, which goes as far as the iterator does.
    fn unshifted(
        &mut self,
        iterators: &Iterators<'_>,
        along: Vec<AlongAxes>,
        term: &Expr,
    ) -> Result<Vec<(Id, Vec<Ident>)>, Mistake> {
        let mut extents: HashMap<String, Index> = HashMap::new();
        for AlongAxes { of, names, shifts } in &along {
            let unshifted = names.iter().zip(shifts).enumerate().filter(|(_, (_, shift))| shift.is_none());
            for (axis, (name, _)) in unshifted {
                let extent = &self.kernel.stored[*of].extent[axis];
                extents.entry(name.to_string()).or_insert_with(|| extent.clone());
            }
        }
        let mut all = Vec::new();
        for AlongAxes { of, names, shifts } in along {
            if shifts.iter().all(Option::is_none) {
                all.push((of, names));
                continue;
            }
            let rank = names.len();
            let (mut first, mut extent) = (vec![Index::constant(0); rank], Vec::new());
            for (axis, (name, shift)) in names.iter().zip(shifts).enumerate() {
                let Some(shift) = shift else {
                    extent.push(self.kernel.stored[of].extent[axis].clone());
                    continue;
                };
                let free = iterators.free.iter().position(|free| free == name);
                let far =
                    extents.get(&name.to_string()).or(free.map(|free| &iterators.extents[free])).cloned();
                let far = far.or_else(|| {
                    let (tensor, axis) = self.axes_along(std::slice::from_ref(name), term).pop()??;
                    let view = self.known_tensor(&tensor)?;
                    Some(Self::extent(view, axis))
                });
                let Some(far) = far else {
                    return Err((name.into(), messages::sum_without_axis(&name.to_string())));
                };
                first[axis] = shift;
                extent.push(far);
            }
            let order = self.kernel.stored[of].order.clone();
            all.push((self.parted(of, first, extent, order, false), names));
        }
        Ok(all)
    }

    /// The iterators that stand on the axes of a read.
    fn iterators_of(
        &mut self,
        iterators: &mut Iterators<'_>,
        cut: &mut Vec<(Ident, Id, usize)>,
        read: &ExprIndex,
        of: Id,
    ) -> Result<AlongAxes, Mistake> {
        let (name, rank) = (self.stored_name(of), self.kernel.stored[of].seen());
        if self.kernel.stored[of].mutable && iterators.changed != Some(of) {
            return Err((read.into(), messages::stored_output_read(&name)));
        }
        let Expr::Array(at) = &*read.index else {
            return Err((read.into(), messages::single_bracket(&name)));
        };
        if at.elems.len() != rank {
            return Err(((&*read.index).into(), messages::wrong_rank(&name, rank, at.elems.len())));
        }
        let (mut names, mut added): (Vec<Ident>, Vec<Option<Index>>) = Default::default();
        for (axis, elem) in at.elems.iter().enumerate() {
            let (iterator, shift) = self.shifted(elem, iterators);
            let along =
                iterators.along(&iterator, &name, axis).map_err(|(_, message)| (elem.into(), message))?;
            if names.contains(&along) {
                return Err((elem.into(), messages::stored_index(&name, axis)));
            }
            names.push(along);
            added.push(shift);
        }
        let names = self.by_axis(of, names);
        let stored = &self.kernel.stored[of];
        let mut shifts = vec![None; stored.rank()];
        stored.order.iter().zip(added).for_each(|(axis, shift)| shifts[*axis] = shift);
        for axis in (0..stored.rank()).filter(|axis| stored.is_cut(*axis)) {
            cut.push((names[axis].clone(), of, axis));
            if !iterators.reduced.contains(&names[axis]) {
                iterators.reduced.push(names[axis].clone());
            }
        }
        Ok(AlongAxes { of, names, shifts })
    }

    /// An iterator, and what is added to it: `!x - 1`, `j + 2`.
    fn shifted(&mut self, elem: &Expr, iterators: &Iterators<'_>) -> (Expr, Option<Index>) {
        let is_iterator = |side: &Expr| {
            bare_iterator(side).is_some()
                || path_ident(side).is_some_and(|name| iterators.reduced.contains(name))
        };
        let Expr::Binary(b) = elem else { return (elem.clone(), None) };
        let (iterator, other, sign) = match b.op {
            BinOp::Add(_) if is_iterator(&b.left) => (&b.left, &b.right, 1),
            BinOp::Add(_) if is_iterator(&b.right) => (&b.right, &b.left, 1),
            BinOp::Sub(_) if is_iterator(&b.left) => (&b.left, &b.right, -1),
            _ => return (elem.clone(), None),
        };
        let mut names = idents(other.to_token_stream());
        if names.any(|name| iterators.reduced.contains(&name) || iterators.free.contains(&name)) {
            return (elem.clone(), None);
        }
        let shift = self.index(other).scaled(sign);
        ((**iterator).clone(), Some(shift))
    }
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
