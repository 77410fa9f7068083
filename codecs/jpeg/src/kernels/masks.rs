//! Where the levels of a block are not zero: what the entropy coder jumps along (T.81 F.1.2.2).

use unite::kernel;

/// Sets bit `k` of a block's mask where its level `k` is not zero.
#[kernel]
pub fn nonzero(levels: &Tensor<[[i16; 64]]>, masks: &mut Tensor<[u64]>) {
    for b in 0..masks.extent(0) {
        // One byte a level, 1 << k % 8 or 0; the eight bytes of a group then add up to eight bits.
        let mut flags = [0u8; 64];
        for k in 0..64 {
            flags[k] = if levels[[b, k]] != 0 { 1 << (k % 8) } else { 0 };
        }
        let mut mask = 0;
        for (group, flags) in flags.as_chunks::<8>().0.iter().enumerate() {
            let sum = u64::from_le_bytes(*flags).wrapping_mul(u64::MAX / 0xFF) >> 56;
            mask |= sum << (8 * group);
        }
        masks[[b]] = mask;
    }
}
