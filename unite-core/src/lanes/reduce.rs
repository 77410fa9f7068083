//! One value from all lanes.

use super::Simd;
use super::check;
use super::compare::bits;
use super::count::Count;
use super::lane::{I16, Lane, Lanes, Mask};
use super::vector::{Arithmetic, Truth};

/// The sum of all lanes.
///
/// # Panics
/// With debug assertions on, if an `i32` does not hold the sum; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn reduce_add<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, v: L::Vector) -> i32 {
    if cfg!(debug_assertions) {
        let sum: i64 = check::values::<S, L, N>(&v).into_iter().map(i64::from).sum();
        assert!(i32::try_from(sum).is_ok(), "attempt to add with overflow: the lanes sum to {sum}");
    }
    // Machines add up pairs of 16 bits in one instruction.
    if const { L::KEY == I16::KEY && N > 1 } {
        let pairs = <L::Count as Count<S, N>>::products(L::to_i16(v), Arithmetic::splat(simd, 1));
        return pairs.total(simd, N / 2, 1);
    }
    L::to_i32(v).total(simd, N, 1)
}

/// The smallest lane.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn reduce_min<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, v: L::Vector) -> i32 {
    of_two::<S, L, N>(simd, v, Arithmetic::min)
}

/// The largest lane.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn reduce_max<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, v: L::Vector) -> i32 {
    of_two::<S, L, N>(simd, v, Arithmetic::max)
}

/// What is made of two lanes, and of two such, and so on until one is left. A lane may come in twice.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_two<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    mut v: L::Vector,
    of: impl Fn(L::Vector, L::Vector) -> L::Vector,
) -> i32 {
    macro_rules! halves {
        ($($half:literal)*) => {$(
            if const { $half < N } {
                v = of(v, Arithmetic::from_fn(simd, |lane| v.lane((lane + $half) % N)));
            }
        )*};
    }
    halves!(32 16 8 4 2 1);
    v.lane(0)
}

/// Whether any lane is not 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn any_nonzero<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, v: L::Vector) -> bool {
    if const { <L::Vector as Arithmetic<S>>::LEN == N } {
        return v.any_bit();
    }
    v.and(Arithmetic::from_fn(simd, |lane| if lane < N { -1 } else { 0 })).any_bit()
}

/// Whether a mask holds in any lane.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn anywhere<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, mask: Mask<S, L, N>) -> bool {
    if const { <L::Vector as Arithmetic<S>>::LEN == N } {
        !mask.not().all()
    } else {
        bits::<S, L, N>(simd, mask) != 0
    }
}
