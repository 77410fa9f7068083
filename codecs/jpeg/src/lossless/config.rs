//! The choices that lossless coding leaves to its user.

use crate::{Density, DensityUnit, Metadata, Restart};

/// How a sample is predicted from its neighbours (T.81 table H.1).
///
/// `a` is the sample to the left, `b` the one above, `c` the one above and to the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Predictor {
    /// Selection value 1: `a`.
    #[default]
    Left,
    /// Selection value 2: `b`.
    Above,
    /// Selection value 3: `c`.
    AboveLeft,
    /// Selection value 4: `a + b - c`.
    Plane,
    /// Selection value 5: `a + (b - c) / 2`.
    LeftSloped,
    /// Selection value 6: `b + (a - c) / 2`.
    AboveSloped,
    /// Selection value 7: `(a + b) / 2`.
    Mean,
    /// The one of the seven that makes the fewest bits, found by trying all of them.
    Best,
}

impl Predictor {
    /// The seven, by selection value.
    pub const ALL: [Self; 7] = [
        Self::Left,
        Self::Above,
        Self::AboveLeft,
        Self::Plane,
        Self::LeftSloped,
        Self::AboveSloped,
        Self::Mean,
    ];

    /// The predictor of selection value 1 to 7.
    ///
    /// ```
    /// use unite_jpeg::Predictor;
    ///
    /// assert_eq!(Predictor::from_selection(4), Some(Predictor::Plane));
    /// assert_eq!(Predictor::from_selection(8), None);
    /// ```
    pub fn from_selection(selection: u8) -> Option<Self> {
        Self::ALL.get(usize::from(selection).checked_sub(1)?).copied()
    }

    /// The selection value, if one is asked for.
    pub(super) fn selection(self) -> Option<u8> {
        (1..).zip(Self::ALL).find(|&(_, predictor)| predictor == self).map(|(selection, _)| selection)
    }
}

/// Which Huffman table codes the differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LosslessTables {
    /// A table made for the picture by the procedure of T.81 K.2. The picture is looked at twice.
    #[default]
    Optimized,
    /// A table for the number of bits of a sample, whatever the picture: one pass, and files some 1 to 10 % larger.
    Fixed,
}

/// The settings of a [`LosslessEncoder`](crate::LosslessEncoder).
///
/// ```
/// use unite_jpeg::{LosslessConfig, LosslessEncoder, Predictor};
///
/// let config = LosslessConfig::new().predictor(Predictor::Best).threads(2);
/// assert!(LosslessEncoder::new(config).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosslessConfig {
    pub(crate) predictor: Predictor,
    pub(crate) point_transform: u8,
    pub(crate) tables: LosslessTables,
    pub(crate) restart: Restart,
    pub(crate) density: Density,
    pub(crate) metadata: Metadata,
    pub(crate) threads: usize,
}

impl LosslessConfig {
    /// Whether the picture is looked at once only: rows are coded as they come.
    pub fn is_one_pass(&self) -> bool {
        self.tables == LosslessTables::Fixed && self.predictor != Predictor::Best
    }

    /// Predictor 1, no point transform, tables made for the picture, no restart markers, one thread.
    pub const fn new() -> Self {
        Self {
            predictor: Predictor::Left,
            point_transform: 0,
            tables: LosslessTables::Optimized,
            restart: Restart::Never,
            density: Density { unit: DensityUnit::AspectRatio, x: 1, y: 1 },
            metadata: Metadata::new(),
            threads: 1,
        }
    }

    /// How samples are predicted.
    pub const fn predictor(mut self, predictor: Predictor) -> Self {
        self.predictor = predictor;
        self
    }

    /// How many low bits of each sample are dropped, Pt (T.81 A.4): with any but 0 the file is not lossless. Less than
    /// the bits of a sample, and at most 15.
    pub const fn point_transform(mut self, bits: u8) -> Self {
        self.point_transform = bits;
        self
    }

    /// Which Huffman table is used.
    pub const fn tables(mut self, tables: LosslessTables) -> Self {
        self.tables = tables;
        self
    }

    /// How often a restart marker is written. A minimum coded unit is one pixel, and an interval must be whole rows
    /// (H.1.1).
    pub const fn restart(mut self, restart: Restart) -> Self {
        self.restart = restart;
        self
    }

    /// The size of a pixel, for the JFIF header, which grey pictures have.
    pub const fn density(mut self, density: Density) -> Self {
        self.density = density;
        self
    }

    /// What is said of the picture besides its pixels.
    pub fn metadata(mut self, metadata: Metadata) -> Self {
        self.metadata = metadata;
        self
    }

    /// How many threads share the work, as [`EncoderConfig::threads`](crate::EncoderConfig::threads).
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}

impl Default for LosslessConfig {
    fn default() -> Self {
        Self::new()
    }
}
