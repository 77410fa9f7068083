//! Exp-Golomb codes (H.264 9.1).

use super::Bits;

/// Puts `ue(v)` of a number below `2^32 - 1`.
///
/// ```
/// use unite_bitstream::syntax::{BitCount, put_unsigned};
///
/// let lengths = [0, 1, 2, 3, 7, u32::MAX - 1].map(|value| {
///     let mut count = BitCount::default();
///     put_unsigned(&mut count, value);
///     count.bits()
/// });
/// assert_eq!(lengths, [1, 3, 3, 5, 7, 63]);
/// ```
#[inline(always)]
pub fn put_unsigned(bits: &mut impl Bits, value: u32) {
    let code = u64::from(value) + 1;
    let length = u64::BITS - code.leading_zeros();
    if length <= 28 {
        bits.put(code, 2 * length - 1);
    } else {
        bits.put(0, length - 1);
        bits.put(code, length);
    }
}

/// Puts `se(v)`.
#[inline(always)]
pub fn put_signed(bits: &mut impl Bits, value: i32) {
    put_unsigned(bits, mapped_unsigned(value));
}

/// The number whose `ue(v)` is the `se(v)` of `value` (table 9-3), which is above `i32::MIN`.
///
/// ```
/// use unite_bitstream::syntax::mapped_unsigned;
///
/// assert_eq!([0, 1, -1, 2, -2].map(mapped_unsigned), [0, 1, 2, 3, 4]);
/// ```
#[inline(always)]
pub const fn mapped_unsigned(value: i32) -> u32 {
    if value > 0 { 2 * value as u32 - 1 } else { 2 * value.unsigned_abs() }
}

/// How many bits `ue(v)` has.
///
/// ```
/// use unite_bitstream::syntax::{signed_length, unsigned_length};
///
/// assert_eq!((unsigned_length(0), unsigned_length(6), signed_length(-3)), (1, 5, 5));
/// ```
#[inline(always)]
pub const fn unsigned_length(value: u32) -> u32 {
    2 * (u64::BITS - (value as u64 + 1).leading_zeros()) - 1
}

/// How many bits `se(v)` has.
#[inline(always)]
pub const fn signed_length(value: i32) -> u32 {
    unsigned_length(mapped_unsigned(value))
}
