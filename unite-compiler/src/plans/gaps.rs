//! What lies between the elements that lanes write, where these are two apart: read, too, and written back as it was, so that what is
//! written is whole vectors.

use crate::ir::Id;
use crate::lanes::independent::factor;
use crate::lanes::value::{Op, Program, Read, Step, ValueId};
use crate::plans::read_together::distance;

/// The axis along which an access goes two elements on for each point along a variable, and along no other one.
pub fn every_second(access: &Read, along: Id) -> Option<usize> {
    let steps = || access.data.iter().map(|index| factor(index, along));
    let axis = steps().position(|by| by != Some(0))?;
    let is_alone = steps().skip(axis + 1).all(|by| by == Some(0));
    (is_alone && steps().nth(axis) == Some(Some(2))).then_some(axis)
}

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
        let axis = every_second(target, along).filter(|axis| axis + 1 == target.data.len())?;
        let is_beside = |read: &Read| matches!(distance(target, read, axis), Some(-1 | 1));
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
