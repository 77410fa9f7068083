//! Comparisons, and what becomes of their results.

use super::Simd;
use super::lane::{Lanes, Mask};
use super::vector::{Arithmetic, Truth};

macro_rules! comparisons {
    ($($name:ident, $a:ident, $b:ident, $result:expr, $what:literal;)*) => {$(
        #[doc = $what]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, $a: L::Vector, $b: L::Vector) -> L::Mask {
            let _ = simd;
            $result
        }
    )*};
}

comparisons! {
    eq, a, b, a.eq(b), "`a == b`";
    ne, a, b, a.eq(b).not(), "`a != b`";
    lt, a, b, a.lt(b), "`a < b`";
    le, a, b, a.le(b), "`a <= b`";
    gt, a, b, b.lt(a), "`a > b`";
    ge, a, b, b.le(a), "`a >= b`";
}

/// The lane of `a` where the mask holds, else of `b`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn select<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    mask: L::Mask,
    a: L::Vector,
    b: L::Vector,
) -> L::Vector {
    let _ = simd;
    L::Vector::select(mask, a, b)
}

/// Where both hold.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mask_and<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Mask, b: L::Mask) -> L::Mask {
    let _ = simd;
    a.and(b)
}

/// Where one of them holds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mask_or<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Mask, b: L::Mask) -> L::Mask {
    let _ = simd;
    a.or(b)
}

/// Where `a` does not hold.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mask_not<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Mask) -> L::Mask {
    let _ = simd;
    a.not()
}

/// A bit for each lane, which is set where the mask holds, bit 0 being lane 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn bits<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, mask: L::Mask) -> u32 {
    let _ = simd;
    mask.to_bits() as u32 & const { u32::MAX >> (32 - N) }
}

/// The mask that holds in the lanes whose bits are set, bit 0 being lane 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mask_of<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, bits: u64) -> L::Mask {
    Truth::from_bits(simd, bits)
}

/// The same truth values for lanes of another type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mask_convert<S: Simd, From: Lanes<S, N>, To: Lanes<S, N, Count = From::Count>, const N: usize>(
    simd: S,
    mask: Mask<S, From, N>,
) -> Mask<S, To, N> {
    let _ = simd;
    From::mask_into::<To>(mask)
}
