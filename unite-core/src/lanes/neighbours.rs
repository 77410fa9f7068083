//! Sums of neighbours in memory, and neighbours that are taken apart.

use super::arithmetic::add;
use super::count::Count;
use super::lane::{Lanes, U8, Vector};
use super::memory::{Memory, load};
use super::pace::{Pace, is_pace};
use super::raw::Source;
use super::{Range, Simd};
use crate::ptr::Ptr;
use fearless_simd::{SimdBase, u8x16};

/// The sums of what two reads give: of `N` elements each, `stride` apart, from `offset` on and from `next` elements further
/// on. Neighbours are read at once: bytes, and numbers of 16 bits with a sign, which are pairs as they lie there.
///
/// # Safety
/// The elements of both, and those between two of them, lie in the memory behind `ptr`, which nobody else writes meanwhile.
///
/// # Panics
/// With debug assertions on, if an element lies elsewhere, or a sum does not fit its lane.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn sums_of_neighbours<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize, Q: Pace, P: Pace>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    next: Q,
    stride: P,
) -> L::Vector {
    if const { N >= 8 && size_of::<T>() == 1 && T::RANGE.fits(Range::U8) }
        && (is_pace!(P, stride.pace(), 2))
        && (is_pace!(Q, next.pace(), 1))
    {
        return L::of_u16(L::Count::sums_of_neighbours(&Blocks { simd, ptr, first: offset }));
    }
    if const { size_of::<T>() == 2 && T::RANGE.fits(Range::I16) }
        && (is_pace!(P, stride.pace(), 2))
        && (is_pace!(Q, next.pace(), 1))
    {
        let pairs = L::Count::pairs_of(&Blocks { simd, ptr, first: offset });
        return L::of_i32(L::Count::dot(simd, pairs, 1, 1));
    }
    // SAFETY: the caller promises it for both.
    let [a, b] = unsafe {
        [offset, offset + next.pace()].map(|first| load::<S, L, T, 1, N, N, P>(simd, ptr, first, (0, stride)))
    };
    add::<S, L, N>(simd, a, b)
}

/// The first of each two bytes of both vectors, and the second: at least 16 lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn take_apart<S: Simd, const N: usize>(
    simd: S,
    low: Vector<S, U8, N>,
    high: Vector<S, U8, N>,
) -> [Vector<S, U8, N>; 2]
where
    U8: Lanes<S, N>,
{
    const { assert!(N >= 16, "blocks of bytes") };
    let _ = simd;
    let [low, high] = [low, high].map(<U8 as Lanes<S, N>>::cut_to_u8);
    <U8 as Lanes<S, N>>::Count::take_apart(low, high).map(<U8 as Lanes<S, N>>::of_u8)
}

/// Blocks of neighbours.
struct Blocks<'a, S, T> {
    simd: S,
    ptr: Ptr<'a, T>,
    first: isize,
}

impl<S: Simd, T: Memory> Source<S> for Blocks<'_, S, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn block(&self, index: usize) -> u8x16<S> {
        let count = 16 / size_of::<T>();
        let bytes = self.ptr.run(self.first + (count * index) as isize, count).cast::<[u8; 16]>();
        // SAFETY: who makes this promises that the elements, which are whole numbers, may be read.
        u8x16::load_array_ref(self.simd, unsafe { &*bytes })
    }
}
