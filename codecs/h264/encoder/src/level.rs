//! Levels (H.264 annex A, table A-1): how large, how fast and how much a stream may be.

/// The limits of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// `level_idc`: ten times its number.
    pub idc: u8,
    /// `MaxMBPS`: macroblocks in a second.
    pub rate: u64,
    /// `MaxFS`: macroblocks of a picture.
    pub size: u64,
    /// `MaxDpbMbs`: macroblocks of all pictures that are kept.
    pub kept: u64,
    /// `MaxBR`: thousands of bits in a second.
    pub bits: u64,
    /// `MaxVmvR`: vectors go up and down by less than so many samples.
    pub vertical: i32,
}

/// A level from a row of the table.
const fn level(idc: u8, rate: u64, size: u64, kept: u64, bits: u64, vertical: i32) -> Level {
    Level { idc, rate, size, kept, bits, vertical }
}

/// All levels but 1b.
const LEVELS: [Level; 19] = [
    level(10, 1_485, 99, 396, 64, 64),
    level(11, 3_000, 396, 900, 192, 128),
    level(12, 6_000, 396, 2_376, 384, 128),
    level(13, 11_880, 396, 2_376, 768, 128),
    level(20, 11_880, 396, 2_376, 2_000, 128),
    level(21, 19_800, 792, 4_752, 4_000, 256),
    level(22, 20_250, 1_620, 8_100, 4_000, 256),
    level(30, 40_500, 1_620, 8_100, 10_000, 256),
    level(31, 108_000, 3_600, 18_000, 14_000, 512),
    level(32, 216_000, 5_120, 20_480, 20_000, 512),
    level(40, 245_760, 8_192, 32_768, 20_000, 512),
    level(41, 245_760, 8_192, 32_768, 50_000, 512),
    level(42, 522_240, 8_704, 34_816, 50_000, 512),
    level(50, 589_824, 22_080, 110_400, 135_000, 512),
    level(51, 983_040, 36_864, 184_320, 240_000, 512),
    level(52, 2_073_600, 36_864, 184_320, 240_000, 512),
    level(60, 4_177_920, 139_264, 696_320, 240_000, 8_192),
    level(61, 8_355_840, 139_264, 696_320, 480_000, 8_192),
    level(62, 16_711_680, 139_264, 696_320, 800_000, 8_192),
];

impl Level {
    /// The lowest level for pictures of so many rows and columns of macroblocks, `[numerator, denominator]` in a second, of
    /// which `references` are kept, and thousands of bits in a second, 0 if nobody knows.
    pub fn lowest(
        [rows, columns]: [usize; 2],
        rate: [u32; 2],
        references: usize,
        bits: u64,
    ) -> Option<Level> {
        let (rows, columns) = (rows as u64, columns as u64);
        let size = rows * columns;
        let [numerator, denominator] = rate.map(u64::from);
        LEVELS.into_iter().find(|level| {
            size <= level.size
                && rows * rows <= 8 * level.size
                && columns * columns <= 8 * level.size
                && size * numerator <= level.rate * denominator.max(1)
                && references as u64 * size <= level.kept
                && bits <= level.bits
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_sizes_have_usual_levels() {
        let idc = |size, rate, references| Level::lowest(size, rate, references, 0).map(|level| level.idc);
        assert_eq!(idc([9, 11], [15, 1], 1), Some(10));
        assert_eq!(idc([18, 22], [30, 1], 1), Some(13));
        assert_eq!(idc([45, 80], [30_000, 1001], 1), Some(31));
        assert_eq!(idc([68, 120], [25, 1], 4), Some(40));
        assert_eq!(idc([68, 120], [60, 1], 4), Some(42));
        assert_eq!(idc([2000, 1], [1, 1], 1), None);
    }
}
