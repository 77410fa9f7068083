//! What machines do with each block of 16 bytes by itself.
//!
//! The crate for vectors has these operations on whole vectors only. Here they are followed by moving blocks to where they
//! came from; the compiler sees that nothing moves.

use super::{Simd, native};
use fearless_simd::{
    Bytes, ExtractToken, SimdBase, SimdCombine, SimdNarrow, SimdSplit, i16x16, i16x32, i32x4, i32x8, i32x16,
    i64x4, i64x8, mask32x8, mask32x16, u8x16, u8x32, u16x8, u16x16, u16x32, u32x8, u32x16,
};

/// Blocks of two vectors in turn.
pub trait Regroup: Copy {
    /// The even blocks of two vectors, one after the other, and the odd ones.
    fn regroup(self, next: Self) -> (Self, Self);
    /// The reverse: blocks of the two in turn.
    fn ungroup(self, other: Self) -> (Self, Self);
}

/// Elements of two vectors in turn, block by block.
pub trait Zip: Copy {
    /// From the low halves of blocks, and from the high halves.
    fn zip_blocks(self, other: Self) -> (Self, Self);
}

/// Narrowing, block by block.
pub trait Pack<To>: Copy {
    /// Each block is one of `self`, then one of `next`. Values fit.
    fn pack_blocks(self, next: Self) -> To;
}

macro_rules! regroup {
    (two: $($two:ident)*; four: $($four:ident)*;) => {
        $(impl<S: Simd> Regroup for $two<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn regroup(self, next: Self) -> (Self, Self) {
                let ((a, b), (c, d)) = (self.split(), next.split());
                (a.combine(c), b.combine(d))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ungroup(self, other: Self) -> (Self, Self) {
                self.regroup(other)
            }
        })*
        $(impl<S: Simd> Regroup for $four<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn regroup(self, next: Self) -> (Self, Self) {
                let ((ab, cd), (ef, gh)) = (self.split(), next.split());
                let ((ac, bd), (eg, fh)) = (ab.regroup(cd), ef.regroup(gh));
                (ac.combine(eg), bd.combine(fh))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ungroup(self, other: Self) -> (Self, Self) {
                let ((ac, eg), (bd, fh)) = (self.split(), other.split());
                let ((ab, cd), (ef, gh)) = (ac.regroup(bd), eg.regroup(fh));
                (ab.combine(cd), ef.combine(gh))
            }
        })*
    };
}

regroup! {
    two: u8x32 u16x16 i16x16 i32x8;
    four: u16x32 i16x32 i32x16;
}

/// Masks: a block has the truths of a block of lanes.
macro_rules! regroup_masks {
    ($($mask:ident, $split:ident, $combine:ident, $one:ident;)*) => {$(
        impl<S: Simd> Regroup for $mask<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn regroup(self, next: Self) -> (Self, Self) {
                let token = self.token();
                let ((a, b), (c, d)) = (token.$split(self), token.$split(next));
                $one!(regroup token $combine, a, b, c, d)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ungroup(self, other: Self) -> (Self, Self) {
                let token = self.token();
                let ((a, b), (c, d)) = (token.$split(self), token.$split(other));
                $one!(ungroup token $combine, a, b, c, d)
            }
        }
    )*};
}

macro_rules! of_two {
    ($_:ident $token:ident $combine:ident, $a:ident, $b:ident, $c:ident, $d:ident) => {
        ($token.$combine($a, $c), $token.$combine($b, $d))
    };
}

macro_rules! of_four {
    (regroup $token:ident $combine:ident, $a:ident, $b:ident, $c:ident, $d:ident) => {{
        let ((even, odd), (next_even, next_odd)) = ($a.regroup($b), $c.regroup($d));
        ($token.$combine(even, next_even), $token.$combine(odd, next_odd))
    }};
    (ungroup $token:ident $combine:ident, $a:ident, $b:ident, $c:ident, $d:ident) => {{
        let ((a, b), (c, d)) = ($a.regroup($c), $b.regroup($d));
        ($token.$combine(a, b), $token.$combine(c, d))
    }};
}

regroup_masks! {
    mask32x8, split_mask32x8, combine_mask32x4, of_two;
    mask32x16, split_mask32x16, combine_mask32x8, of_four;
}

macro_rules! zip {
    (one: $($one:ident)*; more: $($more:ident of $words:ident, $low:ident, $high:ident;)*) => {
        $(impl<S: Simd> Zip for $one<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zip_blocks(self, other: Self) -> (Self, Self) {
                self.interleave(other)
            }
        })*
        $(impl<S: Simd> Zip for $more<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zip_blocks(self, other: Self) -> (Self, Self) {
                let (a, b) = (self.bitcast::<$words<S>>(), other.bitcast::<$words<S>>());
                (native::$low(a, b).bitcast(), native::$high(a, b).bitcast())
            }
        })*
    };
}

zip! {
    one: u8x16 u16x8 i32x4;
    more:
        u8x32 of u8x32, low_bytes32, high_bytes32;
        u16x16 of u16x16, low_halves16, high_halves16;
        i16x16 of u16x16, low_halves16, high_halves16;
        u16x32 of u16x32, low_halves32, high_halves32;
        i16x32 of u16x32, low_halves32, high_halves32;
        i32x8 of i32x8, low_words8, high_words8;
        i32x16 of i32x16, low_words16, high_words16;
}

macro_rules! pack {
    ($($from:ident, $to:ident, $fours:ident, |$low:ident, $high:ident| $narrow:expr;)*) => {$(
        impl<S: Simd> Pack<$to<S>> for $from<S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn pack_blocks(self, next: Self) -> $to<S> {
                let ($low, $high) = (self, next);
                let narrow: $to<S> = $narrow;
                // Four elements of each in turn.
                let (low, high) = narrow.bitcast::<$fours<S>>().split();
                let (low, high) = low.interleave(high);
                low.combine(high).bitcast()
            }
        }
    )*};
}

pack! {
    i32x8, i16x16, i64x4, |low, high| low.saturating_narrow(high);
    i32x16, i16x32, i64x8, |low, high| low.saturating_narrow(high);
    i32x8, u16x16, i64x4, |low, high| low.bitcast::<u32x8<S>>().narrow(high.bitcast::<u32x8<S>>());
    i32x16, u16x32, i64x8, |low, high| low.bitcast::<u32x16<S>>().narrow(high.bitcast::<u32x16<S>>());
}
