//! Indices outside a block, reflected at its edges.

/// An index reflected between the first and the last one, which are not repeated.
///
/// ```
/// use unite_core::staged::mirrored;
/// assert_eq!([-2, -1, 0, 3, 4, 5].map(|at| mirrored(at, 0, 3)), [2, 1, 0, 3, 2, 1]);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mirrored(at: isize, first: isize, last: isize) -> isize {
    if first <= at && at <= last { at } else { reflected(at, first, last) }
}

/// Away from the code that runs inside a block.
#[inline(never)]
fn reflected(at: isize, first: isize, last: isize) -> isize {
    let period = (2 * (last - first)).max(1);
    let at = (at - first).rem_euclid(period);
    first + at.min(period - at).min(last - first)
}

/// The same for numbers that may leave an `isize` on the way.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mirrored_widely(at: i128, first: i128, last: i128) -> i128 {
    let period = (2 * (last - first)).max(1);
    let at = (at - first).rem_euclid(period);
    first + at.min(period - at).min(last - first)
}
