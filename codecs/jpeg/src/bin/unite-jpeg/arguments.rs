//! The command line.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process;
use std::str::FromStr;

use lexopt::{Arg, Parser};
use unite_jpeg::{
    Density, DensityUnit, EncoderConfig, Error, HuffmanTables, LosslessConfig, LosslessTables, Metadata,
    Predictor, Quantization, Restart, Sampling,
};

use crate::request::{AnyEncoder, Coding, Request, Wishes};
use crate::{output, plan, tables};

/// What `--help` prints.
const HELP: &str = include_str!("help.txt");

/// Every option by its long name, and the letter that some have.
const OPTIONS: &[(&str, Option<char>)] = &[
    ("output", Some('o')),
    ("quality", Some('q')),
    ("chrominance-quality", None),
    ("sampling", Some('s')),
    ("no-transform", None),
    ("optimize", None),
    ("progressive", None),
    ("restart", None),
    ("restart-rows", None),
    ("baseline", None),
    ("quantization", None),
    ("exact", None),
    ("huffman", None),
    ("abbreviated", None),
    ("write-tables", None),
    ("lossless", None),
    ("predictor", None),
    ("point-transform", None),
    ("precision", None),
    ("fixed-table", None),
    ("density", None),
    ("aspect", None),
    ("exif", None),
    ("icc", None),
    ("xmp", None),
    ("comment", None),
    ("keep-metadata", None),
    ("threads", None),
    ("progress", None),
    ("stats", None),
    ("help", Some('h')),
    ("version", Some('V')),
];

/// Options that do not go together with others.
const APART: &[(&str, &[&str])] = &[
    ("restart", &["restart-rows"]),
    ("aspect", &["density"]),
    ("huffman", &["optimize", "progressive"]),
    (
        "lossless",
        &[
            "quality",
            "chrominance-quality",
            "sampling",
            "no-transform",
            "optimize",
            "progressive",
            "baseline",
            "quantization",
            "huffman",
            "abbreviated",
            "write-tables",
        ],
    ),
];

/// Options that mean something beside another only.
const BESIDE: &[(&str, &str)] = &[
    ("exact", "quantization"),
    ("predictor", "lossless"),
    ("point-transform", "lossless"),
    ("precision", "lossless"),
    ("fixed-table", "lossless"),
];

/// What was said. Each option is described in the help.
#[derive(Debug, Default)]
struct Arguments {
    inputs: Vec<PathBuf>,
    output: Option<PathBuf>,
    quality: Option<u8>,
    chrominance_quality: Option<u8>,
    sampling: Sampling,
    no_transform: bool,
    optimize: bool,
    progressive: bool,
    restart: Restart,
    baseline: bool,
    quantization: Option<PathBuf>,
    exact: bool,
    huffman: Option<PathBuf>,
    abbreviated: bool,
    write_tables: Option<PathBuf>,
    lossless: bool,
    predictor: Predictor,
    point_transform: u8,
    precision: Option<u8>,
    fixed_table: bool,
    density: Density,
    exif: Option<PathBuf>,
    icc: Option<PathBuf>,
    xmp: Option<PathBuf>,
    comments: Vec<String>,
    keep_metadata: bool,
    threads: Option<u16>,
    progress: bool,
    stats: bool,
}

/// What the arguments of this process ask for. Ends the process if they make no sense, or ask for help only.
pub fn request(words: impl Iterator<Item = OsString>) -> Request {
    Arguments::parse(words).and_then(|arguments| arguments.request()).unwrap_or_else(|message| {
        // Nobody may be there to read it.
        let _ =
            writeln!(io::stderr(), "unite-jpeg: {message}\nFor more information, try `unite-jpeg --help`.");
        process::exit(2)
    })
}

/// Prints what was asked for, and ends the process.
fn print(text: &str) -> ! {
    let mut stdout = io::stdout().lock();
    let printed = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    process::exit(printed.is_err().into())
}

impl Arguments {
    fn parse(words: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut parser = Parser::from_args(words);
        let mut arguments = Self::default();
        let mut given = Vec::new();
        while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
            let found = match &argument {
                Arg::Value(path) => {
                    arguments.inputs.push(path.into());
                    continue;
                }
                Arg::Long(name) => OPTIONS.iter().find(|(known, _)| known == name),
                Arg::Short(letter) => OPTIONS.iter().find(|(_, known)| *known == Some(*letter)),
            };
            let &(name, _) = found.ok_or_else(|| match &argument {
                Arg::Long("cjpeg") => "--cjpeg is the first argument, before the switches of cjpeg".into(),
                _ => argument.unexpected().to_string(),
            })?;
            if given.contains(&name) && name != "comment" {
                return Err(format!("--{name} is given more than once"));
            }
            given.push(name);
            arguments.take(name, &mut parser)?;
        }
        let given = |name: &str| given.contains(&name);
        for &(one, others) in APART {
            if let Some(other) = others.iter().find(|other| given(one) && given(other)) {
                return Err(format!("--{one} and --{other} do not go together"));
            }
        }
        if let Some((option, other)) = BESIDE.iter().find(|(option, other)| given(option) && !given(other)) {
            return Err(format!("--{option} means nothing without --{other}"));
        }
        // Tables alone need neither a picture nor a place for it.
        let only_tables = given("write-tables") && arguments.inputs.is_empty() && !given("output");
        match (arguments.inputs.is_empty(), given("output")) {
            _ if only_tables => Ok(arguments),
            (true, true) => Err("<IN> is required: a picture to encode".into()),
            (true, false) => Err("<IN> and --output are required: a picture, and where its file goes".into()),
            (false, false) => Err("--output is required: where the file goes".into()),
            (false, true) => Ok(arguments),
        }
    }

    /// One option, and the word after it.
    fn take(&mut self, name: &'static str, parser: &mut Parser) -> Result<(), String> {
        match name {
            "output" => self.output = Some(path(parser)?),
            "quality" => self.quality = Some(number(name, parser, 1..=100)?),
            "chrominance-quality" => self.chrominance_quality = Some(number(name, parser, 1..=100)?),
            "sampling" => {
                self.sampling = chosen(name, parser, Sampling::named, "444, 440, 422, 411, 420 or gray")?
            }
            "no-transform" => self.no_transform = true,
            "optimize" => self.optimize = true,
            "progressive" => self.progressive = true,
            "restart" => self.restart = Restart::Mcus(number(name, parser, 0..=u16::MAX)?),
            "restart-rows" => self.restart = Restart::McuRows(number(name, parser, 0..=u16::MAX)?),
            "baseline" => self.baseline = true,
            "quantization" => self.quantization = Some(path(parser)?),
            "exact" => self.exact = true,
            "huffman" => self.huffman = Some(path(parser)?),
            "abbreviated" => self.abbreviated = true,
            "write-tables" => self.write_tables = Some(path(parser)?),
            "lossless" => self.lossless = true,
            "predictor" => self.predictor = chosen(name, parser, predictor, "1 to 7 or `best`")?,
            "point-transform" => self.point_transform = number(name, parser, 0..=15)?,
            "precision" => self.precision = Some(number(name, parser, 2..=16)?),
            "fixed-table" => self.fixed_table = true,
            "density" => self.density = Density::dpi(number(name, parser, 1..=u16::MAX)?),
            "aspect" => {
                let what = "two numbers from 1 to 65535 with a colon between";
                self.density = chosen(name, parser, aspect, what)?;
            }
            "exif" => self.exif = Some(path(parser)?),
            "icc" => self.icc = Some(path(parser)?),
            "xmp" => self.xmp = Some(path(parser)?),
            "comment" => self.comments.push(chosen(name, parser, |text| Some(text.into()), "Unicode")?),
            "keep-metadata" => self.keep_metadata = true,
            "threads" => self.threads = Some(number(name, parser, 0..=EncoderConfig::MAX_THREADS as u16)?),
            "progress" => self.progress = true,
            "stats" => self.stats = true,
            "version" => print(concat!("unite-jpeg ", env!("CARGO_PKG_VERSION"), "\n")),
            _ => print(HELP),
        }
        Ok(())
    }

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
            output::replace(path, true, |file| Ok::<_, Error>(file.write_all(&encoder.tables())?))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let Self { keep_metadata, progress, stats, .. } = *self;
        let threads = self.threads.map(usize::from);
        let wishes = Wishes { metadata, keep_metadata, progress, stats, threads, name: "unite-jpeg" };
        Ok(Request { jobs, encoder, wishes })
    }

    fn config(&self, metadata: Metadata) -> Result<EncoderConfig, String> {
        let mut config = EncoderConfig::new()
            .force_baseline(self.baseline)
            .sampling(self.sampling)
            .transform(!self.no_transform)
            .huffman(if self.optimize { HuffmanTables::Optimized } else { HuffmanTables::Standard })
            .progressive(self.progressive)
            .abbreviated(self.abbreviated)
            .restart(self.restart)
            .density(self.density)
            .metadata(metadata)
            .threads(self.threads());
        if let Some(quality) = self.quality {
            config = config.quality(quality);
        }
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

    /// Threads that share a picture: one, unless another number was said.
    fn threads(&self) -> usize {
        self.threads.unwrap_or(1).into()
    }

    fn lossless_config(&self, metadata: Metadata) -> LosslessConfig {
        let tables = if self.fixed_table { LosslessTables::Fixed } else { LosslessTables::Optimized };
        LosslessConfig::new()
            .predictor(self.predictor)
            .point_transform(self.point_transform)
            .tables(tables)
            .restart(self.restart)
            .density(self.density)
            .metadata(metadata)
            .threads(self.threads())
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
        Ok(self.comments.iter().fold(metadata, |metadata, comment| metadata.comment(comment.as_str())))
    }
}

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The word after an option, a path.
fn path(parser: &mut Parser) -> Result<PathBuf, String> {
    parser.value().map(PathBuf::from).map_err(|error| error.to_string())
}

/// The word after option `name`, a number of `range`.
fn number<T: FromStr + PartialOrd + Display + Copy>(
    name: &str,
    parser: &mut Parser,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let what = format!("{} to {}", range.start(), range.end());
    chosen(name, parser, |word| word.parse().ok().filter(|number| range.contains(number)), &what)
}

/// What the word after option `name` means, which is to be `what`.
fn chosen<T>(
    name: &str,
    parser: &mut Parser,
    meaning: impl Fn(&str) -> Option<T>,
    what: &str,
) -> Result<T, String> {
    let word = parser.value().map_err(|error| error.to_string())?;
    let found = word.to_str().and_then(meaning);
    found.ok_or_else(|| format!("--{name} takes {what}, and not {:?}", word.to_string_lossy()))
}

fn predictor(word: &str) -> Option<Predictor> {
    match word {
        "best" => Some(Predictor::Best),
        _ => word.parse().ok().and_then(Predictor::from_selection),
    }
}

fn aspect(word: &str) -> Option<Density> {
    let (x, y) = word.split_once(':')?;
    let (x, y) = (x.parse().ok()?, y.parse().ok()?);
    (x > 0 && y > 0).then_some(Density { unit: DensityUnit::AspectRatio, x, y })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_option_and_no_other() {
        // Options are what lines begin with.
        let mut named: Vec<&str> = HELP
            .lines()
            .filter(|line| line.trim_start().starts_with('-'))
            .flat_map(|line| line.split([' ', ',']))
            .filter_map(|word| word.strip_prefix("--"))
            .collect();
        let mut known: Vec<&str> = OPTIONS.iter().map(|&(name, _)| name).collect();
        named.sort();
        known.sort();
        assert_eq!(named, known);
        for (name, letter) in OPTIONS {
            let with_letter = letter.is_none_or(|letter| HELP.contains(&format!("-{letter}, --{name}")));
            assert!(with_letter, "{name}");
        }
        let mut related: Vec<&str> =
            APART.iter().flat_map(|(one, others)| [&[*one], *others].concat()).collect();
        related.extend(BESIDE.iter().flat_map(|&(option, other)| [option, other]));
        assert!(related.iter().all(|name| known.contains(name)));
    }
}
