//! Sums of products with constants, and what else only generated code asks for.

use super::Simd;
use super::lane::{I16, I32, Lane, Lanes, U8, U16};
use super::vector::Arithmetic;
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

/// Constants of up to 17 bits as sums of two of 16: the first ones, the second ones, and which one has the first second
/// one that is not 0 (or how many there are).
pub const fn halves<const K: usize>(constants: [i32; K]) -> ([i32; K], [i32; K], usize) {
    let (mut first, mut second, mut split) = (constants, [0; K], K);
    let mut at = K;
    while at > 0 {
        at -= 1;
        if constants[at] < -0x8000 || constants[at] > 0x7FFF {
            second[at] = constants[at] / 2;
            first[at] = constants[at] - second[at];
            split = at;
        }
    }
    (first, second, split)
}

/// `(a * b) >> 16`, of numbers of 16 bits without sign.
#[inline(always)]
pub fn mul_high<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, b: L::Vector) -> L::Vector {
    // The product may take all 32 bits: no check, and no sign.
    let product = L::to_i32(a).mul(L::to_i32(b));
    L::of_i32(product.shr(16).and(Arithmetic::splat(simd, 0xFFFF)))
}

/// What a cast leaves of a value: its lowest `bits` bits, 8 or 16, as a number with a sign or without.
#[inline(always)]
pub fn wrap<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    v: L::Vector,
    bits: u32,
    signed: bool,
) -> L::Vector {
    let fits = match (bits, signed) {
        (8, false) => L::KEY == U8::KEY,
        (16, true) => L::KEY == U8::KEY || L::KEY == I16::KEY,
        (16, false) => L::KEY == U8::KEY || L::KEY == U16::KEY,
        _ => false,
    };
    if fits {
        return v;
    }
    // Bits are meant to be lost: no check.
    let wide = L::to_i32(v);
    L::of_i32(if signed {
        wide.shl(32 - bits).shr(32 - bits)
    } else {
        wide.and(Arithmetic::splat(simd, (1 << bits) - 1))
    })
}

/// A value of the user's that is the same in all lanes.
#[inline(always)]
pub fn uniform(value: impl Elem<Wide = i32>) -> i32 {
    value.widen()
}

/// Whether lanes of these keys all have at most 16 bits.
pub const fn are_narrow(keys: &[u32]) -> bool {
    let mut at = 0;
    while at < keys.len() && keys[at] != I32::KEY {
        at += 1;
    }
    at == keys.len()
}
