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

/// The categories of blocks of 16 levels (table 9-42), which x264's tables have a slot for each of.
pub const OF_16_LEVELS: &[usize] = &[0, 2, 6, 8, 10, 12];

/// Those of blocks without their first coefficient.
pub const OF_15_LEVELS: &[usize] = &[1, 4, 7, 11];

/// Those of blocks of the 8x8 transform.
pub const OF_64_LEVELS: &[usize] = &[5, 9, 13];

/// Fills some slots of a table with a function, and others with others.
///
/// # Safety
/// It has all of these slots.
pub unsafe fn fill_places<T: Copy>(table: *mut T, slots: &[(&[usize], T)]) {
    for (places, function) in slots {
        for &place in *places {
            // SAFETY: the caller vouches for the slots.
            unsafe { table.add(place).write(*function) }
        }
    }
}
