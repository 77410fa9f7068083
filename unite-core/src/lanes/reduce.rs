//! One value from all lanes.

use super::Simd;
use super::check;
use super::lane::Lanes;
use super::vector::Arithmetic;

/// The sum of all lanes.
///
/// # Panics
/// With debug assertions on, if an `i32` does not hold the sum; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn reduce_add<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, v: L::Vector) -> i32 {
    let _ = simd;
    if cfg!(debug_assertions) {
        let sum: i64 = check::values::<S, L, N>(&v).into_iter().map(i64::from).sum();
        assert!(i32::try_from(sum).is_ok(), "attempt to add with overflow: the lanes sum to {sum}");
    }
    let v = L::to_i32(v);
    let mut sum = 0i32;
    for lane in 0..N {
        sum = sum.wrapping_add(v.lane(lane));
    }
    sum
}

/// The smallest lane.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn reduce_min<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, v: L::Vector) -> i32 {
    let _ = simd;
    let mut least = v.lane(0);
    for lane in 1..N {
        least = least.min(v.lane(lane));
    }
    least
}

/// The largest lane.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn reduce_max<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, v: L::Vector) -> i32 {
    let _ = simd;
    let mut most = v.lane(0);
    for lane in 1..N {
        most = most.max(v.lane(lane));
    }
    most
}
