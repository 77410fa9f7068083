//! How long a build of the JPEG encoder takes from nothing.

use crate::markdown;
use crate::process::{cargo, run as run_command, target_directory};
use std::path::Path;
use std::time::Instant;

/// Builds `unite-jpeg` into an empty folder, unoptimised and optimised, and prints the seconds of each.
pub fn run() -> Result<(), String> {
    let folder = target_directory()?.join("compile-time");
    run_command(&mut cargo(["fetch"]))?;
    let mut rows = Vec::new();
    for profile in ["dev", "release"] {
        rows.push(vec![profile.to_string(), format!("{:.1}", seconds_from_nothing(profile, &folder)?)]);
    }
    remove(&folder)?;
    print!("{}", markdown::table(&["cargo build -p unite-jpeg, profile", "seconds"], 1, &rows));
    Ok(())
}

fn seconds_from_nothing(profile: &str, folder: &Path) -> Result<f64, String> {
    remove(folder)?;
    let start = Instant::now();
    let arguments =
        ["build", "--quiet", "--offline", "--package", "unite-jpeg", "--profile", profile, "--target-dir"];
    run_command(cargo(arguments).arg(folder))?;
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
