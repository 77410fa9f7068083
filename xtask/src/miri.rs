//! Tests and examples under Miri, which sees what undefined behaviour is, in both models of what references may do.

use crate::process::{root, run as run_command};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The models: a name, and what Miri calls it.
const MODELS: &[(&str, &str)] = &[("stacked borrows", ""), ("tree borrows", "-Zmiri-tree-borrows")];

/// What is asked in every run. Without isolation tests see the variables that say how many cases they try.
const FLAGS: &str = "-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check -Zmiri-disable-isolation";

/// Cases of each property test: Miri takes some thousand times as long.
const CASES: &str = "2";

/// What is run: a name, and what Cargo is told.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("unite-core", &["test", "--package=unite-core", "--lib", "--test=blocks", "--test=operations"]),
    ("programs that would break memory", &["test", "--package=unite", "--test=sound"]),
    ("the same in edition 2021", &["test", "--package=unite-sound-2021"]),
    ("kernels", &["test", "--package=unite", "--test=kernels"]),
    ("meaning", &["test", "--package=unite", "--test=meaning"]),
];

/// What is not run, and why.
const SKIPPED: &[&str] = &[
    "levels above the one that the build is for: Miri has no AVX-512, and little of AVX2",
    "agreement, codecs, fuzzing: hours, or C beside it; `cargo xtask memcheck` runs what has `unsafe` of its own",
    "tests of whole pictures and of many random cases have smaller sizes under Miri (`cfg!(miri)`)",
];

/// Runs everything, or the programs whose names contain one of the words.
pub fn run(words: &[String]) -> Result<(), String> {
    if !is_installed() {
        println!(
            "skipped: there is no nightly Rust with Miri (`rustup +nightly component add miri rust-src`)"
        );
        return Ok(());
    }
    let examples = examples()?;
    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for (model, flag) in MODELS {
        let tests = PROGRAMS.iter().map(|(name, arguments)| (name.to_string(), arguments.to_vec()));
        let shown = examples.iter().map(|name| {
            (format!("example {name}"), vec!["run", "--package=unite", "--example", name.as_str()])
        });
        for (name, arguments) in tests.chain(shown) {
            if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
                continue;
            }
            println!("==> {name}, {model}");
            let start = Instant::now();
            let outcome = run_command(&mut miri(flag, &arguments));
            let seconds = start.elapsed().as_secs_f64();
            let verdict = if outcome.is_ok() { "clean" } else { "FAILED" };
            lines.push(format!("{name:<34} {model:<16} {seconds:8.0} s  {verdict}"));
            if let Err(message) = outcome {
                println!("{message}");
                failed.push(format!("{name}, {model}"));
            }
        }
    }
    println!("\n{}\n\nNot run:\n* {}", lines.join("\n"), SKIPPED.join("\n* "));
    if failed.is_empty() { Ok(()) } else { Err(format!("under Miri: {}", failed.join("; "))) }
}

/// Whether there is a nightly Rust with Miri.
fn is_installed() -> bool {
    let mut asked = Command::new("rustup");
    asked.args(["run", "nightly", "cargo", "miri", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// One run of Miri: without debug assertions, which would catch accesses before Miri sees them, and at the one level that the
/// build is for.
fn miri(flag: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo", "miri"]).args(arguments).args(["--release", "--quiet"]);
    if !arguments.contains(&"--package=unite-core") {
        command.arg("--features=unite/one-level");
    }
    command.env("MIRIFLAGS", format!("{FLAGS} {flag}")).env("PROPTEST_CASES", CASES).current_dir(root());
    // Those of the Rust that runs this.
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
    command
}

/// The names of the examples.
fn examples() -> Result<Vec<String>, String> {
    let folder = root().join("examples");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_string))
        .collect();
    names.sort_unstable();
    Ok(names)
}
