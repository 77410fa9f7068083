//! What the command is asked for.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Parser};
use unite_h264_encoder::{AqMode, Config, Deblocking, Level, Preset, Profile, RateControl, Vbv};
use unite_y4m::Header;

use crate::colour::{self, MATRIX, PRIMARIES, RANGES, TRANSFER, named};

/// Encodes video: Y4M in, H.264 (Constrained Baseline, Main or High) out. Options have the names of x264.
#[derive(Debug, Parser)]
#[command(name = "unite-h264", version)]
pub struct Arguments {
    /// The video, as Y4M of 8 bits at 4:2:0 or mono; - is standard input
    pub input: PathBuf,

    /// Where the stream goes: MP4 if the name ends in .mp4, else a byte stream (annex B); - is standard output
    #[arg(short, long)]
    pub output: PathBuf,

    /// The same quality for all pictures, from 0 (fine) to 51 (coarse), on the scale of quantisers: 23 if nothing is said
    #[arg(long, value_name = "N", value_parser = |text: &str| up_to(51.0, text), conflicts_with_all = ["qp", "bitrate"])]
    pub crf: Option<f64>,

    /// The quantiser of P pictures, from 0 (fine) to 51 (coarse); that of I pictures is 3 less, unless there are only those
    #[arg(short, long, value_parser = clap::value_parser!(u8).range(0..=51))]
    pub qp: Option<u8>,

    /// Thousands of bits in a second
    #[arg(short = 'B', long, value_name = "KBIT", conflicts_with = "qp")]
    pub bitrate: Option<u32>,

    /// Thousands of bits in a second that a decoder gets at most
    #[arg(long, value_name = "KBIT", requires_all = ["bitrate", "vbv_bufsize"])]
    pub vbv_maxrate: Option<u32>,

    /// Thousands of bits that a decoder has room for
    #[arg(long, value_name = "KBIT", requires_all = ["bitrate", "vbv_maxrate"])]
    pub vbv_bufsize: Option<u32>,

    /// Which decoders can read the stream; main has arithmetic coding (CABAC), high also the 8x8 transform
    #[arg(long, value_parser = one_of(PROFILES), default_value = "high")]
    pub profile: Profile,

    /// The level, such as 3.1 or 31, or 1b: an error if it has no room for the stream; the lowest one that has if nothing is said
    #[arg(long, value_name = "N", value_parser = level)]
    pub level: Option<u8>,

    /// No arithmetic coding, whatever the profile has
    #[arg(long)]
    pub no_cabac: bool,

    /// The 8x8 transform, where the profile has it: so it is if nothing is said
    #[arg(short = '8', long = "8x8dct", overrides_with = "no_dct_8x8")]
    pub dct_8x8: bool,

    /// No 8x8 transform
    #[arg(long = "no-8x8dct", overrides_with = "dct_8x8")]
    pub no_dct_8x8: bool,

    /// How hard to try
    #[arg(long, value_parser = one_of(PRESETS), default_value = "medium")]
    pub preset: Preset,

    /// Decoding can begin at every so many pictures
    #[arg(short = 'I', long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..))]
    pub keyint: u32,

    /// So many pictures after one where decoding can begin, no new scene is looked for; 25, or a tenth of keyint
    #[arg(short = 'i', long, value_parser = clap::value_parser!(u32).range(1..))]
    pub min_keyint: Option<u32>,

    /// How sensitive the search for new scenes is, from 0 (none) to 100; decoding can begin where one begins
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub scenecut: u8,

    /// Adaptive quantisation: 0 (none), 1 (by variance), 2 (by variance in relation to the picture); 1, but 0 with a quantiser
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub aq_mode: Option<u8>,

    /// How much finer smooth parts are quantised than others, from 0 to 3; 1 if nothing is said
    #[arg(long, value_name = "N", value_parser = percent)]
    pub aq_strength: Option<u16>,

    /// I pictures only, of which each can be decoded alone
    #[arg(long, conflicts_with = "keyint")]
    pub intra: bool,

    /// How many pictures a P picture refers to, from 1 to 16: 3 with the preset slow, 2 with medium, else 1, if nothing is said
    #[arg(short, long = "ref", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub references: Option<u8>,

    /// Slices of a picture
    #[arg(long, default_value_t = 1)]
    pub slices: usize,

    /// Threads: the bytes do not depend on them
    #[arg(long, default_value_t = 1)]
    pub threads: usize,

    /// No deblocking filter
    #[arg(long, conflicts_with = "deblock")]
    pub no_deblock: bool,

    /// Offsets of the deblocking filter, from -6 to 6
    #[arg(short = 'f', long, value_name = "ALPHA:BETA", value_parser = offsets, allow_hyphen_values = true)]
    pub deblock: Option<Deblocking>,

    /// Intra prediction uses no samples of Inter prediction
    #[arg(long)]
    pub constrained_intra: bool,

    /// The QP of chrominance in relation to that of luminance, from -12 to 12
    #[arg(long, default_value_t = 0, allow_hyphen_values = true)]
    pub chroma_qp_offset: i8,

    /// No user data (SEI) that says by which encoder and with which settings the stream was made
    #[arg(long)]
    pub no_info: bool,

    /// Pictures in a second, in place of what the video says
    #[arg(long, value_name = "N or N:D", value_parser = frame_rate)]
    pub fps: Option<[u32; 2]>,

    /// Width and height of a sample, in place of what the video says
    #[arg(long, value_name = "W:H", value_parser = sample_aspect)]
    pub sar: Option<[u16; 2]>,

    /// Whether samples use all values (pc) or 16 to 235 and 240 (tv), in place of what the video says
    #[arg(long, value_parser = named(RANGES))]
    pub range: Option<u8>,

    /// The colours that red, green and blue are
    #[arg(long, value_parser = named(PRIMARIES))]
    pub colorprim: Option<u8>,

    /// How much light a number stands for
    #[arg(long, value_parser = named(TRANSFER))]
    pub transfer: Option<u8>,

    /// How luminance and chrominance are made of colours
    #[arg(long, value_parser = named(MATRIX))]
    pub colormatrix: Option<u8>,

    /// So many pictures at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub frames: Option<u64>,

    /// Writes the pictures as a decoder will have them, as Y4M
    #[arg(long, value_name = "FILE")]
    pub recon: Option<PathBuf>,

    /// Says how far the pictures are from the video (PSNR)
    #[arg(long)]
    pub psnr: bool,

    /// Shows what is done, how fast, and how long it will take
    #[arg(long)]
    pub progress: bool,

    /// Says at the end what the stream consists of
    #[arg(long)]
    pub stats: bool,

    /// Prints the headers of the stream to standard error, as the tables of the standard
    #[arg(long, action = ArgAction::SetTrue)]
    pub dump: bool,
}

/// The names of profiles, and what has them.
const PROFILES: &[Named<Profile>] = &[
    ("baseline", Profile::Baseline, "Constrained Baseline: all decoders"),
    ("main", Profile::Main, "Main, without B pictures: nearly all decoders"),
    ("high", Profile::High, "High, without B pictures: all but old and small decoders"),
];

/// The names of presets, and what they try.
const PRESETS: &[Named<Preset>] = &[
    ("ultrafast", Preset::Ultrafast, "Whole macroblocks, few steps"),
    ("fast", Preset::Fast, "Up to four partitions"),
    ("medium", Preset::Medium, "The same with more steps"),
    ("slow", Preset::Slow, "All partitions, all steps"),
];

/// A value that has a name, and a line about it.
type Named<T> = (&'static str, T, &'static str);

/// One of some values, by its name.
fn one_of<T: Copy + Send + Sync + 'static>(all: &'static [Named<T>]) -> impl TypedValueParser<Value = T> {
    let names = all.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).try_map(|name| {
        all.iter().find(|(known, ..)| *known == name).map(|&(_, value, _)| value).ok_or("no such name")
    })
}

impl Arguments {
    /// The settings for a video.
    pub fn config(&self, header: &Header) -> Config {
        let [width, height] = header.size;
        let usual = Config::new(width, height);
        Config {
            frame_rate: self.fps.or(header.frame_rate).unwrap_or(usual.frame_rate),
            sample_aspect: self.sar.unwrap_or(header.sample_aspect),
            colour: colour::known(
                [self.colorprim, self.transfer, self.colormatrix],
                self.range,
                header.full_range,
            ),
            profile: self.profile,
            level: self.level,
            cabac: !self.no_cabac,
            transform_8x8: !self.no_dct_8x8,
            monochrome: header.monochrome && self.profile == Profile::High,
            rate: match (self.bitrate, self.qp) {
                (None, None) => RateControl::Crf(self.crf.unwrap_or(23.0)),
                (None, Some(qp)) => RateControl::Qp(qp),
                (Some(kilobits), _) => {
                    let vbv = self.vbv_maxrate.zip(self.vbv_bufsize);
                    RateControl::Bitrate { kilobits, vbv: vbv.map(|(rate, buffer)| Vbv { rate, buffer }) }
                }
            },
            key_interval: if self.intra { 1 } else { self.keyint },
            references: self.references.map_or(self.preset.references(), usize::from),
            preset: self.preset,
            slices: self.slices,
            threads: self.threads,
            deblocking: match self.deblock {
                _ if self.no_deblock => Deblocking::Off,
                Some(deblocking) => deblocking,
                None => usual.deblocking,
            },
            scene_cut: self.scenecut,
            min_key_interval: self.min_keyint.unwrap_or((self.keyint / 10).clamp(1, 25)),
            aq_mode: if self.aq_mode == Some(2) { AqMode::Relative } else { AqMode::Variance },
            // What is wanted by a strength or a mode is wanted with a quantiser, too.
            aq_strength: match (self.aq_mode, self.aq_strength) {
                (Some(0), _) => 0,
                (_, Some(strength)) => strength,
                (None, None) if self.qp.is_some() => 0,
                (_, None) => 100,
            },
            constrained_intra: self.constrained_intra,
            chroma_qp_offset: self.chroma_qp_offset,
            info: !self.no_info,
            ..usual
        }
    }
}

/// A number from 0 to 3, in percent.
fn percent(text: &str) -> Result<u16, String> {
    up_to(3.0, text).map(|number| (100.0 * number).round() as u16)
}

fn up_to(most: f64, text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=most).contains(number));
    number.ok_or(format!("a number from 0 to {most}"))
}

/// A level by its number, or by ten times that: ten times it, 9 for 1b.
fn level(text: &str) -> Result<u8, String> {
    let idc = match text.split_once('.') {
        _ if text == "1b" => Some(9),
        Some((whole, tenth)) if tenth.len() == 1 => format!("{whole}{tenth}").parse().ok(),
        Some(_) => None,
        None => {
            text.parse().ok().map(|number: u8| if number < 10 { number.saturating_mul(10) } else { number })
        }
    };
    let known = idc.filter(|&idc| Level::of_idc(idc).is_some());
    known.ok_or("no level: they are 1, 1b, 1.1, 1.2, 1.3, and so on to 6.2".into())
}

/// Two offsets.
fn offsets(text: &str) -> Result<Deblocking, String> {
    let offset = |text: &str| {
        text.parse::<i8>().ok().filter(|offset| (-6..=6).contains(offset)).ok_or("offsets are from -6 to 6")
    };
    let (alpha, beta) = text.split_once(':').ok_or("two numbers with a colon between them")?;
    Ok(Deblocking::On { alpha: offset(alpha)?, beta: offset(beta)? })
}

/// The ratio of a sample.
fn sample_aspect(text: &str) -> Result<[u16; 2], String> {
    let number =
        |text: &str| text.parse().ok().filter(|&number| number > 0).ok_or("numbers are from 1 to 65535");
    let (width, height) = text.split_once([':', '/']).ok_or("two numbers with a colon between them")?;
    Ok([number(width)?, number(height)?])
}

/// A frame rate.
fn frame_rate(text: &str) -> Result<[u32; 2], String> {
    let number =
        |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0).ok_or("no positive number");
    match text.split_once([':', '/']) {
        Some((numerator, denominator)) => Ok([number(numerator)?, number(denominator)?]),
        None => Ok([number(text)?, 1]),
    }
}
