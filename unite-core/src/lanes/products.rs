//! Products of which a part is left, and what else only generated code asks for.

use super::count::Count;
use super::lane::{I16, Lanes, U8, Vector};
use super::vector::Arithmetic;
use super::{Simd, check};
use crate::Elem;

/// `(a * b) >> 16`, of numbers of 16 bits without sign.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mul_high<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, b: L::Vector) -> L::Vector {
    let _ = simd;
    L::of_u16(L::Count::mul_high(L::cut_to_u16(a), L::cut_to_u16(b)))
}

/// `a`, a factor of [`mul_high`], of which the compiler does not see where it is from: what it widens before a loop, or as the
/// upper half of another product, it multiplies in 32 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn apart<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector) -> L::Vector {
    let _ = simd;
    L::of_u16(L::Count::apart(L::cut_to_u16(a)))
}

/// `(a * b) >> 16`, of numbers of 16 bits with a sign.
#[cfg_attr(not(debug_assertions), inline(always))]
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
#[cfg_attr(not(debug_assertions), inline(always))]
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

/// `a * b + c * d`, of numbers of 16 bits with a sign.
///
/// # Panics
/// With debug assertions on, if a sum does not fit; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn two_products<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: Vector<S, I16, N>,
    b: Vector<S, I16, N>,
    c: Vector<S, I16, N>,
    d: Vector<S, I16, N>,
) -> L::Vector
where
    I16: Lanes<S, N, Count = L::Count>,
{
    let _ = simd;
    if cfg!(debug_assertions) {
        check::products([a, b, c, d].map(|v| check::values::<S, I16, N>(&v)));
    }
    let [a, b, c, d] = [a, b, c, d].map(<I16 as Lanes<S, N>>::to_i16);
    L::of_i32(L::Count::dot_of(L::Count::pairs(a, c), L::Count::pairs(b, d)))
}

/// `(a + (1 << (by - 1))) >> by`, of numbers of 16 bits with a sign: `by` is from 1 to 14, the same in all lanes, and a constant.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn shr_rounded<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: Vector<S, I16, N>,
    by: Vector<S, I16, N>,
) -> L::Vector
where
    I16: Lanes<S, N, Count = L::Count>,
{
    mul_rounded::<S, L, N>(simd, a, Arithmetic::splat(simd, 1 << (15 - by.lane(0))))
}

/// `a * v + b * w`, of bytes, by `v` and `w` that are the same in all lanes and less than 128.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn byte_products<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: Vector<S, U8, N>,
    b: Vector<S, U8, N>,
    v: Vector<S, U8, N>,
    w: Vector<S, U8, N>,
) -> L::Vector
where
    U8: Lanes<S, N, Count = L::Count>,
{
    byte_products_times::<S, L, N>(simd, a, b, v, w, Arithmetic::splat(simd, 1))
}

/// `(a * v + b * w) * by`, of bytes, by numbers that are the same in all lanes; the products of `by` are less than 128.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn byte_products_times<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: Vector<S, U8, N>,
    b: Vector<S, U8, N>,
    v: Vector<S, U8, N>,
    w: Vector<S, U8, N>,
    by: Vector<S, U8, N>,
) -> L::Vector
where
    U8: Lanes<S, N, Count = L::Count>,
{
    let weights = [&v, &w].map(|weight| weight.lane(0) * by.lane(0));
    debug_assert!(weights.iter().all(|weight| *weight < 128), "weights of {weights:?} have a sign");
    let (a, b) = (<U8 as Lanes<S, N>>::cut_to_u8(a), <U8 as Lanes<S, N>>::cut_to_u8(b));
    L::of_i16(L::Count::byte_products(a, b, Arithmetic::splat(simd, weights[0] | weights[1] << 8)))
}

/// `if b < 0 { -a } else { a }`, of numbers of 16 bits with a sign.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn with_sign<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: Vector<S, I16, N>,
    b: Vector<S, I16, N>,
) -> L::Vector
where
    I16: Lanes<S, N, Count = L::Count>,
{
    // With the lowest bit set, 0 has a sign.
    let (a, b) = (<I16 as Lanes<S, N>>::to_i16(a), <I16 as Lanes<S, N>>::to_i16(b));
    L::of_i16(L::Count::with_sign(a, b.or(Arithmetic::splat(simd, 1))))
}

/// The nearest of 0 to 255, of numbers of 16 bits with a sign.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn nearest<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: Vector<S, I16, N>) -> L::Vector
where
    I16: Lanes<S, N, Count = L::Count>,
{
    let _ = simd;
    L::of_u8(L::Count::nearest_u8(<I16 as Lanes<S, N>>::to_i16(a)))
}

/// What a cast leaves of a value: its lowest `bits` bits, 8 or 16, as a number with a sign or without.
#[cfg_attr(not(debug_assertions), inline(always))]
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
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn uniform(value: impl Elem<Wide = i32>) -> i32 {
    value.widen()
}
