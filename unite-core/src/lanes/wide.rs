//! What only lanes of 32 bits do: quotients, and numbers from anywhere in memory.

use super::Simd;
use super::halves::Halves;
use super::native::{at_level, two_of};
use fearless_simd::{ExtractToken, SimdCombine, SimdFrom, SimdSplit, i32x4, i32x8, i32x16};

/// Lanes of 32 bits.
pub trait Wide<S: Simd>: Copy {
    /// `self / by` as Rust divides. No divisor is 0, and no quotient is more than lanes hold.
    fn quotient(self, by: Self) -> Self;
    /// The numbers that lie so many numbers from an address.
    ///
    /// # Safety
    /// They lie in one memory with the address, which nobody else writes meanwhile.
    unsafe fn gathered(self, from: *const i32) -> Self;
}

/// Quotients of numbers of 64 bits with a fraction, which are near enough: each is another number than all quotients that are
/// truncated to another one. Both halves of a vector, and the instructions for them.
macro_rules! quotients {
    ($($name:ident, $vector:ident, $level:ident, $token:ident, $register:ident, $otherwise:ident, |$v:ident| $low:expr, $high:expr,
        $double:ident, $divide:ident, $whole:ident, |$a:ident, $b:ident| $both:expr;)*) => {$(
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name<S: Simd>(a: $vector<S>, b: $vector<S>) -> $vector<S> {
            at_level!(
                a, $level, $token, [*],
                fn(a: $register, b: $register) -> $register {
                    // Closures would be functions of their own.
                    let $v = a;
                    let (low, high) = ($double($low), $double($high));
                    let $v = b;
                    let ($a, $b) = ($whole($divide(low, $double($low))), $whole($divide(high, $double($high))));
                    $both
                },
                |made| fearless_simd::SimdInto::simd_into(made, a.token())
            );
            $otherwise(a, b)
        }
    )*};
}

quotients! {
    quotients4, i32x4, as_sse2, Sse2, __m128i, one_by_one, |v| v, _mm_shuffle_epi32::<0b1110>(v),
        _mm_cvtepi32_pd, _mm_div_pd, _mm_cvttpd_epi32, |a, b| _mm_unpacklo_epi64(a, b);
    quotients8, i32x8, as_avx2, Avx2, __m256i, two_of_quotients4, |v| _mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v),
        _mm256_cvtepi32_pd, _mm256_div_pd, _mm256_cvttpd_epi32, |a, b| _mm256_set_m128i(b, a);
    quotients16, i32x16, as_avx512, Avx512, __m512i, two_of_quotients8,
        |v| _mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v),
        _mm512_cvtepi32_pd, _mm512_div_pd, _mm512_cvttpd_epi32, |a, b| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(a), b);
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn one_by_one<S: Simd>(a: i32x4<S>, b: i32x4<S>) -> i32x4<S> {
    let (token, a, b) = (a.token(), <[i32; 4]>::from(a), <[i32; 4]>::from(b));
    i32x4::simd_from(token, core::array::from_fn::<i32, 4, _>(|lane| a[lane].wrapping_div(b[lane])))
}

two_of! {
    two_of_quotients4, i32x8, quotients4;
    two_of_quotients8, i32x16, quotients8;
}

/// Eight numbers, if there is an instruction for it.
///
/// # Safety
/// That of [`Wide::gathered`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn gathered8<S: Simd>(at: i32x8<S>, from: *const i32) -> i32x8<S> {
    at_level!(
        at, as_avx2, Avx2, [{__m256i, _mm256_i32gather_epi32}],
        fn(from: *const i32, at: __m256i) -> __m256i {
            // SAFETY: the function around this one is called with numbers that may be read.
            unsafe { _mm256_i32gather_epi32::<4>(from, at) }
        },
        |made| fearless_simd::SimdInto::simd_into(made, at.token())
    );
    let (low, high) = at.split();
    // SAFETY: as the caller promises.
    unsafe { low.gathered(from).combine(high.gathered(from)) }
}

impl<S: Simd> Wide<S> for i32x4<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quotient(self, by: Self) -> Self {
        quotients4(self, by)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn gathered(self, from: *const i32) -> Self {
        let at = <[i32; 4]>::from(self);
        macro_rules! read {
            ($($lane:literal)*) => {
                // SAFETY: the caller promises it for each lane.
                [$(unsafe { *from.wrapping_offset(at[$lane] as isize) }),*]
            };
        }
        i32x4::simd_from(self.token(), read!(0 1 2 3))
    }
}

impl<S: Simd> Wide<S> for i32x8<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quotient(self, by: Self) -> Self {
        quotients8(self, by)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn gathered(self, from: *const i32) -> Self {
        // SAFETY: as the caller promises.
        unsafe { gathered8(self, from) }
    }
}

impl<S: Simd> Wide<S> for i32x16<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quotient(self, by: Self) -> Self {
        quotients16(self, by)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn gathered(self, from: *const i32) -> Self {
        let (low, high) = self.split();
        // SAFETY: as the caller promises.
        unsafe { gathered8(low, from).combine(gathered8(high, from)) }
    }
}

impl<S: Simd, V: Wide<S>> Wide<S> for Halves<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quotient(self, by: Self) -> Self {
        Halves(self.0.quotient(by.0), self.1.quotient(by.1))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn gathered(self, from: *const i32) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Halves(self.0.gathered(from), self.1.gathered(from)) }
    }
}
