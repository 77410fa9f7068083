//! Levels (H.264 annex A, table A-1): how large, how fast and how much a stream may be.

use std::fmt;

/// `level_idc` of level 1b in High profile. Others say 11 and `constraint_set3_flag` (A.3.1).
pub const LEVEL_1B: u8 = 9;

/// The limits of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// `level_idc`: ten times its number, 9 for level 1b.
    pub idc: u8,
    /// `MaxMBPS`: macroblocks in a second.
    pub rate: u64,
    /// `MaxFS`: macroblocks of a picture.
    pub size: u64,
    /// `MaxDpbMbs`: macroblocks of all pictures that are kept.
    pub kept: u64,
    /// `MaxBR`: thousands of bits in a second, of Baseline and Main.
    pub bits: u64,
    /// `MaxCPB`: thousands of bits that a decoder has room for, of Baseline and Main.
    pub buffer: u64,
    /// `MaxVmvR`: vectors go up and down by less than so many samples.
    pub vertical: i32,
}

/// What a stream needs of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Rows and columns of macroblocks.
    pub size: [usize; 2],
    /// Pictures in a second: numerator and denominator.
    pub rate: [u32; 2],
    /// How many pictures are kept.
    pub references: usize,
    /// Thousands of bits in a second, 0 if nobody knows.
    pub bits: u64,
    /// Thousands of bits that a decoder has room for, 0 if nobody knows.
    pub buffer: u64,
    /// Whether the profile is High, which may have a quarter more bits (table A-2).
    pub high: bool,
}

/// A limit of a level that a stream would not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("level {level} allows {most} at most, and there would be {value} {limit}")]
pub struct Exceeded {
    /// The level.
    pub level: Level,
    /// What it limits.
    pub limit: &'static str,
    /// How many there would be.
    pub value: u64,
    /// How many there may be.
    pub most: u64,
}

/// A level from a row of the table.
const fn level(idc: u8, rate: u64, size: u64, kept: u64, bits: u64, buffer: u64, vertical: i32) -> Level {
    Level { idc, rate, size, kept, bits, buffer, vertical }
}

/// All levels.
const LEVELS: [Level; 20] = [
    level(10, 1_485, 99, 396, 64, 175, 64),
    level(LEVEL_1B, 1_485, 99, 396, 128, 350, 64),
    level(11, 3_000, 396, 900, 192, 500, 128),
    level(12, 6_000, 396, 2_376, 384, 1_000, 128),
    level(13, 11_880, 396, 2_376, 768, 2_000, 128),
    level(20, 11_880, 396, 2_376, 2_000, 2_000, 128),
    level(21, 19_800, 792, 4_752, 4_000, 4_000, 256),
    level(22, 20_250, 1_620, 8_100, 4_000, 4_000, 256),
    level(30, 40_500, 1_620, 8_100, 10_000, 10_000, 256),
    level(31, 108_000, 3_600, 18_000, 14_000, 14_000, 512),
    level(32, 216_000, 5_120, 20_480, 20_000, 20_000, 512),
    level(40, 245_760, 8_192, 32_768, 20_000, 25_000, 512),
    level(41, 245_760, 8_192, 32_768, 50_000, 62_500, 512),
    level(42, 522_240, 8_704, 34_816, 50_000, 62_500, 512),
    level(50, 589_824, 22_080, 110_400, 135_000, 135_000, 512),
    level(51, 983_040, 36_864, 184_320, 240_000, 240_000, 512),
    level(52, 2_073_600, 36_864, 184_320, 240_000, 240_000, 512),
    level(60, 4_177_920, 139_264, 696_320, 240_000, 240_000, 8_192),
    level(61, 8_355_840, 139_264, 696_320, 480_000, 480_000, 8_192),
    level(62, 16_711_680, 139_264, 696_320, 800_000, 800_000, 8_192),
];

impl Level {
    /// The lowest level that has room for a stream, but for 1b.
    pub fn lowest(needs: &Needs) -> Option<Level> {
        LEVELS.into_iter().find(|level| level.idc != LEVEL_1B && level.exceeded(needs).is_none())
    }

    /// The level of a `level_idc`; 9 is level 1b.
    ///
    /// ```
    /// use unite_h264_encoder::Level;
    ///
    /// assert_eq!(Level::of_idc(31).map(|level| level.size), Some(3600));
    /// assert_eq!(Level::of_idc(33), None);
    /// ```
    pub fn of_idc(idc: u8) -> Option<Level> {
        LEVELS.into_iter().find(|level| level.idc == idc)
    }

    /// How many vectors each macroblock may have, so that any two that follow each other have not more than `MaxMvsPer2Mb`.
    pub fn vectors(&self) -> usize {
        if self.idc > 30 { 8 } else { 16 }
    }

    /// The first limit of the level that a stream would not keep (A.3.1 to A.3.3).
    pub(crate) fn exceeded(&self, needs: &Needs) -> Option<Exceeded> {
        let [rows, columns] = needs.size.map(|count| count as u64);
        let [numerator, denominator] = needs.rate.map(u64::from);
        let size = rows * columns;
        let bits = |of_main: u64| if needs.high { of_main + of_main / 4 } else { of_main };
        let limits = [
            ("macroblocks of a picture", size, self.size),
            ("rows of macroblocks", rows, (8 * self.size).isqrt()),
            ("columns of macroblocks", columns, (8 * self.size).isqrt()),
            ("macroblocks in a second", (size * numerator).div_ceil(denominator.max(1)), self.rate),
            ("macroblocks of pictures that are referred to", needs.references as u64 * size, self.kept),
            ("thousands of bits in a second", needs.bits, bits(self.bits)),
            ("thousands of bits of the buffer", needs.buffer, bits(self.buffer)),
        ];
        let found = limits.into_iter().find(|&(_, value, most)| value > most);
        found.map(|(limit, value, most)| Exceeded { level: *self, limit, value, most })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.idc {
            LEVEL_1B => f.write_str("1b"),
            idc if idc % 10 == 0 => write!(f, "{}", idc / 10),
            idc => write!(f, "{}.{}", idc / 10, idc % 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_sizes_have_usual_levels() {
        let idc = |size, rate, references| {
            Level::lowest(&Needs { size, rate, references, ..Needs::default() }).map(|level| level.idc)
        };
        assert_eq!(idc([9, 11], [15, 1], 1), Some(10));
        assert_eq!(idc([18, 22], [30, 1], 1), Some(13));
        assert_eq!(idc([45, 80], [30_000, 1001], 1), Some(31));
        assert_eq!(idc([68, 120], [25, 1], 4), Some(40));
        assert_eq!(idc([68, 120], [60, 1], 4), Some(42));
        assert_eq!(idc([2000, 1], [1, 1], 1), None);
    }

    #[test]
    fn every_limit_is_one() {
        let level = Level::of_idc(31).unwrap();
        let most =
            Needs { size: [45, 80], rate: [30, 1], references: 5, bits: 14_000, buffer: 14_000, high: false };
        assert_eq!(level.exceeded(&most), None);
        let cases = [
            (Needs { size: [61, 60], rate: [1, 1], references: 1, ..most }, "macroblocks of a picture"),
            (Needs { size: [170, 20], rate: [1, 1], references: 1, ..most }, "rows of"),
            (Needs { size: [20, 170], rate: [1, 1], references: 1, ..most }, "columns of"),
            (Needs { rate: [30_001, 1000], ..most }, "108004 macroblocks in a second"),
            (Needs { references: 6, ..most }, "21600 macroblocks of pictures that are referred to"),
            (Needs { bits: 14_001, ..most }, "bits in a second"),
            (Needs { bits: 17_501, high: true, ..most }, "bits in a second"),
            (Needs { buffer: 14_001, ..most }, "bits of the buffer"),
        ];
        for (needs, words) in cases {
            let message = level.exceeded(&needs).unwrap().to_string();
            assert!(message.starts_with("level 3.1 allows ") && message.contains(words), "{message}");
        }
        assert_eq!(level.exceeded(&Needs { bits: 17_500, buffer: 17_500, high: true, ..most }), None);
    }
}
