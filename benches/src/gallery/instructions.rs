//! Instructions that experts count on and the crate for vectors has no name for. Where the instruction set is another,
//! what they do is said with what there is.

use fearless_simd::{i8x32, i16x8, i16x16, i32x4, i32x8, i64x2, prelude::*, u8x16, u8x32, u16x16, u64x2};

/// `instruction!`: a function over vectors, one instruction from AVX2 on and `$other` elsewhere.
macro_rules! instruction {
    ($(#[$doc:meta])* $name:ident($a:ident, $b:ident: $argument:ident) -> $result:ident = $instruction:ident,
     |$token:ident| $other:expr) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<S: Simd>($token: S, $a: $argument<S>, $b: $argument<S>) -> $result<S> {
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = $token.level().as_avx2() {
                use fearless_simd::Avx2;
                fearless_simd::kernel!(
                    #[inline(always)]
                    fn one(token: Avx2, a: $argument<Avx2>, b: $argument<Avx2>) -> $result<Avx2> {
                        std::arch::x86_64::$instruction(a.into(), b.into()).simd_into(token)
                    }
                );
                let a = $argument::load_array(avx2, $a.to_array());
                let b = $argument::load_array(avx2, $b.to_array());
                return $result::load_array($token, one(avx2, a, b).to_array());
            }
            $other
        }
    };
}

instruction! {
    /// Sums of the absolute differences of eight neighbours.
    absolute_differences(a, b: u8x16) -> u64x2 = _mm_sad_epu8, |token| {
        let (a, b) = (a.to_array(), b.to_array());
        let sum = |i: usize| (8 * i..8 * i + 8).map(|i| u64::from(a[i].abs_diff(b[i]))).sum();
        u64x2::load_array(token, std::array::from_fn(sum))
    }
}

instruction! {
    /// The bytes of each half of `a` at the indices in that half of `b`; zero where these are 128.
    shuffle_halves(a, b: u8x32) -> u8x32 = _mm256_shuffle_epi8, |token| {
        let ((a0, a1), (b0, b1)) = (token.split_u8x32(a), token.split_u8x32(b));
        token.combine_u8x16(a0.swizzle_dyn_precise(b0), a1.swizzle_dyn_precise(b1))
    }
}

instruction! {
    /// Numbers of 16 bits, the nearest. Halves of four of `a` and of `b` take turns.
    narrow_halves(a, b: i32x8) -> i16x16 = _mm256_packs_epi32, |token| {
        let ((a0, a1), (b0, b1)) = (token.split_i32x8(a), token.split_i32x8(b));
        token.combine_i16x8(token.saturating_narrow_i32x4(a0, b0), token.saturating_narrow_i32x4(a1, b1))
    }
}

instruction! {
    /// Sums of two products of neighbours, where `b` has signs.
    products(a, b: u8x32) -> i16x16 = _mm256_maddubs_epi16, |token| {
        let (a, b) = (a.to_array().map(i16::from), b.to_array().map(|b| i16::from(b as i8)));
        i16x16::load_array(token, std::array::from_fn(|i| a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1]))
    }
}

/// `in_halves!`: a function over vectors of 32 bytes that does with each half what is done with vectors of 16.
macro_rules! in_halves {
    ($(#[$doc:meta])* $name:ident = $instruction:ident, $zip:ident of $half:ident) => {
        instruction! {
            $(#[$doc])*
            $name(a, b: i16x16) -> i16x16 = $instruction, |token| {
                let ((a0, a1), (b0, b1)) = (token.split_i16x16(a), token.split_i16x16(b));
                let [a0, a1, b0, b1]: [$half<S>; 4] = [a0, a1, b0, b1].map(|half| half.bitcast());
                let (low, high): (i16x8<S>, i16x8<S>) = (a0.$zip(b0).bitcast(), a1.$zip(b1).bitcast());
                token.combine_i16x8(low, high)
            }
        }
    };
}

in_halves! {
    /// Numbers of the lower parts of both take turns, in each half.
    zip_low = _mm256_unpacklo_epi16, zip_low of i16x8
}

in_halves! {
    /// Numbers of the upper parts of both take turns, in each half.
    zip_high = _mm256_unpackhi_epi16, zip_high of i16x8
}

in_halves! {
    /// Pairs of the lower parts of both take turns, in each half.
    zip_low_pairs = _mm256_unpacklo_epi32, zip_low of i32x4
}

in_halves! {
    /// Pairs of the upper parts of both take turns, in each half.
    zip_high_pairs = _mm256_unpackhi_epi32, zip_high of i32x4
}

in_halves! {
    /// Fours of the lower parts of both take turns, in each half.
    zip_low_fours = _mm256_unpacklo_epi64, zip_low of i64x2
}

in_halves! {
    /// Fours of the upper parts of both take turns, in each half.
    zip_high_fours = _mm256_unpackhi_epi64, zip_high of i64x2
}

/// The transposed of 4x4 blocks, two of which lie side by side in each half of four rows.
#[inline(always)]
pub fn transposed_4x4<S: Simd>(token: S, [a, b, c, d]: [i16x16<S>; 4]) -> [i16x16<S>; 4] {
    let (ab, ab_2) = (zip_low(token, a, b), zip_high(token, a, b));
    let (cd, cd_2) = (zip_low(token, c, d), zip_high(token, c, d));
    let (first, second) = (zip_low_pairs(token, ab, cd), zip_low_pairs(token, ab_2, cd_2));
    let (third, fourth) = (zip_high_pairs(token, ab, cd), zip_high_pairs(token, ab_2, cd_2));
    let (a, b) = (zip_low_fours(token, first, second), zip_high_fours(token, first, second));
    let (c, d) = (zip_low_fours(token, third, fourth), zip_high_fours(token, third, fourth));
    [a, b, c, d]
}

instruction! {
    /// The mean, rounded up.
    average(a, b: u8x16) -> u8x16 = _mm_avg_epu8, |_token| (a | b) - (((a ^ b) >> 1) & 0x7F)
}

instruction! {
    /// As [`average`].
    average_32(a, b: u8x32) -> u8x32 = _mm256_avg_epu8, |_token| (a | b) - (((a ^ b) >> 1) & 0x7F)
}

instruction! {
    /// Bytes from numbers with a sign: the nearest. `a` comes first.
    saturate(a, b: i16x8) -> u8x16 = _mm_packus_epi16, |token| {
        let [a, b] = [a, b].map(|v| v.max(0).min(255).bitcast());
        token.relaxed_narrow_u16x8(a, b)
    }
}

instruction! {
    /// As [`saturate`], each half by itself: halves of 8 of `a` and of `b` take turns.
    saturate_halves(a, b: i16x16) -> u8x32 = _mm256_packus_epi16, |token| {
        let ((a0, a1), (b0, b1)) = (token.split_i16x16(a), token.split_i16x16(b));
        token.combine_u8x16(saturate(token, a0, b0), saturate(token, a1, b1))
    }
}

instruction! {
    /// Bytes with a sign from numbers: the nearest. Halves of 8 of `a` and of `b` take turns.
    saturate_signed_halves(a, b: i16x16) -> i8x32 = _mm256_packs_epi16, |token| {
        let ((a0, a1), (b0, b1)) = (token.split_i16x16(a), token.split_i16x16(b));
        let (low, high) = (token.saturating_narrow_i16x8(a0, b0), token.saturating_narrow_i16x8(a1, b1));
        token.combine_i8x16(low, high)
    }
}

instruction! {
    /// Products, divided by `1 << 15` and rounded half up.
    rounded_products(a, b: i16x16) -> i16x16 = _mm256_mulhrs_epi16, |token| {
        let (a, b) = (a.to_array(), b.to_array());
        let product = |i: usize| ((i32::from(a[i]) * i32::from(b[i]) + (1 << 14)) >> 15) as i16;
        i16x16::load_array(token, std::array::from_fn(product))
    }
}

instruction! {
    /// Bytes of the lower parts of both take turns, in each half.
    zip_low_bytes(a, b: u8x32) -> u8x32 = _mm256_unpacklo_epi8, |token| {
        let ((a0, a1), (b0, b1)) = (token.split_u8x32(a), token.split_u8x32(b));
        token.combine_u8x16(a0.zip_low(b0), a1.zip_low(b1))
    }
}

instruction! {
    /// Bytes of the upper parts of both take turns, in each half.
    zip_high_bytes(a, b: u8x32) -> u8x32 = _mm256_unpackhi_epi8, |token| {
        let ((a0, a1), (b0, b1)) = (token.split_u8x32(a), token.split_u8x32(b));
        token.combine_u8x16(a0.zip_high(b0), a1.zip_high(b1))
    }
}

instruction! {
    /// `a` with its sign changed where `b` is negative, and 0 where `b` is 0.
    with_sign(a, b: i16x16) -> i16x16 = _mm256_sign_epi16, |token| {
        let (a, b) = (a.to_array(), b.to_array());
        i16x16::load_array(token, std::array::from_fn(|i| a[i].wrapping_mul(b[i].signum())))
    }
}

instruction! {
    /// The upper halves of products.
    high(a, b: u16x16) -> u16x16 = _mm256_mulhi_epu16, |token| {
        let (a, b) = (a.to_array(), b.to_array());
        u16x16::load_array(token, std::array::from_fn(|i| ((u32::from(a[i]) * u32::from(b[i])) >> 16) as u16))
    }
}

/// `(x + (1 << (bits - 1))) >> bits`
#[inline(always)]
pub fn rounded<S: Simd>(token: S, x: i16x16<S>, bits: u32) -> i16x16<S> {
    rounded_products(token, x, i16x16::splat(token, 1 << (15 - bits)))
}

/// What [`saturate_halves`] makes of two vectors, in their order.
#[inline(always)]
pub fn in_order<S: Simd>(token: S, turns: u8x32<S>) -> [u8x16<S>; 2] {
    let (low, high) = token.split_u8x32(turns);
    let (low, high): (i64x2<S>, i64x2<S>) = (low.bitcast(), high.bitcast());
    [low.zip_low(high).bitcast(), low.zip_high(high).bitcast()]
}

/// Sixteen bytes.
#[inline(always)]
pub fn load<S: Simd>(token: S, bytes: &[u8; 16]) -> u8x16<S> {
    u8x16::load_array_ref(token, bytes)
}

/// Sixteen bytes as numbers.
#[inline(always)]
pub fn numbers<S: Simd>(token: S, bytes: u8x16<S>) -> i16x16<S> {
    let (low, high) = token.widen_u8x16(bytes);
    token.combine_u16x8(low, high).bitcast()
}

/// Eight bytes as numbers.
#[inline(always)]
pub fn numbers_of_8<S: Simd>(token: S, bytes: &[u8; 8]) -> i16x8<S> {
    token.widen_u8x16(eight(token, bytes)).0.bitcast()
}

/// Eight bytes, and as many zeros.
#[inline(always)]
pub fn eight<S: Simd>(token: S, bytes: &[u8; 8]) -> u8x16<S> {
    u64x2::load_array(token, [u64::from_le_bytes(*bytes), 0]).bitcast()
}

/// The two halves of a vector of bytes.
#[inline(always)]
pub fn eights<S: Simd>(bytes: u8x16<S>) -> [[u8; 8]; 2] {
    let halves: u64x2<S> = bytes.bitcast();
    halves.to_array().map(u64::to_le_bytes)
}
