//! The checks of builds with debug assertions.

use super::Simd;
use super::lane::{Lane, Lanes};
use super::memory::Memory;
use super::vector::Arithmetic;

/// The values of the lanes. Not inlined: it is there for checks only, and those are many.
#[inline(never)]
pub fn values<S: Simd, L: Lanes<S, N>, const N: usize>(v: &L::Vector) -> [i32; N] {
    core::array::from_fn(|lane| v.lane(lane))
}

/// Panics, with debug assertions on, unless the results of an operation fit the lanes.
#[inline(always)]
#[track_caller]
pub fn results<S: Simd, L: Lanes<S, N>, const N: usize>(
    verb: &str,
    a: &L::Vector,
    b: &L::Vector,
    operation: impl Fn(i64, i64) -> i64,
) {
    if cfg!(debug_assertions) {
        fit::<L>(verb, &values::<S, L, N>(a), &values::<S, L, N>(b), operation);
    }
}

/// Panics, with debug assertions on, unless the values are of lane type `L`.
#[inline(always)]
#[track_caller]
pub fn converted<S: Simd, From: Lanes<S, N>, L: Lane, const N: usize>(v: &From::Vector) {
    if cfg!(debug_assertions) && From::KEY != L::KEY {
        let values = values::<S, From, N>(v);
        fit::<L>("convert", &values, &values, |a, _| a);
    }
}

/// Panics, with debug assertions on, unless elements `T` hold the values.
#[inline(always)]
#[track_caller]
pub fn narrowed<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize>(v: &L::Vector) {
    if cfg!(debug_assertions) && !L::RANGE.fits(T::RANGE) {
        for value in values::<S, L, N>(v) {
            let _ = T::narrow(value);
        }
    }
}

/// Panics unless the results of an operation are of lane type `L`.
#[inline(never)]
#[track_caller]
pub fn fit<L: Lane>(verb: &str, a: &[i32], b: &[i32], operation: impl Fn(i64, i64) -> i64) {
    let (first, last) = (L::RANGE.first as i64, L::RANGE.last as i64);
    for (lane, (&a, &b)) in a.iter().zip(b).enumerate() {
        let result = operation(i64::from(a), i64::from(b));
        if result < first || last < result {
            misfit::<L>(verb, [a, b], lane, result);
        }
    }
}

#[cold]
#[track_caller]
fn misfit<L: Lane>(verb: &str, [a, b]: [i32; 2], lane: usize, result: i64) -> ! {
    let range = L::RANGE;
    panic!("attempt to {verb} with overflow: {a}, {b} in lane {lane} give {result}, lanes hold {range}");
}
