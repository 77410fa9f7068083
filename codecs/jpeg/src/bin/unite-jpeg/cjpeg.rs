//! The switches of `cjpeg`, so that scripts need no change.
//!
//! As there, they begin with one dash and can be cut short, the last of several counts, and a file that is not given is
//! standard input or output. What would make other files than `cjpeg` makes is refused.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process;

use unite_jpeg::{
    EncoderConfig, HuffmanTables, LosslessConfig, Metadata, Predictor, Quantization, Restart, Sampling,
};

use crate::arguments::read;
use crate::plan::{self, Job, Target};
use crate::request::{Coding, Request, Wishes};
use crate::tables;

/// Every switch, the fewest letters that it can be cut to, and whether a word follows.
const SWITCHES: &[(&str, usize, bool)] = &[
    ("arithmetic", 1, false),
    ("baseline", 1, false),
    ("dct", 2, true),
    ("debug", 1, false),
    ("verbose", 1, false),
    ("version", 4, false),
    ("grayscale", 2, false),
    ("greyscale", 2, false),
    ("rgb", 3, false),
    ("icc", 1, true),
    ("lossless", 1, true),
    ("maxmemory", 3, true),
    ("optimize", 1, false),
    ("optimise", 1, false),
    ("outfile", 4, true),
    ("precision", 3, true),
    ("progressive", 1, false),
    ("memdst", 2, false),
    ("quality", 1, true),
    ("qslots", 2, true),
    ("qtables", 2, true),
    ("report", 3, false),
    ("restart", 1, true),
    ("sample", 2, true),
    ("scans", 2, true),
    ("smooth", 2, true),
    ("strict", 2, false),
    ("targa", 1, false),
];

const USAGE: &str = "usage: cjpeg [switches] [inputfile]
  -quality N[,N]    1 to 100, for luminance and chrominance
  -grayscale        luminance only
  -rgb              no transform of colours
  -optimize         Huffman tables for the picture
  -progressive      several scans
  -lossless psv[,Pt] predictor 1 to 7, point transform
  -precision N      bits of a sample, without loss
  -sample HxV       1x1, 1x2, 2x1, 2x2 or 4x1
  -restart N[B]     rows of MCUs, or MCUs
  -baseline         quantisation steps up to 255
  -qtables FILE     quantisation tables
  -icc FILE         colour profile
  -outfile NAME     file to write; standard output otherwise
  -report           show progress on a terminal
Not taken: -arithmetic, -dct fast and float, -smooth, -scans, -qslots, -memdst, -targa.";

/// Whether this process is to act as `cjpeg`.
pub fn is_called(called: &OsStr, first: Option<&OsString>) -> bool {
    Path::new(called).file_stem() == Some(OsStr::new("cjpeg")) || first.is_some_and(|word| word == "--cjpeg")
}

/// What `words` ask for. Ends the process if they make no sense.
pub fn request(words: impl Iterator<Item = OsString>) -> Request {
    let words = words.enumerate().filter(|(i, word)| *i > 0 || word != "--cjpeg").map(|(_, word)| word);
    match parse(words) {
        Ok(Some(request)) => request,
        Ok(None) => {
            eprintln!("unite-jpeg version {}", env!("CARGO_PKG_VERSION"));
            process::exit(0)
        }
        Err(message) => {
            eprintln!("cjpeg: {message}\n{USAGE}");
            process::exit(1)
        }
    }
}

/// What has been said so far.
#[derive(Default)]
struct Said {
    quality: Option<Vec<u8>>,
    tables: Option<PathBuf>,
    baseline: bool,
    gray: bool,
    rgb: bool,
    optimize: bool,
    progressive: bool,
    restart: Restart,
    sampling: Option<Sampling>,
    lossless: Option<(Predictor, u8)>,
    precision: Option<u8>,
    metadata: Metadata,
    output: Option<PathBuf>,
    report: bool,
}

/// Nothing if only the version is asked for.
fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Option<Request>, String> {
    let mut said = Said::default();
    let mut input = None;
    while let Some(word) = words.next() {
        let text = word.to_str().filter(|text| text.len() > 1).and_then(|text| text.strip_prefix('-'));
        let Some(text) = text else {
            if input.replace(PathBuf::from(word)).is_some() {
                return Err("only one input file".into());
            }
            continue;
        };
        let lower = text.to_ascii_lowercase();
        let matching =
            |&&(name, least, _): &&(&str, usize, bool)| lower.len() >= least && name.starts_with(&lower);
        let Some(&(name, _, has_value)) = SWITCHES.iter().find(matching) else {
            return Err(format!("no switch -{text}"));
        };
        let value = match has_value {
            true => words.next().ok_or_else(|| format!("-{name} wants a word after it"))?,
            false => OsString::new(),
        };
        if name == "version" {
            return Ok(None);
        }
        said.take(name, &value)?;
    }
    said.request(input).map(Some)
}

impl Said {
    /// One switch, and the word after it.
    fn take(&mut self, name: &str, value: &OsStr) -> Result<(), String> {
        let text = value.to_string_lossy().to_ascii_lowercase();
        let wrong = || format!("-{name} does not take {text}");
        match name {
            "baseline" => self.baseline = true,
            "grayscale" | "greyscale" => (self.gray, self.rgb) = (true, false),
            "rgb" => (self.gray, self.rgb) = (false, true),
            "optimize" | "optimise" => self.optimize = true,
            "progressive" => self.progressive = true,
            "report" => self.report = true,
            "debug" | "verbose" | "strict" | "maxmemory" => {}
            "dct" if !text.is_empty() && "int".starts_with(&text) => {}
            "smooth" if text == "0" => {}
            "outfile" => self.output = Some(value.into()),
            "qtables" => self.tables = Some(value.into()),
            "icc" => {
                self.metadata = std::mem::take(&mut self.metadata).icc(read(Path::new(value))?);
            }
            "quality" => {
                let numbers: Result<Vec<i32>, _> = text.split(',').map(str::parse).collect();
                let numbers = numbers.map_err(|_| wrong())?;
                // As there, what is out of range is brought into it.
                self.quality = Some(numbers.into_iter().map(|number| number.clamp(1, 100) as u8).collect());
            }
            "precision" => {
                let bits = text.parse().ok().filter(|bits| (2..=16).contains(bits));
                self.precision = Some(bits.ok_or_else(wrong)?);
            }
            "restart" => {
                self.restart = match text.strip_suffix('b') {
                    Some(mcus) => Restart::Mcus(mcus.parse().map_err(|_| wrong())?),
                    None => Restart::McuRows(text.parse().map_err(|_| wrong())?),
                };
            }
            "sample" => {
                let factors = text.strip_suffix(",1x1,1x1").or(text.strip_suffix(",1x1")).unwrap_or(&text);
                let sampling = Sampling::ALL.into_iter().find(|sampling| {
                    let [h, v] = sampling.factors();
                    factors == format!("{h}x{v}")
                });
                self.sampling = Some(sampling.ok_or_else(wrong)?);
            }
            "lossless" => {
                let (selection, shift) = text.split_once(',').unwrap_or((&text, "0"));
                let predictor = selection.parse().ok().and_then(Predictor::from_selection);
                self.lossless = Some(predictor.zip(shift.parse().ok()).ok_or_else(wrong)?);
            }
            "dct" | "smooth" => return Err(wrong()),
            _ => return Err(format!("-{name} is not supported")),
        }
        Ok(())
    }

    fn request(self, input: Option<PathBuf>) -> Result<Request, String> {
        let input = input.unwrap_or_else(|| "-".into());
        let output = self.output.clone();
        let jobs = match output {
            Some(output) => plan::jobs(&[input], &output)?,
            None => plan::jobs(&[input], Path::new("-"))?
                .into_iter()
                .map(|job| Job { target: Target::Stdout, ..job })
                .collect(),
        };
        let encoder = self.coding()?.encoder().map_err(|error| error.to_string())?;
        let wishes = Wishes {
            metadata: self.metadata,
            keep_metadata: false,
            progress: self.report,
            stats: false,
            threads: Some(1),
            name: "cjpeg",
        };
        Ok(Request { jobs, encoder, wishes })
    }

    fn coding(&self) -> Result<Coding, String> {
        if let Some((predictor, shift)) = self.lossless {
            if self.gray {
                return Err("-lossless and -grayscale do not go together".into());
            }
            let config = LosslessConfig::new()
                .predictor(predictor)
                .point_transform(shift)
                .restart(self.restart)
                .metadata(self.metadata.clone());
            return Ok(Coding::Lossless(config, self.precision));
        }
        if self.precision.is_some_and(|bits| bits != 8) {
            return Err("-precision other than 8 wants -lossless".into());
        }
        if self.rgb && self.sampling.is_some_and(|sampling| sampling != Sampling::S444) {
            return Err("-rgb and -sample do not go together".into());
        }
        let sampling = if self.gray { Sampling::Gray } else { self.sampling.unwrap_or_default() };
        let mut config = EncoderConfig::new()
            .force_baseline(self.baseline)
            .sampling(sampling)
            .transform(!self.rgb)
            .huffman(if self.optimize { HuffmanTables::Optimized } else { HuffmanTables::Standard })
            .progressive(self.progressive)
            .restart(self.restart)
            .metadata(self.metadata.clone());
        let (luminance, chrominance) = match self.quality.as_deref() {
            None => (75, 75),
            Some([luminance]) => (*luminance, *luminance),
            Some([luminance, chrominance, ..]) => (*luminance, *chrominance),
            Some([]) => return Err("-quality wants a number".into()),
        };
        config = config.quality(luminance).chrominance_quality(chrominance);
        if let Some(path) = &self.tables {
            // Tables of a file are taken as they are unless a quality is given; a missing one is the usual.
            let read = tables::quantization(path)?;
            let mut both = Quantization::STANDARD;
            let mut quality = [luminance, chrominance];
            for (i, table) in read.into_iter().take(2).enumerate() {
                both[i] = table;
                if self.quality.is_none() {
                    quality[i] = 50;
                }
            }
            config = config.quantization(Quantization::Scaled(Box::new(both)));
            config = config.quality(quality[0]).chrominance_quality(quality[1]);
        }
        Ok(Coding::Lossy(config))
    }
}
