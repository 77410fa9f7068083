//! How hard an encoder tries.

/// What is tried, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many steps a search for motion takes from where it began, at most: of two samples, and of one.
    pub steps: [usize; 2],
    /// Whether macroblocks of two partitions, and of four, are tried.
    pub partitions: bool,
    /// Whether these are divided once more.
    pub sub_partitions: bool,
    /// How many places around one are tried at a time, 4 or 8: of whole macroblocks, and of partitions.
    pub around: [usize; 2],
    /// How often half and quarter samples around the best one are tried.
    pub refinements: [usize; 2],
    /// Whether half and quarter samples of whole macroblocks are compared by transformed differences, and not by plain ones.
    pub transformed: bool,
    /// How many quarters more than what is best so far Intra_16x16 prediction may cost for that of blocks to be tried.
    pub slack: i32,
    /// Whether kinds and divisions of macroblocks, and levels, are chosen by what a decoder would have, and by their bits.
    pub real_costs: bool,
}

/// A balance of speed and size, by the names that x264 has for them. Their settings are not x264's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Whole macroblocks, few steps.
    Ultrafast,
    /// Macroblocks of up to four partitions.
    Fast,
    /// The same with more steps, and two reference pictures.
    #[default]
    Medium,
    /// All partitions, and all steps that are of use; macroblocks and levels by real costs; three reference pictures.
    Slow,
}

impl Preset {
    /// All of them, the fastest one first.
    pub const ALL: [Preset; 4] = [Preset::Ultrafast, Preset::Fast, Preset::Medium, Preset::Slow];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Ultrafast => "ultrafast",
            Preset::Fast => "fast",
            Preset::Medium => "medium",
            Preset::Slow => "slow",
        }
    }

    /// How many pictures a P picture refers to, if nobody says.
    pub fn references(self) -> usize {
        [1, 1, 2, 3][self as usize]
    }

    /// What it tries.
    pub fn effort(self) -> Effort {
        let (steps, partitions, sub_partitions, around, refinements, transformed, slack) = match self {
            Preset::Ultrafast => ([0, 6], false, false, [8, 4], [1, 1], false, 0),
            Preset::Fast => ([4, 1], true, false, [4, 4], [2, 2], true, 1),
            Preset::Medium => ([8, 1], true, false, [8, 4], [3, 3], true, 2),
            Preset::Slow => ([16, 1], true, true, [8, 8], [3, 3], true, 2),
        };
        let real_costs = self == Preset::Slow;
        Effort { steps, partitions, sub_partitions, around, refinements, transformed, slack, real_costs }
    }
}
