//! Where the levels of a block are not zero: what the entropy coder jumps along (T.81 F.1.2.2).

use unite::kernel;

/// Sets bit `k` of a block's mask where its level `k` is not zero.
#[kernel]
pub fn nonzero(levels: &Tensor<[[i16; 64]]>, masks: &mut Tensor<[u64]>) {
    // Eight levels at a time are bytes of a word, whose bits `k / 8` are set: the words of a block add up to the mask
    // with the halves of the number of each bit exchanged. That way all is done for many levels, or blocks, at once.
    for b in 0..masks.extent(0) {
        let mut flags = [0u8; 64];
        for k in 0..64 {
            flags[k] = if levels[[b, k]] != 0 { 1 << (k / 8) } else { 0 };
        }
        let mut exchanged = 0;
        for group in flags.as_chunks::<8>().0 {
            exchanged |= u64::from_le_bytes(*group);
        }
        masks[[b]] = exchanged;
    }
    for b in 0..masks.extent(0) {
        masks[[b]] = transposed(masks[[b]]);
    }
}

/// Moves bit `8 i + j` to `8 j + i`: exchanges single bits, then squares of two by two and of four by four bits, across
/// the diagonal.
#[inline(always)]
fn transposed(mut bits: u64) -> u64 {
    for (distance, below) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0xF0F0_F0F0)] {
        let moved = (bits ^ bits >> distance) & below;
        bits ^= moved ^ moved << distance;
    }
    bits
}
