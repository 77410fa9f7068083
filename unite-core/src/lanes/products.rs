//! Sums of products with constants, and what else only generated code asks for.

use super::convert::dot2;
use super::count::Count;
use super::lane::Lanes;
use super::vector::Arithmetic;
use super::{Range, Simd};
use crate::Elem;

/// Whether [`dot`] multiplies and adds pairs of 16-bit numbers: the key of the operands, and the constants. A constant
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

/// The sum of `values[k] * constants[k]`, in lanes of 32 bits.
///
/// # Panics
/// With debug assertions on, if a sum does not fit; otherwise it wraps.
#[inline(always)]
#[track_caller]
pub fn dot<S: Simd, L: Lanes<S, N>, const N: usize, const K: usize>(
    simd: S,
    values: [L::Vector; K],
    constants: [i32; K],
) -> <L::Count as Count<S, N>>::I32 {
    // A constant of 17 bits is two halves; what is left without a partner is paired with 0.
    let mut sum = None;
    let mut open: Option<(L::Vector, i32)> = None;
    for k in 0..K {
        let fits = i16::try_from(constants[k]).is_ok();
        let half = if fits { 0 } else { constants[k] / 2 };
        for constant in [constants[k] - half, half] {
            if constant == 0 {
                continue;
            }
            match open.take() {
                None => open = Some((values[k], constant)),
                Some((other, by)) => {
                    let pair = dot2::<S, L, L, N>(simd, other, by, values[k], constant);
                    sum = Some(plus::<S, L, N>(sum, pair));
                }
            }
        }
    }
    if let Some((value, by)) = open {
        sum = Some(plus::<S, L, N>(sum, dot2::<S, L, L, N>(simd, value, by, value, 0)));
    }
    sum.unwrap_or_else(|| Arithmetic::splat(simd, 0))
}

type Wide<S, L, const N: usize> = <<L as Lanes<S, N>>::Count as Count<S, N>>::I32;

#[inline(always)]
fn plus<S: Simd, L: Lanes<S, N>, const N: usize>(sum: Option<Wide<S, L, N>>, more: Wide<S, L, N>) -> Wide<S, L, N> {
    match sum {
        Some(sum) => sum.add(more),
        None => more,
    }
}

/// What a cast leaves of a value: its lowest `bits` bits, 8 or 16, as a number with a sign or without.
#[inline(always)]
pub fn wrap<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    v: L::Vector,
    bits: u32,
    signed: bool,
) -> L::Vector {
    let room = Range::new(if signed { -(1 << (bits - 1)) } else { 0 }, (1 << (bits - u32::from(signed))) - 1);
    if L::RANGE.fits(room) {
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
