//! Divisions by constants, and by what is in lanes.

use unite_ranges::Division;

use super::Simd;
use super::count::Count;
use super::lane::{I32, Lanes, U16, Vector};
use super::vector::{Arithmetic, Truth};
use super::wide::Wide;

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

/// `a / by` as Rust divides.
///
/// # Panics
/// Where Rust's division does: if a divisor is 0, or a quotient more than lanes hold.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn quotient<S: Simd, const N: usize>(
    simd: S,
    a: Vector<S, I32, N>,
    by: Vector<S, I32, N>,
) -> Vector<S, I32, N>
where
    I32: Lanes<S, N>,
{
    let is_divisor = by.eq(Vector::<S, I32, N>::splat(simd, 0)).not();
    let is_more =
        a.eq(Vector::<S, I32, N>::splat(simd, i32::MIN)).and(by.eq(Vector::<S, I32, N>::splat(simd, -1)));
    if !is_divisor.and(is_more.not()).all() {
        refused::<S, N>(a, by);
    }
    let (a, by) = (<I32 as Lanes<S, N>>::to_i32(a), <I32 as Lanes<S, N>>::to_i32(by));
    <I32 as Lanes<S, N>>::of_i32(a.quotient(by))
}

/// Rust's own divisions, of which one panics.
#[cold]
#[track_caller]
fn refused<S: Simd, const N: usize>(a: Vector<S, I32, N>, by: Vector<S, I32, N>)
where
    I32: Lanes<S, N>,
{
    for lane in 0..N {
        core::hint::black_box(a.lane(lane) / by.lane(lane));
    }
}
