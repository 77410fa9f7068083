//! What a statement is by definition.

use super::{Binary, Elem, Fold, Statement, Term, Way};

/// Infinity, and its negative, as the numbers that stand for them.
pub const INFINITY: [i64; 2] = [i64::MIN, i64::MAX];

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
            Term::Not(of) => i64::from(of.value(read) == 0),
            Term::Clamp(of, least, most) => of.value(read).clamp(*least, *most),
            Term::Where(of, value) => {
                if of.value(read) > 1 {
                    value.value(read)
                } else {
                    0
                }
            }
            Term::Of(op, left, right) => op.value(left.value(read), right.value(read)),
        }
    }

    /// Whether something in it is not looked into where operands are absent: a call, or the larger or the smaller of two that are not
    /// both known to be nothing there.
    pub fn is_opaque(&self) -> bool {
        match self {
            Term::Stored(_) | Term::Dense(_) | Term::Number(_) => false,
            Term::Neg(of) | Term::Abs(of) | Term::Not(of) | Term::Clamp(of, ..) => of.is_opaque(),
            Term::Where(..) => true,
            Term::Of(Binary::Larger | Binary::Min | Binary::Max | Binary::Greater | Binary::Unequal, ..) => {
                true
            }
            Term::Of(_, left, right) => left.is_opaque() || right.is_opaque(),
        }
    }
}

impl Binary {
    fn value(self, a: i64, b: i64) -> i64 {
        if matches!(self, Binary::Add | Binary::Sub) && INFINITY.contains(&a) {
            return a;
        }
        if self == Binary::Add && INFINITY.contains(&b) {
            return b;
        }
        match self {
            Binary::Greater => i64::from(a > b),
            Binary::Unequal => i64::from(a != b),
            Binary::Both => i64::from(a != 0 && b != 0),
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
    /// The number that stands for what is not stored.
    pub fn absent(&self) -> i64 {
        let [least, most] = match self.elem {
            Elem::U8 => [0, 255],
            Elem::I32 => [i64::from(i32::MIN), i64::from(i32::MAX)],
            Elem::F64 => INFINITY,
        };
        match self.fill() {
            super::Fill::Zero => 0,
            super::Fill::One => 1,
            super::Fill::Most => most,
            super::Fill::Least => least,
        }
    }

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
        let mut sum: Option<i64> = None;
        for point in 0..reduced.iter().map(|&name| extents[name]).product::<usize>() {
            let mut rest = point;
            for &name in &reduced {
                at[name] = rest % extents[name];
                rest /= extents[name];
            }
            let value = self.term.value(&|of| read(of, at));
            sum = Some(match (self.fold, sum) {
                (Fold::Count | Fold::Any | Fold::All, None) => i64::from(value != 0),
                (_, None) => value,
                (Fold::Sum, Some(sum)) => sum + value,
                (Fold::Count, Some(sum)) => sum + i64::from(value != 0),
                (Fold::Any, Some(sum)) => sum | i64::from(value != 0),
                (Fold::All, Some(sum)) => sum & i64::from(value != 0),
                // Of another fill there may be more than a number.
                (Fold::Product, Some(sum)) => sum.saturating_mul(value),
                (Fold::Max, Some(sum)) => sum.max(value),
                (Fold::Min, Some(sum)) => sum.min(value),
            });
        }
        let sum = sum.unwrap_or(0);
        match self.way {
            Way::Set => sum,
            Way::Add => before + sum,
            Way::Sub => before - sum,
        }
    }
}
