//! Divisions by constants.

use unite_ranges::Division;

use super::Simd;
use super::count::Count;
use super::lane::{Lanes, U16};
use super::vector::Arithmetic;

/// `a / by` as Rust divides, where the division was made for numbers like these.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn divided<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: L::Vector,
    division: Division,
) -> L::Vector
where
    U16: Lanes<S, N, Count = L::Count>,
{
    match division.reciprocal() {
        Some((factor, shift)) => {
            let factor = <U16 as Lanes<S, N>>::Vector::splat(simd, factor);
            let factor = <U16 as Lanes<S, N>>::cut_to_u16(factor);
            L::of_u16(L::Count::mul_high(L::cut_to_u16(a), factor)).shr(shift)
        }
        None => L::Vector::from_fn(simd, |lane| a.lane(lane) / division.by()),
    }
}
