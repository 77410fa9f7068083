//! Factors, steps and lengths that only the run knows.

use super::Fault;

/// The quotient by a number of the program, rounded down. By what is no factor, 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn divided(index: isize, by: isize) -> isize {
    if by >= 1 { index.div_euclid(by) } else { 0 }
}

/// The same for numbers that may leave an `isize` on the way.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn divided_widely(index: i128, by: i128) -> i128 {
    if by >= 1 { index.div_euclid(by) } else { 0 }
}

/// Whether a number is one to coarsen, to refine or to step by.
///
/// # Errors
/// [`Fault::Factor`] if it is below 1.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn is_factor(axis: usize, factor: isize) -> Result<(), Fault> {
    if factor >= 1 { Ok(()) } else { Err(Fault::Factor { axis, factor }) }
}

/// Whether a row has as many elements as are listed.
///
/// # Errors
/// [`Fault::Count`] if it has fewer, or others where there may be none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_listed(axis: usize, extent: isize, count: isize, all: bool) -> Result<(), Fault> {
    let holds = if all { extent == count } else { extent >= count };
    if holds { Ok(()) } else { Err(Fault::Count { axis, extent, count, all }) }
}
