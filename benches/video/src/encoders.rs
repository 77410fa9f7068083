//! Encoders at constant quantisers, on one thread, each with what it makes of a clip.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use cpu_time::ThreadTime;
use nix::sys::resource::{UsageWho, getrusage};
use openh264::OpenH264API;
use openh264::encoder::{Complexity, EncoderConfig, FrameRate, IntraFramePeriod, QpRange, RateControlMode};
use openh264::formats::YUVSlices;
use rusty_h264::{EncoderConfig as RustyConfig, Preset as RustyPreset, YuvFrame};
use unite_h264_encoder::{Config, Encoder, Preset, Profile, RateControl, Samples};

use crate::clips::Clip;
use crate::distortion::{Point, psnr};

/// An encoder with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// Ours.
    Unite(Preset, Profile),
    /// x264, the command: a preset and a profile.
    X264(&'static str, &'static str),
    /// openh264.
    Openh264(&'static str),
    /// rusty_h264, of Constrained Baseline profile.
    Rusty(RustyPreset),
}

impl Peer {
    /// What a table calls it.
    pub fn name(self) -> String {
        match self {
            Peer::Unite(preset, profile) => format!("**unite-h264** {}, {}", preset.name(), short(profile)),
            Peer::X264(preset, profile) => format!("x264 {preset}, {profile}"),
            Peer::Openh264(complexity) => format!("openh264 {complexity} complexity"),
            Peer::Rusty(preset) => format!("rusty_h264 {preset:?}, baseline").to_lowercase(),
        }
    }

    /// Encodes a clip: the byte stream, and how long that took. `intra`: I pictures only; the time of the command x264 is that of
    /// its whole process.
    ///
    /// # Errors
    /// If the encoder fails, as text.
    pub fn encode(
        self,
        clip: &Clip,
        file: &Path,
        qp: u8,
        intra: bool,
    ) -> Result<(Vec<u8>, Duration), String> {
        match self {
            Peer::Unite(preset, profile) => ours(clip, qp, intra, preset, profile),
            Peer::X264(preset, profile) => x264(file, qp, intra, preset, profile),
            Peer::Openh264(complexity) => openh264(clip, qp, intra, complexity),
            Peer::Rusty(preset) => rusty(clip, qp, intra, preset),
        }
    }
}

fn short(profile: Profile) -> &'static str {
    match profile {
        Profile::Baseline => "baseline",
        Profile::Main => "main",
        Profile::High => "high",
    }
}

fn ours(
    clip: &Clip,
    qp: u8,
    intra: bool,
    preset: Preset,
    profile: Profile,
) -> Result<(Vec<u8>, Duration), String> {
    let [width, height] = clip.size;
    let config = Config {
        rate: RateControl::Qp(qp),
        frame_rate: clip.rate,
        key_interval: if intra { 1 } else { 250 },
        preset,
        references: preset.references(),
        profile,
        // As the others: no pictures are looked at before.
        scene_cut: 0,
        ..Config::new(width, height)
    };
    let start = ThreadTime::now();
    let mut encoder = Encoder::new(config).map_err(|error| error.to_string())?;
    let mut stream = Vec::new();
    for picture in &clip.pictures {
        let samples = picture.components().map(|(samples, stride)| Samples { samples, stride });
        let packet = encoder.encode(&samples.collect::<Vec<_>>()).map_err(|error| error.to_string())?;
        stream.extend(packet.annex_b());
    }
    Ok((stream, start.elapsed()))
}

fn x264(
    file: &Path,
    qp: u8,
    intra: bool,
    preset: &str,
    profile: &str,
) -> Result<(Vec<u8>, Duration), String> {
    let out = file.with_extension("x264.264");
    let interval = if intra { "1" } else { "250" };
    let before = children()?;
    let status = Command::new("x264")
        .args([
            "--threads",
            "1",
            "--tune",
            "psnr",
            "--bframes",
            "0",
            "--scenecut",
            "0",
            "--quiet",
            "--no-progress",
        ])
        .args(["--preset", preset, "--profile", profile, "--qp", &qp.to_string(), "--keyint", interval])
        .arg("-o")
        .args([&out, file])
        .stderr(Stdio::null())
        .status()
        .map_err(|error| format!("x264: {error}"))?;
    if !status.success() {
        return Err(format!("x264: {status}"));
    }
    let used = children()? - before;
    Ok((std::fs::read(&out).map_err(|error| format!("{}: {error}", out.display()))?, used))
}

/// The time of processors that the children of this process have used.
fn children() -> Result<Duration, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let micros = |time: nix::sys::time::TimeVal| 1_000_000 * time.tv_sec() as u64 + time.tv_usec() as u64;
    Ok(Duration::from_micros(micros(usage.user_time()) + micros(usage.system_time())))
}

fn openh264(clip: &Clip, qp: u8, intra: bool, complexity: &str) -> Result<(Vec<u8>, Duration), String> {
    let [width, height] = clip.size;
    let config = EncoderConfig::new()
        .rate_control_mode(RateControlMode::Quality)
        .bitrate(openh264::encoder::BitRate::from_bps(200_000_000))
        .qp(QpRange::new(qp, qp))
        .max_frame_rate(FrameRate::from_hz(clip.rate[0] as f32 / clip.rate[1] as f32))
        .skip_frames(false)
        .adaptive_quantization(false)
        .background_detection(false)
        .scene_change_detect(false)
        .complexity(if complexity == "low" { Complexity::Low } else { Complexity::High })
        .num_threads(1)
        .intra_frame_period(IntraFramePeriod::from_num_frames(if intra { 1 } else { 250 }));
    let api = OpenH264API::from_source();
    let failed = |error: openh264::Error| error.to_string();
    let start = ThreadTime::now();
    let mut encoder = openh264::encoder::Encoder::with_api_config(api, config).map_err(failed)?;
    let mut stream = Vec::new();
    for picture in &clip.pictures {
        let [luma, cb, cr] = &picture.planes[..] else { return Err("a clip has three components".into()) };
        let strides = (width, width.div_ceil(2), width.div_ceil(2));
        let source = YUVSlices::new((luma, cb, cr), (width, height), strides);
        encoder.encode(&source).map_err(failed)?.write_vec(&mut stream);
    }
    Ok((stream, start.elapsed()))
}

fn rusty(clip: &Clip, qp: u8, intra: bool, preset: RustyPreset) -> Result<(Vec<u8>, Duration), String> {
    let [width, height] = clip.size;
    let mut config = RustyConfig::baseline(width, height);
    (config.preset, config.qp, config.gop_size) = (preset, qp, if intra { 1 } else { 250 });
    // A constant quantiser, the same for all macroblocks.
    (config.bitrate, config.aq_strength) = (0, 0.0);
    config.framerate = clip.rate[0] as f32 / clip.rate[1] as f32;
    let frames: Vec<YuvFrame> = clip
        .pictures
        .iter()
        .filter_map(|picture| <&[Vec<u8>; 3]>::try_from(&picture.planes[..]).ok())
        .map(|[y, u, v]| YuvFrame { width, height, y: y.clone(), u: u.clone(), v: v.clone() })
        .collect();
    let start = ThreadTime::now();
    let mut encoder = rusty_h264::Encoder::new(config).map_err(|error| format!("{error:?}"))?;
    let mut stream = Vec::new();
    for frame in &frames {
        stream.extend(encoder.try_encode(frame).map_err(|error| format!("{error:?}"))?);
    }
    stream.extend(encoder.flush());
    Ok((stream, start.elapsed()))
}

/// What a stream is of a clip, as ffmpeg decodes it.
///
/// # Errors
/// If it cannot be decoded to as many pictures, as text.
pub fn measure(clip: &Clip, luma: &[u8], stream: &[u8], file: &Path) -> Result<Point, String> {
    let coded = file.with_extension("coded.264");
    std::fs::write(&coded, stream).map_err(|error| format!("{}: {error}", coded.display()))?;
    let output = Command::new("ffmpeg")
        .args(["-v", "error", "-f", "h264", "-i"])
        .arg(&coded)
        .args(["-f", "rawvideo", "-pix_fmt", "yuv420p", "-fps_mode", "passthrough", "-"])
        .output()
        .map_err(|error| format!("ffmpeg: {error}"))?;
    let [width, height] = clip.size;
    let (luma_size, chroma_size) = (width * height, width.div_ceil(2) * height.div_ceil(2));
    let pictures = output.stdout.chunks(luma_size + 2 * chroma_size);
    if pictures.len() != clip.pictures.len() {
        return Err(format!("{} of {} pictures came out of ffmpeg", pictures.len(), clip.pictures.len()));
    }
    let decoded: Vec<u8> =
        pictures.flat_map(|picture| &picture[..luma_size.min(picture.len())]).copied().collect();
    let kilobits = stream.len() as f64 * 8.0 / 1000.0 / clip.seconds();
    Ok(Point { kilobits, psnr: psnr(luma, &decoded) })
}
