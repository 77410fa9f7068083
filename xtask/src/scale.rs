//! What runs on engines for many machines: tested as far as they are installed.

use std::process::Command;
use std::{env, fs};

use crate::process::{cargo, root, run, target_directory};

/// Formats and tests of `scale/`. The package for Daft is built and tested where the Python that `PYTHON` names has daft: its
/// wheels are large, and so none is fetched. Functions of SQL are built with DataFusion, which takes minutes, on `all`.
pub fn run_all(all: bool) -> Result<(), String> {
    let (folder, target) = (root().join("scale"), target_directory()?);
    let in_room = |words: &[&str], room: &str| {
        let manifest = folder.join(room).join("Cargo.toml");
        let command = &mut cargo([words[0], "--manifest-path"]);
        run(command.arg(manifest).args(&words[1..]).env("CARGO_TARGET_DIR", &target))
    };
    for room in ["pictures", "daft", "ballista"] {
        in_room(&["fmt", "--check"], room)?;
    }
    // Optimised builds of the encoder are there for the Python package.
    in_room(&["test", "--quiet", "--release"], "pictures")?;
    let lint = ["clippy", "--quiet", "--all-targets", "--release", "--", "-D", "warnings"];
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let has_daft = Command::new(&python).args(["-c", "import daft, pytest, PIL, pyarrow"]).output();
    if has_daft.is_ok_and(|output| output.status.success()) {
        in_room(&lint, "pictures")?;
        in_room(&lint, "daft")?;
        daft(&python)?;
    } else {
        println!("skipped: {python} has no daft, pytest, pillow and pyarrow to test scale/daft with");
    }
    if !all {
        println!("skipped: tests of scale/ballista compile DataFusion; `cargo xtask scale all` runs them");
        return Ok(());
    }
    in_room(&["clippy", "--quiet", "--all-targets", "--all-features", "--", "-D", "warnings"], "ballista")?;
    in_room(&["test", "--quiet", "--features", "cluster"], "ballista")
}

/// The package for Daft, installed in a folder of its own, and its tests.
fn daft(python: &str) -> Result<(), String> {
    let (folder, target) = (root().join("scale/daft"), target_directory()?);
    let installed = target.join("scale/daft");
    if installed.exists() {
        fs::remove_dir_all(&installed)
            .map_err(|error| format!("cannot remove {}: {error}", installed.display()))?;
    }
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
    run(pip.arg(&installed).arg(&folder).env("CARGO_TARGET_DIR", &target))?;
    let mut pytest = Command::new(python);
    pytest.args(["-m", "pytest", "-q"]).current_dir(folder.join("tests"));
    run(pytest.env("PYTHONPATH", &installed).env("DAFT_PROGRESS_BAR", "0"))
}
