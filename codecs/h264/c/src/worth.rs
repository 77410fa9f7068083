//! What the levels of a block are worth to encoders that drop blocks of few small ones.

/// What a level of 1 or -1 is worth after so many zeros, of a 4x4 block.
const WORTH: [u8; 16] = [3, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// What at most 16 levels are worth, of which those are 1 or -1 whose bits are set.
#[inline(always)]
pub fn score(mut mask: u32) -> i32 {
    let mut score = 0;
    while mask != 0 {
        let run = mask.trailing_zeros();
        score += i32::from(WORTH[run as usize]);
        mask = mask >> run >> 1;
    }
    score
}
