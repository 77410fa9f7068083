//! Vectors as what memory holds: elements and blocks of 16 bytes.

use super::Simd;
use super::vector::Pair;
use fearless_simd::{
    Bytes, SimdBase, SimdCombine, SimdSplit, i32x4, i32x8, i32x16, u8x16, u8x32, u8x64, u16x8, u16x16,
    u16x32, u32x4, u64x2,
};

/// A vector of `N` elements, which may be fewer than it has lanes; lanes above are zero when it is made.
pub trait Raw<S: Simd, E, const N: usize>: Copy {
    /// From memory.
    fn load(simd: S, array: &[E; N]) -> Self;
    /// To memory.
    fn store(self, array: &mut [E; N]);
    /// From blocks of 16 bytes.
    fn from_blocks(simd: S, block: impl FnMut(usize) -> u8x16<S>) -> Self;
    /// The block of this number.
    fn block(self, index: usize) -> u8x16<S>;
}

/// Vectors that have as many lanes as there are elements.
macro_rules! whole {
    ($($vector:ident, $elem:ty, $count:literal, $bytes:ident;)*) => {$(
        impl<S: Simd> Raw<S, $elem, $count> for $vector<S> {
            #[inline(always)]
            fn load(simd: S, array: &[$elem; $count]) -> Self {
                SimdBase::load_array_ref(simd, array)
            }
            #[inline(always)]
            fn store(self, array: &mut [$elem; $count]) {
                self.store_array(array);
            }
            #[inline(always)]
            fn from_blocks(_: S, block: impl FnMut(usize) -> u8x16<S>) -> Self {
                Blocks::join(block)
            }
            #[inline(always)]
            fn block(self, index: usize) -> u8x16<S> {
                self.part(index)
            }
        }

        impl<S: Simd> Blocks<S> for $vector<S> {
            #[inline(always)]
            fn join(block: impl FnMut(usize) -> u8x16<S>) -> Self {
                $bytes::join(block).bitcast()
            }
            #[inline(always)]
            fn part(self, index: usize) -> u8x16<S> {
                self.bitcast::<$bytes<S>>().part(index)
            }
        }
    )*};
}

/// Vectors of bytes as blocks.
trait Blocks<S: Simd>: Copy {
    fn join(block: impl FnMut(usize) -> u8x16<S>) -> Self;
    fn part(self, index: usize) -> u8x16<S>;
}

impl<S: Simd> Blocks<S> for u8x16<S> {
    #[inline(always)]
    fn join(mut block: impl FnMut(usize) -> u8x16<S>) -> Self {
        block(0)
    }
    #[inline(always)]
    fn part(self, _: usize) -> u8x16<S> {
        self
    }
}

impl<S: Simd> Blocks<S> for u8x32<S> {
    #[inline(always)]
    fn join(mut block: impl FnMut(usize) -> u8x16<S>) -> Self {
        let low = block(0);
        low.combine(block(1))
    }
    #[inline(always)]
    fn part(self, index: usize) -> u8x16<S> {
        let (low, high) = self.split();
        if index == 0 { low } else { high }
    }
}

impl<S: Simd> Blocks<S> for u8x64<S> {
    #[inline(always)]
    fn join(mut block: impl FnMut(usize) -> u8x16<S>) -> Self {
        let low = u8x32::join(&mut block);
        low.combine(u8x32::join(|index| block(2 + index)))
    }
    #[inline(always)]
    fn part(self, index: usize) -> u8x16<S> {
        let (low, high) = self.split();
        if index < 2 { low.part(index) } else { high.part(index - 2) }
    }
}

whole! {
    u16x8, u16, 8, u8x16;
    u16x16, u16, 16, u8x32;
    u16x32, u16, 32, u8x64;
    i32x4, i32, 4, u8x16;
    i32x8, i32, 8, u8x32;
    i32x16, i32, 16, u8x64;
}

macro_rules! bytes {
    ($($vector:ident, $count:literal;)*) => {$(
        impl<S: Simd> Raw<S, u8, $count> for $vector<S> {
            #[inline(always)]
            fn load(simd: S, array: &[u8; $count]) -> Self {
                SimdBase::load_array_ref(simd, array)
            }
            #[inline(always)]
            fn store(self, array: &mut [u8; $count]) {
                self.store_array(array);
            }
            #[inline(always)]
            fn from_blocks(_: S, block: impl FnMut(usize) -> u8x16<S>) -> Self {
                Blocks::join(block)
            }
            #[inline(always)]
            fn block(self, index: usize) -> u8x16<S> {
                self.part(index)
            }
        }
    )*};
}

bytes! {
    u8x16, 16;
    u8x32, 32;
}

/// The two vectors that are filled in part: by 4 or 8 bytes.
macro_rules! partial {
    ($($vector:ident, $elem:ty, $count:literal, $word:ty, $words:ident;)*) => {$(
        impl<S: Simd> Raw<S, $elem, $count> for $vector<S> {
            #[inline(always)]
            fn load(simd: S, array: &[$elem; $count]) -> Self {
                $words::from_fn(simd, |lane| if lane == 0 { Joined::join(*array) } else { 0 }).bitcast()
            }
            #[inline(always)]
            fn store(self, array: &mut [$elem; $count]) {
                let word: $word = self.bitcast::<$words<S>>()[0];
                *array = Joined::<$word>::cut(word);
            }
            #[inline(always)]
            fn from_blocks(_: S, mut block: impl FnMut(usize) -> u8x16<S>) -> Self {
                block(0).bitcast()
            }
            #[inline(always)]
            fn block(self, _: usize) -> u8x16<S> {
                self.bitcast()
            }
        }
    )*};
}

partial! {
    u8x16, u8, 4, u32, u32x4;
    u8x16, u8, 8, u64, u64x2;
    u16x8, u16, 4, u64, u64x2;
}

/// Elements that are one word.
trait Joined<W> {
    fn join(self) -> W;
    fn cut(word: W) -> Self;
}

impl Joined<u32> for [u8; 4] {
    #[inline(always)]
    fn join(self) -> u32 {
        u32::from_ne_bytes(self)
    }
    #[inline(always)]
    fn cut(word: u32) -> Self {
        word.to_ne_bytes()
    }
}

impl Joined<u64> for [u8; 8] {
    #[inline(always)]
    fn join(self) -> u64 {
        u64::from_ne_bytes(self)
    }
    #[inline(always)]
    fn cut(word: u64) -> Self {
        word.to_ne_bytes()
    }
}

impl Joined<u64> for [u16; 4] {
    #[inline(always)]
    fn join(self) -> u64 {
        let [a, b, c, d] = self.map(u16::to_ne_bytes);
        u64::from_ne_bytes([a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]])
    }
    #[inline(always)]
    fn cut(word: u64) -> Self {
        let [a, b, c, d, e, f, g, h] = word.to_ne_bytes();
        [[a, b], [c, d], [e, f], [g, h]].map(u16::from_ne_bytes)
    }
}

impl<S: Simd> Raw<S, i32, 32> for Pair<i32x16<S>> {
    #[inline(always)]
    fn load(simd: S, array: &[i32; 32]) -> Self {
        let (halves, _) = array.as_chunks::<16>();
        Pair(SimdBase::load_array_ref(simd, &halves[0]), SimdBase::load_array_ref(simd, &halves[1]))
    }
    #[inline(always)]
    fn store(self, array: &mut [i32; 32]) {
        let (halves, _) = array.as_chunks_mut::<16>();
        self.0.store_array(&mut halves[0]);
        self.1.store_array(&mut halves[1]);
    }
    #[inline(always)]
    fn from_blocks(simd: S, mut block: impl FnMut(usize) -> u8x16<S>) -> Self {
        let low = Raw::<S, i32, 16>::from_blocks(simd, &mut block);
        Pair(low, Raw::<S, i32, 16>::from_blocks(simd, |index| block(4 + index)))
    }
    #[inline(always)]
    fn block(self, index: usize) -> u8x16<S> {
        if index < 4 { self.0.part(index) } else { self.1.part(index - 4) }
    }
}

/// A block whose lanes are those of `a` and `b` (as 16 more) that `lane` names. Constant after inlining.
#[inline(always)]
pub fn shuffle<S: Simd>(simd: S, a: u8x16<S>, b: u8x16<S>, lane: impl Fn(usize) -> usize) -> u8x16<S> {
    let (a, b): ([u8; 16], [u8; 16]) = (a.into(), b.into());
    SimdBase::from_fn(simd, |to| {
        let from = lane(to);
        if from < 16 { a[from] } else { b[from - 16] }
    })
}
