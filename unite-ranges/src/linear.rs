//! Numbers as sums of others, computed at compile time.

use super::range::Range;

/// What is known of a number: that it is `terms[0] * x[0] + terms[1] * x[1] + .. + rest`, where `x` are `K` numbers that
/// do not depend on each other, and that it lies in a range.
///
/// Intervals alone lose what sums have in common: `(x + y) - x` has the range of `y`, but the difference of the intervals
/// of `x + y` and of `x` is larger. The methods take the ranges of `x`, and compute what [`Range`] does, or less.
#[derive(Clone, Copy, Debug)]
pub struct Linear<const K: usize> {
    terms: [i128; K],
    rest: Range,
    range: Range,
}

/// Beyond that, terms are no longer followed.
const LARGEST: i128 = 1 << 48;

impl<const K: usize> Linear<K> {
    /// A number of which nothing is known but its range.
    pub const fn of(range: Range) -> Self {
        Linear { terms: [0; K], rest: range, range }
    }

    /// `x[k]`
    pub const fn number(k: usize, x: &[Range; K]) -> Self {
        let mut terms = [0; K];
        terms[k] = 1;
        Linear { terms, rest: Range::exact(0), range: x[k] }
    }

    /// Where it lies.
    pub const fn range(self) -> Range {
        self.range
    }

    /// `self * by + other`, which lies in `interval`.
    const fn sum(self, by: i128, other: Self, interval: Range, x: &[Range; K]) -> Self {
        let mut terms = other.terms;
        let mut range = self.rest.times(Range::exact(by)).plus(other.rest);
        let rest = range;
        let mut k = 0;
        while k < K {
            terms[k] += self.terms[k] * by;
            if terms[k] > LARGEST || terms[k] < -LARGEST {
                return Self::of(interval);
            }
            range = range.plus(x[k].times(Range::exact(terms[k])));
            k += 1;
        }
        Linear { terms, rest, range: range.intersection(interval) }
    }

    /// `self + other`
    pub const fn plus(self, other: Self, x: &[Range; K]) -> Self {
        self.sum(1, other, self.range.plus(other.range), x)
    }

    /// `self - other`
    pub const fn minus(self, other: Self, x: &[Range; K]) -> Self {
        other.sum(-1, self, self.range.minus(other.range), x)
    }

    /// `-self`
    pub const fn negated(self, x: &[Range; K]) -> Self {
        self.sum(-1, Self::of(Range::exact(0)), self.range.negated(), x)
    }

    /// `self * other`
    pub const fn times(self, other: Self, x: &[Range; K]) -> Self {
        let (number, by) = if other.range.is_exact() { (self, other.range) } else { (other, self.range) };
        let interval = self.range.times(other.range);
        if !by.is_exact() || by.first > LARGEST || by.first < -LARGEST {
            return Self::of(interval);
        }
        number.sum(by.first, Self::of(Range::exact(0)), interval, x)
    }

    /// Itself, which is known to lie in `range` too.
    pub const fn within(self, range: Range) -> Self {
        Linear { range: self.range.intersection(range), ..self }
    }

    /// `self << by`
    pub const fn shl(self, by: Self, x: &[Range; K]) -> Self {
        let interval = self.range.shl(by.range);
        if !by.range.is_exact() || by.range.first < 0 || by.range.first > 32 {
            return Self::of(interval);
        }
        self.sum(1 << by.range.first, Self::of(Range::exact(0)), interval, x)
    }

    /// Itself if it lies in the range of a type, else anything of that range: what is left after arithmetic that wraps.
    pub const fn or_else_all(self, of: Range) -> Self {
        if self.range.fits(of) { self } else { Self::of(of) }
    }
}
