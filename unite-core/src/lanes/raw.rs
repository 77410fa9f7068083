//! Vectors as what memory holds: elements and blocks of 16 bytes.

use super::Simd;
use super::blocks::Zip;
use fearless_simd::{
    Bytes, SimdBase, SimdCombine, SimdSplit, i32x4, i32x8, u8x16, u8x32, u8x64, u16x8, u16x16, u16x32,
};

/// A vector of `N` elements, which may be fewer than it has lanes; lanes above are zero when it is made.
pub trait Raw<S: Simd, E, const N: usize>: Copy {
    /// From memory, if the elements are whole blocks.
    fn load(simd: S, array: &[E; N]) -> Self {
        let _ = (simd, array);
        unreachable!("elements that fill no block are a piece of one")
    }
    /// To memory, if the elements are whole blocks.
    fn store(self, array: &mut [E; N]) {
        let _ = array;
        unreachable!("elements that fill no block are a piece of one")
    }
    /// From blocks of 16 bytes.
    fn from_blocks(source: &impl Source<S>) -> Self;
    /// The block of this number.
    fn block(self, index: usize) -> u8x16<S>;
    /// Elements of the two in turn, block by block: from the low halves of blocks, and from the high halves.
    fn zip(self, other: Self) -> (Self, Self);
}

/// Where blocks of 16 bytes come from.
pub trait Source<S: Simd> {
    /// The block of this number.
    fn block(&self, index: usize) -> u8x16<S>;
}

/// The blocks from one on.
struct From<'a, B>(&'a B, usize);

impl<S: Simd, B: Source<S>> Source<S> for From<'_, B> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block(&self, index: usize) -> u8x16<S> {
        self.0.block(self.1 + index)
    }
}

/// Vectors that have as many lanes as there are elements.
macro_rules! whole {
    ($($vector:ident, $elem:ty, $count:literal, $bytes:ident;)*) => {$(
        impl<S: Simd> Raw<S, $elem, $count> for $vector<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn load(simd: S, array: &[$elem; $count]) -> Self {
                SimdBase::load_array_ref(simd, array)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn store(self, array: &mut [$elem; $count]) {
                self.store_array(array);
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_blocks(source: &impl Source<S>) -> Self {
                Blocks::join(source)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn block(self, index: usize) -> u8x16<S> {
                self.part(index)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zip(self, other: Self) -> (Self, Self) {
                self.zip_blocks(other)
            }
        }

        impl<S: Simd> Blocks<S> for $vector<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn join(source: &impl Source<S>) -> Self {
                $bytes::join(source).bitcast()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn part(self, index: usize) -> u8x16<S> {
                self.bitcast::<$bytes<S>>().part(index)
            }
        }
    )*};
}

/// Vectors of bytes as blocks.
pub trait Blocks<S: Simd>: Copy {
    fn join(source: &impl Source<S>) -> Self;
    fn part(self, index: usize) -> u8x16<S>;
}

impl<S: Simd> Blocks<S> for u8x16<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join(source: &impl Source<S>) -> Self {
        source.block(0)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part(self, _: usize) -> u8x16<S> {
        self
    }
}

impl<S: Simd> Blocks<S> for u8x32<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join(source: &impl Source<S>) -> Self {
        source.block(0).combine(source.block(1))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part(self, index: usize) -> u8x16<S> {
        let (low, high) = self.split();
        if index == 0 { low } else { high }
    }
}

impl<S: Simd> Blocks<S> for u8x64<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join(source: &impl Source<S>) -> Self {
        u8x32::join(source).combine(u8x32::join(&From(source, 2)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
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
}

macro_rules! bytes {
    ($($vector:ident, $count:literal;)*) => {$(
        impl<S: Simd> Raw<S, u8, $count> for $vector<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn load(simd: S, array: &[u8; $count]) -> Self {
                SimdBase::load_array_ref(simd, array)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn store(self, array: &mut [u8; $count]) {
                self.store_array(array);
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_blocks(source: &impl Source<S>) -> Self {
                Blocks::join(source)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn block(self, index: usize) -> u8x16<S> {
                self.part(index)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zip(self, other: Self) -> (Self, Self) {
                self.zip_blocks(other)
            }
        }
    )*};
}

bytes! {
    u8x16, 16;
    u8x32, 32;
}

/// Vectors that are filled in part: by 4 or 8 bytes.
macro_rules! partial {
    ($($vector:ident, $elem:ty, $count:literal;)*) => {$(
        impl<S: Simd> Raw<S, $elem, $count> for $vector<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_blocks(source: &impl Source<S>) -> Self {
                source.block(0).bitcast()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn block(self, _: usize) -> u8x16<S> {
                self.bitcast()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zip(self, other: Self) -> (Self, Self) {
                self.zip_blocks(other)
            }
        }
    )*};
}

partial! {
    u8x16, u8, 4;
    u8x16, u8, 8;
    u16x8, u16, 4;
}
