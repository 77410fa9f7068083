//! Tests under valgrind's memcheck: stray reads and writes of memory, and decisions on memory never written.

use crate::process::{cargo, metadata, output, run as run_command};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Packages whose tests run when none are named: those with `unsafe` in them, and what tests the lanes.
const PACKAGES: &[&str] = &["unite", "unite-core", "unite-lane-tests"];

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

/// The test programs of the packages, built but not run: with the whole workspace, as its tests were.
fn programs(packages: &[&str]) -> Result<Vec<String>, String> {
    let metadata = metadata()?;
    let known = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let is_named = |package: &&serde_json::Value| packages.iter().any(|name| package["name"] == *name);
    let ids: Vec<&serde_json::Value> = known.iter().filter(is_named).map(|package| &package["id"]).collect();
    if ids.len() < packages.len() {
        return Err(format!("not all of these are packages of the workspace: {}", packages.join(", ")));
    }
    let build = ["test", "--quiet", "--workspace", "--no-run", "--lib", "--bins", "--tests"];
    let messages = output(cargo(build).arg("--message-format=json"))?;
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let tests =
        parsed.filter(|message| message["profile"]["test"] == true && ids.contains(&&message["package_id"]));
    Ok(tests.filter_map(|message| message["executable"].as_str().map(str::to_string)).collect())
}
