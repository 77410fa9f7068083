//! Bytes picked out of others, in a constant order.

use super::Simd;
use super::lane::{Lanes, U8, Vector};
use super::native;
use super::raw::Raw;
use crate::ptr::Ptr;
use fearless_simd::{Bytes, SimdFrom, u8x16, u64x2};

/// Sixteen bytes.
pub type Sixteen<S> = Vector<S, U8, 16>;

/// Bytes of memory as a number, the first of them lowest: 1, 2, 4 or 8.
///
/// # Safety
/// The bytes from `offset` on lie in the memory behind `ptr`, which nobody else writes meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn piece<const BYTES: usize>(ptr: Ptr<u8>, offset: isize) -> u64 {
    const { assert!(matches!(BYTES, 1 | 2 | 4 | 8), "a piece is a number") };
    let from = ptr.run(offset, BYTES);
    // SAFETY: the caller promises that the bytes may be read.
    unsafe {
        match const { BYTES } {
            1 => u64::from(*from),
            2 => u64::from(u16::from_le_bytes(*from.cast())),
            4 => u64::from(u32::from_le_bytes(*from.cast())),
            _ => u64::from_le_bytes(*from.cast()),
        }
    }
}

/// The bytes of two numbers, the lowest of the first one first.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sixteen<S: Simd>(simd: S, words: [u64; 2]) -> Sixteen<S> {
    u64x2::simd_from(simd, words.map(u64::to_le)).bitcast::<u8x16<S>>()
}

/// For each lane the byte at an index, or 0 where that is 128.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn pick<S: Simd>(simd: S, bytes: Sixteen<S>, order: [u8; 16]) -> Sixteen<S> {
    let block = Raw::<S, u8, 16>::block(<U8 as Lanes<S, 16>>::cut_to_u8(bytes), 0);
    native::picked16(block, u8x16::simd_from(simd, order))
}
