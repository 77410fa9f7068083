//! The command line.

use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::RangedU64ValueParser;
use clap::{CommandFactory, Parser, ValueEnum};
use unite_jpeg::{
    Density, DensityUnit, EncoderConfig, Error, HuffmanTables, LosslessConfig, LosslessTables, Metadata,
    Predictor, Quantization, Restart, Sampling,
};

use crate::request::{AnyEncoder, Coding, Request, Wishes};
use crate::{output, plan, tables};

/// Encodes pictures as JPEG files, byte for byte as `cjpeg` does with the same settings.
///
/// Reads PNG, PPM, PGM, PBM, BMP, TIFF and JPEG. Samples of 16 bits are rounded to 8, unless they are coded without loss. An
/// alpha channel is dropped: pixels are coded as if they were opaque. Called as `cjpeg`, or with `--cjpeg` as first
/// argument, it takes the switches of that command.
#[derive(Debug, Parser)]
#[command(name = "unite-jpeg", version)]
struct Arguments {
    /// Pictures to encode, or folders of them; `-` is standard input.
    #[arg(value_name = "IN", required_unless_present = "write_tables")]
    inputs: Vec<PathBuf>,

    /// File to write, or folder in which each picture gets its name with `.jpg`; `-` is standard output.
    #[arg(short, long, value_name = "OUT", required_unless_present = "write_tables")]
    output: Option<PathBuf>,

    /// Quality, 1 to 100.
    #[arg(short, long, value_name = "N", default_value_t = 75, value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: u8,

    /// Quality of chrominance, if it is to be another.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    chrominance_quality: Option<u8>,

    /// Resolution of chrominance.
    #[arg(short, long, value_enum, default_value_t = SamplingName::S420)]
    sampling: SamplingName,

    /// Store red, green and blue as they are.
    #[arg(long)]
    no_transform: bool,

    /// Make Huffman tables for each picture: smaller files.
    #[arg(long)]
    optimize: bool,

    /// Write several scans, each of which makes the picture finer.
    #[arg(long)]
    progressive: bool,

    /// Write a restart marker after so many MCUs; 0 for none. Without loss an MCU is a pixel, and only whole rows will do.
    #[arg(long, value_name = "MCUS", default_value_t = 0, conflicts_with = "restart_rows")]
    restart: u16,

    /// Write a restart marker after so many rows of MCUs; 0 for none.
    #[arg(long, value_name = "ROWS")]
    restart_rows: Option<u16>,

    /// Cut quantisation steps to 255, which baseline decoders need at qualities below 24.
    #[arg(long)]
    baseline: bool,

    /// Quantisation tables, scaled by the quality: 64 numbers each, row by row.
    #[arg(long, value_name = "FILE")]
    quantization: Option<PathBuf>,

    /// Take quantisation tables as they are, whatever the quality.
    #[arg(long, requires = "quantization")]
    exact: bool,

    /// Take Huffman tables from this JPEG file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["optimize", "progressive"])]
    huffman: Option<PathBuf>,

    /// Leave tables out of files: decoders must have them.
    #[arg(long)]
    abbreviated: bool,

    /// Write the tables that are left out to this file.
    #[arg(long, value_name = "FILE")]
    write_tables: Option<PathBuf>,

    /// Code without loss, 2 to 16 bits a sample.
    #[arg(long, conflicts_with_all = [
        "quality", "chrominance_quality", "sampling", "no_transform", "optimize", "progressive", "baseline",
        "quantization", "huffman", "abbreviated", "write_tables",
    ])]
    lossless: bool,

    /// How samples are predicted, 1 to 7, or the best of these.
    #[arg(long, value_name = "N|best", default_value = "1", value_parser = predictor, requires = "lossless")]
    predictor: Predictor,

    /// Drop so many low bits of each sample.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "lossless", value_parser = clap::value_parser!(u8).range(..=15))]
    point_transform: u8,

    /// Bits of a sample, if they are fewer than the picture says.
    #[arg(long, value_name = "BITS", requires = "lossless", value_parser = clap::value_parser!(u8).range(2..=16))]
    precision: Option<u8>,

    /// Use a Huffman table that is the same for all pictures: one pass.
    #[arg(long, requires = "lossless")]
    fixed_table: bool,

    /// Pixels per inch, for the JFIF header.
    #[arg(long, value_name = "DPI", value_parser = clap::value_parser!(u16).range(1..))]
    density: Option<u16>,

    /// Shape of a pixel, across and down, for the JFIF header.
    #[arg(long, value_name = "X:Y", value_parser = aspect, conflicts_with = "density")]
    aspect: Option<Density>,

    /// EXIF to put in: a TIFF structure.
    #[arg(long, value_name = "FILE")]
    exif: Option<PathBuf>,

    /// Colour profile to put in.
    #[arg(long, value_name = "FILE")]
    icc: Option<PathBuf>,

    /// XMP to put in: a packet of XML.
    #[arg(long, value_name = "FILE")]
    xmp: Option<PathBuf>,

    /// Comment to put in; may be given more than once.
    #[arg(long, value_name = "TEXT")]
    comment: Vec<String>,

    /// Carry over colour profile, EXIF and XMP of each picture.
    #[arg(long)]
    keep_metadata: bool,

    /// Threads that share the work; 0 for one for each processor. The file does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,

    /// Show progress, if standard error is a terminal.
    #[arg(long)]
    progress: bool,

    /// Say of each file its size, how far it is from the picture, and how long it took.
    #[arg(long)]
    stats: bool,
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

/// What the arguments of this process ask for. Ends the process if they make no sense.
pub fn request() -> Request {
    let arguments = Arguments::parse();
    arguments.request().unwrap_or_else(|message| {
        Arguments::command().error(clap::error::ErrorKind::ValueValidation, message).exit()
    })
}

impl Arguments {
    fn request(&self) -> Result<Request, String> {
        let metadata = self.metadata()?;
        let coding = if self.lossless {
            Coding::Lossless(self.lossless_config(metadata.clone()), self.precision)
        } else {
            Coding::Lossy(self.config(metadata.clone())?)
        };
        let jobs = match &self.output {
            Some(output) => plan::jobs(&self.inputs, output)?,
            None => Vec::new(),
        };
        // Wrong settings are told before anything is written.
        let encoder = coding.encoder().map_err(|error| error.to_string())?;
        if let (Some(path), AnyEncoder::Lossy(encoder)) = (&self.write_tables, &encoder) {
            output::replace(path, |file| Ok::<_, Error>(std::io::Write::write_all(file, &encoder.tables())?))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let Self { keep_metadata, progress, stats, .. } = *self;
        let threads = self.threads.into();
        let wishes = Wishes { metadata, keep_metadata, progress, stats, threads, name: "unite-jpeg" };
        Ok(Request { jobs, encoder, wishes })
    }

    fn config(&self, metadata: Metadata) -> Result<EncoderConfig, String> {
        let sampling = match self.sampling {
            SamplingName::S444 => Sampling::S444,
            SamplingName::S440 => Sampling::S440,
            SamplingName::S422 => Sampling::S422,
            SamplingName::S411 => Sampling::S411,
            SamplingName::S420 => Sampling::S420,
            SamplingName::Gray => Sampling::Gray,
        };
        let mut config = EncoderConfig::new()
            .quality(self.quality)
            .force_baseline(self.baseline)
            .sampling(sampling)
            .transform(!self.no_transform)
            .huffman(if self.optimize { HuffmanTables::Optimized } else { HuffmanTables::Standard })
            .progressive(self.progressive)
            .abbreviated(self.abbreviated)
            .restart(self.restart())
            .density(self.density())
            .metadata(metadata)
            .threads(self.threads.into());
        if let Some(quality) = self.chrominance_quality {
            config = config.chrominance_quality(quality);
        }
        if let Some(path) = &self.quantization {
            let read = tables::quantization(path)?;
            let both = Box::new([read[0], *read.get(1).unwrap_or(&read[0])]);
            config = config.quantization(match self.exact {
                true => Quantization::Exact(both),
                false => Quantization::Scaled(both),
            });
        }
        if let Some(path) = &self.huffman {
            config = config.custom_huffman(tables::huffman(path)?);
        }
        Ok(config)
    }

    fn lossless_config(&self, metadata: Metadata) -> LosslessConfig {
        let tables = if self.fixed_table { LosslessTables::Fixed } else { LosslessTables::Optimized };
        LosslessConfig::new()
            .predictor(self.predictor)
            .point_transform(self.point_transform)
            .tables(tables)
            .restart(self.restart())
            .density(self.density())
            .metadata(metadata)
            .threads(self.threads.into())
    }

    fn restart(&self) -> Restart {
        self.restart_rows.map_or(Restart::Mcus(self.restart), Restart::McuRows)
    }

    fn density(&self) -> Density {
        self.aspect.unwrap_or_else(|| self.density.map_or_else(Density::default, Density::dpi))
    }

    fn metadata(&self) -> Result<Metadata, String> {
        let mut metadata = Metadata::new();
        if let Some(path) = &self.exif {
            metadata = metadata.exif(read(path)?);
        }
        if let Some(path) = &self.xmp {
            metadata = metadata.xmp(read(path)?);
        }
        if let Some(path) = &self.icc {
            metadata = metadata.icc(read(path)?);
        }
        Ok(self.comment.iter().fold(metadata, |metadata, comment| metadata.comment(comment.as_str())))
    }
}

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// As many threads as the encoder takes.
fn threads() -> RangedU64ValueParser<u16> {
    RangedU64ValueParser::new().range(..=EncoderConfig::MAX_THREADS as u64)
}

fn predictor(word: &str) -> Result<Predictor, String> {
    match word {
        "best" => Ok(Predictor::Best),
        _ => {
            let selection = word.parse().ok().and_then(Predictor::from_selection);
            selection.ok_or_else(|| "neither 1 to 7 nor `best`".into())
        }
    }
}

fn aspect(word: &str) -> Result<Density, String> {
    let numbers = word.split_once(':').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    match numbers {
        Some((x, y)) if x > 0 && y > 0 => Ok(Density { unit: DensityUnit::AspectRatio, x, y }),
        _ => Err("not two numbers from 1 to 65535 with a colon between".into()),
    }
}
