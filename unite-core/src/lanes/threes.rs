//! Three vectors whose elements lie in memory in turn, as those of pixels do.

use super::Simd;
use super::lane::Lanes;
use super::memory::{Memory, RawOf};
use super::order::{ByElement, Elements, Order, ordered, reordered};
use super::piece::{Whole, elements, put_pieces};
use super::raw::Raw;
use crate::ptr::Ptr;
use core::marker::PhantomData;

/// The elements of vector `CHANNEL` of three, each where it is in one of three blocks in which they lie in turn: as there is no factor
/// of three in the number of elements of a block, no two of them are at the same place.
struct Placed<T, const CHANNEL: usize>(PhantomData<T>);

impl<T, const CHANNEL: usize> Elements for Placed<T, CHANNEL> {
    type Elem = T;
    const FROM: [u8; 16] = {
        let mut order = [0; 16];
        let mut from = 0;
        while from < elements::<T>() {
            order[(3 * from + CHANNEL) % elements::<T>()] = from as u8;
            from += 1;
        }
        order
    };
}

/// What is there already, but for the elements of vector `CHANNEL` in block `BLOCK` of three.
struct Beside<T, const BLOCK: usize, const CHANNEL: usize>(PhantomData<T>);

impl<T, const BLOCK: usize, const CHANNEL: usize> Order for Beside<T, BLOCK, CHANNEL> {
    const BYTES: [u8; 16] = {
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 {
            let channel = (BLOCK * elements::<T>() + to / size_of::<T>()) % 3;
            order[to] = if channel == CHANNEL { 16 + to } else { to } as u8;
            to += 1;
        }
        order
    };
}

/// Puts lane `l` of vector `k` into the element at `offset + 3 * l + k`. The lanes of a vector are whole blocks.
///
/// # Safety
/// These elements lie in the memory behind `ptr`, which nobody else reads or writes meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn put_threes<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    vectors: [RawOf<S, T, L::Count, N>; 3],
) {
    let mut index = 0;
    while index < N / elements::<T>() {
        let [a, b, c] = vectors.map(|vector| vector.block(index));
        let a = reordered::<S, ByElement<Placed<T, 0>>>(simd, a);
        let b = reordered::<S, ByElement<Placed<T, 1>>>(simd, b);
        let c = reordered::<S, ByElement<Placed<T, 2>>>(simd, c);
        macro_rules! put {
            ($block:literal) => {
                let block = ordered::<S, Beside<T, $block, 1>>(simd, a, b);
                let block = ordered::<S, Beside<T, $block, 2>>(simd, block, c);
                let whole = Whole(offset + ((3 * index + $block) * elements::<T>()) as isize, PhantomData);
                // SAFETY: the caller promises that the elements may be written.
                unsafe { put_pieces(block, ptr, whole) };
            };
        }
        put!(0);
        put!(1);
        put!(2);
        index += 1;
    }
}
