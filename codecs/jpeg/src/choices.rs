//! The single choices that encoders leave to their user.

/// The most threads that can be asked for.
pub(crate) const MAX_THREADS: usize = 1024;

/// How densely the two chrominance components are sampled, named as is common: 4 luminance samples in a row have so
/// many chrominance samples in the first row, and so many in the second.
///
/// In the terms of T.81 A.1.1 luminance has the sampling factors given below, and chrominance 1x1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// 1x1: as many chrominance samples as luminance samples.
    S444,
    /// 1x2: half of the lines.
    S440,
    /// 2x1: half of each line.
    S422,
    /// 4x1: a quarter of each line.
    S411,
    /// 2x2: half of each line, and half of the lines.
    #[default]
    S420,
    /// Luminance only: colour pictures become grey.
    Gray,
}

impl Sampling {
    /// Every sampling, in the order above.
    pub const ALL: [Self; 6] = [Self::S444, Self::S440, Self::S422, Self::S411, Self::S420, Self::Gray];

    /// The sampling of a name, without the colons that it may be written with: `444`, `440`, `422`, `411`, `420`, and `gray` or
    /// `grey`.
    ///
    /// ```
    /// use unite_jpeg::Sampling;
    ///
    /// assert_eq!(Sampling::named("411"), Some(Sampling::S411));
    /// assert_eq!(Sampling::named("410"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "444" => Self::S444,
            "440" => Self::S440,
            "422" => Self::S422,
            "411" => Self::S411,
            "420" => Self::S420,
            "gray" | "grey" => Self::Gray,
            _ => return None,
        })
    }

    /// `[H, V]` of the luminance component, where chrominance has 1x1 (T.81 A.1.1).
    ///
    /// ```
    /// assert_eq!(unite_jpeg::Sampling::S411.factors(), [4, 1]);
    /// ```
    pub const fn factors(self) -> [u8; 2] {
        match self {
            Self::S444 | Self::Gray => [1, 1],
            Self::S440 => [1, 2],
            Self::S422 => [2, 1],
            Self::S411 => [4, 1],
            Self::S420 => [2, 2],
        }
    }
}

/// Which Huffman tables code the coefficients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HuffmanTables {
    /// The tables printed in T.81 Annex K.3. The picture is written as it comes; memory does not depend on its height.
    #[default]
    Standard,
    /// Tables made for the picture by the procedure of T.81 K.2: files some 2 to 12 % smaller. Nothing is written
    /// before the last row, and the symbols of the whole picture are kept, some 2 bytes a pixel.
    Optimized,
}

/// How often the decoder can start afresh: the distance between restart markers (T.81 B.2.4.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Restart {
    /// No restart markers.
    #[default]
    Never,
    /// After so many minimum coded units; 0 is [`Never`](Self::Never).
    Mcus(u16),
    /// After so many rows of minimum coded units, or 65535 units, whichever is less; 0 is [`Never`](Self::Never).
    McuRows(u16),
}

impl Restart {
    /// The interval in MCUs, 0 for none.
    pub(crate) fn interval(self, mcus_per_row: usize) -> u16 {
        match self {
            Self::Never => 0,
            Self::Mcus(mcus) => mcus,
            Self::McuRows(rows) => {
                usize::from(rows).saturating_mul(mcus_per_row).try_into().unwrap_or(u16::MAX)
            }
        }
    }
}

/// The unit in which a [`Density`] counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DensityUnit {
    /// None: only the shape of a pixel is given.
    #[default]
    AspectRatio,
    /// Pixels per inch.
    Inch,
    /// Pixels per centimetre.
    Centimetre,
}

/// How large a pixel is meant to be, as the JFIF header says it.
///
/// ```
/// use unite_jpeg::{Density, DensityUnit};
///
/// assert_eq!(Density::dpi(300), Density { unit: DensityUnit::Inch, x: 300, y: 300 });
/// assert_eq!(Density::default(), Density { unit: DensityUnit::AspectRatio, x: 1, y: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Density {
    /// What `x` and `y` are counted in.
    pub unit: DensityUnit,
    /// Horizontally. JFIF wants it above 0.
    pub x: u16,
    /// Vertically. JFIF wants it above 0.
    pub y: u16,
}

impl Density {
    /// The same density in both directions, in pixels per inch.
    pub const fn dpi(density: u16) -> Self {
        Self { unit: DensityUnit::Inch, x: density, y: density }
    }
}

impl Default for Density {
    /// Square pixels of no particular size.
    fn default() -> Self {
        Self { unit: DensityUnit::AspectRatio, x: 1, y: 1 }
    }
}

/// Table K.1: luminance, row by row.
const LUMINANCE: [u16; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, //
    12, 12, 14, 19, 26, 58, 60, 55, //
    14, 13, 16, 24, 40, 57, 69, 56, //
    14, 17, 22, 29, 51, 87, 80, 62, //
    18, 22, 37, 56, 68, 109, 103, 77, //
    24, 35, 55, 64, 81, 104, 113, 92, //
    49, 64, 78, 87, 103, 121, 120, 101, //
    72, 92, 95, 98, 112, 100, 103, 99,
];

/// Table K.2: chrominance, row by row.
const CHROMINANCE: [u16; 64] = [
    17, 18, 24, 47, 99, 99, 99, 99, //
    18, 21, 26, 66, 99, 99, 99, 99, //
    24, 26, 56, 99, 99, 99, 99, 99, //
    47, 66, 99, 99, 99, 99, 99, 99, //
    99, 99, 99, 99, 99, 99, 99, 99, //
    99, 99, 99, 99, 99, 99, 99, 99, //
    99, 99, 99, 99, 99, 99, 99, 99, //
    99, 99, 99, 99, 99, 99, 99, 99,
];

/// How finely coefficients are quantised: a step for each, row by row, for luminance and for chrominance. Components that
/// are neither have the first table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Quantization {
    /// Tables K.1 and K.2 of T.81, scaled by the quality.
    #[default]
    Standard,
    /// Tables of your own, scaled by the quality in the same way: at 50 they are as given.
    Scaled(Box<[[u16; 64]; 2]>),
    /// Tables of your own, whatever the quality.
    Exact(Box<[[u16; 64]; 2]>),
}

impl Quantization {
    /// The largest step. With it every coefficient but the greatest few is 0.
    pub const LARGEST: u16 = 8191;

    /// Tables K.1 and K.2 of T.81, as printed: quality 50.
    pub const STANDARD: [[u16; 64]; 2] = [LUMINANCE, CHROMINANCE];

    /// The first step that is 0 or too large.
    pub(crate) fn wrong_step(&self) -> Option<u16> {
        match self {
            Self::Standard => None,
            Self::Scaled(tables) | Self::Exact(tables) => {
                tables.as_flattened().iter().copied().find(|step| !(1..=Self::LARGEST).contains(step))
            }
        }
    }
}
