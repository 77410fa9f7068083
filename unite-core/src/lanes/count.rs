//! The vector types of one number of lanes, and the ways between them.

use super::Simd;
use super::blocks::{Pack, Regroup, Zip};
use super::halves::{EverySecond, Halves};
use super::native;
use super::raw::{Blocks, Raw, Source};
use super::vector::{Arithmetic, Truth};
use super::wide::Wide;
use fearless_simd::{
    Bytes, ExtractToken, SimdBase, SimdCombine, SimdIntWiden, SimdNarrow, SimdSplit, SimdWiden, i8x16, i8x32,
    i8x64, i16x8, i16x16, i16x32, i32x4, i32x8, i32x16, i64x4, mask8x16, mask8x32, mask16x8, mask16x16,
    mask16x32, mask32x4, mask32x8, mask32x16, u8x16, u8x32, u8x64, u16x8, u16x16, u16x32, u32x4, u32x8,
};

/// `N` lanes of each type. Where a vector type has more lanes, those above `N` hold anything.
pub trait Count<S: Simd, const N: usize>: Copy + 'static {
    /// `N` times `u8`.
    type U8: Arithmetic<S, Mask = Self::Mask8> + Raw<S, u8, N>;
    /// `N` times `u16`.
    type U16: Arithmetic<S, Mask = Self::Mask16> + Raw<S, u16, N>;
    /// `N` times `i16`.
    type I16: Arithmetic<S, Mask = Self::Mask16>;
    /// `N` times `i32`.
    type I32: Arithmetic<S, Mask = Self::Mask32> + Raw<S, i32, N> + Wide<S>;
    /// The mask of `u8`.
    type Mask8: Truth<S>;
    /// The mask of `u16` and `i16`.
    type Mask16: Truth<S>;
    /// The mask of `i32`.
    type Mask32: Truth<S>;

    /// Sums of distances: `N / 4` numbers of 32 bits, of which every second is 0.
    type Distances: Arithmetic<S>;
    /// Sums of two products: `N / 2` numbers of 32 bits.
    type Products: Arithmetic<S>;

    /// The distances of eight bytes each, summed up.
    fn distances(a: Self::U8, b: Self::U8) -> Self::Distances;
    /// The products of two numbers each, summed up.
    fn products(a: Self::I16, b: Self::I16) -> Self::Products;
    /// The same bits.
    fn signed(v: Self::U16) -> Self::I16;
    /// The same bits.
    fn unsigned(v: Self::I16) -> Self::U16;
    /// The same values.
    fn u8_to_u16(v: Self::U8) -> Self::U16;
    /// The bytes as `i8`.
    fn i8_to_i16(v: Self::U8) -> Self::I16;
    /// The same values.
    fn u16_to_i32(v: Self::U16) -> Self::I32;
    /// The same values.
    fn i16_to_i32(v: Self::I16) -> Self::I32;
    /// The low halves.
    fn cut_to_u8(v: Self::U16) -> Self::U8;
    /// The low halves.
    fn cut_to_u16(v: Self::I32) -> Self::U16;
    /// The nearest of 0 to 255.
    fn nearest_u8(v: Self::I16) -> Self::U8;
    /// Sums of two neighbours: of bytes in blocks.
    ///
    /// # Panics
    /// For four lanes, which have no block.
    fn sums_of_neighbours(blocks: &impl Source<S>) -> Self::U16;
    /// The first of each two lanes of both vectors, and the second.
    ///
    /// # Panics
    /// For lanes that are less than a block.
    fn take_apart(low: Self::U8, high: Self::U8) -> [Self::U8; 2];
    /// Values that fit.
    fn u16_to_u8(v: Self::U16) -> Self::U8;
    /// Values that fit.
    fn i32_to_u16(v: Self::I32) -> Self::U16;
    /// Values that fit.
    fn i32_to_i16(v: Self::I32) -> Self::I16;
    /// `(a * b) >> 16`
    fn mul_high(a: Self::U16, b: Self::U16) -> Self::U16;
    /// `a`, of which the compiler does not see where it is from.
    fn apart(a: Self::U16) -> Self::U16;
    /// `(a * b) >> 16`
    fn mul_high_signed(a: Self::I16, b: Self::I16) -> Self::I16;
    /// `(a * b + (1 << 14)) >> 15`, which wraps for the smallest numbers.
    fn mul_rounded(a: Self::I16, b: Self::I16) -> Self::I16;
    /// `a * v + b * w`, of at most 15 bits: in each lane of the weights are `v` and above it `w`, both less than 128.
    fn byte_products(a: Self::U8, b: Self::U8, weights: Self::U16) -> Self::I16;
    /// `a`, negated where `b`, which is not 0, is negative.
    fn with_sign(a: Self::I16, b: Self::I16) -> Self::I16;
    /// Pairs of 16-bit numbers, in the order in which vectors hold their sums.
    type Pairs: Copy;
    /// Lanes of the two as pairs.
    fn pairs(a: Self::I16, b: Self::I16) -> Self::Pairs;
    /// Pairs of bytes: those of blocks, each in the order that is the block of the same number of `orders`. The byte at
    /// 128 is 0.
    fn pairs_from(blocks: &impl Source<S>, orders: &impl Source<S>) -> Self::Pairs;
    /// Pairs that follow each other in memory, from its blocks.
    fn pairs_of(blocks: &impl Source<S>) -> Self::Pairs;
    /// `a * ca + b * cb`
    fn dot(simd: S, pairs: Self::Pairs, ca: i16, cb: i16) -> Self::I32;
    /// `a * c + b * d`, of the pairs of `a` and `b` and those of `c` and `d`. The sums wrap.
    fn dot_of(ab: Self::Pairs, cd: Self::Pairs) -> Self::I32;
    /// The same truths.
    fn mask8_to_16(mask: Self::Mask8) -> Self::Mask16;
    /// The same truths.
    fn mask16_to_32(mask: Self::Mask16) -> Self::Mask32;
    /// The same truths.
    fn mask16_to_8(mask: Self::Mask16) -> Self::Mask8;
    /// The same truths.
    fn mask32_to_16(mask: Self::Mask32) -> Self::Mask16;
}

/// A number of lanes.
#[derive(Clone, Copy, Debug)]
pub struct Lanewise<const N: usize>;

/// Whether narrowing may take the cheapest instruction, which is right for values that fit. Lanes above the count
/// may not, which builds with debug assertions of the vector crate take exception to.
const RELAXED: bool = !cfg!(debug_assertions);

/// Narrows two vectors of values that fit.
macro_rules! narrow {
    ($low:expr, $high:expr) => {
        if RELAXED { $low.relaxed_narrow($high) } else { $low.narrow($high) }
    };
}

macro_rules! shared {
    ($u8:ident, $u16:ident, $i16:ident, $i32:ty, $mask8:ident, $mask16:ident, $mask32:ty, $high:ident, $apart:ident, $high_signed:ident, $rounded:ident, $signs:ident,
        $distances:ident, $sums:ident, $products:ident) => {
        type U8 = $u8<S>;
        type U16 = $u16<S>;
        type I16 = $i16<S>;
        type I32 = $i32;
        type Mask8 = $mask8<S>;
        type Mask16 = $mask16<S>;
        type Mask32 = $mask32;
        type Distances = $sums<S>;
        type Products = $products<S>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn distances(a: Self::U8, b: Self::U8) -> Self::Distances {
            native::$distances(a, b).bitcast()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn products(a: Self::I16, b: Self::I16) -> Self::Products {
            a.pairwise_dot_product(b)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn signed(v: Self::U16) -> Self::I16 {
            v.bitcast()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn unsigned(v: Self::I16) -> Self::U16 {
            v.bitcast()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn mul_high(a: Self::U16, b: Self::U16) -> Self::U16 {
            native::$high(a, b)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn apart(a: Self::U16) -> Self::U16 {
            native::$apart(a)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn mul_high_signed(a: Self::I16, b: Self::I16) -> Self::I16 {
            native::$high_signed(a, b)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn mul_rounded(a: Self::I16, b: Self::I16) -> Self::I16 {
            native::$rounded(a, b)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn with_sign(a: Self::I16, b: Self::I16) -> Self::I16 {
            native::$signs(a, b)
        }
    };
}

impl<S: Simd> Count<S, 4> for Lanewise<4> {
    shared!(
        u8x16,
        u16x8,
        i16x8,
        i32x4<S>,
        mask8x16,
        mask16x8,
        mask32x4<S>,
        high8,
        apart8,
        high_signed8,
        rounded8,
        signs8,
        distances16,
        i32x4,
        i32x4
    );

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn byte_products(a: Self::U8, b: Self::U8, weights: Self::U16) -> Self::I16 {
        native::products16(a.zip_low(b), weights.bitcast()).bitcast()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn u8_to_u16(v: Self::U8) -> Self::U16 {
        v.widen().0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i8_to_i16(v: Self::U8) -> Self::I16 {
        v.bitcast::<i8x16<S>>().widen().0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn u16_to_i32(v: Self::U16) -> Self::I32 {
        v.widen().0.bitcast()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i16_to_i32(v: Self::I16) -> Self::I32 {
        v.widen().0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cut_to_u8(v: Self::U16) -> Self::U8 {
        v.narrow(v)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cut_to_u16(v: Self::I32) -> Self::U16 {
        let v = v.bitcast::<u32x4<S>>();
        v.narrow(v)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nearest_u8(v: Self::I16) -> Self::U8 {
        native::nearest8(v, v).bitcast()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sums_of_neighbours(_: &impl Source<S>) -> Self::U16 {
        unreachable!("four lanes have no block of neighbours")
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_apart(_: Self::U8, _: Self::U8) -> [Self::U8; 2] {
        unreachable!("lanes that are less than a block")
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn u16_to_u8(v: Self::U16) -> Self::U8 {
        narrow!(v, v)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i32_to_u16(v: Self::I32) -> Self::U16 {
        let v = v.bitcast::<u32x4<S>>();
        narrow!(v, v)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i32_to_i16(v: Self::I32) -> Self::I16 {
        narrow!(v, v)
    }
    type Pairs = i16x8<S>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pairs(a: Self::I16, b: Self::I16) -> Self::Pairs {
        a.token().zip_low_i16x8(a, b)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pairs_from(blocks: &impl Source<S>, orders: &impl Source<S>) -> Self::Pairs {
        native::picked16(blocks.block(0), orders.block(0)).bitcast()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pairs_of(blocks: &impl Source<S>) -> Self::Pairs {
        blocks.block(0).bitcast()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dot(simd: S, pairs: Self::Pairs, ca: i16, cb: i16) -> Self::I32 {
        Self::dot_of(pairs, i16x8::block_splat_pair(simd, ca, cb))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dot_of(ab: Self::Pairs, cd: Self::Pairs) -> Self::I32 {
        ab.pairwise_dot_product(cd)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask8_to_16(mask: Self::Mask8) -> Self::Mask16 {
        mask.token().widen_mask8x16(mask).0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask16_to_32(mask: Self::Mask16) -> Self::Mask32 {
        mask.token().widen_mask16x8(mask).0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask16_to_8(mask: Self::Mask16) -> Self::Mask8 {
        mask.token().narrow_mask16x8(mask, mask)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask32_to_16(mask: Self::Mask32) -> Self::Mask16 {
        mask.token().narrow_mask32x4(mask, mask)
    }
}

impl<S: Simd> Count<S, 8> for Lanewise<8> {
    shared!(
        u8x16,
        u16x8,
        i16x8,
        i32x8<S>,
        mask8x16,
        mask16x8,
        mask32x8<S>,
        high8,
        apart8,
        high_signed8,
        rounded8,
        signs8,
        distances16,
        i32x4,
        i32x4
    );

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn byte_products(a: Self::U8, b: Self::U8, weights: Self::U16) -> Self::I16 {
        native::products16(a.zip_low(b), weights.bitcast()).bitcast()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn u8_to_u16(v: Self::U8) -> Self::U16 {
        v.widen().0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i8_to_i16(v: Self::U8) -> Self::I16 {
        v.bitcast::<i8x16<S>>().widen().0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn u16_to_i32(v: Self::U16) -> Self::I32 {
        let (low, high) = v.widen();
        low.combine(high).bitcast()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i16_to_i32(v: Self::I16) -> Self::I32 {
        let (low, high) = v.widen();
        low.combine(high)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cut_to_u8(v: Self::U16) -> Self::U8 {
        v.narrow(v)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cut_to_u16(v: Self::I32) -> Self::U16 {
        let (low, high) = v.bitcast::<u32x8<S>>().split();
        low.narrow(high)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nearest_u8(v: Self::I16) -> Self::U8 {
        native::nearest8(v, v).bitcast()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sums_of_neighbours(blocks: &impl Source<S>) -> Self::U16 {
        blocks.block(0).pairwise_widening_add()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_apart(_: Self::U8, _: Self::U8) -> [Self::U8; 2] {
        unreachable!("lanes that are less than a block")
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn u16_to_u8(v: Self::U16) -> Self::U8 {
        narrow!(v, v)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i32_to_u16(v: Self::I32) -> Self::U16 {
        let (low, high) = v.bitcast::<u32x8<S>>().split();
        narrow!(low, high)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i32_to_i16(v: Self::I32) -> Self::I16 {
        let (low, high) = v.split();
        narrow!(low, high)
    }
    type Pairs = (i16x8<S>, i16x8<S>);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pairs(a: Self::I16, b: Self::I16) -> Self::Pairs {
        a.token().interleave_i16x8(a, b)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pairs_from(blocks: &impl Source<S>, orders: &impl Source<S>) -> Self::Pairs {
        let low = native::picked16(blocks.block(0), orders.block(0));
        let high = native::picked16(blocks.block(1), orders.block(1));
        (low.bitcast(), high.bitcast())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pairs_of(blocks: &impl Source<S>) -> Self::Pairs {
        (blocks.block(0).bitcast(), blocks.block(1).bitcast())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dot(simd: S, pairs: Self::Pairs, ca: i16, cb: i16) -> Self::I32 {
        let c = i16x8::block_splat_pair(simd, ca, cb);
        Self::dot_of(pairs, (c, c))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dot_of((low, high): Self::Pairs, (other_low, other_high): Self::Pairs) -> Self::I32 {
        low.pairwise_dot_product(other_low).combine(high.pairwise_dot_product(other_high))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask8_to_16(mask: Self::Mask8) -> Self::Mask16 {
        mask.token().widen_mask8x16(mask).0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask16_to_32(mask: Self::Mask16) -> Self::Mask32 {
        let (low, high) = mask.token().widen_mask16x8(mask);
        mask.token().combine_mask32x4(low, high)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask16_to_8(mask: Self::Mask16) -> Self::Mask8 {
        mask.token().narrow_mask16x8(mask, mask)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask32_to_16(mask: Self::Mask32) -> Self::Mask16 {
        let (low, high) = mask.token().split_mask32x8(mask);
        mask.token().narrow_mask32x4(low, high)
    }
}

/// What 16 and 32 lanes have in common: two vectors hold them as lanes of 32 bits.
macro_rules! in_halves {
    ($($count:literal, $double:ident, $bytes:ident, $pairs:ident, $u8:ident, $u16:ident, $i16:ident, $half:ident, $half_mask:ident, $mask8:ident, $mask16:ident,
        $high:ident, $apart:ident, $high_signed:ident, $rounded:ident, $signs:ident, $picked:ident, $byte_products:ident, $distances:ident, $sums:ident,
        $widen_mask8:ident, $combine_mask16:ident, $split_mask16:ident, $narrow_mask16:ident,
        $widen_mask16:ident, $narrow_mask32:ident;)*) => {$(
        impl<S: Simd> Count<S, $count> for Lanewise<$count> {
            shared!($u8, $u16, $i16, Halves<$half<S>>, $mask8, $mask16, Halves<$half_mask<S>>, $high, $apart, $high_signed, $rounded, $signs,
                $distances, $sums, $half);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn byte_products(a: Self::U8, b: Self::U8, weights: Self::U16) -> Self::I16 {
                let (low, high) = a.interleave(b);
                native::$byte_products(low.combine(high), weights.bitcast()).bitcast()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn u8_to_u16(v: Self::U8) -> Self::U16 {
                // One instruction, where the two halves are two and one more.
                v.combine(v).widen().0
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn i8_to_i16(v: Self::U8) -> Self::I16 {
                v.combine(v).bitcast::<$double<S>>().widen().0
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn u16_to_i32(v: Self::U16) -> Self::I32 {
                let (low, high) = v.zip_blocks(v & 0);
                Halves(low.bitcast(), high.bitcast())
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn i16_to_i32(v: Self::I16) -> Self::I32 {
                let (low, high) = v.zip_blocks(v);
                let (low, high): ($half<S>, $half<S>) = (low.bitcast(), high.bitcast());
                Halves(low >> 16, high >> 16)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cut_to_u8(v: Self::U16) -> Self::U8 {
                let (low, high) = v.split();
                low.narrow(high)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cut_to_u16(v: Self::I32) -> Self::U16 {
                let Halves(low, high) = v;
                (low & 0xFFFF).pack_blocks(high & 0xFFFF)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn nearest_u8(v: Self::I16) -> Self::U8 {
                Nearest::nearest(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn sums_of_neighbours(blocks: &impl Source<S>) -> Self::U16 {
                <$bytes<S> as Blocks<S>>::join(blocks).pairwise_widening_add()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take_apart(low: Self::U8, high: Self::U8) -> [Self::U8; 2] {
                let (low, high): ($pairs<S>, $pairs<S>) = (low.bitcast(), high.bitcast());
                [narrow!((low & 0xFF), (high & 0xFF)), narrow!((low >> 8), (high >> 8))]
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn u16_to_u8(v: Self::U16) -> Self::U8 {
                let (low, high) = v.split();
                narrow!(low, high)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn i32_to_u16(v: Self::I32) -> Self::U16 {
                v.0.pack_blocks(v.1)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn i32_to_i16(v: Self::I32) -> Self::I16 {
                v.0.pack_blocks(v.1)
            }
            type Pairs = ($i16<S>, $i16<S>);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn pairs(a: Self::I16, b: Self::I16) -> Self::Pairs {
                a.zip_blocks(b)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn pairs_from(blocks: &impl Source<S>, orders: &impl Source<S>) -> Self::Pairs {
                let low = native::$picked(
                    Blocks::join(&EverySecond(blocks, 0)), Blocks::join(&EverySecond(orders, 0))
                );
                let high = native::$picked(
                    Blocks::join(&EverySecond(blocks, 1)), Blocks::join(&EverySecond(orders, 1))
                );
                (low.bitcast(), high.bitcast())
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn pairs_of(blocks: &impl Source<S>) -> Self::Pairs {
                let low: $bytes<S> = Blocks::join(&EverySecond(blocks, 0));
                let high: $bytes<S> = Blocks::join(&EverySecond(blocks, 1));
                (low.bitcast(), high.bitcast())
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn dot(simd: S, pairs: Self::Pairs, ca: i16, cb: i16) -> Self::I32 {
                let c = $i16::block_splat_pair(simd, ca, cb);
                Self::dot_of(pairs, (c, c))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn dot_of((low, high): Self::Pairs, (other_low, other_high): Self::Pairs) -> Self::I32 {
                Halves(low.pairwise_dot_product(other_low), high.pairwise_dot_product(other_high))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mask8_to_16(mask: Self::Mask8) -> Self::Mask16 {
                let (low, high) = mask.token().$widen_mask8(mask);
                mask.token().$combine_mask16(low, high)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mask16_to_32(mask: Self::Mask16) -> Self::Mask32 {
                if const { S::HAS_AVX512 } {
                    let v = Self::I16::of_truth(mask.token(), mask);
                    return Self::i16_to_i32(v).is_negative(mask.token());
                }
                let (low, high) = mask.token().$widen_mask16(mask);
                let (low, high) = Regroup::regroup(low, high);
                Halves(low, high)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mask16_to_8(mask: Self::Mask16) -> Self::Mask8 {
                let (low, high) = mask.token().$split_mask16(mask);
                mask.token().$narrow_mask16(low, high)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mask32_to_16(mask: Self::Mask32) -> Self::Mask16 {
                if const { S::HAS_AVX512 } {
                    let v = Self::I32::of_truth(mask.0.token(), mask);
                    return Self::i32_to_i16(v).is_negative(mask.0.token());
                }
                let (low, high) = Regroup::ungroup(mask.0, mask.1);
                mask.0.token().$narrow_mask32(low, high)
            }
        }
    )*};
}

in_halves! {
    16, i8x32, u8x32, u16x8, u8x16, u16x16, i16x16, i32x8, mask32x8, mask8x16, mask16x16, high16, apart16, high_signed16, rounded16, signs16, picked32, products32, distances16, i32x4,
        widen_mask8x16, combine_mask16x8, split_mask16x16, narrow_mask16x8, widen_mask16x16, narrow_mask32x8;
    32, i8x64, u8x64, u16x16, u8x32, u16x32, i16x32, i32x16, mask32x16, mask8x32, mask16x32, high32, apart32, high_signed32, rounded32, signs32, picked64, products64, distances32, i32x8,
        widen_mask8x32, combine_mask16x16, split_mask16x32, narrow_mask16x16, widen_mask16x32, narrow_mask32x16;
}

/// The nearest bytes.
trait Nearest<Bytes> {
    fn nearest(self) -> Bytes;
}

impl<S: Simd> Nearest<u8x16<S>> for i16x16<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nearest(self) -> u8x16<S> {
        let (low, high) = self.split();
        native::nearest8(low, high).bitcast()
    }
}

impl<S: Simd> Nearest<u8x32<S>> for i16x32<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nearest(self) -> u8x32<S> {
        let (low, high) = self.split();
        if const { S::HAS_AVX2 } {
            // Eight bytes of each in turn.
            let (even, odd) = native::nearest16(low, high).bitcast::<i64x4<S>>().split();
            let (low, high) = even.interleave(odd);
            return low.combine(high).bitcast();
        }
        low.nearest().combine(high.nearest())
    }
}

/// The same two constants in turn.
trait SplatPair<S: Simd> {
    fn block_splat_pair(simd: S, even: i16, odd: i16) -> Self;
}

macro_rules! splat_pair {
    ($($vector:ident)*) => {$(
        impl<S: Simd> SplatPair<S> for $vector<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn block_splat_pair(simd: S, even: i16, odd: i16) -> Self {
                fearless_simd::SimdBase::from_fn(simd, |lane| if lane % 2 == 0 { even } else { odd })
            }
        }
    )*};
}

splat_pair!(i16x8 i16x16 i16x32);
