//! What a statement is by definition.

use super::{Binary, Statement, Term, Way};

/// An element that a term reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// Of a stored operand.
    Stored(usize),
    /// Of a dense factor.
    Dense(usize),
}

impl Term {
    /// Its value.
    pub fn value(&self, read: &dyn Fn(Read) -> i64) -> i64 {
        match self {
            Term::Stored(number) => read(Read::Stored(*number)),
            Term::Dense(number) => read(Read::Dense(*number)),
            Term::Number(number) => *number,
            Term::Neg(of) => -of.value(read),
            Term::Abs(of) => of.value(read).abs(),
            Term::Clamp(of, least, most) => of.value(read).clamp(*least, *most),
            Term::Of(op, left, right) => op.value(left.value(read), right.value(read)),
        }
    }

    /// Whether something in it is not looked into where operands are absent: a call, or the larger or the smaller of two that are not
    /// both known to be nothing there.
    pub fn is_opaque(&self) -> bool {
        match self {
            Term::Stored(_) | Term::Dense(_) | Term::Number(_) => false,
            Term::Neg(of) | Term::Abs(of) | Term::Clamp(of, ..) => of.is_opaque(),
            Term::Of(Binary::Larger | Binary::Min | Binary::Max, ..) => true,
            Term::Of(_, left, right) => left.is_opaque() || right.is_opaque(),
        }
    }
}

impl Binary {
    fn value(self, a: i64, b: i64) -> i64 {
        match self {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            Binary::Div => a / b,
            Binary::Rem => a % b,
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::Min => a.min(b),
            Binary::Max | Binary::Larger => a.max(b),
        }
    }
}

impl Statement {
    /// What an element of the target becomes, whose iterators have these indices; by name of iterator, all of them, `extents` is how far
    /// each goes. `read` answers what is read at indices of all iterators, and `before` is what the element was.
    pub fn element(
        &self,
        mut at: [usize; 3],
        extents: [usize; 3],
        before: i64,
        read: &dyn Fn(Read, [usize; 3]) -> i64,
    ) -> i64 {
        let reduced = self.reduced();
        let mut sum = 0;
        for point in 0..reduced.iter().map(|&name| extents[name]).product::<usize>() {
            let mut rest = point;
            for &name in &reduced {
                at[name] = rest % extents[name];
                rest /= extents[name];
            }
            sum += self.term.value(&|of| read(of, at));
        }
        match self.way {
            Way::Set => sum,
            Way::Add => before + sum,
            Way::Sub => before - sum,
        }
    }
}
