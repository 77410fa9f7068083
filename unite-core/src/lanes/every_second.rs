//! Lanes to every second element of a row: what lies between is read, and written back as it is.

use super::Simd;
use super::check;
use super::lane::Lanes;
use super::memory::Memory;
use super::order::{Order, looked_up};
use super::piece::{Pieces, Whole, elements, pieces, put_pieces};
use super::raw::Raw;
use crate::ptr::Ptr;
use core::marker::PhantomData;

/// Half of the lanes of a block, from the first or from the one in the middle on, in a block of memory that begins with the first of them or
/// ends with the last: elements of the memory are between.
struct Between<T, const SECOND: bool>(PhantomData<T>);

impl<T, const SECOND: bool> Order for Between<T, SECOND> {
    const BYTES: [u8; 16] = {
        let (mut order, mut to) = ([0; 16], 0);
        while to < 16 {
            let (element, byte) = (to / size_of::<T>(), to % size_of::<T>());
            let is_lane = (element % 2 == 1) == SECOND;
            let first = if SECOND { elements::<T>() / 2 } else { 0 };
            order[to] = if is_lane { (first + element / 2) * size_of::<T>() + byte } else { 16 + to } as u8;
            to += 1;
        }
        order
    };
}

/// Puts a lane into every second element from `offset` on. Values that the elements do not hold wrap.
///
/// # Safety
/// The elements from the first to the last of these lie in the memory behind `ptr`, which nobody else reads or writes meanwhile.
///
/// # Panics
/// With debug assertions on, if an element lies elsewhere, or does not hold its value.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn store_every_second<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    v: L::Vector,
) {
    check::narrowed::<S, L, T, N>(&v);
    let raw = T::encode::<S, L, N>(v);
    let lanes = const { if N < elements::<T>() { N } else { elements::<T>() } };
    let mut index = 0;
    while index < N / lanes {
        let (block, first) = (raw.block(index), offset + 2 * (index * lanes) as isize);
        // SAFETY: the caller promises that the elements from the first lane to the last may be read and written.
        unsafe {
            if const { N < elements::<T>() } {
                put_pieces(block, ptr, Alone::<T, N>(first, PhantomData));
            } else {
                // Both share an element that lies between: it is read before one of them is written, which the other would wait for.
                let low = Whole(first, PhantomData::<T>);
                let high = Whole(first + lanes as isize - 1, PhantomData::<T>);
                let (low_there, high_there) = (pieces(simd, ptr, low), pieces(simd, ptr, high));
                put_pieces(looked_up::<S, Between<T, false>>(simd, block, low_there), ptr, low);
                put_pieces(looked_up::<S, Between<T, true>>(simd, block, high_there), ptr, high);
            }
        }
        index += 1;
    }
}

/// Lanes that fill no block.
struct Alone<T, const N: usize>(isize, PhantomData<T>);

impl<T, const N: usize> Clone for Alone<T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Alone<T, N> {}

impl<T: Memory, const N: usize> Pieces for Alone<T, N> {
    type Elem = T;
    const WIDTH: usize = 1;
    const COUNT: usize = N;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(self, piece: usize) -> isize {
        self.0 + 2 * piece as isize
    }
}
