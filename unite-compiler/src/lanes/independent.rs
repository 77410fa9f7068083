//! Whether iterations may run side by side: no element that one of them writes is another one's.

use super::refusal::Refusal;
use super::value::{Program, Read, Step};
use crate::analyse::{Analysis, Touched, chain, told_apart};
use crate::ir::{Atom, Id, Index, Kernel};

pub use crate::analyse::factor;

/// Iterations of the loops of a nest, each with its number of points if that is a constant, which differ in variables of `along`.
/// Those that are the same in these run one after the other.
pub fn independent(
    kernel: &Kernel,
    analysis: &Analysis,
    program: &Program,
    nest: &[(Id, Option<i64>)],
    along: &[Id],
) -> Result<(), Refusal> {
    let vars: Vec<Id> = nest.iter().map(|(var, _)| *var).collect();
    let changes = |atom: &Atom| changes_inside(kernel, atom, &vars);
    let mut all: Vec<(usize, &Read)> = Vec::new();
    let mut writes: Vec<(usize, &Read)> = Vec::new();
    for (at, step) in program.steps.iter().enumerate() {
        all.extend(program.accessed(step).map(|read| (at, read)));
        if let Step::Write(write, _) = step {
            writes.push((at, write));
        }
    }
    for (written, write) in &writes {
        for (read, other) in &all {
            let [target, base] = [write.base, other.base];
            if analysis.tensors.memory(target) != analysis.tensors.memory(base) {
                continue;
            }
            let data = [&write.data[..], &other.data[..]];
            let is_free = || {
                are_apart_along(data, nest, along, &changes)
                    || read < written && is_ahead(data, nest, along, &changes)
            };
            if target != base || !is_free() {
                let (w, o) = (&kernel.accesses[write.access], &kernel.accesses[other.access]);
                return Err(Refusal::new(
                    o.span.first(),
                    format!("`{}` may be what `{}` wrote in another iteration", o.source, w.source),
                ));
            }
        }
    }
    Ok(())
}

/// Whether an index may be another one in each iteration of loops over `vars`, though it names none of them: a value that is
/// computed inside.
pub fn changes_inside(kernel: &Kernel, atom: &Atom, vars: &[Id]) -> bool {
    let Atom::Value(value) = atom else { return false };
    let around = chain(kernel, kernel.values[*value].scope);
    vars.iter().any(|var| around.contains(&kernel.vars[*var].scope))
}

/// Whether what is read is written by later iterations only: it lies further on along the innermost of the loops that lanes run along.
/// So lanes that read before they write, one after another, read what iterations in order do.
fn is_ahead(
    [write, read]: [&[Index]; 2],
    nest: &[(Id, Option<i64>)],
    along: &[Id],
    changes: &dyn Fn(&Atom) -> bool,
) -> bool {
    let Some(inner) = along.last() else { return false };
    let mut is_ahead = false;
    for (write, read) in write.iter().zip(read) {
        let steps_on = |by: i64| {
            factor(write, *inner).is_some_and(|step| step > 0 && by > 0)
                && nest.iter().all(|(var, _)| var == inner || factor(write, *var) == Some(0))
        };
        match read.clone().plus(write, -1).as_constant() {
            _ if write.any_atom(changes) || read.any_atom(changes) => return false,
            Some(0) => {}
            Some(by) if !is_ahead && steps_on(by) => is_ahead = true,
            _ => return false,
        }
    }
    let vars: Vec<Id> = nest.iter().map(|(var, _)| *var).collect();
    is_ahead && are_apart_along([write, write], nest, &vars, changes)
}

/// Whether two accesses meet only in iterations that are the same in variables of `along`. What `changes` from one iteration to
/// another is nowhere.
fn are_apart_along(
    [a, b]: [&[Index]; 2],
    nest: &[(Id, Option<i64>)],
    along: &[Id],
    changes: &dyn Fn(&Atom) -> bool,
) -> bool {
    let touched = |at: &[Index], moves: &dyn Fn(&Atom) -> bool| -> Vec<Touched> {
        let first = |index: &Index| (!index.any_atom(moves)).then(|| index.clone());
        at.iter().map(|index| Touched { first: first(index), points: 1 }).collect()
    };
    let are_told = |moves: &dyn Fn(&Atom) -> bool, along: &[Id]| {
        told_apart(&touched(a, moves), &touched(b, moves), nest)
            .is_none_or(|told| nest.iter().zip(told).all(|((var, _), told)| told || !along.contains(var)))
    };
    let vars: Vec<Id> = nest.iter().map(|(var, _)| *var).collect();
    if are_told(changes, &vars) {
        return true;
    }
    // Iterations that meet differ in some variable, so that what each of them computes may be another value.
    let moves =
        |atom: &Atom| matches!(atom, Atom::Value(_) | Atom::Let(_) | Atom::Phase(..) | Atom::Edge(..));
    are_told(&moves, along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Op;

    /// A variable of a loop, a value made inside of it, and one made before it.
    const X: Atom = Atom::Var(0);
    const INSIDE: Atom = Atom::Value(0);
    const BEFORE: Atom = Atom::Value(1);

    fn are_apart(a: &[Index], b: &[Index]) -> bool {
        are_apart_along([a, b], &[(0, Some(64))], &[0], &|atom| *atom == INSIDE)
    }

    fn at(atom: Atom, more: i64) -> Index {
        Index::atom(atom).offset(more)
    }

    /// What is computed inside does not cancel: `v` of one iteration may be `v + 1` of another.
    #[test]
    fn what_changes_does_not_cancel() {
        assert!(!are_apart(&[at(INSIDE, 1)], &[at(INSIDE, 0)]));
        assert!(!are_apart(&[at(INSIDE, 0)], &[at(INSIDE, 0)]));
        let [masked, next] =
            [0, 1].map(|more| Index::op(Op::And, vec![at(INSIDE, 0), Index::constant(7)]).offset(more));
        assert!(!are_apart(&[next], &[masked]));
        let moved = |more: i64| at(X, more).plus(&at(INSIDE, 0), 1);
        assert!(!are_apart(&[moved(0)], &[moved(0)]));
        // Another axis tells them apart.
        assert!(are_apart(&[at(X, 0), at(INSIDE, 1)], &[at(X, 0), at(INSIDE, 0)]));
        assert!(!are_apart(&[at(X, 0), at(INSIDE, 1)], &[Index::constant(3), at(INSIDE, 0)]));
    }

    #[test]
    fn what_is_written_later_is_ahead() {
        let ahead = |write: &[Index], read: &[Index]| {
            is_ahead([write, read], &[(1, None), (0, None)], &[0], &|atom| *atom == INSIDE)
        };
        let y = || Index::atom(Atom::Var(1));
        assert!(ahead(&[y(), at(X, 0)], &[y(), at(X, 4)]));
        // Behind, in the same iteration, in another row, and where it is not known.
        assert!(!ahead(&[y(), at(X, 0)], &[y(), at(X, -1)]));
        assert!(!ahead(&[y(), at(X, 0)], &[y(), at(X, 0)]));
        assert!(!ahead(&[y(), at(X, 0)], &[y().offset(1), at(X, 4)]));
        assert!(!ahead(&[y(), at(X, 0)], &[y(), at(INSIDE, 0)]));
        // Every row writes the same elements, or several loops the same axis.
        assert!(!ahead(&[at(X, 0)], &[at(X, 4)]));
        assert!(!ahead(&[at(X, 0).plus(&y(), 1)], &[at(X, 4).plus(&y(), 1)]));
        let backwards = Index::constant(0).plus(&at(X, 0), -1);
        assert!(!ahead(&[y(), backwards.clone()], &[y(), backwards.offset(4)]));
    }

    #[test]
    fn what_was_made_before_cancels() {
        assert!(are_apart(&[at(BEFORE, 1)], &[at(BEFORE, 0)]));
        assert!(!are_apart(&[at(BEFORE, 0)], &[at(BEFORE, 0)]));
        let moved = |more: i64| at(X, more).plus(&at(BEFORE, 0), 1);
        assert!(are_apart(&[moved(0)], &[moved(0)]));
    }
}
