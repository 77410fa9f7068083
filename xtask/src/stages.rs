//! Programs compiled with optimisations switched on one after the other.

use crate::process::{cargo, run, target_directory};
use std::path::PathBuf;

/// The stages, as `UNITE_OPTIMIZE` names them, and as tables do.
pub const STAGES: [(&str, &str); 6] = [
    ("none", "none"),
    ("collapse", "collapse"),
    ("origin", "+ origin"),
    ("stride", "+ stride"),
    ("extent", "+ extent"),
    ("all", "staged"),
];

/// A program of a package, compiled up to a stage. Each stage has a folder of its own, except for the usual one.
pub fn build(package: &str, program: &str, stage: &str) -> Result<PathBuf, String> {
    let usual = target_directory()?;
    let folder = if stage == "all" { usual } else { usual.join("price").join(stage) };
    let mut cargo = cargo(["build", "--quiet", "--release", "--package", package, "--bin", program]);
    run(cargo.env("UNITE_OPTIMIZE", stage).arg("--target-dir").arg(&folder))?;
    Ok(folder.join("release").join(program))
}

/// The same at a level of optimisation of the compiler, which has a folder of its own unless it is the usual one, 3.
pub fn build_at(package: &str, program: &str, level: u8) -> Result<PathBuf, String> {
    if level == 3 {
        return build(package, program, "all");
    }
    let folder = target_directory()?.join("price").join(format!("O{level}"));
    let setting = format!("profile.release.opt-level={level}");
    let mut cargo = cargo(["build", "--quiet", "--release", "--package", package, "--bin", program]);
    run(cargo.args(["--config", &setting]).arg("--target-dir").arg(&folder))?;
    Ok(folder.join("release").join(program))
}
