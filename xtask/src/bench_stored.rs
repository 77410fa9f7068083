//! Kernels over stored tensors beside sparse crates, scipy, MKL and taco.

use std::path::Path;

use crate::process::{cargo, run as run_command};

/// Builds the bench, which is a workspace of its own, and runs it.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let is_known = |argument: &String| ["--quick", "--claims", "--threads"].contains(&argument.as_str());
    if let Some(unknown) = arguments.iter().find(|argument| !is_known(argument)) {
        return Err(format!("bench-stored does not know `{unknown}`"));
    }
    let manifest = Path::new("benches").join("stored").join("Cargo.toml");
    let mut command = cargo(["run", "--quiet", "--release", "--manifest-path"]);
    run_command(command.arg(manifest).arg("--").args(arguments))
}
