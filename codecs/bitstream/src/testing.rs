//! What the tests of the writers share.

/// The codes, one bit at a time, and `filling` bits up to a byte boundary.
pub fn pack(codes: &[(u32, u32)], filling: u32) -> Vec<u8> {
    let mut bits: Vec<u32> =
        codes.iter().flat_map(|&(code, length)| (0..length).rev().map(move |i| code >> i & 1)).collect();
    bits.resize(bits.len().next_multiple_of(8), filling);
    bits.chunks(8).map(|byte| byte.iter().fold(0, |byte, &bit| byte << 1 | bit as u8)).collect()
}

/// Strings of random codes of all lengths, with their lengths; in every other string nearly all bits are ones.
pub fn codes() -> impl Iterator<Item = Vec<(u32, u32)>> {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u32
    };
    [1, 2, 8, 17, 27, 32].into_iter().flat_map(|limit| (0..200).map(move |count| (limit, count))).map(
        move |(limit, count)| {
            let code = |_| {
                let length = random() % (limit + 1);
                let code = if count % 2 == 0 { u64::from(random()) << 1 } else { u64::MAX };
                ((code & ((1 << length) - 1)) as u32, length)
            };
            (0..count).map(code).collect()
        },
    )
}
