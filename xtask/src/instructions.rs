//! Instruction counts: each kernel beside its hand-written twin, in one run under callgrind.

use crate::process::{output, target_directory};
use crate::{callgrind, markdown, twins};
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// A kernel may take this many times the instructions of its twin.
const LIMIT: f64 = 1.02;

/// Prints the table of counts; a kernel over the limit is an error.
pub fn check() -> Result<(), String> {
    let binary = twins::build()?;
    let counts = count(&binary, &[], "twins_measured")?;
    let mut rows = Vec::new();
    let mut over = Vec::new();
    for twin in twins::list(&binary)? {
        let of = |side: &str| {
            let function = format!("{side}_{}", twin.name);
            counts.get(&function).copied().ok_or(format!("callgrind saw no call of `{function}`"))
        };
        let (ours, theirs) = (of("ours")?, of("twin")?);
        let ratio = ours as f64 / theirs as f64;
        if ratio > LIMIT {
            over.push(format!("{} takes {ratio:.3} times the instructions of its twin", twin.name));
        }
        rows.push(vec![twin.name, ours.to_string(), theirs.to_string(), format!("{ratio:.3}")]);
    }
    print!("{}", markdown::table(&["kernel", "ours", "twin", "ratio"], 1, &rows));
    if over.is_empty() { Ok(()) } else { Err(format!("{}; the limit is {LIMIT}", over.join("; "))) }
}

/// Inclusive counts per function that is called in `function`, and nothing outside of it.
fn count(binary: &Path, arguments: &[&str], function: &str) -> Result<HashMap<String, u64>, String> {
    Ok(callgrind::inclusive(&recorded(binary, arguments, function)?))
}

/// All instructions inside `function`.
pub fn total(binary: &Path, arguments: &[&str], function: &str) -> Result<u64, String> {
    let text = recorded(binary, arguments, function)?;
    callgrind::total(&text).ok_or(format!("callgrind saw no call of `{function}`"))
}

/// Runs a program under callgrind, which records inside `function` only.
fn recorded(binary: &Path, arguments: &[&str], function: &str) -> Result<String, String> {
    let file = target_directory()?.join(format!("callgrind.{function}"));
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--quiet", "--compress-strings=no", "--compress-pos=no"]);
    valgrind.arg("--collect-atstart=no").arg(format!("--toggle-collect={function}"));
    valgrind.arg(format!("--callgrind-out-file={}", file.display()));
    output(valgrind.arg(binary).args(arguments))?;
    std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))
}
