//! Kernels of H.264 in the tables of other encoders, beside what they take the places of: times and instructions per call.

use crate::bench_h264_groups::{self, Slot};
use crate::gallery::geometric_mean;
use crate::process::{cargo, output, run as run_command, target_directory};
use crate::{callgrind, markdown};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A function that other columns are compared with, as the binary orders them.
const COLUMNS: usize = 3;

/// A slot: its encoder, its name, and of each column nanoseconds and instructions per call, where there is a function.
struct Row {
    encoder: String,
    name: String,
    calls: f64,
    nanoseconds: [Option<f64>; COLUMNS],
    instructions: [Option<f64>; COLUMNS],
}

/// Builds the bench with its peers, times it, counts its instructions, and prints a table for each encoder. `--quick` takes
/// short times, `--no-callgrind` leaves instructions out; other arguments are the beginnings of names of slots. Without any, the
/// README of the codec gets its table.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let (flags, names): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| argument.starts_with("--"));
    if let Some(unknown) = flags.iter().find(|flag| !matches!(flag.as_str(), "--quick" | "--no-callgrind")) {
        return Err(format!("bench-h264 does not know `{unknown}`"));
    }
    let has = |flag: &str| flags.iter().any(|other| *other == flag);
    let binary = build()?;
    let mut rows = list(&binary, &names)?;
    let timed = output(Command::new(&binary).args(has("--quick").then_some("--quick")).args(&names))?;
    for (row, line) in rows.iter_mut().zip(timed.lines()) {
        let cells: Vec<&str> = line.split('\t').skip(2).collect();
        row.nanoseconds = std::array::from_fn(|column| cells.get(column)?.parse().ok());
    }
    if !has("--no-callgrind") {
        count(&binary, &names, &mut rows)?;
    }
    let level = output(Command::new(&binary).arg("--level"))?;
    println!(
        "ns: the least of all rounds, functions in turn, at {}; instructions: at V3, which callgrind knows. Both for one \
         call, the call included.\n",
        level.trim()
    );
    for encoder in ["x264", "openh264"] {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.encoder == encoder).collect();
        if rows.iter().all(|row| row.nanoseconds[1].is_none()) {
            println!("{encoder}: not linked here, its column is empty\n");
        }
        if !rows.is_empty() {
            print(encoder, &rows);
        }
    }
    if arguments.is_empty() {
        bench_h264_groups::write(&rows.iter().map(of_group).collect::<Vec<_>>())
    } else {
        Ok(())
    }
}

/// What a slot is to its group.
fn of_group(row: &Row) -> Slot<'_> {
    let counted = ratio(row.instructions, 1).filter(|ratio| ratio.is_finite());
    let (time, plain) = (ratio(row.nanoseconds, 1), ratio(row.nanoseconds, 2));
    Slot { encoder: &row.encoder, name: &row.name, time, instructions: counted, plain }
}

/// How many times as much another column takes.
fn ratio(of: [Option<f64>; COLUMNS], other: usize) -> Option<f64> {
    Some(of[other]? / of[0]?)
}

/// The optimised binary.
fn build() -> Result<PathBuf, String> {
    let arguments = ["build", "--quiet", "--release", "--package", "unite-benches", "--bin", "h264"];
    run_command(cargo(arguments).args(["--features", "h264-peers"]))?;
    Ok(target_directory()?.join("release").join("h264"))
}

fn list(binary: &Path, names: &[&String]) -> Result<Vec<Row>, String> {
    let listed = output(Command::new(binary).arg("--list").args(names))?;
    listed.lines().map(|line| parse(line).ok_or_else(|| format!("h264 --list: `{line}`"))).collect()
}

/// Encoder, name, calls, and for each column whether there is one, with tabs between. Instructions are 0 until they are
/// counted.
fn parse(line: &str) -> Option<Row> {
    let [encoder, name, calls, columns @ ..] = &line.split('\t').collect::<Vec<_>>()[..] else { return None };
    let instructions = std::array::from_fn(|column| (*columns.get(column)? == "yes").then_some(0.0));
    Some(Row {
        encoder: encoder.to_string(),
        name: name.to_string(),
        calls: calls.parse().ok()?,
        nanoseconds: [None; COLUMNS],
        instructions,
    })
}

/// Counts every function: callgrind writes a file each time that one was run. One with an instruction that callgrind does not
/// know ends it: it has no count, and those after it are counted by themselves.
fn count(binary: &Path, names: &[&String], rows: &mut [Row]) -> Result<(), String> {
    let folder = target_directory()?.join("callgrind-h264");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let functions = rows.iter().map(|row| row.instructions.iter().flatten().count()).sum();
    let mut counts = Vec::new();
    while counts.len() < functions {
        let (after, parts) = (counts.len(), folder.join(format!("after{}", counts.len())));
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--quiet", "--toggle-collect=h264_measured"]);
        valgrind.args(["--dump-after=h264_measured", "--log-file=/dev/null"]);
        valgrind.arg(format!("--callgrind-out-file={}", parts.display()));
        let ended =
            output(valgrind.arg(binary).args(["--count", &format!("--after={after}")]).args(names)).map(drop);
        for part in 1.. {
            let Ok(text) = std::fs::read_to_string(format!("{}.{part}", parts.display())) else { break };
            // What is written at the end is of no whole function.
            if !text.contains("Trigger: Program termination") {
                counts.push(callgrind::total(&text));
            }
        }
        match ended {
            // Not one function was counted, this time and the last.
            Err(error) if counts.len() == after && after > 0 && counts[after - 1].is_none() => {
                return Err(error);
            }
            Err(_) => counts.push(None),
            Ok(()) if counts.len() < functions => return Err("callgrind wrote too few files".to_string()),
            Ok(()) => {}
        }
    }
    let mut counts = counts.into_iter();
    for row in rows {
        for instructions in row.instructions.iter_mut().filter(|count| count.is_some()) {
            *instructions = counts.next().flatten().map(|total| total as f64 / row.calls);
        }
    }
    Ok(())
}

fn print(encoder: &str, rows: &[&Row]) {
    let counted = rows.iter().any(|row| row.instructions[0].is_some_and(|count| count > 0.0));
    let mut header = vec!["slot", "ours, ns", encoder, "plain Rust", "theirs/ours", "plain/ours"];
    if counted {
        header.extend(["ours, instructions", encoder, "plain Rust", "theirs/ours", "plain/ours"]);
    }
    let cells = |row: &Row| {
        let mut cells = vec![row.name.clone()];
        let figures = [(row.nanoseconds, 1), (row.instructions, 0)];
        for (of, digits) in figures.into_iter().take(1 + usize::from(counted)) {
            cells.extend(of.map(|number| number.map_or("-".into(), |number| format!("{number:.digits$}"))));
            cells.extend([1, 2].map(|other| shown(ratio(of, other))));
        }
        cells
    };
    let mut table: Vec<Vec<String>> = rows.iter().map(|row| cells(row)).collect();
    let mean = |of: fn(&Row) -> [Option<f64>; COLUMNS], other: usize| {
        shown(geometric_mean(rows.iter().filter_map(|row| ratio(of(row), other))))
    };
    let mut last = vec!["geometric mean".to_string()];
    for of in
        [|row: &Row| row.nanoseconds, |row: &Row| row.instructions].into_iter().take(1 + usize::from(counted))
    {
        last.extend([(); COLUMNS].map(|()| String::new()));
        last.extend([1, 2].map(|other| mean(of, other)));
    }
    table.push(last);
    println!("{}", markdown::table(&header, 1, &table));
    let slow: Vec<&str> = rows
        .iter()
        .filter(|row| ratio(row.nanoseconds, 1).is_some_and(|ratio| ratio < 0.5))
        .map(|row| row.name.as_str())
        .collect();
    println!("{} of {} take more than twice the time of {encoder}'s\n", slow.len(), rows.len());
}

fn shown(ratio: Option<f64>) -> String {
    ratio.map_or("-".into(), |ratio| format!("{ratio:.2}"))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn lines_of_the_list() {
        let row = parse("x264\tsad 16x16\t64\tyes\tno\tyes").unwrap();
        assert_eq!((row.encoder.as_str(), row.name.as_str(), row.calls), ("x264", "sad 16x16", 64.0));
        assert_eq!(row.instructions, [Some(0.0), None, Some(0.0)]);
        assert!(parse("x264\tsad 16x16").is_none());
    }
}
