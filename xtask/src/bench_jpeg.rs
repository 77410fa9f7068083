//! JPEG encoders beside each other: times, bytes, and instructions per pixel, as one table.

use crate::process::{cargo, output, root, run as run_command, target_directory};
use crate::{instructions, jpeg_tables, markdown};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Instructions per pixel, by picture, setting and encoder.
type Counts = HashMap<[String; 3], f64>;

/// Builds the bench with its peers, times it, counts its instructions, and prints the tables.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let (mut quick, mut counted, mut plot, mut level) = (false, true, None, None);
    let mut other = None;
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--quick" => quick = true,
            "--no-callgrind" => counted = false,
            "--threads" | "--small" | "--command" => other = Some(word),
            "--v2" | "--v3" => level = Some(word),
            "--plot" => plot = Some(words.next().ok_or("--plot wants the name of a file")?),
            other => return Err(format!("bench-jpeg does not know `{other}`")),
        }
    }
    let binary = build(level == Some("--v2"))?;
    let mut bench = Command::new(&binary);
    bench.args(level);
    match other {
        Some("--threads") => {
            println!("speed: times as fast as on one thread in the same round, by the clock on the wall\n");
            print_table(&output(bench.arg("--threads"))?, &Counts::new());
            return Ok(());
        }
        Some("--small") => {
            println!(
                "speed: times as fast as libjpeg-turbo in the same round, where its encoder is made anew or used again, too\n"
            );
            let timed = output(bench.arg("--small"))?;
            print_table(&timed, &Counts::new());
            return put(&[("small", jpeg_tables::small(&jpeg_tables::rows(&timed)))]);
        }
        Some(_) => return commands(&binary),
        None => {}
    }
    let drawn = plot.map(|file| ["--plot", file]).into_iter().flatten();
    if level == Some("--v2") {
        // Neither has AVX2 then.
        bench.env("JSIMD_FORCESSE2", "1");
    }
    let timed = output(bench.args(quick.then_some("--quick")).args(drawn))?;
    let counts = if counted { count(&binary, quick)? } else { Counts::new() };
    println!(
        "speed: times as fast as libjpeg-turbo in the same round; median, least and most of the rounds\n"
    );
    print_table(&timed, &counts);
    Ok(())
}

/// Builds the command, and prints what it uses beside `cjpeg`.
fn commands(bench: &Path) -> Result<(), String> {
    run_command(&mut cargo(["build", "--quiet", "--release", "--package", "unite-jpeg"]))?;
    let command = target_directory()?.join("release").join("unite-jpeg");
    println!(
        "Whole processes, a PPM file in and a JPEG file out; medians of the rounds. speed: how many times less time of \
         processors than the first in the same round\n"
    );
    // All that is written stays until both are measured: files that are removed make the next ones dear.
    let folder = target_directory()?.join(format!("bench-jpeg-{}", std::process::id()));
    let measured = measured(bench, &command, &folder);
    let removed = std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()));
    measured.and(removed)
}

/// As [`commands`], of the command that was built, with its files in `folder`: those of each part in a folder of their own, as
/// both number what they set aside.
fn measured(bench: &Path, command: &Path, folder: &Path) -> Result<(), String> {
    let used = |part: &str| {
        let own = folder.join(part);
        std::fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
        output(Command::new(bench).arg(format!("--{part}")).args([command, &own]))
    };
    let measured = used("command")?;
    let rows = jpeg_tables::rows(&measured);
    let header = ["picture", "setting", "command", "CPU ms", "speed", "by the wall", "MB", "page faults"];
    println!("{}", markdown::table(&header, 3, &rows));
    let measured = used("thumbnails")?;
    let header = ["pictures", "program", "CPU ms a picture", "speed", "by the wall"];
    let thumbnails = markdown::table(&header, 2, &jpeg_tables::rows(&measured));
    print!("{thumbnails}");
    put(&[
        ("commands", jpeg_tables::commands(&rows)),
        ("used", jpeg_tables::used(&rows)),
        ("thumbnails", thumbnails),
    ])
}

/// Puts tables in their places in the document of the encoder.
fn put(tables: &[(&str, String)]) -> Result<(), String> {
    let page = root().join("codecs").join("jpeg").join("README.md");
    let failed = |error: std::io::Error| format!("{}: {error}", page.display());
    let mut text = std::fs::read_to_string(&page).map_err(failed)?;
    for (name, table) in tables {
        text = markdown::replaced(&text, name, table)?;
    }
    std::fs::write(&page, text).map_err(failed)
}

/// The bench's own table with another column: counts, if there are any.
fn print_table(timed: &str, counts: &Counts) {
    let mut header = vec!["picture", "setting", "encoder", "ns/pixel", "speed", "least", "most", "bytes"];
    if !counts.is_empty() {
        header.push("instructions/pixel");
    }
    let rows: Vec<Vec<String>> = timed
        .lines()
        .skip(2)
        .map(|line| row(line, counts).into_iter().take(header.len()).collect())
        .collect();
    print!("{}", markdown::table(&header, 3, &rows));
}

/// One line of the bench's own table, with the count added.
fn row(line: &str, counts: &Counts) -> Vec<String> {
    let mut cells = markdown::cells(line);
    let key = [0, 1, 2].map(|column| cells.get(column).cloned().unwrap_or_default());
    cells.push(counts.get(&key).map(|count| format!("{count:.1}")).unwrap_or_default());
    cells
}

/// Counts every encoder at every setting, or at the first one only.
fn count(binary: &Path, only_first: bool) -> Result<Counts, String> {
    let list = output(Command::new(binary).arg("--list"))?;
    let first = list.split_whitespace().nth(1).unwrap_or_default();
    let mut counts = Counts::new();
    for line in list.lines() {
        let [encoder, setting, picture, pixels] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("jpeg --list: `{line}`"));
        };
        if only_first && setting != first {
            continue;
        }
        let pixels: f64 = pixels.parse().map_err(|error| format!("jpeg --list: `{line}`: {error}"))?;
        let total = instructions::total(binary, &["--once", encoder, setting], "encode_measured")?;
        counts.insert([picture, setting, encoder].map(str::to_string), total as f64 / pixels);
    }
    Ok(counts)
}

/// The optimised bench, and where cargo put it.
///
/// `of_all_levels`: with the one that kernels are compiled for only if told to, x86-64-v2.
fn build(of_all_levels: bool) -> Result<PathBuf, String> {
    let features = if of_all_levels { "peers,unite/fallback" } else { "peers" };
    let arguments =
        ["bench", "--quiet", "--package", "unite-jpeg-benches", "--features", features, "--bench", "jpeg"];
    let messages = output(cargo(arguments).args(["--no-run", "--message-format=json"]))?;
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let executable = |message: serde_json::Value| {
        let is_bench = message["target"]["name"] == "jpeg";
        if is_bench { message["executable"].as_str().map(PathBuf::from) } else { None }
    };
    parsed.filter_map(executable).next_back().ok_or("cargo built no bench `jpeg`".to_string())
}
