//! Sums of products with constants, and what else only generated code asks for.

use super::count::Count;
use super::lane::{I16, I32, Lane, Lanes, Vector};
use super::{Range, Simd};
use crate::Elem;

/// Whether a sum of products is one of pairs of 16-bit numbers: the key of the operands, and the constants. A constant
/// of up to 17 bits is two of 16.
pub const fn pairs(key: u32, constants: &[i32]) -> bool {
    let mut fit = key == 8 || key == 16;
    let mut at = 0;
    while at < constants.len() {
        fit = fit && -0xFFFF < constants[at] && constants[at] < 0xFFFF;
        at += 1;
    }
    fit
}

/// The constants of a sum of products, for pairs of terms: the first and the second, the third and the fourth, ...; the
/// last is alone if their number is odd. Each constant has 16 bits: one of 17 bits is two.
#[derive(Clone, Copy, Debug)]
pub struct Terms<const K: usize> {
    /// For each term its constant, or the first half of it.
    pub first: [i32; K],
    /// For each term the second half, or 0.
    pub second: [i32; K],
    /// For each term whether its pair is taken away: 32768 has no 16 bits, -32768 has.
    pub is_negative: [bool; K],
    /// The first term that has a second half, which becomes the partner of the one that is alone; or how many there are.
    pub split: usize,
}

/// Constants of up to 17 bits as those of pairs.
pub const fn terms<const K: usize>(constants: [i32; K]) -> Terms<K> {
    let mut terms = Terms { first: constants, second: [0; K], is_negative: [false; K], split: K };
    let mut at = 0;
    while at < K {
        // Both of a pair.
        let pair = at - at % 2;
        let end = if pair + 2 < K { pair + 2 } else { K };
        let (mut has_largest, mut negatives_fit, mut k) = (false, true, pair);
        while k < end {
            has_largest = has_largest || constants[k] == 0x8000;
            negatives_fit = negatives_fit && -0x8000 <= -constants[k] && -constants[k] < 0x8000;
            k += 1;
        }
        if has_largest && negatives_fit {
            terms.is_negative[at] = true;
            terms.first[at] = -constants[at];
        }
        at += 1;
    }
    while at > 0 {
        at -= 1;
        if !terms.is_negative[at] && (constants[at] < -0x8000 || constants[at] > 0x7FFF) {
            terms.second[at] = constants[at] / 2;
            terms.first[at] = constants[at] - terms.second[at];
            terms.split = at;
        }
    }
    terms
}

/// `(a * b) >> 16`, of numbers of 16 bits without sign.
#[inline(always)]
pub fn mul_high<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, b: L::Vector) -> L::Vector {
    let _ = simd;
    L::of_u16(L::Count::mul_high(L::cut_to_u16(a), L::cut_to_u16(b)))
}

/// `(a * b) >> 16`, of numbers of 16 bits with a sign.
#[inline(always)]
pub fn mul_high_signed<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: Vector<S, I16, N>,
    b: Vector<S, I16, N>,
) -> L::Vector
where
    I16: Lanes<S, N, Count = L::Count>,
{
    let _ = simd;
    let high = L::Count::mul_high_signed(<I16 as Lanes<S, N>>::to_i16(a), <I16 as Lanes<S, N>>::to_i16(b));
    L::of_i16(high)
}

/// `(a * b + (1 << 14)) >> 15` as `i16`, of numbers of 16 bits with a sign.
#[inline(always)]
pub fn mul_rounded<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: Vector<S, I16, N>,
    b: Vector<S, I16, N>,
) -> L::Vector
where
    I16: Lanes<S, N, Count = L::Count>,
{
    let _ = simd;
    L::of_i16(L::Count::mul_rounded(<I16 as Lanes<S, N>>::to_i16(a), <I16 as Lanes<S, N>>::to_i16(b)))
}

/// The nearest of 0 to 255, of numbers of 16 bits with a sign.
#[inline(always)]
pub fn nearest<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: Vector<S, I16, N>) -> L::Vector
where
    I16: Lanes<S, N, Count = L::Count>,
{
    let _ = simd;
    L::of_u8(L::Count::nearest_u8(<I16 as Lanes<S, N>>::to_i16(a)))
}

/// Whether both numbers have 16 bits and a sign.
pub const fn are_signed(a: Range, b: Range) -> bool {
    a.fits(I16::RANGE) && b.fits(I16::RANGE)
}

/// What a cast leaves of a value: its lowest `bits` bits, 8 or 16, as a number with a sign or without.
#[inline(always)]
pub fn wrap<S: Simd, From: Lanes<S, N>, To: Lanes<S, N, Count = From::Count>, const N: usize>(
    simd: S,
    v: From::Vector,
    bits: u32,
    signed: bool,
) -> To::Vector {
    let _ = simd;
    // Bits are meant to be lost: no check.
    match (bits, signed) {
        (8, false) => To::of_u8(From::cut_to_u8(v)),
        (8, true) => To::of_i16(From::Count::i8_to_i16(From::cut_to_u8(v))),
        (16, false) => To::of_u16(From::cut_to_u16(v)),
        (16, true) => To::of_i16(From::Count::signed(From::cut_to_u16(v))),
        _ => From::into::<To>(v),
    }
}

/// A value of the user's that is the same in all lanes.
#[inline(always)]
pub fn uniform(value: impl Elem<Wide = i32>) -> i32 {
    value.widen()
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
    while at < keys.len() && keys[at] != I32::KEY {
        at += 1;
    }
    at == keys.len()
}
