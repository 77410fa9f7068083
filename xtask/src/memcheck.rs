//! Tests under valgrind's memcheck: stray reads and writes of memory, and decisions on memory never written.

use crate::process::{cargo, output, run as run_command};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

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
    // One thread runs at a time in each of them.
    let next = AtomicUsize::new(0);
    let failures: Vec<String> = thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let worker = || std::iter::from_fn(|| programs.get(next.fetch_add(1, Relaxed))).map(check);
        let running: Vec<_> =
            (0..workers).map(|_| scope.spawn(move || worker().filter_map(Result::err).collect())).collect();
        running
            .into_iter()
            .flat_map(|all| all.join().unwrap_or_else(|_| vec!["a worker panicked".to_string()]))
            .collect()
    });
    if let Some(first) = failures.into_iter().next() {
        return Err(first);
    }
    println!("{} test programs ran under memcheck", programs.len());
    Ok(())
}

/// Runs one program.
fn check(program: &String) -> Result<(), String> {
    println!("--- memcheck {program}");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=no", "--num-callers=30"]);
    valgrind.arg(program).args(["--quiet", "--test-threads=1"]);
    run_command(valgrind.env("PROPTEST_CASES", CASES))
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
