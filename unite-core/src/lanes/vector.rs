//! What every vector type can do, lane by lane.

use super::Simd;
use super::native;
use core::ops::Sub;
use fearless_simd::{
    Bytes, Select, SimdBase, SimdMask, SimdSplit, i16x8, i16x16, i16x32, i32x4, i32x8, i32x16, mask8x16,
    mask8x32, mask16x8, mask16x16, mask16x32, mask32x4, mask32x8, mask32x16, u8x16, u8x32, u8x64, u16x8,
    u16x16, u16x32,
};

/// The arithmetic of a vector type. It wraps: whoever calls it knows the ranges.
pub trait Arithmetic<S: Simd>: Copy {
    /// One truth value a lane.
    type Mask: Truth<S>;

    /// How many lanes it has; lanes may be fewer than these.
    const LEN: usize;

    /// The same value in each lane.
    fn splat(simd: S, value: i32) -> Self;
    /// A vector of these values.
    fn from_fn(simd: S, value: impl FnMut(usize) -> i32) -> Self;
    /// The value of a lane.
    fn lane(&self, lane: usize) -> i32;
    /// The values of the first lanes, as many as there is room for.
    fn values(&self, into: &mut [i32]) {
        for (lane, value) in into.iter_mut().enumerate() {
            *value = self.lane(lane);
        }
    }
    /// `self + other`
    fn add(self, other: Self) -> Self;
    /// `self - other`
    fn sub(self, other: Self) -> Self;
    /// `self * other`
    fn mul(self, other: Self) -> Self;
    /// The smaller.
    fn min(self, other: Self) -> Self;
    /// The larger.
    fn max(self, other: Self) -> Self;
    /// `self & other`
    fn and(self, other: Self) -> Self;
    /// `self | other`
    fn or(self, other: Self) -> Self;
    /// `self ^ other`
    fn xor(self, other: Self) -> Self;
    /// `!self`
    fn not(self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// `self << by`
    fn shl(self, by: u32) -> Self;
    /// `self >> by`
    fn shr(self, by: u32) -> Self;
    /// `self == other`
    fn eq(self, other: Self) -> Self::Mask;
    /// `self < other`
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`
    fn le(self, other: Self) -> Self::Mask;
    /// The distance.
    fn abs_diff(self, other: Self) -> Self;
    /// `(self + other + 1) >> 1`
    fn average(self, other: Self) -> Self;
    /// Lanes of `a` where the mask holds, else of `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// -1 in lanes where a mask holds, and 0 elsewhere: where masks are bits, lanes are moved by fewer instructions than these.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_truth(simd: S, mask: Self::Mask) -> Self {
        Self::select(mask, Self::splat(simd, -1), Self::splat(simd, 0))
    }
    /// Where lanes are below 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_negative(self, simd: S) -> Self::Mask {
        self.lt(Self::splat(simd, 0))
    }
    /// Whether any bit is set, in all lanes that the vector has.
    fn any_bit(self) -> bool;
    /// The sum of every `step`th of the first lanes; both numbers are powers of two. It wraps. Halves are added up, which takes a step
    /// for each, where the compiler makes as many steps as there are lanes of a sum that is used twice.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn total(self, simd: S, lanes: usize, step: usize) -> i32 {
        let mut v = self;
        macro_rules! halves {
            ($($half:literal)*) => {$(
                if $half < lanes && $half >= step {
                    v = v.add(Self::from_fn(simd, |lane| v.lane((lane + $half) % Self::LEN)));
                }
            )*};
        }
        halves!(16 8 4 2 1);
        v.lane(0)
    }
}

/// What masks can do.
pub trait Truth<S: Simd>: Copy {
    /// A lane for each bit.
    fn from_bits(simd: S, bits: u64) -> Self;
    /// A bit for each lane.
    fn to_bits(self) -> u64;
    /// Whether it holds in all lanes, of which the vector has as many.
    fn all(self) -> bool;
    /// Where both hold.
    fn and(self, other: Self) -> Self;
    /// Where one holds.
    fn or(self, other: Self) -> Self;
    /// Where it does not hold.
    fn not(self) -> Self;
}

/// An element of a vector.
trait Element: Sized {
    /// Values as numbers of 32 bits, as many as there is room for. Compiled once, and not in each crate with kernels.
    fn widen(values: &[Self], into: &mut [i32]);
}

macro_rules! elements {
    ($($elem:ty)*) => {$(
        impl Element for $elem {
            #[inline(never)]
            fn widen(values: &[Self], into: &mut [i32]) {
                for (wide, &value) in into.iter_mut().zip(values) {
                    *wide = value as i32;
                }
            }
        }
    )*};
}

elements!(u8 i16 u16 i32);

macro_rules! arithmetic {
    ($($vector:ident, $mask:ident, $elem:ty, $average:ident, $distance:ident, $bytes:ident, $any:ident $(, $split:ident)?;)*) => {$(
        impl<S: Simd> Arithmetic<S> for $vector<S> {
            type Mask = $mask<S>;

            const LEN: usize = <Self as SimdBase<S>>::LEN;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn splat(simd: S, value: i32) -> Self {
                SimdBase::splat(simd, value as $elem)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_fn(simd: S, mut value: impl FnMut(usize) -> i32) -> Self {
                SimdBase::from_fn(simd, |lane| value(lane) as $elem)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn lane(&self, lane: usize) -> i32 {
                self.as_slice()[lane] as i32
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn values(&self, into: &mut [i32]) {
                Element::widen(self.as_slice(), into);
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn add(self, other: Self) -> Self {
                self + other
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn sub(self, other: Self) -> Self {
                self - other
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mul(self, other: Self) -> Self {
                self * other
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn min(self, other: Self) -> Self {
                SimdBase::min(self, other)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn max(self, other: Self) -> Self {
                SimdBase::max(self, other)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn not(self) -> Self {
                !self
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn abs(self) -> Self {
                SimdBase::abs(self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn shl(self, by: u32) -> Self {
                self << by
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn shr(self, by: u32) -> Self {
                self >> by
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn eq(self, other: Self) -> Self::Mask {
                self.simd_eq(other)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn lt(self, other: Self) -> Self::Mask {
                self.simd_lt(other)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn le(self, other: Self) -> Self::Mask {
                self.simd_le(other)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn abs_diff(self, other: Self) -> Self {
                $distance(self, other)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn average(self, other: Self) -> Self {
                native::$average(self, other)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
                Select::select(mask, a, b)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn any_bit(self) -> bool {
                native::$any(self.bitcast::<$bytes<S>>())
            }
            $(
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn total(self, simd: S, lanes: usize, step: usize) -> i32 {
                    // What the upper half has is taken out of it at once: moved within the whole it would be there twice.
                    let (low, high) = SimdSplit::$split(self);
                    let half = <Self as SimdBase<S>>::LEN / 2;
                    if lanes > half { (low + high).total(simd, half, step) } else { low.total(simd, lanes, step) }
                }
            )?
        }
    )*};
}

/// The distance, which is not negative as a lane of the type.
#[cfg_attr(not(debug_assertions), inline(always))]
fn signed<S: Simd, V: SimdBase<S> + Sub<Output = V>>(a: V, b: V) -> V {
    (a - b).abs()
}

/// The distance.
#[cfg_attr(not(debug_assertions), inline(always))]
fn unsigned<S: Simd, V: SimdBase<S> + Sub<Output = V>>(a: V, b: V) -> V {
    a.max(b) - a.min(b)
}

arithmetic! {
    u8x16, mask8x16, u8, bytes16, unsigned, u8x16, any_bit16;
    u8x32, mask8x32, u8, bytes32, unsigned, u8x32, any_bit32;
    i16x8, mask16x8, i16, average, signed, u8x16, any_bit16;
    i16x16, mask16x16, i16, average, signed, u8x32, any_bit32;
    i16x32, mask16x32, i16, average, signed, u8x64, any_bit64;
    u16x8, mask16x8, u16, halves8, unsigned, u8x16, any_bit16;
    u16x16, mask16x16, u16, halves16, unsigned, u8x32, any_bit32;
    u16x32, mask16x32, u16, halves32, unsigned, u8x64, any_bit64;
    i32x4, mask32x4, i32, average, signed, u8x16, any_bit16;
    i32x8, mask32x8, i32, average, signed, u8x32, any_bit32, split;
    i32x16, mask32x16, i32, average, signed, u8x64, any_bit64, split;
}

macro_rules! truth {
    ($($mask:ident)*) => {$(
        impl<S: Simd> Truth<S> for $mask<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_bits(simd: S, bits: u64) -> Self {
                SimdMask::from_bitmask(simd, bits)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_bits(self) -> u64 {
                self.to_bitmask()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn all(self) -> bool {
                self.all_true()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn not(self) -> Self {
                !self
            }
        }
    )*};
}

truth!(mask8x16 mask8x32 mask16x8 mask16x16 mask16x32 mask32x4 mask32x8 mask32x16);
