//! Where boundary rules lead from indices outside of a block.

/// An index reflected at the first and at the last one, which are not repeated.
///
/// ```
/// use unite_core::staged::mirrored;
/// assert_eq!([-2, -1, 0, 3, 4, 5].map(|at| mirrored(at, 0, 3)), [2, 1, 0, 3, 2, 1]);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mirrored(at: isize, first: isize, last: isize) -> isize {
    if first <= at && at <= last { at } else { far_mirrored(at, first, last) }
}

/// An index reflected before the first and after the last one, which are repeated.
///
/// ```
/// use unite_core::staged::reflected;
/// assert_eq!([-2, -1, 0, 3, 4, 5].map(|at| reflected(at, 0, 3)), [1, 0, 0, 3, 3, 2]);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn reflected(at: isize, first: isize, last: isize) -> isize {
    if first <= at && at <= last { at } else { far_reflected(at, first, last) }
}

/// An index that begins anew after the last one.
///
/// ```
/// use unite_core::staged::wrapped;
/// assert_eq!([-2, -1, 0, 3, 4, 5].map(|at| wrapped(at, 0, 3)), [2, 3, 0, 3, 0, 1]);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wrapped(at: isize, first: isize, last: isize) -> isize {
    if first <= at && at <= last { at } else { far_wrapped(at, first, last) }
}

macro_rules! rules {
    ($integer:ty, $(#[$away:meta])? $visible:vis, $mirrored:ident, $reflected:ident, $wrapped:ident) => {
        /// [`mirrored`] of any index.
        $(#[$away])?
        $visible fn $mirrored(at: $integer, first: $integer, last: $integer) -> $integer {
            let period = (2 * (last - first)).max(1);
            let at = (at - first).rem_euclid(period);
            first + at.min(period - at).min(last - first)
        }

        /// [`reflected`] of any index.
        $(#[$away])?
        $visible fn $reflected(at: $integer, first: $integer, last: $integer) -> $integer {
            let period = (2 * (last - first + 1)).max(1);
            let at = (at - first).rem_euclid(period);
            first + at.min(period - 1 - at)
        }

        /// [`wrapped`] of any index.
        $(#[$away])?
        $visible fn $wrapped(at: $integer, first: $integer, last: $integer) -> $integer {
            first + (at - first).rem_euclid((last - first + 1).max(1))
        }
    };
}

// Away from the code that runs inside a block.
rules!(isize, #[inline(never)] , far_mirrored, far_reflected, far_wrapped);

// For numbers that may leave an `isize` on the way.
rules!(i128, pub, mirrored_widely, reflected_widely, wrapped_widely);
