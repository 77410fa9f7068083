//! What other kernels may see who call a kernel with tensors that overlap.
//!
//! Analyses take the tensors of a kernel for apart. Where a caller passes views of one memory, that is only so if nobody can
//! tell: if no loop that writes one of them touches what it reads or writes of another one. Otherwise the kernel runs in a
//! form whose tensors are taken for one memory.

use super::apart::{Touched, are_apart};
use super::bases::BaseKind;
use super::fusion::Fusion;
use super::interval::{Interval, at_most, interval};
use super::placement::{chain, is_known};
use super::tensors::Tensors;
use crate::holes;
use crate::ir::{Atom, Def, Hole, Id, Index, Kernel, ScopeKind};

/// What an access touches of a base, over the loops around it.
#[derive(Clone, PartialEq)]
pub struct Side {
    /// The base.
    pub base: Id,
    /// The first and the last index along each axis; nothing where that is not known at entry.
    pub reach: Vec<Option<Interval>>,
}

/// A write to one tensor and an access to another one, in a loop around both.
#[derive(Clone, PartialEq)]
pub struct Meeting {
    /// The write.
    pub write: Side,
    /// The access.
    pub other: Side,
    /// Whether it does no harm if both tensors are one and the same view: each point is read before it is written, and by no
    /// other iteration.
    pub in_place: bool,
}

/// The accesses of a kernel that have to be apart if its tensors overlap; nothing if that cannot be said of its parts.
pub fn meetings(kernel: &Kernel, tensors: &Tensors, fusions: &[Fusion]) -> Option<Vec<Meeting>> {
    let param = |base: Id| parameter(tensors, base);
    let of_access = |id: Id| param(tensors.base(kernel, id));
    // What runs elsewhere than where it stands.
    if kernel.in_closures.iter().any(|id| of_access(*id).is_some()) {
        return None;
    }
    for call in &kernel.calls {
        let mut passed: Vec<Id> = call.tensors().filter_map(|view| param(tensors.views[view].base)).collect();
        passed.dedup();
        let around = chain(kernel, call.scope);
        let in_statement = kernel.writes.iter().any(|write| {
            !write.iterators.is_empty()
                && around.contains(&write.scope)
                && of_access(write.target).is_some_and(|target| passed.iter().any(|other| *other != target))
        });
        if passed.len() > 1 || in_statement {
            return None;
        }
    }
    let mut all: Vec<Meeting> = Vec::new();
    for (write, access) in kernel.accesses.iter().enumerate().filter(|(_, access)| access.writes) {
        let Some(target) = of_access(write) else { continue };
        let around = loops(kernel, access.scope);
        for (other, its) in kernel.accesses.iter().enumerate() {
            let may_meet = of_access(other).is_some_and(|of| of != target && may_alias(kernel, of, target));
            if !may_meet || !loops(kernel, its.scope).iter().any(|scope| around.contains(scope)) {
                continue;
            }
            let meeting = Meeting {
                write: side(kernel, tensors, write)?,
                other: side(kernel, tensors, other)?,
                // A sum over what is stored may be kept until it is whole.
                in_place: kernel.walks.is_empty() && is_in_place(kernel, tensors, write, other, &around),
            };
            if !all.contains(&meeting) {
                all.push(meeting);
            }
        }
    }
    all.extend(in_turns(kernel, tensors, fusions));
    Some(merged(all))
}

/// The tensors that calls in turns write, and those that they have beside them: the first ones of the former are written before the last
/// ones of the latter are read.
fn in_turns(kernel: &Kernel, tensors: &Tensors, fusions: &[Fusion]) -> Vec<Meeting> {
    let mut all = Vec::new();
    for fusion in fusions {
        let passed = fusion.calls.iter().flat_map(|call| kernel.calls[*call].tensors());
        let bases = passed.map(|view| tensors.views[view].base);
        let mut passed: Vec<(Id, Id)> =
            bases.filter_map(|base| Some((base, parameter(tensors, base)?))).collect();
        passed.sort_unstable();
        passed.dedup();
        let all_of = |base: Id| Side { base, reach: vec![None; tensors.bases[base].rank] };
        for (write, target) in &passed {
            let is_written = tensors.is_writable(kernel, *write);
            for (other, its) in passed.iter().filter(|(_, its)| is_written && its != target) {
                if may_alias(kernel, *its, *target) {
                    all.push(Meeting { write: all_of(*write), other: all_of(*other), in_place: false });
                }
            }
        }
    }
    all
}

/// The same with fewer parts: those of one base that differ along one axis only are one.
fn merged(mut all: Vec<Meeting>) -> Vec<Meeting> {
    let mut k = 0;
    while k < all.len() {
        let partner = (k + 1..all.len()).find_map(|other| Some((other, both(&all[k], &all[other])?)));
        match partner {
            Some((other, meeting)) => {
                all[k] = meeting;
                all.remove(other);
                k = 0;
            }
            None => k += 1,
        }
    }
    all
}

/// Two meetings as one, if the parts of one side are the same and those of the other one make a box.
fn both(a: &Meeting, b: &Meeting) -> Option<Meeting> {
    if a.in_place != b.in_place {
        return None;
    }
    if a.write == b.write {
        return Some(Meeting { other: union(&a.other, &b.other)?, ..a.clone() });
    }
    (a.other == b.other).then(|| Some(Meeting { write: union(&a.write, &b.write)?, ..a.clone() }))?
}

fn union(a: &Side, b: &Side) -> Option<Side> {
    let differs: Vec<usize> = (0..a.reach.len()).filter(|k| a.reach.get(*k) != b.reach.get(*k)).collect();
    let (true, [axis]) = (a.base == b.base, &differs[..]) else { return None };
    let ((from, to), (first, last)) = (a.reach[*axis].as_ref()?, b.reach[*axis].as_ref()?);
    let least = if at_most(from, first) { from } else { at_most(first, from).then_some(first)? };
    let most = if at_most(to, last) { last } else { at_most(last, to).then_some(to)? };
    let mut side = a.clone();
    side.reach[*axis] = Some((least.clone(), most.clone()));
    Some(side)
}

/// The parameter whose memory a base is, if it is one's.
fn parameter(tensors: &Tensors, base: Id) -> Option<Id> {
    match tensors.bases[tensors.memory(base)].kind {
        BaseKind::Param(view) => Some(view),
        _ => None,
    }
}

/// Whether two parameters may have elements in common: not those of two of Rust's own types.
fn may_alias(kernel: &Kernel, a: Id, b: Id) -> bool {
    let elem = |view: Id| match &kernel.views[view].def {
        Def::Param { elem, .. } => Some(elem),
        _ => None,
    };
    let (a, b) = (elem(a), elem(b));
    a == b || ![a, b].into_iter().all(|elem| elem.is_some_and(|elem| is_primitive(elem)))
}

/// Whether a type is one of Rust's own.
pub fn is_primitive(elem: &syn::Type) -> bool {
    let own = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "f64", "usize", "isize", "bool"];
    let syn::Type::Path(path) = elem else { return false };
    own.iter().any(|own| path.path.is_ident(own))
}

/// The loops around a scope, itself included, outermost first.
fn loops(kernel: &Kernel, scope: Id) -> Vec<Id> {
    let is_loop =
        |scope: &Id| matches!(&kernel.scopes[*scope].kind, ScopeKind::Loop(vars) if !vars.is_empty());
    chain(kernel, scope).into_iter().filter(is_loop).collect()
}

/// What an access touches; nothing if its base is not there at entry.
fn side(kernel: &Kernel, tensors: &Tensors, access: Id) -> Option<Side> {
    let base = tensors.base(kernel, access);
    if let BaseKind::Seen { entry: false, .. } = tensors.bases[base].kind {
        return None;
    }
    let rank = tensors.bases[base].rank;
    match tensors.rule(kernel, access) {
        // Reads go on in another tensor.
        Some(super::Rule::Above(_)) => return None,
        // All that there is, at most.
        Some(_) => return Some(Side { base, reach: vec![None; rank] }),
        None => {}
    }
    let mut ranges: Vec<(Id, Interval)> = Vec::new();
    for scope in loops(kernel, kernel.accesses[access].scope) {
        let ScopeKind::Loop(vars) = &kernel.scopes[scope].kind else { continue };
        for var in vars {
            let known = |atom: &Atom| range_of(&ranges, atom);
            let (first, last) = tensors.values(kernel, *var);
            if let (Some((first, _)), Some((_, last))) = (interval(&first, &known), interval(&last, &known)) {
                ranges.push((*var, (first, last)));
            }
        }
    }
    let data = tensors.data(kernel, access);
    let reach = data.iter().map(|index| {
        let (first, last) = interval(index, &|atom| range_of(&ranges, atom))?;
        (is_known(kernel, &first, 0) && is_known(kernel, &last, 0)).then_some((first, last))
    });
    Some(Side { base, reach: reach.collect() })
}

fn range_of(ranges: &[(Id, Interval)], atom: &Atom) -> Option<Interval> {
    let Atom::Var(var) = atom else { return None };
    ranges.iter().find(|(v, _)| v == var).map(|(_, range)| range.clone())
}

/// Whether an access is a read that comes before a write in each iteration of the loops around both, and at the same place as
/// the write of the same iteration only, if their bases were one.
fn is_in_place(kernel: &Kernel, tensors: &Tensors, write: Id, other: Id, around: &[Id]) -> bool {
    let (w, o) = (&kernel.accesses[write], &kernel.accesses[other]);
    let Some(statement) = kernel.writes.iter().find(|statement| statement.target == write) else {
        return false;
    };
    let is_part = kernel.holes.iter().enumerate().any(|(hole, what)| {
        matches!(what, Hole::Read(read) if *read == other) && holes::names(&statement.value, hole)
    });
    if o.writes || !(is_part || o.scope == w.scope && other < write) {
        return false;
    }
    if tensors.rule(kernel, write).is_some() || tensors.rule(kernel, other).is_some() {
        return false;
    }
    let mut vars: Vec<(Id, Option<i64>)> = Vec::new();
    for scope in around {
        let ScopeKind::Loop(own) = &kernel.scopes[*scope].kind else { continue };
        vars.extend(own.iter().map(|var| {
            let v = &kernel.vars[*var];
            let points = tensors.resolve(kernel, &v.end).plus(&tensors.resolve(kernel, &v.start), -1);
            (*var, points.as_constant())
        }));
    }
    let (data, its): (Vec<Index>, Vec<Index>) = (tensors.data(kernel, write), tensors.data(kernel, other));
    // What another iteration may have another value of is nowhere.
    let touched = |data: &[Index]| {
        let mut touched = Touched::single(data);
        for one in &mut touched {
            let changes = |atom: &Atom| match atom {
                Atom::Var(var) => !vars.iter().any(|(v, _)| v == var),
                Atom::Value(_) => true,
                _ => false,
            };
            one.first = one.first.take().filter(|index| !index.any_atom(changes));
        }
        touched
    };
    data.len() == its.len() && are_apart(&touched(&data), &touched(&its), &vars)
}
