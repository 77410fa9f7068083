//! Loops inside the body. Short ones of constant length are written out, pass by pass. Of others all lanes make the same passes, and
//! what they assign is carried from pass to pass.

use std::collections::HashSet;
use std::rc::Rc;

use quote::ToTokens;

use super::lower::{Bound, Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Op, Order, Passes, Program, Step, Type, ValueId};
use super::wide::OF_U32;
use crate::cost::{CHOSEN, UNROLLED_IN_LANES};
use crate::ir::{Atom, Id, Index};
use crate::parse::tidy;

/// Statements that are lowered.
type Statements<'s> = dyn Fn(&mut Lowering<'_>) -> Lowered<()> + 's;

/// A loop: its variable, the loop if it is written as a range, and what a pass does.
#[derive(Clone, Copy)]
pub struct Around<'s> {
    pub var: Id,
    pub range: Option<&'s syn::ExprForLoop>,
    pub body: &'s Statements<'s>,
    /// Where the source says so.
    pub at: &'s dyn ToTokens,
}

/// Why values of another type are not carried.
const OTHERS: &str = "a loop inside of unknown length that assigns values of another type";

/// A variable that is carried from pass to pass.
#[derive(Clone)]
struct Carried {
    /// Which name of the body it is.
    name: usize,
    /// What it is one of at any time, where it begins with one of them, if that is known.
    one_of: Vec<ValueId>,
    /// Its type, if that is not what it has before: a pass says so.
    ty: Option<Type>,
}

/// What a pass makes of the variables that it carries.
struct Pass {
    /// What they are at its beginning.
    starts: Vec<ValueId>,
    /// What they are at its end.
    ends: Vec<ValueId>,
}

impl Lowering<'_> {
    /// A loop inside the body.
    pub(super) fn inner(&mut self, around: Around<'_>) -> Lowered<()> {
        let Around { var, range, body, .. } = around;
        let v = &self.kernel.vars[var];
        let is_plain = range.is_none_or(|f| super::is_plain_range(&f.expr) && v.computed.is_none());
        let bound = |index| self.resolved(index).as_constant();
        let (Some(start), Some(end)) = (bound(&v.start), bound(&v.end)) else { return self.passes(around) };
        let is_small = [start, end].iter().all(|bound| i32::try_from(*bound).is_ok());
        if !is_plain || !is_small || end - start > UNROLLED_IN_LANES {
            return self.passes(around);
        }
        for value in start..end {
            self.at.push((var, value));
            let names = self.names.len();
            let number = self.push(Op::Literal(value.into()), vec![], Type::Any, &v.name);
            self.names.push((v.name.to_string(), Bound::Number(number)));
            let result = body(self);
            self.names.truncate(names);
            self.at.pop();
            result?;
        }
        Ok(())
    }

    /// A loop of any length.
    fn passes(&mut self, around: Around<'_>) -> Lowered<()> {
        let Around { var, range, at, .. } = around;
        self.may_pass(var, at)?;
        let carried = self.carried(around)?;
        let (known, first) = (self.known.clone(), self.program.nodes.len());
        let begin = self.program.steps.len();
        let range = range.map(|range| Rc::new(range.clone()));
        self.program.steps.push(Step::Begin(Passes { var, range, carried: Vec::new() }));
        let Pass { starts, ends } = self.pass(around, &carried)?;
        if let Some(Step::Begin(passes)) = self.program.steps.get_mut(begin) {
            passes.carried.clone_from(&starts);
        }
        let is_plain = |step: &Step| matches!(step, Step::Read(_) | Step::Begin(_) | Step::End(_));
        let are_plain = self.program.steps[begin..].iter().all(is_plain);
        let is_quotient = |node: ValueId| matches!(self.program.nodes[node].op, Op::Quotient);
        if !are_plain || self.program.nodes.ids().skip(first).any(is_quotient) {
            let reason =
                "a loop inside of unknown length that writes, adds to a sum of all lanes, or divides by data";
            return Err(refuse(&at.to_token_stream(), reason));
        }
        self.program.steps.push(Step::End(ends.clone()));
        self.known = known;
        for (k, Carried { name, .. }) in carried.iter().enumerate() {
            let ty = self.program.nodes[starts[k]].ty;
            let after = self.push(Op::After, vec![ends[k], starts[k]], ty, at);
            let bound = if self.is_condition(*name) { self.as_condition(after, at) } else { after };
            self.names[*name].1 = Bound::Number(bound);
        }
        Ok(())
    }

    /// What a loop carries from pass to pass: names of the body that it assigns.
    fn carried(&mut self, around: Around<'_>) -> Lowered<Vec<Carried>> {
        let mut carried: Vec<Carried> = Vec::new();
        loop {
            let (known, names) = (self.known.clone(), self.names.clone());
            let (nodes, steps) = (self.program.nodes.len(), self.program.steps.len());
            let Pass { starts, ends } = self.pass(around, &carried)?;
            let is_changed = |name: &usize| names[*name].1 != self.names[*name].1;
            let is_known = |name: &usize| carried.iter().any(|carried| carried.name == *name);
            let new: Vec<usize> =
                (0..names.len()).filter(is_changed).filter(|name| !is_known(name)).collect();
            let is_typed = self.type_carried(&mut carried, &starts, &ends, around)?;
            self.names = names;
            self.program.steps.truncate(steps);
            self.known = known;
            if new.is_empty() && is_typed {
                for (carried, (start, end)) in carried.iter_mut().zip(starts.into_iter().zip(ends)) {
                    carried.one_of = one_of(&self.program, start, end).unwrap_or_default();
                }
                // What says what they may be stays, and is computed nowhere.
                if carried.iter().all(|carried| carried.one_of.is_empty()) {
                    self.program.truncate(nodes);
                }
                return Ok(carried);
            }
            // What is assigned may be seen only where something else is carried.
            self.program.truncate(nodes);
            carried.extend(new.into_iter().map(|name| Carried { name, one_of: Vec::new(), ty: None }));
        }
    }

    /// Gives variables the types that a pass says they have; whether they have them already.
    fn type_carried(
        &self,
        carried: &mut [Carried],
        starts: &[ValueId],
        ends: &[ValueId],
        Around { at, .. }: Around<'_>,
    ) -> Lowered<bool> {
        let mut are_typed = true;
        for (carried, both) in carried.iter_mut().zip(starts.iter().zip(ends)) {
            let (start, end) = (self.program.nodes[*both.0].ty, self.program.nodes[*both.1].ty);
            match start.with(end) {
                ty if ty == start => {}
                ty if ty == end && carried.ty.is_none() => {
                    carried.ty = Some(ty);
                    are_typed = false;
                }
                _ => return Err(refuse(&at.to_token_stream(), OTHERS)),
            }
        }
        Ok(are_typed)
    }

    /// Refuses loops of which lanes do not all make the same passes.
    fn may_pass(&self, var: Id, at: &dyn ToTokens) -> Lowered<()> {
        let kernel = self.kernel;
        let refused = |reason: &str| Err(refuse(&at.to_token_stream(), reason));
        if self.is_conditional() {
            return refused("a loop inside of unknown length, under a condition");
        }
        if self.ranges_only || self.program.lanes.is_empty() {
            return refused("a loop inside that is not a short range of numbers");
        }
        if kernel.schedules.contains_key(&var) {
            return refused("a loop inside with a schedule of its own");
        }
        let v = &kernel.vars[var];
        let computed = v.computed.iter().flat_map(|computed| [&computed.start, &computed.end]);
        let differs = |bound: &Index| {
            let bound = self.analysis.tensors.resolve(kernel, bound);
            self.placed(&bound) != bound || bound.any_atom(|atom| self.differs(atom))
        };
        match [&v.start, &v.end].into_iter().chain(computed).any(differs) {
            true => refused("a loop inside whose length differs from lane to lane"),
            false => Ok(()),
        }
    }

    /// One pass: what it carries has values of its own at the beginning.
    fn pass(&mut self, around: Around<'_>, carried: &[Carried]) -> Lowered<Pass> {
        let Around { var, body, at, .. } = around;
        let mut starts = Vec::new();
        for Carried { name, one_of, ty } in carried {
            let Bound::Number(before) = self.names[*name].1 else {
                let reason = "a loop inside of unknown length that assigns to an array";
                return Err(refuse(&at.to_token_stream(), reason));
            };
            let is_condition = self.is_condition(*name);
            let (before, one_of) = match is_condition {
                true => (self.as_number(before, at), vec![self.literal_of(0, at), self.literal_of(1, at)]),
                false => (before, one_of.clone()),
            };
            let ty = match (ty, self.program.nodes[before].ty) {
                (Some(ty), _) => *ty,
                (None, Type::Any) => Type::I32,
                (None, ty) => ty,
            };
            if ty == Type::U32 {
                return Err(refuse(&at.to_token_stream(), OF_U32));
            }
            let before = self.typed(before, ty, at);
            let args = std::iter::once(before).chain(one_of).collect();
            let start = self.program.add(Op::Carried, args, ty, tidy(&at.to_token_stream().to_string()));
            let bound = if is_condition { self.as_condition(start, at) } else { start };
            self.names[*name].1 = Bound::Number(bound);
            starts.push(start);
        }
        let names = self.names.len();
        let v = &self.kernel.vars[var];
        let index = self.push(Op::Index(Index::atom(Atom::Var(var))), vec![], Type::I32, &v.name);
        self.names.push((v.name.to_string(), Bound::Number(index)));
        body(self)?;
        self.names.truncate(names);
        let mut ends = Vec::new();
        for (k, Carried { name, .. }) in carried.iter().enumerate() {
            match self.names[*name].1 {
                Bound::Number(end) if self.program.nodes[end].ty == Type::Bool => {
                    ends.push(self.as_number(end, at));
                }
                Bound::Number(end) => {
                    let (ty, its) = (self.program.nodes[starts[k]].ty, self.program.nodes[end].ty);
                    ends.push(if ty.with(its) == ty { self.typed(end, ty, at) } else { end });
                }
                _ => return Err(refuse(&at.to_token_stream(), OTHERS)),
            }
        }
        Ok(Pass { starts, ends })
    }

    /// Whether a name of the body is a condition, which is carried as a number.
    fn is_condition(&self, name: usize) -> bool {
        matches!(self.names[name].1, Bound::Number(value) if self.program.nodes[value].ty == Type::Bool)
    }

    fn literal_of(&mut self, number: i128, at: &dyn ToTokens) -> ValueId {
        self.push(Op::Literal(number), vec![], Type::I32, at)
    }

    /// A condition as 0 or 1.
    fn as_number(&mut self, condition: ValueId, at: &dyn ToTokens) -> ValueId {
        match self.program.known(condition) {
            Some(known) => self.literal_of(known, at),
            None => {
                let [one, none] = [1, 0].map(|number| self.literal_of(number, at));
                self.push(Op::Select, vec![condition, one, none], Type::I32, at)
            }
        }
    }

    /// What was a condition before.
    fn as_condition(&mut self, number: ValueId, at: &dyn ToTokens) -> ValueId {
        let none = self.literal_of(0, at);
        self.push(Op::Compare(Order::Ne), vec![number, none], Type::Bool, at)
    }
}

/// What a variable is one of after a pass, besides what it was before it: extremes and choices make nothing new.
fn one_of(program: &Program, start: ValueId, end: ValueId) -> Option<Vec<ValueId>> {
    let (mut all, mut open, mut seen) = (Vec::new(), vec![end], HashSet::new());
    while let Some(value) = open.pop() {
        if value == start || !seen.insert(value) {
            continue;
        }
        let node = &program.nodes[value];
        let is_one_of = |carried: ValueId| program.nodes[carried].args.len() > 1;
        match (&node.op, &node.args[..]) {
            (Op::Min | Op::Max, args) => open.extend(args),
            (Op::Select, [_, args @ ..]) => open.extend(args),
            (Op::Carried, args) if is_one_of(value) => open.extend(args),
            (Op::After, args @ [_, carried]) if is_one_of(*carried) => open.extend(args),
            _ => {
                let needed = program.needed(vec![value], |node, open| open.extend(&program.nodes[node].args));
                if needed[start] || all.len() >= CHOSEN {
                    return None;
                }
                all.push(value);
            }
        }
    }
    Some(all)
}
