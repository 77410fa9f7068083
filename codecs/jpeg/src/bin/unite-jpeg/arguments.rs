//! The command line.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Parser, ValueEnum};
use unite_jpeg::{Density, EncoderConfig, HuffmanTables, Restart, Sampling};

/// Encodes pictures as baseline JPEG files, byte for byte as `cjpeg` does with the same settings.
///
/// Reads PNG, PPM, PGM, PBM, BMP and TIFF. Samples of 16 bits are rounded to 8. An alpha channel is dropped: pixels
/// are coded as if they were opaque. Metadata is not carried over.
#[derive(Debug, Parser)]
#[command(name = "unite-jpeg", version)]
pub struct Arguments {
    /// Pictures to encode; `-` is standard input.
    #[arg(value_name = "IN", required = true)]
    pub inputs: Vec<PathBuf>,

    /// File to write, or folder in which each picture gets its name with `.jpg`; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,

    /// Quality, 1 to 100.
    #[arg(short, long, value_name = "N", default_value_t = 75, value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: u8,

    /// Resolution of chrominance.
    #[arg(short, long, value_enum, default_value_t = SamplingName::S420)]
    sampling: SamplingName,

    /// Make Huffman tables for each picture: smaller files.
    #[arg(long)]
    optimize: bool,

    /// Write a restart marker after so many MCUs; 0 for none.
    #[arg(long, value_name = "MCUS", default_value_t = 0)]
    restart: u16,

    /// Pixels per inch, for the JFIF header.
    #[arg(long, value_name = "DPI", value_parser = clap::value_parser!(u16).range(1..))]
    density: Option<u16>,

    /// Cut quantisation steps to 255, which baseline decoders need at qualities below 24.
    #[arg(long)]
    baseline: bool,

    /// Threads that share the work; 0 for one for each processor. The file does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,

    /// Show progress, if standard error is a terminal.
    #[arg(long)]
    pub progress: bool,
}

/// [`Sampling`] as it is named on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SamplingName {
    /// Full.
    #[value(name = "444")]
    S444,
    /// Half of the lines.
    #[value(name = "440")]
    S440,
    /// Half of each line.
    #[value(name = "422")]
    S422,
    /// A quarter of each line.
    #[value(name = "411")]
    S411,
    /// Half of each line and half of the lines.
    #[value(name = "420")]
    S420,
    /// No chrominance.
    #[value(name = "gray", alias = "grey")]
    Gray,
}

impl Arguments {
    /// The settings that the switches make.
    pub fn config(&self) -> EncoderConfig {
        let sampling = match self.sampling {
            SamplingName::S444 => Sampling::S444,
            SamplingName::S440 => Sampling::S440,
            SamplingName::S422 => Sampling::S422,
            SamplingName::S411 => Sampling::S411,
            SamplingName::S420 => Sampling::S420,
            SamplingName::Gray => Sampling::Gray,
        };
        EncoderConfig::new()
            .quality(self.quality)
            .force_baseline(self.baseline)
            .sampling(sampling)
            .huffman(if self.optimize { HuffmanTables::Optimized } else { HuffmanTables::Standard })
            .restart(Restart::Mcus(self.restart))
            .density(self.density.map_or_else(Density::default, Density::dpi))
            .threads(self.threads.into())
    }
}

/// As many threads as the encoder takes.
fn threads() -> RangedU64ValueParser<u16> {
    RangedU64ValueParser::new().range(..=EncoderConfig::MAX_THREADS as u64)
}
