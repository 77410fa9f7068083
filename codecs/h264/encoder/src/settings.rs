//! How hard an encoder tries.

/// What is tried, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many steps a search for motion takes from where it began, at most.
    pub steps: usize,
    /// Whether macroblocks of two partitions, and of four, are tried.
    pub partitions: bool,
    /// Whether these are divided once more.
    pub sub_partitions: bool,
    /// How often half and quarter samples around the best one are tried.
    pub refinements: [usize; 2],
    /// Whether kinds and divisions of macroblocks are chosen by what a decoder would have, and by their bits.
    pub real_costs: bool,
    /// Whether levels are chosen by what a decoder would lose, and by their bits.
    pub trellis: bool,
}

/// A balance of speed and size, by the names that x264 has for them. Their settings are not x264's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Whole macroblocks, few steps.
    Ultrafast,
    /// Macroblocks of up to four partitions.
    Fast,
    /// The same with more steps.
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
        match self {
            Preset::Ultrafast | Preset::Fast | Preset::Medium => 1,
            Preset::Slow => 3,
        }
    }

    /// What it tries.
    pub fn effort(self) -> Effort {
        let (steps, partitions, sub_partitions, refinements) = match self {
            Preset::Ultrafast => (2, false, false, [1, 1]),
            Preset::Fast => (4, true, false, [1, 1]),
            Preset::Medium => (8, true, false, [2, 2]),
            Preset::Slow => (16, true, true, [3, 3]),
        };
        let [real_costs, trellis] = [self == Preset::Slow; 2];
        Effort { steps, partitions, sub_partitions, refinements, real_costs, trellis }
    }
}
