//! How far from 0 the numbers are that indices are made of.

use crate::geometry::LIMIT;

/// A number that indices are made of, not farther from 0 than 2^40: so far are coordinates, steps and strides of tensors that a
/// program can make. Those of views of views, which no limit holds, count as the farthest where they are farther.
///
/// ```
/// use unite_core::staged::near;
/// assert_eq!([7, isize::MIN].map(near), [7, -512 * i32::MAX as isize]);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn near(number: isize) -> isize {
    number.clamp(-FAR, FAR)
}

/// The farthest that is near.
pub(super) const FAR: isize = LIMIT.saturating_mul(512);
