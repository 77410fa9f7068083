//! Instruction set levels that kernels are compiled for.

/// A level beside the baseline, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// x86-64-v2: SSE4.2.
    V2,
    /// x86-64-v3: AVX2.
    V3,
    /// AVX-512.
    V4,
}

impl Level {
    /// All levels, and what they are called.
    pub const NAMES: [(&str, Level); 3] = [("v2", Level::V2), ("v3", Level::V3), ("v4", Level::V4)];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Level::NAMES[self as usize].0
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::NAMES.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
    }
}
