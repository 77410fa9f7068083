//! Tests under valgrind's memcheck: stray reads and writes of memory, and decisions on memory never written.

use crate::process::{linted, metadata, output, run as run_command};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Packages whose tests run when none are named: those with `unsafe` in them, and what tests the lanes.
const PACKAGES: &[&str] = &["unite", "unite-core", "unite-lane-tests"];

/// A package most of whose tests touch no memory but their own variables, unoptimised, and the tests that do.
const OF_MEMORY: (&str, &[&str]) = ("unite-lane-tests", &["memory::", "neighbours::", "pick::", "tile::"]);

/// A test program, and which of its tests run: all of them, if none are named.
struct Program {
    path: String,
    tests: &'static [&'static str],
}

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
fn check(program: &Program) -> Result<(), String> {
    println!("--- memcheck {} {}", program.path, program.tests.join(" "));
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=no", "--num-callers=30"]);
    valgrind.arg(&program.path).args(["--quiet", "--test-threads=1"]).args(program.tests);
    run_command(valgrind.env("PROPTEST_CASES", CASES))
}

/// The test programs of the packages, built but not run: with the whole workspace, as its tests were.
fn programs(packages: &[&str]) -> Result<Vec<Program>, String> {
    let metadata = metadata()?;
    let known = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let is_named = |package: &&serde_json::Value| packages.iter().any(|name| package["name"] == *name);
    let ids: Vec<&serde_json::Value> = known.iter().filter(is_named).map(|package| &package["id"]).collect();
    let of_memory = known.iter().find(|package| package["name"] == OF_MEMORY.0).map(|package| &package["id"]);
    if ids.len() < packages.len() {
        return Err(format!("not all of these are packages of the workspace: {}", packages.join(", ")));
    }
    let build = ["test", "--quiet", "--workspace", "--no-run"];
    let messages = output(linted(build)?.arg("--message-format=json"))?;
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let tests =
        parsed.filter(|message| message["profile"]["test"] == true && ids.contains(&&message["package_id"]));
    let program = |message: serde_json::Value| {
        let is_of_memory = of_memory == Some(&message["package_id"]);
        let path = message["executable"].as_str()?.to_string();
        Some(Program { path, tests: if is_of_memory { OF_MEMORY.1 } else { &[] } })
    };
    Ok(tests.filter_map(program).collect())
}
