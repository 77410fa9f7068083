//! The H.264 encoder stage by stage, and beside x264: the table of `docs/price.md` that is the thesis' 8.6 and 8.7.

use crate::process::{cargo, output, run, target_directory};
use crate::stages::{self, STAGES};
use crate::{instructions, markdown};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// So many pictures of the clip are coded where time is measured, and where instructions are counted.
const PICTURES: [&str; 2] = ["100", "3"];
/// So often, in turn.
const ROUNDS: usize = 3;
/// What both encoders are told: the tools that ours has.
const OURS: [&str; 6] = ["--preset", "medium", "--qp", "28", "--threads", "1"];
const PEER: [&str; 12] =
    ["--preset", "medium", "--qp", "28", "--threads", "1", "--bframes", "0", "--ref", "1", "--trellis", "0"];

/// Instructions for a picture, and pictures in a second as multiples of those of the staged encoder; of x264 the latter. The
/// files are the same at every stage, or it is an error.
pub fn table() -> Result<String, String> {
    let folder = target_directory()?.join("price");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let clip = folder.join("clip.y4m").display().to_string();
    run(cargo([
        "run",
        "--quiet",
        "--release",
        "--package",
        "unite-h264-encoder",
        "--example",
        "12_clip",
        "--",
    ])
    .arg(&clip))?;
    let mut commands = Vec::new();
    let mut rows = Vec::new();
    let mut files: Vec<Vec<u8>> = Vec::new();
    for (stage, title) in STAGES {
        let binary = stages::build("unite-h264-encoder", "unite-h264", stage)?;
        let file = folder.join(format!("{stage}.264")).display().to_string();
        let arguments = |pictures| [&[clip.as_str(), "-o", &file, "--frames", pictures], &OURS[..]].concat();
        let some: Vec<&str> = arguments(PICTURES[1]);
        let total = instructions::whole(&binary, &some)? as f64;
        let pictures: f64 = PICTURES[1].parse().map_err(|_| "a number of pictures")?;
        files.push(std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?);
        if files.last() != files.first() {
            return Err(format!("the video of stage {title} is another one"));
        }
        rows.push(vec![title.to_string(), format!("{:.1}", total / pictures / 1e6)]);
        let all: Vec<String> = arguments(PICTURES[0]).into_iter().map(str::to_string).collect();
        commands.push((binary.display().to_string(), all));
    }
    let peer = folder.join("peer.264").display().to_string();
    let arguments = [&[clip.as_str(), "-o", &peer, "--quiet", "--frames", PICTURES[0]], &PEER[..]].concat();
    commands.push(("x264".to_string(), arguments.into_iter().map(str::to_string).collect()));
    rows.push(vec!["x264".to_string(), "-".to_string()]);
    let mut least = vec![f64::MAX; commands.len()];
    for _ in 0..ROUNDS {
        for ((program, arguments), least) in commands.iter().zip(&mut least) {
            let start = Instant::now();
            output(Command::new(Path::new(program)).args(arguments))?;
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    let unit = least[STAGES.len() - 1];
    for (row, time) in rows.iter_mut().zip(&least) {
        row.push(format!("{:.3}", unit / time));
    }
    Ok(markdown::table(&["encoder", "million instructions for a picture", "pictures in a second"], 1, &rows))
}
