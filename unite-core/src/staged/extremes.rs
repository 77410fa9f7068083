//! The lesser and the greater of two indices, in constants too.

/// The lesser of two indices.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn index_min(a: isize, b: isize) -> isize {
    if a < b { a } else { b }
}

/// The greater of two indices.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn index_max(a: isize, b: isize) -> isize {
    if a > b { a } else { b }
}
