//! JPEG encoders in turn, in memory: `cargo bench --package unite-jpeg-benches --features peers`.
//!
//! ```text
//! jpeg [--quick] [--plot FILE]        times all encoders on one thread, prints a table, and draws its means
//! jpeg --small                        times ours and libjpeg-turbo on small pictures, with encoders made anew and used again
//! jpeg --command UNITE_JPEG FOLDER    runs the commands `cjpeg` and ours as whole processes, and says what they use
//! jpeg --thumbnails UNITE_JPEG FOLDER the same of a folder of thumbnails, and of single ones
//! jpeg --loop FOLDER [FOLDER]         encodes the PPM files of a folder by libjpeg-turbo: for `--thumbnails`
//! jpeg --lossless FILE FILE           encodes a PPM file without loss by libjpeg-turbo: for `--command`
//! jpeg --used PROGRAM ARGUMENT...     runs a command, and prints what it used: for `--command`
//! jpeg --threads                      times ours on one thread and on two, by the clock on the wall
//! jpeg --list                         prints the encoders, the settings and the picture to count instructions on
//! jpeg --once ENCODER SETTING         encodes that picture twice; the second time inside `encode_measured`
//! ```
//!
//! With `--v3` before the others our kernels run at x86-64-v3 at most, which has AVX2, with `--v2` at x86-64-v2, which has
//! SSE4.2: libjpeg-turbo has no AVX2 then if the variable `JSIMD_FORCESSE2` is 1.

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use unite::level::{Level, limit};
use unite_jpeg_benches::encoders::{ALL, Encode, Encoder, Kind, MADE_ANEW, Setting, USED_AGAIN, unite_jpeg};
use unite_jpeg_benches::pictures::{NAMES, Picture, SMALL, load, small};
use unite_jpeg_benches::rows::{HEADER, Row, means};
use unite_jpeg_benches::{commands, plot, thumbnails};
use unite_rounds::{Clock, in_turn};

/// The picture on which instructions are counted: a small one, as counting is slow.
const COUNTED: &str = "chelsea";

/// How long and how often encoders run.
#[derive(Clone, Copy)]
struct Effort {
    pictures: &'static [&'static str],
    rounds: usize,
    span: Duration,
}

const WHOLE: Effort = Effort { pictures: &NAMES, rounds: 5, span: Duration::from_millis(100) };
const QUICK: Effort = Effort { pictures: &["chelsea"], rounds: 1, span: Duration::from_millis(20) };

fn main() -> ExitCode {
    let mut arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let highest = match arguments.first().map(String::as_str) {
        Some("--v2") => Some(Level::V2),
        Some("--v3") => Some(Level::V3),
        _ => None,
    };
    if let Some(highest) = highest {
        arguments.remove(0);
        limit(highest);
    }
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => time(WHOLE, None),
        ["--quick"] => time(QUICK, None),
        ["--plot", file] => time(WHOLE, Some(Path::new(file))),
        ["--quick", "--plot", file] => time(QUICK, Some(Path::new(file))),
        ["--threads"] => {
            threads();
            Ok(())
        }
        ["--small"] => {
            small_pictures();
            Ok(())
        }
        ["--command", ours, folder] => commands::compare(Path::new(ours), Path::new(folder)),
        ["--thumbnails", ours, folder] => thumbnails::compare(Path::new(ours), Path::new(folder)),
        ["--loop", from] => thumbnails::encode_folder(Path::new(from), None),
        ["--loop", from, to] => thumbnails::encode_folder(Path::new(from), Some(Path::new(to))),
        ["--lossless", from, to] => thumbnails::encode_lossless(Path::new(from), Path::new(to)),
        ["--used", program, ref arguments @ ..] => commands::print_used(program, arguments),
        ["--list"] => {
            list();
            Ok(())
        }
        ["--once", encoder, setting] => once(encoder, setting),
        _ => {
            Err("usage: jpeg [--v2 | --v3] [--quick] [--plot FILE] | --small | --threads | --command UNITE_JPEG FOLDER | \
                  --thumbnails UNITE_JPEG FOLDER | --list | \
                  --once ENCODER SETTING"
                .to_string())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Times all encoders that have a setting, for all settings and pictures.
fn time(effort: Effort, file: Option<&Path>) -> Result<(), String> {
    println!("{HEADER}");
    let mut rows = Vec::new();
    for picture in effort.pictures.iter().map(|name| [load(name)]) {
        for setting in Setting::ALL {
            let prepared = ALL.iter().filter_map(|other| Some((other.name, (other.prepare)(setting)?)));
            rows.extend(compare(&picture, &setting.name(), prepared.collect(), effort, Clock::Thread));
        }
    }
    print_means(&rows);
    let names: Vec<&str> = ALL.iter().map(|encoder| encoder.name).collect();
    file.map_or(Ok(()), |file| plot::draw(&means(&rows), &names, file))
}

/// How many pictures of a small size are encoded one after the other.
const OF_A_SIZE: usize = 64;

/// Times ours and libjpeg-turbo on small pictures at 4:2:0, with encoders made anew for each and with encoders used again.
fn small_pictures() {
    println!("{HEADER}");
    let mut rows = Vec::new();
    let kinds = [Kind::Standard, Kind::Optimized];
    let settings =
        || Setting::ALL.into_iter().filter(|setting| setting.is_usual() && kinds.contains(&setting.kind));
    for pictures in SMALL.map(|(name, size)| small(name, size, OF_A_SIZE)) {
        for setting in settings() {
            for (how, encoders) in [("anew", &MADE_ANEW), ("again", &USED_AGAIN)] {
                let prepare = |encoder: &Encoder| Some((encoder.name, (encoder.prepare)(setting)?));
                let prepared = encoders.iter().filter_map(prepare).collect();
                let setting = format!("{}, {how}", setting.name());
                rows.extend(compare(&pictures, &setting, prepared, WHOLE, Clock::Thread));
            }
        }
    }
    print_means(&rows);
}

fn print_means(rows: &[Row]) {
    for ([setting, encoder], [least, mean, most]) in means(rows) {
        println!("| geometric mean | {setting} | {encoder} | | {mean:.2} | {least:.2} | {most:.2} | |");
    }
}

/// Times ours on one thread and on two, for settings of each kind.
fn threads() {
    println!("{HEADER}");
    let mut rows = Vec::new();
    for picture in NAMES.map(|name| [load(name)]) {
        for setting in Setting::ALL.into_iter().filter(|setting| setting.quality != 90) {
            let encodes = vec![
                ("unite-jpeg", unite_jpeg(setting, 1)),
                ("unite-jpeg, 2 threads", unite_jpeg(setting, 2)),
            ];
            rows.extend(compare(&picture, &setting.name(), encodes, WHOLE, Clock::Wall));
        }
    }
    print_means(&rows);
}

/// Runs encoders in turn, each on all of some pictures of one name, and prints a row for each. The first is the reference.
fn compare(
    pictures: &[Picture],
    setting: &str,
    encoders: Vec<(&str, Encode)>,
    effort: Effort,
    clock: Clock,
) -> Vec<Row> {
    let (names, mut encodes): (Vec<&str>, Vec<Encode>) = encoders.into_iter().unzip();
    let mut bytes = vec![0; encodes.len()];
    let mut programs: Vec<_> = encodes
        .iter_mut()
        .zip(&mut bytes)
        .map(|(encode, bytes)| || *bytes = pictures.iter().map(|picture| encode(black_box(picture))).sum())
        .collect();
    let mut programs: Vec<&mut dyn FnMut()> =
        programs.iter_mut().map(|program| program as &mut dyn FnMut()).collect();
    let timings = in_turn(&mut programs, effort.rounds, effort.span, clock);
    drop(programs);
    let pixels = pictures.iter().map(Picture::pixels).sum();
    let rows = names.iter().zip(&timings).zip(bytes).map(|((name, timing), bytes)| {
        let row = Row::new([pictures[0].name, setting, name], pixels, [timing, &timings[0]], bytes);
        println!("{}", row.line());
        row
    });
    rows.collect()
}

fn list() {
    let pixels = load(COUNTED).pixels();
    for encoder in ALL {
        for setting in Setting::ALL.into_iter().filter(|&setting| (encoder.prepare)(setting).is_some()) {
            println!("{} {} {COUNTED} {pixels}", encoder.name, setting.name());
        }
    }
}

fn once(encoder: &str, setting: &str) -> Result<(), String> {
    let encoder = ALL.iter().find(|other| other.name == encoder);
    let setting = Setting::ALL.into_iter().find(|other| other.name() == setting);
    let prepared = encoder.zip(setting).and_then(|(encoder, setting)| (encoder.prepare)(setting));
    let mut encode = prepared.ok_or("jpeg: no such encoder or setting")?;
    let picture = load(COUNTED);
    encode(&picture);
    println!("{}", encode_measured(&mut encode, &picture));
    Ok(())
}

/// The one function inside which instructions are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn encode_measured(encode: &mut Encode, picture: &Picture) -> usize {
    black_box(encode(black_box(picture)))
}
