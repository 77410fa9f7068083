//! Tests and examples under Miri, which sees what undefined behaviour is, in both models of what references may do.

use crate::markdown::table;
use crate::process::{root, shown};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

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

/// Cases of each property test: Miri takes some thousand times as long.
const CASES: &str = "2";

/// Only one level: the one that the build is for.
const ONE_LEVEL: &str = "--features=unite/one-level";

/// A program that Miri runs.
struct Program {
    name: String,
    /// What Cargo is told.
    arguments: Vec<String>,
}

/// Tests: a name, and what Cargo is told.
const TESTS: &[(&str, &[&str])] = &[
    ("unite-core", &["--package=unite-core", "--lib", "--test=blocks", "--test=operations"]),
    ("unite-stored", &["--package=unite-stored", "--lib", "--test=*"]),
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

/// What became of the tests of one module.
struct Row {
    program: String,
    module: String,
    model: &'static str,
    passed: usize,
    seconds: f64,
    /// What went wrong.
    fault: Option<String>,
}

/// Runs everything, the two models side by side; or the programs and models whose names contain one of the words. What follows
/// `--` is told the tests: names of some of them.
pub fn run(words: &[String]) -> Result<(), String> {
    if !is_installed() {
        println!(
            "skipped: there is no nightly Rust with Miri (`rustup +nightly component add miri rust-src`)"
        );
        return Ok(());
    }
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (words, tests) = (&words[..end], words.get(end + 1..).unwrap_or_default());
    let has = |name: &str| words.iter().any(|word| name.contains(word.as_str()));
    let models: Vec<Model> = MODELS.into_iter().filter(|model| has(model.name)).collect();
    let models = if models.is_empty() { MODELS.to_vec() } else { models };
    let mut programs = programs(tests)?;
    if programs.iter().any(|program| has(&program.name)) {
        programs.retain(|program| has(&program.name));
    }
    let rows: Vec<Row> = std::thread::scope(|scope| {
        let programs = &programs;
        let run = |model| move || programs.iter().flat_map(|program| program.run(model)).collect::<Vec<_>>();
        let threads: Vec<_> = models.into_iter().map(|model| scope.spawn(run(model))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a run does not panic")).collect()
    });
    let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    let header = ["program", "module", "model", "result", "tests", "seconds"];
    println!("\n{}\nNot run:\n* {}", table(&header, 4, &cells), SKIPPED.join("\n* "));
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
            let harness = ["--", "-Zunstable-options", "--report-time", "--test-threads=1"];
            let all = ["test"].iter().chain(*asked).chain(&harness).map(|word| word.to_string());
            Program { name: name.to_string(), arguments: all.chain(tests.iter().cloned()).collect() }
        })
        .collect();
    if tests.is_empty() {
        programs.extend(examples()?.into_iter().map(|name| Program {
            name: format!("example {name}"),
            arguments: ["run", "--package=unite", ONE_LEVEL, "--example", &name].map(String::from).into(),
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
    fn run(&self, model: Model) -> Vec<Row> {
        let start = Instant::now();
        let mut rows: Vec<Row> = Vec::new();
        let outcome = self.stream(model, &mut rows);
        if rows.is_empty() {
            let passed = usize::from(outcome.is_ok());
            rows.push(self.row("-", model, passed, start.elapsed().as_secs_f64()));
        }
        if let (Err(fault), Some(last)) = (outcome, rows.last_mut()) {
            last.fault.get_or_insert(fault);
        }
        rows
    }

    /// Runs it, and shows each test that ends: its seconds are added to those of its module.
    fn stream(&self, model: Model, rows: &mut Vec<Row>) -> Result<(), String> {
        let mut command = self.command(model);
        let shown = shown(&command);
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start `{shown}`: {error}"))?;
        for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
            let line = line.map_err(|error| format!("`{shown}` printed no text: {error}"))?;
            println!("{}, {}: {line}", self.name, model.name);
            let Some((test, answer)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... "))
            else {
                continue;
            };
            let module = test.split_once("::").map_or("-", |(module, _)| module);
            let seconds = answer.rsplit_once('<').and_then(|(_, time)| time.strip_suffix("s>")?.parse().ok());
            let known = rows.iter().position(|row| row.module == module);
            let at = known.unwrap_or_else(|| {
                rows.push(self.row(module, model, 0, 0.0));
                rows.len() - 1
            });
            rows[at].seconds += seconds.unwrap_or(0.0);
            rows[at].passed += usize::from(answer.contains("ok <"));
            if answer.contains("FAILED") {
                rows[at].fault.get_or_insert(format!("{test} failed"));
            }
        }
        let status = child.wait().map_err(|error| format!("`{shown}`: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("ended with {status}")) }
    }

    fn row(&self, module: &str, model: Model, passed: usize, seconds: f64) -> Row {
        let (program, module) = (self.name.clone(), module.to_string());
        Row { program, module, model: model.name, passed, seconds, fault: None }
    }

    /// One run of Miri: without debug assertions, which would catch accesses before Miri sees them.
    fn command(&self, model: Model) -> Command {
        let mut command = Command::new("rustup");
        command.args(["run", "nightly", "cargo", "miri"]);
        let (verb, rest) = self.arguments.split_at(1);
        command.args(verb).arg("--release").args(rest);
        let flags = format!("{FLAGS} {}", model.flag);
        command.env("MIRIFLAGS", flags).env("PROPTEST_CASES", CASES).current_dir(root());
        // Those of the Rust that runs this.
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        command
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let result = self.fault.clone().unwrap_or_else(|| "clean".to_string());
        let (passed, seconds) = (self.passed.to_string(), format!("{:.0}", self.seconds));
        vec![self.program.clone(), self.module.clone(), self.model.to_string(), result, passed, seconds]
    }
}
