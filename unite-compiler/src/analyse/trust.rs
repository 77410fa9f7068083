//! What conditions are worth.
//!
//! A check under `if a < b` is made further out only as `if a < b { check }`, and that must be the comparison that
//! the kernel makes itself. It is not if the two are no integers, if they are too large for an index, if they were
//! computed in a type that wrapped around, or if the names stand for something else. So a condition counts if all in it are
//! known to be integers that are bounded at entry; and the branch first makes sure that it holds in the terms of the check,
//! except where the macro writes both sides and nothing can have wrapped around. Where both agree, the compiler folds the
//! second test.

use std::collections::HashMap;

use quote::ToTokens;

use super::interval::interval;
use super::placement::chain;
use super::tensors::Tensors;
use crate::ir::{Atom, Condition, Def, Getter, Id, Index, Kernel, Op, Param, ScopeKind};

/// Replaces every condition by as much of it as counts, and marks the scopes that have to make sure of theirs.
pub fn settle(kernel: &mut Kernel, tensors: &Tensors) {
    let integers = Integers::of(kernel, tensors);
    let settled: Vec<Option<(Condition, bool)>> = kernel
        .scopes
        .iter()
        .enumerate()
        .map(|(id, scope)| match &scope.kind {
            ScopeKind::Branch(condition) => {
                let condition = condition.map(&mut |i| tensors.resolve(kernel, i));
                let mut doubtful = false;
                let condition = integers.counted(kernel, tensors, id, &condition, &mut doubtful);
                Some((condition, doubtful))
            }
            _ => None,
        })
        .collect();
    for (scope, settled) in kernel.scopes.iter_mut().zip(settled) {
        if let Some((condition, doubtful)) = settled {
            scope.kind = ScopeKind::Branch(condition);
            scope.doubtful = doubtful;
        }
    }
}

/// Whether an index in the condition of a scope can tell where an element is. What is not linear in variables of loops tells that of an
/// index that has the same in it, and where all variables are walked; `(y - b) * (y - b) + (x - a) * (x - a) < r` does not, and is as one on
/// data: what is touched under it is not asked for before it holds.
fn tells(kernel: &Kernel, tensors: &Tensors, scope: Id, index: &Index) -> bool {
    let is_var = |atom: &Atom| matches!(atom, Atom::Var(_));
    let is_crooked = |atom: &Atom| match atom {
        // Every so many points of a variable: loops are divided by these.
        Atom::Op(Op::Rem | Op::And | Op::Div | Op::FloorDiv | Op::Shr, args) => {
            let mut vars = Vec::new();
            args.iter().for_each(|arg| {
                arg.for_each_atom(&mut |atom| vars.extend(is_var(atom).then(|| atom.clone())))
            });
            vars.dedup();
            vars.len() > 1
        }
        Atom::Op(_, args) => args.iter().any(|arg| arg.any_atom(is_var)),
        _ => false,
    };
    let is_walked = |atom: &Atom| match atom {
        Atom::Op(..) => true,
        Atom::Var(var) => {
            let (first, last) = tensors.values(kernel, *var);
            first.as_constant().is_some() && last.as_constant().is_some()
        }
        _ => false,
    };
    let is_inside = |inner: Id| chain(kernel, inner).contains(&scope);
    let is_asked = |crooked: &Atom| {
        let has_it = |index: &Index| index.any_atom(|atom| atom == crooked);
        kernel.calls.iter().any(|call| is_inside(call.scope))
            || kernel.vars.iter().any(|var| {
                is_inside(var.scope)
                    && [&var.start, &var.end].iter().any(|index| has_it(&tensors.resolve(kernel, index)))
            })
            || (0..kernel.accesses.len()).any(|access| {
                is_inside(kernel.accesses[access].scope) && tensors.data(kernel, access).iter().any(has_it)
            })
    };
    let mut crooked = index.terms.iter().map(|(atom, _)| atom).filter(|atom| is_crooked(atom)).peekable();
    crooked.peek().is_none() || !index.any_atom(|atom| !is_walked(atom)) || crooked.any(is_asked)
}

/// The atoms that are known to be integers that can be indices.
struct Integers {
    atoms: Vec<Atom>,
    types: HashMap<String, String>,
}

impl Integers {
    fn of(kernel: &Kernel, tensors: &Tensors) -> Self {
        let types = kernel
            .params
            .iter()
            .filter_map(|p| match p {
                Param::Scalar(Some(name), input) => match &**input {
                    syn::FnArg::Typed(typed) => {
                        Some((name.to_string(), typed.ty.to_token_stream().to_string()))
                    }
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let mut integers = Integers { atoms: Vec::new(), types };
        // What is an index, or counts a loop around one.
        let mut scopes = Vec::new();
        for access in &kernel.accesses {
            access.at.iter().for_each(|i| integers.add(&tensors.resolve(kernel, i)));
            scopes.push(access.scope);
        }
        scopes.extend(kernel.calls.iter().map(|c| c.scope));
        for view in &tensors.views {
            view.extent.iter().chain(&view.data).chain(&view.at).for_each(|i| integers.add(i));
        }
        for view in &kernel.views {
            if let Def::Block { origin, .. } = &view.def {
                origin.iter().for_each(|i| integers.add(&tensors.resolve(kernel, i)));
            }
        }
        for scope in scopes {
            for around in chain(kernel, scope) {
                if let ScopeKind::Loop(vars) = &kernel.scopes[around].kind {
                    vars.iter().for_each(|var| integers.add(&Index::atom(Atom::Var(*var))));
                }
            }
        }
        // And what is compared with, or bounds, one of these.
        loop {
            let before = integers.atoms.len();
            for (id, var) in kernel.vars.iter().enumerate() {
                if integers.atoms.contains(&Atom::Var(id)) {
                    integers.add(&tensors.resolve(kernel, &var.start));
                    integers.add(&tensors.resolve(kernel, &var.end));
                }
            }
            for scope in &kernel.scopes {
                if let ScopeKind::Branch(condition) = &scope.kind {
                    let condition = condition.map(&mut |i| tensors.resolve(kernel, i));
                    integers.compare(kernel, &condition);
                }
            }
            if integers.atoms.len() == before {
                return integers;
            }
        }
    }

    fn add(&mut self, index: &Index) {
        index.for_each_atom(&mut |atom| {
            if matches!(atom, Atom::Scalar(_) | Atom::Value(_) | Atom::Var(_)) && !self.atoms.contains(atom) {
                self.atoms.push(atom.clone());
            }
        });
    }

    fn is_integer(&self, kernel: &Kernel, atom: &Atom) -> bool {
        match atom {
            Atom::Var(id) => kernel.vars[*id].staged || self.atoms.contains(atom),
            Atom::Value(_) => self.atoms.contains(atom),
            Atom::Overflow => false,
            Atom::Scalar(id) => {
                let declared =
                    kernel.scalars[*id].param.as_ref().and_then(|p| self.types.get(&p.to_string()));
                let small = ["i8", "u8", "i16", "u16", "i32", "isize", "usize"];
                self.atoms.contains(atom) || declared.is_some_and(|ty| small.contains(&ty.as_str()))
            }
            _ => true,
        }
    }

    /// Both sides of a comparison have one type, unless something was cast.
    fn compare(&mut self, kernel: &Kernel, condition: &Condition) {
        match condition {
            Condition::Negative(index) | Condition::Zero(index) => {
                let evidence = index.any_atom(|a| {
                    matches!(a, Atom::Scalar(_) | Atom::Value(_) | Atom::Var(_) | Atom::Get(..))
                        && self.is_integer(kernel, a)
                });
                if evidence {
                    self.add(index);
                }
            }
            Condition::Computed { condition, casts: false, .. } | Condition::Not(condition) => {
                self.compare(kernel, condition);
            }
            Condition::And(a, b) | Condition::Or(a, b) => {
                self.compare(kernel, a);
                self.compare(kernel, b);
            }
            Condition::Computed { .. } | Condition::Constant(_) | Condition::Unknown => {}
        }
    }

    fn counted(
        &self,
        kernel: &Kernel,
        tensors: &Tensors,
        scope: Id,
        condition: &Condition,
        doubtful: &mut bool,
    ) -> Condition {
        let mut of = |condition: &Condition| self.counted(kernel, tensors, scope, condition, doubtful);
        match condition {
            Condition::Negative(index) | Condition::Zero(index) if !tells(kernel, tensors, scope, index) => {
                Condition::Unknown
            }
            Condition::Negative(index) | Condition::Zero(index) => {
                // The program compares what its names stand for, and the macro what it takes them for.
                *doubtful |= kernel.opaque.is_some() || kernel.mixed || index.any_atom(|a| !is_own(a));
                let foreign = index.any_atom(|a| !self.is_integer(kernel, a));
                if foreign { Condition::Unknown } else { condition.clone() }
            }
            Condition::Computed { condition, sides, casts } => {
                *doubtful |= *casts || !sides.iter().all(|side| is_exact(kernel, tensors, side));
                self.counted(kernel, tensors, scope, condition, doubtful)
            }
            Condition::And(a, b) => of(a).and(of(b)),
            Condition::Or(a, b) => of(a).or(of(b)),
            Condition::Not(c) => of(c).negated(),
            Condition::Constant(_) | Condition::Unknown => condition.clone(),
        }
    }
}

/// Whether the macro itself says what an atom is: it writes it into the program wherever that names it, or has made sure of
/// the range that it counts through.
fn is_own(atom: &Atom) -> bool {
    !matches!(atom, Atom::Scalar(_) | Atom::Value(_))
}

/// The largest constant beside a number that is itself at most an `i32`.
const SMALL: i64 = 1 << 24;

/// Whether a side of a comparison cannot have wrapped around in the type that it was computed in.
fn is_exact(kernel: &Kernel, tensors: &Tensors, side: &Index) -> bool {
    // An index of a space is less than an extent, which fits the type that both have.
    match &side.terms[..] {
        [] => return true,
        [(_, 1)] if side.constant == 0 && !side.any_atom(|a| matches!(a, Atom::Op(..))) => return true,
        [(Atom::Var(id), 1)] if kernel.vars[*id].staged && (-SMALL..=1).contains(&side.constant) => {
            return true;
        }
        [(Atom::Get(Getter::Extent, ..), 1)] if (-SMALL..=0).contains(&side.constant) => return true,
        _ => {}
    }
    // Over constant ranges every part can be looked at. The type of a range's variable is not known; all can count
    // to 127.
    let staged = !side.any_atom(|a| matches!(a, Atom::Var(id) if !kernel.vars[*id].staged));
    let (low, high) = if staged { (-i64::from(i32::MAX), i64::from(i32::MAX)) } else { (0, 127) };
    let range = |atom: &Atom| match atom {
        Atom::Var(id) => Some(tensors.values(kernel, *id)),
        _ => None,
    };
    let fits = |index: &Index| {
        interval(index, &range).is_some_and(|(first, last)| {
            first.as_constant().is_some_and(|first| first >= low)
                && last.as_constant().is_some_and(|last| last <= high)
        })
    };
    let mut all = fits(side);
    side.for_each_atom(&mut |atom| {
        if let Atom::Op(_, args) = atom {
            all &= args.iter().all(fits);
        }
    });
    all
}

/// Whether anything inside a scope relies on its condition: an access that is not checked there, or further inside, and does not lie
/// inside whatever conditions say. What is touched anyway wherever another scope runs is checked with all that is around that one. Of each
/// access there is its scope, its plan, and the scope around conditions that it does not rely on.
pub fn is_relied_on(
    kernel: &Kernel,
    plans: impl Iterator<Item = (Id, super::Plan, Option<Id>)>,
    scope: Id,
) -> bool {
    let inside = |inner: Id| chain(kernel, inner).contains(&scope);
    let relying = |regardless: Option<Id>| regardless.is_none_or(inside);
    plans.into_iter().filter(|(at, ..)| inside(*at)).any(|(_, plan, regardless)| match plan {
        super::Plan::Here => false,
        super::Plan::Proven => relying(regardless),
        super::Plan::At(place) => !inside(place) && relying(regardless),
        super::Plan::Shared(anyway) => inside(anyway),
    })
}
