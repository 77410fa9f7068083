//! Statements and loops that depend on what they write.
//!
//! An elementwise statement means: all of its right side is read before anything is written. A loop over the indices of a
//! tensor means: one index after the other, row by row. Where no iteration touches what another one writes, nobody can
//! tell, and emission chooses the order by the memory. Elsewhere the results of a statement go through a block of their
//! own, and a loop keeps the order of its indices.

use std::collections::HashSet;

use quote::format_ident;
use syn::Ident;

use super::apart::{Touched, told_apart};
use super::collapse;
use super::effects::Effects;
use super::meet::never_meet;
use super::placement::chain;
use super::tensors::Tensors;
use super::values::Values;
use crate::cost::STACK;
use crate::holes;
use crate::ir::{
    Access, Arg, Atom, CoarseRead, Def, Getter, Hole, Id, Index, Kernel, Scope, ScopeKind, Var, View, Write,
};
use crate::messages;
use crate::report::Report;

/// What emission has to respect.
#[derive(Clone, Default)]
pub struct Dependences {
    /// The variables of loops and statements of which iterations meet that differ in them.
    in_order: HashSet<Id>,
}

impl Dependences {
    /// Whether a nest of loops runs in the order of its indices. Where iterations meet that differ in one variable alone, that runs
    /// in order wherever its loop is.
    pub fn are_in_order(&self, vars: impl IntoIterator<Item = Id>) -> bool {
        vars.into_iter().filter(|var| self.in_order.contains(var)).count() > 1
    }

    /// Whether iterations meet, or may be seen, that differ in a variable.
    pub fn is_in_order(&self, var: Id) -> bool {
        self.in_order.contains(&var)
    }
}

/// Finds them. Statements whose right sides read what they write become two.
pub fn settle(kernel: &mut Kernel, tensors: &mut Tensors, report: &mut Report) -> Dependences {
    let mut dependences = Dependences::default();
    for l in &kernel.loops {
        if l.traversal.is_some() {
            continue;
        }
        let Some(first) = l.vars.first() else { continue };
        let effects = Effects::of_block(kernel, &l.body);
        let nest = Nest::new(kernel, tensors, kernel.vars[*first].scope, &l.vars, effects.calls);
        let jumps = l.jumps.whole.is_some();
        let all = effects.ordered || jumps;
        dependences.in_order.extend(if all { l.vars.clone() } else { nest.meeting() });
    }
    for id in &kernel.together {
        let l = &kernel.loops[*id];
        let Some(first) = l.vars.first() else { continue };
        let effects = Effects::of_block(kernel, &l.body);
        let nest = Nest::new(kernel, tensors, kernel.vars[*first].scope, &l.vars, effects.calls);
        if let Some((written, read, _)) = nest.meetings().find(|(_, read, _)| !kernel.accesses[*read].writes)
        {
            let [written, read] = [written, read].map(|access| &kernel.accesses[access]);
            report.error(read.span, messages::together_reads(&written.source, &read.source));
        }
    }
    for id in 0..kernel.writes.len() {
        let write = &kernel.writes[id];
        let vars: Vec<Id> = write.iterators.iter().map(|(var, _)| *var).collect();
        if vars.is_empty() {
            continue;
        }
        let effects = Effects::of_value(kernel, &write.value);
        let nest = Nest::new(kernel, tensors, write.scope, &vars, effects.calls);
        let own = write.target;
        let read = nest.meetings().find(|(_, other, _)| *other != own).map(|(_, other, _)| other);
        let read = read.or_else(|| called(kernel, tensors, write));
        if effects.ordered || nest.meetings().any(|(_, other, _)| other == own) {
            dependences.in_order.extend(&vars);
        }
        if let Some(read) = read {
            let depends = kernel.accesses[own].at.iter().any(|index| {
                index.any_atom(|atom| matches!(atom, Atom::Value(v) if kernel.values[*v].name.is_none()))
            });
            if depends {
                let target = &kernel.accesses[own];
                report.error(
                    target.span,
                    messages::index_and_value(&target.source, &kernel.accesses[read].source),
                );
                continue;
            }
            let back = read_first(kernel, tensors, id, read, report);
            if dependences.are_in_order(vars) {
                let back: Vec<Id> = kernel.writes[back].iterators.iter().map(|(var, _)| *var).collect();
                dependences.in_order.extend(back);
            }
        }
    }
    dependences
}

/// Whether iterations of a loop over a range meet, of which nothing is known but what they read and write.
pub fn iterations_meet(kernel: &Kernel, tensors: &Tensors, var: Id) -> bool {
    let nest = Nest::new(kernel, tensors, kernel.vars[var].scope, &[var], false);
    nest.meetings().next().is_some()
}

/// What the iterations of a nest read and write.
pub(super) struct Nest {
    vars: Vec<(Id, Option<i64>)>,
    /// Between what they are, and the variables of loops around them, of which the innermost one is the last.
    own: Vec<Values>,
    around: Vec<Values>,
    writes: Vec<Id>,
    /// Of each access: itself, its memory, its base and where it is.
    touched: Vec<(Id, Id, Id, Option<Vec<Touched>>)>,
}

impl Nest {
    pub(super) fn new(kernel: &Kernel, tensors: &Tensors, scope: Id, vars: &[Id], calls: bool) -> Nest {
        let points = |var: &Id| {
            let (first, last) = tensors.values(kernel, *var);
            last.offset(1).plus(&first, -1).as_constant()
        };
        let is_inside = |inner: Id| chain(kernel, inner).contains(&scope);
        let values = |var: Id| Values::of(kernel, tensors, var);
        let outer = chain(kernel, scope).into_iter().filter(|at| *at != scope);
        let of_scope = |at: Id| (0..kernel.vars.len()).filter(move |var| kernel.vars[*var].scope == at);
        let mut nest = Nest {
            vars: vars.iter().map(|var| (*var, points(var))).collect(),
            own: vars.iter().map(|var| values(*var)).collect(),
            around: outer.flat_map(of_scope).map(values).collect(),
            writes: Vec::new(),
            touched: Vec::new(),
        };
        for (id, access) in kernel.accesses.iter().enumerate() {
            let inside = is_inside(access.scope);
            if !(inside || calls && kernel.in_closures.contains(&id)) {
                continue;
            }
            // What another iteration may have another value of.
            let changes = |atom: &Atom| match atom {
                Atom::Var(var) => !vars.contains(var) && (!inside || is_inside(kernel.vars[*var].scope)),
                Atom::Value(value) => !inside || is_inside(kernel.values[*value].scope),
                _ => false,
            };
            let base = tensors.base(kernel, id);
            nest.touched.push((id, tensors.memory(base), base, touched(kernel, tensors, id, &changes)));
            if access.writes {
                nest.writes.push(id);
            }
        }
        nest
    }

    /// The variables in which iterations may differ that meet.
    fn meeting(&self) -> Vec<Id> {
        let vars = self.meetings().flat_map(|(.., vars)| vars);
        vars.collect()
    }

    /// Pairs of a write and of another access that may meet in different iterations, and the variables in which these may differ.
    pub(super) fn meetings(&self) -> impl Iterator<Item = (Id, Id, Vec<Id>)> {
        let find = |id: Id| self.touched.iter().find(|(other, ..)| *other == id);
        self.writes.iter().filter_map(move |write| find(*write)).flat_map(move |(write, memory, base, a)| {
            self.touched.iter().filter_map(move |(other, its_memory, its_base, b)| {
                let told = match (a, b) {
                    _ if memory != its_memory => None,
                    (Some(a), Some(b)) if base == its_base => match never_meet(a, b, &self.own, &self.around)
                    {
                        true => None,
                        false => told_apart(a, b, &self.vars),
                    },
                    _ => Some(vec![false; self.vars.len()]),
                };
                let vars = self.vars.iter().zip(told?).filter(|(_, told)| !told);
                let vars: Vec<Id> = vars.map(|((var, _), _)| *var).collect();
                (!vars.is_empty()).then_some((*write, *other, vars))
            })
        })
    }
}

/// Where an access is on each axis of its base, as far as that is the same in all iterations or linear in their variables;
/// nothing if it is anywhere.
fn touched(
    kernel: &Kernel,
    tensors: &Tensors,
    access: Id,
    changes: &dyn Fn(&Atom) -> bool,
) -> Option<Vec<Touched>> {
    let view = &tensors.views[kernel.accesses[access].view];
    let several = match kernel.accesses[access].writes {
        true => view.broadcasts,
        false => view.reads != CoarseRead::First,
    };
    let first = match several {
        true => tensors.raw(kernel, access),
        false => tensors.data(kernel, access),
    };
    let last = if several { tensors.raw_last(kernel, access) } else { first.clone() };
    let one = |(first, last): (&Index, &Index)| {
        let points = last.clone().plus(first, -1).as_constant();
        Touched {
            first: (points.is_some() && !first.any_atom(changes)).then(|| first.clone()),
            points: points.unwrap_or_default() + 1,
        }
    };
    Some(first.iter().zip(&last).map(one).collect())
}

/// The target of a statement, if its right side calls a kernel with a tensor of the same memory.
fn called(kernel: &Kernel, tensors: &Tensors, write: &Write) -> Option<Id> {
    let memory = tensors.memory(tensors.base(kernel, write.target));
    let is_same = |arg: &Arg| match arg {
        Arg::Tensor(view) => tensors.memory(tensors.views[*view].base) == memory,
        Arg::Stored(_) | Arg::Value(..) => false,
    };
    let calls = kernel.calls.iter().filter(|call| chain(kernel, call.scope).contains(&write.scope));
    calls.into_iter().any(|call| call.args.iter().any(is_same)).then_some(write.target)
}

/// Makes `target[[!i]] = value` two statements: `results[[!i]] = value`, and `target[[!i]] = results[[!i]]`. Returns the
/// second.
fn read_first(kernel: &mut Kernel, tensors: &mut Tensors, id: Id, read: Id, report: &mut Report) -> Id {
    let target = kernel.writes[id].target;
    let Access { view, scope, span, source, spans, at, .. } = &kernel.accesses[target];
    let (view, scope, span, source, spans, at) =
        (*view, *scope, *span, source.clone(), spans.clone(), at.clone());
    let (parent, order) = (kernel.scopes[scope].parent.unwrap_or_default(), kernel.scopes[scope].order);
    let iterators = kernel.writes[id].iterators.clone();
    // The results.
    let extents: Vec<Index> =
        iterators.iter().map(|(_, axis)| Index::atom(Atom::Get(Getter::Extent, view, *axis))).collect();
    let points = extents
        .iter()
        .try_fold(1i64, |all, e| tensors.resolve(kernel, e).as_constant().and_then(|e| all.checked_mul(e)));
    let rank = extents.len();
    let title = &kernel.views[view].shown;
    let each: Vec<String> = iterators.iter().map(|(var, _)| format!("!{}", kernel.vars[*var].name)).collect();
    let shown = format!("{title}_results[[{}]]", each.join(", "));
    let name: Ident = format_ident!("{}_results", kernel.views[view].name);
    kernel.views.push(View {
        name,
        shown: format!("the right side of `{source} = ..`"),
        span,
        def: Def::Block {
            elem: Box::new(element(kernel, view)),
            extents: extents.clone(),
            heap: points.is_none_or(|points| points > STACK),
            origin: vec![Index::constant(0); rank],
        },
        rank,
        named: false,
        scope: parent,
        order,
    });
    let results = kernel.views.len() - 1;
    collapse::add(kernel, tensors, results, report);
    // They are written first ..
    let first: Vec<Index> = iterators.iter().map(|(var, _)| Index::atom(Atom::Var(*var))).collect();
    let access = |kernel: &mut Kernel, at: Vec<Index>, scope: Id, writes: bool| {
        kernel.accesses.push(Access {
            view: results,
            at,
            scope,
            source: shown.clone(),
            span,
            spans: spans.clone(),
            writes,
        });
        kernel.accesses.len() - 1
    };
    let written = access(kernel, first, scope, true);
    if let Some(op) = kernel.writes[id].op.take() {
        kernel.accesses.push(Access {
            view,
            at: at.clone(),
            scope,
            source: source.clone(),
            span,
            spans: spans.clone(),
            writes: false,
        });
        kernel.holes.push(Hole::Read(kernel.accesses.len() - 1));
        let (old, value) = (holes::expression(kernel.holes.len() - 1), &kernel.writes[id].value);
        kernel.writes[id].value = syn::parse_quote!((#old #op (#value)));
    }
    kernel.writes[id].target = written;
    kernel.writes[id].iterators = iterators.iter().enumerate().map(|(k, (var, _))| (*var, k)).collect();
    // .. and then copied.
    kernel.scopes.push(Scope {
        parent: Some(parent),
        kind: ScopeKind::Loop(Vec::new()),
        order,
        doubtful: false,
    });
    let back = kernel.scopes.len() - 1;
    let vars: Vec<(Id, usize)> = iterators
        .iter()
        .zip(extents)
        .map(|((var, axis), end)| {
            kernel.vars.push(Var {
                name: kernel.vars[*var].name.clone(),
                start: Index::constant(0),
                end,
                staged: true,
                has_gaps: false,
                step: Some(1),
                scope: back,
                computed: None,
                named: None,
            });
            (kernel.vars.len() - 1, *axis)
        })
        .collect();
    kernel.scopes[back].kind = ScopeKind::Loop(vars.iter().map(|(var, _)| *var).collect());
    let moved = |index: &Index| {
        index.substitute(&mut |atom| {
            let from = iterators.iter().position(|(var, _)| *atom == Atom::Var(*var))?;
            Some(Index::atom(Atom::Var(vars[from].0)))
        })
    };
    kernel.accesses[target].at = at.iter().map(moved).collect();
    kernel.accesses[target].scope = back;
    let read_back =
        access(kernel, vars.iter().map(|(var, _)| Index::atom(Atom::Var(*var))).collect(), back, false);
    kernel.holes.push(Hole::Read(read_back));
    let value = holes::expression(kernel.holes.len() - 1);
    kernel.writes.push(Write { target, op: None, value, iterators: vars.clone(), scope: back });
    let copy = kernel.writes.len() - 1;
    kernel.fills.push((results, id));
    for hole in &mut kernel.holes {
        if matches!(hole, Hole::Write(write) if *write == id) {
            *hole = Hole::Through(results, copy);
        }
    }
    let why = kernel.accesses[read].source.clone();
    kernel.kept_first.extend(vars.iter().map(|(var, _)| (*var, why.clone())));
    copy
}

/// The element type of a view.
fn element(kernel: &Kernel, view: Id) -> syn::Type {
    match &kernel.views[view].def {
        Def::Param { elem, .. } | Def::Block { elem, .. } => (**elem).clone(),
        Def::Copy { elem: Some(elem), .. } => (**elem).clone(),
        Def::Copy { of, elem: None } => element(kernel, *of),
        def => def.shows().map_or_else(|| syn::parse_quote!(()), |of| element(kernel, of)),
    }
}
