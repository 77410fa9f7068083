//! Loops over refined tensors: where indices are divided by a constant, as many points as that are one group, and are written out.
//! Within a group the quotient is the same, and the compiler sees elements side by side.

use super::Site;
use crate::cost::GROUPED;
use crate::ir::{Atom, Id, Index, Op};

/// The point of a group that code is emitted for.
#[derive(Clone, Copy)]
pub struct Point {
    /// The variable of the loop.
    pub var: Id,
    /// How many points a group has.
    pub points: i64,
    /// Which of them it is.
    pub number: i64,
}

impl Point {
    /// An index, in terms of the number of the group.
    pub fn of(self, index: &Index) -> Index {
        index.substitute(&mut |atom| {
            let group = || Index::atom(Atom::Group(self.var)).scaled(self.points).offset(self.number);
            (*atom == Atom::Var(self.var)).then(group)
        })
    }
}

impl Site<'_> {
    /// How many points of a variable make a group, if a group is worth writing out: what indices in the scope divide it by.
    /// Loops of constant extents the compiler unrolls by itself.
    pub fn group(&self, var: Id, extent: &Index, scope: Id) -> Option<i64> {
        if extent.as_constant().is_some()
            || !self.knows_extents()
            || self.has_rules(scope)
            || self.point.is_some()
        {
            return None;
        }
        // Every other point is another one where conditions ask whether it is even.
        let mut points = if self.asks_for_turns(var) { 2 } else { 1 };
        for (access, a) in self.kernel.accesses.iter().enumerate() {
            if !self.is_in(a.scope, scope) {
                continue;
            }
            for index in self.data(access) {
                index.for_each_atom(&mut |atom| {
                    if let Atom::Op(Op::FloorDiv, args) = atom
                        && args[0].terms.contains(&(Atom::Var(var), 1))
                        && let Some(by) = args[1].as_constant()
                        && points % by != 0
                    {
                        points = if by % points == 0 { by } else { i64::MAX };
                    }
                });
            }
        }
        (2..=GROUPED).contains(&points).then_some(points)
    }
}
