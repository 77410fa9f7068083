//! Tokens: values that exist where the instructions of a level may be used.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use fearless_simd::{Avx2, Avx512, Sse2, Sse4_2};

/// What is there with the token of the fallback: where nothing better is certain, and where the feature `fallback` asks for it.
macro_rules! with_fallback {
    ($($item:item)*) => {$(
        #[cfg(any(
            feature = "fallback",
            not(any(
                all(target_arch = "aarch64", target_feature = "neon"),
                all(
                    any(target_arch = "x86", target_arch = "x86_64"),
                    target_feature = "sse2",
                    target_feature = "fxsr"
                ),
                all(target_arch = "wasm32", target_feature = "simd128"),
            ))
        ))]
        $item
    )*};
}

with_fallback! {
    pub use fearless_simd::Fallback;

    impl Simd for Fallback {}
}

/// Whether the compiler may assume no vector instructions, so that [`Baseline`] is the fallback.
pub const IS_SCALAR: bool = cfg!(not(any(
    all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2", target_feature = "fxsr"),
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128"),
)));

/// Whether the token of the fallback exists.
pub const HAS_FALLBACK: bool = cfg!(feature = "fallback") || IS_SCALAR;

/// A token, and what instructions its level has, as constants: what is done without them is not compiled for it.
pub trait Simd: fearless_simd::Simd {
    /// Those of SSE2.
    const HAS_SSE2: bool = false;
    /// Those of x86-64-v2, up to SSE4.2.
    const HAS_SSE4_2: bool = false;
    /// Those of x86-64-v3, with AVX2.
    const HAS_AVX2: bool = false;
    /// Those of x86-64-v4, with AVX-512.
    const HAS_AVX512: bool = false;
    /// One that looks up bytes.
    const HAS_TABLES: bool = Self::HAS_SSE4_2;
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod of_x86 {
    use super::{Avx2, Avx512, Simd, Sse2, Sse4_2};

    impl Simd for Sse2 {
        const HAS_SSE2: bool = true;
    }

    impl Simd for Sse4_2 {
        const HAS_SSE2: bool = true;
        const HAS_SSE4_2: bool = true;
    }

    impl Simd for Avx2 {
        const HAS_SSE2: bool = true;
        const HAS_SSE4_2: bool = true;
        const HAS_AVX2: bool = true;
    }

    impl Simd for Avx512 {
        const HAS_SSE2: bool = true;
        const HAS_SSE4_2: bool = true;
        const HAS_AVX2: bool = true;
        const HAS_AVX512: bool = true;
    }
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
impl Simd for fearless_simd::Neon {
    const HAS_TABLES: bool = true;
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Simd for fearless_simd::WasmSimd128 {
    const HAS_TABLES: bool = true;
}

macro_rules! baseline {
    ($($token:path, $make:expr, $on:meta;)*) => {$(
        /// The token of what the compiler was told to assume.
        #[cfg($on)]
        pub type Baseline = $token;

        /// The token of what the compiler was told to assume.
        #[cfg($on)]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn baseline() -> Baseline {
            $make
        }
    )*};
}

baseline! {
    Sse2,
    // SAFETY: the compiler was told to assume these features.
    unsafe { Sse2::assume_supported() },
    all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2", target_feature = "fxsr");

    fearless_simd::Neon,
    // SAFETY: the compiler was told to assume this feature.
    unsafe { fearless_simd::Neon::assume_supported() },
    all(target_arch = "aarch64", target_feature = "neon");

    fearless_simd::WasmSimd128,
    // SAFETY: the compiler was told to assume this feature.
    unsafe { fearless_simd::WasmSimd128::assume_supported() },
    all(target_arch = "wasm32", target_feature = "simd128");

    fearless_simd::Fallback,
    fearless_simd::Fallback::new(),
    not(any(
        all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2", target_feature = "fxsr"),
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128"),
    ));
}
