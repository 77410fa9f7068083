//! H.264 encoders in turn: `cargo xtask bench-video`.
//!
//! ```text
//! video [--quick|--short] [--plot FOLDER] [CLIP.y4m...]     tables of rate, distortion and speed; of two clips that are made, if none is
//!                                                           named: of fewer pictures with --short, and one of the smaller with --quick
//! ```

mod made;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use made::make;
use rusty_h264::Preset as RustyPreset;
use unite_h264_encoder::{Preset, Profile};
use unite_video_benches::clips::Clip;
use unite_video_benches::distortion::{Point, bd_rate};
use unite_video_benches::encoders::{Peer, measure};
use unite_video_benches::plot;

/// The quantisers.
const QPS: [u8; 4] = [22, 27, 32, 37];

/// What all others are compared with: how many bits they take, and how fast they are.
const REFERENCE: Peer = Peer::X264("medium", "baseline");

/// Encoders of I pictures.
const INTRA: &[Peer] = &[
    REFERENCE,
    Peer::X264("superfast", "baseline"),
    Peer::Openh264("low"),
    Peer::Rusty(RustyPreset::Quality),
    Peer::Unite(Preset::Ultrafast, Profile::Baseline),
    Peer::Unite(Preset::Medium, Profile::Baseline),
    Peer::X264("medium", "high"),
    Peer::Unite(Preset::Medium, Profile::High),
];

/// Encoders of I and P pictures.
const INTER: &[Peer] = &[
    REFERENCE,
    Peer::X264("superfast", "baseline"),
    Peer::X264("medium", "main"),
    Peer::Openh264("low"),
    Peer::Rusty(RustyPreset::Quality),
    Peer::Unite(Preset::Ultrafast, Profile::Baseline),
    Peer::Unite(Preset::Medium, Profile::Baseline),
    Peer::Unite(Preset::Slow, Profile::Baseline),
    Peer::Unite(Preset::Slow, Profile::Main),
    Peer::X264("medium", "high"),
    Peer::Unite(Preset::Slow, Profile::High),
];

fn main() -> ExitCode {
    let (mut size, mut folder, mut clips) = (Size::Whole, None, Vec::new());
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => size = Size::Quick,
            "--short" => size = Size::Short,
            "--plot" => folder = words.next().map(PathBuf::from),
            _ => clips.push(PathBuf::from(word)),
        }
    }
    match compare(size, folder.as_deref(), clips) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("video: {message}");
            ExitCode::FAILURE
        }
    }
}

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// Few small pictures, once.
    Quick,
    /// Fewer pictures, twice.
    Short,
    /// All of it, three times.
    Whole,
}

fn compare(size: Size, folder: Option<&Path>, mut clips: Vec<PathBuf>) -> Result<(), String> {
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let made = tempfile::tempdir().map_err(|error| error.to_string())?;
    if clips.is_empty() {
        let sizes: &[_] = match size {
            Size::Quick => &[("cif", [352, 288], 25)],
            Size::Short => &[("cif", [352, 288], 40), ("720p", [1280, 720], 8)],
            Size::Whole => &[("cif", [352, 288], 100), ("720p", [1280, 720], 50)],
        };
        for &(name, size, count) in sizes {
            let path = made.path().join(format!("{name}.y4m"));
            make(&path, size, count)?;
            clips.push(path);
        }
    }
    println!(
        "| clip | pictures | encoder | kbit/s at QP 22, 27, 32, 37 | PSNR of luminance | bits | pictures/s | speed |"
    );
    println!("|:--|:--|:--|--:|--:|--:|--:|--:|");
    for path in &clips {
        let clip = Clip::read(path)?;
        // Results of encoders lie in a place of ours, whatever the clip's is.
        let file = made.path().join("clip.y4m");
        std::fs::copy(path, &file).map_err(|error| format!("{}: {error}", path.display()))?;
        for (kind, intra, peers) in [("I", true, INTRA), ("I and P", false, INTER)] {
            let results = results(&clip, &file, intra, peers, [1, 2, 3][size as usize])?;
            print(&clip, kind, &results);
            if let Some(folder) = folder {
                let curves: Vec<(String, Vec<Point>)> =
                    results.iter().map(|(peer, points, _)| (peer.name(), points.clone())).collect();
                let name = format!("rate-{}-{}.svg", clip.name, if intra { "intra" } else { "inter" });
                plot::draw(&format!("{}, {kind} pictures", clip.name), &curves, &folder.join(name))?;
            }
        }
    }
    Ok(())
}

/// What an encoder made at each quantiser, and pictures in a second over all of them.
type Results = Vec<(Peer, Vec<Point>, f64)>;

/// All encoders in turn, so many times; the least time of each counts.
fn results(clip: &Clip, file: &Path, intra: bool, peers: &[Peer], rounds: usize) -> Result<Results, String> {
    let luma = clip.luma();
    let mut seconds = vec![[f64::INFINITY; QPS.len()]; peers.len()];
    let mut points = vec![Vec::new(); peers.len()];
    for round in 0..rounds {
        for (at, &qp) in QPS.iter().enumerate() {
            for (index, peer) in peers.iter().enumerate() {
                let (stream, time) = peer
                    .encode(clip, file, qp, intra)
                    .map_err(|error| format!("{}: {error}", peer.name()))?;
                seconds[index][at] = seconds[index][at].min(time.as_secs_f64());
                if round == 0 {
                    points[index].push(measure(clip, &luma, &stream, file)?);
                }
            }
        }
    }
    let rate =
        |times: [f64; QPS.len()]| (clip.pictures.len() * times.len()) as f64 / times.iter().sum::<f64>();
    let all = peers.iter().zip(points).zip(seconds);
    Ok(all.map(|((&peer, points), times)| (peer, points, rate(times))).collect())
}

fn print(clip: &Clip, kind: &str, results: &Results) {
    let (_, reference, reference_rate) = &results[0];
    for (peer, points, rate) in results {
        let list = |of: fn(&Point) -> String| points.iter().map(of).collect::<Vec<_>>().join(", ");
        let more = bd_rate(points, reference).map_or("".into(), |more| format!("{:+.1} %", 100.0 * more));
        println!(
            "| {} | {kind} | {} | {} | {} | {more} | {rate:.1} | {:.2} |",
            clip.name,
            peer.name(),
            list(|point| format!("{:.0}", point.kilobits)),
            list(|point| format!("{:.2}", point.psnr)),
            rate / reference_rate
        );
    }
}
