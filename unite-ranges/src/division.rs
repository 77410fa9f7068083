//! Divisions by constants.

use crate::range::Range;

/// A division of the numbers of a range by a constant.
#[derive(Clone, Copy, Debug)]
pub struct Division {
    by: i32,
    /// A factor, and by how much the upper half of the product is shifted right.
    reciprocal: Option<(i32, u32)>,
}

impl Division {
    /// A division of each number of `range` by the one that `by` begins with.
    ///
    /// A product with a factor that is larger than the reciprocal by `e / (by << bits)`, where `bits` are shifted out, is too
    /// large by less than `1 / by` as long as a number times `e` is less than `1 << bits`: the quotient is the same.
    ///
    /// # Panics
    /// If the divisor is 0, or no `i32`.
    pub const fn new(range: Range, by: Range) -> Division {
        assert!(by.first != 0, "a division by zero");
        assert!(by.fits(Range::I32), "the divisor has more than 32 bits");
        let by = by.first;
        let mut reciprocal = None;
        let mut shift = 0;
        while range.fits(Range::U16) && by > 0 && shift < 16 && reciprocal.is_none() {
            let one = 1 << (16 + shift);
            let factor = (one + by - 1) / by;
            if factor > Range::U16.last {
                break;
            }
            if range.last * (factor * by - one) < one {
                reciprocal = Some((factor as i32, shift));
            }
            shift += 1;
        }
        Division { by: by as i32, reciprocal }
    }

    /// Whether it is a product with one constant.
    pub const fn has_reciprocal(self) -> bool {
        self.reciprocal.is_some()
    }

    /// The divisor.
    pub const fn by(self) -> i32 {
        self.by
    }

    /// A factor, and by how much the upper half of the product is shifted right, if that is the quotient.
    pub const fn reciprocal(self) -> Option<(i32, u32)> {
        self.reciprocal
    }
}
