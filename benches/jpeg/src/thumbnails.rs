//! Many small pictures: a folder of them in one call, and a process for each.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::commands::{Used, measure, median, set_aside, write_ppm};
use crate::encoders::{Colors, Kind, Setting, compressor};
use crate::pictures::{Picture, bundled, part};

/// Thumbnails in the folder.
const COUNT: usize = 10_000;
/// How many of them differ: some 80 megabytes, which no cache holds. The others are more names of the same.
const DISTINCT: usize = 1000;
/// Their sizes, in turn.
const SIZES: [[u32; 2]; 4] = [[64, 64], [128, 96], [160, 120], [320, 240]];
/// Rounds in which the folder is encoded by each program.
const FOLDER_ROUNDS: usize = 3;
/// Rounds in which a thumbnail is encoded by a process of each command.
const PROCESS_ROUNDS: usize = 101;

/// The first lines of the table.
const HEADER: &str = "| pictures | program | CPU ms a picture | speed | by the wall |
|:--|:--|--:|--:|--:|";

/// How all of them are coded: 4:2:0, quality 75, standard tables.
const SETTING: Setting = Setting { kind: Kind::Standard, colors: Colors::Halved, quality: 75 };

/// Encodes a folder of thumbnails by one call of the command at `ours`, beside a loop that reads them and calls libjpeg-turbo,
/// and single ones by a process each, beside `cjpeg`; and prints a row for each: milliseconds, and how many times as fast as the
/// first of its kind it was in the same round, by the time of processors and by the clock on the wall, medians over the rounds.
/// Files go to `folder`, and stay there.
///
/// # Errors
/// If a command cannot be run, or fails, or if files differ, as text.
pub fn compare(ours: &Path, folder: &Path) -> Result<(), String> {
    println!("{HEADER}");
    in_one_call(folder, ours).and_then(|()| one_by_one(folder, ours)).map_err(|error| error.to_string())
}

fn in_one_call(folder: &Path, ours: &Path) -> Result<(), Box<dyn Error>> {
    let from = folder.join("thumbnails");
    fs::create_dir(&from)?;
    for number in 0..COUNT {
        let file = from.join(format!("{number:05}.ppm"));
        match number.checked_sub(DISTINCT) {
            None => write_ppm(&thumbnail(number, SIZES[number % SIZES.len()]), &file)?,
            Some(_) => fs::hard_link(from.join(format!("{:05}.ppm", number % DISTINCT)), file)?,
        }
    }
    let this = std::env::current_exe()?;
    let outs = ["read", "written", "one", "two"].map(|name| folder.join(name));
    let [from, this, ours] = [&from, &this, ours].map(|path| path.display().to_string());
    let call = |program: &str, more: &[&str], out: &PathBuf| -> Vec<String> {
        let out = out.display().to_string();
        let mut words = vec![program.to_string()];
        match program == this {
            true => words.extend(["--loop".to_string(), from.clone()]),
            false => words.extend([from.clone(), "-o".to_string()]),
        }
        // The first loop writes nothing.
        words.extend((!more.contains(&"nothing")).then_some(out));
        words.extend(more.iter().filter(|word| **word != "nothing").map(|word| word.to_string()));
        words
    };
    let programs = [
        ("libjpeg-turbo, reading", call(&this, &["nothing"], &outs[0])),
        ("libjpeg-turbo, reading and writing", call(&this, &[], &outs[1])),
        ("unite-jpeg, a thread for each processor", call(&ours, &[], &outs[2])),
        ("unite-jpeg, 1 thread", call(&ours, &["--threads", "1"], &outs[3])),
    ];
    let mut rounds = Vec::new();
    for _ in 0..FOLDER_ROUNDS {
        let mut used = Vec::new();
        for ((_, command), out) in programs.iter().zip(&outs) {
            set_aside(out)?;
            fs::create_dir(out)?;
            used.push(measure(command)?);
        }
        rounds.push(used);
    }
    for number in 0..DISTINCT {
        let name = format!("{number:05}.jpg");
        let files: Result<Vec<_>, _> = outs[1..].iter().map(|out| fs::read(out.join(&name))).collect();
        if files?.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(format!("{name}: files differ").into());
        }
    }
    let names = programs.each_ref().map(|(name, _)| *name);
    print_rows(&format!("{COUNT} in one call"), &names, &rounds, COUNT);
    Ok(())
}

fn one_by_one(folder: &Path, ours: &Path) -> Result<(), Box<dyn Error>> {
    let [from, theirs, own] = ["one.ppm", "theirs.jpg", "ours.jpg"].map(|name| folder.join(name));
    let [from_text, theirs_text, own_text, ours] =
        [&from, &theirs, &own, ours].map(|path| path.display().to_string());
    for size in SIZES {
        write_ppm(&thumbnail(7, size), &from)?;
        let their_words = ["cjpeg", "-quality", "75", "-outfile", &theirs_text, &from_text];
        let own_words = [ours.as_str(), &from_text, "-o", &own_text];
        let commands = [their_words.map(String::from).to_vec(), own_words.map(String::from).to_vec()];
        let mut rounds = Vec::new();
        for _ in 0..PROCESS_ROUNDS {
            set_aside(&theirs)?;
            set_aside(&own)?;
            let used: Result<Vec<Used>, _> = commands.iter().map(|command| measure(command)).collect();
            rounds.push(used?);
        }
        if fs::read(&theirs)? != fs::read(&own)? {
            return Err(format!("{size:?}: files differ").into());
        }
        let [width, height] = size;
        print_rows(&format!("{width}x{height}, a process each"), &["cjpeg", "unite-jpeg"], &rounds, 1);
    }
    Ok(())
}

/// A row for each program, whose use of each round is given, for so many pictures.
fn print_rows(pictures: &str, programs: &[&str], rounds: &[Vec<Used>], count: usize) {
    for (i, program) in programs.iter().enumerate() {
        let of = |what: &dyn Fn(&[Used]) -> f64| median(rounds.iter().map(|round| what(round)).collect());
        println!(
            "| {pictures} | {program} | {:.3} | {:.2} | {:.2} |",
            of(&|round| round[i].processor) * 1e3 / count as f64,
            of(&|round| round[0].processor / round[i].processor),
            of(&|round| round[0].wall / round[i].wall),
        );
    }
}

/// A part of one of the two photographs, made small.
fn thumbnail(number: usize, size: [u32; 2]) -> Picture {
    Picture::new("thumbnail", part(&bundled(["astronaut.png", "chelsea.png"][number % 2]), number, size))
}

/// Reads the PPM files of `from` one after the other and encodes them by libjpeg-turbo in memory that is used again; with `to`
/// files of the same name are written there.
///
/// # Errors
/// If a file cannot be read or written, or is no PPM file as [`compare`] writes them, as text.
pub fn encode_folder(from: &Path, to: Option<&Path>) -> Result<(), String> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut names = Vec::new();
    for entry in from.read_dir().map_err(|error| told(from, &error))? {
        names.push(entry.map_err(|error| told(from, &error))?.path());
    }
    names.sort();
    let (mut compressor, format) = compressor(SETTING);
    let mut file = Vec::new();
    for name in names {
        let bytes = fs::read(&name).map_err(|error| told(&name, &error))?;
        let (pixels, [width, height]) = ppm(&bytes).ok_or_else(|| told(&name, &"this is no PPM file"))?;
        let image = turbojpeg::Image { pixels, width, pitch: 3 * width, height, format };
        let bound = compressor.buf_len(width, height).map_err(|error| told(&name, &error))?;
        file.resize(bound.max(file.len()), 0);
        let length = compressor.compress_to_slice(image, &mut file).map_err(|error| told(&name, &error))?;
        if let (Some(to), Some(stem)) = (to, name.file_stem()) {
            let out = to.join(stem).with_extension("jpg");
            fs::write(&out, &file[..length]).map_err(|error| told(&out, &error))?;
        }
    }
    Ok(())
}

/// Encodes the PPM file `from` without loss by libjpeg-turbo, to the file `to`.
///
/// # Errors
/// As [`encode_folder`].
pub fn encode_lossless(from: &Path, to: &Path) -> Result<(), String> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = fs::read(from).map_err(|error| told(from, &error))?;
    let (pixels, [width, height]) = ppm(&bytes).ok_or_else(|| told(from, &"this is no PPM file"))?;
    let (mut compressor, format) =
        compressor(Setting { kind: Kind::Lossless, colors: Colors::Full, quality: 100 });
    let image = turbojpeg::Image { pixels, width, pitch: 3 * width, height, format };
    let file = compressor.compress_to_vec(image).map_err(|error| told(from, &error))?;
    fs::write(to, file).map_err(|error| told(to, &error))
}

/// The pixels of a PPM file as this bench writes them, and their size.
fn ppm(bytes: &[u8]) -> Option<(&[u8], [usize; 2])> {
    let mut lines = bytes.splitn(4, |&byte| byte == b'\n');
    let (b"P6", size, b"255", pixels) = (lines.next()?, lines.next()?, lines.next()?, lines.next()?) else {
        return None;
    };
    let (width, height) = std::str::from_utf8(size).ok()?.split_once(' ')?;
    let size = [width.parse().ok()?, height.parse().ok()?];
    (pixels.len() == 3 * size[0] * size[1]).then_some((pixels, size))
}
