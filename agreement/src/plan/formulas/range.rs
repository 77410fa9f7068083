//! Ranges of values, as they are drawn.

use super::{Binary, Unary};

/// From the least to the greatest value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub least: i64,
    /// The greatest.
    pub greatest: i64,
}

impl Range {
    /// One number.
    pub fn of(number: i64) -> Self {
        Range { least: number, greatest: number }
    }

    /// Numbers up to `greatest`, or down to its negative.
    fn around(greatest: i64) -> Self {
        Range { least: -greatest, greatest }
    }

    /// Whether all of it lies in another one.
    pub fn is_in(self, other: Range) -> bool {
        other.least <= self.least && self.greatest <= other.greatest
    }

    /// Both, and what is between.
    pub fn with(self, other: Range) -> Self {
        Range { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }

    /// The largest size of a number.
    pub fn size(self) -> i64 {
        self.least.abs().max(self.greatest.abs())
    }

    fn map(self, f: impl Fn(i64) -> i64) -> Self {
        Range::of(f(self.least)).with(Range::of(f(self.greatest)))
    }

    /// What becomes of it.
    pub fn unary(self, op: Unary) -> Self {
        match op {
            Unary::Abs => Range { least: 0, greatest: self.size() },
            Unary::Neg => self.map(|v| -v),
            Unary::Shr(by) => self.map(|v| v >> by),
            Unary::Shl(by) => self.map(|v| v << by),
            Unary::Div(by) => self.map(|v| v / by),
            Unary::Rem(by) => Range::around(by - 1),
            Unary::Mask(mask) => Range { least: 0, greatest: mask },
            Unary::As(elem) => elem.range(),
            Unary::Clamp(least, greatest) => Range { least, greatest },
            Unary::Signum => Range::around(1),
            Unary::Halved => self.map(|v| v / 2),
        }
    }

    /// What becomes of two.
    pub fn binary(self, op: Binary, other: Range) -> Self {
        let corners = |f: &dyn Fn(i64, i64) -> i64| {
            self.map(|a| f(a, other.least)).with(self.map(|a| f(a, other.greatest)))
        };
        match op {
            Binary::Add => corners(&|a, b| a + b),
            Binary::Sub => corners(&|a, b| a - b),
            Binary::Mul => corners(&|a, b| a * b),
            Binary::Min => corners(&|a, b| a.min(b)),
            Binary::Max => corners(&|a, b| a.max(b)),
            Binary::And | Binary::Or | Binary::Xor => {
                Range::around(self.with(other).size().max(1).unsigned_abs().next_power_of_two() as i64 * 2)
            }
            Binary::WrappingAdd | Binary::WrappingSub => super::Elem::I16.range(),
            Binary::Less => Range { least: 0, greatest: 1 },
            Binary::Quotient => Range::around(self.size()),
            Binary::Remainder => Range::around(self.size().min(other.size() - 1)),
        }
    }
}
