//! Averages that round up, upper halves of products, sums of distances, bytes in another order and the nearest bytes. x86 has
//! instructions for them, which the compiler does not find.

use super::Simd;
use super::blocks::Regroup;
use core::ops::{BitOr, BitXor, Shr, Sub};
use fearless_simd::{
    Bytes, ExtractToken, SimdBase, SimdCombine, SimdFrom, SimdIntWiden, SimdNarrow, SimdSplit, f64x2, i16x8,
    i16x16, i16x32, i32x8, i32x16, u8x16, u8x32, u8x64, u16x8, u16x16, u16x32,
};

/// `(a + b + 1) >> 1`, of which no part overflows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn average<V>(a: V, b: V) -> V
where
    V: Copy + BitOr<Output = V> + BitXor<Output = V> + Shr<u32, Output = V> + Sub<Output = V>,
{
    (a | b) - ((a ^ b) >> 1)
}

/// The constant of a token that says what a method of its level finds.
macro_rules! has {
    ($simd:ident as_sse2) => {
        $simd::HAS_SSE2
    };
    ($simd:ident as_sse4_2) => {
        $simd::HAS_SSE4_2
    };
    ($simd:ident as_avx2) => {
        $simd::HAS_AVX2
    };
    ($simd:ident as_avx512) => {
        $simd::HAS_AVX512
    };
}
pub(super) use has;

/// Ends a function with what instructions make of its arguments, where the level of a vector has them: the vector, the level and its
/// token, what is imported, the function of these instructions, and what the result is made of theirs.
macro_rules! at_level {
    ($of:ident, $level:ident, $token:ident, [$($import:tt)*], fn($($argument:ident: $ty:ty),*) -> $out:ty $body:block, |$made:ident| $result:expr) => {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if const { $crate::lanes::native::has!(S $level) } {
            let Some(token) = $of.token().level().$level() else { unreachable!("its type says so") };
            #[cfg(target_arch = "x86")]
            use core::arch::x86::$($import)*;
            #[cfg(target_arch = "x86_64")]
            use core::arch::x86_64::$($import)*;
            fearless_simd::kernel!(
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn instructions(token: $token, $($argument: $ty),*) -> $out {
                    let _ = token;
                    $body
                }
            );
            let $made = instructions(token, $($argument.into()),*);
            return $result;
        }
    };
}
pub(super) use at_level;

/// Functions that are one instruction where the level has it: what they compute, then each with its vector, its level and
/// that level's token, its register, its instruction, and what is done otherwise.
macro_rules! native {
    ($doc:literal: $($name:ident, $vector:ident, $level:ident, $token:ident, $register:ident, $instruction:ident, $otherwise:ident;)*) => {$(
        #[doc = $doc]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<S: Simd>(a: $vector<S>, b: $vector<S>) -> $vector<S> {
            at_level!(
                a, $level, $token, [{$instruction, $register}],
                fn(a: $register, b: $register) -> $register { $instruction(a, b) },
                |made| fearless_simd::SimdInto::simd_into(made, a.token())
            );
            $otherwise(a, b)
        }
    )*};
}

native! { "`(a + b + 1) >> 1`":
    bytes16, u8x16, as_sse2, Sse2, __m128i, _mm_avg_epu8, average;
    bytes32, u8x32, as_avx2, Avx2, __m256i, _mm256_avg_epu8, two_of_bytes16;
    halves8, u16x8, as_sse2, Sse2, __m128i, _mm_avg_epu16, average;
    halves16, u16x16, as_avx2, Avx2, __m256i, _mm256_avg_epu16, two_of_halves8;
    halves32, u16x32, as_avx512, Avx512, __m512i, _mm512_avg_epu16, two_of_halves16;
}

native! { "`(a * b) >> 16`":
    high8, u16x8, as_sse2, Sse2, __m128i, _mm_mulhi_epu16, product8;
    high16, u16x16, as_avx2, Avx2, __m256i, _mm256_mulhi_epu16, two_of_high8;
    high32, u16x32, as_avx512, Avx512, __m512i, _mm512_mulhi_epu16, two_of_high16;
    high_signed8, i16x8, as_sse2, Sse2, __m128i, _mm_mulhi_epi16, signed_product8;
    high_signed16, i16x16, as_avx2, Avx2, __m256i, _mm256_mulhi_epi16, two_of_high_signed8;
    high_signed32, i16x32, as_avx512, Avx512, __m512i, _mm512_mulhi_epi16, two_of_high_signed16;
}

native! { "`(a * b + (1 << 14)) >> 15`":
    rounded8, i16x8, as_sse4_2, Sse4_2, __m128i, _mm_mulhrs_epi16, rounded_product8;
    rounded16, i16x16, as_avx2, Avx2, __m256i, _mm256_mulhrs_epi16, two_of_rounded8;
    rounded32, i16x32, as_avx512, Avx512, __m512i, _mm512_mulhrs_epi16, two_of_rounded16;
}

native! { "`a`, negated where `b` is negative, which is not 0":
    signs8, i16x8, as_sse4_2, Sse4_2, __m128i, _mm_sign_epi16, signed;
    signs16, i16x16, as_avx2, Avx2, __m256i, _mm256_sign_epi16, two_of_signs8;
}

/// `a`, negated where `b` is negative, which is not 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn signed<S: Simd>(a: i16x8<S>, b: i16x8<S>) -> i16x8<S> {
    let sign = b >> 15;
    (a ^ sign) - sign
}

/// `a`, negated where `b` is negative, which is not 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn signs32<S: Simd>(a: i16x32<S>, b: i16x32<S>) -> i16x32<S> {
    // There is no such instruction for vectors of 64 bytes.
    let sign = b >> 15;
    (a ^ sign) - sign
}

native! { "The nearest bytes: of all of `a`, then of all of `b`":
    nearest8, i16x8, as_sse2, Sse2, __m128i, _mm_packus_epi16, clamped;
}

native! { "The nearest bytes, block by block: of one of `a`, then of one of `b`":
    nearest16, i16x16, as_avx2, Avx2, __m256i, _mm256_packus_epi16, two_of_nearest8;
}

/// The nearest bytes: of all of `a`, then of all of `b`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn clamped<S: Simd>(a: i16x8<S>, b: i16x8<S>) -> i16x8<S> {
    let clamp = |v: i16x8<S>| v.max(0).min(255);
    clamp(a).narrow(clamp(b)).bitcast()
}

native! { "Of each block the bytes at the indices in the same block of `b`; 0 where these are 128":
    picked16, u8x16, as_sse4_2, Sse4_2, __m128i, _mm_shuffle_epi8, looked_up;
    picked32, u8x32, as_avx2, Avx2, __m256i, _mm256_shuffle_epi8, two_of_picked16;
    picked64, u8x64, as_avx512, Avx512, __m512i, _mm512_shuffle_epi8, two_of_picked32;
}

/// The bytes of `a` at the indices in `b`; 0 where these are 128.
#[cfg_attr(not(debug_assertions), inline(always))]
fn looked_up<S: Simd>(a: u8x16<S>, b: u8x16<S>) -> u8x16<S> {
    a.swizzle_dyn_precise(b)
}

native! { "Elements of the low halves of each block of 16 bytes, in turn":
    low_bytes32, u8x32, as_avx512, Avx512, __m256i, _mm256_unpacklo_epi8, low_zipped;
    low_halves16, u16x16, as_avx512, Avx512, __m256i, _mm256_unpacklo_epi16, low_zipped;
    low_halves32, u16x32, as_avx512, Avx512, __m512i, _mm512_unpacklo_epi16, two_of_low_halves16;
    low_words8, i32x8, as_avx512, Avx512, __m256i, _mm256_unpacklo_epi32, low_zipped;
    low_words16, i32x16, as_avx512, Avx512, __m512i, _mm512_unpacklo_epi32, two_of_low_words8;
}

native! { "Elements of the high halves of each block of 16 bytes, in turn":
    high_bytes32, u8x32, as_avx512, Avx512, __m256i, _mm256_unpackhi_epi8, high_zipped;
    high_halves16, u16x16, as_avx512, Avx512, __m256i, _mm256_unpackhi_epi16, high_zipped;
    high_halves32, u16x32, as_avx512, Avx512, __m512i, _mm512_unpackhi_epi16, two_of_high_halves16;
    high_words8, i32x8, as_avx512, Avx512, __m256i, _mm256_unpackhi_epi32, high_zipped;
    high_words16, i32x16, as_avx512, Avx512, __m512i, _mm512_unpackhi_epi32, two_of_high_words8;
}

/// Elements of the low halves of each block, in turn.
#[cfg_attr(not(debug_assertions), inline(always))]
fn low_zipped<S: Simd, V: SimdBase<S> + Regroup>(a: V, b: V) -> V {
    let (low, high) = a.interleave(b);
    low.regroup(high).0
}

/// Elements of the high halves of each block, in turn.
#[cfg_attr(not(debug_assertions), inline(always))]
fn high_zipped<S: Simd, V: SimdBase<S> + Regroup>(a: V, b: V) -> V {
    let (low, high) = a.interleave(b);
    low.regroup(high).1
}

native! { "The distances of eight bytes each, summed up in 64 bits":
    distances16, u8x16, as_sse2, Sse2, __m128i, _mm_sad_epu8, eight_and_eight;
    distances32, u8x32, as_avx2, Avx2, __m256i, _mm256_sad_epu8, two_of_distances16;
}

native! { "Sums of two products: of the bytes of `a` with those of `b`, which are less than 128. None has more than 15 bits":
    products16, u8x16, as_sse4_2, Sse4_2, __m128i, _mm_maddubs_epi16, two_products;
    products32, u8x32, as_avx2, Avx2, __m256i, _mm256_maddubs_epi16, two_of_products16;
    products64, u8x64, as_avx512, Avx512, __m512i, _mm512_maddubs_epi16, two_of_products32;
}

/// Sums of the products of two bytes each.
#[cfg_attr(not(debug_assertions), inline(always))]
fn two_products<S: Simd>(a: u8x16<S>, b: u8x16<S>) -> u8x16<S> {
    let (a, b): (u16x8<S>, u16x8<S>) = (a.bitcast(), b.bitcast());
    ((a & 0xFF) * (b & 0xFF) + (a >> 8) * (b >> 8)).bitcast()
}

/// The distances of eight bytes each, summed up in 64 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
fn eight_and_eight<S: Simd>(a: u8x16<S>, b: u8x16<S>) -> u8x16<S> {
    let token = a.token();
    let (a, b): ([u8; 16], [u8; 16]) = (a.into(), b.into());
    let sum = |from: usize| -> u64 { (from..from + 8).map(|at| u64::from(a[at].abs_diff(b[at]))).sum() };
    let mut sums = [0; 16];
    sums[..8].copy_from_slice(&sum(0).to_ne_bytes());
    sums[8..].copy_from_slice(&sum(8).to_ne_bytes());
    u8x16::simd_from(token, sums)
}

/// `(a * b + (1 << 14)) >> 15`
#[cfg_attr(not(debug_assertions), inline(always))]
fn rounded_product8<S: Simd>(a: i16x8<S>, b: i16x8<S>) -> i16x8<S> {
    let (low, high) = a.widening_mul(b);
    ((low + (1 << 14)) >> 15).narrow((high + (1 << 14)) >> 15)
}

/// `(a * b) >> 16`
#[cfg_attr(not(debug_assertions), inline(always))]
fn signed_product8<S: Simd>(a: i16x8<S>, b: i16x8<S>) -> i16x8<S> {
    let (low, high) = a.widening_mul(b);
    (low >> 16).narrow(high >> 16)
}

/// `(a * b) >> 16`
#[cfg_attr(not(debug_assertions), inline(always))]
fn product8<S: Simd>(a: u16x8<S>, b: u16x8<S>) -> u16x8<S> {
    let (low, high) = a.widening_mul(b);
    (low >> 16).narrow(high >> 16)
}

/// Functions that say whether a bit is set in a vector of bytes: each with its vector, its level and that level's token, its register,
/// its instruction, and what is done otherwise.
macro_rules! any_bit {
    ($($name:ident, $vector:ident, $level:ident, $token:ident, $register:ident, $instruction:ident, $otherwise:expr;)*) => {$(
        #[doc = "Whether any bit is set. The compiler compares what it sees in lanes, in those that it likes best."]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<S: Simd>(a: $vector<S>) -> bool {
            at_level!(
                a, $level, $token, [{$instruction, $register}],
                fn(a: $register) -> bool { $instruction(a, a) == 0 },
                |made| made
            );
            $otherwise(a)
        }
    )*};
}

any_bit! {
    any_bit16, u8x16, as_sse4_2, Sse4_2, __m128i, _mm_testz_si128, |a: u8x16<S>| <[u8; 16]>::from(a) != [0; 16];
    any_bit32, u8x32, as_avx2, Avx2, __m256i, _mm256_testz_si256, any_bit_of_two;
}

/// Whether any bit is set in one of the halves.
#[cfg_attr(not(debug_assertions), inline(always))]
fn any_bit_of_two<S: Simd>(a: u8x32<S>) -> bool {
    let (low, high) = a.split();
    any_bit16(low | high)
}

/// Whether any bit is set.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn any_bit64<S: Simd>(a: u8x64<S>) -> bool {
    let (low, high) = a.split();
    any_bit32(low | high)
}

/// Functions that give back what they take, in a register of which the compiler does not see where it is from: each with its
/// vector, its level and that level's token, its register, its class of registers, what is done otherwise, and `pure` if it may be done once
/// for all that use it, wherever the compiler likes; what it takes stays where it is written otherwise.
macro_rules! apart {
    ($($name:ident, $vector:ident, $level:ident, $token:ident, $register:ident, $class:ident, $otherwise:ident $(, $pure:ident)?;)*) => {$(
        #[doc = "`a`, of which the compiler does not see where it is from."]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<S: Simd>(a: $vector<S>) -> $vector<S> {
            #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), not(miri)))]
            if const { has!(S $level) } {
                let Some(token) = a.token().level().$level() else { unreachable!("its type says so") };
                #[cfg(target_arch = "x86")]
                use core::arch::{asm, x86::$register};
                #[cfg(target_arch = "x86_64")]
                use core::arch::{asm, x86_64::$register};
                use fearless_simd::SimdInto;
                fearless_simd::kernel!(
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn opaque(token: $token, a: $register) -> $register {
                        let _ = token;
                        let mut a = a;
                        // SAFETY: there is no instruction in it: the register keeps what it holds.
                        unsafe { asm!("/* {0} */", inout($class) a, options($($pure,)? nomem, nostack, preserves_flags)) };
                        a
                    }
                );
                return opaque(token, a.into()).simd_into(a.token());
            }
            $otherwise(a)
        }
    )*};
}

apart! {
    apart2, f64x2, as_sse2, Sse2, __m128d, xmm_reg, itself, pure;
    apart8, u16x8, as_sse2, Sse2, __m128i, xmm_reg, itself;
    apart16, u16x16, as_avx2, Avx2, __m256i, ymm_reg, itself;
    apart32, u16x32, as_avx512, Avx512, __m512i, zmm_reg, two_of_apart16;
}

/// `a`
#[cfg_attr(not(debug_assertions), inline(always))]
fn itself<V>(a: V) -> V {
    a
}

/// `a`, half by half.
#[cfg_attr(not(debug_assertions), inline(always))]
fn two_of_apart16<S: Simd>(a: u16x32<S>) -> u16x32<S> {
    let (low, high) = a.split();
    apart16(low).combine(apart16(high))
}

/// Functions of two vectors, half by half.
macro_rules! two_of {
    ($($name:ident, $vector:ident, $half:ident;)*) => {$(
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name<S: Simd>(a: $vector<S>, b: $vector<S>) -> $vector<S> {
            let (a, b) = (a.split(), b.split());
            $half(a.0, b.0).combine($half(a.1, b.1))
        }
    )*};
}
pub(super) use two_of;

two_of! {
    two_of_bytes16, u8x32, bytes16;
    two_of_halves8, u16x16, halves8;
    two_of_halves16, u16x32, halves16;
    two_of_high8, u16x16, high8;
    two_of_high16, u16x32, high16;
    two_of_nearest8, i16x16, nearest8;
    two_of_high_signed8, i16x16, high_signed8;
    two_of_high_signed16, i16x32, high_signed16;
    two_of_distances16, u8x32, distances16;
    two_of_signs8, i16x16, signs8;
    two_of_rounded8, i16x16, rounded8;
    two_of_rounded16, i16x32, rounded16;
    two_of_picked16, u8x32, picked16;
    two_of_picked32, u8x64, picked32;
    two_of_products16, u8x32, products16;
    two_of_products32, u8x64, products32;
    two_of_low_halves16, u16x32, low_halves16;
    two_of_low_words8, i32x16, low_words8;
    two_of_high_halves16, u16x32, high_halves16;
    two_of_high_words8, i32x16, high_words8;
}
