//! Instruction set levels: which of the compiled forms of a kernel runs.

use core::sync::atomic::{AtomicU8, Ordering};

/// The x86-64 micro-architecture levels that each kernel is compiled for. On other machines only
/// [`Level::Baseline`] exists, which is what the crate was compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Level {
    /// What the compiler was told to assume: on x86-64 at least SSE2.
    Baseline = 1,
    /// x86-64-v3: AVX2, FMA, BMI1 and BMI2, LZCNT, MOVBE, F16C.
    V3 = 2,
    /// x86-64-v4: v3 and AVX-512 F, BW, CD, DQ, VL.
    V4 = 3,
}

impl Level {
    /// The highest level that this machine has. Without the `std` feature: the level compiled for.
    pub fn detect() -> Level {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            let v3 = std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("fma")
                && std::arch::is_x86_feature_detected!("bmi1")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("lzcnt")
                && std::arch::is_x86_feature_detected!("movbe")
                && std::arch::is_x86_feature_detected!("f16c");
            let v4 = v3
                && std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512cd")
                && std::arch::is_x86_feature_detected!("avx512dq")
                && std::arch::is_x86_feature_detected!("avx512vl");
            if v4 {
                return Level::V4;
            }
            if v3 {
                return Level::V3;
            }
        }
        Level::Baseline
    }

    /// The levels that this machine has, lowest first.
    pub fn available() -> impl Iterator<Item = Level> {
        let top = Level::detect();
        [Level::Baseline, Level::V3, Level::V4].into_iter().filter(move |&level| level <= top)
    }
}

/// 0 until the first question is asked, then the level in force.
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// The level that kernels run at: the highest that the machine has, unless [`limit`] lowered it.
#[inline]
pub fn current() -> Level {
    match CURRENT.load(Ordering::Relaxed) {
        3 => Level::V4,
        2 => Level::V3,
        1 => Level::Baseline,
        _ => limit(Level::V4),
    }
}

/// Lets kernels run at `highest` at most, in this whole process, and returns the level that this machine then
/// uses. For tests that compare the levels, and for measurements.
#[cold]
pub fn limit(highest: Level) -> Level {
    let level = Level::detect().min(highest);
    CURRENT.store(level as u8, Ordering::Relaxed);
    level
}
