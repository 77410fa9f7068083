//! Where the levels of a block are not zero: what the entropy coder jumps along (T.81 F.1.2.2).

use unite::kernel;

/// Levels from `-SMALL` up to `SMALL - 1` are small.
pub const SMALL: i32 = 32;

/// The masks of sixteen blocks, which lie as [`quantize`](super::quantize()) leaves them: four words of 16 bits each, the
/// lowest first.
///
/// Bit `k` is set where level `k` of the zig-zag sequence is not zero. The first level is coded in any case, and bit 0 says
/// instead that some other level is not [small](SMALL).
#[kernel]
pub fn nonzero(levels: &Tensor<[[[i16; 16]; 8]; 8]>, masks: &mut Tensor<[[u16; 4]]>) {
    for b in 0..16 {
        let (mut first, mut second, mut third, mut fourth) = (0, 0, 0, 0);
        let (mut least, mut greatest) = (0i16, 0i16);
        for (k, [v, u]) in levels[[.., .., b]].zigzag().enumerate() {
            let level = levels[[v, u, b]] as i16;
            let bit = if level != 0 { 1 << (k % 16) } else { 0 };
            if k == 0 {
            } else {
                least = least.min(level);
                greatest = greatest.max(level);
                if k < 16 {
                    first += bit;
                } else if k < 32 {
                    second += bit;
                } else if k < 48 {
                    third += bit;
                } else {
                    fourth += bit;
                }
            }
        }
        masks[[b, 0]] = first + if i32::from(least) < -SMALL || i32::from(greatest) >= SMALL { 1 } else { 0 };
        masks[[b, 1]] = second;
        masks[[b, 2]] = third;
        masks[[b, 3]] = fourth;
    }
}

/// The four words as one.
#[inline(always)]
pub(crate) fn mask(words: [u16; 4]) -> u64 {
    words.into_iter().rev().fold(0, |mask, word| mask << 16 | u64::from(word))
}
