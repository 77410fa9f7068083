//! Whether iterations may run side by side: no element that one of them writes is another one's.

use super::refusal::Refusal;
use super::value::{Op, Program, Read, Step};
use crate::analyse::Analysis;
use crate::ir::{Atom, Id, Index, Kernel};

/// Iterations of the loops over `lanes`, each with its number of points if that is a constant.
pub fn independent(
    kernel: &Kernel,
    analysis: &Analysis,
    program: &Program,
    lanes: &[(Id, Option<i64>)],
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
        let written = super::data(kernel, analysis, write);
        for other in &all {
            let [target, base] = [write, other].map(|r| analysis.tensors.base(kernel, r.access));
            if analysis.tensors.memory(target) != analysis.tensors.memory(base) {
                continue;
            }
            let touched = super::data(kernel, analysis, other);
            if target != base || !are_apart(&written, &touched, lanes) {
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

/// The factor of a variable in an index; `None` if it stands inside something that is not linear.
pub fn factor(index: &Index, var: Id) -> Option<i64> {
    let mut factor = 0;
    for (atom, c) in &index.terms {
        match atom {
            Atom::Var(v) if *v == var => factor = *c,
            Atom::Op(_, args) if args.iter().any(|a| a.any_atom(|x| *x == Atom::Var(var))) => return None,
            _ => {}
        }
    }
    Some(factor)
}

/// Whether two accesses in different iterations never meet.
fn are_apart(a: &[Index], b: &[Index], lanes: &[(Id, Option<i64>)]) -> bool {
    let factors = |index: &Index| lanes.iter().map(|(v, _)| factor(index, *v)).collect::<Option<Vec<_>>>();
    let mut same = true;
    // Variables that some axis tells apart.
    let mut told = vec![false; lanes.len()];
    for (x, y) in a.iter().zip(b) {
        let (Some(fx), Some(fy)) = (factors(x), factors(y)) else { return false };
        let difference = y.clone().plus(x, -1);
        let Some(distance) = difference.as_constant() else {
            same = false;
            continue;
        };
        if fx != fy {
            same = false;
            continue;
        }
        let along: Vec<usize> = (0..lanes.len()).filter(|k| fx[*k] != 0).collect();
        match along[..] {
            [] if distance != 0 => return true,
            [] => {}
            [k] => {
                let (step, points) = (fx[k], lanes[k].1);
                if distance % step != 0 || points.is_some_and(|p| (distance / step).abs() >= p) {
                    return true;
                }
                if distance == 0 {
                    told[k] = true;
                } else {
                    same = false;
                }
            }
            // Several variables on one axis: apart if each steps over all that the others reach.
            _ => {
                if distance != 0 {
                    same = false;
                    continue;
                }
                let mut order = along.clone();
                order.sort_by_key(|k| fx[*k].abs());
                let mut reach = 0i64;
                let apart = order.iter().all(|k| {
                    let (step, points) = (fx[*k].abs(), lanes[*k].1);
                    let steps_over = step > reach;
                    reach = points.map_or(i64::MAX / 4, |p| reach.saturating_add(step * (p - 1)));
                    steps_over
                });
                if apart {
                    for k in along {
                        told[k] = true;
                    }
                }
            }
        }
    }
    same && told.iter().all(|t| *t)
}
