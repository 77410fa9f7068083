//! The kernels of H.264 in the tables of x264 and openh264, beside the functions whose places they take, and beside plain Rust: every
//! slot is called in the same way on the same memory, whoever filled it. Times what fills them, or runs each once for a
//! program that counts instructions.
//!
//! ```text
//! h264 [--quick] [NAME...]      times: a line for each slot, with tabs between
//! h264 --list [NAME...]         the slots: encoder, name, calls, and which columns there are
//! h264 --level                  the level that our kernels run at
//! h264 --count [--after=N] [NAME...]
//!                               runs every function of every slot once, but for the first N, each inside its own call of
//!                               `h264_measured`, at x86-64-v3
//! ```
//!
//! A name is the beginning of one, such as `predict` or `sad 16x16`.

mod memory;
mod openh264;
mod scalar;
mod slot;
mod x264;
mod x264_pictures;
mod x264_statistics;
mod x264_trellis;

use memory::Memory;
use slot::{Case, Column, Run};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;
use unite::level::{self, Level};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, names): (Vec<&str>, Vec<&str>) =
        arguments.iter().map(String::as_str).partition(|argument| argument.starts_with("--"));
    let asked = |case: &Case| names.is_empty() || names.iter().any(|name| case.name.starts_with(name));
    let cases: Vec<Case> = x264::cases().into_iter().chain(openh264::cases()).filter(asked).collect();
    match flags[..] {
        [] => time(&cases, 2000),
        ["--quick"] => time(&cases, 50),
        ["--list"] => {
            list(&cases);
            return ExitCode::SUCCESS;
        }
        ["--level"] => {
            println!("{:?}", level::current());
            return ExitCode::SUCCESS;
        }
        ["--count"] => return count(&cases, 0),
        ["--count", after] => match after.strip_prefix("--after=").and_then(|after| after.parse().ok()) {
            Some(after) => return count(&cases, after),
            None => return usage(),
        },
        _ => return usage(),
    }
    let different = cases.iter().filter_map(|case| Some((case, case.differs()?)));
    let different: Vec<String> =
        different.map(|(case, column)| format!("{} {}: {column:?}", case.encoder, case.name)).collect();
    if !different.is_empty() {
        eprintln!("not the same as ours:\n{}", different.join("\n"));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: h264 [--quick | --list | --level | --count [--after=N]] [NAME...]");
    ExitCode::FAILURE
}

fn list(cases: &[Case]) {
    for case in cases {
        let columns = case.runs.each_ref().map(|run| if run.is_some() { "yes" } else { "no" });
        println!("{}\t{}\t{}\t{}", case.encoder, case.name, case.calls, columns.join("\t"));
    }
}

fn count(cases: &[Case], after: usize) -> ExitCode {
    if level::limit(Level::V3) != Level::V3 {
        eprintln!("instructions are counted at {:?}, which this machine does not have", Level::V3);
        return ExitCode::FAILURE;
    }
    for run in cases.iter().flat_map(|case| case.runs.iter().flatten()).skip(after) {
        let mut memory = Memory::fresh();
        // Once to settle what is settled at the first call, then the one that counts.
        run(&mut memory);
        *memory = *Memory::fresh();
        h264_measured(run, &mut memory);
        black_box(&memory);
    }
    ExitCode::SUCCESS
}

/// The one function inside which instructions are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn h264_measured(run: &Run, memory: &mut Memory) {
    black_box(run)(memory);
}

/// Encoder, name, and the least of all rounds in nanoseconds for one call of each function, or `-`.
fn time(cases: &[Case], rounds: usize) {
    for case in cases {
        let fresh = Memory::fresh();
        let mut memory = fresh.clone();
        let mut least = [f64::INFINITY; Column::ALL.len()];
        for _ in 0..rounds {
            for (run, least) in case.runs.iter().zip(&mut least) {
                let Some(run) = run else { continue };
                memory.plane = fresh.plane;
                memory.c = fresh.c;
                memory.fdec = fresh.fdec;
                let start = Instant::now();
                run(black_box(&mut memory));
                *least = least.min(start.elapsed().as_secs_f64());
            }
        }
        let shown = least.map(|seconds| match seconds.is_finite() {
            true => format!("{:.2}", seconds * 1e9 / f64::from(case.calls)),
            false => "-".to_string(),
        });
        println!("{}\t{}\t{}", case.encoder, case.name, shown.join("\t"));
    }
}
