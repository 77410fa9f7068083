//! Tests and examples under Miri, which sees what undefined behaviour is, in both models of what references may do.

use crate::markdown::table;
use crate::miri_done::{Done, Outcome};
use crate::process::{output, root};
use crate::watched::{Ending, watch};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A model of what references may do.
#[derive(Clone, Copy)]
struct Model {
    name: &'static str,
    /// What Miri calls it.
    flag: &'static str,
}

const MODELS: [Model; 2] = [
    Model { name: "stacked borrows", flag: "" },
    Model { name: "tree borrows", flag: "-Zmiri-tree-borrows" },
];

/// What is asked in every run. Without isolation tests see the variables that say how many cases they try.
const FLAGS: &str = "-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check -Zmiri-disable-isolation";

/// What programs are told in addition in which kernels panic: a storage that is not complete then keeps its memory, by design.
const LEAKS: &str = "-Zmiri-ignore-leaks";

/// Programs in which kernels panic while they write a storage.
const PANICKING: &[&str] = &["unite-stored", "programs that would break memory", "the same in edition 2021"];

/// Cases of each property test: Miri takes some thousand times as long.
const CASES: &str = "2";

/// How long one test may take, or one example, if nothing else is asked.
const HOUR: Duration = Duration::from_secs(3600);

/// Only one level: the one that the build is for.
const ONE_LEVEL: &str = "--features=unite/one-level";

/// A program that Miri runs.
struct Program {
    name: String,
    /// What Cargo is told.
    arguments: Vec<String>,
    /// Names of tests, or parts of them; all, if there are none.
    tests: Vec<String>,
}

/// Tests: a name, and what Cargo is told.
const TESTS: &[(&str, &[&str])] = &[
    ("unite-core", &["--package=unite-core", "--lib", "--test=blocks", "--test=operations"]),
    ("unite-stored", &["--package=unite-stored", "--lib", "--test=*"]),
    ("unite-adapters", &["--package=unite-adapters", "--test=*", ONE_LEVEL]),
    ("programs that would break memory", &["--package=unite", "--test=sound", ONE_LEVEL]),
    ("the same in edition 2021", &["--package=unite-sound-2021", ONE_LEVEL]),
    ("kernels", &["--package=unite", "--test=kernels", ONE_LEVEL]),
    ("meaning", &["--package=unite", "--test=meaning", ONE_LEVEL]),
    ("slots of H.264", &["--package=unite-h264-c", "--test=forms", ONE_LEVEL]),
];

/// What is not run, and why.
const SKIPPED: &[&str] = &[
    "levels above the one that the build is for: Miri has no AVX-512, and little of AVX2",
    "agreement, encoders, fuzzing: hours, or C beside them; `cargo xtask memcheck` runs what has `unsafe` of its own",
    "tests of whole pictures and of many random cases have smaller sizes under Miri (`cfg!(miri)`)",
];

/// What a run sees to.
#[derive(Clone, Copy)]
struct Watch<'d> {
    /// How long one test may take.
    limit: Duration,
    /// What ran before, and where it is noted what runs now.
    done: &'d Done,
}

/// What became of the tests of one module.
struct Row {
    program: String,
    module: String,
    model: &'static str,
    passed: usize,
    seconds: f64,
    /// What went wrong.
    fault: Option<String>,
    /// What took too long, and was ended.
    late: Vec<String>,
}

/// Runs everything, the two models side by side; or the programs and models whose names contain one of the words. What follows
/// `--` is told the tests: names of some of them. A test or an example that takes more than an hour, or `--seconds=N`, is ended, and
/// named at the end among what was not run. With `--resume` what ran at this commit before is not run again.
pub fn run(words: &[String]) -> Result<(), String> {
    if !is_installed() {
        println!(
            "skipped: there is no nightly Rust with Miri (`rustup +nightly component add miri rust-src`)"
        );
        return Ok(());
    }
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (words, tests) = (&words[..end], words.get(end + 1..).unwrap_or_default());
    let (resume, words): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| *word == "--resume");
    let (limits, words): (Vec<&String>, Vec<&String>) =
        words.into_iter().partition(|word| word.starts_with("--seconds="));
    let done = Done::open(!resume.is_empty())?;
    let limit = match limits.last() {
        None => HOUR,
        Some(limit) => limit["--seconds=".len()..]
            .parse()
            .map(Duration::from_secs)
            .map_err(|error| format!("`{limit}`: {error}"))?,
    };
    let has = |name: &str| words.iter().any(|word| name.contains(word.as_str()));
    let models: Vec<Model> = MODELS.into_iter().filter(|model| has(model.name)).collect();
    let models = if models.is_empty() { MODELS.to_vec() } else { models };
    let mut programs = programs(tests)?;
    if programs.iter().any(|program| has(&program.name)) {
        programs.retain(|program| has(&program.name));
    }
    let rows: Vec<Row> = std::thread::scope(|scope| {
        let (programs, watch) = (&programs, Watch { limit, done: &done });
        let run =
            |model| move || programs.iter().flat_map(|program| program.run(model, watch)).collect::<Vec<_>>();
        let threads: Vec<_> = models.into_iter().map(|model| scope.spawn(run(model))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a run does not panic")).collect()
    });
    let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    let header = ["program", "module", "model", "result", "tests", "seconds"];
    let late = rows.iter().flat_map(|row| row.late.iter().map(move |what| (row, what)));
    let late =
        late.map(|(row, what)| format!("{what}, {}: more than {} seconds", row.model, limit.as_secs()));
    let skipped: Vec<String> = SKIPPED.iter().map(|what| what.to_string()).chain(late).collect();
    println!("\n{}\nNot run:\n* {}", table(&header, 4, &cells), skipped.join("\n* "));
    let failed = rows.iter().filter(|row| row.fault.is_some());
    let failed: Vec<String> =
        failed.map(|row| format!("{} {}, {}", row.program, row.module, row.model)).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("under Miri: {}", failed.join("; "))) }
}

/// Whether there is a nightly Rust with Miri.
fn is_installed() -> bool {
    let mut asked = Command::new("rustup");
    asked.args(["run", "nightly", "cargo", "miri", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// All programs; only some `tests`, if they are named: then no examples.
fn programs(tests: &[String]) -> Result<Vec<Program>, String> {
    let mut programs: Vec<Program> = TESTS
        .iter()
        .map(|(name, asked)| {
            let arguments = ["test"].iter().chain(*asked).map(|word| word.to_string()).collect();
            Program { name: name.to_string(), arguments, tests: tests.to_vec() }
        })
        .collect();
    if tests.is_empty() {
        programs.extend(examples()?.into_iter().map(|name| Program {
            name: format!("example {name}"),
            arguments: ["run", "--package=unite", ONE_LEVEL, "--example", &name].map(String::from).into(),
            tests: Vec::new(),
        }));
    }
    Ok(programs)
}

/// The names of the examples.
fn examples() -> Result<Vec<String>, String> {
    let folder = root().join("examples");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_string))
        .collect();
    names.sort_unstable();
    Ok(names)
}

impl Program {
    /// Runs it, and says what became of each module.
    fn run(&self, model: Model, watch: Watch<'_>) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        let outcome = match self.arguments[0].as_str() {
            "test" => self.run_tests(model, watch, &mut rows),
            _ => self.run_example(model, watch, &mut rows),
        };
        if let Err(fault) = outcome {
            match rows.last_mut() {
                Some(last) => _ = last.fault.get_or_insert(fault),
                None => rows.push(Row { fault: Some(fault), ..self.row("-", model) }),
            }
        }
        rows
    }

    fn run_example(
        &self,
        model: Model,
        Watch { limit, done }: Watch<'_>,
        rows: &mut Vec<Row>,
    ) -> Result<(), String> {
        let key = [&*self.name, model.name, "-"];
        if let Some(known) = done.known(key, limit.as_secs_f64()) {
            let mut row = self.row("-", model);
            row.counts(&self.name, known);
            rows.push(row);
            return Ok(());
        }
        let start = Instant::now();
        let line = |line: &str| println!("{}, {}: {line}", self.name, model.name);
        let ending = watch(&mut self.command(model, &[]), limit, |_| true, line)?;
        let mut row = self.row("-", model);
        let outcome = match ending {
            Ending::Late(_) => Outcome::Late(limit.as_secs_f64()),
            Ending::Ended(status) if status.success() => Outcome::Passed(start.elapsed().as_secs_f64()),
            Ending::Ended(status) => {
                row.fault = Some(format!("ended with {status}"));
                rows.push(row);
                return Ok(());
            }
        };
        done.note(key, outcome);
        row.counts(&self.name, outcome);
        rows.push(row);
        Ok(())
    }

    /// The names of its tests.
    fn listed(&self, model: Model) -> Result<Vec<String>, String> {
        let asked: Vec<&str> =
            ["--list", "--format=terse"].into_iter().chain(self.tests.iter().map(String::as_str)).collect();
        let text = output(&mut self.command(model, &asked))?;
        Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_string).collect())
    }

    /// Runs its tests one after the other, and those that are left anew when one took too long.
    fn run_tests(
        &self,
        model: Model,
        Watch { limit, done }: Watch<'_>,
        rows: &mut Vec<Row>,
    ) -> Result<(), String> {
        let mut left = self.listed(model)?;
        left.retain(|test| {
            let known = done.known([&self.name, model.name, test], limit.as_secs_f64());
            known
                .map(|known| self.row_of(test, model, rows).counts(&format!("{} {test}", self.name), known))
                .is_none()
        });
        while !left.is_empty() {
            let harness = ["-Zunstable-options", "--report-time", "--test-threads=1", "--exact"];
            let asked: Vec<&str> = harness.into_iter().chain(left.iter().map(String::as_str)).collect();
            let mut ended = Vec::new();
            let line = |line: &str| {
                println!("{}, {}: {line}", self.name, model.name);
                ended.extend(self.note(line, model, done, rows));
            };
            let ending =
                watch(&mut self.command(model, &asked), limit, |begun| begun.starts_with("test "), line)?;
            match ending {
                Ending::Ended(status) if status.success() => return Ok(()),
                Ending::Ended(status) => return Err(format!("ended with {status}")),
                Ending::Late(begun) => {
                    let (test, _) = test_of(&begun).ok_or("a test that took too long has no name")?;
                    let late = Outcome::Late(limit.as_secs_f64());
                    done.note([&self.name, model.name, test], late);
                    self.row_of(test, model, rows).counts(&format!("{} {test}", self.name), late);
                    left.retain(|name| name != test && !ended.contains(name));
                }
            }
        }
        Ok(())
    }

    /// Notes what a line says of a test, whose seconds are added to those of its module: the name, if it is done.
    fn note(&self, line: &str, model: Model, done: &Done, rows: &mut Vec<Row>) -> Option<String> {
        let (test, answer) = test_of(line)?;
        let row = self.row_of(test, model, rows);
        let seconds = answer.rsplit_once('<').and_then(|(_, time)| time.strip_suffix("s>")?.parse().ok());
        let passed = Outcome::Passed(seconds.unwrap_or(0.0));
        if answer.contains("ok <") {
            done.note([&self.name, model.name, test], passed);
            row.counts(test, passed);
        }
        if answer.contains("FAILED") {
            row.fault.get_or_insert(format!("{test} failed"));
        }
        Some(test.to_string())
    }

    /// The row of the module of a test.
    fn row_of<'r>(&self, test: &str, model: Model, rows: &'r mut Vec<Row>) -> &'r mut Row {
        let module = test.split_once("::").map_or("-", |(module, _)| module);
        let known = rows.iter().position(|row| row.module == module);
        let at = known.unwrap_or_else(|| {
            rows.push(self.row(module, model));
            rows.len() - 1
        });
        &mut rows[at]
    }

    fn row(&self, module: &str, model: Model) -> Row {
        let (program, module) = (self.name.clone(), module.to_string());
        Row { program, module, model: model.name, passed: 0, seconds: 0.0, fault: None, late: Vec::new() }
    }

    /// One run of Miri: without debug assertions, which would catch accesses before Miri sees them. Tests are told what is `asked`.
    fn command(&self, model: Model, asked: &[&str]) -> Command {
        let mut command = Command::new("rustup");
        command.args(["run", "nightly", "cargo", "miri"]);
        let (verb, rest) = self.arguments.split_at(1);
        command.args(verb).arg("--release").args(rest);
        if !asked.is_empty() {
            command.arg("--").args(asked);
        }
        let leaks = if PANICKING.contains(&self.name.as_str()) { LEAKS } else { "" };
        let flags = format!("{FLAGS} {leaks} {}", model.flag);
        command.env("MIRIFLAGS", flags).env("PROPTEST_CASES", CASES).current_dir(root());
        // Kernels panic often here, and to say where takes seconds.
        command.env("RUST_BACKTRACE", "0");
        // Those of the Rust that runs this.
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        command
    }
}

/// The name of a test and what is said of it.
fn test_of(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("test ")?.split_once(" ... ")
}

impl Row {
    /// Counts one that ended so.
    fn counts(&mut self, what: &str, outcome: Outcome) {
        let (Outcome::Passed(seconds) | Outcome::Late(seconds)) = outcome;
        self.seconds += seconds;
        match outcome {
            Outcome::Passed(_) => self.passed += 1,
            Outcome::Late(_) => self.late.push(what.to_string()),
        }
    }

    fn cells(&self) -> Vec<String> {
        let clean = if self.late.is_empty() { "clean" } else { "clean, not all" };
        let result = self.fault.clone().unwrap_or_else(|| clean.to_string());
        let (passed, seconds) = (self.passed.to_string(), format!("{:.0}", self.seconds));
        vec![self.program.clone(), self.module.clone(), self.model.to_string(), result, passed, seconds]
    }
}
