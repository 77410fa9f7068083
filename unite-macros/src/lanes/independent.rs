//! Whether iterations may run side by side: no element that one of them writes is another one's.

use super::refusal::Refusal;
use super::value::{Op, Program, Read, Step};
use crate::analyse::{Analysis, Touched, told_apart};
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
    let mut all: Vec<&Read> = Vec::new();
    let mut writes: Vec<&Read> = Vec::new();
    for step in &program.steps {
        match step {
            Step::Read(node) => {
                if let Op::Read(read) = &program.nodes[*node].op {
                    all.push(read);
                }
            }
            Step::Write(read, _) => {
                all.push(read);
                writes.push(read);
            }
            Step::Reduce(..) => {}
        }
    }
    for write in &writes {
        for other in &all {
            let [target, base] = [write.base, other.base];
            if analysis.tensors.memory(target) != analysis.tensors.memory(base) {
                continue;
            }
            if target != base || !are_apart_along(&write.data, &other.data, nest, along) {
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

/// Whether two accesses meet only in iterations that are the same in variables of `along`.
fn are_apart_along(a: &[Index], b: &[Index], nest: &[(Id, Option<i64>)], along: &[Id]) -> bool {
    let are_told = |a: &[Touched], b: &[Touched], along: &[Id]| {
        told_apart(a, b, nest)
            .is_none_or(|told| nest.iter().zip(told).all(|((var, _), told)| told || !along.contains(var)))
    };
    let vars: Vec<Id> = nest.iter().map(|(var, _)| *var).collect();
    if are_told(&Touched::single(a), &Touched::single(b), &vars) {
        return true;
    }
    // Iterations that meet differ in some variable, so that what each of them computes may be another value.
    let fixed = |at: &Index| {
        !at.any_atom(|atom| matches!(atom, Atom::Value(_) | Atom::Let(_) | Atom::Phase(..) | Atom::Edge(..)))
    };
    let touched = |at: &[Index]| -> Vec<Touched> {
        at.iter().map(|index| Touched { first: fixed(index).then(|| index.clone()), points: 1 }).collect()
    };
    are_told(&touched(a), &touched(b), along)
}
