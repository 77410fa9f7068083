//! Lanes of 32 bits that are too many for one vector.

use super::Simd;
use super::blocks::{Regroup, Zip};
use super::raw::{Blocks, Raw, Source};
use super::vector::{Arithmetic, Truth};
use fearless_simd::{Bytes, SimdBase, i32x8, i32x16, u8x16, u8x32, u8x64};

/// Two vectors in place of one: of each eight lanes the first has the first four, and the second the others.
///
/// That is the order in which machines make wide lanes of narrow ones and narrow ones of wide, in each block of
/// 16 bytes by itself; any other takes instructions that move blocks.
#[derive(Clone, Copy, Debug)]
pub struct Halves<V>(pub V, pub V);

/// Which lane of all is this one of a half.
#[cfg_attr(not(debug_assertions), inline(always))]
const fn place(half: usize, lane: usize) -> usize {
    8 * (lane / 4) + 4 * half + lane % 4
}

/// The most lanes that a half has.
const MOST: usize = 16;

/// The values of the first lanes, of those of both halves, as many as there is room for. Compiled once, and not in each crate
/// with kernels.
#[inline(never)]
fn in_order(halves: &[[i32; MOST]; 2], into: &mut [i32]) {
    for (four, values) in into.chunks_mut(4).enumerate() {
        let half = &halves[four % 2][four / 2 * 4..];
        for (value, &lane) in values.iter_mut().zip(half) {
            *value = lane;
        }
    }
}

/// Both halves of one operand, or of two.
macro_rules! both {
    ($function:path, $self:ident) => {
        Halves($function($self.0), $function($self.1))
    };
    ($function:path, $self:ident, $other:ident) => {
        Halves($function($self.0, $other.0), $function($self.1, $other.1))
    };
}

impl<S: Simd, V: Arithmetic<S>> Arithmetic<S> for Halves<V> {
    type Mask = Halves<V::Mask>;

    const LEN: usize = 2 * V::LEN;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn splat(simd: S, value: i32) -> Self {
        Halves(V::splat(simd, value), V::splat(simd, value))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_fn(simd: S, mut value: impl FnMut(usize) -> i32) -> Self {
        let low = V::from_fn(simd, |lane| value(place(0, lane)));
        Halves(low, V::from_fn(simd, |lane| value(place(1, lane))))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(&self, lane: usize) -> i32 {
        let within = 4 * (lane / 8) + lane % 4;
        if lane % 8 < 4 { self.0.lane(within) } else { self.1.lane(within) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values(&self, into: &mut [i32]) {
        const { assert!(V::LEN <= MOST) };
        let mut halves = [[0; MOST]; 2];
        self.0.values(&mut halves[0][..V::LEN]);
        self.1.values(&mut halves[1][..V::LEN]);
        in_order(&halves, into);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(self, other: Self) -> Self {
        both!(V::add, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(self, other: Self) -> Self {
        both!(V::sub, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul(self, other: Self) -> Self {
        both!(V::mul, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn min(self, other: Self) -> Self {
        both!(V::min, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn max(self, other: Self) -> Self {
        both!(V::max, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn and(self, other: Self) -> Self {
        both!(V::and, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or(self, other: Self) -> Self {
        both!(V::or, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn xor(self, other: Self) -> Self {
        both!(V::xor, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn not(self) -> Self {
        both!(V::not, self)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn abs(self) -> Self {
        both!(V::abs, self)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shl(self, by: u32) -> Self {
        Halves(self.0.shl(by), self.1.shl(by))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shr(self, by: u32) -> Self {
        Halves(self.0.shr(by), self.1.shr(by))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn eq(self, other: Self) -> Self::Mask {
        both!(V::eq, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lt(self, other: Self) -> Self::Mask {
        both!(V::lt, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn le(self, other: Self) -> Self::Mask {
        both!(V::le, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn abs_diff(self, other: Self) -> Self {
        both!(V::abs_diff, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn average(self, other: Self) -> Self {
        both!(V::average, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
        Halves(V::select(mask.0, a.0, b.0), V::select(mask.1, a.1, b.1))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn any_bit(self) -> bool {
        self.0.or(self.1).any_bit()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn total(self, simd: S, lanes: usize, step: usize) -> i32 {
        debug_assert!(lanes >= 8 && step <= 4, "each half has four lanes of eight");
        self.0.add(self.1).total(simd, lanes / 2, step)
    }
}

impl<S: Simd, M: Truth<S>> Truth<S> for Halves<M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_bits(simd: S, bits: u64) -> Self {
        let half = |half| (0..16).fold(0, |all, lane| all | (bits >> place(half, lane) & 1) << lane);
        Halves(M::from_bits(simd, half(0)), M::from_bits(simd, half(1)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_bits(self) -> u64 {
        let spread =
            |half, bits: u64| (0..16).fold(0, |all, lane| all | (bits >> lane & 1) << place(half, lane));
        spread(0, self.0.to_bits()) | spread(1, self.1.to_bits())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn all(self) -> bool {
        self.0.and(self.1).all()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn and(self, other: Self) -> Self {
        both!(M::and, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or(self, other: Self) -> Self {
        both!(M::or, self, other)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn not(self) -> Self {
        both!(M::not, self)
    }
}

/// Every second block, from one on.
pub struct EverySecond<'a, B>(pub &'a B, pub usize);

impl<S: Simd, B: Source<S>> Source<S> for EverySecond<'_, B> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block(&self, index: usize) -> u8x16<S> {
        self.0.block(2 * index + self.1)
    }
}

macro_rules! raw {
    ($($half:ident, $bytes:ident, $count:literal, $half_count:literal;)*) => {$(
        impl<S: Simd> Raw<S, i32, $count> for Halves<$half<S>> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn load(simd: S, array: &[i32; $count]) -> Self {
                let (halves, _) = array.as_chunks::<$half_count>();
                // A closure would not have the features of the level.
                let low = <$half<S>>::load_array_ref(simd, &halves[0]);
                let (low, high) = low.regroup(<$half<S>>::load_array_ref(simd, &halves[1]));
                Halves(low, high)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn store(self, array: &mut [i32; $count]) {
                let (low, high) = self.0.ungroup(self.1);
                let (halves, _) = array.as_chunks_mut::<$half_count>();
                low.store_array(&mut halves[0]);
                high.store_array(&mut halves[1]);
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_blocks(source: &impl Source<S>) -> Self {
                let low = <$bytes<S>>::join(&EverySecond(source, 0)).bitcast();
                Halves(low, <$bytes<S>>::join(&EverySecond(source, 1)).bitcast())
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn block(self, index: usize) -> u8x16<S> {
                let half = if index.is_multiple_of(2) { self.0 } else { self.1 };
                half.bitcast::<$bytes<S>>().part(index / 2)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zip(self, other: Self) -> (Self, Self) {
                let (a, b) = (self.0.zip_blocks(other.0), self.1.zip_blocks(other.1));
                (Halves(a.0, b.0), Halves(a.1, b.1))
            }
        }
    )*};
}

raw! {
    i32x8, u8x32, 16, 8;
    i32x16, u8x64, 32, 16;
}
