//! Lane types: what one lane of a vector holds.

use unite_ranges::Range;

use super::Simd;
use super::count::{Count, Lanewise};
use super::vector::Arithmetic;

/// The values that one lane of a vector holds.
pub trait Lane: Copy + 'static {
    /// What [`lane`](unite_ranges::lane) calls it.
    const KEY: u32;
    /// The values.
    const RANGE: Range;
    /// The bits of a lane.
    const BITS: u32;
}

/// The lane type of a key.
pub type Picked<const KEY: u32> = <Key<KEY> as Pick>::Lane;

/// A key, as a type.
#[derive(Clone, Copy, Debug)]
pub struct Key<const KEY: u32>;

/// Keys that are one of a lane type.
pub trait Pick {
    /// The lane type.
    type Lane: Lane;
}

/// A lane type in vectors of `N` lanes.
pub trait Lanes<S: Simd, const N: usize>: Lane {
    /// `N` lanes.
    type Vector: Arithmetic<S, Mask = Self::Mask>;
    /// A truth value for each lane.
    type Mask: super::vector::Truth<S>;
    /// The vectors with as many lanes.
    type Count: Count<S, N>;

    /// From `u8`, values that fit.
    fn of_u8(v: <Self::Count as Count<S, N>>::U8) -> Self::Vector;
    /// From `i16`, values that fit.
    fn of_i16(v: <Self::Count as Count<S, N>>::I16) -> Self::Vector;
    /// From `u16`, values that fit.
    fn of_u16(v: <Self::Count as Count<S, N>>::U16) -> Self::Vector;
    /// From `i32`, values that fit.
    fn of_i32(v: <Self::Count as Count<S, N>>::I32) -> Self::Vector;
    /// To another lane type, values that fit.
    fn into<To: Lanes<S, N, Count = Self::Count>>(v: Self::Vector) -> To::Vector;
    /// To 16 bits, values that fit. Only for lanes of at most 16 bits.
    fn to_i16(v: Self::Vector) -> <Self::Count as Count<S, N>>::I16;
    /// To 32 bits.
    fn to_i32(v: Self::Vector) -> <Self::Count as Count<S, N>>::I32;
    /// The low 8 bits.
    fn cut_to_u8(v: Self::Vector) -> <Self::Count as Count<S, N>>::U8;
    /// The low 16 bits.
    fn cut_to_u16(v: Self::Vector) -> <Self::Count as Count<S, N>>::U16;
    /// To a mask of another lane type.
    fn mask_into<To: Lanes<S, N, Count = Self::Count>>(mask: Self::Mask) -> To::Mask;
    /// From a mask of bytes.
    fn of_mask8(mask: <Self::Count as Count<S, N>>::Mask8) -> Self::Mask;
    /// From a mask of 16 bits.
    fn of_mask16(mask: <Self::Count as Count<S, N>>::Mask16) -> Self::Mask;
    /// From a mask of 32 bits.
    fn of_mask32(mask: <Self::Count as Count<S, N>>::Mask32) -> Self::Mask;
}

/// `N` lanes of type `L`.
pub type Vector<S, L, const N: usize> = <L as Lanes<S, N>>::Vector;

/// A truth value for each of `N` lanes of type `L`.
pub type Mask<S, L, const N: usize> = <L as Lanes<S, N>>::Mask;

macro_rules! lane_types {
    ($($lane:ident, $key:literal, $bits:literal, $range:expr, $what:literal;)*) => {$(
        #[doc = $what]
        #[derive(Clone, Copy, Debug)]
        pub struct $lane;

        impl Lane for $lane {
            const KEY: u32 = $key;
            const RANGE: Range = $range;
            const BITS: u32 = $bits;
        }

        impl Pick for Key<$key> {
            type Lane = $lane;
        }
    )*};
}

lane_types! {
    U8, 8, 8, Range::U8, "Lanes of 8 bits without sign.";
    I16, 16, 16, Range::I16, "Lanes of 16 bits with a sign.";
    U16, 17, 16, Range::U16, "Lanes of 16 bits without sign.";
    I32, 32, 32, Range::I32, "Lanes of 32 bits with a sign.";
}

/// What lanes of 16 bits have in common.
macro_rules! sixteen_bits {
    ($count:literal) => {
        type Mask = <Lanewise<$count> as Count<S, $count>>::Mask16;
        type Count = Lanewise<$count>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn cut_to_u8(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::U8 {
            <Lanewise<$count> as Count<S, $count>>::cut_to_u8(<Self as Lanes<S, $count>>::cut_to_u16(v))
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn mask_into<To: Lanes<S, $count, Count = Self::Count>>(mask: Self::Mask) -> To::Mask {
            To::of_mask16(mask)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn of_mask8(mask: <Lanewise<$count> as Count<S, $count>>::Mask8) -> Self::Mask {
            <Lanewise<$count> as Count<S, $count>>::mask8_to_16(mask)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn of_mask16(mask: <Lanewise<$count> as Count<S, $count>>::Mask16) -> Self::Mask {
            mask
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn of_mask32(mask: <Lanewise<$count> as Count<S, $count>>::Mask32) -> Self::Mask {
            <Lanewise<$count> as Count<S, $count>>::mask32_to_16(mask)
        }
    };
}

macro_rules! lanes {
    ($($count:literal)*) => {$(
        impl<S: Simd> Lanes<S, $count> for U8 {
            type Vector = <Lanewise<$count> as Count<S, $count>>::U8;
            type Mask = <Lanewise<$count> as Count<S, $count>>::Mask8;
            type Count = Lanewise<$count>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_u8(v: <Lanewise<$count> as Count<S, $count>>::U8) -> Self::Vector {
                v
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_i16(v: <Lanewise<$count> as Count<S, $count>>::I16) -> Self::Vector {
                <Self as Lanes<S, $count>>::of_u16(<Lanewise<$count> as Count<S, $count>>::unsigned(v))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_u16(v: <Lanewise<$count> as Count<S, $count>>::U16) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::u16_to_u8(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_i32(v: <Lanewise<$count> as Count<S, $count>>::I32) -> Self::Vector {
                <Self as Lanes<S, $count>>::of_i16(<Lanewise<$count> as Count<S, $count>>::i32_to_i16(v))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn into<To: Lanes<S, $count, Count = Self::Count>>(v: Self::Vector) -> To::Vector {
                To::of_u8(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_i16(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::I16 {
                <Lanewise<$count> as Count<S, $count>>::signed(<Lanewise<$count> as Count<S, $count>>::u8_to_u16(v))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_i32(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::I32 {
                <Lanewise<$count> as Count<S, $count>>::u16_to_i32(<Lanewise<$count> as Count<S, $count>>::u8_to_u16(v))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cut_to_u8(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::U8 {
                v
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cut_to_u16(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::U16 {
                <Lanewise<$count> as Count<S, $count>>::u8_to_u16(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mask_into<To: Lanes<S, $count, Count = Self::Count>>(mask: Self::Mask) -> To::Mask {
                To::of_mask8(mask)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_mask8(mask: <Lanewise<$count> as Count<S, $count>>::Mask8) -> Self::Mask {
                mask
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_mask16(mask: <Lanewise<$count> as Count<S, $count>>::Mask16) -> Self::Mask {
                <Lanewise<$count> as Count<S, $count>>::mask16_to_8(mask)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_mask32(mask: <Lanewise<$count> as Count<S, $count>>::Mask32) -> Self::Mask {
                <Self as Lanes<S, $count>>::of_mask16(<Lanewise<$count> as Count<S, $count>>::mask32_to_16(mask))
            }
        }

        impl<S: Simd> Lanes<S, $count> for I16 {
            type Vector = <Lanewise<$count> as Count<S, $count>>::I16;
            sixteen_bits!($count);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_u8(v: <Lanewise<$count> as Count<S, $count>>::U8) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::signed(<Lanewise<$count> as Count<S, $count>>::u8_to_u16(v))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_i16(v: <Lanewise<$count> as Count<S, $count>>::I16) -> Self::Vector {
                v
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_u16(v: <Lanewise<$count> as Count<S, $count>>::U16) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::signed(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_i32(v: <Lanewise<$count> as Count<S, $count>>::I32) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::i32_to_i16(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn into<To: Lanes<S, $count, Count = Self::Count>>(v: Self::Vector) -> To::Vector {
                To::of_i16(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_i16(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::I16 {
                v
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_i32(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::I32 {
                <Lanewise<$count> as Count<S, $count>>::i16_to_i32(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cut_to_u16(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::U16 {
                <Lanewise<$count> as Count<S, $count>>::unsigned(v)
            }
        }

        impl<S: Simd> Lanes<S, $count> for U16 {
            type Vector = <Lanewise<$count> as Count<S, $count>>::U16;
            sixteen_bits!($count);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_u8(v: <Lanewise<$count> as Count<S, $count>>::U8) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::u8_to_u16(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_i16(v: <Lanewise<$count> as Count<S, $count>>::I16) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::unsigned(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_u16(v: <Lanewise<$count> as Count<S, $count>>::U16) -> Self::Vector {
                v
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_i32(v: <Lanewise<$count> as Count<S, $count>>::I32) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::i32_to_u16(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn into<To: Lanes<S, $count, Count = Self::Count>>(v: Self::Vector) -> To::Vector {
                To::of_u16(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_i16(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::I16 {
                <Lanewise<$count> as Count<S, $count>>::signed(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_i32(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::I32 {
                <Lanewise<$count> as Count<S, $count>>::u16_to_i32(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cut_to_u16(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::U16 {
                v
            }
        }

        impl<S: Simd> Lanes<S, $count> for I32 {
            type Vector = <Lanewise<$count> as Count<S, $count>>::I32;
            type Mask = <Lanewise<$count> as Count<S, $count>>::Mask32;
            type Count = Lanewise<$count>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_u8(v: <Lanewise<$count> as Count<S, $count>>::U8) -> Self::Vector {
                <Self as Lanes<S, $count>>::of_u16(<Lanewise<$count> as Count<S, $count>>::u8_to_u16(v))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_i16(v: <Lanewise<$count> as Count<S, $count>>::I16) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::i16_to_i32(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_u16(v: <Lanewise<$count> as Count<S, $count>>::U16) -> Self::Vector {
                <Lanewise<$count> as Count<S, $count>>::u16_to_i32(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_i32(v: <Lanewise<$count> as Count<S, $count>>::I32) -> Self::Vector {
                v
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn into<To: Lanes<S, $count, Count = Self::Count>>(v: Self::Vector) -> To::Vector {
                To::of_i32(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_i16(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::I16 {
                <Lanewise<$count> as Count<S, $count>>::i32_to_i16(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_i32(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::I32 {
                v
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cut_to_u8(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::U8 {
                <Lanewise<$count> as Count<S, $count>>::cut_to_u8(<Lanewise<$count> as Count<S, $count>>::cut_to_u16(v))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cut_to_u16(v: Self::Vector) -> <Lanewise<$count> as Count<S, $count>>::U16 {
                <Lanewise<$count> as Count<S, $count>>::cut_to_u16(v)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mask_into<To: Lanes<S, $count, Count = Self::Count>>(mask: Self::Mask) -> To::Mask {
                To::of_mask32(mask)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_mask8(mask: <Lanewise<$count> as Count<S, $count>>::Mask8) -> Self::Mask {
                <Self as Lanes<S, $count>>::of_mask16(<Lanewise<$count> as Count<S, $count>>::mask8_to_16(mask))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_mask16(mask: <Lanewise<$count> as Count<S, $count>>::Mask16) -> Self::Mask {
                <Lanewise<$count> as Count<S, $count>>::mask16_to_32(mask)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_mask32(mask: <Lanewise<$count> as Count<S, $count>>::Mask32) -> Self::Mask {
                mask
            }
        }
    )*};
}

lanes!(4 8 16 32);
