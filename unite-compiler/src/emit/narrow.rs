//! Programs of lanes, in which what is cut to 16 bits is computed in them, and what ranges decide is decided.

use unite_ranges::Range;

use super::vector::Vector;
use super::{Emitter, Written};
use crate::lanes::value::{Op, Program, Type, ValueId};
use crate::plans::{Level, Shape};
use crate::rules::Findings;
use crate::rules::decided::{decided, is_open};
use crate::rules::narrowed::narrowed;

impl Emitter<'_> {
    /// A program without what ranges decide, with lanes of 16 bits where no more is left of them.
    pub fn narrowed(&self, program: Program, levels: &[Level], shape: &Shape, written: &Written) -> Program {
        let decided = match is_open(&program) {
            true => self.with_ranges(&program, levels, shape, written, |range| decided(&program, range)),
            false => None,
        };
        let program = decided.unwrap_or(program);
        let is_cut = |ty: Type| matches!(ty, Type::I16 | Type::U16);
        if !program.nodes.iter().any(|value| matches!(value.op, Op::Cast) && is_cut(value.ty)) {
            return program;
        }
        let narrow = self.with_ranges(&program, levels, shape, written, |range| narrowed(&program, range));
        narrow.flatten().unwrap_or(program)
    }

    /// What is made of the ranges of a program's values, as far as they are known; nothing of a single point.
    fn with_ranges<R>(
        &self,
        program: &Program,
        levels: &[Level],
        shape: &Shape,
        written: &Written,
        make: impl FnOnce(&dyn Fn(ValueId) -> Option<Range>) -> R,
    ) -> Option<R> {
        let inner = levels.last()?;
        let (findings, vars) = (Findings::of(program), levels.iter().map(|level| level.var).collect());
        let sides = [shape.outer, shape.inner];
        let found = (program, &findings);
        let mut vector = Vector::new(self, written, found, shape.rows(levels), inner.var, sides, vars);
        vector.learn();
        Some(make(&|node| vector.range(node).now().copied()))
    }
}
