//! Elements of which each stands for several points in turn: those of a plane that is coarser than the points of a loop.

use super::factor;
use crate::cost::REPEATED;
use crate::ir::{Atom, Id, Index, Kernel, Op};

/// How the elements of an access stand for the points along a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The axis along which they lie.
    pub axis: usize,
    /// How far they are apart on it.
    pub by: i64,
    /// For how many points each of them stands.
    pub times: i64,
}

impl Repeated {
    /// What an index on each axis says, if it is that of the same element for a few points along a variable, and then of another one.
    pub fn along(kernel: &Kernel, data: &[Index], var: Id) -> Option<Repeated> {
        let is_along = |index: &Index| index.any_atom(|atom| *atom == Atom::Var(var));
        let mut axes = data.iter().enumerate().filter(|(_, index)| is_along(index));
        let (axis, index) = axes.next().filter(|_| axes.next().is_none())?;
        let mut terms = index.terms.iter().filter(|(atom, _)| is_along(&Index::atom(atom.clone())));
        let ((atom, by), None) = (terms.next()?, terms.next()) else { return None };
        let Atom::Op(op, args) = atom else { return None };
        let [point, count] = &args[..] else { return None };
        let times = match (op, count.as_constant()?) {
            (Op::FloorDiv, times) => times,
            (Op::Shr, bits @ 0..8) => 1 << bits,
            // Towards zero is down from there on.
            (Op::Div, times) if starts_at_zero(kernel, point, var) => times,
            _ => return None,
        };
        (factor(point, var) == Some(1) && REPEATED.contains(&times)).then_some(Repeated {
            axis,
            by: *by,
            times,
        })
    }
}

/// Whether an index is a variable that counts from 0 or a greater number on, and a number that is not negative.
fn starts_at_zero(kernel: &Kernel, point: &Index, var: Id) -> bool {
    let starts = kernel.vars[var].start.as_constant().is_some_and(|start| start >= 0);
    starts && point.terms == [(Atom::Var(var), 1)] && point.constant >= 0
}
