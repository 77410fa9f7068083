//! What lies between the elements that lanes write, where these are two apart: read, too, and written back as it was, so that what is
//! written is whole vectors.

use crate::ir::Id;
use crate::lanes::independent::factor;
use crate::lanes::value::{Op, Program, Read, Step, ValueId};

/// The neighbours of what a nest writes.
pub struct Gaps {
    /// The step that writes.
    write: usize,
    /// Where the neighbours are.
    neighbours: Read,
    /// What was read there.
    value: ValueId,
}

impl Gaps {
    /// Of a nest that writes every second element along a variable, once for each point, and reads one beside each: so that is in the same
    /// tensor as what is written, and nothing else changes it.
    pub fn of(program: &Program, along: Id) -> Option<Gaps> {
        let is_step = |step: &Step| !matches!(step, Step::Read(_) | Step::Write(..));
        if program.steps.iter().any(is_step) {
            return None;
        }
        let mut writes = program.steps.iter().enumerate().filter_map(|(at, step)| match step {
            Step::Write(target, _) => Some((at, target)),
            _ => None,
        });
        let (write, target) = writes.next().filter(|_| writes.next().is_none())?;
        let (last, others) = target.data.split_last()?;
        if factor(last, along) != Some(2) || others.iter().any(|index| factor(index, along) != Some(0)) {
            return None;
        }
        let is_beside = |read: &Read| match read.data.split_last() {
            Some((its, rest)) => {
                read.base == target.base
                    && rest == others
                    && matches!(its.clone().plus(last, -1).as_constant(), Some(-1 | 1))
            }
            None => false,
        };
        program.steps[..write].iter().find_map(|step| match step {
            Step::Read(node) => match &program.nodes[*node].op {
                Op::Read(read) if is_beside(read) => {
                    Some(Gaps { write, neighbours: read.clone(), value: *node })
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// Has them written back beside what is written.
    pub fn fill(self, program: &mut Program) {
        program.steps.insert(self.write, Step::Write(self.neighbours, self.value));
    }
}
