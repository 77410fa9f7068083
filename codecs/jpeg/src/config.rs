//! The choices that an encoder leaves to its user.

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

/// The settings of an [`Encoder`](crate::Encoder). The defaults are those of `cjpeg`.
///
/// ```
/// use unite_jpeg::{EncoderConfig, HuffmanTables, Sampling};
///
/// let config = EncoderConfig::new().quality(90).sampling(Sampling::S444).huffman(HuffmanTables::Optimized);
/// assert!(unite_jpeg::Encoder::new(config).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncoderConfig {
    pub(crate) quality: u8,
    pub(crate) force_baseline: bool,
    pub(crate) sampling: Sampling,
    pub(crate) huffman: HuffmanTables,
    pub(crate) progressive: bool,
    pub(crate) restart: Restart,
    pub(crate) density: Density,
    pub(crate) threads: usize,
}

impl EncoderConfig {
    /// The most threads that can be asked for.
    pub const MAX_THREADS: usize = 1024;

    /// Quality 75, 4:2:0, standard tables, no restart markers, no density, one thread.
    pub const fn new() -> Self {
        Self {
            quality: 75,
            force_baseline: false,
            sampling: Sampling::S420,
            huffman: HuffmanTables::Standard,
            progressive: false,
            restart: Restart::Never,
            density: Density { unit: DensityUnit::AspectRatio, x: 1, y: 1 },
            threads: 1,
        }
    }

    /// How finely coefficients are quantised, from 1 to 100: the scale of the Independent JPEG Group, which `cjpeg`
    /// and most others share. [`Encoder::new`](crate::Encoder::new) refuses other values.
    pub const fn quality(mut self, quality: u8) -> Self {
        self.quality = quality;
        self
    }

    /// Whether quantisation steps above 255 are cut to 255.
    ///
    /// Qualities of 23 and less ask for such steps. They take 16 bits in the quantisation table, and the frame is
    /// then marked as extended sequential (SOF1) instead of baseline (SOF0): T.81 B.2.4.1. Nearly every decoder takes
    /// both. Off by default, as in `cjpeg`, where the switch is `-baseline`.
    pub const fn force_baseline(mut self, force: bool) -> Self {
        self.force_baseline = force;
        self
    }

    /// How densely chrominance is sampled. Grey pictures have none, whatever is said here.
    pub const fn sampling(mut self, sampling: Sampling) -> Self {
        self.sampling = sampling;
        self
    }

    /// Which Huffman tables are used.
    pub const fn huffman(mut self, huffman: HuffmanTables) -> Self {
        self.huffman = huffman;
        self
    }

    /// Whether the picture is written in several scans, each of which makes it finer: a progressive frame (SOF2). The scans
    /// are those of `cjpeg -progressive`, and their Huffman tables are always made for the picture. Nothing is written before
    /// the last row, and the coefficients of the whole picture are kept, 2 bytes a sample. Off by default.
    pub const fn progressive(mut self, progressive: bool) -> Self {
        self.progressive = progressive;
        self
    }

    /// How often a restart marker is written. In scans of one component a minimum coded unit is one block.
    pub const fn restart(mut self, restart: Restart) -> Self {
        self.restart = restart;
        self
    }

    /// The size of a pixel, for the JFIF header.
    pub const fn density(mut self, density: Density) -> Self {
        self.density = density;
        self
    }

    /// How many threads share the work, the caller's among them; 0 is one for each processor that the process may
    /// use. The file does not depend on it. [`Encoder::new`](crate::Encoder::new) refuses more than
    /// [`MAX_THREADS`](Self::MAX_THREADS).
    ///
    /// Rows are shared out, so pictures of few rows, or rows pushed a few at a time to a narrow picture, may keep fewer
    /// threads busy. Memory is that of one thread as many times, and some more.
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}

impl Default for EncoderConfig {
    fn default() -> Self {
        Self::new()
    }
}
