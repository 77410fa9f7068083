//! JPEG encoders in turn, in memory, on one thread: `cargo bench --package unite-benches --features peers`.
//!
//! ```text
//! jpeg [--quick]                      times all encoders and prints a table
//! jpeg --kinds                        the same for optimised tables, progressive and lossless files, beside libjpeg-turbo
//! jpeg --list                         prints the encoders, the settings and the picture to count instructions on
//! jpeg --once ENCODER SETTING         encodes that picture twice; the second time inside `encode_measured`
//! ```

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use unite_benches::encoders::{ALL, Encode, Setting};
use unite_benches::kinds::Kind;
use unite_benches::pictures::{NAMES, Picture, load};
use unite_benches::rounds::{Timing, best, in_turn, speed};

/// The picture on which instructions are counted: a small one, as counting is slow.
const COUNTED: &str = "chelsea";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => time(&NAMES, 5, Duration::from_millis(100)),
        ["--quick"] => time(&NAMES[..1], 1, Duration::from_millis(20)),
        ["--kinds"] => kinds(&NAMES, 5, Duration::from_millis(150)),
        ["--list"] => list(),
        ["--once", encoder, setting] => return once(encoder, setting),
        _ => {
            eprintln!("usage: jpeg [--quick | --kinds | --list | --once ENCODER SETTING]");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Other kinds of files than those that [`ALL`] encoders make: ours on one thread and on two, and libjpeg-turbo's.
fn kinds(pictures: &[&str], rounds: usize, span: Duration) {
    println!("| picture | kind | encoder | ns/pixel | speed | least | most | bytes |");
    println!("|:--|:--|:--|--:|--:|--:|--:|--:|");
    let mut logarithms = vec![[const { Vec::new() }; 3]; Kind::ALL.len()];
    for picture in pictures.iter().map(|name| load(name)) {
        for (kind, logarithms) in Kind::ALL.into_iter().zip(&mut logarithms) {
            let names = ["libjpeg-turbo", "unite-jpeg", "unite-jpeg, 2 threads"];
            let mut encodes = [kind.libjpeg_turbo(), kind.unite_jpeg(1), kind.unite_jpeg(2)];
            let mut bytes = [0; 3];
            let mut programs: Vec<_> = encodes
                .iter_mut()
                .zip(&mut bytes)
                .map(|(encode, bytes)| || *bytes = encode(black_box(&picture)))
                .collect();
            let mut programs: Vec<&mut dyn FnMut()> =
                programs.iter_mut().map(|program| program as &mut dyn FnMut()).collect();
            let timings = elapsed_in_turn(&mut programs, rounds, span);
            drop(programs);
            for (index, timing) in timings.iter().enumerate() {
                let nanoseconds = best(timing) * 1e9 / picture.pixels() as f64;
                let [least, median, most] = speed(timing, &timings[0]);
                logarithms[index].push(median.ln());
                println!(
                    "| {} | {} | {} | {nanoseconds:.2} | {median:.2} | {least:.2} | {most:.2} | {} |",
                    picture.name,
                    kind.name(),
                    names[index],
                    bytes[index]
                );
            }
        }
    }
    for (kind, logarithms) in Kind::ALL.into_iter().zip(logarithms) {
        let means = logarithms.map(|values| (values.iter().sum::<f64>() / values.len() as f64).exp());
        let [_, one, two] = means;
        println!(
            "| geometric mean | {} | one thread, two threads | | {one:.2}, {two:.2} | | | |",
            kind.name()
        );
    }
}

/// As [`in_turn`], but by the clock on the wall: two threads are worth nothing otherwise.
fn elapsed_in_turn(programs: &mut [&mut dyn FnMut()], rounds: usize, span: Duration) -> Vec<Timing> {
    let mut timings: Vec<Timing> = programs.iter().map(|_| Timing { seconds: Vec::new() }).collect();
    programs.iter_mut().for_each(|program| program());
    for _ in 0..rounds {
        for (program, timing) in programs.iter_mut().zip(&mut timings) {
            let (begun, mut least) = (Instant::now(), f64::INFINITY);
            while begun.elapsed() < span {
                let start = Instant::now();
                program();
                least = least.min(start.elapsed().as_secs_f64());
            }
            timing.seconds.push(least);
        }
    }
    timings
}

fn list() {
    for encoder in ALL {
        for setting in Setting::ALL.into_iter().filter(|&setting| (encoder.prepare)(setting).is_some()) {
            println!("{} {} {COUNTED} {}", encoder.name, setting.name(), load(COUNTED).pixels());
        }
    }
}

fn once(encoder: &str, setting: &str) -> ExitCode {
    let encoder = ALL.iter().find(|other| other.name == encoder);
    let setting = Setting::ALL.into_iter().find(|other| other.name() == setting);
    let prepared = encoder.zip(setting).and_then(|(encoder, setting)| (encoder.prepare)(setting));
    let Some(mut encode) = prepared else {
        eprintln!("jpeg: no such encoder or setting");
        return ExitCode::FAILURE;
    };
    let picture = load(COUNTED);
    encode(&picture);
    println!("{}", encode_measured(&mut encode, &picture));
    ExitCode::SUCCESS
}

/// The one function inside which instructions are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn encode_measured(encode: &mut Encode, picture: &Picture) -> usize {
    black_box(encode(black_box(picture)))
}

fn time(pictures: &[&str], rounds: usize, span: Duration) {
    println!("| picture | setting | encoder | ns/pixel | speed | least | most | bytes |");
    println!("|:--|:--|:--|--:|--:|--:|--:|--:|");
    // Per setting and encoder, the logarithms of the speeds over all pictures.
    let mut logarithms = vec![vec![Vec::new(); ALL.len()]; Setting::ALL.len()];
    for picture in pictures.iter().map(|name| load(name)) {
        for (setting, logarithms) in Setting::ALL.into_iter().zip(&mut logarithms) {
            time_setting(&picture, setting, rounds, span, logarithms);
        }
    }
    for (setting, logarithms) in Setting::ALL.into_iter().zip(logarithms) {
        for (encoder, logarithms) in
            ALL.iter().zip(logarithms).filter(|(_, logarithms)| !logarithms.is_empty())
        {
            let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
            println!("| geometric mean | {} | {} | | {mean:.2} | | | |", setting.name(), encoder.name);
        }
    }
}

fn time_setting(
    picture: &Picture,
    setting: Setting,
    rounds: usize,
    span: Duration,
    logarithms: &mut [Vec<f64>],
) {
    let prepared =
        ALL.iter().enumerate().filter_map(|(index, encoder)| Some((index, (encoder.prepare)(setting)?)));
    let (indices, mut encodes): (Vec<usize>, Vec<Encode>) = prepared.unzip();
    let mut bytes = vec![0; encodes.len()];
    let mut programs: Vec<_> = encodes
        .iter_mut()
        .zip(&mut bytes)
        .map(|(encode, bytes)| || *bytes = encode(black_box(picture)))
        .collect();
    let mut programs: Vec<&mut dyn FnMut()> =
        programs.iter_mut().map(|program| program as &mut dyn FnMut()).collect();
    let timings = in_turn(&mut programs, rounds, span);
    drop(programs);
    for ((&index, timing), bytes) in indices.iter().zip(&timings).zip(bytes) {
        let nanoseconds = best(timing) * 1e9 / picture.pixels() as f64;
        let [least, median, most] = speed(timing, &timings[0]);
        logarithms[index].push(median.ln());
        let (name, setting, encoder) = (picture.name, setting.name(), ALL[index].name);
        println!(
            "| {name} | {setting} | {encoder} | {nanoseconds:.2} | {median:.2} | {least:.2} | {most:.2} | {bytes} |"
        );
    }
}
