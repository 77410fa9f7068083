//! What tables of other encoders have in common, for samples of any depth.

/// The rows of samples that x264 encodes.
pub const FENC_STRIDE: isize = 16;

/// The rows of the pictures that x264 reconstructs macroblocks in.
pub const FDEC_STRIDE: isize = 32;

/// Fills slots `0..N` of a table.
///
/// # Safety
/// It has so many.
pub unsafe fn fill<T: Copy, const N: usize>(table: *mut T, functions: [T; N]) {
    // SAFETY: the caller vouches for the slots.
    unsafe { table.cast::<[T; N]>().write(functions) }
}
