//! The gallery: times all forms of its kernels, or runs each once for a program that counts instructions.
//!
//! ```text
//! gallery [--quick] [NAME...]   times: a line for each kernel, level and form, with tabs between
//! gallery --list                the names of the kernels
//! gallery --count               calls every form of every kernel once, at x86-64-v3, inside `gallery_measured`
//! ```

use std::cell::RefCell;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use unite::level::{self, Level};
use unite_benches::gallery::{ALL, Entry, Exhibit, Form};
use unite_rounds::{Clock, Timing, best, in_turn};

/// The levels that are timed.
const LEVELS: [Level; 2] = [Level::V3, Level::V4];

/// How long a batch of calls takes about: long beside the reading of a clock, short beside a turn of the scheduler.
const BATCH: Duration = Duration::from_micros(60);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, names): (Vec<&str>, Vec<&str>) =
        arguments.iter().map(String::as_str).partition(|argument| argument.starts_with("--"));
    let entries: Vec<&Entry> =
        ALL.iter().filter(|entry| names.is_empty() || names.contains(&entry.name)).collect();
    match flags[..] {
        [] => time(&entries, 15, Duration::from_millis(4)),
        ["--quick"] => time(&entries, 3, Duration::from_millis(1)),
        ["--list"] => entries.iter().for_each(|entry| println!("{}", entry.name)),
        ["--count"] => return count(&entries),
        _ => {
            eprintln!("usage: gallery [--quick | --list | --count] [NAME...]");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn count(entries: &[&Entry]) -> ExitCode {
    if level::limit(Level::V3) != Level::V3 {
        eprintln!("instructions are counted at {:?}, which this machine does not have", Level::V3);
        return ExitCode::FAILURE;
    }
    let mut exhibits: Vec<Box<dyn Exhibit>> = entries.iter().map(|entry| entry.measured()).collect();
    // Once to settle what is settled at the first call, then the one that counts.
    run_all(&mut exhibits);
    gallery_measured(&mut exhibits);
    for exhibit in &exhibits {
        black_box(exhibit.output());
    }
    ExitCode::SUCCESS
}

/// The one function inside which instructions are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn gallery_measured(exhibits: &mut [Box<dyn Exhibit>]) {
    run_all(black_box(exhibits));
}

fn run_all(exhibits: &mut [Box<dyn Exhibit>]) {
    for exhibit in exhibits {
        Form::ALL.into_iter().for_each(|form| exhibit.run(form, Level::V3, 1));
    }
}

/// Name, level, form, and the least and the median of all rounds in nanoseconds for one call.
fn time(entries: &[&Entry], rounds: usize, span: Duration) {
    for entry in entries {
        // One set of data for all: they differ in nothing else.
        let exhibit = RefCell::new(entry.measured());
        let mut programs = Vec::new();
        for level in LEVELS.into_iter().filter(|&level| level <= Level::detect()) {
            for form in Form::ALL {
                programs.push(Program { form, level, times: 1, exhibit: &exhibit });
            }
        }
        programs.iter_mut().for_each(Program::calibrate);
        let mut runs: Vec<_> = programs.iter_mut().map(|program| || program.run()).collect();
        let mut runs: Vec<&mut dyn FnMut()> = runs.iter_mut().map(|run| run as &mut dyn FnMut()).collect();
        let timings = in_turn(&mut runs, rounds, span, Clock::Thread);
        for (program, timing) in programs.iter().zip(&timings) {
            let nanoseconds = |seconds: f64| seconds * 1e9 / f64::from(program.times);
            let [least, median] = [best(timing), median(timing)].map(nanoseconds);
            let (name, level, form) = (entry.name, program.level, program.form.name());
            println!("{name}\t{level:?}\t{form}\t{least:.3}\t{median:.3}");
        }
    }
}

/// A form at a level, and how often it is called in a batch.
struct Program<'a> {
    form: Form,
    level: Level,
    times: u32,
    exhibit: &'a RefCell<Box<dyn Exhibit>>,
}

impl Program<'_> {
    fn run(&mut self) {
        self.exhibit.borrow_mut().run(self.form, self.level, self.times);
    }

    /// Finds how many calls make a batch. The least of some counts: any of them may have been disturbed.
    fn calibrate(&mut self) {
        while self.times < 1 << 20 && (0..5).any(|_| self.elapsed() < BATCH) {
            self.times *= 2;
        }
    }

    fn elapsed(&mut self) -> Duration {
        let start = Instant::now();
        self.run();
        start.elapsed()
    }
}

fn median(timing: &Timing) -> f64 {
    let mut seconds = timing.seconds.clone();
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}
