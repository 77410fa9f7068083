//! Where the levels of a block are not zero: what the entropy coder jumps along (T.81 F.1.2.2).

/// Sets bit `k` of a mask where level `k` of the block is not zero, for a row of blocks.
pub(crate) fn nonzero_row(levels: &[[i16; 64]], masks: &mut [u64]) {
    for (mask, levels) in masks.iter_mut().zip(levels) {
        *mask = nonzero(levels);
    }
}

fn nonzero(levels: &[i16; 64]) -> u64 {
    // One byte a level, 1 << k % 8 or 0; the eight bytes of a group then add up to eight bits.
    let mut flags = [0u8; 64];
    for (k, (flag, &level)) in flags.iter_mut().zip(levels).enumerate() {
        *flag = if level != 0 { 1 << (k % 8) } else { 0 };
    }
    let mut mask = 0;
    for (group, flags) in flags.as_chunks::<8>().0.iter().enumerate() {
        let sum = u64::from_le_bytes(*flags).wrapping_mul(u64::MAX / 0xFF) >> 56;
        mask |= sum << (8 * group);
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_its_bit() {
        for k in 0..64 {
            let mut levels = [0; 64];
            levels[k] = if k % 2 == 0 { -256 } else { 1 };
            assert_eq!(nonzero(&levels), 1 << k);
        }
        assert_eq!(nonzero(&[-1; 64]), u64::MAX);
    }
}
