//! The table of kernels and twins, as the binary that holds them tells it.

use crate::process::{cargo, output, run, target_directory};
use std::path::PathBuf;
use std::process::Command;

/// One kernel with a hand-written twin.
pub struct Twin {
    /// `NAME` in `ours_NAME` and `twin_NAME`.
    pub name: String,
    /// Whether its loops must be free of calls, divisions and panic paths.
    pub affine: bool,
    /// The kernels that `ours_NAME` runs.
    pub kernels: Vec<String>,
}

/// Builds the optimised binary that holds all kernels and their twins.
pub fn build() -> Result<PathBuf, String> {
    run(&mut cargo(["build", "--quiet", "--release", "--package", "unite-benches", "--bin", "twins"]))?;
    Ok(target_directory()?.join("release").join("twins"))
}

/// Asks the binary for its table.
pub fn list(binary: &PathBuf) -> Result<Vec<Twin>, String> {
    let text = output(Command::new(binary).arg("--list"))?;
    text.lines().map(|line| parse(line).ok_or_else(|| format!("twins --list: `{line}`"))).collect()
}

fn parse(line: &str) -> Option<Twin> {
    let mut words = line.split(' ');
    let (name, affine, kernels) = (words.next()?, words.next()?, words.next()?);
    let kernels = kernels.split(',').map(str::to_string).collect();
    Some(Twin { name: name.to_string(), affine: affine == "affine", kernels })
}
