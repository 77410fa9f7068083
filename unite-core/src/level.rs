//! Instruction set levels: which of the compiled forms of a kernel runs.

use core::sync::atomic::{AtomicU8, Ordering};

/// The levels that each kernel is compiled for, lowest first. Other machines than x86-64 have the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Level {
    /// No vector instructions, except those that the compiler finds by itself. Runs where the compiler was told to
    /// assume none, and where [`limit`] says so and the feature `fallback` compiled it.
    Fallback = 1,
    /// What the compiler was told to assume: on x86-64 at least SSE2, on AArch64 Neon, on WebAssembly SIMD of 128
    /// bits.
    Baseline = 2,
    /// x86-64-v2: SSE4.2, POPCNT, CMPXCHG16B.
    V2 = 3,
    /// x86-64-v3: AVX2, FMA, BMI1 and BMI2, LZCNT, MOVBE, F16C.
    V3 = 4,
    /// AVX-512 as it is since Ice Lake and Zen 4: F, BW, CD, DQ, VL, IFMA, VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ, with
    /// GFNI, VAES, VPCLMULQDQ and what else these have. More than x86-64-v4.
    V4 = 5,
}

/// Whether all these features were found.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
macro_rules! detected {
    ($($feature:tt)*) => {
        true $(&& std::arch::is_x86_feature_detected!($feature))*
    };
}

impl Level {
    /// All levels, lowest first.
    const ALL: [Level; 5] = [Level::Fallback, Level::Baseline, Level::V2, Level::V3, Level::V4];

    /// The lowest level that kernels are compiled for.
    const LOWEST: Level = if crate::lanes::HAS_FALLBACK { Level::Fallback } else { Level::Baseline };

    /// The highest level that this machine has. Without the `std` feature: the level compiled for.
    pub fn detect() -> Level {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            // The features that the tokens of `lanes` stand for, neither more nor less.
            if detected!(
                "fxsr" "adx" "aes" "avx512bitalg" "avx512bw" "avx512cd" "avx512dq" "avx512f" "avx512ifma"
                "avx512vbmi" "avx512vbmi2" "avx512vl" "avx512vnni" "avx512vpopcntdq" "bmi1" "bmi2" "cmpxchg16b"
                "fma" "gfni" "lzcnt" "movbe" "pclmulqdq" "popcnt" "rdrand" "rdseed" "sha" "vaes" "vpclmulqdq"
                "xsave" "xsavec" "xsaveopt" "xsaves"
            ) {
                return Level::V4;
            }
            if detected!(
                "fxsr" "avx2" "bmi1" "bmi2" "cmpxchg16b" "f16c" "fma" "lzcnt" "movbe" "popcnt" "xsave"
            ) {
                return Level::V3;
            }
            if detected!("fxsr" "sse4.2" "cmpxchg16b" "popcnt") {
                return Level::V2;
            }
        }
        if crate::lanes::IS_SCALAR { Level::Fallback } else { Level::Baseline }
    }

    /// The levels that this machine has and kernels are compiled for, lowest first.
    pub fn available() -> impl Iterator<Item = Level> {
        let levels = Level::LOWEST..=Level::detect();
        Level::ALL.into_iter().filter(move |level| levels.contains(level))
    }
}

/// 0 until the first question is asked, then the level in force.
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// The level that kernels run at: the highest that the machine has, unless [`limit`] lowered it.
#[inline]
pub fn current() -> Level {
    known().unwrap_or_else(|| limit(Level::V4))
}

/// The level that kernels run at, if somebody has asked for it before. Nothing is called for the answer: a kernel that chooses
/// by it keeps its arguments where they are.
///
/// ```
/// use unite_core::level;
/// let level = level::current();
/// assert_eq!(level::known(), Some(level));
/// ```
#[inline]
pub fn known() -> Option<Level> {
    match CURRENT.load(Ordering::Relaxed) {
        5 => Some(Level::V4),
        4 => Some(Level::V3),
        3 => Some(Level::V2),
        2 => Some(Level::Baseline),
        1 => Some(Level::Fallback),
        _ => None,
    }
}

/// Lets kernels run at `highest` at most, in this whole process, and returns the level that this machine then
/// uses: the lowest that was compiled, if `highest` is lower. For tests that compare the levels, and for measurements.
#[cold]
pub fn limit(highest: Level) -> Level {
    let level = Level::detect().min(highest.max(Level::LOWEST));
    CURRENT.store(level as u8, Ordering::Relaxed);
    level
}
