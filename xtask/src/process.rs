//! Running other programs, and where the project and its build artefacts are.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository.
pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().expect("xtask lies inside the repository").to_path_buf()
}

/// `cargo` as it was called to run this, in the root of the repository.
pub fn cargo<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(arguments: I) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// `cargo`, with clippy as the compiler of the workspace's own packages, and warnings as errors: what is compiled is linted at
/// once, and its types are not checked a second time for the lint. What it builds is optimised less than what rustc does.
/// `.ci/run` calls `cargo` in these words, too: in others everything would be compiled again.
pub fn linted<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(arguments: I) -> Result<Command, String> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(root()))?;
    let driver = Path::new(sysroot.trim()).join("bin").join("clippy-driver");
    let wrapper = format!("build.rustc-workspace-wrapper='{}'", driver.display());
    let mut command = cargo(["--config", &wrapper]);
    command.args(arguments).env("CLIPPY_ARGS", "-Dwarnings");
    Ok(command)
}

/// Runs a command with its output passed through; anything but success is an error.
pub fn run(command: &mut Command) -> Result<(), String> {
    let shown = shown(command);
    let status = command.status().map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{shown}` ended with {status}")) }
}

/// Runs a command and returns what it printed on standard output; standard error passes through.
pub fn output(command: &mut Command) -> Result<String, String> {
    let shown = shown(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{shown}` ended with {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("`{shown}` printed no UTF-8: {error}"))
}

/// The folder that cargo builds into.
pub fn target_directory() -> Result<PathBuf, String> {
    let metadata = metadata()?;
    let directory =
        metadata["target_directory"].as_str().ok_or("cargo metadata names no target directory")?;
    Ok(PathBuf::from(directory))
}

/// What `cargo metadata` says of the workspace's own packages.
pub fn metadata() -> Result<serde_json::Value, String> {
    let text = output(&mut cargo(["metadata", "--no-deps", "--format-version", "1"]))?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
}

/// A command as it would be typed.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
