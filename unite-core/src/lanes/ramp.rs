//! Indices as values.

use super::Simd;
use super::check::{self, Operation};
use super::lane::Lanes;
use super::vector::Arithmetic;

/// Lane `(r, c)` of `R` rows and `C` columns holds `first + r * steps[0] + c * steps[1]`.
///
/// # Panics
/// With debug assertions on, if a value does not fit its lane; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn ramp<S: Simd, L: Lanes<S, N>, const R: usize, const C: usize, const N: usize>(
    simd: S,
    first: i32,
    steps: [i32; 2],
) -> L::Vector {
    const { assert!(R * C == N, "rows times columns is the number of lanes") };
    let offset = |lane: usize| {
        ((lane / C) as i32).wrapping_mul(steps[0]).wrapping_add(((lane % C) as i32).wrapping_mul(steps[1]))
    };
    if cfg!(debug_assertions) {
        let offsets: [i32; N] = core::array::from_fn(offset);
        check::fit(Operation::Count, &[first; N], &offsets, L::RANGE);
    }
    L::Vector::splat(simd, first).add(L::Vector::from_fn(simd, offset))
}
