//! The H.264 encoder stage by stage, and beside x264: the tables of `docs/price.md` that are the thesis' 8.6 and 8.7.

use crate::process::{cargo, output, run, target_directory};
use crate::stages::{self, STAGES};
use crate::{instructions, markdown};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// So many pictures of the clip are coded where instructions are counted, and where time is measured.
const COUNTED: u32 = 3;
const TIMED: u32 = 100;
/// So often, in turn.
const ROUNDS: usize = 3;
/// What both encoders are told: the tools that ours has.
const OURS: [&str; 6] = ["--preset", "medium", "--qp", "28", "--threads", "1"];
const PEER: [&str; 12] =
    ["--preset", "medium", "--qp", "28", "--threads", "1", "--bframes", "0", "--ref", "1", "--trellis", "0"];

/// The clip, and where streams go.
fn clip() -> Result<(String, PathBuf), String> {
    let folder = target_directory()?.join("price");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let clip = folder.join("clip.y4m").display().to_string();
    let example = ["--package", "unite-h264-encoder", "--example", "12_clip"];
    run(cargo(["run", "--quiet", "--release"]).args(example).arg("--").arg(&clip))?;
    Ok((clip, folder))
}

/// An encoder at a stage, what it is told to code so many pictures, and the stream.
fn encoder(
    stage: &str,
    (clip, folder): &(String, PathBuf),
    pictures: u32,
) -> Result<(PathBuf, Vec<String>, PathBuf), String> {
    let binary = stages::build("unite-h264-encoder", "unite-h264", stage)?;
    let stream = folder.join(format!("{stage}.264"));
    Ok((binary, arguments(clip, &stream.display().to_string(), pictures, &OURS), stream))
}

fn arguments(clip: &str, stream: &str, pictures: u32, told: &[&str]) -> Vec<String> {
    let pictures = pictures.to_string();
    let all = [clip, "-o", stream, "--frames", &pictures].into_iter().chain(told.iter().copied());
    all.map(str::to_string).collect()
}

/// Instructions for a picture at each stage. The streams are the same, or it is an error.
pub fn counts() -> Result<String, String> {
    let clip = clip()?;
    let mut rows = Vec::new();
    let mut streams: Vec<Vec<u8>> = Vec::new();
    let mut counts: Vec<f64> = Vec::new();
    for (stage, title) in STAGES {
        let (binary, arguments, stream) = encoder(stage, &clip, COUNTED)?;
        let told: Vec<&str> = arguments.iter().map(String::as_str).collect();
        counts.push(instructions::whole(&binary, &told)? as f64 / f64::from(COUNTED));
        streams.push(std::fs::read(&stream).map_err(|error| format!("{}: {error}", stream.display()))?);
        if streams.last() != streams.first() {
            return Err(format!("the video of stage {title} is another one"));
        }
    }
    let staged = counts[STAGES.len() - 1];
    for ((_, title), count) in STAGES.iter().zip(&counts) {
        let ratio = format!("{:.2}", count / staged);
        rows.push(vec![title.to_string(), format!("{:.1}", count / 1e6), ratio]);
    }
    Ok(markdown::table(&["encoder", "million instructions for a picture", "of the staged"], 1, &rows))
}

/// Pictures in a second, as multiples of those of the staged encoder; x264 beside it.
pub fn speed() -> Result<String, String> {
    let clip = clip()?;
    let mut commands = Vec::new();
    for (stage, title) in STAGES {
        let (binary, arguments, _) = encoder(stage, &clip, TIMED)?;
        commands.push((title, binary, arguments));
    }
    let peer = clip.1.join("peer.264").display().to_string();
    let told = [&["--quiet"], &PEER[..]].concat();
    commands.push(("x264", "x264".into(), arguments(&clip.0, &peer, TIMED, &told)));
    let mut least = vec![f64::MAX; commands.len()];
    for _ in 0..ROUNDS {
        for ((_, program, arguments), least) in commands.iter().zip(&mut least) {
            let start = Instant::now();
            output(Command::new(program).args(arguments))?;
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    let unit = least[STAGES.len() - 1];
    let row =
        |((title, ..), time): (&(&str, _, _), &f64)| vec![title.to_string(), format!("{:.3}", unit / time)];
    let rows: Vec<Vec<String>> = commands.iter().zip(&least).map(row).collect();
    Ok(markdown::table(&["encoder", "pictures in a second"], 1, &rows))
}
