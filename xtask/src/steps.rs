//! The steps of `ci`, each runnable by itself.

use crate::process::{cargo, linted, metadata, root, run, target_directory};
use crate::{assembly, house, instructions, memcheck};
use std::process::Command;
use std::time::Instant;

type Step = (&'static str, fn() -> Result<(), String>);

/// Every check but the tests, cheapest first.
const CHECKS: &[Step] = &[
    ("house", house::check),
    ("fmt", || fmt(false)),
    ("lint", lint_benches),
    ("docs", docs),
    ("examples", examples),
    // Without optimisation, in both editions, they are among the tests.
    ("sound", || sound(&["--package=unite", "--release"])),
    ("assembly", assembly::check),
    ("instructions", instructions::check),
    ("memcheck", || memcheck::run(&[])),
];

/// Tests, then every check.
pub fn ci() -> Result<(), String> {
    let steps: Vec<Step> =
        std::iter::once(("test", test as fn() -> _)).chain(CHECKS.iter().copied()).collect();
    in_turn(&steps)
}

/// Every check but the tests.
pub fn checks() -> Result<(), String> {
    in_turn(CHECKS)
}

/// Every test of the workspace, linted as it is compiled.
pub fn test() -> Result<(), String> {
    run(&mut linted(["test", "--workspace"])?)
}

/// Programs that would break memory if kernels believed what they read: `unite` has them in edition 2024, `unite-sound-2021` in the one
/// before. Without optimisation and with debug assertions, or with all optimisation and without them, if `how` says `--release`.
pub fn sound(how: &[&str]) -> Result<(), String> {
    run(cargo(["test", "--test=sound"]).args(how))
}

/// Workspaces of their own, whose dependencies nobody else compiles.
const APART: [&str; 7] =
    ["benches/stored", "fuzz", "python", "python/h264", "scale/ballista", "scale/daft", "scale/pictures"];

/// Formatting, of the workspaces apart, too: checked, or put right with `fix`.
pub fn fmt(fix: bool) -> Result<(), String> {
    let arguments = if fix { &[][..] } else { &["--", "--check"][..] };
    run(cargo(["fmt", "--all"]).args(arguments))?;
    APART.iter().try_for_each(|folder| {
        let manifest = root().join(folder).join("Cargo.toml");
        run(cargo(["fmt", "--manifest-path"]).arg(manifest).args(arguments))
    })
}

/// Clippy over every target, but for the copies of tests in another edition; among them the bench that wants other encoders.
pub fn lint() -> Result<(), String> {
    let packages = ["--workspace", "--exclude=unite-sound-2021", "--all-targets"];
    let features = ["--features=unite-benches/h264-peers"];
    run(cargo(["clippy"]).args(packages).args(features).args(["--", "-D", "warnings"]))
}

/// Clippy over what no test is compiled with: programs that measure, among them the one that wants other encoders.
fn lint_benches() -> Result<(), String> {
    let packages =
        ["--package=unite-benches", "--package=unite-jpeg-benches", "--package=unite-video-benches"];
    let features = ["--features=unite-benches/h264-peers"];
    run(linted(["check", "--all-targets"])?.args(packages).args(features))
}

/// The documentation of the workspace. What it takes of the packages is what clippy reads of them.
pub fn docs() -> Result<(), String> {
    run(linted(["doc", "--workspace", "--no-deps", "--document-private-items"])?
        .env("RUSTDOCFLAGS", "-D warnings"))
}

/// Every example of the root package, in the order of their names.
pub fn examples() -> Result<(), String> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let package = packages.iter().find(|package| package["name"] == "unite").ok_or("no package `unite`")?;
    let targets = package["targets"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_example = |target: &&serde_json::Value| target["kind"][0] == "example";
    let mut names: Vec<&str> =
        targets.iter().filter(is_example).filter_map(|target| target["name"].as_str()).collect();
    names.sort_unstable();
    // They are built with the tests.
    run(&mut linted(["test", "--quiet", "--workspace", "--no-run"])?)?;
    let folder = target_directory()?.join("debug").join("examples");
    for name in &names {
        println!("--- example {name}");
        run(Command::new(folder.join(name)).current_dir(root()))?;
    }
    println!("{} examples ran", names.len());
    Ok(())
}

/// Runs all steps, also after one failed, and tells at the end which failed and how long each took.
fn in_turn(steps: &[Step]) -> Result<(), String> {
    let start = Instant::now();
    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for (name, step) in steps {
        println!("==> {name}");
        let start = Instant::now();
        let outcome = step();
        let seconds = start.elapsed().as_secs_f64();
        let verdict = if outcome.is_ok() { "ok" } else { "FAILED" };
        if let Err(message) = outcome {
            println!("{name}: {message}");
            failed.push(*name);
        }
        lines.push(format!("{name:<14} {seconds:8.1} s  {verdict}"));
        println!("<== {}", lines[lines.len() - 1]);
    }
    println!("\n{}\n{:<14} {:8.1} s", lines.join("\n"), "all", start.elapsed().as_secs_f64());
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}
