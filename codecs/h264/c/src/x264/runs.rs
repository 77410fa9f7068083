//! Levels that are not 0: where they are, and what they are worth to x264.

use crate::worth;

/// What a level of 1 or -1 is worth after so many zeros, of an 8x8 block: 3 after less than 4, 2 after less than 12, 1 after less than 24.
/// Looked up: of conditions each is a branch that is seldom foreseen.
pub const WORTH_8X8: [u8; 64] = {
    let mut worth = [0; 64];
    let mut run = 0;
    while run < 24 {
        worth[run] = if run < 4 { 3 } else { 2 - (run >= 12) as u8 };
        run += 1;
    }
    worth
};

/// What is worth as much is kept, and how much it is does not matter: x264's C goes on, its assembly stops as well.
pub const ENOUGH: i32 = 6;

/// What is said of levels that are kept.
pub const MOST: i32 = 9;

/// What levels are worth: where they are not 0, and whether any is large.
#[inline(always)]
pub fn score([mask, large]: [i32; 2]) -> i32 {
    if large != 0 { MOST } else { worth::score(mask as u32) }
}

/// The index of the last level that is not 0, or -1.
#[inline(always)]
pub fn last([mask, _]: [i32; 2]) -> i32 {
    31 - (mask as u32).leading_zeros() as i32
}

/// Levels that are not 0, the last one first, and how many there are.
#[inline(always)]
pub fn taken_out<T: Copy, const N: usize>([mask, _]: [i32; 2], levels: &[T; N], to: &mut [T; 18]) -> i32 {
    let (mut left, mut count) = (mask as u32 & ((1 << N) - 1), 0);
    while left != 0 {
        let k = 31 - left.leading_zeros();
        to[count] = levels[k as usize % N];
        left ^= 1 << k;
        count += 1;
    }
    count as i32
}

/// How many there are.
#[inline(always)]
pub fn count(size: i32) -> usize {
    size.max(0) as usize
}

/// Where 64 levels are not 0.
#[inline(always)]
pub fn all_of([first, second, _]: [i32; 3]) -> u64 {
    u64::from(first as u32) | u64::from(second as u32) << 32
}
