//! How long the crates with kernels take to compile: from nothing, and by themselves with and without lanes.

use crate::markdown;
use crate::process::{cargo, run as run_command, target_directory};
use std::path::Path;
use std::time::Instant;

/// The crates with kernels.
const CRATES: [&str; 2] = ["unite-jpeg", "unite-h264"];

/// Builds each crate with all that it needs into an empty folder, then once more itself, first without lanes; unoptimised and
/// optimised. Prints the seconds of each.
pub fn run() -> Result<(), String> {
    let folder = target_directory()?.join("compile-time");
    run_command(&mut cargo(["fetch"]))?;
    let mut rows = Vec::new();
    for name in CRATES {
        for profile in ["dev", "release"] {
            remove(&folder)?;
            let seconds = [
                seconds(name, profile, &folder, None)?,
                seconds(name, profile, &folder, Some("extent"))?,
                seconds(name, profile, &folder, None)?,
            ];
            let cells = seconds.map(|seconds| format!("{seconds:.1}"));
            rows.push([vec![name.to_string(), profile.to_string()], cells.to_vec()].concat());
        }
    }
    remove(&folder)?;
    let heads = ["crate", "profile", "from nothing", "itself, without lanes", "itself, with lanes"];
    print!("{}", markdown::table(&heads, 2, &rows));
    Ok(())
}

/// The seconds that a library takes, with kernels of a stage; only itself, if the others are there.
fn seconds(name: &str, profile: &str, folder: &Path, stage: Option<&str>) -> Result<f64, String> {
    let mut clean = cargo(["clean", "--quiet", "--package", name, "--profile", profile, "--target-dir"]);
    run_command(clean.arg(folder))?;
    let arguments = ["build", "--quiet", "--offline", "--lib", "--package", name, "--profile", profile];
    let mut build = cargo(arguments);
    if let Some(stage) = stage {
        build.env("UNITE_OPTIMIZE", stage);
    }
    let start = Instant::now();
    run_command(build.arg("--target-dir").arg(folder))?;
    Ok(start.elapsed().as_secs_f64())
}

fn remove(folder: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}
