//! Tests under valgrind's memcheck: stray reads and writes of memory, and decisions on memory never written.

use crate::process::{cargo, output, run as run_command};
use std::process::Command;

/// Packages whose tests run when none are named: those with `unsafe` in them.
const PACKAGES: &[&str] = &["unite", "unite-core"];

/// Cases of each property test: memcheck takes some fifty times as long.
const CASES: &str = "4";

/// Runs every test program of the packages.
pub fn run(packages: &[String]) -> Result<(), String> {
    let mut packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    if packages.is_empty() {
        packages.extend(PACKAGES);
    }
    let programs = programs(&packages)?;
    for program in &programs {
        println!("--- memcheck {program}");
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=no", "--num-callers=30"]);
        // One thread at a time: valgrind runs no more.
        valgrind.arg(program).args(["--quiet", "--test-threads=1"]);
        run_command(valgrind.env("PROPTEST_CASES", CASES))?;
    }
    println!("{} test programs ran under memcheck", programs.len());
    Ok(())
}

/// The test programs of the packages, built but not run.
fn programs(packages: &[&str]) -> Result<Vec<String>, String> {
    let mut build =
        cargo(["test", "--quiet", "--no-run", "--lib", "--bins", "--tests", "--message-format=json"]);
    build.args(packages.iter().flat_map(|package| ["--package", package]));
    let messages = output(&mut build)?;
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let tests = parsed.filter(|message| message["profile"]["test"] == true);
    Ok(tests.filter_map(|message| message["executable"].as_str().map(str::to_string)).collect())
}
