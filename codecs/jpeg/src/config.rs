//! The settings of an encoder.

use crate::choices::{Density, DensityUnit, HuffmanTables, MAX_THREADS, Quantization, Restart, Sampling};
use crate::huffman::HuffmanTable;
use crate::metadata::Metadata;

/// The settings of an [`Encoder`](crate::Encoder). The defaults are those of `cjpeg`.
///
/// ```
/// use unite_jpeg::{EncoderConfig, HuffmanTables, Sampling};
///
/// let config = EncoderConfig::new().quality(90).sampling(Sampling::S444).huffman(HuffmanTables::Optimized);
/// assert!(unite_jpeg::Encoder::new(config).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncoderConfig {
    pub(crate) quality: u8,
    pub(crate) chrominance_quality: Option<u8>,
    pub(crate) quantization: Quantization,
    pub(crate) transform: bool,
    pub(crate) custom_huffman: Option<Box<[[HuffmanTable; 2]; 2]>>,
    pub(crate) abbreviated: bool,
    pub(crate) metadata: Metadata,
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
    pub const MAX_THREADS: usize = MAX_THREADS;

    /// Quality 75, 4:2:0, standard tables, no restart markers, no density, one thread.
    pub const fn new() -> Self {
        Self {
            quality: 75,
            chrominance_quality: None,
            quantization: Quantization::Standard,
            transform: true,
            custom_huffman: None,
            abbreviated: false,
            metadata: Metadata::new(),
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

    /// A quality for chrominance alone, if it is to be another.
    pub const fn chrominance_quality(mut self, quality: u8) -> Self {
        self.chrominance_quality = Some(quality);
        self
    }

    /// Quantisation tables of your own. [`Encoder::new`](crate::Encoder::new) refuses steps of 0, and above
    /// [`Quantization::LARGEST`].
    pub fn quantization(mut self, tables: Quantization) -> Self {
        self.quantization = tables;
        self
    }

    /// Whether red, green and blue are transformed to luminance and chrominance, and inks to YCCK. On by default. Otherwise
    /// they are stored as they come, all at full resolution and with the same tables, and an Adobe marker says so.
    pub const fn transform(mut self, transform: bool) -> Self {
        self.transform = transform;
        self
    }

    /// Huffman tables of your own, in place of those of [`HuffmanTables::Standard`]: a DC and an AC table for luminance and
    /// for chrominance. [`Encoder::new`](crate::Encoder::new) refuses tables that lack a symbol that 8 bits a sample can
    /// make: categories 0 to 11, and runs 0 to 15 of categories 1 to 10, `0x00` and `0xF0`.
    pub fn custom_huffman(mut self, tables: [[HuffmanTable; 2]; 2]) -> Self {
        self.custom_huffman = Some(Box::new(tables));
        self
    }

    /// Whether tables are left out of files: the abbreviated format of T.81 B.4. A decoder must have seen them, as in
    /// the file of [`Encoder::tables`](crate::Encoder::tables). Huffman tables that are made for a picture are written all
    /// the same.
    pub const fn abbreviated(mut self, abbreviated: bool) -> Self {
        self.abbreviated = abbreviated;
        self
    }

    /// What is said of the picture besides its pixels.
    pub fn metadata(mut self, metadata: Metadata) -> Self {
        self.metadata = metadata;
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
    /// the last row, and the symbols of all scans are kept, 2 bytes each. Off by default.
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
