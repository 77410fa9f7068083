//! Tokens: values that exist where the instructions of a level may be used.

pub use fearless_simd::Simd;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use fearless_simd::{Avx2, Avx512, Sse2, Sse4_2};

/// Where it exists: where nothing better is certain, and where the feature `fallback` asks for it.
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
pub use fearless_simd::Fallback;

/// Whether the compiler may assume no vector instructions, so that [`Baseline`] is the fallback.
pub const IS_SCALAR: bool = cfg!(not(any(
    all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2", target_feature = "fxsr"),
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128"),
)));

/// Whether the token of the fallback exists.
pub const HAS_FALLBACK: bool = cfg!(feature = "fallback") || IS_SCALAR;

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
