//! Distances between neighbours.

/// A distance that the compiler does not know: it reads the neighbour where that lies, in place of keeping it from the
/// iteration before, which takes more instructions where iterations run side by side.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn distance(elements: isize) -> isize {
    core::hint::black_box(elements)
}
