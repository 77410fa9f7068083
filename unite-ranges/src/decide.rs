//! Which lanes hold which ranges.

use crate::range::Range;

/// The key of lanes of 8 bits without sign.
pub const U8: u32 = 8;
/// The key of lanes of 16 bits with a sign.
pub const I16: u32 = 16;
/// The key of lanes of 16 bits without sign.
pub const U16: u32 = 17;
/// The key of lanes of 32 bits with a sign.
pub const I32: u32 = 32;

/// The key of the narrowest lane type that holds values of all of `ranges`; [`I32`] where none does.
pub const fn lane(ranges: &[Range]) -> u32 {
    let keys = [(U8, Range::U8), (I16, Range::I16), (U16, Range::U16)];
    let mut at = 0;
    while at < keys.len() {
        let (key, range) = keys[at];
        let mut fit = 0;
        while fit < ranges.len() && ranges[fit].fits(range) {
            fit += 1;
        }
        if fit == ranges.len() {
            return key;
        }
        at += 1;
    }
    I32
}

/// The bits of the widest lanes among these keys.
pub const fn widest(keys: &[u32]) -> u32 {
    let (mut at, mut widest) = (0, 8);
    while at < keys.len() {
        // The key 17 is of 16 bits.
        let bits = keys[at] & !7;
        widest = if bits > widest { bits } else { widest };
        at += 1;
    }
    widest
}

/// Whether lanes of these keys all have at most 16 bits.
pub const fn are_narrow(keys: &[u32]) -> bool {
    let mut at = 0;
    while at < keys.len() && keys[at] != I32 {
        at += 1;
    }
    at == keys.len()
}

/// Whether both numbers have 16 bits and a sign.
pub const fn are_signed(a: Range, b: Range) -> bool {
    a.fits(Range::I16) && b.fits(Range::I16)
}

/// Whether a sum of products is one of pairs of 16-bit numbers: the key of the operands, and the constants. A constant
/// of up to 17 bits is two of 16.
pub const fn pairs(key: u32, constants: &[i32]) -> bool {
    let mut fit = key == U8 || key == I16;
    let mut at = 0;
    while at < constants.len() {
        fit = fit && -0xFFFF < constants[at] && constants[at] < 0xFFFF;
        at += 1;
    }
    fit
}

/// Whether a sum of products is one of [`pairs`] of which each constant has 16 bits.
pub const fn single_pairs(key: u32, constants: &[i32]) -> bool {
    let (mut fit, mut at) = (pairs(key, constants), 0);
    while at < constants.len() {
        fit = fit && -0x8000 <= constants[at] && constants[at] <= 0x7FFF;
        at += 1;
    }
    fit
}
