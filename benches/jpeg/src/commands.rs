//! Commands as people run them: whole processes, one after the other, and what each of them used.

use nix::sys::resource::{Usage, UsageWho, getrusage};
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::encoders::{Colors, Kind, Setting};
use crate::pictures::{PHOTOGRAPHS, Picture, load};

/// What a process used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Used {
    /// Seconds of processors, in the program and in the system for it.
    pub processor: f64,
    /// Seconds on the clock on the wall.
    pub wall: f64,
    /// Bytes of memory, where it was most.
    resident: f64,
    /// Pages that it was given.
    faults: f64,
}

/// The first lines of the table.
const HEADER: &str = "| picture | setting | command | CPU ms | speed | by the wall | MB | page faults |
|:--|:--|:--|--:|--:|--:|--:|--:|";

/// Rounds in which every command runs once: of large pictures, and of others, whose processes differ more.
const ROUNDS: [usize; 2] = [9, 31];

/// Runs `cjpeg` and the command at `ours` in turn on photographs as PPM files, for all settings that both have, and prints
/// a row for each with what it used, and how many times as fast as `cjpeg` it was in the same round: medians over the rounds.
/// Each writes a new file. Debian's `cjpeg` has no lossless files: there a process that does nothing but read, call
/// libjpeg-turbo and write is in its place.
///
/// Files go to `folder`, and stay there.
///
/// # Errors
/// If a command cannot be run, or fails, or if files differ, as text.
pub fn compare(ours: &Path, folder: &Path) -> Result<(), String> {
    compare_in(folder, ours).map_err(|error| error.to_string())
}

/// Gives what is at `path`, if there is something, another name, and no memory if it is a file, so that the next who writes
/// there begins as the one before. It is not removed: before ext4 gives a new file its number, it looks at each number nearby
/// that was freed in the last minutes. After ten thousand removed files that took longer than all else.
pub(crate) fn set_aside(path: &Path) -> std::io::Result<()> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let aside = path.with_extension(format!("{number}.aside"));
    match fs::rename(path, &aside) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Ok(()) if aside.is_file() => File::create(aside).map(drop),
        other => other,
    }
}

fn compare_in(folder: &Path, ours: &Path) -> Result<(), Box<dyn Error>> {
    println!("{HEADER}");
    for name in PHOTOGRAPHS {
        let picture = load(name);
        let file = folder.join("picture.ppm");
        write_ppm(&picture, &file)?;
        for setting in Setting::ALL.into_iter().filter(|setting| setting.colors != Colors::Gray) {
            let commands = commands(setting, ours, &file, folder)?;
            let mut rounds = Vec::new();
            for _ in 0..ROUNDS[usize::from(picture.pixels() < 1 << 20)] {
                let used: Result<Vec<Used>, _> = commands
                    .iter()
                    .map(|(_, command, out)| {
                        set_aside(out)?;
                        measure(command)
                    })
                    .collect();
                rounds.push(used?);
            }
            let files: Result<Vec<_>, _> = commands.iter().map(|(_, _, out)| fs::read(out)).collect();
            if files?.windows(2).any(|pair| pair[0] != pair[1]) {
                return Err(format!("{name}, {}: files differ", setting.name()).into());
            }
            for (i, (command, ..)) in commands.iter().enumerate() {
                let of =
                    |what: &dyn Fn(&[Used]) -> f64| median(rounds.iter().map(|round| what(round)).collect());
                println!(
                    "| {name} | {} | {command} | {:.1} | {:.2} | {:.2} | {:.1} | {:.0} |",
                    setting.name(),
                    of(&|round| round[i].processor) * 1e3,
                    of(&|round| round[0].processor / round[i].processor),
                    of(&|round| round[0].wall / round[i].wall),
                    of(&|round| round[i].resident) / 1e6,
                    of(&|round| round[i].faults),
                );
            }
        }
    }
    Ok(())
}

/// What a command is called, its words, and the file that it writes.
type Named = (&'static str, Vec<String>, PathBuf);

/// The commands that are compared, ours after that of libjpeg-turbo.
fn commands(setting: Setting, ours: &Path, from: &Path, folder: &Path) -> std::io::Result<[Named; 3]> {
    let [theirs_out, ours_out, two_out] = ["cjpeg.jpg", "one.jpg", "two.jpg"].map(|name| folder.join(name));
    let text = |path: &Path| path.display().to_string();
    let quality = setting.quality.to_string();
    let (factors, sampling) = match setting.colors {
        Colors::Halved => ("2x2", "420"),
        _ => ("1x1", "444"),
    };
    let kind = match setting.kind {
        Kind::Optimized => Some("optimize"),
        Kind::Progressive => Some("progressive"),
        _ => None,
    };
    let mut theirs: Vec<String> =
        ["cjpeg", "-quality", &quality, "-sample", factors, "-outfile", &text(&theirs_out)]
            .map(String::from)
            .to_vec();
    theirs.extend(kind.map(|kind| format!("-{kind}")));
    theirs.push(text(from));
    let lossless = setting.kind == Kind::Lossless;
    let own = |out: &Path, threads: &str| {
        let words = [&text(ours), &text(from), "-o", &text(out), "--threads", threads];
        let mut words: Vec<String> = words.map(|word: &str| word.to_string()).to_vec();
        match lossless {
            true => words.push("--lossless".into()),
            false => words.extend(["--quality", &quality, "--sampling", sampling].map(String::from)),
        }
        words.extend(kind.map(|kind| format!("--{kind}")));
        words
    };
    let first = match lossless {
        true => {
            let this = std::env::current_exe()?;
            (
                "libjpeg-turbo",
                vec![text(&this), "--lossless".into(), text(from), text(&theirs_out)],
                theirs_out,
            )
        }
        false => ("cjpeg", theirs, theirs_out),
    };
    let (one, two) = (own(&ours_out, "1"), own(&two_out, "2"));
    Ok([first, ("unite-jpeg", one, ours_out), ("unite-jpeg, 2 threads", two, two_out)])
}

pub(crate) fn write_ppm(picture: &Picture, path: &Path) -> std::io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write!(file, "P6\n{} {}\n255\n", picture.width, picture.height)?;
    file.write_all(&picture.rgb)?;
    file.flush()
}

/// Runs a command in a process of its own, which has run nothing else: the system adds up what the children of a process
/// have used.
pub(crate) fn measure(command: &[String]) -> Result<Used, Box<dyn Error>> {
    let output = Command::new(std::env::current_exe()?).arg("--used").args(command).output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
    match numbers?[..] {
        [processor, wall, resident, faults] if output.status.success() => {
            Ok(Used { processor, wall, resident, faults })
        }
        _ => Err(format!("{}: {}", command.join(" "), String::from_utf8_lossy(&output.stderr)).into()),
    }
}

/// Runs a command, and prints what it used: seconds of processors, seconds by the clock on the wall, bytes, page faults.
/// Memory below that of this process, some three megabytes, cannot be told: a process begins as a copy of its parent.
///
/// # Errors
/// If it cannot be run, or fails, as text.
pub fn print_used(program: &str, arguments: &[&str]) -> Result<(), String> {
    let start = Instant::now();
    let status =
        Command::new(program).args(arguments).status().map_err(|error| format!("{program}: {error}"))?;
    let wall = start.elapsed().as_secs_f64();
    if !status.success() {
        return Err(format!("{program}: {status}"));
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 * 1e-6;
    let processor = seconds(usage.user_time()) + seconds(usage.system_time());
    println!("{processor} {wall} {} {}", 1024 * usage.max_rss(), faults(&usage));
    Ok(())
}

/// Pages that came from the disk are pages, too.
fn faults(usage: &Usage) -> i64 {
    usage.minor_page_faults() + usage.major_page_faults()
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
