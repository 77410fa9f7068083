//! The interval that a value lies in, computed at compile time.

use core::fmt;

/// All integers from `first` to `last`, both included.
///
/// The methods compute, in mathematical integers, an interval that holds every result of an operation on a value of
/// each operand. It is the smallest such interval, unless a method says otherwise. Beyond ±2^96 a range no longer
/// tells values apart: what is computed from such a range holds everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The smallest value.
    pub first: i128,
    /// The largest value.
    pub last: i128,
}

/// Where ranges end: far outside of what any lane holds, and small enough for sums of bounds.
const FAR: i128 = 1 << 96;

const fn smaller(a: i128, b: i128) -> i128 {
    if a < b { a } else { b }
}

const fn larger(a: i128, b: i128) -> i128 {
    if a > b { a } else { b }
}

const fn near(bound: i128) -> i128 {
    smaller(larger(bound, -FAR), FAR)
}

impl Range {
    /// The values of a `u8`.
    pub const U8: Range = Range::new(0, 0xFF);
    /// The values of an `i8`.
    pub const I8: Range = Range::new(-0x80, 0x7F);
    /// The values of a `u16`.
    pub const U16: Range = Range::new(0, 0xFFFF);
    /// The values of an `i16`.
    pub const I16: Range = Range::new(-0x8000, 0x7FFF);
    /// The values of a `u32`.
    pub const U32: Range = Range::new(0, 0xFFFF_FFFF);
    /// The values of an `i32`.
    pub const I32: Range = Range::new(-0x8000_0000, 0x7FFF_FFFF);

    const EVERYTHING: Range = Range { first: -FAR, last: FAR };

    /// The integers from `first` to `last`.
    pub const fn new(first: i128, last: i128) -> Range {
        assert!(first <= last, "a range without values");
        Range { first: near(first), last: near(last) }
    }

    /// The range of one value.
    pub const fn exact(value: i128) -> Range {
        Range::new(value, value)
    }

    /// Whether there is one value only.
    pub const fn is_exact(self) -> bool {
        self.first == self.last
    }

    /// Whether all values lie in `other`.
    pub const fn fits(self, other: Range) -> bool {
        other.first <= self.first && self.last <= other.last
    }

    /// Itself if an `i32` holds it all, else the range of `i32`: what is left after arithmetic that wraps.
    pub const fn wrapped(self) -> Range {
        if self.fits(Range::I32) { self } else { Range::I32 }
    }

    /// Itself if it lies in the range of a type, else that range: what is left after arithmetic that wraps.
    pub const fn or_else_all(self, of: Range) -> Range {
        if self.fits(of) { self } else { of }
    }

    /// The smallest range that holds both.
    pub const fn union(self, other: Range) -> Range {
        Range { first: smaller(self.first, other.first), last: larger(self.last, other.last) }
    }

    /// The values that are in both, of which there must be one.
    pub const fn intersection(self, other: Range) -> Range {
        Range::new(larger(self.first, other.first), smaller(self.last, other.last))
    }

    /// `self * w + other * (total - w)`, for a `w` among `weights`. Where no weight is negative, that is not more than `total`
    /// times the larger of the two, nor less than so often the smaller.
    pub const fn mixed(self, other: Range, weights: Range, total: i128) -> Range {
        if weights.first < 0 || weights.last > total {
            return Range::EVERYTHING;
        }
        self.union(other).times(Range::exact(total))
    }

    const fn is_far(self) -> bool {
        self.first <= -FAR || self.last >= FAR
    }

    /// The smallest range that holds the four values.
    const fn around(corners: [i128; 4]) -> Range {
        let [a, b, c, d] = corners;
        Range::new(smaller(smaller(a, b), smaller(c, d)), larger(larger(a, b), larger(c, d)))
    }

    /// `self + other`
    pub const fn plus(self, other: Range) -> Range {
        if self.is_far() || other.is_far() {
            return Range::EVERYTHING;
        }
        Range::new(self.first + other.first, self.last + other.last)
    }

    /// `self - other`
    pub const fn minus(self, other: Range) -> Range {
        self.plus(other.negated())
    }

    /// `-self`
    pub const fn negated(self) -> Range {
        Range { first: -self.last, last: -self.first }
    }

    /// `self * other`
    pub const fn times(self, other: Range) -> Range {
        if self.is_far() || other.is_far() {
            return Range::EVERYTHING;
        }
        Range::around([
            self.first.saturating_mul(other.first),
            self.first.saturating_mul(other.last),
            self.last.saturating_mul(other.first),
            self.last.saturating_mul(other.last),
        ])
    }

    /// The sum of `count` values, each of them of this range.
    pub const fn sum_of(self, count: i128) -> Range {
        self.times(Range::exact(count))
    }

    /// `self << by`, which is `self` times a power of two. Negative shifts are left out.
    pub const fn shl(self, by: Range) -> Range {
        self.times(Range::new(power(by.first), power(by.last)))
    }

    /// `self >> by`, rounding towards negative infinity. Negative shifts are left out.
    pub const fn shr(self, by: Range) -> Range {
        if self.is_far() {
            return Range::EVERYTHING;
        }
        let (least, most) = (shift(by.first), shift(by.last));
        Range::around([self.first >> least, self.first >> most, self.last >> least, self.last >> most])
    }

    /// `self / by` as Rust divides, rounding towards zero. Divisors of zero are left out; if there is no other, the
    /// result is zero.
    pub const fn divided(self, by: Range) -> Range {
        if self.is_far() {
            return Range::EVERYTHING;
        }
        let below =
            if by.first < 0 { Some(self.divided_one_sign(by.first, smaller(by.last, -1))) } else { None };
        let above =
            if by.last > 0 { Some(self.divided_one_sign(larger(by.first, 1), by.last)) } else { None };
        match (below, above) {
            (Some(below), Some(above)) => below.union(above),
            (Some(range), None) | (None, Some(range)) => range,
            (None, None) => Range::exact(0),
        }
    }

    const fn divided_one_sign(self, first: i128, last: i128) -> Range {
        Range::around([self.first / first, self.first / last, self.last / first, self.last / last])
    }

    /// `self % by` as Rust computes it: the sign is that of `self`. Divisors of zero are left out. The smallest range
    /// if `by` is exact.
    pub const fn rem(self, by: Range) -> Range {
        if self.is_far() {
            return Range::EVERYTHING;
        }
        let by = by.abs();
        if by.last == 0 {
            return Range::exact(0);
        }
        if by.is_exact() && self.first / by.last == self.last / by.last && (self.first < 0) == (self.last < 0)
        {
            return Range::new(self.first % by.last, self.last % by.last);
        }
        // What is smaller than every divisor stays; the rest is smaller than the largest.
        let least = larger(by.first, 1);
        if self.fits(Range::new(1 - least, least - 1)) {
            return self;
        }
        let first = if self.first < 0 { larger(self.first, 1 - by.last) } else { 0 };
        let last = if self.last > 0 { smaller(self.last, by.last - 1) } else { 0 };
        Range::new(first, last)
    }

    /// The smaller of two values.
    pub const fn min(self, other: Range) -> Range {
        Range { first: smaller(self.first, other.first), last: smaller(self.last, other.last) }
    }

    /// The larger of two values.
    pub const fn max(self, other: Range) -> Range {
        Range { first: larger(self.first, other.first), last: larger(self.last, other.last) }
    }

    /// `self.clamp(lo, hi)`
    pub const fn clamp(self, lo: Range, hi: Range) -> Range {
        self.max(lo).min(hi)
    }

    /// The absolute value.
    pub const fn abs(self) -> Range {
        if self.first >= 0 {
            self
        } else if self.last <= 0 {
            self.negated()
        } else {
            Range { first: 0, last: larger(-self.first, self.last) }
        }
    }

    /// `self & other`
    pub const fn and(self, other: Range) -> Range {
        self.bits(other, Bits::And)
    }

    /// `self | other`
    pub const fn or(self, other: Range) -> Range {
        self.bits(other, Bits::Or)
    }

    /// `self ^ other`
    pub const fn xor(self, other: Range) -> Range {
        self.bits(other, Bits::Xor)
    }

    /// A bitwise operation. Operands are taken apart by sign, so that the bits of a part are in the order of its
    /// values.
    const fn bits(self, other: Range, operation: Bits) -> Range {
        if self.is_far() || other.is_far() {
            return Range::EVERYTHING;
        }
        let mut all: Option<Range> = None;
        let (ours, theirs) = (self.by_sign(), other.by_sign());
        let mut pair = 0;
        while pair < 4 {
            if let (Some(a), Some(b)) = (ours[pair / 2], theirs[pair % 2]) {
                let (a, b) = ((a.first as u128, a.last as u128), (b.first as u128, b.last as u128));
                let (first, last) = match operation {
                    Bits::And => (!largest_or(inverse(a), inverse(b)), !smallest_or(inverse(a), inverse(b))),
                    Bits::Or => (smallest_or(a, b), largest_or(a, b)),
                    Bits::Xor => (smallest_xor(a, b), largest_xor(a, b)),
                };
                let range = Range::new(first as i128, last as i128);
                all = match all {
                    Some(all) => Some(all.union(range)),
                    None => Some(range),
                };
            }
            pair += 1;
        }
        match all {
            Some(range) => range,
            None => unreachable!(),
        }
    }

    /// The negative values and the others.
    const fn by_sign(self) -> [Option<Range>; 2] {
        let below = if self.first < 0 {
            Some(Range { first: self.first, last: smaller(self.last, -1) })
        } else {
            None
        };
        let others =
            if self.last >= 0 { Some(Range { first: larger(self.first, 0), last: self.last }) } else { None };
        [below, others]
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.first, self.last)
    }
}

const fn shift(by: i128) -> u32 {
    smaller(larger(by, 0), 127) as u32
}

const fn power(by: i128) -> i128 {
    1 << smaller(larger(by, 0), 97)
}

#[derive(Clone, Copy)]
enum Bits {
    And,
    Or,
    Xor,
}

/// Bit patterns from the first to the last, as unsigned numbers.
type Patterns = (u128, u128);

const fn inverse((first, last): Patterns) -> Patterns {
    (!last, !first)
}

/// The bounds of bitwise operations on intervals, bit by bit from the top: H. S. Warren, Hacker's Delight, 4-3.
const TOP: u128 = 1 << 127;

const fn smallest_or((mut a, b): Patterns, (mut c, d): Patterns) -> u128 {
    let mut bit = TOP;
    while bit != 0 {
        let above = bit.wrapping_neg();
        if !a & c & bit != 0 {
            let raised = (a | bit) & above;
            if raised <= b {
                a = raised;
                break;
            }
        } else if a & !c & bit != 0 {
            let raised = (c | bit) & above;
            if raised <= d {
                c = raised;
                break;
            }
        }
        bit >>= 1;
    }
    a | c
}

const fn largest_or((a, mut b): Patterns, (c, mut d): Patterns) -> u128 {
    let mut bit = TOP;
    while bit != 0 {
        if b & d & bit != 0 {
            let lowered = (b - bit) | (bit - 1);
            if lowered >= a {
                b = lowered;
                break;
            }
            let lowered = (d - bit) | (bit - 1);
            if lowered >= c {
                d = lowered;
                break;
            }
        }
        bit >>= 1;
    }
    b | d
}

const fn smallest_xor((mut a, b): Patterns, (mut c, d): Patterns) -> u128 {
    let mut bit = TOP;
    while bit != 0 {
        let above = bit.wrapping_neg();
        if !a & c & bit != 0 {
            let raised = (a | bit) & above;
            if raised <= b {
                a = raised;
            }
        } else if a & !c & bit != 0 {
            let raised = (c | bit) & above;
            if raised <= d {
                c = raised;
            }
        }
        bit >>= 1;
    }
    a ^ c
}

const fn largest_xor((a, mut b): Patterns, (c, mut d): Patterns) -> u128 {
    let mut bit = TOP;
    while bit != 0 {
        if b & d & bit != 0 {
            let lowered = (b - bit) | (bit - 1);
            if lowered >= a {
                b = lowered;
            } else {
                let lowered = (d - bit) | (bit - 1);
                if lowered >= c {
                    d = lowered;
                }
            }
        }
        bit >>= 1;
    }
    b ^ d
}
