//! Whether iterations may run side by side: no element that one of them writes is another one's.

use super::refusal::Refusal;
use super::value::{Op, Program, Read, Step};
use crate::analyse::{Analysis, Touched, are_apart};
use crate::ir::{Id, Kernel};

pub use crate::analyse::factor;

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
        let written = Touched::single(&write.data);
        for other in &all {
            let [target, base] = [write.base, other.base];
            if analysis.tensors.memory(target) != analysis.tensors.memory(base) {
                continue;
            }
            let touched = Touched::single(&other.data);
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
