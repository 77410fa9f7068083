//! Instruction counts: each kernel beside its hand-written twin, in one run under callgrind.

use crate::process::{output, target_directory};
use crate::twins::{self, Loops};
use crate::{callgrind, markdown};
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// A kernel may take this many times the instructions of its twin, unless the table says otherwise.
const LIMIT: f64 = 1.02;

/// Prints the table of counts; a kernel over the limit is an error.
pub fn check() -> Result<(), String> {
    let binary = twins::build()?;
    let counts = count(&binary, &[], "twins_measured")?;
    let mut rows = Vec::new();
    let mut over = Vec::new();
    let mut notes = Vec::new();
    for twin in twins::list(&binary)?.into_iter().filter(|twin| twin.loops != Loops::Control) {
        let of = |side: &str| {
            let function = format!("{side}_{}", twin.name);
            counts.get(&function).copied().ok_or(format!("callgrind saw no call of `{function}`"))
        };
        let (ours, theirs) = (of("ours")?, of("twin")?);
        let ratio = ours as f64 / theirs as f64;
        let (limit, reason) = twin.allowance.unwrap_or((LIMIT, String::new()));
        if ratio > limit {
            over.push(format!(
                "{} takes {ratio:.3} times the instructions of its twin, not {limit}",
                twin.name
            ));
        }
        if !reason.is_empty() {
            notes.push(format!("{}: {reason}", twin.name));
        }
        let numbers = [ours.to_string(), theirs.to_string(), format!("{ratio:.3}"), format!("{limit:.2}")];
        rows.push(std::iter::once(twin.name).chain(numbers).collect());
    }
    print!("{}", markdown::table(&["kernel", "ours", "twin", "ratio", "limit"], 1, &rows));
    if !notes.is_empty() {
        println!("\nAbove {LIMIT}, and why:\n\n* {}", notes.join("\n* "));
    }
    if over.is_empty() { Ok(()) } else { Err(over.join("; ")) }
}

/// Inclusive counts per function that is called in `function`, and nothing outside of it.
pub fn count(binary: &Path, arguments: &[&str], function: &str) -> Result<HashMap<String, u64>, String> {
    Ok(callgrind::inclusive(&recorded(binary, arguments, function)?))
}

/// All instructions inside `function`.
pub fn total(binary: &Path, arguments: &[&str], function: &str) -> Result<u64, String> {
    let text = recorded(binary, arguments, function)?;
    callgrind::total(&text).ok_or(format!("callgrind saw no call of `{function}`"))
}

/// All instructions of a program.
pub fn whole(binary: &Path, arguments: &[&str]) -> Result<u64, String> {
    let text = under_callgrind(binary, arguments, "whole", &[])?;
    callgrind::total(&text).ok_or(format!("callgrind saw nothing of `{}`", binary.display()))
}

/// Runs a program under callgrind, which records inside `function` only.
fn recorded(binary: &Path, arguments: &[&str], function: &str) -> Result<String, String> {
    let inside = format!("--toggle-collect={function}");
    under_callgrind(binary, arguments, function, &["--collect-atstart=no", &inside])
}

fn under_callgrind(
    binary: &Path,
    arguments: &[&str],
    name: &str,
    options: &[&str],
) -> Result<String, String> {
    let file = target_directory()?.join(format!("callgrind.{name}"));
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--quiet", "--compress-strings=no", "--compress-pos=no"]);
    valgrind.args(options);
    valgrind.arg(format!("--callgrind-out-file={}", file.display()));
    output(valgrind.arg(binary).args(arguments))?;
    std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))
}
