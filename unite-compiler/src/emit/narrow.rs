//! Programs of lanes, in which what is cut to 16 bits is computed in them.

use super::vector::Vector;
use super::{Emitter, Written};
use crate::lanes::value::{Op, Program, Type};
use crate::plans::{Level, Shape};
use crate::rules::Findings;
use crate::rules::narrowed::narrowed;

impl Emitter<'_> {
    /// A program with lanes of 16 bits where no more is left of them.
    pub fn narrowed(&self, program: Program, levels: &[Level], shape: &Shape, written: &Written) -> Program {
        let is_cut = |ty: Type| matches!(ty, Type::I16 | Type::U16);
        let Some(inner) = levels.last() else { return program };
        if !program.nodes.iter().any(|value| matches!(value.op, Op::Cast) && is_cut(value.ty)) {
            return program;
        }
        let (findings, vars) = (Findings::of(&program), levels.iter().map(|level| level.var).collect());
        let sides = [shape.outer, shape.inner];
        let found = (&program, &findings);
        let mut vector = Vector::new(self, written, found, shape.rows(levels), inner.var, sides, vars);
        vector.learn();
        let narrow = narrowed(&program, &|node| vector.range(node).now().copied());
        narrow.unwrap_or(program)
    }
}
