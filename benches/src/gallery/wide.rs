//! Vectors of bytes as wide as the instruction set has them, and what is done with them where neighbours are all alike.

use super::instructions as narrow;
use fearless_simd::{i8x64, i16x16, i16x32, i32x16, prelude::*, u8x32, u8x64, u16x16, u16x32};

/// Bytes, and numbers of 16 bits of which there are half as many in a vector. Vectors have blocks of 16 bytes, and what
/// is zipped is zipped in each block; narrowing joins what zipping took apart.
pub trait Wide<S: Simd>: SimdInt<S, Element = u8> {
    /// Numbers with a sign.
    type Numbers: SimdInt<S, Element = i16>;

    /// Two bytes that take turns.
    fn turns(token: S, bytes: [u8; 2]) -> Self;
    /// Bytes of the lower parts of both take turns, then those of the upper parts.
    fn zipped(token: S, a: Self, b: Self) -> [Self; 2];
    /// Sums of two products of neighbours, where `b` has signs.
    fn products(token: S, a: Self, b: Self) -> Self::Numbers;
    /// The mean, rounded up.
    fn average(token: S, a: Self, b: Self) -> Self;
    /// The nearest bytes.
    fn saturated(token: S, numbers: [Self::Numbers; 2]) -> Self;
    /// The nearest bytes, if those have a sign.
    fn saturated_signed(token: S, numbers: [Self::Numbers; 2]) -> Self;
    /// `(x + (1 << (bits - 1))) >> bits`
    fn rounded(token: S, numbers: Self::Numbers, bits: u32) -> Self::Numbers;
    /// `(t + (t >> 8)) >> 8` of numbers without a sign.
    fn divided(numbers: Self::Numbers) -> Self::Numbers;
    /// Bytes as numbers, in their order.
    fn numbers(token: S, bytes: Self) -> [Self::Numbers; 2];
}

/// Runs a function that is generic over vectors with the widest.
macro_rules! widest {
    ($token:ident, $function:ident::<_, V $(, $more:tt)*>($($argument:expr),*)) => {
        if $token.level().as_avx512().is_some() {
            $function::<_, fearless_simd::u8x64<_> $(, $more)*>($($argument),*)
        } else {
            $function::<_, fearless_simd::u8x32<_> $(, $more)*>($($argument),*)
        }
    };
}
pub(super) use widest;

impl<S: Simd> Wide<S> for u8x32<S> {
    type Numbers = i16x16<S>;

    #[inline(always)]
    fn turns(token: S, bytes: [u8; 2]) -> Self {
        u16x16::splat(token, u16::from_le_bytes(bytes)).bitcast()
    }

    #[inline(always)]
    fn zipped(token: S, a: Self, b: Self) -> [Self; 2] {
        [narrow::zip_low_bytes(token, a, b), narrow::zip_high_bytes(token, a, b)]
    }

    #[inline(always)]
    fn products(token: S, a: Self, b: Self) -> i16x16<S> {
        narrow::products(token, a, b)
    }

    #[inline(always)]
    fn average(token: S, a: Self, b: Self) -> Self {
        narrow::average_32(token, a, b)
    }

    #[inline(always)]
    fn saturated(token: S, [a, b]: [i16x16<S>; 2]) -> Self {
        narrow::saturate_halves(token, a, b)
    }

    #[inline(always)]
    fn saturated_signed(token: S, [a, b]: [i16x16<S>; 2]) -> Self {
        narrow::saturate_signed_halves(token, a, b).bitcast()
    }

    #[inline(always)]
    fn rounded(token: S, numbers: i16x16<S>, bits: u32) -> i16x16<S> {
        narrow::rounded(token, numbers, bits)
    }

    #[inline(always)]
    fn divided(numbers: i16x16<S>) -> i16x16<S> {
        let t: u16x16<S> = numbers.bitcast();
        ((t + (t >> 8)) >> 8).bitcast()
    }

    #[inline(always)]
    fn numbers(token: S, bytes: Self) -> [i16x16<S>; 2] {
        let (low, high) = token.split_u8x32(bytes);
        [narrow::numbers(token, low), narrow::numbers(token, high)]
    }
}

/// One instruction of AVX-512, and without it `$half` twice.
macro_rules! double {
    ($token:ident, $instruction:ident($a:ident, $b:ident: $argument:ident by $split:ident)
     -> $result:ident by $combine:ident, $half:path) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = $token.level().as_avx512() {
            use fearless_simd::Avx512;
            fearless_simd::kernel!(
                #[inline(always)]
                fn one(token: Avx512, a: $argument<Avx512>, b: $argument<Avx512>) -> $result<Avx512> {
                    std::arch::x86_64::$instruction(a.into(), b.into()).simd_into(token)
                }
            );
            let a = $argument::load_array(avx512, $a.to_array());
            let b = $argument::load_array(avx512, $b.to_array());
            return $result::load_array($token, one(avx512, a, b).to_array());
        }
        let ((a0, a1), (b0, b1)) = ($token.$split($a), $token.$split($b));
        $token.$combine($half($token, a0, b0), $half($token, a1, b1))
    }};
}

/// `doubles!`: functions over vectors of 64 bytes, which do with each half what is done with vectors of 32.
macro_rules! doubles {
    ($($name:ident = $instruction:ident($argument:ident by $split:ident) -> $result:ident by $combine:ident;)*) => {$(
        /// As the function of this name over vectors half as wide.
        #[inline(always)]
        pub fn $name<S: Simd>(token: S, a: $argument<S>, b: $argument<S>) -> $result<S> {
            double!(token, $instruction(a, b: $argument by $split) -> $result by $combine, narrow::$name)
        }
    )*};
}

doubles! {
    zip_low_bytes = _mm512_unpacklo_epi8(u8x64 by split_u8x64) -> u8x64 by combine_u8x32;
    zip_high_bytes = _mm512_unpackhi_epi8(u8x64 by split_u8x64) -> u8x64 by combine_u8x32;
    zip_low = _mm512_unpacklo_epi16(i16x32 by split_i16x32) -> i16x32 by combine_i16x16;
    zip_high = _mm512_unpackhi_epi16(i16x32 by split_i16x32) -> i16x32 by combine_i16x16;
    zip_low_pairs = _mm512_unpacklo_epi32(i16x32 by split_i16x32) -> i16x32 by combine_i16x16;
    zip_high_pairs = _mm512_unpackhi_epi32(i16x32 by split_i16x32) -> i16x32 by combine_i16x16;
    zip_low_fours = _mm512_unpacklo_epi64(i16x32 by split_i16x32) -> i16x32 by combine_i16x16;
    zip_high_fours = _mm512_unpackhi_epi64(i16x32 by split_i16x32) -> i16x32 by combine_i16x16;
    narrow_halves = _mm512_packs_epi32(i32x16 by split_i32x16) -> i16x32 by combine_i16x16;
    saturate_halves = _mm512_packus_epi16(i16x32 by split_i16x32) -> u8x64 by combine_u8x32;
    saturate_signed_halves = _mm512_packs_epi16(i16x32 by split_i16x32) -> i8x64 by combine_i8x32;
}

impl<S: Simd> Wide<S> for u8x64<S> {
    type Numbers = i16x32<S>;

    #[inline(always)]
    fn turns(token: S, bytes: [u8; 2]) -> Self {
        u16x32::splat(token, u16::from_le_bytes(bytes)).bitcast()
    }

    #[inline(always)]
    fn zipped(token: S, a: Self, b: Self) -> [Self; 2] {
        [zip_low_bytes(token, a, b), zip_high_bytes(token, a, b)]
    }

    #[inline(always)]
    fn products(token: S, a: Self, b: Self) -> i16x32<S> {
        double!(
            token,
            _mm512_maddubs_epi16(a, b: u8x64 by split_u8x64) -> i16x32 by combine_i16x16,
            narrow::products
        )
    }

    #[inline(always)]
    fn average(token: S, a: Self, b: Self) -> Self {
        double!(token, _mm512_avg_epu8(a, b: u8x64 by split_u8x64) -> u8x64 by combine_u8x32, narrow::average_32)
    }

    #[inline(always)]
    fn saturated(token: S, [a, b]: [i16x32<S>; 2]) -> Self {
        saturate_halves(token, a, b)
    }

    #[inline(always)]
    fn saturated_signed(token: S, [a, b]: [i16x32<S>; 2]) -> Self {
        saturate_signed_halves(token, a, b).bitcast()
    }

    #[inline(always)]
    fn rounded(token: S, numbers: i16x32<S>, bits: u32) -> i16x32<S> {
        let factor = i16x32::splat(token, 1 << (15 - bits));
        double!(
            token,
            _mm512_mulhrs_epi16(numbers, factor: i16x32 by split_i16x32) -> i16x32 by combine_i16x16,
            narrow::rounded_products
        )
    }

    #[inline(always)]
    fn divided(numbers: i16x32<S>) -> i16x32<S> {
        let t: u16x32<S> = numbers.bitcast();
        ((t + (t >> 8)) >> 8).bitcast()
    }

    #[inline(always)]
    fn numbers(token: S, bytes: Self) -> [i16x32<S>; 2] {
        let (low, high) = token.widen_u8x64(bytes);
        [low.bitcast(), high.bitcast()]
    }
}
