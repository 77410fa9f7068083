//! The gallery of kernels in four forms: what each costs, and how the forms compare.

use crate::process::{cargo, output, run, target_directory};
use crate::{instructions, markdown};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The forms, as the binary calls them.
const FORMS: [&str; 4] = ["plain", "staged", "lanes", "hand"];

/// Levels at which forms are timed.
const LEVELS: [&str; 2] = ["V3", "V4"];

/// By this much two times may differ and be called the same.
const NOISE: f64 = 1.03;

/// Kernels with a line of their own at the end.
const GOALS: [(&str, &str); 2] = [("plane 16x16", "intra_16x16_plane"), ("SATD 16x16", "satd_16x16")];

/// The least and the median of all rounds, in nanoseconds.
type Time = [f64; 2];

/// What was measured of one kernel.
struct Row {
    name: String,
    /// Of each form; empty where they were not counted.
    instructions: Vec<u64>,
    /// Of each form at each level that this machine has.
    times: HashMap<(String, String), Time>,
}

impl Row {
    fn time(&self, level: &str, form: &str) -> Option<Time> {
        self.times.get(&(level.to_string(), form.to_string())).copied()
    }

    /// How many times as fast as `reference` a form is, by the least of both.
    fn speed(&self, level: &str, form: &str, reference: &str) -> Option<f64> {
        Some(self.time(level, reference)?[0] / self.time(level, form)?[0])
    }

    /// Slower by the least and by the median of all rounds: one alone may be a disturbance.
    fn is_slower(&self, level: &str, form: &str, reference: &str) -> bool {
        let times = self.time(level, form).zip(self.time(level, reference));
        times.is_some_and(|(form, reference)| (0..2).all(|i| form[i] > NOISE * reference[i]))
    }
}

/// Prints the tables. `--quick` takes short times, `--no-callgrind` leaves instructions out; other arguments are the
/// names of the kernels that are measured.
pub fn measure(arguments: &[String]) -> Result<(), String> {
    let (flags, names): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| argument.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|other| *other == flag);
    let binary = build()?;
    let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
    let counts = if has("--no-callgrind") { HashMap::new() } else { count(&binary, &names)? };
    let mut command = Command::new(&binary);
    command.args(&names).args(has("--quick").then_some("--quick"));
    let mut rows: Vec<Row> = Vec::new();
    for line in output(&mut command)?.lines() {
        let (name, key, time) = parse(line).ok_or_else(|| format!("gallery: `{line}`"))?;
        if rows.last().is_none_or(|row| row.name != name) {
            let of = |form: &&str| counts.get(&format!("{form}_{name}")).copied();
            let instructions = FORMS.iter().filter_map(of).collect();
            rows.push(Row { name, instructions, times: HashMap::new() });
        }
        rows.last_mut().expect("the row just made").times.insert(key, time);
    }
    print(&rows);
    Ok(())
}

/// The optimised binary that holds the gallery.
fn build() -> Result<PathBuf, String> {
    run(&mut cargo(["build", "--quiet", "--release", "--package", "unite-benches", "--bin", "gallery"]))?;
    Ok(target_directory()?.join("release").join("gallery"))
}

/// Instructions of one call of `FORM_NAME`, at x86-64-v3.
fn count(binary: &Path, names: &[&str]) -> Result<HashMap<String, u64>, String> {
    let arguments: Vec<&str> = std::iter::once("--count").chain(names.iter().copied()).collect();
    instructions::count(binary, &arguments, "gallery_measured")
}

/// Name, level, form, least, median, with tabs between.
fn parse(line: &str) -> Option<(String, (String, String), Time)> {
    let [name, level, form, least, median] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    let key = (level.to_string(), form.to_string());
    Some((name.to_string(), key, [least.parse().ok()?, median.parse().ok()?]))
}

fn print(rows: &[Row]) {
    if rows.iter().any(|row| !row.instructions.is_empty()) {
        println!("Instructions of one call at x86-64-v3:\n");
        let cells = rows.iter().map(|row| {
            let counts = FORMS.iter().enumerate();
            let counts = counts.map(|(i, _)| row.instructions.get(i).map_or("-".into(), u64::to_string));
            let of = |form: usize| row.instructions.get(form).map(|&count| count as f64);
            let ratio = |a: usize, b: usize| of(a).zip(of(b)).map(|(a, b)| a / b);
            let ratios = [ratio(3, 2), ratio(0, 2)].map(shown);
            std::iter::once(row.name.clone()).chain(counts).chain(ratios).collect()
        });
        let header = ["kernel", "plain", "staged", "lanes", "by hand", "by hand/lanes", "plain/lanes"];
        println!("{}", markdown::table(&header, 1, &cells.collect::<Vec<_>>()));
    }
    for level in LEVELS {
        if rows.iter().all(|row| row.time(level, "lanes").is_none()) {
            println!("Times at {level}: this machine does not have it.\n");
            continue;
        }
        println!(
            "Times of one call at {level}, ns, least and median of all rounds; kernels choose the level in it:\n"
        );
        print_times(rows, level);
    }
    for (goal, name) in GOALS {
        for row in rows.iter().filter(|row| row.name == name) {
            for level in LEVELS {
                if let Some(speed) = row.speed(level, "hand", "lanes") {
                    println!("{goal} at {level}: lanes / by hand = {speed:.2}");
                }
            }
        }
    }
}

fn print_times(rows: &[Row], level: &str) {
    let mut cells = Vec::new();
    let mut slower = Vec::new();
    for row in rows {
        let times = FORMS.map(|form| {
            row.time(level, form).map_or("-".into(), |[least, median]| format!("{least:.1} {median:.1}"))
        });
        let ratios = ["hand", "plain"].map(|reference| shown(row.speed(level, "lanes", reference)));
        let is_slower = row.is_slower(level, "lanes", "staged");
        let mark = if is_slower { "SLOWER than staged" } else { "" }.to_string();
        slower.extend(is_slower.then_some(row.name.as_str()));
        cells.push(std::iter::once(row.name.clone()).chain(times).chain(ratios).chain([mark]).collect());
    }
    let mean =
        |reference: &str| geometric_mean(rows.iter().filter_map(|row| row.speed(level, "lanes", reference)));
    let means = ["hand", "plain"].map(|reference| shown(mean(reference)));
    let empty = [(); 4].map(|()| String::new());
    cells.push(
        std::iter::once("geometric mean".into()).chain(empty).chain(means).chain([String::new()]).collect(),
    );
    let header = ["kernel", "plain", "staged", "lanes", "by hand", "by hand/lanes", "plain/lanes", "mark"];
    println!("{}", markdown::table(&header, 1, &cells));
    if !slower.is_empty() {
        println!("At {level}, {} of {} slower with lanes: {}\n", slower.len(), rows.len(), slower.join(", "));
    }
}

fn shown(ratio: Option<f64>) -> String {
    ratio.map_or("-".into(), |ratio| format!("{ratio:.2}"))
}

/// The mean of ratios: of two that undo each other it is 1.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    let sum: f64 = logarithms.iter().sum();
    (!logarithms.is_empty()).then(|| (sum / logarithms.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::{Row, geometric_mean, parse};
    use std::collections::HashMap;

    #[test]
    fn lines_of_the_binary() {
        let (name, key, time) = parse("plane\tV3\tlanes\t10.5\t11").unwrap();
        assert_eq!(
            (name.as_str(), key.0.as_str(), key.1.as_str(), time),
            ("plane", "V3", "lanes", [10.5, 11.0])
        );
        assert!(parse("plane\tV3\tlanes\t10.5").is_none());
    }

    #[test]
    fn slower_is_more_than_noise() {
        let times = [("staged", [10.0, 12.0]), ("lanes", [10.4, 12.4]), ("hand", [20.0, 12.0])];
        let key = |form: &str| ("V3".to_string(), form.to_string());
        let times: HashMap<_, _> = times.into_iter().map(|(form, time)| (key(form), time)).collect();
        let row = Row { name: "plane".to_string(), instructions: Vec::new(), times };
        assert!(row.is_slower("V3", "lanes", "staged"));
        assert!(!row.is_slower("V3", "hand", "staged"), "only the least is larger");
        assert_eq!(row.speed("V3", "staged", "hand"), Some(2.0));
        assert_eq!(row.speed("V4", "staged", "hand"), None);
    }

    #[test]
    fn means_of_ratios() {
        assert_eq!(geometric_mean([4.0, 0.25].into_iter()), Some(1.0));
        assert_eq!(geometric_mean(std::iter::empty()), None);
    }
}
