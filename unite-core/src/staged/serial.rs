//! Loops whose elements come one after the other.

/// Stands in the body of a loop that the compiler is not to vectorise. It is no instruction.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn serial() {
    // What the compiler cannot look into keeps its place in every iteration.
    core::hint::black_box(());
}
