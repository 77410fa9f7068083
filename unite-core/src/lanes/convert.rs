//! From lanes of one type to lanes of another.

use super::Simd;
use super::check;
use super::lane::Lanes;

/// The same values in lanes of another type.
///
/// # Panics
/// With debug assertions on, if a value does not fit; otherwise the lane holds anything.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn convert<S: Simd, From: Lanes<S, N>, To: Lanes<S, N, Count = From::Count>, const N: usize>(
    simd: S,
    v: From::Vector,
) -> To::Vector {
    let _ = simd;
    check::converted::<S, From, To, N>(&v);
    From::into::<To>(v)
}
