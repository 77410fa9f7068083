//! Several vectors at once.

use super::Simd;
use super::lane::Lanes;
use super::memory::{Memory, load, store};
use crate::ptr::Ptr;

/// `K` vectors: vector `k` is what [`load`] gives at `offset + k * step`.
///
/// # Safety
/// That of [`load`], for each of them.
///
/// # Panics
/// As [`load`] does.
#[inline(always)]
#[track_caller]
pub unsafe fn tile<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const K: usize,
    const R: usize,
    const C: usize,
    const N: usize,
>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    strides: [isize; 2],
    step: isize,
) -> [L::Vector; K] {
    core::array::from_fn(|k| {
        // SAFETY: the caller promises it for every vector.
        unsafe { load::<S, L, T, R, C, N>(simd, ptr, offset + k as isize * step, strides) }
    })
}

/// Stores `K` vectors: vector `k` as [`store`] does at `offset + k * step`.
///
/// # Safety
/// That of [`store`], for each of them.
///
/// # Panics
/// As [`store`] does.
#[inline(always)]
#[track_caller]
pub unsafe fn put_tile<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const K: usize,
    const R: usize,
    const C: usize,
    const N: usize,
>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    strides: [isize; 2],
    step: isize,
    vectors: [L::Vector; K],
) {
    for (k, v) in vectors.into_iter().enumerate() {
        // SAFETY: the caller promises it for every vector.
        unsafe { store::<S, L, T, R, C, N>(simd, ptr, offset + k as isize * step, strides, v) };
    }
}
