//! Data that looks like nothing, and is the same every time.

/// `length` numbers below `bound`.
pub fn samples(length: usize, bound: u32) -> impl Iterator<Item = u32> {
    let mut state = 1u32;
    (0..length).map(move |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(state) * u64::from(bound)) >> 32) as u32
    })
}

/// `length` bytes.
pub fn bytes(length: usize) -> Vec<u8> {
    samples(length, 256).map(|sample| sample as u8).collect()
}
