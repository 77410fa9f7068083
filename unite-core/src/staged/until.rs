//! Points that make passes together, each as many as it wants.

/// Whether any point goes on: those of 1, not those of 0. They are as wide as most numbers, so that a vector of each has as many.
///
/// ```
/// use unite_core::staged::any;
/// assert!(any(&[0, 1]) && !any(&[0, 0]));
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn any<const N: usize>(going: &[u32; N]) -> bool {
    // Without a jump it is an instruction or two for all of them.
    going.iter().fold(0, |any, one| any | one) != 0
}
