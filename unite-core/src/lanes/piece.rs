//! Blocks of 16 bytes from pieces of memory and to them.

use super::Simd;
use super::memory::Memory;
use super::native::apart2;
use super::order::{Gathered, Merged, Spaced, looked_up, ordered, reordered};
use crate::ptr::Ptr;
use core::marker::PhantomData;
use fearless_simd::{Bytes, SimdBase, SimdFrom, f64x2, u8x16, u16x8, u32x4, u64x2};

/// The elements `T` of a block.
pub const fn elements<T>() -> usize {
    16 / size_of::<T>()
}

/// The bytes of elements.
///
/// # Safety
/// As many elements `T`, from `offset` on, lie in the memory behind `ptr`, which nobody else writes meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
unsafe fn bytes<T: Memory, const BYTES: usize>(ptr: Ptr<T>, offset: isize) -> [u8; BYTES] {
    // SAFETY: the caller promises that the elements may be read; they are integers, which have no other bytes.
    unsafe { *ptr.run(offset, BYTES / size_of::<T>()).cast::<[u8; BYTES]>() }
}

/// Overwrites elements.
///
/// # Safety
/// As many elements `T`, from `offset` on, lie in the memory behind `ptr`, which nobody else uses meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
unsafe fn put_bytes<T: Memory, const BYTES: usize>(ptr: Ptr<T>, offset: isize, bytes: [u8; BYTES]) {
    // SAFETY: the caller promises that the elements may be written; they are integers, which any bytes are.
    unsafe { *ptr.run(offset, BYTES / size_of::<T>()).cast::<[u8; BYTES]>() = bytes };
}

/// How a block is made of pieces.
pub trait Pieces: Copy {
    /// The element.
    type Elem: Memory;
    /// The elements of a piece.
    const WIDTH: usize;
    /// How many pieces there are; the rest of the block is zero.
    const COUNT: usize;
    /// Whether they are rows that are used as they are, and not taken apart.
    const ARE_ROWS: bool = false;
    /// The offset of the first element of a piece.
    fn begin(self, piece: usize) -> isize;
}

/// A whole block.
#[derive(Clone, Copy)]
pub struct Whole<T>(pub isize, pub PhantomData<T>);

impl<T: Memory> Pieces for Whole<T> {
    type Elem = T;
    const WIDTH: usize = elements::<T>();
    const COUNT: usize = 1;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(self, _: usize) -> isize {
        self.0
    }
}

/// A list of what a macro makes of each number.
macro_rules! each {
    ($piece:ident of $($number:literal)* => $value:expr) => {
        [$({
            const $piece: usize = $number;
            $value
        }),*]
    };
}

/// A block of pieces.
///
/// It is computed by vector instructions to the end. Otherwise the choice between such functions would be one
/// between bytes, for the compiler, and they would stay bytes when only one is left.
///
/// # Safety
/// The elements of all pieces lie in the memory behind `ptr`, which nobody else writes meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn pieces<S: Simd, P: Pieces>(simd: S, ptr: Ptr<P::Elem>, at: P) -> u8x16<S> {
    /// The word of a piece, or zero.
    macro_rules! word {
        ($word:ident, $piece:ident) => {
            if const { $piece < P::COUNT } { $word::from_ne_bytes(bytes(ptr, at.begin($piece))) } else { 0 }
        };
    }
    // SAFETY: the caller promises it for each piece.
    unsafe {
        match const { P::WIDTH * size_of::<P::Elem>() } {
            1 => {
                let words = each!(PIECE of 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 => word!(u8, PIECE));
                u8x16::simd_from(simd, words)
            }
            2 => u16x8::simd_from(simd, each!(PIECE of 0 1 2 3 4 5 6 7 => word!(u16, PIECE))).bitcast(),
            4 => u32x4::simd_from(simd, each!(PIECE of 0 1 2 3 => word!(u32, PIECE))).bitcast(),
            // The second comes with its load, if both are numbers with a fraction when they come: of whole numbers each is loaded by
            // itself. Where such may pass through registers that change some of them, they do not.
            8 if const {
                P::ARE_ROWS && P::COUNT == 2 && size_of::<P::Elem>() == 1 && cfg!(target_arch = "x86_64")
            } =>
            {
                let words = each!(PIECE of 0 1 => f64::from_bits(word!(u64, PIECE)));
                apart2(f64x2::simd_from(simd, words)).bitcast()
            }
            8 => u64x2::simd_from(simd, each!(PIECE of 0 1 => word!(u64, PIECE))).bitcast(),
            _ => {
                let block = &*ptr.run(at.begin(0), elements::<P::Elem>()).cast::<[u8; 16]>();
                u8x16::load_array_ref(simd, block)
            }
        }
    }
}

/// Writes the pieces of a block.
///
/// # Safety
/// The elements of all pieces lie in the memory behind `ptr`, which nobody else uses meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn put_pieces<S: Simd, P: Pieces>(block: u8x16<S>, ptr: Ptr<P::Elem>, at: P) {
    macro_rules! put {
        ($vector:ident: $($piece:literal)*) => {{
            let words = *block.bitcast::<$vector<S>>();
            $(if const { $piece < P::COUNT } {
                put_bytes(ptr, at.begin($piece), words[$piece].to_ne_bytes());
            })*
        }};
    }
    // SAFETY: the caller promises it for each piece.
    unsafe {
        match const { P::WIDTH * size_of::<P::Elem>() } {
            1 => put!(u8x16: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
            2 => put!(u16x8: 0 1 2 3 4 5 6 7),
            4 => put!(u32x4: 0 1 2 3),
            8 => put!(u64x2: 0 1),
            _ => block.store_array(&mut *ptr.run(at.begin(0), elements::<P::Elem>()).cast::<[u8; 16]>()),
        }
    }
}

/// The loads of [`Spaced`], where two of them are a block.
#[derive(Clone, Copy)]
struct Halves<T, const STRIDE: isize, const COUNT: usize>(isize, PhantomData<T>);

impl<T: Memory, const STRIDE: isize, const COUNT: usize> Pieces for Halves<T, STRIDE, COUNT> {
    type Elem = T;
    const WIDTH: usize = Spaced::<T, STRIDE, COUNT>::WIDTH / size_of::<T>();
    const COUNT: usize = Spaced::<T, STRIDE, COUNT>::LOADS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(self, load: usize) -> isize {
        self.0 + (Spaced::<T, STRIDE, COUNT>::begin(load) / size_of::<T>()) as isize
    }
}

/// `COUNT` elements, each `STRIDE` from the one before, at the begin of a block. Loads cover them, from the first to
/// the last.
///
/// # Safety
/// The elements between the first and the last lie in the memory behind `ptr`, which nobody else writes meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn spaced<S: Simd, T: Memory, const STRIDE: isize, const COUNT: usize>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
) -> u8x16<S> {
    let low = if const { STRIDE < 0 } { offset + STRIDE * (COUNT as isize - 1) } else { offset };
    let loads = Halves::<T, STRIDE, COUNT>(low, PhantomData);
    if const { Spaced::<T, STRIDE, COUNT>::WIDTH < 16 } {
        // SAFETY: the loads begin where the first element does, and end where the last does.
        let both = unsafe { pieces(simd, ptr, loads) };
        return reordered::<S, Gathered<T, STRIDE, COUNT, 0>>(simd, both);
    }
    macro_rules! load {
        ($load:literal) => {
            // SAFETY: as above.
            unsafe { pieces(simd, ptr, Whole(loads.begin($load), PhantomData)) }
        };
    }
    match const { Spaced::<T, STRIDE, COUNT>::LOADS } {
        1 => reordered::<S, Gathered<T, STRIDE, COUNT, 0>>(simd, load!(0)),
        2 => looked_up::<S, Gathered<T, STRIDE, COUNT, 0>>(simd, load!(0), load!(1)),
        3 => {
            let low = looked_up::<S, Gathered<T, STRIDE, COUNT, 0>>(simd, load!(0), load!(1));
            let high = reordered::<S, Gathered<T, STRIDE, COUNT, 2>>(simd, load!(2));
            ordered::<S, Merged<T, STRIDE, COUNT>>(simd, low, high)
        }
        _ => {
            let low = looked_up::<S, Gathered<T, STRIDE, COUNT, 0>>(simd, load!(0), load!(1));
            let high = looked_up::<S, Gathered<T, STRIDE, COUNT, 2>>(simd, load!(2), load!(3));
            ordered::<S, Merged<T, STRIDE, COUNT>>(simd, low, high)
        }
    }
}
