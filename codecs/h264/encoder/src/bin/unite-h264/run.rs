//! What the command does.

use std::collections::VecDeque;
use std::error::Error;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use unite_h264_encoder::{Config, Dump, Encoder, Kinds, Packet, Samples};
use unite_y4m::{Picture, Reader, Y4mError, write_header, write_picture};

use crate::arguments::Arguments;
use crate::container::Container;
use crate::output::Output;
use crate::quality::Quality;

/// Where the video comes from.
type Input = Box<dyn Read + Send>;

/// What was done.
#[derive(Debug, Default)]
struct Totals {
    pictures: u64,
    keys: u64,
    bytes: u64,
    kinds: Kinds,
    quality: Quality,
}

/// Encodes as the arguments say.
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    apart(arguments)?;
    let stopped = stop_on_signals()?;
    let (input, length) = open(&arguments.input).map_err(|error| named(&arguments.input, &error))?;
    let reader = Reader::new(input).map_err(|error| named(&arguments.input, &error))?;
    let header = *reader.header();
    let config = arguments.config(&header);
    let mut encoder = Encoder::new(config)?;
    let output =
        Container::create(&arguments.output, &encoder).map_err(|error| named(&arguments.output, &error))?;
    let recon = match &arguments.recon {
        Some(path) => {
            let mut recon = Output::create(path).map_err(|error| named(path, &error))?;
            let config = encoder.config();
            write_header(&mut recon, config.decoded_size(), config.frame_rate, config.monochrome)
                .map_err(|error| named(path, &error))?;
            Some((recon, path.as_path()))
        }
        None => None,
    };
    let pictures = pictures(length, header.size, header.monochrome);
    let bar = bar(arguments.progress, arguments.frames.into_iter().chain(pictures).min());
    let (dump, totals, given) = Default::default();
    let mut results = Results { arguments, size: header.size, output, recon, dump, totals, given };
    let started = Instant::now();
    for picture in video(reader, arguments.threads > 1).take(arguments.frames.unwrap_or(u64::MAX) as usize) {
        if stopped.load(Ordering::Relaxed) {
            return Err("stopped; nothing was written".into());
        }
        let mut picture = picture.map_err(|error| named(&arguments.input, &error))?;
        if header.monochrome && !encoder.config().monochrome {
            // The profile has no pictures without chrominance: it is grey.
            let [width, height] = header.size;
            let grey = vec![128; width.div_ceil(2) * height.div_ceil(2)];
            picture.planes.extend([grey.clone(), grey]);
        }
        let samples = picture.components().map(|(samples, stride)| Samples { samples, stride });
        let packet = encoder.push(&samples.collect::<Vec<_>>())?;
        results.given.extend(Some(picture).filter(|_| arguments.psnr));
        if let Some(packet) = packet {
            results.take(&encoder, &packet)?;
            bar.inc(1);
        }
    }
    while let Some(packet) = encoder.flush() {
        results.take(&encoder, &packet)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let Results { output, recon, totals, .. } = results;
    if totals.pictures == 0 {
        return Err(named(&arguments.input, &"there is no picture in it").into());
    }
    if let Some((recon, path)) = recon {
        recon.finish().map_err(|error| named(path, &error))?;
    }
    output.finish().map_err(|error| named(&arguments.output, &error))?;
    report(arguments, encoder.config(), &totals, started.elapsed().as_secs_f64());
    Ok(())
}

/// What becomes of pictures.
struct Results<'a> {
    arguments: &'a Arguments,
    /// Width and height of the pictures that were given.
    size: [usize; 2],
    output: Container,
    recon: Option<(Output, &'a Path)>,
    dump: Dump,
    totals: Totals,
    /// Pictures whose packets are still to come, where they are compared.
    given: VecDeque<Picture>,
}

impl Results<'_> {
    /// Takes the packet that an encoder gave last.
    fn take(&mut self, encoder: &Encoder, packet: &Packet) -> Result<(), Box<dyn Error>> {
        let Results { arguments, output, totals, .. } = self;
        output.write(packet).map_err(|error| named(&arguments.output, &error))?;
        if arguments.psnr || self.recon.is_some() {
            let planes = encoder.reconstruction();
            if let Some(given) = self.given.pop_front() {
                totals.quality.add(&planes, &given.planes, self.size, encoder.config().decoded_size());
            }
            if let Some((recon, path)) = &mut self.recon {
                write_picture(recon, &planes).map_err(|error| named(path, &error))?;
            }
        }
        if arguments.dump {
            for nal in &packet.nals {
                self.dump.nal(nal)?;
            }
            eprint!("{}", self.dump.text());
        }
        totals.pictures += 1;
        totals.keys += u64::from(packet.key);
        totals.bytes += packet.len() as u64;
        totals.kinds += packet.kinds;
        Ok(())
    }
}

/// Whether all files are different ones: a result would take the place of the video, or of the other result.
fn apart(arguments: &Arguments) -> Result<(), String> {
    // A result that is not there yet is in a folder that is. Standard output has one result.
    let known = |path: &PathBuf| {
        if path == Path::new("-") {
            return Some(path.clone());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let known = path.canonicalize().or_else(|_| {
            folder.canonicalize().map(|folder| folder.join(path.file_name().unwrap_or_default()))
        });
        known.ok().filter(|known| known.is_file() || !known.exists())
    };
    let files = [
        ("the video", known(&arguments.input).filter(|input| input != Path::new("-"))),
        ("--output", known(&arguments.output)),
        ("--recon", arguments.recon.as_ref().and_then(known)),
    ];
    for (at, (name, path)) in files.iter().enumerate() {
        let same = files[..at].iter().find(|(_, before)| path.is_some() && before == path);
        if let (Some((other, _)), Some(path)) = (same, path) {
            return Err(format!("{}: {other} and {name} are the same file", path.display()));
        }
    }
    Ok(())
}

/// An error, and the file that it is about.
fn named(path: &Path, error: &dyn std::fmt::Display) -> String {
    match path.to_str() {
        Some("-") => error.to_string(),
        _ => format!("{}: {error}", path.display()),
    }
}

/// Opens the input, and says how many bytes it has if that is known.
fn open(path: &Path) -> io::Result<(Input, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = File::open(path)?;
    let length = file.metadata().ok().filter(|metadata| metadata.is_file()).map(|metadata| metadata.len());
    Ok((Box::new(file), length))
}

/// The pictures of a video: where there is more than one thread, another one reads them ahead.
fn video(mut reader: Reader<Input>, ahead: bool) -> Box<dyn Iterator<Item = Result<Picture, Y4mError>>> {
    let mut all = std::iter::from_fn(move || reader.read().transpose());
    if !ahead {
        return Box::new(all);
    }
    let (there, here) = sync_channel(1);
    thread::spawn(move || all.try_for_each(|picture| there.send(picture)));
    Box::new(here.into_iter())
}

/// How many pictures a file of a length has, about.
fn pictures(length: Option<u64>, size: [usize; 2], monochrome: bool) -> Option<u64> {
    let [width, height] = size.map(|extent| extent as u64);
    let chroma = if monochrome { 0 } else { 2 * width.div_ceil(2) * height.div_ceil(2) };
    Some(length? / (width * height + chroma + "FRAME\n".len() as u64))
}

/// A bar, or only a count where nobody knows how many pictures there are.
fn bar(wanted: bool, pictures: Option<u64>) -> ProgressBar {
    if !wanted {
        return ProgressBar::hidden();
    }
    let (bar, template) = match pictures {
        Some(pictures) => {
            (ProgressBar::new(pictures), "{wide_bar} {pos}/{len} pictures, {per_sec}, {eta} left")
        }
        None => (ProgressBar::no_length(), "{spinner} {pos} pictures, {per_sec}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// A flag that is set when the process is asked to end. What is not finished then is taken away.
fn stop_on_signals() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
    Ok(stopped)
}

/// Says what was done, to standard error.
fn report(arguments: &Arguments, config: &Config, totals: &Totals, seconds: f64) {
    let Totals { pictures, keys, bytes, kinds, quality } = totals;
    let [numerator, denominator] = config.frame_rate.map(f64::from);
    let duration = *pictures as f64 * denominator / numerator;
    if arguments.stats {
        eprintln!(
            "{pictures} pictures ({keys} I), {bytes} bytes, {:.1} kb/s, {:.2} pictures/s",
            *bytes as f64 * 8.0 / 1000.0 / duration,
            *pictures as f64 / seconds
        );
        let &Kinds { intra_4x4, intra_8x8, transform_8x8, intra_16x16, pcm, inter: [a, b, c, d], skip } =
            kinds;
        let names = ["I4x4", "I8x8", "I16x16", "PCM", "P16x16", "P16x8", "P8x16", "P8x8", "skipped"];
        let counts = [intra_4x4, intra_8x8, intra_16x16, pcm, a, b, c, d, skip];
        let all = counts.iter().sum::<u64>().max(1) as f64;
        let share = |(name, count): (&str, u64)| format!("{name} {:.1} %", 100.0 * count as f64 / all);
        let shares: Vec<String> = names.into_iter().zip(counts).map(share).collect();
        eprintln!("macroblocks: {}; {}", shares.join(", "), share(("8x8 transform", transform_8x8)));
    }
    if arguments.psnr {
        let [y, cb, cr] = quality.psnr();
        if config.monochrome {
            eprintln!("PSNR: Y {y:.3} dB");
        } else {
            eprintln!("PSNR: Y {y:.3} dB, Cb {cb:.3} dB, Cr {cr:.3} dB");
        }
    }
}
