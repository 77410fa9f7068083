//! The Python packages: a wheel is built, installed in a fresh virtual environment, and tested there.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::process::{cargo, root, run, target_directory};

/// Tests of the package for JPEG, beside Pillow, simplejpeg and imagecodecs; or of the one for H.264, beside libavcodec, if `words`
/// say so. Its kernels take minutes to compile.
pub fn test(words: &[String]) -> Result<(), String> {
    match words {
        [] => run_all("python", None),
        [what] if what == "h264" => run_all("python/h264", None),
        _ => Err("there are the packages for JPEG, without a word, and `h264`".into()),
    }
}

/// Times of the package for JPEG beside its peers.
pub fn bench(arguments: &[String]) -> Result<(), String> {
    run_all("python", Some(arguments))
}

/// Lints the native half of the package in a folder, builds the wheel, and runs its tests. With `arguments` runs
/// `benches/peers.py` with them instead of the tests.
///
/// Where there is no Python 3.11 or later with `venv`, says so and does nothing.
fn run_all(package: &str, arguments: Option<&[String]>) -> Result<(), String> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let is_there = Command::new(&python)
        .args(["-c", "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_there {
        println!("skipped: there is no Python 3.11 or later with `venv` (the variable PYTHON may name one)");
        return Ok(());
    }
    // What both workspaces need is built once.
    let target = target_directory()?;
    let (folder, work) = (root().join(package), target.join(package));
    let manifest = folder.join("Cargo.toml");
    for words in [&["fmt", "--check"][..], &["clippy", "--quiet", "--", "-D", "warnings"]] {
        let command = &mut cargo([words[0], "--manifest-path"]);
        run(command.arg(&manifest).args(&words[1..]).env("CARGO_TARGET_DIR", &target))?;
    }
    let (environment, wheels) = (work.join("environment"), work.join("wheels"));
    for old in [&environment, &wheels] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(|error| format!("cannot remove {}: {error}", old.display()))?;
        }
    }
    run(Command::new(&python).args(["-m", "venv"]).arg(&environment))?;
    let program = |name: &str| Command::new(environment.join("bin").join(name));
    run(program("pip").args(["install", "--quiet", "--disable-pip-version-check", "maturin>=1.7,<2"]))?;
    let build = &mut program("maturin");
    build.args(["build", "--quiet", "--release", "--manifest-path"]).arg(&manifest);
    run(build.arg("--out").arg(&wheels).env("CARGO_TARGET_DIR", &target))?;
    let wheel = format!("{}[test]", only_file(&wheels)?);
    run(program("pip").args(["install", "--quiet", "--disable-pip-version-check", &wheel]))?;
    match arguments {
        Some(arguments) => run(program("python").arg(folder.join("benches/peers.py")).args(arguments)),
        None => run(program("python").args(["-m", "pytest", "-q"]).current_dir(folder.join("tests"))),
    }
}

/// The path of the only file in a folder.
fn only_file(folder: &Path) -> Result<String, String> {
    let mut files =
        fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let file = files.next().and_then(Result::ok).ok_or("maturin made no wheel")?;
    Ok(file.path().display().to_string())
}
