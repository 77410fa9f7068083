//! Runs every kernel and its twin once, for a program that counts instructions; or lists them.

use std::process::ExitCode;
use unite::level;
use unite_benches::twins::{ALL, CONTROL, Cost, LEVEL, Loops, Pair};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("--list") {
        list();
        return ExitCode::SUCCESS;
    }
    if level::limit(LEVEL) != LEVEL {
        eprintln!("the twins are compiled for {LEVEL:?}, which this machine does not have");
        return ExitCode::FAILURE;
    }
    let mut pairs: Vec<Box<dyn Pair>> = ALL.iter().map(|twin| (twin.prepare)()).collect();
    // Once to settle what is settled at the first call, then the one that counts.
    run(&mut pairs);
    twins_measured(&mut pairs);
    for pair in &pairs {
        std::hint::black_box(pair.output());
    }
    ExitCode::SUCCESS
}

/// A line for each, with tabs between: name, kernels, what is asked of the loops and why not more, how many times the
/// instructions of the twin are allowed beyond the usual and why.
fn list() {
    for twin in ALL.iter().chain([&CONTROL]) {
        // Whatever is listed is part of the binary.
        std::hint::black_box(twin.prepare);
        let (loops, why_not) = match twin.loops {
            Loops::Affine => ("affine", ""),
            Loops::Exempt(reason) => ("exempt", reason),
            Loops::Control => ("control", ""),
        };
        let (limit, why) = match twin.cost {
            Cost::Twin => (String::new(), ""),
            Cost::Above(limit, reason) => (limit.to_string(), reason),
        };
        println!("{}\t{}\t{loops}\t{why_not}\t{limit}\t{why}", twin.name, twin.kernels.join(","));
    }
}

/// The one function inside which instructions are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn twins_measured(pairs: &mut [Box<dyn Pair>]) {
    run(std::hint::black_box(pairs));
}

fn run(pairs: &mut [Box<dyn Pair>]) {
    for pair in pairs {
        pair.ours();
        pair.twin();
    }
}
